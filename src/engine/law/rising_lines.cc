#include "engine/law/rising_lines.h"

#include <algorithm>

#include "engine/law/growth.h"
#include "rule/exact.h"

namespace grundy {
namespace {

/// The term with the line's variable y as slot 0.
Expr of_heap(const Expr& term) { return substitute(term, {slot(0), slot(0)}); }

bool turns_once(const Expr& condition) {
  if (condition.op != Op::lt && condition.op != Op::le) return false;
  const Expr& a = condition.args[0];
  const Expr& b = condition.args[1];
  return (a.op == Op::constant && never_falls(b)) || (b.op == Op::constant && never_falls(a));
}

/// Takes a condition that speaks of y, slot 1, into the line.
bool add_bound(const Expr& condition, RisingLine& line) {
  if (condition.op != Op::lt && condition.op != Op::le && condition.op != Op::eq) return false;
  const bool left = mentions(condition.args[0], 1);
  const Expr& with_y = condition.args[left ? 0 : 1];
  const Expr& of_n = condition.args[left ? 1 : 0];
  if (mentions(with_y, 0) || mentions(of_n, 1)) return false;
  RisingLine::Bound bound{of_heap(with_y), of_n, condition.op == Op::lt};
  if (!never_falls(bound.of_heap) || !never_falls(bound.of_n)) return false;
  if (left || condition.op == Op::eq) line.upto.push_back(bound);
  if (!left || condition.op == Op::eq) line.from.push_back(std::move(bound));
  return true;
}

std::optional<RisingLine> rising_line(const Rule& rule, const MoveLine& line) {
  RisingLine result;
  const bool in_game = std::all_of(line.parts.begin(), line.parts.end(), [&](const Part& part) {
    return part.game == &rule && part.binders.empty();
  });
  if (!in_game || line.binders.size() > 1) return std::nullopt;
  for (const Expr& condition : line.conditions) {
    const bool about_n = !mentions(condition, 1);
    if (about_n ? !turns_once(condition) : !add_bound(condition, result)) return std::nullopt;
    if (about_n) result.conditions.push_back(condition);
  }
  if (line.binders.empty()) {
    for (const Part& part : line.parts) {
      if (!never_falls(part.coordinates[0])) return std::nullopt;
      result.heaps.push_back(part.coordinates[0]);
    }
    return result;
  }
  const Binder& y = line.binders[0];
  const Part* part = only_part(rule, line);
  if (y.kind != Binder::Kind::range || part == nullptr) return std::nullopt;
  result.is_range = true;
  const Expr& to = part->coordinates[0];
  if (to.op == Op::slot && to.value == 1) {
    result.low = y.low;
    result.high = y.high;
  } else {  // n - k
    const bool takes = to.op == Op::sub && to.args[0].op == Op::slot && to.args[0].value == 0 &&
                       to.args[1].op == Op::slot && to.args[1].value == 1;
    if (!takes || y.high.empty() || !result.from.empty() || !result.upto.empty())
      return std::nullopt;
    const Expr least = y.low.empty() ? constant(0) : apply(Op::max, {y.low[0], constant(0)});
    result.low.push_back(apply(Op::sub, {slot(0), y.high[0]}));
    result.high.push_back(apply(Op::sub, {slot(0), least}));
  }
  if (!std::all_of(result.low.begin(), result.low.end(), never_falls) ||
      !std::all_of(result.high.begin(), result.high.end(), never_falls))
    return std::nullopt;
  return result;
}

/// The least natural number below `end` for which `holds`, which turns true once; `end` where it
/// does not below. It doubles before it bisects: 2**y of a y far beyond the place sought is not to
/// be written out.
template <class Holds>
Integer least_below(const Integer& end, const Holds& holds) {
  Integer low(0);
  Integer high(1);
  for (; high < end && !holds(high - Integer(1)); high = high + high) low = high;
  high = std::min(high, end);
  while (low < high) {
    const Integer middle = (low + high) >> 1;
    if (holds(middle)) {
      high = middle;
    } else {
      low = middle + Integer(1);
    }
  }
  return high;
}

}  // namespace

std::optional<Integer> RisingLine::first(const Integer& n) const {
  Integer result(0);
  for (const Expr& term : low) {
    const auto value = exact_value(term, {n});
    if (!value) return std::nullopt;
    result = std::max(result, *value);
  }
  const Integer most = n + Integer(1);
  bool known = true;
  for (const Bound& bound : from) {
    const auto least = exact_value(bound.of_n, {n});
    if (!least) return std::nullopt;
    result = std::max(result, least_below(most, [&](const Integer& y) {
                        const auto value = exact_value(bound.of_heap, {y});
                        known = known && value;
                        return value && (bound.strict ? *value > *least : *value >= *least);
                      }));
  }
  if (!known) return std::nullopt;
  return std::min(result, most);
}

std::optional<Integer> RisingLine::last(const Integer& n) const {
  Integer result = n + Integer(1);
  for (const Expr& term : high) {
    const auto value = exact_value(term, {n});
    if (!value) return std::nullopt;
    result = std::min(result, *value);
  }
  bool known = true;
  for (const Bound& bound : upto) {
    const auto most = exact_value(bound.of_n, {n});
    if (!most) return std::nullopt;
    const Integer beyond = least_below(n + Integer(2), [&](const Integer& y) {
      const auto value = exact_value(bound.of_heap, {y});
      known = known && value;
      return value && (bound.strict ? *value >= *most : *value > *most);
    });
    result = std::min(result, beyond - Integer(1));
  }
  if (!known) return std::nullopt;
  return std::max(result, Integer(-1));
}

std::optional<std::vector<RisingLine>> rising_lines(const Rule& rule) {
  if (rule.arity() != 1 || rule.is_alias || rule.moves_by_code || rule.board || rule.moves.empty())
    return std::nullopt;
  std::vector<RisingLine> result;
  for (const MoveLine& line : rule.moves) {
    auto one = rising_line(rule, line);
    if (!one) return std::nullopt;
    result.push_back(*std::move(one));
  }
  return result;
}

}  // namespace grundy
