#include "engine/ordinal/law.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "engine/ordinal/answers.h"
#include "engine/ordinal/formula_value.h"
#include "engine/ordinal/guess.h"
#include "engine/ordinal/slices.h"
#include "engine/ordinal/verify.h"
#include "engine/table/finite.h"

namespace grundy {
namespace {

constexpr size_t kLawCoordinates = 3;
/// Sides of the boxes of values from which a formula is guessed, and on which it is tested; the
/// greatest modulus.
struct LawTrial {
  int64_t guess;
  int64_t test;
  int64_t modulus;
  size_t cases;
  unsigned long steps;  // of isl, for deciding one guess
};
constexpr LawTrial kLawTrials[kLawCoordinates] = {
    {40, 96, 12, 8, 200'000}, {14, 24, 3, 8, 200'000}, {6, 9, 2, 8, 200'000}};
constexpr LawTrial kPatientTrials[kLawCoordinates] = {
    {120, 288, 24, 16, 2'000'000}, {26, 48, 12, 24, 12'000'000}, {8, 12, 3, 16, 5'000'000}};

Error no_law() { return Error::declined("no law was found quickly"); }

/// The values on a box, by the table engine.
std::optional<Sample> sample_of(const RuleGame& game, int64_t side, Budget& budget) {
  const size_t arity = game.rule()->arity();
  Sample sample{std::vector<int64_t>(arity, side), 1, {}};
  std::vector<Position> points;
  for_each_point(sample.size, [&](size_t, const std::vector<int64_t>& point) {
    points.push_back(game.at(point));
    return true;
  });
  const std::unique_ptr<Solver> table = finite_engine()->open(game);
  if (!table) return std::nullopt;
  const auto values = table->values(points, budget);
  if (!values) return std::nullopt;
  for (const Value& value : *values)
    sample.values.push_back(static_cast<int64_t>(value.ordinal().small()));
  return sample;
}

/// The law of a game whose moves raise coordinates, so that no table has its values: slice by slice
/// (slices.h).
Attempt<Formula> law_by_slices(const RuleGame& game, const isl::Map& moves, unsigned long steps,
                               Budget& budget) {
  const auto order = game.facts().coordinate_order(Effort::quick);
  if (!order) return no_law();
  game.facts().context(steps);
  SlicesLimits limits;
  limits.powers = game.rule()->arity();
  limits.operations = steps;
  limits.steps = steps;
  Slices slices(moves, *order, limits);
  if (auto searched = slices.search(budget); !searched) return std::move(searched).error();
  return slices.whole() ? Attempt<Formula>(by_residues(*slices.whole())) : no_law();
}

/// The law that the trial's box shows, if it is proved.
Attempt<Formula> law_from(const RuleGame& game, const LawTrial& trial, Budget& budget) {
  const Facts& facts = game.facts();
  const size_t arity = game.rule()->arity();
  const auto& relation = facts.relation(Effort::quick);
  if (!relation || !facts.descent(Effort::quick) ||
      facts.finitely_many_options(Effort::quick) != true)
    return no_law();
  const std::optional<Sample> test = sample_of(game, trial.test, budget);
  if (budget.spent()) return budget.why();
  if (!test) return law_by_slices(game, *relation, trial.steps, budget);
  const Sample sample = part_of(*test, std::vector<int64_t>(arity, trial.guess));
  for (int64_t modulus = 1; modulus <= trial.modulus; ++modulus) {
    auto guessed = guess(sample, modulus, trial.cases, budget);
    if (!guessed || disagreement(*guessed, *test)) continue;
    isl_ctx* context = facts.context(trial.steps);
    isl_set* everywhere =
        isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(arity)));
    for (unsigned i = 0; i < arity; ++i)
      everywhere = isl_set_lower_bound_si(everywhere, isl_dim_set, i, 0);
    const isl::Set where(everywhere);
    if (verify(*relation, to_map(context, *guessed), where, moduli(*guessed)).kind ==
        Verdict::Kind::proved)
      return by_residues(*guessed);
  }
  return no_law();
}

class LawSolver final : public RuleSolver {
 public:
  explicit LawSolver(const RuleGame& game) : RuleSolver(game) {}

  std::string_view engine() const override { return "law"; }
  std::string knows() const override {
    return formula_ ? "a formula, proved for all positions"
                    : "affine moves: far out a formula is sought and proved";
  }

  double cost(std::span<const Position>) const override {
    if (formula_) return cost::kNothing;
    return searched_ == 0   ? cost::kFormula[rule().arity() - 1]
           : searched_ == 1 ? cost::kPatientFormula
                            : cost::kNever;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      if ((i & 1023) == 0 && budget.spent()) return budget.why();
      result.push_back(value_at(*formula_, positions[i]));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    const OptionSets* moves = game().facts().option_sets();
    if (moves == nullptr) return no_law();
    return options_of_value(game(), *moves, to_map(moves->context(), *formula_), position, value,
                            limit, budget);
  }

  std::string explanation(const Position&) override {
    if (!formula_) return {};
    return fmt::format("The value of {}({}), proved for all positions:\n", rule().full_name,
                       fmt::join(rule().coordinates, ", ")) +
           cases_text(*formula_, rule().coordinates);
  }

 private:
  /// Searches twice: the second time with more patience.
  Attempt<void> find(Budget& budget) {
    if (formula_) return {};
    if (searched_ == 2) return no_law();
    Attempt<Formula> found = law_from(
        game(), (searched_ == 0 ? kLawTrials : kPatientTrials)[rule().arity() - 1], budget);
    if (!found && !budget.spent()) ++searched_;
    if (!found) return std::move(found).error();
    formula_ = *std::move(found);
    return {};
  }

  std::optional<Formula> formula_;  // by residues
  int searched_ = 0;                // how often, without success
};

class LawEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "law"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Facts& facts = game.facts();
    const size_t arity = facts.rule().arity();
    if (facts.rule().is_alias || facts.rule().moves_by_code || arity == 0 ||
        arity > kLawCoordinates)
      return nullptr;
    if (!facts.stays_in_game() || facts.splits() || facts.has_infinitely_many_moves())
      return nullptr;
    return std::make_unique<LawSolver>(game);
  }
};

}  // namespace

Attempt<Formula> quick_law(const RuleGame& game, Budget& budget) {
  const size_t arity = game.rule()->arity();
  if (arity == 0 || arity > kLawCoordinates) return no_law();
  return law_from(game, kLawTrials[arity - 1], budget);
}

const Engine* law_engine() {
  static const LawEngine engine;
  return &engine;
}

}  // namespace grundy
