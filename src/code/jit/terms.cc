// Terms as machine code.
//
// Numbers are 64-bit registers. A term whose operations can't fail ("safe") is computed once and
// kept in known_ by its text, as long as its slots keep their values; a term that can fail is
// computed at its place, and jumps to fault_ where it does. A term that may leave 64 bits makes the
// whole plan fail to compile: the machine then finds the overflow. Conditions, and the loops of
// `sum`, are in conditions.cc.
//
// Divisions by constants are multiplications, gcd is Stein's algorithm in place, primes, powers and
// roots are calls.
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)
#include <algorithm>
#include <bit>
#include <numeric>

#include "rule/cells.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy::jit {
namespace {

__extension__ using Wide = unsigned __int128;
constexpr int64_t kLargestDivisor = int64_t{1} << 62;

// Called by the machine code.
int64_t call_quotient(int64_t a, int64_t b) { return floor_quotient(a, b); }
int64_t call_remainder(int64_t a, int64_t b) { return nonnegative_remainder(a, b); }
int64_t call_gcd(int64_t a, int64_t b) { return greatest_common_divisor(a, b); }
int64_t call_small_gcd(int64_t a, int64_t b) {
  return std::gcd(static_cast<uint32_t>(a), static_cast<uint32_t>(b));
}
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
  if (expr.quantifier) {
    if (expr.op == Op::quantifier) return false;  // all and any are jumps, not numbers
    for (size_t s = 0; s < slot_bound(expr); ++s) {
      if (mentions(expr, s) && !bound_[s]) return false;
    }
    return true;
  }
  if (expr.op == Op::slot) return bound_[static_cast<size_t>(expr.value)];
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& e) { return available(e); });
}

/// Whether no operation in it can fail, so that it may be computed wherever that is convenient.
bool Generator::safe(const Expr& expr, std::span<const Interval> intervals) {
  if (expr.op == Op::quantifier) return false;
  if (expr.quantifier) return is_safe_fold(*expr.quantifier, intervals);
  if (expr.op == Op::div || expr.op == Op::mod) {
    const Interval divisor = interval(expr.args[1], intervals);
    if (divisor.low <= 0 && divisor.high >= 0) return false;
  }
  if (expr.op == Op::isqrt && interval(expr.args[0], intervals).low < 0) return false;
  return std::all_of(expr.args.begin(), expr.args.end(),
                     [&](const Expr& e) { return safe(e, intervals); });
}

bool Generator::is_safe_fold(const Quantifier& of, std::span<const Interval> intervals) {
  const std::vector<Interval> inside = intervals_inside(of, intervals);
  const auto are_safe = [&](const std::vector<Expr>& terms) {
    return std::all_of(terms.begin(), terms.end(), [&](const Expr& e) { return safe(e, inside); });
  };
  return are_safe(of.filter) && safe(of.condition, inside) &&
         std::all_of(of.binders.begin(), of.binders.end(), [&](const Binder& binder) {
           return are_safe(binder.low) && are_safe(binder.high) && are_safe(binder.values);
         });
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

/// The greatest common divisor of numbers below 2^32, by Stein's algorithm (1967) where the
/// processor counts zeros.
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
  const x86::Mem tuple =
      cc_.newStack(static_cast<uint32_t>(8 * std::max<size_t>(1, expr.args.size())), 8);
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

/// The quotient of a natural number below 2^63 by a constant of at least 1, or the remainder.
Gp Generator::large_quotient(const Gp& x, const Expr& expr) {
  const bool remainder = expr.op == Op::mod;
  const auto d = static_cast<uint64_t>(interval(expr.args[1], intervals_).low);
  Gp result = cc_.newInt64();
  if ((d & (d - 1)) == 0) {
    cc_.mov(result, x);
    if (remainder) {
      cc_.and_(result, imm(static_cast<int64_t>(d - 1)));
    } else {
      cc_.shr(result, __builtin_ctzll(d));
    }
    return result;
  }
  // With 2^l the power of two above d and m = ⌊2^(63+l)/d⌋ + 1, which is below 2^64, the quotient
  // is ⌊x·m/2^(63+l)⌋: the product is too large by at most x/2^(63+l) < 1/2^l < 1/d (Granlund and
  // Montgomery 1994).
  const auto l = static_cast<int>(std::bit_width(d));
  Gp low = cc_.newInt64();
  Gp factor =
      imm(static_cast<int64_t>(static_cast<uint64_t>((static_cast<Wide>(1) << (63 + l)) / d + 1)));
  cc_.mov(low, x);
  cc_.mul(result, low, factor);
  cc_.shr(result, l - 1);
  if (!remainder) return result;
  Gp rest = cc_.newInt64();
  cc_.imul(result, imm(static_cast<int64_t>(d)));
  cc_.mov(rest, x);
  cc_.sub(rest, result);
  return rest;
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
  if (a.low >= 0 && b.low == b.high && b.low > 0 && b.low < kLargestDivisor)
    return large_quotient(x, expr);
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
  auto small = [](const Expr& e) {
    return e.op == Op::constant && e.value >= INT32_MIN && e.value <= INT32_MAX;
  };
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
        cc_.imul(result, term(expr.args[second ? 0 : 1]),
                 asmjit::imm(expr.args[second ? 1 : 0].value));
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
      for (size_t i = 1; i < expr.args.size(); ++i)
        so_far = call(call_gcd, so_far, term(expr.args[i]));
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
    case Op::cell_count:
      return fold(expr);
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

/// sum(T for …) and count(C for …); their interval says that they don't overflow.
Gp Generator::fold(const Expr& expr) {
  using Fold = CellCondition::Fold;
  const Fold of = expr.over_cells->fold;
  Gp result = cc_.newInt64();
  cc_.xor_(result.r32(), result.r32());
  if (!expr.quantifier || (of != Fold::sum && of != Fold::count)) fail();
  if (failed_) return result;
  if (listed_fold(expr, result)) return result;
  const Quantifier& q = *expr.quantifier;
  const auto each = [&](const Label& next) {
    look(false);
    for (const Expr& filter : q.filter) jump_unless(filter, next);
    if (of == Fold::count) {
      jump_unless(q.condition, next);
      cc_.inc(result);
    } else {
      cc_.add(result, term(q.condition));
    }
  };
  if (divisor_fold(expr, each)) return result;
  choices(q.binders, [&] {
    const auto known = known_;
    const Label next = cc_.newLabel();
    each(next);
    cc_.bind(next);
    known_ = known;
  });
  return result;
}

/// Computes the largest terms within it that can't fail and whose slots have values by now.
void Generator::hoist(const Expr& expr) {
  if (failed_ || expr.op == Op::slot || expr.op == Op::constant || expr.op == Op::quantifier)
    return;
  const bool condition = info(expr.op).is_condition || expr.op == Op::in_set;
  if (!condition && available(expr) && safe(expr)) {
    term(expr);
    return;
  }
  for (const Expr& arg : expr.args) hoist(arg);
}

}  // namespace grundy::jit

#endif
