#include "code/native.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <numeric>
#include <string>

#include "rule/evaluate.h"
#include "rule/print.h"

#if defined(GRUNDY_NATIVE)
#include <asmjit/asmjit.h>
#endif

namespace grundy {

#if !defined(GRUNDY_NATIVE)

bool NativeSweep::available() { return false; }
std::unique_ptr<const NativeSweep> NativeSweep::compile(const SweepPlan&, SweepShape, Budget&, bool) { return nullptr; }

#else

namespace {

using namespace asmjit;
using x86::Gp;

constexpr int kUnrolled = 4;
constexpr size_t kMostSlots = 1000;                 // of a quantifier's own
constexpr int64_t kLargestList = int64_t{1} << 26;  // entries of a table made for the code

/// The divisors of all numbers up to `most`: those of n are divisors[begin[n]] … divisors[begin[n + 1] - 1], in no
/// order.
struct Divisors {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> divisors;

  static std::shared_ptr<const Divisors> make(int64_t most, Budget& budget) {
    if (most > kLargestList / 16) return nullptr;
    const auto end = static_cast<uint64_t>(most) + 1;
    uint64_t count = 0;
    for (uint64_t d = 1; d < end; ++d) count += (end - 1) / d;
    if (!budget.take_memory(4 * (count + end + 1))) return nullptr;
    auto result = std::make_shared<Divisors>();
    result->begin.assign(end + 1, 0);
    result->divisors.resize(count);
    // Pairs d·e = n with d <= e, for blocks of n whose lists stay in the cache.
    constexpr uint64_t kBlock = 1 << 14;
    std::vector<uint32_t> at(kBlock);
    for (uint64_t first = 1; first < end; first += kBlock) {
      const uint64_t last = std::min(end, first + kBlock);
      auto each_pair = [&](auto&& visit) {
        for (uint64_t d = 1; d * d < last; ++d) {
          for (uint64_t e = std::max(d, (first + d - 1) / d); d * e < last; ++e) visit(d * e, d, e);
        }
      };
      std::fill(at.begin(), at.end(), 0);
      each_pair([&](uint64_t n, uint64_t d, uint64_t e) { at[n - first] += d == e ? 1 : 2; });
      for (uint64_t n = first; n < last; ++n) {
        result->begin[n + 1] = result->begin[n] + at[n - first];
        at[n - first] = result->begin[n];
      }
      each_pair([&](uint64_t n, uint64_t d, uint64_t e) {
        result->divisors[at[n - first]++] = static_cast<uint32_t>(d);
        if (d != e) result->divisors[at[n - first]++] = static_cast<uint32_t>(e);
      });
    }
    return result;
  }
};

// Called by the code.
int64_t call_quotient(int64_t a, int64_t b) { return floor_quotient(a, b); }
int64_t call_remainder(int64_t a, int64_t b) { return nonnegative_remainder(a, b); }
int64_t call_gcd(int64_t a, int64_t b) { return greatest_common_divisor(a, b); }
int64_t call_small_gcd(int64_t a, int64_t b) { return std::gcd(static_cast<uint32_t>(a), static_cast<uint32_t>(b)); }
int64_t call_root(int64_t a, int64_t) { return integer_root(a); }
int64_t call_is_prime(int64_t a, int64_t) { return is_prime(a) ? 1 : 0; }
int64_t call_is_square(int64_t a, int64_t) { return is_square(a) ? 1 : 0; }
int64_t call_is_power(int64_t a, int64_t b) { return is_power(a, b) ? 1 : 0; }
int64_t call_contains(const NumberSet* set, const int64_t* tuple) {
  return (set->complement && tuple[0] < 0) ? 0 : set->contains(tuple);
}
/// How many elements begin with a number below this one.
int64_t call_rank(const NumberSet* set, int64_t number) {
  size_t from = 0;
  size_t to = set->size();
  while (from < to) {
    const size_t middle = (from + to) / 2;
    (set->flat[middle * set->arity] < number ? from : to) =
        set->flat[middle * set->arity] < number ? middle + 1 : middle;
  }
  return static_cast<int64_t>(from);
}
void call_clear(uint8_t* slot, uint64_t bytes) { std::memset(slot, 0, bytes); }
/// Whether to go on after so many options.
int64_t call_look(SweepState* state, uint64_t options) {
  state->look_at = options + (uint64_t{1} << 22);
  return state->budget->spent() ? 0 : 1;
}

/// Σ factor·term + constant.
struct Sum {
  std::vector<std::pair<int64_t, Expr> > terms;
  int64_t constant = 0;
};

using Function = uint64_t (*)(SweepState*);

class Generator {
 public:
  Generator(const SweepPlan& plan, SweepShape shape, Budget& budget, bool verify, CodeHolder& holder,
            std::vector<std::shared_ptr<const void> >& keep)
      : plan_(plan), shape_(shape), budget_(budget), verify_(verify), cc_(&holder), keep_(keep) {
    wide_ = CpuInfo::host().features().x86().hasAVX2();
  }

  /// False when something can't be compiled.
  bool generate();
  bool lists_divisors() const { return lists_divisors_; }
  uint64_t list_words() const { return list_words_; }

 private:
  struct Place {  // of one part, in the loops: an address, and what is to be added to it
    Gp address;
    std::vector<std::pair<int64_t, Expr> > left;
  };
  using Places = std::vector<Place>;
  struct Sink {  // where marks go
    enum class Kind { marks, slot } kind = Kind::marks;
    size_t running = 0;
  };

  // Terms.
  bool bounded(const Expr& expr) { return interval(expr, intervals_).bounded(); }
  bool available(const Expr& expr) const;
  bool safe(const Expr& expr) const;
  Gp term(const Expr& expr);
  Gp term_of(const Expr& expr);
  Gp quotient(const Expr& expr);
  Gp call(int64_t (*function)(int64_t, int64_t), const Gp& a, const Gp& b);
  Gp contains(const Expr& expr);
  void test(const Expr& expr, const Label& target, bool when);
  void choices(const Expr& quantified, size_t depth, const Label& decided);
  void jump_unless(const Expr& expr, const Label& target) { test(expr, target, false); }
  Gp imm(int64_t value) {
    Gp r = cc_.newInt64();
    cc_.mov(r, value);
    return r;
  }
  void fail() { failed_ = true; }
  void hoist(const Expr& expr);

  // Loops.
  void nest(const SweepLine& line, const Nest& nest);
  void level(size_t depth, Places places, const Label& skip);
  void inside(size_t depth, const Places& places, const Label& skip);
  void range(size_t depth, const Places& places);
  Gp low_bound(const Loop& loop);
  Gp high_bound(const Loop& loop);
  class SeenInRegisters;
  template <class Option, class Go>
  void unrolled(const Gp& count, Option&& option, Go&& go);
  void elements(size_t depth, const Places& places);
  bool divisor_loop(const Places& places, const Gp& low, const Gp& high);
  bool strided(size_t depth, const Places& places, const Gp& low, const Gp& high);
  using Offsets = std::shared_ptr<std::vector<int32_t> >;
  std::optional<std::vector<Offsets> > offsets_of(const Places& places) const;
  void listed_options(const Places& places, const std::vector<Gp>& lists, const Gp& at, const Gp& count);
  bool offset_list(const Places& places, const Gp& begin, const Gp& end);
  struct Threshold {
    Expr key;
    Expr bound;
  };
  std::optional<Threshold> threshold(const Expr& guard) const;
  bool row_list(const Places& places);
  void leaf(const Places& places);
  void absorb(Places& places);
  void look(bool innermost);
  bool add_linear(const Expr& expr, int64_t factor, Sum& sum);
  Place place(const std::vector<Expr>& coordinates);
  void add_scaled(const Gp& to, int64_t factor, const Gp& what);

  // Values.
  Gp load(const x86::Mem& at);
  Gp value_at(const Place& place);
  void mark(const Gp& value);
  void insert(size_t running, const Gp& value, bool remove);
  void emit_running(const SweepLine& line, size_t number);
  Gp mex();
  Gp mex_of_bytes();
  Gp mex_of_running();
  void advance(const Label& next, const Label& all);
  void skip_outside(size_t i, size_t j);

  x86::Mem field(size_t offset, uint32_t size = 8) { return x86::Mem(state_, static_cast<int32_t>(offset), size); }
  x86::Mem element(size_t offset, size_t index) { return field(offset + 8 * index); }

