#include "engine/ordinal/ordinal.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>

#include "analysis/descent.h"
#include "analysis/nest.h"
#include "analysis/relation.h"
#include "engine/ordinal/slices.h"

namespace grundy {
namespace {

constexpr unsigned long kSteps = 10'000'000;  // of isl, for finding a formula: some seconds
constexpr size_t kMaxCoordinates = 5;
constexpr uint64_t kShownBeyond = 8;  // options are listed up to this much above the position's coordinates

/// Σ coefficients·coordinates + constant as a difference of naturals.
struct Difference {
  Natural plus;
  Natural minus;
  bool natural() const { return plus >= minus; }
};

Difference linear(const std::vector<int64_t>& coefficients, int64_t constant, const Coordinates& position) {
  Difference sum;
  auto add = [&](int64_t factor, const Natural& number) {
    const Natural product =
        Natural(factor < 0 ? 0 - static_cast<uint64_t>(factor) : static_cast<uint64_t>(factor)) * number;
    (factor < 0 ? sum.minus : sum.plus) = (factor < 0 ? sum.minus : sum.plus) + product;
  };
  for (size_t i = 0; i < coefficients.size(); ++i) add(coefficients[i], position[i]);
  add(constant, 1);
  return sum;
}

bool applies(const Case& c, const Coordinates& position) {
  for (size_t i = 0; i < position.size(); ++i) {
    if (position[i] % Natural(static_cast<uint64_t>(c.moduli[i])) != Natural(static_cast<uint64_t>(c.residues[i])))
      return false;
  }
  return std::all_of(c.conditions.begin(), c.conditions.end(),
                     [&](const HalfSpace& h) { return linear(h.coefficients, h.constant, position).natural(); });
}

Ordinal value_at(const Formula& formula, const Coordinates& position) {
  for (const Case& c : formula.cases) {
    if (!applies(c, position)) continue;
    std::vector<Ordinal::Term> terms;
    for (size_t j = 0; j < c.value.size(); ++j) {
      const Difference sum = linear(c.value[j].coefficients, c.value[j].constant, position);
      terms.push_back(
          {c.value.size() - 1 - j, (sum.plus - sum.minus) / Natural(static_cast<uint64_t>(c.value[j].divisor))});
    }
    return Ordinal::from_terms(std::move(terms));
  }
  return {};  // not reached: a proved formula is total
}

isl::Val to_isl(isl_ctx* context, const Natural& number) {
  return isl::Val(isl_val_read_from_str(context, number.to_string().c_str()));
}

/// The point of the set with these coordinates.
isl::Set at(isl::Set set, std::span<const Natural> numbers) {
  isl_ctx* context = isl_set_get_ctx(set.keep());
  for (unsigned i = 0; i < numbers.size(); ++i)
    set = isl::Set(isl_set_fix_val(set.take(), isl_dim_set, i, to_isl(context, numbers[i]).take()));
  return set;
}

using Numbers = std::vector<Natural>;

/// The coordinates of a point, which is given away.
Numbers coordinates_of(isl_point* point) {
  Numbers result;
  const isl::Space space(isl_point_get_space(point));
  const int dimensions = isl_space_dim(space.keep(), isl_dim_set);
  for (int i = 0; i < dimensions; ++i) {
    const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, i));
    char* text = isl_val_to_str(value.keep());
    result.push_back(Natural::parse(text).value_or(Natural()));
    free(text);
  }
  isl_point_free(point);
  return result;
}

class OrdinalEvaluator final : public Evaluator {
 public:
  OrdinalEvaluator(const Rule& rule, isl::Context context, isl::Map moves, std::vector<size_t> order)
      : rule_(rule), context_(std::move(context)), moves_(std::move(moves)), order_(std::move(order)) {}
  ~OrdinalEvaluator() override {
    values_ = {};  // before the context
    moves_ = {};
  }
  OrdinalEvaluator(const OrdinalEvaluator&) = delete;
  OrdinalEvaluator& operator=(const OrdinalEvaluator&) = delete;

  std::string_view engine() const override { return "ordinal"; }

