// Move lines as nested loops of machine code.
//
// A nest (analysis/nest.h) is written from the outside in: before each loop the terms and addresses
// that it does not change are computed, in it the guards jump to the next choice, and innermost the
// values of the options are marked. Innermost loops of a known form are written better elsewhere:
// options at equal distances (strided.cc), divisors (divisors.cc), sets (listed.cc).
#include "code/jit/unrolled.h"

#if defined(GRUNDY_JIT)
#include <algorithm>

namespace grundy::jit {
namespace {

constexpr size_t kLargestSet = size_t{1} << 26;  // elements

/// Called by the machine code: how many elements begin with a number below this one.
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
  has_sums_ = std::any_of(parts.begin(), parts.end(),
                          [](const Part& part) { return !part.binders.empty(); });
  const auto leads_elsewhere = [&](const Part& part) { return part.game != plan_.rule; };
  if (!lists_keys() && std::any_of(parts.begin(), parts.end(), leads_elsewhere)) return fail();
  Label skip = cc_.newLabel();
  level(0, {}, skip);
  cc_.bind(skip);
}

/// Jumps to the target where an option would have a negative coordinate.
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
  // Guards that may fail come last: where the others rule a choice out they are not computed.
  std::stable_partition(guards.begin(), guards.end(), [&](const Expr* e) { return safe(*e); });
  for (const Expr* guard : guards) jump_unless(*guard, skip);
  if (depth == 0) {
    for (size_t p = 0; p < nest_->coordinates.size(); ++p) {
      if (!line_->parts[p].binders.empty()) continue;
      for (const Expr& coordinate : nest_->coordinates[p]) {
        if (!safe(coordinate)) return fail();
      }
      places.push_back(place(nest_->coordinates[p], line_->parts[p].game));
    }
  }
  if (depth < nest_->loops.size()) {
    absorb(places);
    inside(depth, places, skip);
    return;
  }
  jump_if_negative(skip);
  if (lists_keys()) leave_if_wide();
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

void Generator::elements(size_t depth, const Places& places) {
  const Loop& loop = nest_->loops[depth];
  const NumberSet& set = *loop.set;
  if (set.size() == 0) return;
  const bool innermost = depth + 1 == nest_->loops.size() && !has_sums_;
  if (innermost && row_list(places)) return;
  keep_.push_back(loop.set);
  const size_t width = set.arity;
  const int64_t largest = set.flat[(set.size() - 1) * width];
  if (set.size() >= kLargestSet || set.flat[0] < 0) return fail();
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

}  // namespace grundy::jit

#endif