  const SweepPlan& plan_;
  SweepShape shape_;
  Budget& budget_;
  bool verify_;
  x86::Compiler cc_;
  std::vector<std::shared_ptr<const void> >& keep_;  // data the code refers to
  bool failed_ = false;
  bool lists_divisors_ = false;
  uint64_t list_words_ = 0;  // of the lists that each worker has
  bool wide_ = false;

  // Throughout.
  Gp state_, cell_, left_, options_, marks_, stamp_, limit_, table_;
  Gp seen_[2];  // Marks::word
  size_t next_seen_ = 0;
  Gp slot_pointer_[kMostRunningSets];
  std::vector<const RunningSet*> running_;
  bool plain_lines_ = false;  // some lines have no running set
  Label fault_, spent_;
  std::vector<Gp> coordinates_;

  // Of the nest at hand.
  const MoveLine* line_ = nullptr;
  const Nest* nest_ = nullptr;
  Sink sink_;
  std::vector<Interval> intervals_;
  std::vector<Gp> slots_;
  std::vector<bool> bound_;  // slots that have a value
  std::map<std::string, Gp> known_;
};

bool Generator::available(const Expr& expr) const {
  if (expr.op == Op::quantifier) return false;  // its loops are run where it is asked for
  if (expr.op == Op::slot) return bound_[static_cast<size_t>(expr.value)];
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& e) { return available(e); });
}

/// No operation in it can fail, so that it may be computed wherever that is convenient.
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
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(function)),
             FuncSignatureT<int64_t, int64_t, int64_t>(CallConvId::kHost));
  invoke->setArg(0, a);
  invoke->setArg(1, b);
  invoke->setRet(0, result);
  return result;
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
    case Op::bit_xor:
      cc_.mov(result, term(expr.args[0]));
      cc_.xor_(result, term(expr.args[1]));
      return result;
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
      if (both_small && expr.args.size() == 2) return call(call_small_gcd, so_far, term(expr.args[1]));
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
      const Gp a = term(expr.args[0]);
      const Expr& right = expr.args[1];
      if (right.op == Op::constant && right.value >= INT32_MIN && right.value <= INT32_MAX) {
        cc_.cmp(a, right.value);
      } else {
        cc_.cmp(a, term(right));
      }
      const bool equal = expr.op == Op::eq || expr.op == Op::ne;
      if (equal) {
        (expr.op == Op::eq) == when ? cc_.je(target) : cc_.jne(target);
      } else if (expr.op == Op::lt) {
        when ? cc_.jl(target) : cc_.jge(target);
      } else {
        when ? cc_.jle(target) : cc_.jg(target);
      }
      return;
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
      choices(expr, 0, decided);
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

/// The choices of a quantifier's binders from this one on; to `decided` from the first that settles it.
void Generator::choices(const Expr& expr, size_t depth, const Label& decided) {
  if (failed_) return;
  const Quantifier& quantifier = *expr.quantifier;
  const auto known = known_;
  const Label next = cc_.newLabel();
  if (depth == quantifier.binders.size()) {
    look(false);
    for (const Expr& filter : quantifier.filter) jump_unless(filter, next);
    test(quantifier.condition, decided, expr.value == 0);
    cc_.bind(next);
    known_ = known;
    return;
  }
  const Binder& binder = quantifier.binders[depth];
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
      choices(expr, depth + 1, decided);
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
        choices(expr, depth + 1, decided);
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
      choices(expr, depth + 1, decided);
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

/// Computes the largest terms in it that have their value by now and can't fail.
void Generator::hoist(const Expr& expr) {
  if (failed_ || expr.op == Op::slot || expr.op == Op::constant || expr.op == Op::quantifier) return;
  const bool condition = info(expr.op).is_condition || expr.op == Op::in_set;
  if (!condition && available(expr) && safe(expr)) {
    term(expr);
    return;
  }
  for (const Expr& arg : expr.args) hoist(arg);
}

bool Generator::add_linear(const Expr& expr, int64_t factor, Sum& sum) {
  auto times = [](int64_t a, int64_t b, int64_t& r) { return !__builtin_mul_overflow(a, b, &r); };
  int64_t product = 0;
  switch (expr.op) {
    case Op::constant:
      return times(expr.value, factor, product) && !__builtin_add_overflow(sum.constant, product, &sum.constant);
    case Op::add:
      return add_linear(expr.args[0], factor, sum) && add_linear(expr.args[1], factor, sum);
    case Op::sub:
      return add_linear(expr.args[0], factor, sum) && add_linear(expr.args[1], -factor, sum);
    case Op::neg:
      return add_linear(expr.args[0], -factor, sum);
    case Op::mul:
      for (size_t i : {size_t{0}, size_t{1}}) {
        if (expr.args[i].op != Op::constant) continue;
        return times(expr.args[i].value, factor, product) && add_linear(expr.args[1 - i], product, sum);
      }
      break;
    default:
      break;
  }
  const std::string key = print_expr(expr, line_->slot_names);
  for (auto& [have, what] : sum.terms) {
    if (print_expr(what, line_->slot_names) == key) return !__builtin_add_overflow(have, factor, &have);
  }
  sum.terms.emplace_back(factor, expr);
  return true;
}

/// The address of the option's cell: from the cell of the position, so that what they have in common cancels out.
Generator::Place Generator::place(const std::vector<Expr>& coordinates) {
  Sum sum;
  for (size_t i = 0; i < coordinates.size(); ++i) {
    int64_t bytes = 0;
    if (__builtin_mul_overflow(plan_.stride[i], int64_t{shape_.width}, &bytes) ||
        !add_linear(coordinates[i], bytes, sum) || !add_linear(slot(i), -bytes, sum)) {
      fail();
    }
  }
  std::erase_if(sum.terms, [](const auto& t) { return t.first == 0; });
  Place result;
  result.left = std::move(sum.terms);
  result.address = cc_.newInt64();
  cc_.mov(result.address, cell_);
  if (sum.constant != 0) {
    if (sum.constant >= INT32_MIN && sum.constant <= INT32_MAX) {
      cc_.add(result.address, sum.constant);
    } else {
      cc_.add(result.address, imm(sum.constant));
    }
  }
  return result;
}

void Generator::add_scaled(const Gp& to, int64_t factor, const Gp& what) {
  if (factor == 1) {
    cc_.add(to, what);
  } else if (factor == -1) {
    cc_.sub(to, what);
  } else if (factor == 2 || factor == 4 || factor == 8) {
    cc_.lea(to, x86::ptr(to, what, factor == 2 ? 1 : factor == 4 ? 2 : 3));
  } else {
    Gp product = cc_.newInt64();
    if (factor >= INT32_MIN && factor <= INT32_MAX) {
      cc_.imul(product, what, asmjit::imm(factor));
    } else {
      cc_.mov(product, factor);
      cc_.imul(product, what);
    }
    cc_.add(to, product);
  }
}

/// Adds to the addresses what has its value by now.
void Generator::absorb(Places& places) {
  for (Place& p : places) {
    const bool any = std::any_of(p.left.begin(), p.left.end(), [&](const auto& t) { return available(t.second); });
    if (!any) continue;
    Gp address = cc_.newInt64();
    cc_.mov(address, p.address);
    p.address = address;
    std::erase_if(p.left, [&](const auto& t) {
      if (!available(t.second)) return false;
      add_scaled(address, t.first, term(t.second));
      return true;
    });
  }
}

Gp Generator::load(const x86::Mem& at) {
  Gp value = cc_.newInt64();
  x86::Mem from = at;
  from.setSize(shape_.width);
  if (verify_) {
    Gp address = cc_.newInt64();
    cc_.lea(address, at);
    cc_.cmp(address, cell_);
    cc_.jae(fault_);
    cc_.cmp(address, table_);
    cc_.jb(fault_);
  }
  if (shape_.width == 4) {
    cc_.mov(value.r32(), from);
  } else {
    cc_.movzx(value.r32(), from);
  }
  return value;
}

Gp Generator::value_at(const Place& place) {
  if (place.left.empty()) return load(x86::ptr(place.address));
  if (place.left.size() == 1) {
    const auto& [factor, what] = place.left[0];
    if (factor == 1 || factor == 2 || factor == 4 || factor == 8) {
      return load(
          x86::ptr(place.address, term(what), static_cast<uint32_t>(__builtin_ctzll(static_cast<uint64_t>(factor)))));
    }
  }
  Gp address = cc_.newInt64();
  cc_.mov(address, place.address);
  for (const auto& [factor, what] : place.left) add_scaled(address, factor, term(what));
  return load(x86::ptr(address));
}

/// Puts a value into the set in a slot, or takes it out.
void Generator::insert(size_t running, const Gp& value, bool remove) {
  const Gp& at = slot_pointer_[running];
  const bool counted = !running_[running]->removed.empty();
  const bool word = shape_.marks == SweepShape::Marks::word;
  const Label out = cc_.newLabel();
  if (counted) {
    Gp counts = cc_.newInt64();
    cc_.mov(counts, field(offsetof(SweepState, counts_at)));
    cc_.add(counts, at);
    const x86::Mem count = x86::dword_ptr(counts, value, 2);
    if (remove) {
      cc_.dec(count);
      cc_.jnz(out);
    } else {
      cc_.inc(count);
    }
  }
  Gp bits = cc_.newInt64();
  if (word) {
    cc_.mov(bits, x86::qword_ptr(at));
    remove ? cc_.btr(bits, value) : cc_.bts(bits, value);
    cc_.mov(x86::qword_ptr(at), bits);
  } else {
    Gp index = cc_.newInt64();
    cc_.mov(index, value);
    cc_.shr(index, 6);
    const x86::Mem place = x86::qword_ptr(at, index, 3, 8);
    cc_.mov(bits, place);
    remove ? cc_.btr(bits, value) : cc_.bts(bits, value);
    cc_.mov(place, bits);
    if (remove) {
      const Label fine = cc_.newLabel();
      cc_.cmp(index, x86::qword_ptr(at));
      cc_.jae(fine);
      cc_.mov(x86::qword_ptr(at), index);
      cc_.bind(fine);
    }
  }
  cc_.bind(out);
}

void Generator::mark(const Gp& value) {
  if (sink_.kind == Sink::Kind::slot) return insert(sink_.running, value, false);
  if (shape_.marks == SweepShape::Marks::word) {
    cc_.bts(seen_[next_seen_], value);
    next_seen_ ^= 1;
  } else {
    cc_.mov(x86::byte_ptr(marks_, value), stamp_.r8());
  }
}

/// The positions of all parts have their place but for what depends on the innermost binder.
void Generator::leaf(const Places& places) {
  if (failed_) return;
  if (places.empty()) {
    mark(imm(0));
    return;
  }
  Gp value = value_at(places[0]);
  for (size_t p = 1; p < places.size(); ++p) cc_.xor_(value.r32(), value_at(places[p]).r32());
  mark(value);
}

/// Counts one choice of a binder; asks the budget once in a while, where there are loops within this one.
void Generator::look(bool innermost) {
  cc_.inc(options_);
  if (innermost) return;
  const Label fine = cc_.newLabel();
  cc_.cmp(options_, field(offsetof(SweepState, look_at)));
  cc_.jb(fine);
  Gp go_on = cc_.newInt64();
  InvokeNode* invoke = nullptr;
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_look)),
             FuncSignatureT<int64_t, SweepState*, uint64_t>(CallConvId::kHost));
  invoke->setArg(0, state_);
  invoke->setArg(1, options_);
  invoke->setRet(0, go_on);
  cc_.test(go_on, go_on);
  cc_.jz(spent_);
  cc_.bind(fine);
}

