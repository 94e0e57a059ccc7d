#include "engine/family/euclid.h"

#include <algorithm>
#include <optional>

#include "rule/print.h"
#include "rule/rulebook.h"

namespace grundy {
namespace {

constexpr uint64_t kFarPair = 1'000'000;  // nearer ones are followed, or stand in a table

/// The positions with the smaller number a and the same remainder, from the first that is not below `least`.
struct EuclidColumn {
  Natural smaller;
  Natural first;        // the larger number of the first position; may be less than `smaller`
  Natural place;        // of the position asked about, from 0
  Natural first_value;  // the others have the numbers from 0 on without it, in order

  Natural value(const Natural& at) const {
    if (at.is_zero()) return first_value;
    const Natural before = at - Natural(1);
    return before < first_value ? before : at;
  }
};

Natural value_of_pair(Natural a, Natural b, const Natural& least, EuclidColumn* column = nullptr) {
  if (b < a) std::swap(a, b);
  if (a.is_zero()) {
    if (column != nullptr) *column = {a, b, Natural(0), Natural(0)};
    return Natural(0);
  }
  const Natural rest = b % a;
  Natural first = rest;  // the least number of the remainder that is not below `least`
  if (first < least) first = first + (least - first + a - Natural(1)) / a * a;
  EuclidColumn here{a, first, Natural(0), Natural(0)};
  // A position below `least` has no moves; it may be asked about all the same.
  if (b >= first) here.place = (b - first) / a;
  if (first < a && !first.is_zero() && b >= first) here.first_value = value_of_pair(first, a, least);
  Natural result = b >= first ? here.value(here.place) : Natural(0);
  if (column != nullptr) *column = std::move(here);
  return result;
}

// Rules that say the same in other words: a line takes k·b from a, and what else it says is told by that, or is that b is
// not 0.

bool is_coordinate(const Expr& expr, size_t slot) {
  return expr.op == Op::slot && expr.value == static_cast<int64_t>(slot);
}
bool is_literal(const Expr& expr, int64_t value) { return expr.op == Op::constant && expr.value == value; }
bool is_multiple_of(const Expr& expr, size_t k, size_t b) {
  return expr.op == Op::mul && ((is_coordinate(expr.args[0], k) && is_coordinate(expr.args[1], b)) ||
                                (is_coordinate(expr.args[0], b) && is_coordinate(expr.args[1], k)));
}
bool is_rest_of(const Expr& expr, size_t a, size_t k, size_t b) {
  return expr.op == Op::sub && is_coordinate(expr.args[0], a) && is_multiple_of(expr.args[1], k, b);
}
/// a - 1
bool is_less_by_one(const Expr& expr, size_t a) {
  return expr.op == Op::sub && is_coordinate(expr.args[0], a) && is_literal(expr.args[1], 1);
}
/// b, or max(b, 1)
bool is_safe_divisor(const Expr& expr, size_t b) {
  return is_coordinate(expr, b) || (expr.op == Op::max && expr.args.size() == 2 &&
                                    ((is_coordinate(expr.args[0], b) && is_literal(expr.args[1], 1)) ||
                                     (is_coordinate(expr.args[1], b) && is_literal(expr.args[0], 1))));
}

/// What a line that takes multiples of coordinate b from a leaves: 0 or 1 and more; nothing for other lines.
std::optional<uint64_t> least_of_line(const Rule& rule, const MoveLine& line, size_t a, size_t b) {
  constexpr size_t k = 2;
  const Part* part = only_part(rule, line);
  if (line.binders.size() != 1 || part == nullptr || !is_rest_of(part->coordinates[a], a, k, b) ||
      !is_coordinate(part->coordinates[b], b))
    return std::nullopt;
  const Binder& times = line.binders[0];
  if (times.kind != Binder::Kind::range || times.low.size() != 1 || !is_literal(times.low[0], 1)) return std::nullopt;
  uint64_t least = 0;
  if (!times.high.empty() && !is_coordinate(times.high[0], a)) {
    const Expr& most = times.high[0];
    if (most.op != Op::div || !is_safe_divisor(most.args[1], b)) return std::nullopt;
    if (is_less_by_one(most.args[0], a)) {
      least = 1;
    } else if (!is_coordinate(most.args[0], a)) {
      return std::nullopt;
    }
  }
  bool positive = false;
  for (const Expr& one : line.conditions) {
    if (one.args.size() != 2) return std::nullopt;
    const Expr& left = one.args[0];
    const Expr& right = one.args[1];
    if ((one.op == Op::le && is_literal(left, 1) && is_coordinate(right, b)) ||
        (one.op == Op::lt && is_literal(left, 0) && is_coordinate(right, b)) ||
        (one.op == Op::ne && is_coordinate(left, b) && is_literal(right, 0))) {
      positive = true;
    } else if ((one.op == Op::lt && is_multiple_of(left, k, b) && is_coordinate(right, a)) ||
               (one.op == Op::lt && is_literal(left, 0) && is_rest_of(right, a, k, b)) ||
               (one.op == Op::le && is_literal(left, 1) && is_rest_of(right, a, k, b))) {
      least = 1;
    } else if (!(one.op == Op::le && is_coordinate(left, b) && is_coordinate(right, a)) &&
               !(one.op == Op::le && is_multiple_of(left, k, b) && is_coordinate(right, a)) &&
               !(one.op == Op::lt && is_literal(left, 0) && is_coordinate(right, a)) &&
               !(one.op == Op::le && is_literal(left, 1) && is_coordinate(right, a))) {
      return std::nullopt;
    }
  }
  return positive ? std::optional(least) : std::nullopt;
}

std::optional<uint64_t> own_words(const Rule& rule) {
  if (rule.arity() != 2 || rule.moves.size() != 2) return std::nullopt;
  for (const size_t first : {0, 1}) {
    const auto one = least_of_line(rule, rule.moves[first], 0, 1);
    const auto other = least_of_line(rule, rule.moves[1 - first], 1, 0);
    if (one && one == other) return one;
  }
  return std::nullopt;
}

class EuclidSolver final : public RuleSolver {
 public:
  EuclidSolver(const RuleGame& game, uint64_t least) : RuleSolver(game), least_(least) {}
  std::string_view engine() const override { return "euclid"; }
  std::string knows() const override {
    return "a theorem: values along multiples of the smaller number are in order but for one";
  }

