#include "rewriting/list_together.h"

#include <algorithm>

#include "rule/evaluate.h"
#include "rule/slots.h"

namespace grundy {
namespace {

using Kind = CellCondition::Kind;
using Fold = CellCondition::Fold;

constexpr size_t kList = 0;  // the coordinate

bool is_of(const Expr& expr, Kind kind, size_t list) {
  return expr.over_cells && expr.over_cells->kind == kind && expr.over_cells->from == list;
}
/// A number and its bounds.
struct Bounded {
  const Expr& number;
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
};

/// number <= 3, 1 < number, number in {1, 2}, or number != 0 where it is natural.
std::optional<Bounded> bounds_of(const Expr& condition) {
  if (condition.op == Op::in_set) {
    const NumberSet& set = *condition.set;
    if (set.complement || set.arity != 1 || set.size() == 0) return std::nullopt;
    const Bounded bounded{condition.args[0], set.flat.front(), set.flat.back()};
    const bool has_all =
        static_cast<uint64_t>(bounded.high) - static_cast<uint64_t>(bounded.low) == set.size() - 1;
    return has_all ? std::optional(bounded) : std::nullopt;
  }
  if (condition.args.size() != 2) return std::nullopt;
  const bool is_behind = condition.args[0].op == Op::constant;
  const Expr& bound = condition.args[is_behind ? 0 : 1];
  Bounded result{condition.args[is_behind ? 1 : 0]};
  if (bound.op != Op::constant || bound.value < 0 || bound.value == INT64_MAX) return std::nullopt;
  switch (condition.op) {
    case Op::eq:
      result.low = result.high = bound.value;
      return result;
    case Op::ne:
      result.low = 1;
      return bound.value == 0 ? std::optional(result) : std::nullopt;
    case Op::le:
      (is_behind ? result.low : result.high) = bound.value;
      return result;
    case Op::lt:
      (is_behind ? result.low : result.high) = bound.value + (is_behind ? 1 : -1);
      return result;
    default:
      return std::nullopt;
  }
}

/// The line of such a rule.
class TogetherLine {
 public:
  TogetherLine(const Rule& rule, const BoardLine& line) : rule_(rule), line_(line) {}

  std::optional<LoweredTogether> read() {
    if (!chooses() || !makes_the_rest()) return std::nullopt;
    for (const Expr& condition : line_.conditions) {
      if (!takes(condition)) return std::nullopt;
    }
    if (!lowers_some_ || (most_ && !of_one_.empty())) return std::nullopt;
    LoweredTogether result{most_, nullptr};
    if (!of_one_.empty()) result.one = rule_of_one();
    return result;
  }

 private:
  /// [d] <= a
  bool chooses() {
    if (!line_.steps.empty() || line_.binders.size() != 1 || line_.binders[0].values.size() != 1)
      return false;
    taken_ = line_.binders[0].slots[0];
    return is_of(line_.binders[0].values[0], Kind::below, kList);
  }

  /// [a[i] - d[i] for i in 1..len(a)]
  bool makes_the_rest() const {
    const BoardPart* part = only_part(rule_, line_);
    if (part == nullptr) return false;
    const ListTerm& list = part->sets[0].list;
    if (list.size() != 1 || list[0].taken || list[0].from != kNoSlot) return false;
    const SetTerm& rest = list[0].listed;
    if (rest.elements.size() != 1 || rest.binders.size() != 1 || !rest.condition.empty())
      return false;
    const Binder& place = rest.binders[0];
    if (place.kind != Binder::Kind::range || place.low.size() != 1 || place.high.size() != 1)
      return false;
    if (place.low[0].op != Op::constant || place.low[0].value != 1) return false;
    if (!is_of(place.high[0], Kind::length, kList) && !is_of(place.high[0], Kind::length, taken_))
      return false;
    const Expr& difference = rest.elements[0];
    const auto is_element = [&](const Expr& term, size_t of) {
      return is_of(term, Kind::element, of) && is_slot(term.args[1], place.slots[0]);
    };
    return difference.op == Op::sub && is_element(difference.args[0], kList) &&
           is_element(difference.args[1], taken_);
  }

  bool takes(const Expr& condition) {
    if (condition.op == Op::quantifier) return takes_quantifier(condition);
    if (condition.op != Op::logical_and) return takes_bounds(condition);
    return std::all_of(condition.args.begin(), condition.args.end(),
                       [&](const Expr& one) { return takes(one); });
  }