void Generator::nest(const SweepLine& line, const Nest& nest) {
  line_ = line.line;
  nest_ = &nest;
  intervals_ = slot_intervals(plan_.most, *line_, nest);
  slots_.assign(std::max(intervals_.size(), coordinates_.size()), Gp());
  std::copy(coordinates_.begin(), coordinates_.end(), slots_.begin());
  bound_.assign(slots_.size(), false);
  std::fill_n(bound_.begin(), coordinates_.size(), true);
  known_.clear();
  const bool repeated = std::any_of(line_->parts.begin(), line_->parts.end(),
                                    [&](const Part& part) { return !part.binders.empty() || part.game != plan_.rule; });
  if (repeated) return fail();
  Label skip = cc_.newLabel();
  level(0, {}, skip);
  cc_.bind(skip);
}

void Generator::level(size_t depth, Places places, const Label& skip) {
  if (failed_) return;
  std::vector<const Expr*> guards;
  for (const Expr& guard : nest_->guards[depth]) guards.push_back(&guard);
  // What the others rule out can't fail.
  std::stable_partition(guards.begin(), guards.end(), [&](const Expr* e) { return safe(*e); });
  for (const Expr* guard : guards) jump_unless(*guard, skip);
  if (depth == 0) {
    for (const auto& part : nest_->coordinates) {
      for (const Expr& coordinate : part) {
        if (!safe(coordinate)) return fail();
      }
      places.push_back(place(part));
    }
  }
  if (depth < nest_->loops.size()) {
    absorb(places);
    inside(depth, places, skip);
    return;
  }
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (nest_->natural[p][i]) continue;
      const Gp value = term(nest_->coordinates[p][i]);
      cc_.test(value, value);
      cc_.js(skip);
    }
  }
  if (depth == 0) cc_.inc(options_);
  leaf(places);
}

void Generator::inside(size_t depth, const Places& places, const Label& skip) {
  const Loop& loop = nest_->loops[depth];
  const auto known = known_;
  // What the loop does not change is computed before it.
  for (size_t d = depth; d < nest_->loops.size(); ++d) {
    for (const auto* list : {&nest_->loops[d].low, &nest_->loops[d].high, &nest_->loops[d].stop}) {
      for (const Expr& expr : *list) hoist(expr);
    }
    for (const Expr& guard : nest_->guards[d + 1]) hoist(guard);
  }
  for (const Place& p : places) {
    for (const auto& [factor, what] : p.left) hoist(what);
  }
  switch (loop.kind) {
    case Loop::Kind::solved: {
      const Gp value = term(loop.low[0]);
      cc_.test(value, value);
      cc_.js(skip);
      slots_[loop.slots[0]] = value;
      bound_[loop.slots[0]] = true;
      level(depth + 1, places, skip);
      break;
    }
    case Loop::Kind::values: {
      bound_[loop.slots[0]] = true;
      for (const Expr& expr : loop.values) {
        const Label next = cc_.newLabel();
        const auto before = known_;
        const Gp value = cc_.newInt64();
        cc_.mov(value, term(expr));
        cc_.test(value, value);
        cc_.js(next);
        slots_[loop.slots[0]] = value;
        level(depth + 1, places, next);
        cc_.bind(next);
        known_ = before;
      }
      break;
    }
    case Loop::Kind::range:
      range(depth, places);
      break;
    case Loop::Kind::elements:
      elements(depth, places);
      break;
  }
  for (size_t s : loop.slots) bound_[s] = false;
  known_ = known;
}

/// The greatest of the loop's low bounds and 0.
Gp Generator::low_bound(const Loop& loop) {
  Gp low = cc_.newInt64();
  cc_.xor_(low.r32(), low.r32());
  for (const Expr& expr : loop.low) {
    const Gp bound = term(expr);
    cc_.cmp(bound, low);
    cc_.cmovg(low, bound);
  }
  return low;
}

/// The least of the loop's high bounds.
Gp Generator::high_bound(const Loop& loop) {
  Gp high = cc_.newInt64();
  cc_.mov(high, INT64_MAX - 1);
  for (const Expr& expr : loop.high) {
    const Gp bound = term(expr);
    cc_.cmp(bound, high);
    cc_.cmovl(high, bound);
  }
  return high;
}

/// While it lives, an innermost loop is written, and what is seen has registers of its own there, short-lived enough to
/// be kept: a bit is set in memory ten times as slowly.
class Generator::SeenInRegisters {
 public:
  explicit SeenInRegisters(Generator& generator)
      : generator_(generator), outside_{generator.seen_[0], generator.seen_[1]} {
    if (!copied()) return;
    for (int i = 0; i < 2; ++i) {
      generator_.seen_[i] = generator_.cc_.newInt64();
      generator_.cc_.mov(generator_.seen_[i], outside_[i]);
    }
  }
  /// Where every way out of the loop has come together.
  ~SeenInRegisters() {
    if (!copied()) return;
    for (int i = 0; i < 2; ++i) {
      generator_.cc_.mov(outside_[i], generator_.seen_[i]);
      generator_.seen_[i] = outside_[i];
    }
  }
  SeenInRegisters(const SeenInRegisters&) = delete;
  SeenInRegisters& operator=(const SeenInRegisters&) = delete;

 private:
  bool copied() const {
    return generator_.shape_.marks == SweepShape::Marks::word && generator_.sink_.kind == Sink::Kind::marks;
  }
  Generator& generator_;
  const Gp outside_[2];
};

