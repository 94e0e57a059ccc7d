// Terms and conditions as machine code.
//
// Numbers are 64-bit registers. A term whose operations can't fail ("safe") is computed once and kept in known_ by its
// text, as long as its slots keep their values; a term that can fail is computed at its place, and jumps to fault_
// where it does. A term that may leave 64 bits makes the whole plan fail to compile: the machine then finds the
// overflow. Conditions become jumps; `all`, `any` and `sum` become loops (choices).
//
// Divisions by constants are multiplications, gcd is Stein's algorithm in place, primes, powers and roots are calls.
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)
#include <algorithm>
#include <numeric>

#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy::jit {
namespace {

constexpr size_t kMostSlots = 1000;  // with those inside `all`, `any` and `sum`

// Called by the machine code.
int64_t call_quotient(int64_t a, int64_t b) { return floor_quotient(a, b); }
int64_t call_remainder(int64_t a, int64_t b) { return nonnegative_remainder(a, b); }
int64_t call_gcd(int64_t a, int64_t b) { return greatest_common_divisor(a, b); }
int64_t call_small_gcd(int64_t a, int64_t b) { return std::gcd(static_cast<uint32_t>(a), static_cast<uint32_t>(b)); }
int64_t call_root(int64_t a, int64_t) { return integer_root(a); }
int64_t call_is_prime(int64_t a, int64_t) { return is_prime(a) ? 1 : 0; }
int64_t call_is_square(int64_t a, int64_t) { return is_square(a) ? 1 : 0; }
int64_t call_is_power(int64_t a, int64_t b) { return is_power(a, b) ? 1 : 0; }
template <bool (*operation)(int64_t, int64_t, int64_t*)>
int64_t call_total(int64_t a, int64_t b) {  // bounded where its result counts
  int64_t result = 0;
  return operation(a, b, &result) ? 0 : result;
}
int64_t call_contains(const NumberSet* set, const int64_t* tuple) {
  return (set->complement && tuple[0] < 0) ? 0 : set->contains(tuple);
}

}  // namespace

bool Generator::available(const Expr& expr) const {
  if (expr.op == Op::quantifier) return false;  // its loops are run where it is asked for
  if (expr.op == Op::slot) return bound_[static_cast<size_t>(expr.value)];
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& e) { return available(e); });
}

/// Whether no operation in it can fail, so that it may be computed wherever that is convenient.
bool Generator::safe(const Expr& expr) const {
  if (expr.op == Op::quantifier) return false;
  if (expr.op == Op::div || expr.op == Op::mod) {
    const Interval divisor = interval(expr.args[1], intervals_);
    if (divisor.low <= 0 && divisor.high >= 0) return false;
  }
  if (expr.op == Op::isqrt && interval(expr.args[0], intervals_).low < 0) return false;
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& e) { return safe(e); });
}

Gp Generator::call(int64_t (*function)(int64_t, int64_t), const Gp& a, const Gp& b) {
  Gp result = cc_.newInt64();
  const Gp first = lent(a);
  const Gp second = lent(b);
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(function)),
             FuncSignatureT<int64_t, int64_t, int64_t>(CallConvId::kHost));
  invoke->setArg(0, first);
  invoke->setArg(1, second);
  invoke->setRet(0, result);
  return result;
}

/// The greatest common divisor of numbers below 2^32, by Stein's algorithm (1967) where the processor counts zeros.
Gp Generator::small_gcd(const Gp& a, const Gp& b) {
  const auto& x86 = CpuInfo::host().features().x86();
  if (!x86.hasBMI() || !x86.hasBMI2()) return call(call_small_gcd, a, b);
  Gp u = cc_.newInt64();
  Gp v = cc_.newInt64();
  Gp twos = cc_.newInt64();  // that both have
  Gp less = cc_.newInt64();
  Gp difference = cc_.newInt64();
  const Label odd = cc_.newLabel();
  const Label first_is_zero = cc_.newLabel();
  const Label out = cc_.newLabel();
  cc_.mov(u, a);
  cc_.mov(v, b);
  cc_.test(u, u);
  cc_.jz(first_is_zero);
  cc_.test(v, v);
  cc_.jz(out);
  cc_.mov(twos, u);
  cc_.or_(twos, v);
  cc_.tzcnt(twos, twos);
  cc_.tzcnt(less, u);
  cc_.shrx(u, u, less);
  cc_.bind(odd);
  cc_.tzcnt(less, v);
  cc_.shrx(v, v, less);
  // The smaller one, and how much the other is larger.
  cc_.mov(less, v);
  cc_.sub(less, u);
  cc_.mov(difference, u);
  cc_.sub(difference, v);
  cc_.cmovc(difference, less);
  cc_.cmovnc(u, v);
  cc_.mov(v, difference);
  cc_.test(v, v);
  cc_.jnz(odd);
  cc_.shlx(u, u, twos);
  cc_.jmp(out);
  cc_.bind(first_is_zero);
  cc_.mov(u, v);
  cc_.bind(out);
  return u;
}

