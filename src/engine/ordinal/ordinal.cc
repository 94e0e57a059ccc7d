#include "engine/ordinal/ordinal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/descent.h"
#include "analysis/nest.h"
#include "analysis/positions.h"
#include "engine/ordinal/formula_text.h"
#include "engine/ordinal/formula_value.h"
#include "engine/ordinal/slices.h"

namespace grundy {
namespace {

constexpr size_t kMaxCoordinates = 5;
constexpr size_t kListed = 64;       // options
constexpr int64_t kMostSlices = 64;  // that are computed for single positions

class OrdinalEvaluator final : public Evaluator {
 public:
  OrdinalEvaluator(const Rule& rule, OptionSets moves, std::vector<size_t> order)
      : rule_(rule), moves_(std::move(moves)), order_(std::move(order)) {
    SlicesLimits limits;
    limits.powers = rule.arity();
    slices_.emplace(moves_.moves(), order_, limits);
  }

  std::string_view engine() const override { return "ordinal"; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
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

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    if (auto found = formula_for(position, budget); !found) return std::move(found).error();
    MoveSet result;
    const size_t powers = rule_.arity();
    if (value >= Ordinal::power_of_omega(powers)) return result;
    std::vector<Natural> coefficients;
    for (size_t j = 0; j < powers; ++j) coefficients.push_back(value.coefficient(powers - 1 - j));
    isl::Set options = moves_.options(position);
    const isl::Set wanted =
        with_coordinates(isl::Set(isl_set_universe(isl_space_range(isl_map_get_space(known().keep())))), coefficients);
    options = isl::Set(
        isl_set_intersect(options.take(), isl_map_domain(isl_map_intersect_range(known().copy(), wanted.copy()))));
    if (!options) return gave_up();
    if (isl_set_is_bounded(options.keep()) == isl_bool_false && limit > 0) {
      // Of infinitely many options the least is shown, with the condition for all.
      const std::string condition = condition_text(options, rule_.coordinates);
      const auto least = take_least(options);
      if (!least) return least.error();
      result.moves.push_back({text(*least), "", condition});
      result.all = false;
      return result;
    }
    while (isl_set_is_empty(options.keep()) == isl_bool_false) {
      if (result.moves.size() == limit) {
        result.all = false;
        break;
      }
      if (budget.spent()) return budget.why();
      const auto least = take_least(options);
      if (!least) return least.error();
      result.moves.push_back({text(*least), "", ""});
    }
    return result;
  }

  /// The options with the least coordinates in the order of play.
  Attempt<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    Options result;
    const auto near = points_near(moves_.options(position), position, std::min(limit, kListed), result.all, budget);
    if (!near) return near.error();
    for (const Coordinates& to : *near) {
      const auto formula = formula_for(to, budget);
      if (!formula) return formula.error();
      result.list.push_back({position_text(rule_, to), value_at(**formula, to)});
    }
    return result;
  }

  std::string explanation() const override {
    if (formulas_.empty()) return {};
    const std::string where =
        slices_->whole() ? "all positions" : fmt::format("{} = {}", rule_.coordinates[order_[0]], last_slice_);
    const Formula& formula = formulas_[slices_->whole() ? 0 : last_slice_];
    std::string text = fmt::format("The value of {}({}), proved for {}:\n", rule_.full_name,
                                   fmt::join(rule_.coordinates, ", "), where);
    for (size_t i = 0; i < formula.cases.size(); ++i) {
      const std::string condition = grundy::condition_text(formula, i, rule_.coordinates);
      const bool when = condition != "always" && condition != "otherwise";
      text += fmt::format("  {}{} {}\n", value_text(formula.cases[i], rule_.coordinates), when ? " if" : "", condition);
    }
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
                                  rule_.coordinates[order_[0]], kMostSlices));
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
    isl_ctx_reset_operations(moves_.context());
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

  std::string text(const std::vector<Natural>& position) const {
    return position_text(rule_, Coordinates(position.begin(), position.end()));
  }
  Error declined(std::string_view why) const {
    return Error::declined(
        fmt::format("{} has infinitely many moves, and no formula for its values was found: {}", rule_.full_name, why));
  }
  static Error gave_up() { return Error::declined("too many steps of isl"); }

  /// position → value, as far as formulas are known.
  const isl::Map& known() const { return slices_->known(); }

  const Rule& rule_;
  OptionSets moves_;
  std::vector<size_t> order_;
  std::optional<Slices> slices_;
  std::vector<Formula> formulas_;  // by residues: one for all positions, or one for each slice
  size_t last_slice_ = 0;          // of the last question
  std::optional<Error> stuck_;     // why no further slice is found
};

/// The coordinates in the order of a descent of coordinates; nothing when there is none.
std::optional<std::vector<size_t>> order_of(const isl::Map& moves, size_t arity) {
  const auto descent = find_descent(moves);
  if (!descent) return std::nullopt;
  return coordinate_order(*descent, arity);
}

class OrdinalEngine final : public Engine {
 public:
  std::string_view name() const override { return "ordinal"; }
  std::unique_ptr<Evaluator> open(const Rule& rule) const override {
    if (rule.is_alias || rule.arity() == 0 || rule.arity() > kMaxCoordinates || !has_infinitely_many_moves(rule))
      return nullptr;
    auto moves = OptionSets::of(rule);
    if (!moves) return nullptr;
    auto order = order_of(moves->moves(), rule.arity());
    if (!order) return nullptr;
    return std::make_unique<OrdinalEvaluator>(rule, *std::move(moves), *std::move(order));
  }
};

}  // namespace

const Engine* ordinal_engine() {
  static const OrdinalEngine engine;
  return &engine;
}

}  // namespace grundy