/// option(j) for the option j places on, `count` >= 1 times, some at a time; go(j) goes j places on.
template <class Option, class Go>
void Generator::unrolled(const Gp& count, Option&& option, Go&& go) {
  const SeenInRegisters seen(*this);
  const Label rest = cc_.newLabel();
  const Label head = cc_.newLabel();
  const Label one = cc_.newLabel();
  const Label out = cc_.newLabel();
  cc_.sub(count, kUnrolled);
  cc_.jl(rest);
  cc_.bind(head);
  for (int j = 0; j < kUnrolled; ++j) option(j);
  go(kUnrolled);
  cc_.sub(count, kUnrolled);
  cc_.jge(head);
  cc_.bind(rest);
  cc_.add(count, kUnrolled);
  cc_.jz(out);
  cc_.bind(one);
  option(0);
  go(1);
  cc_.dec(count);
  cc_.jnz(one);
  cc_.bind(out);
}

void Generator::range(size_t depth, const Places& places) {
  const Loop& loop = nest_->loops[depth];
  if (loop.end != Loop::End::finite) return fail();
  const size_t variable = loop.slots[0];
  const bool innermost = depth + 1 == nest_->loops.size();
  const Gp low = low_bound(loop);
  const Gp high = high_bound(loop);
  const Label out = cc_.newLabel();
  if (innermost && strided(depth, places, low, high)) return;
  if (innermost && divisor_loop(places, low, high)) return;
  std::optional<SeenInRegisters> seen;
  if (innermost) seen.emplace(*this);
  Gp binder = cc_.newInt64();
  cc_.mov(binder, low);
  const Label head = cc_.newLabel();
  const Label next = cc_.newLabel();
  const auto known = known_;
  slots_[variable] = binder;
  bound_[variable] = true;
  cc_.bind(head);
  cc_.cmp(binder, high);
  cc_.jg(out);
  for (const Expr& stop : loop.stop) jump_unless(stop, out);
  look(innermost);
  level(depth + 1, places, next);
  cc_.bind(next);
  known_ = known;
  cc_.inc(binder);
  cc_.jmp(head);
  cc_.bind(out);
}

/// The innermost loop where nothing is tested in it and every part goes on by the same number of bytes: addresses are
/// added to, four options at a time.
bool Generator::strided(size_t depth, const Places& places, const Gp& low, const Gp& high) {
  const Loop& loop = nest_->loops[depth];
  if (!loop.stop.empty() || !nest_->guards[depth + 1].empty() || places.empty()) return false;
  std::vector<int64_t> distance;
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (!nest_->natural[p][i]) return false;
    }
    const auto& left = places[p].left;
    if (left.size() > 1) return false;
    if (left.size() == 1 &&
        (left[0].second.op != Op::slot || left[0].second.value != static_cast<int64_t>(loop.slots[0])))
      return false;
    distance.push_back(left.empty() ? 0 : left[0].first);
    if (distance.back() > INT32_MAX / kUnrolled || distance.back() < INT32_MIN / kUnrolled) return false;
  }
  const Label out = cc_.newLabel();
  Gp count = cc_.newInt64();
  cc_.mov(count, high);
  cc_.sub(count, low);
  cc_.jl(out);
  cc_.inc(count);
  cc_.add(options_, count);
  std::vector<Gp> at;
  for (size_t p = 0; p < places.size(); ++p) {
    at.push_back(cc_.newInt64());
    cc_.mov(at[p], places[p].address);
    if (distance[p] != 0) add_scaled(at[p], distance[p], low);
  }
  auto option = [&](int j) {
    auto value_of = [&](size_t p) { return load(x86::ptr(at[p], static_cast<int32_t>(distance[p] * j))); };
    Gp value = value_of(0);
    for (size_t p = 1; p < at.size(); ++p) cc_.xor_(value.r32(), value_of(p).r32());
    mark(value);
  };
  auto go = [&](int j) {
    for (size_t p = 0; p < at.size(); ++p) {
      if (distance[p] != 0) cc_.add(at[p], distance[p] * j);
    }
  };
  unrolled(count, option, go);
  cc_.bind(out);
  return true;
}

/// `for d in … if n % d = 0`, with n >= 1: the divisors are listed.
bool Generator::divisor_loop(const Places& places, const Gp& low, const Gp& high) {
  const Loop& loop = nest_->loops.back();
  const auto& guards = nest_->guards.back();
  const size_t variable = loop.slots[0];
  if (!loop.stop.empty() || intervals_[variable].low < 1) return false;
  const Expr* number = nullptr;
  size_t which = 0;
  for (size_t g = 0; g < guards.size(); ++g) {
    const Expr& e = guards[g];
    if (e.op != Op::eq) continue;
    for (const bool swapped : {false, true}) {
      const Expr& left = e.args[swapped ? 1 : 0];
      const Expr& right = e.args[swapped ? 0 : 1];
      if (number != nullptr || right.op != Op::constant || right.value != 0 || left.op != Op::mod) continue;
      if (left.args[1].op != Op::slot || left.args[1].value != static_cast<int64_t>(variable)) continue;
      if (mentions(left.args[0], variable) || !safe(left.args[0])) continue;
      number = &left.args[0];
      which = g;
    }
  }
  if (number == nullptr) return false;
  const Interval reach = interval(*number, intervals_);
  if (reach.low < 0 || reach.high > kLargestList) return false;
  const auto list = Divisors::make(reach.high, budget_);
  if (!list) return false;
  keep_.push_back(list);
  lists_divisors_ = true;

  const Label out = cc_.newLabel();
  const Label head = cc_.newLabel();
  const Label next = cc_.newLabel();
  const Gp n = term(*number);
  // Every number divides 0; the loop over all of them is the machine's.
  const Label positive = cc_.newLabel();
  cc_.test(n, n);
  cc_.jnz(positive);
  cc_.cmp(low, high);
  cc_.jg(out);
  cc_.jmp(fault_);
  cc_.bind(positive);
  Gp at = cc_.newInt64();
  Gp end = cc_.newInt64();
  Gp begins = cc_.newInt64();
  cc_.mov(begins, reinterpret_cast<uint64_t>(list->begin.data()));
  cc_.mov(at.r32(), x86::dword_ptr(begins, n, 2));
  cc_.mov(end.r32(), x86::dword_ptr(begins, n, 2, 4));
  Gp all = cc_.newInt64();
  cc_.mov(all, reinterpret_cast<uint64_t>(list->divisors.data()));
  cc_.lea(at, x86::ptr(all, at, 2));
  cc_.lea(end, x86::ptr(all, end, 2));
  const Label done = cc_.newLabel();
  std::optional<SeenInRegisters> seen(*this);
  Gp binder = cc_.newInt64();
  slots_[variable] = binder;
  bound_[variable] = true;
  cc_.bind(head);
  cc_.cmp(at, end);
  cc_.jae(done);
  cc_.mov(binder.r32(), x86::dword_ptr(at));
  cc_.add(at, 4);
  cc_.cmp(binder, high);
  cc_.jg(head);
  cc_.cmp(binder, low);
  cc_.jl(head);
  const auto known = known_;
  for (size_t g = 0; g < guards.size(); ++g) {
    if (g != which && safe(guards[g])) jump_unless(guards[g], next);
  }
  for (size_t g = 0; g < guards.size(); ++g) {
    if (g != which && !safe(guards[g])) jump_unless(guards[g], next);
  }
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (nest_->natural[p][i]) continue;
      const Gp value = term(nest_->coordinates[p][i]);
      cc_.test(value, value);
      cc_.js(next);
    }
  }
  cc_.inc(options_);
  leaf(places);
  known_ = known;
  cc_.bind(next);
  cc_.jmp(head);
  cc_.bind(done);
  seen.reset();
  cc_.bind(out);
  bound_[variable] = false;
  return true;
}