  /// Of how many numbers are lowered, of the most that is taken, or of the sum.
  bool takes_bounds(const Expr& condition) {
    const std::optional<Bounded> bounded = bounds_of(condition);
    if (!bounded || bounded->low > 1) return false;
    const Expr& number = bounded->number;
    const auto is_fold = [&](Fold fold) {
      return is_of(number, Kind::fold, taken_) && number.over_cells->fold == fold &&
             !number.quantifier;
    };
    const bool is_count = counts_lowered(number);
    if (!is_count && !is_fold(Fold::max) && !is_fold(Fold::sum)) return false;
    lowers_some_ = lowers_some_ || bounded->low == 1;
    if (bounded->high == INT64_MAX) return true;
    if (bounded->high < 1 || is_fold(Fold::sum)) return false;
    if (is_count) {
      most_ = std::min(most_.value_or(UINT64_MAX), static_cast<uint64_t>(bounded->high));
    } else {
      of_one_.push_back(apply(Op::le, {slot(1), constant(bounded->high)}));
    }
    return true;
  }

  /// x in d
  bool ranges_over_taken(const Quantifier& quantifier) const {
    return quantifier.binders.size() == 1 && quantifier.filter.empty() &&
           quantifier.binders[0].values.size() == 1 &&
           is_of(quantifier.binders[0].values[0], Kind::elements, taken_);
  }
  static bool is_positive(const Expr& condition, size_t x) {
    const std::optional<Bounded> bounded = bounds_of(condition);
    return bounded && is_slot(bounded->number, x) && bounded->low == 1 &&
           bounded->high == INT64_MAX;
  }

  /// count(x > 0 for x in d)
  bool counts_lowered(const Expr& term) const {
    return is_of(term, Kind::fold, kNoSlot) && term.over_cells->fold == Fold::count &&
           term.quantifier && ranges_over_taken(*term.quantifier) &&
           is_positive(term.quantifier->condition, term.quantifier->binders[0].slots[0]);
  }

  /// any(x > 0 for x in d), or all(… for x in d) with what holds of 0.
  bool takes_quantifier(const Expr& condition) {
    if (!ranges_over_taken(*condition.quantifier)) return false;
    const size_t x = condition.quantifier->binders[0].slots[0];
    const Expr& of_x = condition.quantifier->condition;
    const bool is_all = condition.value != 0;
    if (!is_all) {
      if (!is_positive(of_x, x)) return false;
      lowers_some_ = true;
      return true;
    }
    if (!speaks_of(of_x, x)) return false;
    std::vector<Expr> terms;
    for (size_t i = 0; i <= x; ++i) terms.push_back(slot(1));
    const Expr of_one = substitute(of_x, terms);
    Environment none_taken = {0, 0};
    Fault fault;
    if (evaluate(of_one, none_taken, fault) == 0 || fault.kind != Fault::Kind::none) return false;
    of_one_.push_back(of_one);
    return true;
  }
  static bool speaks_of(const Expr& expr, size_t x) {
    if (expr.over_cells || expr.quantifier || (expr.op == Op::slot && !is_slot(expr, x)))
      return false;
    return std::all_of(expr.args.begin(), expr.args.end(),
                       [&](const Expr& one) { return speaks_of(one, x); });
  }

  std::unique_ptr<const Rule> rule_of_one() const {
    auto result = std::make_unique<Rule>();
    result->name = rule_.name;
    result->full_name = rule_.full_name;
    result->coordinates = rule_.coordinates;
    result->source = rule_.source;
    MoveLine& move = result->moves.emplace_back();
    Binder& taken = move.binders.emplace_back();
    taken.slots = {1};
    taken.low = {constant(1)};
    taken.high = {slot(0)};
    move.conditions = of_one_;
    move.parts.push_back({result.get(), {apply(Op::sub, {slot(0), slot(1)})}, {}, {}, {}});
    move.slot_names = {rule_.coordinates[0], line_.slot_names[taken_]};
    move.span = line_.span;
    return result;
  }

  const Rule& rule_;
  const BoardLine& line_;
  size_t taken_ = 0;  // the slot of d
  bool lowers_some_ = false;
  std::optional<uint64_t> most_;
  std::vector<Expr> of_one_;  // conditions on a number, slot 0, and what is taken of it, slot 1
};

}  // namespace

std::optional<LoweredTogether> lowered_together(const Rule& rule) {
  const BoardRule& board = *rule.board;
  if (rule.arity() != 1 || !is_list(board.kinds[0]) || board.has_board() || !board.always.empty() ||
      !board.over.empty() || !board.ends.empty() || board.lines.size() != 1)
    return std::nullopt;
  return TogetherLine(rule, board.lines[0]).read();
}

}  // namespace grundy