  Result<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (size_t i = 0; i < positions.size(); ++i) {
      if ((i & 1023) == 0 && budget.spent()) return budget.why();
      result.push_back(value_at(*formula_, positions[i]));
    }
    return result;
  }

  Result<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    MoveSet result;
    if (value >= Ordinal::power_of_omega(formula_->powers)) return result;
    std::vector<Natural> coefficients;
    for (size_t j = 0; j < formula_->powers; ++j) coefficients.push_back(value.coefficient(formula_->powers - 1 - j));
    const isl::Set wanted =
        at(isl::Set(isl_set_universe(isl_space_range(isl_map_get_space(values_.keep())))), coefficients);
    isl::Set options(isl_set_intersect(options_of(position).take(),
                                       isl_map_domain(isl_map_intersect_range(values_.copy(), wanted.copy()))));
    if (!options) return gave_up();
    if (isl_set_is_bounded(options.keep()) == isl_bool_false && limit > 0) {
      // The least stands for all.
      Result<Numbers> least = take_least(options);
      if (!least) return std::move(least).error();
      const std::string condition = condition_text(options_of(position), wanted);
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
      Result<Numbers> least = take_least(options);
      if (!least) return std::move(least).error();
      result.moves.push_back({text(*least), "", ""});
    }
    return result;
  }

  /// Those with the least coordinates in the order of play.
  Result<Options> options(const Coordinates& position, size_t limit, Budget& budget) override {
    if (auto found = find(budget); !found) return std::move(found).error();
    constexpr size_t kListed = 64;
    isl::Set left = options_of(position);
    Options result;
    const Natural most = *std::max_element(position.begin(), position.end()) + kShownBeyond;
    isl::Set near = left;
    for (unsigned i = 0; i < position.size(); ++i)
      near = isl::Set(isl_set_upper_bound_val(near.take(), isl_dim_set, i, to_isl(context_.get(), most).take()));
    result.all = isl_set_is_equal(near.keep(), left.keep()) == isl_bool_true;
    while (isl_set_is_empty(near.keep()) == isl_bool_false) {
      if (result.list.size() == std::min(limit, kListed)) {
        result.all = false;
        break;
      }
      if (budget.spent()) return budget.why();
      Result<Numbers> least = take_least(near);
      if (!least) return std::move(least).error();
      result.list.push_back({text(*least), value_at(*formula_, Coordinates(least->begin(), least->end()))});
    }
    return result;
  }

  std::string explanation() const override {
    if (!formula_) return {};
    std::string text = fmt::format("The value of {}({}), proved for all positions:\n", rule_.full_name,
                                   fmt::join(rule_.coordinates, ", "));
    for (size_t i = 0; i < formula_->cases.size(); ++i) {
      const std::string condition = grundy::condition_text(*formula_, i, rule_.coordinates);
      const bool when = condition != "always" && condition != "otherwise";
      text +=
          fmt::format("  {}{} {}\n", value_text(formula_->cases[i], rule_.coordinates), when ? " if" : "", condition);
    }
    return text;
  }

 private:
  Result<void> find(Budget& budget) {
    if (formula_) return {};
    if (declined_) return *declined_;
    SlicesLimits limits;
    limits.powers = rule_.arity();
    isl_ctx_reset_operations(context_.get());
    Result<Formula> formula = formula_by_slices(moves_, order_, limits, budget);
    if (!formula) {
      if (budget.spent()) return std::move(formula).error();
      std::string_view why = formula.error().message();
      why.remove_prefix(std::min(why.size(), std::string_view("declined: ").size()));
      declined_ = Error::declined(fmt::format(
          "declined: {} has infinitely many moves, and no formula for its values was found: {}", rule_.full_name, why));
      return *declined_;
    }
    formula_ = *std::move(formula);
    isl_ctx_reset_operations(context_.get());
    values_ = to_map(context_.get(), *formula_);
    return {};
  }

  std::string text(const Numbers& position) const {
    return position_text(rule_, Coordinates(position.begin(), position.end()));
  }
  static Error gave_up() { return Error::declined("declined: too many steps of isl"); }

  isl::Set options_of(const Coordinates& position) const {
    isl_ctx_reset_operations(context_.get());
    const isl::Set here = at(isl::Set(isl_set_universe(isl_space_domain(isl_map_get_space(moves_.keep())))),
                             {position.data(), position.size()});
    return isl::Set(isl_set_apply(here.copy(), moves_.copy()));
  }

  /// Takes the lexicographically least point out of the set.
  static Result<Numbers> take_least(isl::Set& set) {
    const isl::Set least(isl_set_lexmin(set.copy()));
    set = isl::Set(isl_set_subtract(set.take(), least.copy()));
    if (!least || !set) return gave_up();
    return coordinates_of(isl_set_sample_point(least.copy()));
  }

  /// "m = 1 and n >= 4": which options have a wanted value.
  std::string condition_text(isl::Set options, const isl::Set& wanted) const {
    options = isl::Set(
        isl_set_intersect(options.take(), isl_map_domain(isl_map_intersect_range(values_.copy(), wanted.copy()))));
    options = isl::Set(isl_set_coalesce(isl_set_remove_redundancies(options.take())));
    for (unsigned i = 0; i < rule_.arity(); ++i)
      options = isl::Set(isl_set_set_dim_name(options.take(), isl_dim_set, i, rule_.coordinates[i].c_str()));
    char* printed = isl_set_to_str(options.keep());
    std::string text = printed == nullptr ? "" : printed;
    free(printed);
    // "{ [m = 1, n] : n >= 4 }": the tuple's own equations and the condition.
    std::string result;
    const size_t open = text.find('[');
    const size_t close = text.find(']');
    const size_t colon = text.find(" : ");
    const size_t end = text.rfind(" }");
    if (open == std::string::npos || close == std::string::npos || end == std::string::npos) return text;
    std::string tuple = text.substr(open + 1, close - open - 1);
    for (size_t from = 0; from <= tuple.size();) {
      const size_t to = std::min(tuple.find(", ", from), tuple.size());
      const std::string one = tuple.substr(from, to - from);
      if (one.find('=') != std::string::npos) result += (result.empty() ? "" : " and ") + one;
      from = to + 2;
    }
    if (colon != std::string::npos && colon < end)
      result += (result.empty() ? "" : " and ") + text.substr(colon + 3, end - colon - 3);
    // "(m) mod 2" as the rule language has it.
    static const std::regex remainder(R"(\((\w+)\) mod (\d+))");
    return std::regex_replace(result, remainder, "$1 % $2");
  }

  const Rule& rule_;
  isl::Context context_;
  isl::Map moves_;
  std::vector<size_t> order_;
  std::optional<Formula> formula_;
  std::optional<Error> declined_;
  isl::Map values_;
};