Gp Generator::contains(const Expr& expr) {
  const x86::Mem tuple = cc_.newStack(static_cast<uint32_t>(8 * std::max<size_t>(1, expr.args.size())), 8);
  for (size_t i = 0; i < expr.args.size(); ++i) {
    x86::Mem at = tuple.cloneAdjusted(static_cast<int64_t>(8 * i));
    at.setSize(8);
    cc_.mov(at, term(expr.args[i]));
  }
  Gp address = cc_.newInt64();
  cc_.lea(address, tuple);
  keep_.push_back(expr.set);
  Gp result = cc_.newInt64();
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_contains)),
             FuncSignatureT<int64_t, const NumberSet*, const int64_t*>(CallConvId::kHost));
  invoke->setArg(0, asmjit::imm(expr.set.get()));
  invoke->setArg(1, address);
  invoke->setRet(0, result);
  return result;
}

/// Floor of the quotient, or the remainder that is not negative.
Gp Generator::quotient(const Expr& expr) {
  const bool remainder = expr.op == Op::mod;
  const Interval a = interval(expr.args[0], intervals_);
  const Interval b = interval(expr.args[1], intervals_);
  const Gp x = term(expr.args[0]);
  const bool small = a.low >= 0 && a.high <= UINT32_MAX && b.low >= 1 && b.high <= UINT32_MAX;
  if (small && b.low == b.high) {
    const auto d = static_cast<uint64_t>(b.low);
    Gp result = cc_.newInt64();
    if ((d & (d - 1)) == 0) {
      cc_.mov(result, x);
      if (remainder) {
        cc_.and_(result.r32(), static_cast<uint32_t>(d - 1));
      } else {
        cc_.shr(result, __builtin_ctzll(d));
      }
      return result;
    }
    // The upper half of x·⌈2^64/d⌉: its error is below x·d/2^64 < 1 (Granlund and Montgomery 1994).
    Gp low = cc_.newInt64();
    Gp factor = cc_.newInt64();
    cc_.mov(low, x);
    cc_.mov(factor, UINT64_MAX / d + 1);
    cc_.mul(result, low, factor);
    if (!remainder) return result;
    Gp rest = cc_.newInt64();
    cc_.imul(result, term(expr.args[1]));
    cc_.mov(rest, x);
    cc_.sub(rest, result);
    return rest;
  }
  const Gp y = term(expr.args[1]);
  if (small) {
    Gp high = cc_.newInt64();
    Gp low = cc_.newInt64();
    cc_.xor_(high.r32(), high.r32());
    cc_.mov(low.r32(), x.r32());
    cc_.div(high.r32(), low.r32(), y.r32());
    return remainder ? high : low;
  }
  if (b.low <= 0 && b.high >= 0) {
    cc_.test(y, y);
    cc_.jz(fault_);
  }
  return call(remainder ? call_remainder : call_quotient, x, y);
}

Gp Generator::term(const Expr& expr) {
  if (failed_) return cc_.newInt64();
  if (expr.op == Op::slot) return slots_[static_cast<size_t>(expr.value)];
  if (expr.op == Op::constant) return imm(expr.value);
  if (!safe(expr)) return term_of(expr);
  const std::string key = print_expr(expr, line_->slot_names);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  Gp result = term_of(expr);
  known_.emplace(key, result);
  return result;
}

