#include "proof/theorem_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "proof/automatic_text.h"
#include "rule/name.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kColumns = 100;

/// The game as it is called in the theorem.
std::string game_name(const Theorem& theorem) {
  return theorem.letters ? theorem.letters->game : name_with_parameters(*theorem.rule);
}

/// The coordinates of its positions.
std::vector<std::string> own_coordinates(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  return {names.begin() + static_cast<std::ptrdiff_t>(theorem.letters ? theorem.letters->count : 0), names.end()};
}

/// "g(1, 2)", with brackets where lists are written: "g([1, 2])".
std::string position_with(const Theorem& theorem, const std::string& game, const std::vector<std::string>& numbers) {
  std::string text;
  auto next = numbers.begin();
  for (const std::optional<size_t>& list : theorem.brackets) {
    const auto end = next + static_cast<std::ptrdiff_t>(list.value_or(1));
    const std::string part = fmt::format("{}", fmt::join(next, end, ", "));
    text += (text.empty() ? "" : ", ") + (list ? "[" + part + "]" : part);
    next = end;
  }
  return fmt::format("{}({})", game, theorem.brackets.empty() ? fmt::format("{}", fmt::join(numbers, ", ")) : text);
}

std::string position(const Theorem& theorem) {
  return position_with(theorem, game_name(theorem), own_coordinates(theorem));
}

