#include "engine/law/take_away_rule.h"

#include <algorithm>

#include "engine/law/growth.h"
#include "rule/evaluate.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr int64_t kNoEnd = int64_t{1} << 62;

bool is_at_least(const Expr& term, int64_t least) {
  return term.op == Op::constant && term.value >= least;
}

/// A term a·x + b in slot 0.
struct Line {
  int64_t a = 0, b = 0;
};
std::optional<Line> line_of(const Expr& term) {
  if (term.op == Op::constant) return Line{0, term.value};
  if (is_slot(term, 0)) return Line{1, 0};
  if (term.op != Op::add && term.op != Op::sub && term.op != Op::mul) return std::nullopt;
  const auto x = line_of(term.args[0]), y = line_of(term.args[1]);
  if (!x || !y || (term.op == Op::mul && x->a != 0 && y->a != 0)) return std::nullopt;
  Line sum;
  bool overflow = false;
  if (term.op == Op::mul) {
    int64_t other = 0;
    overflow =
        __builtin_mul_overflow(x->a, y->b, &sum.a) || __builtin_mul_overflow(y->a, x->b, &other) ||
        __builtin_add_overflow(sum.a, other, &sum.a) || __builtin_mul_overflow(x->b, y->b, &sum.b);
  } else if (term.op == Op::add) {
    overflow =
        __builtin_add_overflow(x->a, y->a, &sum.a) || __builtin_add_overflow(x->b, y->b, &sum.b);
  } else {
    overflow =
        __builtin_sub_overflow(x->a, y->a, &sum.a) || __builtin_sub_overflow(x->b, y->b, &sum.b);
  }
  return overflow ? std::nullopt : std::optional(sum);
}

bool is_at_least_slot(const Expr& term);

/// Whether the term is seen to be at least its slot times the constant, from 1 on.
bool is_at_least_times_slot(const Expr& term, int64_t times) {
  if (times < 1) return false;
  if (const auto line = line_of(term)) return line->a >= times && line->b >= times - line->a;
  if (term.op != Op::mul) return false;
  const auto is_always = [&](const Expr& one) {
    const auto line = line_of(one);
    return line && line->a >= 0 && line->b >= times - line->a;
  };
  return (is_at_least_slot(term.args[0]) && is_always(term.args[1])) ||
         (is_at_least_slot(term.args[1]) && is_always(term.args[0]));
}

/// Whether the term is seen to be at least its slot, from 1 on.
bool is_at_least_slot(const Expr& term) {
  if (const auto line = line_of(term)) return line->a >= 1 && line->b >= 1 - line->a;
  const auto is = [](const Expr& one) { return is_at_least_slot(one); };
  const auto is_positive = [&](const Expr& one) { return is_at_least(one, 1) || is(one); };
  const std::vector<Expr>& args = term.args;
  switch (term.op) {
    case Op::min:
      return std::all_of(args.begin(), args.end(), is);
    case Op::max:
      return std::any_of(args.begin(), args.end(), is);
    case Op::add:
      return (is(args[0]) && is_natural(args[1])) || (is(args[1]) && is_natural(args[0]));
    case Op::mul:
      return (is(args[0]) && is_positive(args[1])) || (is(args[1]) && is_positive(args[0]));
    case Op::div:
      return args[1].op == Op::constant && is_at_least_times_slot(args[0], args[1].value);
    case Op::power:
      return (is_at_least(args[0], 2) && is(args[1])) || (is(args[0]) && is_at_least(args[1], 1));
    default:
      return false;
  }
}

/// The arguments of a min, or the term.
void add_least_of(const Expr& term, std::vector<Expr>& list) {
  if (term.op != Op::min) return list.push_back(term);
  for (const Expr& one : term.args) add_least_of(one, list);
}
Expr least_of(std::vector<Expr> list) {
  return list.size() == 1 ? std::move(list[0]) : simplified(apply(Op::min, std::move(list)));
}

/// What the condition lets the slot be at most: `j <= 2*k`, `j - 1 < 2*k`. None for others.
std::optional<Expr> bound_by(const Expr& condition, size_t s) {
  if (condition.op != Op::lt && condition.op != Op::le) return std::nullopt;
  Expr small = condition.args[0], great = condition.args[1];
  if (condition.op == Op::lt) great = apply(Op::sub, {std::move(great), constant(1)});
  while (!is_slot(small, s)) {
    if (small.op == Op::mul && is_at_least(small.args[0], 1)) {
      great = apply(Op::div, {std::move(great), small.args[0]});
      small = Expr(small.args[1]);
    } else if ((small.op == Op::add || small.op == Op::sub) && is_constant(small.args[1])) {
      great = apply(small.op == Op::add ? Op::sub : Op::add, {std::move(great), small.args[1]});
      small = Expr(small.args[0]);
    } else {
      return std::nullopt;
    }
  }
  return simplified(std::move(great));
}

