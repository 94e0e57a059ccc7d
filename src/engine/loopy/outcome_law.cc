#include "engine/loopy/outcome_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/loopy/box_graph.h"
#include "engine/ordinal/guess.h"

namespace grundy {
namespace {

constexpr size_t kOutcomeCases = 16;
constexpr uint64_t kOutcomeGuessSteps = 20'000'000;

/// The formula's cases, those whose outcome is a function of the position taken apart by it.
Formula with_one_outcome_a_case(const Formula& formula) {
  Formula result{formula.arity, formula.powers, {}};
  const auto is_constant = [](const AffineValue& v) {
    return std::all_of(v.coefficients.begin(), v.coefficients.end(),
                       [](int64_t c) { return c == 0; });
  };
  for (const Case& one : formula.cases) {
    if (is_constant(one.value[0])) {
      result.cases.push_back(one);
      result.cases.back().value[0] = {std::vector<int64_t>(formula.arity, 0),
                                      one.value[0].at(std::vector<int64_t>(formula.arity, 0)), 1,
                                      0};
      continue;
    }
    for (const Case& plain : by_residues({formula.arity, formula.powers, {one}}).cases) {
      for (int64_t outcome = 0; outcome <= 2; ++outcome) {
        Case part = plain;
        const AffineValue& value = plain.value[0];
        // value.divisor·outcome <= Σ coefficients·coordinates + constant < value.divisor·(outcome +
        // 1).
        if (!is_constant(value)) {
          part.conditions.push_back({value.coefficients, value.constant - value.divisor * outcome});
          HalfSpace less{value.coefficients, value.divisor * (outcome + 1) - 1 - value.constant};
          for (int64_t& c : less.coefficients) c = -c;
          part.conditions.push_back(std::move(less));
        } else if (value.at(std::vector<int64_t>(formula.arity, 0)) != outcome) {
          continue;
        }
        part.value[0] = {std::vector<int64_t>(formula.arity, 0), outcome, 1, 0};
        result.cases.push_back(std::move(part));
      }
    }
  }
  return result;
}

/// The same on the sample, with fewer cases and conditions, and constant counters where they are.
Formula simplified(Formula formula, const Sample& sample) {
  for (Case& one : formula.cases) {
    if (one.value[0].constant == outcome_number(Outcome::D))
      one.value[1] = {std::vector<int64_t>(formula.arity, 0), 0, 1, 0};
  }
  const auto better = [&](Formula changed) {
    if (disagreement(changed, sample)) return false;
    formula = std::move(changed);
    return true;
  };
  for (size_t i = formula.cases.size(); i-- > 0;) {
    Formula without = formula;
    without.cases.erase(without.cases.begin() + static_cast<std::ptrdiff_t>(i));
    if (better(std::move(without))) continue;
    for (size_t j = formula.cases[i].conditions.size(); j-- > 0;) {
      Formula changed = formula;
      std::vector<HalfSpace>& conditions = changed.cases[i].conditions;
      conditions.erase(conditions.begin() + static_cast<std::ptrdiff_t>(j));
      better(std::move(changed));
    }
    Formula plain = formula;
    AffineValue& counter = plain.cases[i].value[1];
    std::optional<int64_t> first;
    for_each_point(sample.size, [&](size_t /*index*/, const std::vector<int64_t>& point) {
      const auto at = std::find_if(plain.cases.begin(), plain.cases.end(),
                                   [&](const Case& c) { return c.holds(point); });
      if (at != plain.cases.begin() + static_cast<std::ptrdiff_t>(i)) return true;
      first = counter.at(point);
      return false;
    });
    counter = {std::vector<int64_t>(formula.arity, 0), first.value_or(0), 1, 0};
    better(std::move(plain));
  }
  return formula;
}

/// Whether the set is empty; nothing when isl gave up.
std::optional<bool> is_empty(isl_set* set) {
  const isl::Set owned(set);
  const isl_bool empty = isl_set_is_empty(owned.keep());
  if (empty == isl_bool_error) return std::nullopt;
  return empty == isl_bool_true;
}

}  // namespace

Attempt<Sample> labelled_outcomes(const Rule& rule, const std::vector<int64_t>& sides,
                                  const std::vector<int64_t>& part, Budget& budget) {
  const Attempt<BoxGraph> graph = box_graph(rule, sides, budget);
  if (!graph) return graph.error();
  const auto labels = LoopyLabels::outcomes_of(graph->arcs(), Play::normal, budget);
  if (!labels) return labels.error();
  Sample sample{part, 2, {}};
  for_each_point(part, [&](size_t /*index*/, const std::vector<int64_t>& point) {
    const uint32_t v = graph->cells.cell(point);
    sample.values.push_back(outcome_number(labels->outcome(graph->arcs(), v)));
    sample.values.push_back(
        static_cast<int64_t>(labels->moves_to_end(graph->arcs(), v).value_or(0)));
    return true;
  });
  return sample;
}

std::optional<bool> is_outcome_law(const isl::Map& moves, const Formula& formula) {
  // Position → (outcome, counter).
  const isl::Map law = to_map(isl_map_get_ctx(moves.keep()), formula);
  if (!law || isl_map_is_single_valued(law.keep()) != isl_bool_true) return std::nullopt;
  const auto with = [&](Outcome outcome) {
    isl_map* here =
        isl_map_fix_si(law.copy(), isl_dim_out, 0, static_cast<int>(outcome_number(outcome)));
    return isl::Set(isl_map_domain(here));
  };
  const isl::Set lost = with(Outcome::P);
  const isl::Set won = with(Outcome::N);
  const isl::Set drawn = with(Outcome::D);
  isl_set* everywhere = isl_set_universe(isl_set_get_space(lost.keep()));
  for (unsigned i = 0; i < formula.arity; ++i)
    everywhere = isl_set_lower_bound_si(everywhere, isl_dim_set, i, 0);
  isl_set* told = isl_set_union(isl_set_union(lost.copy(), won.copy()), drawn.copy());
  const auto between = [](const isl::Map& map, const isl::Set& from, const isl::Set& to) {
    return isl_map_intersect_range(isl_map_intersect_domain(map.copy(), from.copy()), to.copy());
  };
  // The claims without counters first: they cost little.
  bool gave_up = false;
  const auto empty = [&](isl_set* set) {
    const std::optional<bool> result = is_empty(set);
    gave_up = !result;
    return result == true;
  };
  isl::Map lowering;  // moves by which the counter falls
  const auto find_lowering = [&] {
    const isl::Map counter(isl_map_project_out(law.copy(), isl_dim_out, 0, 1));
    isl_map* before = isl_map_apply_range(
        counter.copy(), isl_map_lex_gt(isl_space_range(isl_map_get_space(counter.keep()))));
    before = isl_map_apply_range(before, isl_map_reverse(counter.copy()));
    lowering = isl::Map(isl_map_intersect(moves.copy(), before));
    return true;
  };
  const bool right =
      empty(isl_set_subtract(everywhere, told)) &&
      empty(isl_map_domain(between(moves, drawn, lost))) &&
      empty(isl_set_subtract(drawn.copy(), isl_map_domain(between(moves, drawn, drawn)))) &&
      empty(isl_set_subtract(won.copy(), isl_map_domain(between(moves, won, lost)))) &&
      empty(isl_map_domain(isl_map_subtract(isl_map_intersect_domain(moves.copy(), lost.copy()),
                                            between(moves, lost, won)))) &&
      find_lowering() &&
      empty(isl_set_subtract(won.copy(), isl_map_domain(between(lowering, won, lost)))) &&
      empty(isl_map_domain(isl_map_subtract(between(moves, lost, won), lowering.copy())));
  if (gave_up) return std::nullopt;
  return right;
}

std::optional<bool> counts_moves(const isl::Map& moves, const Formula& formula) {
  const isl::Map law = to_map(isl_map_get_ctx(moves.keep()), formula);
  if (!law) return std::nullopt;
  const isl::Map lost(
      isl_map_fix_si(law.copy(), isl_dim_out, 0, static_cast<int>(outcome_number(Outcome::P))));
  const isl::Map won(
      isl_map_fix_si(law.copy(), isl_dim_out, 0, static_cast<int>(outcome_number(Outcome::N))));
  const isl::Map counter(isl_map_project_out(law.copy(), isl_dim_out, 0, 1));
  // { c → c - 1 }, and moves whose counters are so, or less.
  isl_space* numbers = isl_space_range(isl_map_get_space(counter.keep()));
  isl_local_space* local =
      isl_local_space_from_space(isl_space_map_from_set(isl_space_copy(numbers)));
  isl_constraint* one = isl_constraint_alloc_equality(local);
  one = isl_constraint_set_coefficient_si(one, isl_dim_in, 0, 1);
  one = isl_constraint_set_coefficient_si(one, isl_dim_out, 0, -1);
  one = isl_constraint_set_constant_si(one, -1);
  const isl::Map step(isl_map_from_basic_map(isl_basic_map_from_constraint(one)));
  const auto moves_by = [&](isl_map* relation) {
    isl_map* result = isl_map_apply_range(isl_map_apply_range(counter.copy(), relation),
                                          isl_map_reverse(counter.copy()));
    return isl::Map(isl_map_intersect(moves.copy(), result));
  };
  const isl::Map slow = moves_by(step.copy());
  const isl::Map fast = moves_by(isl_map_apply_range(step.copy(), isl_map_lex_gt(numbers)));
  const isl::Set can_move(isl_map_domain(isl_map_lower_bound_si(lost.copy(), isl_dim_out, 1, 1)));
  isl_map* delays = isl_map_intersect_range(slow.copy(), isl_map_domain(won.copy()));
  isl_map* hurries = isl_map_intersect_domain(fast.copy(), isl_map_domain(won.copy()));
  hurries = isl_map_intersect_range(hurries, isl_map_domain(lost.copy()));
  const std::optional<bool> delayed =
      is_empty(isl_set_subtract(can_move.copy(), isl_map_domain(delays)));
  const std::optional<bool> hurried = is_empty(isl_map_domain(hurries));
  if (!delayed || !hurried) return std::nullopt;
  return *delayed && *hurried;
}

Attempt<Formula> outcome_law(const Rule& rule, const isl::Map& moves, Budget& budget) {
  const size_t arity = rule.arity();
  if (arity == 0 || arity > kLoopyLawCoordinates)
    return Error::declined(fmt::format("it has more than {} coordinates", kLoopyLawCoordinates));
  const LoopyTrial& trial = kLoopyTrials[arity - 1];
  const auto sides = [&](int64_t side) { return std::vector<int64_t>(arity, side); };
  const Attempt<Sample> test =
      labelled_outcomes(rule, sides(trial.labelled), sides(trial.test), budget);
  if (!test) return test.error();
  const Sample sample = part_of(*test, sides(trial.guess));
  const Budget guesses(budget, kOutcomeGuessSteps);
  bool fits = false;
  for (int64_t modulus = 1; modulus <= trial.modulus; ++modulus) {
    if (budget.spent()) return budget.why();
    if (guesses.out_of_steps()) break;
    auto guessed = guess(sample, modulus, kOutcomeCases, guesses);
    if (!guessed || disagreement(*guessed, *test)) continue;
    fits = true;
    Formula law = simplified(with_one_outcome_a_case(*guessed), *test);
    isl_ctx_reset_operations(isl_map_get_ctx(moves.keep()));
    if (is_outcome_law(moves, law) == true) return law;
  }
  if (fits)
    return Error::declined(
        "a law for who wins fits a box of positions, but was not proved for all");
  return Error::declined(
      fmt::format("no law of at most {} cases with remainders modulo at most {} tells who wins the "
                  "positions with coordinates below {}, and in how many moves",
                  kOutcomeCases, trial.modulus, trial.test));
}

}  // namespace grundy