Gp Generator::term_of(const Expr& expr) {
  if (expr.op == Op::in_set) return contains(expr);
  const bool condition = info(expr.op).is_condition;
  if (!condition && !bounded(expr)) fail();
  if (failed_) return cc_.newInt64();
  Gp result = cc_.newInt64();
  auto small = [](const Expr& e) { return e.op == Op::constant && e.value >= INT32_MIN && e.value <= INT32_MAX; };
  switch (expr.op) {
    case Op::neg:
      cc_.mov(result, term(expr.args[0]));
      cc_.neg(result);
      return result;
    case Op::add:
    case Op::sub: {
      cc_.mov(result, term(expr.args[0]));
      const Expr& b = expr.args[1];
      if (small(b)) {
        expr.op == Op::add ? cc_.add(result, b.value) : cc_.sub(result, b.value);
      } else {
        expr.op == Op::add ? cc_.add(result, term(b)) : cc_.sub(result, term(b));
      }
      return result;
    }
    case Op::mul:
      if (small(expr.args[1]) || small(expr.args[0])) {
        const bool second = small(expr.args[1]);
        cc_.imul(result, term(expr.args[second ? 0 : 1]), asmjit::imm(expr.args[second ? 1 : 0].value));
        return result;
      }
      cc_.mov(result, term(expr.args[0]));
      cc_.imul(result, term(expr.args[1]));
      return result;
    case Op::div:
    case Op::mod:
      return quotient(expr);
    case Op::bit_and:
      cc_.mov(result, term(expr.args[0]));
      cc_.and_(result, term(expr.args[1]));
      return result;
    case Op::bit_or:
      cc_.mov(result, term(expr.args[0]));
      cc_.or_(result, term(expr.args[1]));
      return result;
    case Op::bit_xor:
      cc_.mov(result, term(expr.args[0]));
      cc_.xor_(result, term(expr.args[1]));
      return result;
    case Op::power:
    case Op::shift_left:
    case Op::shift_right:
    case Op::nim_product: {
      const Gp x = term(expr.args[0]);
      return call(expr.op == Op::power         ? call_total<power>
                  : expr.op == Op::shift_left  ? call_total<shifted_left>
                  : expr.op == Op::shift_right ? call_total<shifted_right>
                                               : call_total<nim_product>,
                  x, term(expr.args[1]));
    }
    case Op::min:
    case Op::max:
      cc_.mov(result, term(expr.args[0]));
      for (size_t i = 1; i < expr.args.size(); ++i) {
        const Gp other = term(expr.args[i]);
        cc_.cmp(other, result);
        expr.op == Op::min ? cc_.cmovl(result, other) : cc_.cmovg(result, other);
      }
      return result;
    case Op::abs: {
      const Gp x = term(expr.args[0]);
      cc_.mov(result, x);
      cc_.neg(result);
      cc_.cmp(x, 0);
      cc_.cmovge(result, x);
      return result;
    }
    case Op::gcd: {
      Gp so_far = term(expr.args[0]);
      const bool both_small = std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& arg) {
        const Interval range = interval(arg, intervals_);
        return range.low >= 0 && range.high <= UINT32_MAX;
      });
      if (both_small && expr.args.size() == 2) return small_gcd(so_far, term(expr.args[1]));
      for (size_t i = 1; i < expr.args.size(); ++i) so_far = call(call_gcd, so_far, term(expr.args[i]));
      if (expr.args.size() == 1) so_far = call(call_gcd, so_far, imm(0));
      return so_far;
    }
    case Op::isqrt: {
      const Gp x = term(expr.args[0]);
      if (interval(expr.args[0], intervals_).low < 0) {
        cc_.test(x, x);
        cc_.js(fault_);
      }
      return call(call_root, x, x);
    }
    case Op::isprime:
    case Op::issquare: {
      const Gp x = term(expr.args[0]);
      return call(expr.op == Op::isprime ? call_is_prime : call_is_square, x, x);
    }
    case Op::ispower: {
      const Gp x = term(expr.args[0]);
      return call(call_is_power, x, term(expr.args[1]));
    }
    default: {  // a condition as a number
      Label out = cc_.newLabel();
      cc_.xor_(result.r32(), result.r32());
      test(expr, out, false);
      cc_.mov(result.r32(), 1);
      cc_.bind(out);
      return result;
    }
  }
}

/// Writes the comparison as one of a term with a number, where it becomes that with all numbers on one side: n - 1 >= 0
/// is n >= 1. False, and nothing written, otherwise.
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

/// After a comparison of a with b, or turned of b with a: to the target when `a op b` is as `when` tells.
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
      auto small = [](const Expr& e) { return e.op == Op::constant && e.value >= INT32_MIN && e.value <= INT32_MAX; };
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

/// Loops over all choices of the binders of `all`, `any` or `sum`, and writes `each` innermost.
void Generator::choices(std::span<const Binder> binders, const std::function<void()>& each) {
  if (failed_) return;
  if (binders.empty()) return each();
  const auto known = known_;
  const Binder& binder = binders[0];
  const size_t slot = binder.slots[0];
  const size_t slots = 1 + *std::max_element(binder.slots.begin(), binder.slots.end());
  if (slots > kMostSlots) return fail();
  if (slots_.size() < slots) {
    slots_.resize(slots);
    bound_.resize(slots);
    intervals_.resize(slots, Interval{0, Interval::kInfinity});
  }
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
      if (set.complement || set.size() == 0 || *std::min_element(set.flat.begin(), set.flat.end()) < 0) return fail();
      keep_.push_back(binder.set);
      const auto bytes = static_cast<int32_t>(8 * set.arity);
      Gp at = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(set.flat.data())));
      Gp end = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(set.flat.data() + set.flat.size())));
      const Label head = cc_.newLabel();
      const auto before = known_;
      for (size_t j = 0; j < set.arity; ++j) {
        int64_t largest = 0;
        for (size_t i = j; i < set.flat.size(); i += set.arity) largest = std::max(largest, set.flat[i]);
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

/// Computes the largest terms within it that can't fail and whose slots have values by now.
void Generator::hoist(const Expr& expr) {
  if (failed_ || expr.op == Op::slot || expr.op == Op::constant || expr.op == Op::quantifier) return;
  const bool condition = info(expr.op).is_condition || expr.op == Op::in_set;
  if (!condition && available(expr) && safe(expr)) {
    term(expr);
    return;
  }
  for (const Expr& arg : expr.args) hoist(arg);
}

}  // namespace grundy::jit

#endif