void Generator::elements(size_t depth, const Places& places) {
  const Loop& loop = nest_->loops[depth];
  const NumberSet& set = *loop.set;
  if (set.size() == 0) return;
  const bool innermost = depth + 1 == nest_->loops.size();
  if (innermost && row_list(places)) return;
  keep_.push_back(loop.set);
  const size_t width = set.arity;
  const int64_t largest = set.flat[(set.size() - 1) * width];
  if (static_cast<int64_t>(set.size()) >= kLargestList || set.flat[0] < 0) return fail();
  // rank[v]: how many elements begin with a number below v.
  Gp begin = cc_.newInt64();
  Gp end = cc_.newInt64();
  const Label out = cc_.newLabel();
  std::shared_ptr<std::vector<uint32_t> > rank;
  constexpr int64_t kLargestRank = 1 << 20;
  if ((!loop.low.empty() || !loop.high.empty()) && largest <= kLargestRank) {
    rank = std::make_shared<std::vector<uint32_t> >(static_cast<size_t>(largest) + 2);
    size_t i = 0;
    for (size_t v = 0; v < rank->size(); ++v) {
      while (i < set.size() && set.flat[i * width] < static_cast<int64_t>(v)) ++i;
      (*rank)[v] = static_cast<uint32_t>(i);
    }
    keep_.push_back(rank);
  }
  auto ranked = [&](const Gp& result, const Gp& number) {  // number >= 0
    if (rank == nullptr) {
      InvokeNode* invoke = nullptr;
      cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_rank)),
                 FuncSignatureT<int64_t, const NumberSet*, int64_t>(CallConvId::kHost));
      invoke->setArg(0, asmjit::imm(&set));
      invoke->setArg(1, number);
      invoke->setRet(0, result);
      return;
    }
    Gp index = cc_.newInt64();
    Gp most = imm(largest + 1);
    cc_.mov(index, number);
    cc_.cmp(index, most);
    cc_.cmovg(index, most);
    cc_.mov(most, reinterpret_cast<uint64_t>(rank->data()));
    cc_.mov(result.r32(), x86::dword_ptr(most, index, 2));
  };
  if (loop.low.empty()) {
    cc_.xor_(begin.r32(), begin.r32());
  } else {
    ranked(begin, low_bound(loop));
  }
  if (loop.high.empty()) {
    cc_.mov(end, set.size());
  } else {
    Gp above = cc_.newInt64();
    cc_.lea(above, x86::ptr(high_bound(loop), 1));
    cc_.cmp(above, 0);
    cc_.jle(out);
    ranked(end, above);
  }
  if (innermost && loop.stop.empty() && offset_list(places, begin, end)) {
    cc_.bind(out);
    return;
  }
  Gp at = cc_.newInt64();
  Gp flat = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(set.flat.data())));
  Gp last = cc_.newInt64();
  const auto bytes = static_cast<int64_t>(8 * width);
  cc_.imul(at, begin, asmjit::imm(bytes));
  cc_.add(at, flat);
  cc_.imul(last, end, asmjit::imm(bytes));
  cc_.add(last, flat);
  const Label head = cc_.newLabel();
  const Label next = cc_.newLabel();
  const Label done = cc_.newLabel();
  const auto known = known_;
  std::optional<SeenInRegisters> seen;
  if (innermost) seen.emplace(*this);
  cc_.bind(head);
  cc_.cmp(at, last);
  cc_.jae(done);
  for (size_t j = 0; j < width; ++j) {
    const Gp binder = cc_.newInt64();
    cc_.mov(binder, x86::qword_ptr(at, static_cast<int32_t>(8 * j)));
    slots_[loop.slots[j]] = binder;
    bound_[loop.slots[j]] = true;
  }
  for (const Expr& stop : loop.stop) jump_unless(stop, done);
  look(innermost);
  level(depth + 1, places, next);
  cc_.bind(next);
  known_ = known;
  cc_.add(at, bytes);
  cc_.jmp(head);
  cc_.bind(done);
  seen.reset();
  cc_.bind(out);
}

bool depends_only(const Expr& expr, const std::vector<size_t>& slots) {
  if (expr.op == Op::quantifier) return false;
  if (expr.op == Op::slot) return std::find(slots.begin(), slots.end(), static_cast<size_t>(expr.value)) != slots.end();
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& e) { return depends_only(e, slots); });
}

/// For each part how many bytes the options of the innermost loop's elements lie from the part's address; nothing when
/// that depends on more than the element, or a coordinate may be negative.
std::optional<std::vector<Generator::Offsets> > Generator::offsets_of(const Places& places) const {
  const Loop& loop = nest_->loops.back();
  const NumberSet& set = *loop.set;
  if (places.empty() || plan_.cells > static_cast<uint64_t>(INT32_MAX / shape_.width)) return std::nullopt;
  std::vector<Offsets> result;
  for (size_t p = 0; p < places.size(); ++p) {
    for (const bool natural : nest_->natural[p]) {
      if (!natural) return std::nullopt;
    }
    auto offsets = std::make_shared<std::vector<int32_t> >(set.size());
    Environment slots(slots_.size());
    for (const auto& [factor, what] : places[p].left) {
      if (!depends_only(what, loop.slots)) return std::nullopt;
      for (size_t i = 0; i < set.size(); ++i) {
        for (size_t j = 0; j < set.arity; ++j) slots[loop.slots[j]] = set.flat[i * set.arity + j];
        Fault fault;
        int64_t bytes = evaluate(what, slots, fault);
        if (fault.kind != Fault::Kind::none || __builtin_mul_overflow(factor, bytes, &bytes)) return std::nullopt;
        bytes = std::clamp<int64_t>(bytes, INT64_MIN / 2, INT64_MAX / 2) + (*offsets)[i];
        // An element too large for every position of the table is never used.
        (*offsets)[i] = static_cast<int32_t>(std::clamp<int64_t>(bytes, INT32_MIN, INT32_MAX));
      }
    }
    result.push_back(std::move(offsets));
  }
  return result;
}

/// Marks `count` >= 1 options whose distances are listed, from place `at` of the lists on.
void Generator::listed_options(const Places& places, const std::vector<Gp>& lists, const Gp& at, const Gp& count) {
  auto option = [&](int j) {
    auto value_of = [&](size_t p) {
      Gp offset = cc_.newInt64();
      cc_.movsxd(offset, x86::dword_ptr(lists[p], at, 2, 4 * j));
      return load(x86::ptr(places[p].address, offset));
    };
    Gp value = value_of(0);
    for (size_t p = 1; p < places.size(); ++p) cc_.xor_(value.r32(), value_of(p).r32());
    mark(value);
  };
  unrolled(count, option, [&](int j) { cc_.add(at, j); });
}

/// The innermost loop over a set where nothing is tested: the distances to the options are listed.
bool Generator::offset_list(const Places& places, const Gp& begin, const Gp& end) {
  if (!nest_->guards.back().empty()) return false;
  const auto offsets = offsets_of(places);
  if (!offsets) return false;
  std::vector<Gp> lists;
  for (const Offsets& list : *offsets) {
    lists.push_back(imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(list->data()))));
    keep_.push_back(list);
  }
  const Label out = cc_.newLabel();
  Gp at = cc_.newInt64();
  Gp count = cc_.newInt64();
  cc_.mov(at, begin);
  cc_.mov(count, end);
  cc_.sub(count, begin);
  cc_.jle(out);
  cc_.add(options_, count);
  listed_options(places, lists, at, count);
  cc_.bind(out);
  return true;
}

/// `key <= bound`, with a key of the element and a bound that is the same for all elements.
std::optional<Generator::Threshold> Generator::threshold(const Expr& guard) const {
  const Loop& loop = nest_->loops.back();
  if ((guard.op != Op::le && guard.op != Op::lt) || !safe(guard)) return std::nullopt;
  auto fixed = [&](const Expr& e) {
    return std::none_of(loop.slots.begin(), loop.slots.end(), [&](size_t slot) { return mentions(e, slot); });
  };
  const Expr& left = guard.args[0];
  const Expr& right = guard.args[1];
  const Expr one = constant(1);
  if (depends_only(left, loop.slots) && fixed(right))
    return Threshold{left, guard.op == Op::le ? right : apply(Op::sub, {right, one})};
  if (depends_only(right, loop.slots) && fixed(left))
    return Threshold{apply(Op::neg, {right}),
                     apply(Op::neg, {guard.op == Op::le ? left : apply(Op::add, {left, one})})};
  return std::nullopt;
}

