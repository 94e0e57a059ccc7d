#include "engine/ordinal/ordinal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/facts.h"
#include "engine/ordinal/answers.h"
#include "engine/ordinal/formula_value.h"
#include "engine/ordinal/slices.h"

namespace grundy {
namespace {

constexpr size_t kOrdinalCoordinates = 5;
constexpr unsigned long kOrdinalSteps = 10'000'000;  // of isl, for one search
constexpr int64_t kMostSlices = 64;                  // that are computed for single positions

class OrdinalSolver final : public RuleSolver {
 public:
  OrdinalSolver(const RuleGame& game, const OptionSets& moves, std::vector<size_t> order)
      : RuleSolver(game), moves_(moves), order_(std::move(order)) {
    SlicesLimits limits;
    limits.powers = rule().arity();
    slices_.emplace(moves_.moves(), order_, limits);
  }

  std::string_view engine() const override { return "ordinal"; }
  std::string knows() const override {
    return "affine moves, infinitely many: a formula is sought and proved, or slices";
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      if ((i & 1023) == 0 && budget.spent()) return budget.why();
      const auto formula = formula_for(positions[i], budget);
      if (!formula) return formula.error();
      result.push_back(value_at(**formula, positions[i]));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = formula_for(position, budget); !found) return std::move(found).error();
    return options_of_value(game(), moves_, known(), position, value, limit, budget);
  }

  std::string explanation(const Position&) override {
    if (formulas_.empty()) return {};
    const std::string where =
        slices_->whole() ? "all positions"
                         : fmt::format("{} = {}", rule().coordinates[order_[0]], last_slice_);
    const Formula& formula = formulas_[slices_->whole() ? 0 : last_slice_];
    std::string text = fmt::format("The value of {}({}), proved for {}:\n", rule().full_name,
                                   fmt::join(rule().coordinates, ", "), where);
    text += cases_text(formula, rule().coordinates);
    return text;
  }

 private:
  /// The formula for all positions, or else for the slice of this one.
  Attempt<const Formula*> formula_for(const Coordinates& position, Budget& budget) {
    if (formulas_.empty()) {
      if (auto found = find(budget); !found) return std::move(found).error();
    }
    if (slices_->whole()) return &formulas_[0];
    const Natural& outermost = position[order_[0]];
    if (outermost > Natural(static_cast<uint64_t>(kMostSlices))) {
      return declined(fmt::format("{}; slices are computed up to {} = {}", slices_->reason(),
                                  rule().coordinates[order_[0]], kMostSlices));
    }
    const auto slice = static_cast<size_t>(outermost.small());
    if (slice >= formulas_.size()) {
      if (stuck_) return *stuck_;
      auto extended = slices_->extend_to(static_cast<int64_t>(slice), budget);
      for (size_t i = formulas_.size(); i < slices_->slices().size(); ++i)
        formulas_.push_back(by_residues(slices_->slices()[i]));
      if (!extended) {
        if (budget.spent()) return std::move(extended).error();
        stuck_ = declined(extended.error().message());
        return *stuck_;
      }
    }
    last_slice_ = slice;
    return &formulas_[slice];
  }

  Attempt<void> find(Budget& budget) {
    if (stuck_) return *stuck_;
    game().facts().context(kOrdinalSteps);
    if (auto searched = slices_->search(budget); !searched) return searched;
    if (slices_->whole()) {
      formulas_.push_back(by_residues(*slices_->whole()));
    } else if (slices_->slices().empty()) {
      stuck_ = declined(slices_->reason());
      return *stuck_;
    } else {
      for (const Formula& slice : slices_->slices()) formulas_.push_back(by_residues(slice));
    }
    return {};
  }

  Error declined(std::string_view why) const {
    return Error::declined(
        fmt::format("{} has infinitely many moves, and no formula for its values was found: {}",
                    rule().full_name, why));
  }

  /// position → value, as far as formulas are known.
  const isl::Map& known() const { return slices_->known(); }

  const OptionSets& moves_;  // of the game's facts
  std::vector<size_t> order_;
  std::optional<Slices> slices_;
  std::vector<Formula> formulas_;  // by residues: one for all positions, or one for each slice
  size_t last_slice_ = 0;          // of the last question
  std::optional<Error> stuck_;     // why no further slice is found
};

class OrdinalEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "ordinal"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Facts& facts = game.facts();
    const size_t arity = facts.rule().arity();
    if (facts.rule().is_alias || arity == 0 || arity > kOrdinalCoordinates ||
        !facts.has_infinitely_many_moves())
      return nullptr;
    const OptionSets* moves = facts.option_sets();
    if (moves == nullptr) return nullptr;
    auto order = facts.coordinate_order(Effort::patient);
    if (!order) return nullptr;
    return std::make_unique<OrdinalSolver>(game, *moves, *std::move(order));
  }
};

}  // namespace

Attempt<Formula> ordinal_law(const RuleGame& game, Budget& budget) {
  const Error none = Error::declined("no formula for all positions");
  const Facts& facts = game.facts();
  const OptionSets* moves =
      facts.rule().arity() <= kOrdinalCoordinates ? facts.option_sets() : nullptr;
  auto order = moves == nullptr ? std::nullopt : facts.coordinate_order(Effort::patient);
  if (!order) return none;
  SlicesLimits limits;
  limits.powers = facts.rule().arity();
  Slices slices(moves->moves(), *std::move(order), limits);
  facts.context(kOrdinalSteps);
  if (auto searched = slices.search(budget); !searched) return std::move(searched).error();
  return slices.whole() ? Attempt<Formula>(by_residues(*slices.whole())) : none;
}

const Engine* ordinal_engine() {
  static const OrdinalEngine engine;
  return &engine;
}

}  // namespace grundy
