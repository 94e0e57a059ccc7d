#include "proof/theorem_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "base/wrapped.h"
#include "proof/automatic_text.h"
#include "proof/theorem_words.h"
#include "rule/name.h"

namespace grundy {
namespace {

/// The family of theorems about single slices, with its proof.
std::string slices_text(const Theorem& theorem, const ProvedSlices& slices) {
  const std::string& name = theorem.rule->coordinates[slices.coordinate];
  const size_t last = slices.formulas.size() - 1;
  std::string text =
      fmt::format("Theorem. The value of {} is, for {} = 0{}, by the first condition that holds,",
                  position_name(theorem), name, last == 0 ? "" : fmt::format(", …, {}", last));
  for (size_t at = 0; at <= last; ++at) {
    const std::string front = fmt::format("\n  {} = {}:", name, at);
    bool first = true;
    for (const auto& [condition, value] : stated(*theorem.rule, slices.formulas[at])) {
      const bool plain = condition == "always" || condition == "otherwise";
      const bool only = condition == "always";
      text += (first ? front : "\n" + std::string(front.size() - 1, ' ')) +
              fmt::format("  {}{}", value,
                          only    ? ""
                          : plain ? "  otherwise"
                                  : "  if " + condition);
      first = false;
    }
  }
  text += fmt::format(
      "\n\n"
      "Proof. Play ends: {}. Slice after slice, with the values of the slices before it known for "
      "ever: the formula has exactly one value at each position of the slice, no option has its "
      "position's value, and every smaller ordinal is the value of an option. isl decided each of "
      "these statements of Presburger arithmetic.",
      why_play_ends(theorem));
  return text;
}

constexpr size_t kShownStates = 12;
constexpr uint64_t kShownValues = 20;  // before a period begins to repeat

/// "Left to move loses exactly if a <= b"
std::string lost_phrase(std::string_view player, const std::string& condition) {
  if (condition == "0 = 0") return fmt::format("{} to move loses", player);
  if (condition == "0 = 1") return fmt::format("{} to move wins", player);
  return fmt::format("{} to move loses exactly if {}", player, condition);
}

/// Lines that stand behind the heading.
std::string wrapped_statement(const std::string& text, std::string_view heading = "Theorem. ") {
  return wrapped(std::string(heading) + text).substr(heading.size());
}

/// What the automaton says, with its states when they are few.
std::string automatic_statement(const Theorem& theorem) {
  const std::string names = fmt::format("{}", fmt::join(theorem.rule->coordinates, ", "));
  const std::string all =
      fmt::format("For all natural numbers {}{}", names, domain_phrase(theorem));
  const auto& [lost_if, lost_by_turn] = std::get<AutomaticStatement>(theorem.statement);
  if (lost_by_turn) {
    const std::string here = position_name(theorem);
    const std::vector<std::string> own(theorem.rule->coordinates.begin(),
                                       theorem.rule->coordinates.end() - 1);
    return fmt::format("For all natural numbers {0}, in the position {1}({0}) {2}, and {3}.",
                       fmt::join(own, ", "), here.substr(0, here.rfind('(')),
                       lost_phrase("Left", (*lost_by_turn)[0]),
                       lost_phrase("Right", (*lost_by_turn)[1]));
  }
  if (theorem.rule->board) {
    const std::string here = position_name(theorem);
    const std::string text =
        lost_if == "0 = 0" ? fmt::format("Every position {} is lost for the mover.", here)
        : lost_if == "0 = 1"
            ? fmt::format("Every position {} is won by the mover.", here)
            : fmt::format("The position {} is lost for the mover exactly if {}.", here, lost_if);
    return wrapped_statement(text, "Conjecture. ");
  }
  if (!lost_if.empty())
    return fmt::format("{} the position {} is lost for the mover exactly if {}.", all,
                       position_name(theorem), lost_if);
  const automatic::AutomaticLaw& law = theorem.proof<AutomaticProof>()->law;
  const std::string system = numeration_text(law.numeration);
  const std::string count = counted(law.live_count(), "state");
  std::string text = law.kind == automatic::LawKind::losing
                         ? fmt::format(
                               "{} the position {} is lost for the mover exactly if an automaton "
                               "of {} accepts ({}), read in {}, the most significant digit first.",
                               all, position_name(theorem), count, names, system)
                         : fmt::format(
                               "{} the value of {} is the number v for which an automaton of {} "
                               "accepts ({}, {}), read in {}, the most significant digit first.",
                               all, position_name(theorem), count, names,
                               law.kind == automatic::LawKind::powers ? "2^v" : "v", system);
  if (theorem.has_sides)
    text += fmt::format(" Here {} is 0 where Left is to move, and 1 where Right is.",
                        theorem.rule->coordinates.back());
  text = wrapped_statement(text);
  if (const std::string first = first_losses(law, theorem.rule->coordinates); !first.empty())
    text += fmt::format("\nLost are, among others, {}.", first);
  if (law.live_count() > kShownStates) return text + "\n(`--dot` or `--json` shows its states.)";
  std::string states = states_text(law);
  states.pop_back();
  return text + "\nIts states, the first one first, with the digits that lead to others:\n" +
         states;
}

/// Who wins where, a line for each case.
std::string outcome_statement(const Theorem& theorem, const OutcomeLaw& law) {
  std::string text =
      fmt::format("For all natural numbers {} at {}", fmt::join(theorem.rule->coordinates, ", "),
                  position_name(theorem));
  if (law.cases.size() == 1) return text + " " + outcome_phrase(law.cases[0], false) + ".";
  if (law.cases.size() > 2) text += ", by the first condition that holds,";
  for (const OutcomeLaw::StatedOutcome& one : law.cases)
    text += fmt::format("\n  {}{}:  {}", one.condition == "otherwise" ? "" : "if ", one.condition,
                        outcome_phrase(one, false));
  return text;
}

}  // namespace

std::string statement(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (const auto law = recurrence(theorem.statement)) {
    const heap::Regularity* regularity = theorem.regularity();
    const std::string but =
        regularity == nullptr
            ? ""
            : ", but " + heap::describe(*regularity, name_with_parameters(*theorem.rule));
    return fmt::format("For all {0} >= {1} the value of {2}({0} + {3}) is that of {2}({0}){4}{5}.",
                       names[0], law->preperiod, name_with_parameters(*theorem.rule), law->period,
                       law->saltus == 0 ? "" : fmt::format(" plus {}", law->saltus), but);
  }
  if (std::holds_alternative<AutomaticStatement>(theorem.statement))
    return automatic_statement(theorem);
  if (const OutcomeLaw* law = theorem.outcomes()) return outcome_statement(theorem, *law);
  if (const LawInWords* law = theorem.in_words()) {
    const char first =
        static_cast<char>(std::tolower(static_cast<unsigned char>(law->says.front())));
    return wrapped_statement(
        fmt::format("In the game {}, {}{}",
                    theorem.rule->arity() == 0 ? theorem.rule->full_name : position_name(theorem),
                    first, law->says.substr(1)));
  }
  if (std::holds_alternative<ClosedStatement>(theorem.statement))
    return fmt::format("Every move from a position {}{} leads to such a position.",
                       position_name(theorem), domain_phrase(theorem));
  std::string text =
      fmt::format("For all natural numbers {}{} the value of {} is", fmt::join(names, ", "),
                  domain_phrase(theorem), position_name(theorem));
  const auto& cases = theorem.formula()->cases;
  if (cases.size() == 1 && cases[0].condition == "always") return text + " " + cases[0].value + ".";
  if (cases.size() > 2) text += ", by the first condition that holds,";
  for (const auto& [condition, value] : cases)
    text += fmt::format("\n  {}  {}{}", value, condition == "otherwise" ? "" : "if ", condition);
  return text;
}

std::string values_in_words(const Theorem& theorem) {
  const Law* law = theorem.law();
  if (law == nullptr || theorem.regularity() != nullptr || law->values.size() < law->period)
    return "";
  const std::string& n = theorem.rule->coordinates[0];
  const auto value_is = [&](const std::string& term) {
    return fmt::format(" The value of {}({}) is {}.", name_with_parameters(*theorem.rule), n, term);
  };
  const bool at_once = law->preperiod == 0;
  if (at_once && law->period == 1 && law->saltus == 1)
    return value_is(law->values[0] == 0 ? n : fmt::format("{} + {}", n, law->values[0]));
  const auto rise =
      std::find_if(law->values.begin(), law->values.end(), [](uint64_t v) { return v != 0; });
  const auto step = static_cast<uint64_t>(rise - law->values.begin());
  bool rises = at_once && law->saltus == 0 && step < law->period;
  for (uint64_t i = 0; rises && i < law->period; ++i) rises = law->values[i] == i / step;
  if (rises)
    return value_is(
        fmt::format("{} % {}{}", n, law->period, step == 1 ? "" : fmt::format(" / {}", step)));
  const uint64_t first = law->preperiod + law->period;
  if (first > kShownValues || law->values.size() < first) return "";
  const auto shown = std::span(law->values).first(first);
  return fmt::format("\nIts first values are {}.", fmt::join(shown, ", "));
}

/// What somebody can do where no law for all positions is known.
std::string next_step(const Theorem& theorem) {
  const Rule& rule = *theorem.rule;
  if (const ProvedSlices* slices = theorem.slices()) {
    return fmt::format(
        "Values are known for {} = 0, …, {}, by the theorem below; `value` and `table` use it.",
        rule.coordinates[slices->coordinate], slices->formulas.size() - 1);
  }
  if (rule.is_alias || rule.arity() == 0) return "";
  const bool is_last_try = theorem.reason().starts_with("play need not end") ||
                           theorem.effort > Theorem::kMostEffort / 10;
  return fmt::format(
      "{}A formula of your own is tested by --formula, and proved where that can be decided.",
      is_last_try ? ""
                  : fmt::format("`prove --effort {}` takes more steps. ", 10 * theorem.effort));
}

std::string remarks(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  std::string text;
  if (theorem.is_proved()) return text;
  if (const Refuted* r = theorem.refutation()) {
    const size_t letters = theorem.letters ? theorem.letters->count : 0;
    std::vector<std::string> own;
    for (size_t i = letters; i < r->position.size(); ++i)
      own.push_back(std::to_string(r->position[i]));
    text = position_with(theorem, game_name(theorem), own);
    for (size_t i = 0; i < letters; ++i)
      text += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", names[i], r->position[i]);
    if (r->true_value.empty()) return fmt::format("It fails at {}: {}.", text, r->flaw);
    const bool is_outcome =
        r->true_value == "won" || r->true_value == "lost" || r->true_value == "drawn";
    return fmt::format("It fails at {}: {} {}, {}.", text,
                       is_outcome ? "that position is" : "the value is", r->true_value,
                       r->claimed.empty() ? "and the formula gives no value"
                                          : "by the formula it is " + r->claimed);
  }
  if (const Conjectured* conjecture = theorem.conjecture()) {
    if (!conjecture->on.empty())
      return wrapped(
          fmt::format("Tested on {}; not proved: {}.", conjecture->on, conjecture->reason));
    text = "Tested on all positions with ";
    for (size_t i = 0; i < names.size(); ++i)
      text += fmt::format("{}{} <= {}", i == 0 ? "" : ", ", names[i], conjecture->tested[i] - 1);
    return fmt::format("{}; not proved: {}.", text, conjecture->reason);
  }
  if (theorem.formula() != nullptr)
    return wrapped(fmt::format("Not decided, and not tested: {}.", theorem.reason()));
  text = fmt::format("No law of {} for all positions is known: {}.", game_name(theorem),
                     theorem.reason());
  if (const std::string step = next_step(theorem); !step.empty()) text += " " + step;
  if (const ProvedSlices* slices = theorem.slices()) text += "\n\n" + slices_text(theorem, *slices);
  return wrapped(text);
}

}  // namespace grundy