/// The coordinates in the order of a descent of coordinates; nothing when there is none.
std::optional<std::vector<size_t>> order_of(const isl::Map& moves, size_t arity) {
  const auto descent = find_descent(moves);
  if (!descent) return std::nullopt;
  return coordinate_order(*descent, arity);
}

bool has_infinitely_many_moves(const Rule& rule) {
  return std::any_of(rule.moves.begin(), rule.moves.end(), [&](const MoveLine& line) {
    const std::vector<Nest> nests = nests_of(rule, line);
    return std::any_of(nests.begin(), nests.end(), [](const Nest& nest) {
      return std::any_of(nest.loops.begin(), nest.loops.end(),
                         [](const Loop& loop) { return loop.end == Loop::End::infinite; });
    });
  });
}

class OrdinalEngine final : public Engine {
 public:
  std::string_view name() const override { return "ordinal"; }
  bool accepts(const Rule& rule) const override {
    if (rule.is_alias || rule.arity() == 0 || rule.arity() > kMaxCoordinates || !has_infinitely_many_moves(rule))
      return false;
    const isl::Context context = isl::make_context(kSteps);
    const auto moves = move_relation(context.get(), rule);
    return moves && order_of(*moves, rule.arity());
  }
  Result<std::unique_ptr<Evaluator>> open(const Rule& rule) const override {
    isl::Context context = isl::make_context(kSteps);
    auto moves = move_relation(context.get(), rule);
    auto order = order_of(*moves, rule.arity());
    return std::unique_ptr<Evaluator>(
        std::make_unique<OrdinalEvaluator>(rule, std::move(context), *std::move(moves), *std::move(order)));
  }
};

}  // namespace

const Engine* ordinal_engine() {
  static const OrdinalEngine engine;
  return &engine;
}

}  // namespace grundy