/// " with k >= 1": of which positions, or letters, the theorem speaks.
std::string domain_phrase(const Theorem& theorem) {
  const std::string& domain = theorem.letters ? theorem.letters->domain : theorem.where;
  return domain.empty() ? "" : " with " + domain;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (std::string_view("%_&#{}$").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

/// The domain in mathematical mode.
std::string latex_domain(const Theorem& theorem) {
  std::string text = theorem.letters ? theorem.letters->domain : theorem.where;
  replace_all(text, "%", "\\bmod");
  replace_all(text, "<=", "\\le");
  replace_all(text, ">=", "\\ge");
  replace_all(text, "!=", "\\ne");
  replace_all(text, "*", " \\cdot ");
  replace_all(text, " and ", " \\text{ and } ");
  return text;
}

/// Lines of at most kColumns columns, broken between words. Further lines are indented like their paragraph, or behind
/// the number of their item.
std::string wrapped(const std::string& text) {
  std::string result;
  for (size_t from = 0; from <= text.size();) {
    const size_t to = std::min(text.find('\n', from), text.size());
    const std::string paragraph = text.substr(from, to - from);
    from = to + 1;
    if (!result.empty()) result += '\n';
    const size_t blanks = std::min(paragraph.find_first_not_of(' '), paragraph.size());
    const bool item = paragraph.size() > blanks + 2 && paragraph.compare(blanks + 1, 2, ". ") == 0;
    size_t column = 0;
    for (size_t at = 0; at < paragraph.size();) {
      const size_t end = std::min(paragraph.find(' ', std::max(at, blanks)), paragraph.size());
      const std::string word = paragraph.substr(at, end - at);
      const size_t width = text_width(word);
      if (column > 0 && column + 1 + width > kColumns) {
        result += '\n' + std::string(blanks + (item ? 3 : 0), ' ');
        column = blanks + (item ? 3 : 0);
      } else if (column > 0) {
        result += ' ';
        ++column;
      }
      result += word;
      column += width;
      at = end + 1;
    }
  }
  return result;
}

std::string times(size_t count, const char* noun) { return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s"); }

/// Writes the proof of one theorem, one line for each paragraph.
class ProofWriter {
 public:
  ProofWriter(const Theorem& theorem, Notation notation) : theorem_(theorem), notation_(notation) {}

  std::string write() const {
    return std::visit([this](const auto& proof) { return text(proof); }, std::get<Proved>(theorem_.standing).proof);
  }

 private:
  std::string math(std::string text) const {
    if (notation_ == Notation::text) return text;
    replace_all(text, "…", "\\dots");
    replace_all(text, "·", " \\cdot ");
    replace_all(text, "⊕", "\\oplus");
    return "$" + text + "$";
  }
  std::string number(uint64_t n) const { return math(std::to_string(n)); }

  /// Why play ends.
  std::string ends() const {
    if (notation_ == Notation::text) return why_play_ends(theorem_);
    if (theorem_.proof<SubtractionProof>() != nullptr) return "every move lowers $" + latex_names(theorem_)[0] + "$";
    const auto* formula = theorem_.proof<FormulaProof>();
    const auto* with_letters = theorem_.proof<ParametricProof>();
    const Descent* descent = formula != nullptr        ? &formula->descent
                             : with_letters != nullptr ? &with_letters->descent
                                                       : nullptr;
    if (descent == nullptr || descent->measures.empty()) return why_play_ends(theorem_);
    std::string text = describe(*descent, latex_names(theorem_));
    const std::string_view before = "every move lowers ";
    const std::string_view after = " lexicographically";
    replace_all(text, "·", " \\cdot ");
    text.insert(text.ends_with(after) ? text.size() - after.size() : text.size(), "$");
    text.insert(before.size(), "$");
    return text;
  }

  std::string text(const ParametricProof& /*proof*/) const {
    const bool latex = notation_ == Notation::latex;
    const auto item = [&](int number, const char* text) {
      return latex ? fmt::format("  \\item {}\n", text) : fmt::format("  {}. {}\n", number, text);
    };
    return fmt::format(
               "Play ends: {0}. So the value is the only function {1} for which {1} at each position is the least "
               "number that is not {1} of an option (induction along the measure). The formula is such a function:\n",
               ends(), math("V")) +
           (latex ? "\\begin{enumerate}\n" : "") + item(1, "It has exactly one value at each position.") +
           item(2, "No option of a position has the position's value.") +
           item(3, "Every smaller number is the value of an option.") + (latex ? "\\end{enumerate}\n" : "") +
           fmt::format(
               "A number that is divided by a sum of letters is a multiple of that sum plus a remainder. Multiples of "
               "one sum are equal, or differ by it, or by more; so each statement is linear in the letters, the "
               "multiples, the quotients and the remainders: that some sets of integer points are empty. isl decided "
               "this for the {} of the formula and the {} of the rule.",
               times(theorem_.formula()->cases.size(), "case"), times(theorem_.rule->moves.size(), "line"));
  }

  std::string text(const OutcomeProof& /*proof*/) const {
    const bool latex = notation_ == Notation::latex;
    const auto item = [&](int number, const char* text) {
      return latex ? fmt::format("  \\item {}\n", text) : fmt::format("  {}. {}\n", number, text);
    };
    return fmt::format(
               "Play need not end. Each position has exactly one outcome, and those that are won or lost a natural "
               "number, the law's number of moves, as their counter {}:\n",
               math("c")) +
           (latex ? "\\begin{enumerate}\n" : "") +
           item(1, "Every move from a lost position leads to a won one with a smaller counter.") +
           item(2, "From every won position a move leads to a lost one with a smaller counter.") +
           item(3, "From every drawn position a move leads to a drawn one, and none to a lost one.") +
           (latex ? "\\end{enumerate}\n" : "") +
           fmt::format(
               "So who makes the moves of 2 from a won position lowers the counter with every move of either player, "
               "until the other player can't move: after at most {} moves. From a drawn position both players can stay "
               "on drawn ones for ever, and who leaves them loses. Each of these is a statement of Presburger "
               "arithmetic "
               "about the {} of the law and the {} of the rule: that some set of integer points is empty. isl decided "
               "all "
               "of them.",
               math("c"), times(theorem_.outcomes()->cases.size(), "case"), times(theorem_.rule->moves.size(), "line"));
  }

  std::string text(const AutomaticProof& proof) const {
    const bool values = proof.law.kind != automatic::LawKind::losing;
    const bool latex = notation_ == Notation::latex;
    const auto item = [&](int number, const char* text) {
      return latex ? fmt::format("  \\item {}\n", text) : fmt::format("  {}. {}\n", number, text);
    };
    std::string result = fmt::format("Play ends: {}. ", ends());
    if (!proof.domain.conditions.empty()) result += "No move leads out of these positions. ";
    if (values) {
      result += fmt::format(
          "So the value is the only function {0} for which {0} at each position is the least number that is not {0} of "
          "an option (induction along the measure). The law is such a function:\n",
          math("V"));
      result += (latex ? "\\begin{enumerate}\n" : "") + item(1, "It has exactly one value at each position.") +
                item(2, "No option of a position has the position's value.") +
                item(3, "Every smaller number is the value of an option.") + (latex ? "\\end{enumerate}\n" : "");
    } else {
      result += fmt::format(
          "So the positions that are lost for the mover are the only set {} with these properties (induction along the "
          "measure):\n",
          math("P"));
      result += (latex ? "\\begin{enumerate}\n" : "") + item(1, "No move leads from a position of it to another one.") +
                item(2, "From every other position a move leads to it.") + (latex ? "\\end{enumerate}\n" : "");
    }
    return result + fmt::format(
                        "Numbers are read in {}, the most significant digit first. The law is what an automaton of {} "
                        "accepts, and automata accept the moves of the {} of the rule; so each statement is that an "
                        "automaton made of these by products and projections accepts nothing (Büchi 1960; Bruyère and "
                        "Hansel 1997). All of them were made.",
                        numeration_text(proof.law.numeration), times(proof.law.live_count(), "state"),
                        times(theorem_.rule->moves.size(), "line"));
  }

  std::string text(const StationsProof& proof) const {
    const auto& period = std::get<LongPeriod>(theorem_.statement);
    return fmt::format(
        "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken and at most two heaps "
        "are left. From a place on each value is a function of a window of values before it (doc/heap.md). The window "
        "came again after {} places, and the last place where a value and the one {} places on differ is {}.",
        ends(), proof.code.text(), number(proof.code.after.size()), number(period.period), number(period.period),
        number(period.preperiod - 1));
  }

  std::string text(const ThreeHeapsProof& proof) const {
    const Law& law = *theorem_.law();
    const uint64_t taken = proof.code.after.size();
    if (law.saltus == 0) {
      return fmt::format(
          "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken and at most three "
          "heaps are left, the largest of which has at least a third of them. As in the theorem of Guy and Smith "
          "(1956) a period {} from {} on holds for ever when it does so among the first {} values (doc/heap.md). These "
          "were computed from the definition, and it does.",
          ends(), proof.code.text(), number(taken), number(law.period), number(law.preperiod), number(proof.values));
    }
    return fmt::format(
        "Play ends: {}. The moves are those of the take-and-break code {}: at most {} are taken and at most three "
        "heaps are left. The first {} values were computed from the definition, and the law holds among them. Two "
        "equal heaps beside a third one have its value, by which all values below that of a position are reached; and "
        "the residues modulo {} of heaps that may be left tell that none of its options has its own value. Both are "
        "finitely many comparisons (doc/heap.md), which were made.",
        ends(), proof.code.text(), number(taken), number(proof.values), number(proof.turns * law.period));
  }

  std::string text(const TwoHeapsProof& proof) const {
    const Law& law = *theorem_.law();
    const uint64_t taken = proof.code.after.size();
    const uint64_t periods = (proof.values - 1 - taken - 2 * law.preperiod) / law.period;
    return fmt::format(
        "Play ends: {0}. The moves are those of the take-and-break code {1}: at most {2} are taken and at most two "
        "heaps are left. By the theorem of Guy and Smith (1956){6} a period {3} from {4} on holds for ever when it "
        "holds as far as both values are among the first {7} = {5}. These were computed from the definition, and it "
        "does.",
        ends(), proof.code.text(), number(taken), number(law.period), number(law.preperiod), number(proof.values),
        periods == 2 ? "" : ", in the form for heaps that must be different or equal,",
        math(fmt::format("2·{} + {}·{} + {} + 1", law.preperiod, periods, law.period, taken)));
  }

  std::string text(const SubtractionProof& proof) const {
    const Law& law = *theorem_.law();
    if (!proof.all_but) {
      return fmt::format(
          "Play ends: {0}. At most {1} are taken in a move, so each value is a function of the {2} before it. The "
          "values from {3} to {4} were computed; the {2} from {5} on are those from {6} on. So all that follows is "
          "repeated.",
          ends(), times(proof.window, "stone"), times(proof.window, "value"), math("0"),
          number(law.preperiod + law.period + proof.window - 1), number(law.preperiod + law.period),
          number(law.preperiod));
    }
    return fmt::format(
        "Play ends: {0}. Let {1} be the number of different values below {2}; they are {3}. All numbers of stones but "
        "some of at most {4} may be taken, so that an earlier value is not excluded at {2} only if all its places are "
        "within {4} of {2}; so {5} is a function of {8} before it. {9} again after {6}, and {7} appeared in between.",
        ends(), math("D(n)"), math("n"), math("0, …, D(n) - 1"), number(proof.window), math("D(n) - g(n)"),
        times(law.period, "place"), times(law.saltus, "new value"),
        proof.window == 1 ? "the one such difference" : fmt::format("the {} such differences", number(proof.window)),
        proof.window == 1 ? "It came" : "These came");
  }

  std::string text(const FormulaProof& proof) const {
    std::string sums;
    if (proof.sums) {
      sums = fmt::format(
          "The value of a sum is the nim-sum of the values of its parts (Sprague, Grundy). The formula has finitely "
          "many values only; so a sum of two parts has the value {0} when for some {1} the one has the value {1} and "
          "the other {2}, and sums of more parts likewise.\n",
          math("x"), math("u"), math("u ⊕ x"));
    }
    const bool latex = notation_ == Notation::latex;
    const auto item = [&](int number, const char* text) {
      return latex ? fmt::format("  \\item {}\n", text) : fmt::format("  {}. {}\n", number, text);
    };
    return fmt::format(
               "Play ends: {0}{1}. So the value is the only function {2} for which {2} at each position is the least "
               "ordinal that is not {2} of an option (induction along the measure). The formula is such a function:\n",
               ends(), proof.sums && !proof.descent.measures.empty() ? " in each part" : "", math("V")) +
           (latex ? "\\begin{enumerate}\n" : "") + item(1, "It has exactly one value at each position.") +
           item(2, "No option of a position has the position's value.") +
           item(3, "Every smaller ordinal is the value of an option.") + (latex ? "\\end{enumerate}\n" : "") + sums +
           fmt::format(
               "Each of these is a statement of Presburger arithmetic about the {} of the formula and the {} of the "
               "rule: that some set of integer points is empty. isl decided all of them.",
               times(theorem_.formula()->cases.size(), "case"), times(theorem_.rule->moves.size(), "line"));
  }

  const Theorem& theorem_;
  Notation notation_;
};

/// The family of theorems about single slices, with its proof.
std::string slices_text(const Theorem& theorem, const ProvedSlices& slices) {
  const std::string& name = theorem.rule->coordinates[slices.coordinate];
  const size_t last = slices.formulas.size() - 1;
  std::string text = fmt::format("Theorem. The value of {} is, for {} = 0{}, by the first condition that holds,",
                                 position(theorem), name, last == 0 ? "" : fmt::format(", …, {}", last));
  for (size_t at = 0; at <= last; ++at) {
    const std::string front = fmt::format("\n  {} = {}:", name, at);
    bool first = true;
    for (const auto& [condition, value] : stated(*theorem.rule, slices.formulas[at])) {
      const bool plain = condition == "always" || condition == "otherwise";
      const bool only = condition == "always";
      text += (first ? front : "\n" + std::string(front.size() - 1, ' ')) + fmt::format("  {}{}", value,
                                                                                        only    ? ""
                                                                                        : plain ? "  otherwise"
                                                                                                : "  if " + condition);
      first = false;
    }
  }
  text += fmt::format(
      "\n\nProof. Play ends: {}. Slice after slice, with the values of the slices before it known for ever: the "
      "formula "
      "has exactly one value at each position of the slice, no option has its position's value, and every smaller "
      "ordinal "
      "is the value of an option. isl decided each of these statements of Presburger arithmetic.",
      why_play_ends(theorem));
  return text;
}

constexpr size_t kShownStates = 12;

/// What the automaton says, with its states when they are few.
std::string automatic_statement(const Theorem& theorem) {
  const std::string names = fmt::format("{}", fmt::join(theorem.rule->coordinates, ", "));
  const std::string all = fmt::format("For all natural numbers {}{}", names, domain_phrase(theorem));
  if (const auto& lost_if = std::get<AutomaticStatement>(theorem.statement).lost_if; !lost_if.empty())
    return fmt::format("{} the position {} is lost for the mover exactly if {}.", all, position(theorem), lost_if);
  const automatic::AutomaticLaw& law = theorem.proof<AutomaticProof>()->law;
  const std::string system = numeration_text(law.numeration);
  const std::string count = times(law.live_count(), "state");
  std::string text =
      law.kind == automatic::LawKind::losing
          ? fmt::format(
                "{} the position {} is lost for the mover exactly if an automaton of {} accepts ({}), read in {}, the "
                "most significant digit first.",
                all, position(theorem), count, names, system)
          : fmt::format(
                "{} the value of {} is the number v for which an automaton of {} accepts ({}, {}), read in {}, the "
                "most significant digit first.",
                all, position(theorem), count, names, law.kind == automatic::LawKind::powers ? "2^v" : "v", system);
  text = wrapped("Theorem. " + text).substr(std::string_view("Theorem. ").size());
  if (law.live_count() > kShownStates) return text + "\n(`--dot` or `--json` shows its states.)";
  std::string states = states_text(law);
  states.pop_back();
  return text + "\nIts states, the first one first, with the digits that lead to others:\n" + states;
}

/// "the player to move wins (N) in at most n + 1 moves".
std::string outcome_words(const OutcomeLaw::StatedOutcome& one, bool latex) {
  if (one.outcome == Outcome::D) return "neither player can force an end (D)";
  const bool single = one.moves == "1";
  return fmt::format("the player to move {} in {} move{}", one.outcome == Outcome::P ? "loses (P)" : "wins (N)",
                     one.moves == "0" || single ? one.moves
                     : latex                    ? "at most $" + one.moves + "$"
                                                : "at most " + one.moves,
                     single ? "" : "s");
}

/// Who wins where, a line for each case.
std::string outcome_statement(const Theorem& theorem, const OutcomeLaw& law) {
  std::string text =
      fmt::format("For all natural numbers {} at {}", fmt::join(theorem.rule->coordinates, ", "), position(theorem));
  if (law.cases.size() == 1) return text + " " + outcome_words(law.cases[0], false) + ".";
  if (law.cases.size() > 2) text += ", by the first condition that holds,";
  for (const OutcomeLaw::StatedOutcome& one : law.cases)
    text += fmt::format("\n  {}{}:  {}", one.condition == "otherwise" ? "" : "if ", one.condition,
                        outcome_words(one, false));
  return text;
}

/// The same for a paper, without the environment.
std::string latex_outcomes(const OutcomeLaw& law, const std::string& names, const std::string& position) {
  std::string text = fmt::format("For all natural numbers ${}$ at ${}$", names, position);
  if (law.latex.size() == 1) return text + " " + outcome_words(law.latex[0], true) + ".\n";
  text += law.latex.size() > 2 ? ", by the first condition that holds,\n" : "\n";
  text += "\\begin{itemize}\n";
  for (const OutcomeLaw::StatedOutcome& one : law.latex) {
    const bool otherwise = one.condition == "\\text{otherwise}";
    text += fmt::format("  \\item {}{}: {};\n", otherwise ? "" : "if ",
                        otherwise ? "otherwise" : "$" + one.condition + "$", outcome_words(one, true));
  }
  text.replace(text.size() - 2, 1, ".");
  return text + "\\end{itemize}\n";
}

}  // namespace

std::string statement(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (const auto law = recurrence(theorem.statement)) {
    const heap::Regularity* regularity = theorem.regularity();
    const std::string but =
        regularity == nullptr ? "" : ", but " + heap::describe(*regularity, name_with_parameters(*theorem.rule));
    return fmt::format("For all {0} >= {1} the value of {2}({0} + {3}) is that of {2}({0}){4}{5}.", names[0],
                       law->preperiod, name_with_parameters(*theorem.rule), law->period,
                       law->saltus == 0 ? "" : fmt::format(" plus {}", law->saltus), but);
  }
  if (std::holds_alternative<AutomaticStatement>(theorem.statement)) return automatic_statement(theorem);
  if (const OutcomeLaw* law = theorem.outcomes()) return outcome_statement(theorem, *law);
  if (std::holds_alternative<ClosedStatement>(theorem.statement))
    return fmt::format("Every move from a position {}{} leads to such a position.", position(theorem),
                       domain_phrase(theorem));
  std::string text = fmt::format("For all natural numbers {}{} the value of {} is", fmt::join(names, ", "),
                                 domain_phrase(theorem), position(theorem));
  const auto& cases = theorem.formula()->cases;
  if (cases.size() == 1 && cases[0].condition == "always") return text + " " + cases[0].value + ".";
  if (cases.size() > 2) text += ", by the first condition that holds,";
  for (const auto& [condition, value] : cases)
    text += fmt::format("\n  {}  {}{}", value, condition == "otherwise" ? "" : "if ", condition);
  return text;
}

std::string why_play_ends(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (const ProvedSlices* slices = theorem.slices()) return describe(slices->descent, names);
  if (theorem.proof<SubtractionProof>() != nullptr) return "every move lowers " + names[0];
  if (const auto* proof = theorem.proof<AutomaticProof>()) return automatic::describe(proof->measures, names);
  if (const auto* proof = theorem.proof<ParametricProof>()) return describe(proof->descent, names);
  if (theorem.outcomes() != nullptr) return "it need not; on the way to a win every move lowers a counter";
  const auto* formula = theorem.proof<FormulaProof>();
  if (formula == nullptr) return "every move leaves smaller heaps";
  if (formula->sums && formula->descent.measures.empty()) return "every move ends the game";
  return describe(formula->descent, names);
}

std::string proof_text(const Theorem& theorem) {
  return wrapped("Proof. " + ProofWriter(theorem, Notation::text).write());
}

/// What somebody can do where no law for all positions is known.
std::string next_step(const Theorem& theorem) {
  const Rule& rule = *theorem.rule;
  if (const ProvedSlices* slices = theorem.slices()) {
    return fmt::format("Values are known for {} = 0, …, {}, by the theorem below; `value` and `table` use it.",
                       rule.coordinates[slices->coordinate], slices->formulas.size() - 1);
  }
  if (rule.is_alias || rule.arity() == 0) return "";
  return "A formula of your own is tested by --formula, and proved where that can be decided.";
}

std::string remarks(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  std::string text;
  if (theorem.is_proved()) return text;
  if (const Refuted* r = theorem.refutation()) {
    const size_t letters = theorem.letters ? theorem.letters->count : 0;
    std::vector<std::string> own;
    for (size_t i = letters; i < r->position.size(); ++i) own.push_back(std::to_string(r->position[i]));
    text = position_with(theorem, game_name(theorem), own);
    for (size_t i = 0; i < letters; ++i)
      text += fmt::format("{}{} = {}", i == 0 ? " with " : ", ", names[i], r->position[i]);
    if (r->true_value.empty()) return fmt::format("It fails at {}: {}.", text, r->flaw);
    return fmt::format("It fails at {}: {}, {}.", text, r->true_value,
                       r->claimed.empty() ? "and the formula gives no value" : "by the formula " + r->claimed);
  }
  if (const Conjectured* conjecture = theorem.conjecture()) {
    text = "Tested on all positions with ";
    for (size_t i = 0; i < names.size(); ++i)
      text += fmt::format("{}{} <= {}", i == 0 ? "" : ", ", names[i], conjecture->tested[i] - 1);
    return fmt::format("{}; not proved: {}.", text, conjecture->reason);
  }
  if (theorem.formula() != nullptr) return wrapped(fmt::format("Not decided, and not tested: {}.", theorem.reason()));
  text = fmt::format("No law of {} for all positions is known: {}.", game_name(theorem), theorem.reason());
  if (const std::string step = next_step(theorem); !step.empty()) text += " " + step;
  if (const ProvedSlices* slices = theorem.slices()) text += "\n\n" + slices_text(theorem, *slices);
  return wrapped(text);
}

std::string latex_statement(const Theorem& theorem) {
  const std::vector<std::string> names = latex_names(theorem);
  const std::string math_names = fmt::format("{}", fmt::join(names, ", "));
  const std::string game = "\\operatorname{" + escaped(game_name(theorem)) + "}";
  const std::string here = position_with(
      theorem, game,
      {names.begin() + static_cast<std::ptrdiff_t>(theorem.letters ? theorem.letters->count : 0), names.end()});
  const std::string domain = domain_phrase(theorem).empty() ? "" : fmt::format(" with ${}$", latex_domain(theorem));
  const char* environment = theorem.is_proved() ? "theorem" : "conjecture";
  std::string text = fmt::format("\\begin{{{}}}\n", environment);
  if (const auto law = recurrence(theorem.statement)) {
    text += fmt::format(
        "For all ${0} \\ge {1}$ the Grundy value $g$ of ${2}({0})$ satisfies $g({0} + {3}) = g({0}){4}$.\n", math_names,
        law->preperiod, game, law->period, law->saltus == 0 ? "" : fmt::format(" + {}", law->saltus));
  } else if (const auto* by_digits = std::get_if<AutomaticStatement>(&theorem.statement)) {
    text += fmt::format("For all natural numbers ${}${} the ", math_names, domain);
    const auto* proof = theorem.proof<AutomaticProof>();
    if (!by_digits->lost_if.empty() || proof == nullptr) {
      text += fmt::format("position ${}$ is lost for the mover exactly if \\texttt{{{}}}.\n", here,
                          escaped(by_digits->lost_if));
    } else {
      const char* form = proof->law.kind == automatic::LawKind::losing
                             ? "position ${0}$ is lost for the mover exactly if this automaton accepts $({1})$"
                         : proof->law.kind == automatic::LawKind::values
                             ? "Grundy value of ${0}$ is the number $v$ for which this automaton accepts $({1}, v)$"
                             : "Grundy value of ${0}$ is the number $v$ for which this automaton accepts $({1}, 2^v)$";
      text += fmt::format(fmt::runtime(form), here, math_names);
      text += fmt::format(", read in {}, the most significant digit first.\n\\begin{{verbatim}}\n{}\\end{{verbatim}}\n",
                          numeration_text(proof->law.numeration), states_text(proof->law));
    }
  } else if (const OutcomeLaw* outcomes = theorem.outcomes()) {
    text += latex_outcomes(*outcomes, math_names, here);
  } else {
    text += fmt::format("For all natural numbers ${}${} the Grundy value of ${}$ is", math_names, domain, here);
    const std::vector<StatedCase>& cases = theorem.formula()->latex;
    if (cases.size() == 1) {
      text += fmt::format(" ${}$.\n", cases[0].value);
    } else {
      text += cases.size() > 2 ? ", by the first condition that holds,\n" : "\n";
      text += "\\[\n  \\begin{cases}\n";
      for (const auto& [condition, value] : cases) {
        const bool otherwise = condition == "\\text{otherwise}";
        text += fmt::format("    {} & {}{} \\\\\n", value, otherwise ? "" : "\\text{if } ", condition);
      }
      text += "  \\end{cases}\n\\]\n";
    }
  }
  return text + fmt::format("\\end{{{}}}\n", environment);
}

std::vector<std::string> latex_names(const Theorem& theorem) {
  std::vector<std::string> result;
  for (const std::string& name : theorem.rule->coordinates)
    result.push_back(name.size() == 1 ? name : "\\mathrm{" + escaped(name) + "}");
  return result;
}

namespace {

/// A printed rule whose long lines go on below, before their binders and conditions.
std::string with_short_lines(const std::string& rule) {
  constexpr size_t kColumnsOfPaper = 64;
  std::string result;
  for (std::string line : lines_of(rule)) {
    if (text_width(line) > kColumnsOfPaper) {
      replace_all(line, "  for ", "\n       for ");
      replace_all(line, "  if ", "\n       if ");
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace

std::string latex_game(const Theorem& theorem) {
  const Rule& rule = *theorem.rule;
  const std::string written = rule.moves_by_code && rule.code ? fmt::format("game heap({0}) = code[{1}]({0})\n",
                                                                            rule.coordinates[0], rule.code->text())
                                                              : rule_with_parameters(rule);
  return fmt::format(
      "\\paragraph{{The game.}} The positions of $\\operatorname{{{}}}$ are natural numbers ${}$, and its "
      "moves are\n\\begin{{verbatim}}\n{}\\end{{verbatim}}\n",
      escaped(name_with_parameters(rule)), fmt::join(latex_names(theorem), ", "), with_short_lines(written));
}

std::string latex(const Theorem& theorem) {
  if (!theorem.is_proved()) return latex_statement(theorem);
  return latex_statement(theorem) + "\\begin{proof}\n" + ProofWriter(theorem, Notation::latex).write() +
         "\n\\end{proof}\n";
}

}  // namespace grundy