/// `for (a, b) in I if l <= a and b <= r`, where l changes along a row and r does not: for each row the elements with
/// b <= r are listed, those with the largest a first. The ones with l <= a are at the front, hardly more or fewer than
/// for the cell before.
bool Generator::row_list(const Places& places) {
  const Loop& loop = nest_->loops.back();
  const NumberSet& set = *loop.set;
  const SweepStep& last = plan_.order.back();
  constexpr size_t kLeast = 16;  // elements
  if (nest_->loops.size() != 1 || plan_.order.size() < 2 || set.size() < kLeast || !loop.stop.empty()) return false;
  std::optional<Threshold> along;
  std::vector<Expr> conditions = nest_->guards.back();
  for (const Expr& low : loop.low) conditions.push_back(apply(Op::le, {low, slot(loop.slots[0])}));
  for (const Expr& high : loop.high) conditions.push_back(apply(Op::le, {slot(loop.slots[0]), high}));
  std::vector<Expr> others;  // which elements a row has
  for (Expr& condition : conditions) {
    if (!safe(condition)) return false;
    if (!mentions(condition, last.coordinate)) {
      others.push_back(std::move(condition));
    } else if (along || !(along = threshold(condition))) {
      return false;
    }
  }
  if (!along) return false;
  const auto offsets = offsets_of(places);
  if (!offsets) return false;

  // The elements by their keys.
  const size_t width = set.arity;
  std::vector<std::pair<int64_t, size_t> > order(set.size());
  Environment slots(slots_.size());
  for (size_t i = 0; i < set.size(); ++i) {
    for (size_t j = 0; j < width; ++j) slots[loop.slots[j]] = set.flat[i * width + j];
    Fault fault;
    order[i] = {evaluate(along->key, slots, fault), i};
    if (fault.kind != Fault::Kind::none) return false;
  }
  std::sort(order.begin(), order.end());
  // For each: the key, the element, a distance for each part.
  const size_t stride = 1 + width + places.size();
  auto all = std::make_shared<std::vector<int64_t> >();
  for (const auto& [key, i] : order) {
    all->push_back(key);
    all->insert(all->end(), set.flat.begin() + static_cast<std::ptrdiff_t>(i * width),
                set.flat.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    for (const Offsets& list : *offsets) all->push_back((*list)[i]);
  }
  keep_.push_back(all);
  // In the worker's lists: the row, the number of its elements, how many the last cell had; keys; distances.
  const auto base = static_cast<int32_t>(8 * list_words_);
  const auto size = static_cast<int32_t>(set.size());
  const int32_t keys_at = base + 24;
  const int32_t distances_at = keys_at + 8 * size;
  list_words_ += 3 + set.size() + (places.size() * set.size() + 1) / 2;
  if (list_words_ > static_cast<uint64_t>(kLargestList)) return fail(), true;

  const auto known = known_;
  Gp lists = cc_.newInt64();
  cc_.mov(lists, field(offsetof(SweepState, lists)));
  const x86::Mem row_at = x86::qword_ptr(lists, base);
  const x86::Mem size_at = x86::qword_ptr(lists, base + 8);
  const x86::Mem count_at = x86::qword_ptr(lists, base + 16);
  const Label listed = cc_.newLabel();
  Gp row = cc_.newInt64();
  cc_.mov(row, cell_);
  add_scaled(row, -plan_.stride[last.coordinate] * shape_.width, coordinates_[last.coordinate]);
  cc_.cmp(row, row_at);
  cc_.je(listed);
  {
    Gp from = imm(static_cast<int64_t>(reinterpret_cast<uint64_t>(all->data())));
    Gp end = cc_.newInt64();
    Gp to = cc_.newInt64();
    cc_.lea(end, x86::ptr(from, static_cast<int32_t>(8 * stride) * size));
    cc_.mov(row_at, row);
    cc_.xor_(to.r32(), to.r32());
    for (size_t j = 0; j < width; ++j) {
      slots_[loop.slots[j]] = cc_.newInt64();
      bound_[loop.slots[j]] = true;
    }
    const Label head = cc_.newLabel();
    const Label next = cc_.newLabel();
    cc_.bind(head);
    for (size_t j = 0; j < width; ++j)
      cc_.mov(slots_[loop.slots[j]], x86::qword_ptr(from, static_cast<int32_t>(8 * (1 + j))));
    for (const Expr& condition : others) jump_unless(condition, next);
    Gp word = cc_.newInt64();
    cc_.mov(word, x86::qword_ptr(from));
    cc_.mov(x86::qword_ptr(lists, to, 3, keys_at), word);
    for (size_t p = 0; p < places.size(); ++p) {
      cc_.mov(word, x86::qword_ptr(from, static_cast<int32_t>(8 * (1 + width + p))));
      cc_.mov(x86::dword_ptr(lists, to, 2, distances_at + static_cast<int32_t>(4 * p) * size), word.r32());
    }
    cc_.inc(to);
    cc_.bind(next);
    cc_.add(from, static_cast<int32_t>(8 * stride));
    cc_.cmp(from, end);
    cc_.jb(head);
    cc_.mov(size_at, to);
    cc_.xor_(to.r32(), to.r32());
    cc_.mov(count_at, to);
    for (const size_t slot : loop.slots) bound_[slot] = false;
    known_ = known;
  }
  cc_.bind(listed);
  Gp count = cc_.newInt64();
  const Gp bound = term(along->bound);
  const Label more = cc_.newLabel();
  const Label fewer = cc_.newLabel();
  const Label found = cc_.newLabel();
  const Label out = cc_.newLabel();
  cc_.mov(count, count_at);
  cc_.bind(more);
  cc_.cmp(count, size_at);
  cc_.jae(fewer);
  cc_.cmp(x86::qword_ptr(lists, count, 3, keys_at), bound);
  cc_.jg(fewer);
  cc_.inc(count);
  cc_.jmp(more);
  cc_.bind(fewer);
  cc_.test(count, count);
  cc_.jz(found);
  cc_.cmp(x86::qword_ptr(lists, count, 3, keys_at - 8), bound);
  cc_.jle(found);
  cc_.dec(count);
  cc_.jmp(fewer);
  cc_.bind(found);
  cc_.mov(count_at, count);
  cc_.test(count, count);
  cc_.jz(out);
  cc_.add(options_, count);
  std::vector<Gp> distances;
  for (size_t p = 0; p < places.size(); ++p) {
    distances.push_back(cc_.newInt64());
    cc_.lea(distances[p], x86::ptr(lists, distances_at + static_cast<int32_t>(4 * p) * size));
  }
  Gp at = cc_.newInt64();
  cc_.xor_(at.r32(), at.r32());
  listed_options(places, distances, at, count);
  cc_.bind(out);
  known_ = known;
  return true;
}

/// Brings the set in the slot from the options of the earlier position to those of this one; where there is no earlier
/// position in the box, from nothing.
void Generator::emit_running(const SweepLine& line, size_t number) {
  const RunningSet& set = *line.running;
  line_ = line.line;
  static const Nest none;
  nest_ = &none;
  intervals_.assign(std::max(line_->slot_names.size(), coordinates_.size()), Interval{0, Interval::kInfinity});
  for (size_t i = 0; i < coordinates_.size(); ++i) intervals_[i] = {0, plan_.most[i]};
  slots_.assign(intervals_.size(), Gp());
  std::copy(coordinates_.begin(), coordinates_.end(), slots_.begin());
  bound_.assign(slots_.size(), false);
  std::fill_n(bound_.begin(), coordinates_.size(), true);
  known_.clear();

  const Label border = cc_.newLabel();
  const Label out = cc_.newLabel();
  if (shape_.resumed) {
    cc_.cmp(cell_, element(offsetof(SweepState, unset_until), number));
    cc_.jb(border);
  }
  for (size_t i = 0; i < set.step.size(); ++i) {
    if (set.step[i] == 0) continue;
    // x - step within the box.
    if (set.step[i] > 0) {
      cc_.cmp(coordinates_[i], set.step[i]);
      cc_.jl(border);
    } else {
      cc_.cmp(coordinates_[i], imm(plan_.most[i] + set.step[i]));
      cc_.jg(border);
    }
  }
  for (const auto& [i, j] : plan_.within) {
    // x is within; x - step has to be, too.
    if (set.step[j] <= set.step[i]) continue;
    Gp earlier = cc_.newInt64();
    cc_.mov(earlier, coordinates_[i]);
    cc_.add(earlier, set.step[j] - set.step[i]);
    cc_.cmp(earlier, coordinates_[j]);
    cc_.jg(border);
  }
  for (const auto* list : {&set.removed, &set.added}) {
    for (const RunningSet::Change& change : *list) {
      const Label next = cc_.newLabel();
      const auto known = known_;
      for (const Expr& condition : change.conditions) jump_unless(condition, next);
      Places places;
      places.push_back(place(change.coordinates));
      absorb(places);
      cc_.inc(options_);
      insert(number, value_at(places[0]), list == &set.removed);
      cc_.bind(next);
      known_ = known;
    }
  }
  cc_.jmp(out);
  cc_.bind(border);
  InvokeNode* invoke = nullptr;
  Gp bytes = cc_.newInt64();
  cc_.mov(bytes, element(offsetof(SweepState, slot_bytes), number));
  cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_clear)),
             FuncSignatureT<void, uint8_t*, uint64_t>(CallConvId::kHost));
  invoke->setArg(0, slot_pointer_[number]);
  invoke->setArg(1, bytes);
  sink_ = {Sink::Kind::slot, number};
  for (const Nest& one : line.nests) nest(line, one);
  sink_ = {};
  cc_.bind(out);
}

