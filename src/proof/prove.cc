#include "proof/prove.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/relation.h"
#include "engine/family/subtract.h"
#include "engine/ordinal/slices.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 100'000'000;          // of isl
constexpr uint64_t kLongestTable = uint64_t{1} << 24;  // of a subtraction game in which a period is looked for

Theorem unknown(const Rule& rule, std::string reason) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.reason = std::move(reason);
  return theorem;
}

Result<Theorem> prove_subtraction(const Rule& rule, SubtractionSet set, Budget& budget) {
  Theorem theorem;
  theorem.rule = &rule;
  theorem.kind = Theorem::Kind::periodic;
  theorem.window = set.numbers.empty() ? 1 : set.numbers.back();
  theorem.all_but = set.all_but;
  SubtractionValues values(std::move(set));
  if (Result<void> computed = values.extend_to(kLongestTable - 1, budget); !computed) {
    if (budget.spent()) return std::move(computed).error();
    return unknown(rule, computed.error().message());
  }
  if (!values.law()) return unknown(rule, fmt::format("no period was found in the first {} values", values.computed()));
  theorem.status = Theorem::Status::proved;
  theorem.law = *values.law();
  return theorem;
}

Result<Theorem> prove_formula(const Rule& rule, Budget& budget) {
  const isl::Context context = isl::make_context(kSteps);
  const auto moves = move_relation(context.get(), rule);
  if (!moves) return unknown(rule, "its moves are not affine, or lead to sums or to other games");
  auto descent = find_descent(*moves);
  if (!descent) return unknown(rule, "no lexicographic order of affine measures was found that every move lowers");
  const auto order = coordinate_order(*descent, rule.arity());
  if (!order) return unknown(rule, "play goes down in a sum of coordinates, not in one after another");
  SlicesLimits limits;
  limits.powers = rule.arity();
  Result<Formula> formula = formula_by_slices(*moves, *order, limits, budget);
  if (!formula) {
    if (budget.spent()) return std::move(formula).error();
    return unknown(rule, formula.error().message());
  }
  Theorem theorem;
  theorem.rule = &rule;
  theorem.status = Theorem::Status::proved;
  theorem.formula = *std::move(formula);
  theorem.descent = *std::move(descent);
  return theorem;
}

std::string position(const Theorem& theorem) {
  return fmt::format("{}({})", theorem.rule->full_name, fmt::join(theorem.rule->coordinates, ", "));
}

}  // namespace

Result<Theorem> prove(const Rule& rule, Budget& budget) {
  if (rule.is_alias) return unknown(rule, "it is another name for a sum");
  if (auto set = subtraction_set(rule)) return prove_subtraction(rule, *std::move(set), budget);
  return prove_formula(rule, budget);
}

std::string statement(const Theorem& theorem) {
  const auto& names = theorem.rule->coordinates;
  if (theorem.kind == Theorem::Kind::periodic) {
    const Law& law = theorem.law;
    const std::string& n = names[0];
    return fmt::format("For all {0} >= {1} the value of {2}({0} + {3}) is that of {2}({0}){4}.", n, law.preperiod,
                       theorem.rule->full_name, law.period, law.saltus == 0 ? "" : fmt::format(" plus {}", law.saltus));
  }
  std::string text =
      fmt::format("For all natural numbers {} the value of {} is", fmt::join(names, ", "), position(theorem));
  const Formula& formula = theorem.formula;
  if (formula.cases.size() == 1 && condition_text(formula, 0, names) == "always")
    return text + " " + value_text(formula.cases[0], names) + ".";
  for (size_t i = 0; i < formula.cases.size(); ++i) {
    text +=
        fmt::format("\n  {}  {} {}", value_text(formula.cases[i], names),
                    condition_text(formula, i, names) == "otherwise" ? "" : "if", condition_text(formula, i, names));
  }
  return text;
}

std::string why_play_ends(const Theorem& theorem) {
  if (theorem.kind == Theorem::Kind::periodic) return "every move lowers " + theorem.rule->coordinates[0];
  return describe(theorem.descent, theorem.rule->coordinates);
}

std::string proof_text(const Theorem& theorem) {
  const Law& law = theorem.law;
  if (theorem.kind == Theorem::Kind::periodic && !theorem.all_but) {
    return fmt::format(
        "Play ends: {}. At most {} stones are taken in a move, so each value is a function of the {} values\n"
        "before it. The values from {} to {} were computed; the {} values from {} on are those from {} on. So all "
        "that\n"
        "follows is repeated.",
        why_play_ends(theorem), theorem.window, theorem.window, 0, law.preperiod + law.period + theorem.window - 1,
        theorem.window, law.preperiod + law.period, law.preperiod);
  }
  if (theorem.kind == Theorem::Kind::periodic) {
    return fmt::format(
        "Play ends: {}. Let D(n) be the number of different values below n; they are 0, …, D(n) - 1. All numbers of\n"
        "stones but some of at most {} may be taken, so that an earlier value is not excluded at n only if all its\n"
        "places are within {} of n; so D(n) - g(n) is a function of the {} such differences before it. These came\n"
        "again after {} places, and {} new values appeared in between.",
        why_play_ends(theorem), theorem.window, theorem.window, theorem.window, law.period, law.saltus);
  }
  return fmt::format(
      "Play ends: {}. So the value is the only function V for which V at each position is the least ordinal\n"
      "that is not V of an option (induction along the measure). The formula is such a function:\n"
      "  1. It has exactly one value at each position.\n"
      "  2. No option of a position has the position's value.\n"
      "  3. Every smaller ordinal is the value of an option.\n"
      "Each of these is a statement of Presburger arithmetic about the {} cases of the formula and the {} lines of\n"
      "the rule: that some set of integer points is empty. isl decided all of them.",
      why_play_ends(theorem), theorem.formula.cases.size(), theorem.rule->moves.size());
}

}  // namespace grundy
