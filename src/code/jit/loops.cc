#include "code/jit/generator.h"

#if defined(GRUNDY_NATIVE)
#include <algorithm>
#include <numeric>

#include "rule/evaluate.h"

namespace grundy::native {
namespace {

constexpr int kUnrolled = 4;
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

/// Called by the code: how many elements begin with a number below this one.
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

bool depends_only(const Expr& expr, const std::vector<size_t>& slots) {
  if (expr.op == Op::quantifier) return false;
  if (expr.op == Op::slot) return std::find(slots.begin(), slots.end(), static_cast<size_t>(expr.value)) != slots.end();
  return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& e) { return depends_only(e, slots); });
}

}  // namespace

void Generator::nest(const SweepLine& line, const Nest& nest) {
  line_ = line.line;
  nest_ = &nest;
  intervals_ = slot_intervals(plan_.most, *line_, nest);
  slots_.assign(std::max(intervals_.size(), coordinates_.size()), Gp());
  std::copy(coordinates_.begin(), coordinates_.end(), slots_.begin());
  bound_.assign(slots_.size(), false);
  std::fill_n(bound_.begin(), coordinates_.size(), true);
  known_.clear();
  const auto& parts = line_->parts;
  has_sums_ = std::any_of(parts.begin(), parts.end(), [](const Part& part) { return !part.binders.empty(); });
  if (std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return part.game != plan_.rule; })) return fail();
  Label skip = cc_.newLabel();
  level(0, {}, skip);
  cc_.bind(skip);
}

/// To the target where an option would have a negative coordinate.
void Generator::jump_if_negative(const Label& target) {
  for (size_t p = 0; p < nest_->coordinates.size(); ++p) {
    if (!line_->parts[p].binders.empty()) continue;
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (nest_->natural[p][i]) continue;
      test(apply(Op::lt, {nest_->coordinates[p][i], constant(0)}), target, true);
    }
  }
}

void Generator::level(size_t depth, Places places, const Label& skip) {
  if (failed_) return;
  std::vector<const Expr*> guards;
  for (const Expr& guard : nest_->guards[depth]) guards.push_back(&guard);
  // What the others rule out can't fail.
  std::stable_partition(guards.begin(), guards.end(), [&](const Expr* e) { return safe(*e); });
  for (const Expr* guard : guards) jump_unless(*guard, skip);
  if (depth == 0) {
    for (size_t p = 0; p < nest_->coordinates.size(); ++p) {
      if (!line_->parts[p].binders.empty()) continue;
      for (const Expr& coordinate : nest_->coordinates[p]) {
        if (!safe(coordinate)) return fail();
      }
      places.push_back(place(nest_->coordinates[p]));
    }
  }
  if (depth < nest_->loops.size()) {
    absorb(places);
    inside(depth, places, skip);
    return;
  }
  jump_if_negative(skip);
  if (depth == 0) cc_.inc(options_);
  leaf(places, sums(skip));
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
  const bool innermost = depth + 1 == nest_->loops.size() && !has_sums_;
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

/// From one option of a part to the next: a number of bytes, the same times a term that the loop does not change, or
/// nothing at all. No value where the part goes on in another way.
std::optional<Generator::Stride> Generator::stride_of(const Place& place, size_t binder) const {
  if (place.left.empty()) return Stride{};
  const auto& [factor, what] = place.left[0];
  if (place.left.size() > 1 || factor > INT32_MAX / kUnrolled || factor < INT32_MIN / kUnrolled) return std::nullopt;
  const auto is_binder = [&](const Expr& e) { return e.op == Op::slot && e.value == static_cast<int64_t>(binder); };
  if (is_binder(what)) return Stride{factor, std::nullopt};
  if (what.op != Op::mul) return std::nullopt;
  for (const size_t i : {size_t{0}, size_t{1}}) {
    if (is_binder(what.args[i]) && !mentions(what.args[1 - i], binder) && available(what.args[1 - i]))
      return Stride{factor, what.args[1 - i]};
  }
  return std::nullopt;
}

/// The innermost loop where nothing is tested in it and every part goes on by the same number of bytes: addresses are
/// added to, four options at a time.
bool Generator::strided(size_t depth, const Places& places, const Gp& low, const Gp& high) {
  const Loop& loop = nest_->loops[depth];
  if (!loop.stop.empty() || !nest_->guards[depth + 1].empty() || places.empty()) return false;
  std::vector<Stride> strides;
  for (size_t p = 0; p < places.size(); ++p) {
    for (size_t i = 0; i < nest_->coordinates[p].size(); ++i) {
      if (!nest_->natural[p][i]) return false;
    }
    const auto stride = stride_of(places[p], loop.slots[0]);
    if (!stride) return false;
    strides.push_back(*stride);
  }
  const Label out = cc_.newLabel();
  Gp count = cc_.newInt64();
  cc_.mov(count, high);
  cc_.sub(count, low);
  cc_.jl(out);
  cc_.inc(count);
  cc_.add(options_, count);
  std::vector<Gp> at;
  std::vector<Gp> steps(places.size());  // those that are known here only
  for (size_t p = 0; p < places.size(); ++p) {
    at.push_back(cc_.newInt64());
    cc_.lea(at[p], x86::ptr(places[p].address, places[p].displacement));
    if (strides[p].times) {
      steps[p] = imm(0);
      add_scaled(steps[p], strides[p].bytes, term(*strides[p].times));
      const Gp first = lent(steps[p]);
      cc_.imul(first, low);
      cc_.add(at[p], first);
    } else if (strides[p].bytes != 0) {
      add_scaled(at[p], strides[p].bytes, low);
    }
  }
  if (can_be_wide(strides)) {
    is_wide_ = true;
    wide_options(at, strides, count);
    cc_.test(count, count);
    cc_.jz(out);
  }
  auto option = [&](int j) {
    auto value_of = [&](size_t p) {
      if (!strides[p].times) return load(x86::ptr(at[p], static_cast<int32_t>(strides[p].bytes * j)));
      const Gp value = load(x86::ptr(at[p]));
      cc_.add(at[p], steps[p]);
      return value;
    };
    Gp value = value_of(0);
    for (size_t p = 1; p < at.size(); ++p) cc_.xor_(value.r32(), value_of(p).r32());
    mark(value);
  };
  auto go = [&](int j) {
    for (size_t p = 0; p < at.size(); ++p) {
      if (strides[p].bytes != 0 && !strides[p].times) cc_.add(at[p], strides[p].bytes * j);
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
  jump_if_negative(next);
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
  const bool innermost = depth + 1 == nest_->loops.size() && !has_sums_;
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
      const Gp argument = lent(number);
      cc_.invoke(&invoke, asmjit::imm(reinterpret_cast<void*>(call_rank)),
                 FuncSignatureT<int64_t, const NumberSet*, int64_t>(CallConvId::kHost));
      invoke->setArg(0, asmjit::imm(&set));
      invoke->setArg(1, argument);
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
      return load(x86::ptr(places[p].address, offset, 0, places[p].displacement));
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

}  // namespace grundy::native

#endif
