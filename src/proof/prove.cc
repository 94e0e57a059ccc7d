#include "proof/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "engine/family/subtract.h"
#include "engine/heap/heap.h"
#include "engine/heap/moves.h"
#include "proof/automatic.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/claim_text.h"
#include "proof/heap.h"
#include "proof/lost_conditions.h"
#include "proof/outcomes.h"
#include "proof/search.h"
#include "proof/subtraction.h"
#include "proof/system.h"

namespace grundy {
namespace {

/// Why no folder can keep a search for the game's law; empty when one can.
std::string no_folder(const Rule& rule) {
  const auto heap = heap_game(rule);
  if (!heap) return fmt::format("'{}' is not recognised as a take-and-break game", rule.full_name);
  if (subtraction_set(rule) && !heap::simple_moves(heap->code))
    return fmt::format(
        "'{}' is one in which all numbers but some may be taken, whose law is found without",
        rule.full_name);
  return "";
}

/// Periods and formulas of Presburger arithmetic.
Attempt<Theorem> prove_without_automata(const Rule& rule, const ProveOptions& options,
                                        Budget& budget) {
  const auto heap = heap_game(rule);
  if (!options.checkpoint.empty()) {
    if (const std::string why = no_folder(rule); !why.empty())
      return Error::input(fmt::format(
          "--checkpoint keeps the search for a period of a take-and-break game's values; {}", why));
  }
  if (rule.is_alias && !heap) return unknown(rule, "it is another name for a sum");
  if (rule.arity() == 0) return unknown(rule, "it has no coordinates");
  if (auto set = subtraction_set(rule); set && options.checkpoint.empty())
    return prove_subtraction(rule, *std::move(set), budget);
  if (!heap) return prove_formula(rule, options, budget);
  const bool has_theorem = heap::simple_moves(heap->code).has_value();
  const bool may_have_formula = !rule.is_alias && !rule.moves_by_code;
  // Laws with a proof come first: a period of two heaps, else a formula.
  std::optional<Theorem> law;
  if (has_theorem || !may_have_formula) {
    Attempt<Theorem> found = prove_heap(rule, heap->code, options, budget);
    if (!found || found->is_proved() || !may_have_formula) return found;
    law = *std::move(found);
  }
  Attempt<Theorem> formula = prove_formula(rule, options, budget);
  if (!formula || formula->is_proved()) return formula;
  if (!law) {
    Attempt<Theorem> found = prove_heap(rule, heap->code, options, budget);
    if (!found) return found;
    law = *std::move(found);
  }
  const bool nothing =
      formula->status() == Theorem::Status::unknown && formula->slices() == nullptr;
  return law->status() == Theorem::Status::unknown && !nothing ? formula
                                                               : Attempt<Theorem>(*std::move(law));
}

/// "n + 1", "n", "2·(n/3) + 5": of n in a class of remainders, where the law adds `saltus` in each
/// period; `first` is the value less saltus·⌊n/period⌋.
std::string value_in_class(const std::string& n, const Law& law, uint64_t rest, int64_t first) {
  const auto with = [](const std::string& term, int64_t constant) {
    if (constant == 0) return term;
    return fmt::format("{} {} {}", term, constant < 0 ? '-' : '+', std::abs(constant));
  };
  if (law.saltus == 0) return fmt::format("{}", first);
  if (law.saltus == law.period) return with(n, first - static_cast<int64_t>(rest));
  const std::string quotient = fmt::format("({}/{})", n, law.period);
  return with(law.saltus == 1 ? quotient : fmt::format("{}*{}", law.saltus, quotient), first);
}

/// The law of one heap as a formula: the values before the pre-period, then by remainders, those
/// with the commonest value last. Empty when it has too many cases to be read.
std::string formula_text(const Rule& rule, const Law& law) {
  constexpr uint64_t kMostCases = 16;
  if (law.values.size() > 2 * kMostCases) return "";
  const std::string& n = rule.coordinates[0];
  std::map<std::string, std::vector<uint64_t>> classes;  // by value: remainders
  for (uint64_t i = law.preperiod; i < law.values.size(); ++i) {
    const uint64_t rest = i % law.period;
    const auto first =
        static_cast<int64_t>(law.values[i]) - static_cast<int64_t>(law.saltus * (i / law.period));
    classes[value_in_class(n, law, rest, first)].push_back(rest);
  }
  std::string text;
  for (uint64_t i = 0; i < law.preperiod; ++i)
    text += fmt::format("{} = {}: {}; ", n, i, law.values[i]);
  const auto commonest = std::max_element(
      classes.begin(), classes.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  for (auto& [value, rests] : classes) {
    if (value == commonest->first) continue;
    std::sort(rests.begin(), rests.end());
    text += rests.size() == 1 ? fmt::format("{} % {} = {}: {}; ", n, law.period, rests[0], value)
                              : fmt::format("{} % {} in {{{}}}: {}; ", n, law.period,
                                            fmt::join(rests, ", "), value);
  }
  return text + commonest->first;
}

/// A conjecture as a formula of cases; empty where it is none.
std::string formula_text(const Theorem& conjecture) {
  if (const Law* law = conjecture.law()) return formula_text(*conjecture.rule, *law);
  return conjecture.formula() == nullptr ? "" : text_of(*conjecture.formula());
}

/// A conjecture, proved or dropped where automata decide it: that isl gave up, or that no theorem
/// on periods is known, says little of them.
Theorem decided_by_digits(Theorem conjecture, const Budget& budget) {
  const Rule& rule = *conjecture.rule;
  if (conjecture.conjecture() == nullptr || rule.arity() == 0) return conjecture;
  const std::string text = formula_text(conjecture);
  if (text.empty()) return conjecture;
  const Attempt<Claim> claim = read_claim(rule, text);
  if (!claim) return conjecture;
  const Budget part(budget, kDecisionSteps);
  auto decided = decide_by_automata(rule, *claim, {}, part);
  if (!decided) return conjecture;
  if (auto* proof = std::get_if<AutomaticProof>(&*decided)) {
    if (conjecture.law() != nullptr) conjecture.statement = law_as_written(*claim);
    conjecture.standing = Proved{std::move(*proof)};
    return conjecture;
  }
  return unknown(rule, "a formula that fits the values of a box fails beyond it");
}

/// The same law by digits where that has a certificate and the formula has none.
Attempt<Theorem> with_certificate(Theorem formula, Budget& budget) {
  if (certificate_of(formula, budget)) return formula;
  if (budget.spent()) return budget.why();
  Attempt<Theorem> by_digits = prove_automatic(*formula.rule, budget);
  const bool better = by_digits && by_digits->is_proved() && certificate_of(*by_digits, budget);
  if (budget.spent()) return budget.why();
  return better ? *std::move(by_digits) : std::move(formula);
}

/// Conditions where the player with this turn, the last coordinate, loses; the first ones that fit
/// a box.
std::vector<std::string> lost_in_turn(const Rule& rule, const Sample& sample, size_t turn) {
  constexpr size_t kMostTried = 3;
  Sample slice{{sample.size.begin(), sample.size.end() - 1}, 1, {}};
  const auto turns = static_cast<size_t>(sample.size.back());
  for (size_t i = turn; i < sample.values.size(); i += turns)
    slice.values.push_back(sample.values[i]);
  const auto lost = std::count(slice.values.begin(), slice.values.end(), 0);
  if (lost == 0) return {"0 = 1"};
  if (static_cast<size_t>(lost) == slice.values.size()) return {"0 = 0"};
  std::vector<std::string> found =
      lost_conditions({rule.coordinates.begin(), rule.coordinates.end() - 1}, slice);
  if (found.size() > kMostTried) found.resize(kMostTried);
  return found;
}

/// Who wins by a plain condition for each player's turn.
Attempt<std::optional<Theorem>> prove_by_turn(const Rule& rule, Budget& budget) {
  const Attempt<Sample> sample = few_values(rule, budget);
  if (budget.spent()) return budget.why();
  if (!sample || sample->powers != 1 || rule.arity() < 2) return std::optional<Theorem>();
  const std::string& turn = rule.coordinates.back();
  const Attempt<automatic::Domain> domain = read_domain(rule, turn + " <= 1");
  if (!domain) return std::optional<Theorem>();
  for (const std::string& left : lost_in_turn(rule, *sample, 0)) {
    for (const std::string& right : lost_in_turn(rule, *sample, 1)) {
      const std::string lost_if =
          fmt::format("{0} = 0 and ({1}) or {0} = 1 and ({2})", turn, left, right);
      auto proof = proof_of_lost(rule, lost_if, *domain, budget);
      if (!proof) return std::move(proof).error();
      if (*proof)
        return std::optional(Theorem{&rule,
                                     AutomaticStatement{lost_if, std::array{left, right}},
                                     Proved{**std::move(proof)},
                                     {},
                                     domain->text});
    }
  }
  return std::optional<Theorem>();
}

/// Who wins by a plain condition of the coordinates, where automata prove one that fits a box.
Attempt<std::optional<Theorem>> prove_condition(const Rule& rule, Budget& budget) {
  const Attempt<Sample> sample = few_values(rule, budget);
  if (budget.spent()) return budget.why();
  if (!sample || sample->powers != 1) return std::optional<Theorem>();
  for (const std::string& text : lost_conditions(rule.coordinates, *sample)) {
    auto proof = proof_of_lost(rule, text, {}, budget);
    if (!proof) return std::move(proof).error();
    if (*proof)
      return std::optional(Theorem{&rule, AutomaticStatement{text}, Proved{**std::move(proof)}});
  }
  return std::optional<Theorem>();
}

/// "n" for a law that says that each value is the one before it and 1 more.
std::optional<Theorem> as_plain_formula(const Theorem& proved, const ProveOptions& options,
                                        Budget& budget) {
  const Law* law = proved.law();
  const bool is_plain = law != nullptr && law->period == 1 && law->saltus == 1 &&
                        law->preperiod == 0 && options.checkpoint.empty() && !proved.rule->is_alias;
  if (!is_plain) return std::nullopt;
  auto theorem = prove_formula(*proved.rule, options, budget);
  return theorem && theorem->is_proved() ? std::optional(*std::move(theorem)) : std::nullopt;
}

}  // namespace

Attempt<Theorem> prove(const Rule& rule, const ProveOptions& options, Budget& budget) {
  if (!options.where.empty()) {
    auto domain = read_domain(rule, options.where);
    return domain ? prove_automatic(rule, budget, *domain, options.outcomes)
                  : Attempt<Theorem>(std::move(domain).error());
  }
  if (options.outcomes) {
    Attempt<std::optional<Theorem>> condition =
        options.sides ? prove_by_turn(rule, budget) : prove_condition(rule, budget);
    if (!condition) return std::move(condition).error();
    return *condition ? **std::move(condition) : prove_automatic(rule, budget, {}, true);
  }
  Attempt<Theorem> law = prove_without_automata(rule, options, budget);
  if (law && law->is_proved()) {
    if (auto plain = as_plain_formula(*law, options, budget)) return *std::move(plain);
  }
  if (law && options.certified && law->is_proved() && law->proof<FormulaProof>() != nullptr)
    return with_certificate(*std::move(law), budget);
  if (!law || law->is_proved() || law->slices() != nullptr || !options.checkpoint.empty())
    return law;
  if (law->conjecture() != nullptr && law->formula() != nullptr) {
    auto proof = prove_in_system(rule, *law->formula(), nullptr, budget);
    if (!proof) return std::move(proof).error();
    if (*proof) {
      law->standing = Proved{**std::move(proof)};
      return law;
    }
  }
  if (rule.is_alias || rule.code || rule.arity() == 0) return law;
  law = decided_by_digits(*std::move(law), budget);
  if (budget.spent()) return budget.why();
  if (law->is_proved()) return law;
  Attempt<Theorem> by_digits = prove_automatic(rule, budget);
  if (!by_digits || by_digits->is_proved()) return by_digits;
  Attempt<std::optional<Theorem>> condition = prove_condition(rule, budget);
  if (!condition) return std::move(condition).error();
  if (*condition) return **std::move(condition);
  condition = prove_lost_in_system(rule, std::nullopt, budget);
  if (!condition) return std::move(condition).error();
  if (*condition) return **std::move(condition);
  Attempt<std::optional<Theorem>> outcomes = prove_outcomes(rule, budget);
  if (!outcomes) return std::move(outcomes).error();
  return *outcomes ? **std::move(outcomes) : std::move(law);
}

}  // namespace grundy