Gp Generator::mex_of_bytes() {
  Gp result = cc_.newInt64();
  const Label head = cc_.newLabel();
  const Label found = cc_.newLabel();
  cc_.xor_(result.r32(), result.r32());
  if (!wide_) {
    cc_.bind(head);
    cc_.cmp(x86::byte_ptr(marks_, result), stamp_.r8());
    cc_.jne(found);
    cc_.inc(result);
    cc_.jmp(head);
    cc_.bind(found);
    return result;
  }
  // The first few one by one, then 32 at a time.
  const Label many = cc_.newLabel();
  const Label gap = cc_.newLabel();
  constexpr int kSingly = 2;
  for (int v = 0; v < kSingly; ++v) {
    cc_.cmp(x86::byte_ptr(marks_, v), stamp_.r8());
    cc_.jne(found);
    cc_.inc(result);
  }
  x86::Ymm all = cc_.newYmm();
  x86::Ymm some = cc_.newYmm();
  Gp bits = cc_.newInt64();
  x86::Xmm low = cc_.newXmm();
  cc_.vmovd(low, stamp_.r32());
  cc_.vpbroadcastb(all, low);
  cc_.xor_(result.r32(), result.r32());
  cc_.bind(many);
  cc_.vpcmpeqb(some, all, x86::ymmword_ptr(marks_, result));
  cc_.vpmovmskb(bits.r32(), some);
  cc_.not_(bits.r32());
  cc_.test(bits.r32(), bits.r32());
  cc_.jnz(gap);
  cc_.add(result, 32);
  cc_.jmp(many);
  cc_.bind(gap);
  cc_.bsf(bits.r32(), bits.r32());
  cc_.add(result, bits);
  cc_.bind(found);
  return result;
}

Gp Generator::mex_of_running() {
  // From the first word that is not full in one of the sets: all before it are.
  Gp word = cc_.newInt64();
  cc_.xor_(word.r32(), word.r32());
  for (size_t i = 0; i < running_.size(); ++i) {
    const Gp& at = slot_pointer_[i];
    const Label head = cc_.newLabel();
    const Label out = cc_.newLabel();
    Gp full = cc_.newInt64();
    cc_.mov(full, x86::qword_ptr(at));
    cc_.cmp(x86::qword_ptr(at, full, 3, 8), -1);
    cc_.jne(out);
    cc_.bind(head);
    cc_.inc(full);
    cc_.cmp(x86::qword_ptr(at, full, 3, 8), -1);
    cc_.je(head);
    cc_.mov(x86::qword_ptr(at), full);
    cc_.bind(out);
    cc_.cmp(full, word);
    cc_.cmova(word, full);
  }
  Gp bits = cc_.newInt64();
  Gp result = cc_.newInt64();
  const Label one = cc_.newLabel();
  const Label found = cc_.newLabel();
  const Label next = cc_.newLabel();
  const Label bit = cc_.newLabel();
  // What was written a moment ago is read word by word: wider reads would wait until it is in the cache.
  const Label scalar = cc_.newLabel();
  cc_.jmp(scalar);
  cc_.bind(one);
  if (wide_ && running_.size() > 1) {
    const Label inner = cc_.newLabel();
    const Label gap = cc_.newLabel();
    x86::Ymm ones = cc_.newYmm();
    x86::Ymm any = cc_.newYmm();
    cc_.vpcmpeqd(ones, ones, ones);
    cc_.bind(inner);
    cc_.vmovdqu(any, x86::ymmword_ptr(slot_pointer_[0], word, 3, 8));
    for (size_t i = 1; i < running_.size(); ++i) cc_.vpor(any, any, x86::ymmword_ptr(slot_pointer_[i], word, 3, 8));
    cc_.vpcmpeqq(any, any, ones);
    cc_.vmovmskpd(bits.r32(), any);
    cc_.xor_(bits.r32(), 15);
    cc_.jnz(gap);
    cc_.add(word, 4);
    cc_.jmp(inner);
    cc_.bind(gap);
    cc_.bsf(bits.r32(), bits.r32());
    cc_.add(word, bits);
  }
  cc_.bind(scalar);
  cc_.mov(bits, x86::qword_ptr(slot_pointer_[0], word, 3, 8));
  for (size_t i = 1; i < running_.size(); ++i) cc_.or_(bits, x86::qword_ptr(slot_pointer_[i], word, 3, 8));
  cc_.not_(bits);
  cc_.bind(bit);
  cc_.bsf(result, bits);
  cc_.jz(next);
  if (plain_lines_) {
    Gp base = cc_.newInt64();
    cc_.mov(base, word);
    cc_.shl(base, 6);
    cc_.add(base, result);
    cc_.cmp(x86::byte_ptr(marks_, base), stamp_.r8());
    cc_.mov(result, base);
    cc_.jne(found);
    cc_.and_(base, 63);
    cc_.btr(bits, base);
    cc_.jmp(bit);
  } else {
    cc_.shl(word, 6);
    cc_.add(result, word);
    cc_.jmp(found);
  }
  cc_.bind(next);
  cc_.inc(word);
  cc_.jmp(one);
  cc_.bind(found);
  return result;
}

Gp Generator::mex() {
  if (shape_.marks == SweepShape::Marks::bytes) return running_.empty() ? mex_of_bytes() : mex_of_running();
  Gp free = cc_.newInt64();
  Gp result = cc_.newInt64();
  cc_.mov(free, seen_[0]);
  cc_.or_(free, seen_[1]);
  for (size_t i = 0; i < running_.size(); ++i) cc_.or_(free, x86::qword_ptr(slot_pointer_[i]));
  cc_.not_(free);
  // bsf leaves its result alone when nothing is free; mex 64.
  Gp none = imm(64);
  cc_.bsf(result, free);
  cc_.cmovz(result, none);
  return result;
}

/// To the next position; `all` when the last cell of the call is done.
void Generator::advance(const Label& next, const Label& all) {
  cc_.add(cell_, shape_.width);
  for (size_t i = 0; i < running_.size(); ++i) {
    const Label fine = cc_.newLabel();
    cc_.add(slot_pointer_[i], element(offsetof(SweepState, slot_bytes), i));
    cc_.cmp(slot_pointer_[i], element(offsetof(SweepState, ring_end), i));
    cc_.jne(fine);
    cc_.mov(slot_pointer_[i], element(offsetof(SweepState, ring), i));
    cc_.bind(fine);
  }
  const Label moved = cc_.newLabel();
  for (size_t i = plan_.order.size(); i-- > 0;) {
    const SweepStep& step = plan_.order[i];
    const Gp& c = coordinates_[step.coordinate];
    const int64_t from = step.descending ? plan_.most[step.coordinate] : 0;
    const int64_t to = step.descending ? 0 : plan_.most[step.coordinate];
    const Label over = cc_.newLabel();
    if (to <= INT32_MAX) {
      cc_.cmp(c, to);
    } else {
      cc_.cmp(c, imm(to));
    }
    cc_.je(over);
    step.descending ? cc_.dec(c) : cc_.inc(c);
    cc_.jmp(moved);
    cc_.bind(over);
    cc_.mov(c, from);
  }
  cc_.bind(moved);
  cc_.dec(left_);
  cc_.jz(all);
  cc_.cmp(options_, field(offsetof(SweepState, look_at)));
  cc_.jae(all);
  cc_.jmp(next);
}