/// The term at numbers for its slots; 2^62 where it is more.
int64_t at(const Expr& term, std::vector<int64_t> numbers) {
  Environment slots(std::move(numbers));
  Fault fault;
  const int64_t value = evaluate(term, slots, fault);
  return fault.kind == Fault::Kind::none ? std::min(value, kNoEnd) : kNoEnd;
}

}  // namespace

std::optional<TakeAwayRule> TakeAwayRule::of(const Rule& rule) {
  if (rule.arity() != 2 || rule.moves.size() != 1 || rule.is_alias || rule.moves_by_code ||
      rule.board)
    return std::nullopt;
  const MoveLine& line = rule.moves[0];
  const Part* part = only_part(rule, line);
  if (part == nullptr || line.reply != Reply::anywhere || line.binders.size() != 1) return {};
  const Binder& binder = line.binders[0];
  if (binder.kind != Binder::Kind::range || binder.slots.size() != 1) return std::nullopt;
  constexpr size_t j = 2;
  if (binder.slots[0] != j) return std::nullopt;
  TakeAwayRule result;
  for (result.heap_ = 0; result.heap_ < 2; ++result.heap_) {
    const Expr& rest = part->coordinates[result.heap_];
    if (rest.op == Op::sub && is_slot(rest.args[0], result.heap_) && is_slot(rest.args[1], j))
      break;
  }
  if (result.heap_ == 2) return std::nullopt;
  const size_t memory = result.memory();

  std::vector<Expr> bounds;
  for (const Expr& high : binder.high) add_least_of(high, bounds);
  bool takes_some =
      !binder.low.empty() && is_at_least(binder.low[0], 1) && binder.low[0].value == 1;
  if (!takes_some && !binder.low.empty() && !is_at_least(binder.low[0], 0)) return std::nullopt;
  for (const Expr& condition : line.conditions) {
    if (condition.op != Op::lt && condition.op != Op::le) return std::nullopt;
    if (is_slot(condition.args[1], j) && is_constant(condition.args[0])) {
      const int64_t least = condition.args[0].value + (condition.op == Op::lt ? 1 : 0);
      if (least > 1) return std::nullopt;
      takes_some = takes_some || least == 1;
      continue;
    }
    auto bound = bound_by(condition, j);
    if (!bound) return std::nullopt;
    add_least_of(*bound, bounds);
  }
  if (!takes_some) return std::nullopt;

  // The heap bounds what is taken by itself.
  std::erase_if(bounds, [&](const Expr& one) { return is_slot(one, result.heap_); });
  std::vector<Expr> places(3, slot(1));  // of slots that don't belong there
  places[memory] = slot(0);
  for (Expr& one : bounds) one = rewritten(one, places);
  if (bounds.empty() || !std::all_of(bounds.begin(), bounds.end(), never_falls))
    return std::nullopt;
  result.most_ = least_of(std::move(bounds));

  // What is left bounds the next move by itself, so that the memory need not.
  const Expr& next = part->coordinates[memory];
  std::vector<Expr> parts;
  add_least_of(next, parts);
  if (is_at_least_slot(result.most_))
    std::erase_if(parts,
                  [&](const Expr& one) { return same(one, part->coordinates[result.heap_]); });
  places[memory] = slot(1);
  places[j] = slot(0);
  for (Expr& one : parts) one = rewritten(one, places);
  if (parts.empty() || !std::all_of(parts.begin(), parts.end(), [](const Expr& one) {
        return never_falls(one) && at(one, {1}) >= 0;
      }))
    return std::nullopt;
  result.after_ = rewritten(result.most_, {least_of(std::move(parts))});
  places[result.heap_] = slot(0);
  places[j] = slot(1);
  result.next_ = rewritten(next, places);
  result.never_allows_less_ = is_at_least_slot(result.after_);
  return result;
}

int64_t TakeAwayRule::most(int64_t memory) const { return at(most_, {memory}); }
int64_t TakeAwayRule::most_after(int64_t taken) const { return at(after_, {taken}); }
int64_t TakeAwayRule::memory_after(int64_t heap, int64_t taken) const {
  return at(next_, {heap, taken});
}

}  // namespace grundy
