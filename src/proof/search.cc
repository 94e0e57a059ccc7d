#include "proof/search.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/ordinal/guess.h"
#include "engine/ordinal/slices.h"
#include "engine/plan.h"
#include "game/games.h"
#include "proof/formula.h"
#include "proof/xor_law.h"

namespace grundy {
namespace {

constexpr unsigned long kSearchOperations = 12'000'000;  // of isl, beside those of slices
constexpr uint64_t kValueSteps = uint64_t{1} << 22;
constexpr uint64_t kGuessSteps = 50'000'000;
constexpr size_t kMostCases = 24;
constexpr int64_t kGreatestModulus = 12;
constexpr int64_t kMaxPoints = int64_t{1} << 22;
constexpr double kMostTested = 1 << 20;
constexpr double kMostOfConjectures = 1 << 16;
constexpr int64_t kMaxValue = int64_t{1} << 40;

/// The side of a box of values from which a formula is guessed, and of the one on which it is
/// tested.
struct Sides {
  int64_t guess;
  int64_t test;
};
std::vector<Sides> sides(size_t arity) {
  switch (arity) {
    case 1:
      return {{24, 400}, {72, 400}};
    case 2:
      return {{14, 48}, {26, 48}};
    case 3:
      return {{7, 14}, {11, 18}};
    case 4:
    case 5:
      return {{5, 7}};
    default:
      return {{4, 5}};
  }
}

/// The side of the box on which guesses are tested.
int64_t test_side(const ProveOptions& options, int64_t otherwise) {
  return options.upto ? static_cast<int64_t>(std::min<uint64_t>(*options.upto, kMaxPoints)) + 1
                      : otherwise;
}

/// The values at these points by an engine; finite ones only. Declines after so many steps unless
/// the user wants them.
Attempt<std::vector<int64_t>> finite_values(const RuleGame& game, Plan& plan,
                                            const std::vector<std::vector<int64_t>>& points,
                                            const ProveOptions& options, Budget& budget,
                                            uint64_t steps) {
  std::vector<Position> positions;
  for (const std::vector<int64_t>& point : points) positions.push_back(game.at(point));
  Budget quick(budget, steps);
  auto values = plan.values(positions, options.upto ? budget : quick);
  if (!values && quick.out_of_steps()) return Error::declined("its values take too many steps");
  if (!values) return std::move(values).error();
  std::vector<int64_t> result;
  for (const Value& value : *values) {
    if (value.is_loopy() || !value.ordinal().is_small() ||
        value.ordinal().small() >= static_cast<uint64_t>(kMaxValue))
      return Error::declined("a value is infinite");
    result.push_back(static_cast<int64_t>(value.ordinal().small()));
  }
  return result;
}

/// The values on a box.
Attempt<Sample> values_on(const RuleGame& game, Plan& plan, const std::vector<int64_t>& size,
                          const ProveOptions& options, Budget& budget,
                          uint64_t steps = kValueSteps) {
  int64_t count = 1;
  for (const int64_t s : size) {
    if (s > kMaxPoints / count) return Error::declined("the box has too many positions");
    count *= s;
  }
  std::vector<std::vector<int64_t>> points;
  for_each_point(size, [&](size_t /*index*/, const std::vector<int64_t>& point) {
    points.push_back(point);
    return true;
  });
  auto values = finite_values(game, plan, points, options, budget, steps);
  if (!values) return std::move(values).error();
  return Sample{size, 1, *std::move(values)};
}

/// Doubles the sides of the box while that costs little, and returns the last box on which the
/// formula has the game's values; std::nullopt if some value differs.
std::optional<std::vector<int64_t>> tested_further(const Rule& rule, const Formula& formula,
                                                   std::vector<int64_t> size, Budget& budget) {
  for (;;) {
    double count = 1;
    for (const int64_t side : size) count *= 2 * static_cast<double>(side);
    if (count > kMostOfConjectures) return size;
    const auto values = more_values_to_test(rule, size, budget);
    if (!values) return size;
    if (disagreement(formula, *values)) return std::nullopt;
    size = values->size;
  }
}

/// Formulas guessed from a box of values and tested on a larger one, proved where that can be
/// decided; otherwise the theorem is conjectured. Declines when the values can't be computed.
Attempt<Theorem> prove_by_box(const Rule& rule, const Decision& decision, isl_ctx* context,
                              const ProveOptions& options, Budget& budget) {
  const Budget guesses(budget, kGuessSteps);
  std::optional<Theorem> conjecture;
  Games games;
  const RuleGame& game = games.of(rule);
  Plan plan(game);
  for (const Sides& side : sides(rule.arity())) {
    const int64_t tested = std::max(side.guess, test_side(options, side.test));
    const auto test =
        values_on(game, plan, std::vector<int64_t>(rule.arity(), tested), options, budget);
    if (!test) {
      if (budget.spent()) return budget.why();
      return test.error();
    }
    const Sample sample = part_of(*test, std::vector<int64_t>(rule.arity(), side.guess));
    for (int64_t modulus = 1; modulus <= kGreatestModulus && 2 * modulus <= side.guess; ++modulus) {
      if (budget.spent()) return budget.why();
      if (guesses.out_of_steps()) break;
      auto formula = guess(sample, modulus, kMostCases, guesses);
      if (!formula || disagreement(*formula, *test)) continue;
      std::string reason = decision.obstacle();
      if (reason.empty()) {
        const Verdict verdict =
            decision.decide(to_map(context, *formula), moduli(*formula), reason);
        if (verdict.kind == Verdict::Kind::unknown && budget.spent()) return budget.why();
        if (verdict.kind == Verdict::Kind::refuted) continue;
        if (verdict.kind == Verdict::Kind::proved)
          return Theorem{&rule, law_of(rule, *formula),
                         Proved{FormulaProof{*decision.descent(), decision.has_sums()}}};
      }
      if (conjecture && conjecture->formula()->cases.size() <= formula->cases.size()) continue;
      conjecture =
          Theorem{&rule, law_of(rule, *formula), Conjectured{test->size, std::move(reason)}};
    }
    if (conjecture) {
      auto size = options.upto
                      ? std::optional(test->size)
                      : tested_further(rule, *conjecture->formula()->formula, test->size, budget);
      if (size) {
        std::get<Conjectured>(conjecture->standing).tested = *std::move(size);
        return *std::move(conjecture);
      }
      conjecture.reset();
    }
    if (auto law = xor_law(rule, *test)) {
      return Theorem{
          &rule, *std::move(law),
          Conjectured{test->size, "exclusive-or is beyond the arithmetic that is decided"}};
    }
  }
  std::string compared;
  for (const std::string& name : rule.coordinates)
    compared += fmt::format("{}{} < {}", compared.empty() ? "" : ", ", name,
                            sides(rule.arity()).front().guess);
  return unknown(
      rule, fmt::format(
                "no formula of at most {} cases with remainders modulo at most {} fits its values "
                "for {}",
                kMostCases, kGreatestModulus, compared));
}

/// Slice after slice; `order` is that of play.
Attempt<Theorem> prove_by_slices(const Rule& rule, const Decision& decision,
                                 const std::vector<size_t>& order, Budget& budget) {
  SlicesLimits limits;
  limits.powers = rule.arity();
  Slices found(*decision.moves(), order, limits);
  if (auto searched = found.search(budget); !searched) return std::move(searched).error();
  if (found.whole())
    return Theorem{&rule, law_of(rule, *found.whole()),
                   Proved{FormulaProof{*decision.descent(), false}}};
  Unknown slices{found.reason(), std::nullopt};
  if (!found.slices().empty())
    slices.slices = ProvedSlices{order.front(), *decision.descent(), found.slices()};
  return Theorem{&rule, {}, std::move(slices)};
}

}  // namespace

Attempt<Sample> values_to_test(const Rule& rule, const ProveOptions& options, Budget& budget) {
  Games games;
  const RuleGame& game = games.of(rule);
  Plan plan(game);
  // A smaller box has fewer steps to show that it is affordable, so that all trials together take
  // little more than one.
  uint64_t steps = kValueSteps;
  for (int64_t side = test_side(options, sides(rule.arity()).back().test);;
       side = (side + 1) / 2, steps /= 4) {
    Attempt<Sample> values =
        values_on(game, plan, std::vector<int64_t>(rule.arity(), side), options, budget, steps);
    if (values || side == 1 || budget.spent() || options.upto) return values;
  }
}

Attempt<std::vector<int64_t>> values_at(const Rule& rule,
                                        const std::vector<std::vector<int64_t>>& points,
                                        Budget& budget) {
  Games games;
  const RuleGame& game = games.of(rule);
  Plan plan(game);
  return finite_values(game, plan, points, {}, budget, kValueSteps);
}

Attempt<Sample> few_values(const Rule& rule, Budget& budget) {
  constexpr int64_t kSides[] = {60, 20, 9, 6, 5, 4};
  constexpr uint64_t kFewSteps = uint64_t{1} << 18;
  if (rule.arity() == 0 || rule.arity() > std::size(kSides))
    return Error::declined("it has too many coordinates");
  Games games;
  const RuleGame& game = games.of(rule);
  Plan plan(game);
  return values_on(game, plan, std::vector<int64_t>(rule.arity(), kSides[rule.arity() - 1]), {},
                   budget, kFewSteps);
}

Attempt<Sample> more_values_to_test(const Rule& rule, std::vector<int64_t> size, Budget& budget) {
  double count = 1;
  for (int64_t& side : size) count *= static_cast<double>(side *= 2);
  if (count > kMostTested) return Error::declined("the box has too many positions");
  Games games;
  const RuleGame& game = games.of(rule);
  Plan plan(game);
  return values_on(game, plan, size, {}, budget);
}

Attempt<Theorem> prove_formula(const Rule& rule, const ProveOptions& options, Budget& budget) {
  const isl::Context context = isl::make_context(kSearchOperations);
  const isl::Patience patience(budget, context.get());
  const Decision decision(context.get(), rule);
  const auto unless_spent = [&](Attempt<Theorem> result) {
    return result || budget.spent() ? std::move(result) : unknown(rule, result.error().message());
  };
  if (decision.moves() == nullptr)
    return unless_spent(prove_by_box(rule, decision, context.get(), options, budget));
  if (!decision.descent()) return unknown(rule, decision.obstacle());
  const auto order = coordinate_order(*decision.descent(), rule.arity());
  if (decision.finite()) {
    auto by_box = prove_by_box(rule, decision, context.get(), options, budget);
    if (by_box || budget.spent() || !order) return unless_spent(std::move(by_box));
  }
  if (!order)
    return unknown(rule, "play goes down in a sum of coordinates, not in one after another");
  return prove_by_slices(rule, decision, *order, budget);
}

}  // namespace grundy
