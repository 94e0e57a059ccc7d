// Conditions as machine code: comparisons become jumps, `all`, `any` and `sum` become loops over
// their choices.
//
// A comparison whose sides differ by one term and a number becomes one of that term with the
// number: n - 1 >= 0 is n >= 1.
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)
#include <algorithm>

namespace grundy::jit {
namespace {

constexpr size_t kMostSlots = 1000;  // with those inside `all`, `any` and `sum`

}  // namespace

/// Writes the comparison as one of a term with a number, where it becomes that with all numbers on
/// one side: n - 1 >= 0 is n >= 1. False, and nothing written, otherwise.
bool Generator::compared_with_number(const Expr& expr, const Label& target, bool when) {
  if (!safe(expr) || !bounded(expr.args[0]) || !bounded(expr.args[1])) return false;
  Sum sum;  // of the left side less the right one
  if (!add_linear(expr.args[0], 1, sum) || !add_linear(expr.args[1], -1, sum)) return false;
  std::erase_if(sum.terms, [](const auto& t) { return t.first == 0; });
  if (sum.terms.size() != 1 || sum.constant <= INT32_MIN || sum.constant > INT32_MAX) return false;
  const auto& [factor, what] = sum.terms[0];
  if (factor != 1 && factor != -1) return false;
  const bool turned = factor == -1;
  cc_.cmp(term(what), turned ? sum.constant : -sum.constant);
  jump(expr.op, turned, target, when);
  return true;
}

/// After a comparison of a with b, or turned of b with a: to the target when `a op b` is as `when`
/// tells.
void Generator::jump(Op op, bool turned, const Label& target, bool when) {
  if (op == Op::eq || op == Op::ne) {
    (op == Op::eq) == when ? cc_.je(target) : cc_.jne(target);
  } else if ((op == Op::lt) == when) {  // a < b, or it is not that a <= b
    when == turned ? cc_.jg(target) : cc_.jl(target);
  } else {
    when == turned ? cc_.jge(target) : cc_.jle(target);
  }
}

/// Jumps to the target when the condition is `when`.
void Generator::test(const Expr& expr, const Label& target, bool when) {
  if (failed_) return;
  switch (expr.op) {
    case Op::constant:
      if ((expr.value != 0) == when) cc_.jmp(target);
      return;
    case Op::eq:
    case Op::ne:
    case Op::lt:
    case Op::le: {
      if (compared_with_number(expr, target, when)) return;
      auto small = [](const Expr& e) {
        return e.op == Op::constant && e.value >= INT32_MIN && e.value <= INT32_MAX;
      };
      const bool turned = small(expr.args[0]) && !small(expr.args[1]);
      const Gp a = term(expr.args[turned ? 1 : 0]);
      const Expr& right = expr.args[turned ? 0 : 1];
      if (small(right)) {
        cc_.cmp(a, right.value);
      } else {
        cc_.cmp(a, term(right));
      }
      return jump(expr.op, turned, target, when);
    }
    case Op::logical_not:
      return test(expr.args[0], target, !when);
    case Op::logical_and:
    case Op::logical_or: {
      const bool decides = expr.op == Op::logical_or;  // the first operand alone, when it is this
      const Label over = cc_.newLabel();
      if (decides == when) {
        test(expr.args[0], target, when);
      } else {
        test(expr.args[0], over, !when);
      }
      const auto known = known_;  // the second operand is not always computed
      test(expr.args[1], target, when);
      known_ = known;
      cc_.bind(over);
      return;
    }
    case Op::quantifier: {
      const bool all = expr.value != 0;
      const Label decided = cc_.newLabel();  // by one choice: a counterexample, or an example
      const Label out = cc_.newLabel();
      choices(expr.quantifier->binders, [&] {
        const auto known = known_;
        const Label next = cc_.newLabel();
        look(false);
        for (const Expr& filter : expr.quantifier->filter) jump_unless(filter, next);
        test(expr.quantifier->condition, decided, !all);
        cc_.bind(next);
        known_ = known;
      });
      cc_.jmp(all == when ? target : out);
      cc_.bind(decided);
      if (all != when) cc_.jmp(target);
      cc_.bind(out);
      return;
    }
    default: {
      const Gp value = term(expr);
      cc_.test(value, value);
      when ? cc_.jnz(target) : cc_.jz(target);
    }
  }
}

/// Room for the slot of a binder inside `all`, `any` or `sum`.
void Generator::make_room_for(size_t slot) {
  if (slot >= kMostSlots) return fail();
  if (slot < slots_.size()) return;
  slots_.resize(slot + 1);
  bound_.resize(slot + 1);
  intervals_.resize(slot + 1, Interval{0, Interval::kInfinity});
}

/// Loops over all choices of the binders of `all`, `any` or `sum`, and writes `each` innermost.
void Generator::choices(std::span<const Binder> binders, const std::function<void()>& each) {
  if (failed_) return;
  if (binders.empty()) return each();
  const auto known = known_;
  const Binder& binder = binders[0];
  const size_t slot = binder.slots[0];
  make_room_for(*std::max_element(binder.slots.begin(), binder.slots.end()));
  if (failed_) return;
  auto range_of = [&](const Expr& low, const Expr& high) {
    const int64_t least = std::max<int64_t>(0, interval(low, intervals_).low);
    return Interval{least, std::max(least, interval(high, intervals_).high)};
  };
  const Gp value = cc_.newInt64();
  slots_[slot] = value;
  switch (binder.kind) {
    case Binder::Kind::range: {
      if (binder.high.empty()) return fail();
      const Expr low = binder.low.empty() ? constant(0) : binder.low[0];
      const Interval range = range_of(low, binder.high[0]);
      Gp last = cc_.newInt64();
      cc_.mov(value, term(low));
      if (interval(low, intervals_).low < 0) {
        const Gp zero = imm(0);
        cc_.test(value, value);
        cc_.cmovs(value, zero);
      }
      cc_.mov(last, term(binder.high[0]));
      intervals_[slot] = range;
      bound_[slot] = true;
      const Label head = cc_.newLabel();
      const Label out = cc_.newLabel();
      const auto before = known_;
      cc_.bind(head);
      cc_.cmp(value, last);
      cc_.jg(out);
      choices(binders.subspan(1), each);
      known_ = before;
      cc_.inc(value);
      cc_.jmp(head);
      cc_.bind(out);
      break;
    }
    case Binder::Kind::equal:
    case Binder::Kind::values: {
      const auto& values = binder.kind == Binder::Kind::equal ? binder.low : binder.values;
      for (const Expr& one : values) {
        const Label over = cc_.newLabel();
        const auto before = known_;
        const Interval range = range_of(one, one);
        bound_[slot] = false;
        cc_.mov(value, term(one));
        cc_.test(value, value);
        cc_.js(over);
        intervals_[slot] = range;
        bound_[slot] = true;
        choices(binders.subspan(1), each);
        cc_.bind(over);
        known_ = before;
      }
      break;
    }
    case Binder::Kind::in_set: {
      const NumberSet& set = *binder.set;
      if (set.complement || set.size() == 0 ||
          *std::min_element(set.flat.begin(), set.flat.end()) < 0)
        return fail();
      keep_.push_back(binder.set);
      const auto bytes = static_cast<int32_t>(8 * set.arity);
      Gp at = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(set.flat.data())));
      Gp end =
          imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(set.flat.data() + set.flat.size())));
      const Label head = cc_.newLabel();
      const auto before = known_;
      for (size_t j = 0; j < set.arity; ++j) {
        int64_t largest = 0;
        for (size_t i = j; i < set.flat.size(); i += set.arity)
          largest = std::max(largest, set.flat[i]);
        slots_[binder.slots[j]] = cc_.newInt64();
        intervals_[binder.slots[j]] = {0, largest};
        bound_[binder.slots[j]] = true;
      }
      cc_.bind(head);
      for (size_t j = 0; j < set.arity; ++j)
        cc_.mov(slots_[binder.slots[j]], x86::qword_ptr(at, static_cast<int32_t>(8 * j)));
      choices(binders.subspan(1), each);
      known_ = before;
      cc_.add(at, bytes);
      cc_.cmp(at, end);
      cc_.jb(head);
      break;
    }
  }
  for (const size_t s : binder.slots) bound_[s] = false;
  known_ = known;
}

}  // namespace grundy::jit

#endif