/// Where x_i > x_j: to the last of the cells at hand in the row of which that is known too.
void Generator::skip_outside(size_t i, size_t j) {
  const SweepStep& last = plan_.order.back();
  const Gp& c = coordinates_[last.coordinate];
  Gp more = cc_.newInt64();  // cells
  Gp most = cc_.newInt64();
  // The last coordinate goes away from the other one, or comes nearer and ends one before it.
  const bool nearer = last.descending ? last.coordinate == i : last.coordinate == j;
  if (nearer) {
    cc_.mov(more, coordinates_[i]);
    cc_.sub(more, coordinates_[j]);
    cc_.dec(more);
  } else if (last.descending) {
    cc_.mov(more, c);
  } else {
    cc_.mov(more, plan_.most[last.coordinate]);
    cc_.sub(more, c);
  }
  cc_.lea(most, x86::ptr(left_, -1));
  cc_.cmp(more, most);
  cc_.cmovg(more, most);
  add_scaled(cell_, shape_.width, more);
  last.descending ? cc_.sub(c, more) : cc_.add(c, more);
  cc_.sub(left_, more);
  for (size_t s = 0; s < running_.size(); ++s) {
    if (plan_.distance(*running_[s]) == 1) continue;  // a ring of one slot
    const Label around = cc_.newLabel();
    const Label fine = cc_.newLabel();
    Gp bytes = cc_.newInt64();
    cc_.mov(bytes, element(offsetof(SweepState, slot_bytes), s));
    cc_.imul(bytes, more);
    cc_.add(slot_pointer_[s], bytes);
    cc_.bind(around);
    cc_.cmp(slot_pointer_[s], element(offsetof(SweepState, ring_end), s));
    cc_.jb(fine);
    cc_.sub(slot_pointer_[s], element(offsetof(SweepState, ring_end), s));
    cc_.add(slot_pointer_[s], element(offsetof(SweepState, ring), s));
    cc_.jmp(around);
    cc_.bind(fine);
  }
}

bool Generator::generate() {
  for (const SweepLine& line : plan_.lines) {
    if (line.running) {
      running_.push_back(&*line.running);
    } else {
      plain_lines_ = true;
    }
  }
  FuncNode* function = cc_.addFunc(FuncSignatureT<uint64_t, SweepState*>(CallConvId::kHost));
  if (wide_) {
    function->frame().setAvxEnabled();
    function->frame().setAvxCleanup();
  }
  state_ = cc_.newUIntPtr();
  function->setArg(0, state_);
  fault_ = cc_.newLabel();
  spent_ = cc_.newLabel();
  auto read = [&](size_t offset) {
    Gp r = cc_.newInt64();
    cc_.mov(r, field(offset));
    return r;
  };
  table_ = read(offsetof(SweepState, table));
  cell_ = read(offsetof(SweepState, next));
  if (shape_.width > 1) cc_.shl(cell_, shape_.width == 2 ? 1 : 2);
  cc_.add(cell_, table_);
  left_ = read(offsetof(SweepState, cells));
  options_ = read(offsetof(SweepState, options));
  limit_ = read(offsetof(SweepState, limit));
  const bool word = shape_.marks == SweepShape::Marks::word;
  if (word) {
    seen_[0] = cc_.newInt64();
    seen_[1] = cc_.newInt64();
  } else {
    marks_ = read(offsetof(SweepState, marks));
    stamp_ = read(offsetof(SweepState, stamp));
  }
  for (size_t i = 0; i < plan_.most.size(); ++i) coordinates_.push_back(read(offsetof(SweepState, position) + 8 * i));
  for (size_t i = 0; i < running_.size(); ++i) slot_pointer_[i] = read(offsetof(SweepState, slot) + 8 * i);
  Gp exit = cc_.newInt64();
  cc_.xor_(exit.r32(), exit.r32());

  const Label next = cc_.newLabel();
  const Label all = cc_.newLabel();
  const Label leave = cc_.newLabel();
  const Label stored = cc_.newLabel();
  cc_.bind(next);
  for (const auto& [i, j] : plan_.within) {
    const Label inside = cc_.newLabel();
    cc_.cmp(coordinates_[i], coordinates_[j]);
    cc_.jle(inside);
    skip_outside(i, j);
    cc_.jmp(stored);
    cc_.bind(inside);
  }
  const Label keep = cc_.newLabel();
  Gp value = cc_.newInt64();
  if (plan_.mirror) {
    const Gp& first = coordinates_[plan_.mirror->first];
    const Gp& second = coordinates_[plan_.mirror->second];
    const Label compute = cc_.newLabel();
    Gp back = cc_.newInt64();
    cc_.mov(back, second);
    cc_.sub(back, first);
    cc_.jge(compute);
    Gp from = cc_.newInt64();
    cc_.mov(from, cell_);
    add_scaled(from, (plan_.stride[plan_.mirror->first] - plan_.stride[plan_.mirror->second]) * shape_.width, back);
    cc_.cmp(from, field(offsetof(SweepState, whole)));
    cc_.jae(compute);
    cc_.mov(value, load(x86::ptr(from)));
    cc_.jmp(keep);
    cc_.bind(compute);
  }
  if (word) {
    for (Gp& seen : seen_) cc_.xor_(seen.r32(), seen.r32());
  } else {
    cc_.inc(stamp_);
  }
  size_t running = 0;
  for (const SweepLine& line : plan_.lines) {
    if (line.running) {
      emit_running(line, running++);
      continue;
    }
    for (const Nest& one : line.nests) nest(line, one);
  }
  if (failed_) return false;
  cc_.mov(value, mex());
  const Label fits = cc_.newLabel();
  cc_.cmp(value, limit_);
  cc_.jb(fits);
  cc_.mov(field(offsetof(SweepState, pending)), value);
  cc_.mov(exit, static_cast<uint64_t>(NativeSweep::Exit::grown));
  cc_.mov(left_, 1);
  cc_.jmp(stored);
  cc_.bind(fits);
  cc_.bind(keep);
  if (shape_.width == 1) cc_.mov(x86::byte_ptr(cell_), value.r8());
  if (shape_.width == 2) cc_.mov(x86::word_ptr(cell_), value.r16());
  if (shape_.width == 4) cc_.mov(x86::dword_ptr(cell_), value.r32());
  cc_.bind(stored);
  advance(next, all);
  cc_.bind(all);
  Gp done = cc_.newInt64();
  cc_.mov(done, cell_);
  cc_.sub(done, table_);
  if (shape_.width > 1) cc_.shr(done, shape_.width == 2 ? 1 : 2);
  cc_.mov(field(offsetof(SweepState, next)), done);
  cc_.mov(field(offsetof(SweepState, options)), options_);
  if (!word) cc_.mov(field(offsetof(SweepState, stamp)), stamp_);
  for (size_t i = 0; i < coordinates_.size(); ++i) cc_.mov(element(offsetof(SweepState, position), i), coordinates_[i]);
  for (size_t i = 0; i < running_.size(); ++i) cc_.mov(element(offsetof(SweepState, slot), i), slot_pointer_[i]);
  cc_.jmp(leave);
  cc_.bind(fault_);
  cc_.mov(exit, static_cast<uint64_t>(NativeSweep::Exit::fault));
  cc_.jmp(leave);
  cc_.bind(spent_);
  cc_.mov(exit, static_cast<uint64_t>(NativeSweep::Exit::spent));
  cc_.bind(leave);
  cc_.ret(exit);
  cc_.endFunc();
  return !failed_ && cc_.finalize() == kErrorOk;
}

class Compiled : public NativeSweep {
 public:
  static std::unique_ptr<const NativeSweep> make(const SweepPlan& plan, SweepShape shape, Budget& budget, bool verify) {
    auto result = std::make_unique<Compiled>();
    CodeHolder holder;
    if (holder.init(result->runtime_.environment()) != kErrorOk) return nullptr;
    Generator generator(plan, shape, budget, verify, holder, result->keep_);
    if (!generator.generate()) return nullptr;
    result->lists_divisors_ = generator.lists_divisors();
    result->list_words_ = generator.list_words();
    if (result->runtime_.add(&result->function_, &holder) != kErrorOk) return nullptr;
    return result;
  }
  bool lists_divisors() const override { return lists_divisors_; }
  uint64_t list_words() const override { return list_words_; }
  Exit run(SweepState& state) const override { return static_cast<Exit>(function_(&state)); }

 private:
  JitRuntime runtime_;
  bool lists_divisors_ = false;
  uint64_t list_words_ = 0;
  Function function_ = nullptr;
  std::vector<std::shared_ptr<const void> > keep_;
};

}  // namespace

bool NativeSweep::available() { return true; }

std::unique_ptr<const NativeSweep> NativeSweep::compile(const SweepPlan& plan, SweepShape shape, Budget& budget,
                                                        bool verify) {
  return Compiled::make(plan, shape, budget, verify);
}

#endif

}  // namespace grundy