  bool suits(std::span<const Position> positions) const override {
    return std::any_of(positions.begin(), positions.end(), [&](const Position& position) {
      const Coordinates coordinates = game().coordinates(position);
      return coordinates[0] > Natural(kFarPair) || coordinates[1] > Natural(kFarPair);
    });
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions, Budget& budget) override {
    std::vector<Ordinal> result;
    for (const Coordinates& one : positions) {
      if (budget.spent()) return budget.why();
      result.emplace_back(value_of_pair(one[0], one[1], least_));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit, Budget&) override {
    MoveSet result;
    if (!value.is_finite()) return result;
    const bool turned = position[1] < position[0];
    EuclidColumn column;
    value_of_pair(position[0], position[1], least_, &column);
    const Natural wanted = value.finite();
    // Values of a column differ, so that at most one of these places has the value.
    for (const Natural& at : {Natural(0), wanted, wanted + Natural(1)}) {
      if (at >= column.place || column.value(at) != wanted) continue;
      result.all = limit > 0;
      if (!result.all) break;
      const Natural other = column.first + at * column.smaller;
      result.moves.push_back(
          {{game().at(turned ? Coordinates{other, column.smaller} : Coordinates{column.smaller, other})}, ""});
      break;
    }
    return result;
  }

 private:
  Natural least_;
};

class EuclidEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "euclid"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (const auto least = own_words(rule)) return std::make_unique<EuclidSolver>(game, *least);
    if (rule.name != "euclid" || rule.number_parameters.size() != 1 || rule.arity() != 2) return nullptr;
    ParameterValue least;
    least.number = rule.number_parameters[0].second;
    Rulebook book;
    const Attempt<const Rule*> own = book.rule("euclid", {least});
    if (!own || (*own)->moves.size() != rule.moves.size()) return nullptr;
    for (size_t i = 0; i < rule.moves.size(); ++i) {
      if (print_shape(**own, (*own)->moves[i]) != print_shape(rule, rule.moves[i])) return nullptr;
    }
    return std::make_unique<EuclidSolver>(game, static_cast<uint64_t>(least.number));
  }
};

}  // namespace

const Engine* euclid_engine() {
  static const EuclidEngine engine;
  return &engine;
}

}  // namespace grundy
