// `for d in … if n % d = 0`, and sums and counts of such d: the loop runs over a list of the
// divisors of n, made before for all n of the table.
//
// Cost: the lists for numbers up to N have about N ln N entries of 4 bytes, 14 million of them for
// N = 10^6; they are made block by block, each block small enough to stay in the cache.
#include "code/jit/unrolled.h"

#if defined(GRUNDY_JIT)
#include <algorithm>

#include "rule/slots.h"

namespace grundy::jit {
namespace {

constexpr int64_t kMostEntries = int64_t{1} << 26;  // entries of all lists together, about
// Of which trying them takes longer than finding the divisors.
constexpr int64_t kManyChoices = 1 << 12;

}  // namespace

/// The divisors of all numbers up to `most`: those of n are divisors[begin[n]] … divisors[begin[n +
/// 1] - 1], in no order.
struct Divisors {
  std::vector<uint32_t> begin;
  std::vector<uint32_t> divisors;

  static std::shared_ptr<const Divisors> make(int64_t most, Budget& budget) {
    if (most > kMostEntries / 16) return nullptr;
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

/// Writes `each`, which may jump to the label it is given, for all divisors from low to high of the
/// number, as the slot's values. False, and nothing written, where the lists would be too long.
bool Generator::each_divisor(const Expr& number, size_t variable, const Gp& low, const Gp& high,
                             const std::function<void(const Label& next)>& each) {
  const Interval reach = interval(number, intervals_);
  if (reach.low < 0 || reach.high > kMostEntries) return false;
  if (divisors_ == nullptr || divisors_->begin.size() < static_cast<size_t>(reach.high) + 2) {
    auto list = Divisors::make(reach.high, budget_);
    if (!list) return false;
    keep_.push_back(list);
    divisors_ = std::move(list);
  }
  lists_divisors_ = true;

  const Label out = cc_.newLabel();
  const Label head = cc_.newLabel();
  const Label next = cc_.newLabel();
  const Gp n = term(number);
  // Every number divides 0: the machine (vm.h) runs that loop.
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
  cc_.mov(begins, reinterpret_cast<uint64_t>(divisors_->begin.data()));
  cc_.mov(at.r32(), x86::dword_ptr(begins, n, 2));
  cc_.mov(end.r32(), x86::dword_ptr(begins, n, 2, 4));
  Gp all = cc_.newInt64();
  cc_.mov(all, reinterpret_cast<uint64_t>(divisors_->divisors.data()));
  cc_.lea(at, x86::ptr(all, at, 2));
  cc_.lea(end, x86::ptr(all, end, 2));
  Gp binder = cc_.newInt64();
  slots_[variable] = binder;
  bound_[variable] = true;
  cc_.bind(head);
  cc_.cmp(at, end);
  cc_.jae(out);
  cc_.mov(binder.r32(), x86::dword_ptr(at));
  cc_.add(at, 4);
  cc_.cmp(binder, high);
  cc_.jg(head);
  cc_.cmp(binder, low);
  cc_.jl(head);
  const auto known = known_;
  each(next);
  known_ = known;
  cc_.bind(next);
  cc_.jmp(head);
  cc_.bind(out);
  bound_[variable] = false;
  return true;
}

/// Writes the innermost loop where a guard says that the binder divides a term, and the lists are
/// not too long; false otherwise.
bool Generator::divisor_loop(const Places& places, const Gp& low, const Gp& high) {
  const Loop& loop = nest_->loops.back();
  const auto& guards = nest_->guards.back();
  const size_t variable = loop.slots[0];
  if (!loop.stop.empty() || intervals_[variable].low < 1) return false;
  const Expr* number = nullptr;
  size_t which = 0;
  for (; which < guards.size(); ++which) {
    number = divided_by(guards[which], variable);
    if (number != nullptr && safe(*number)) break;
  }
  if (which == guards.size()) return false;
  if (lists_keys()) {  // lists would be too long, and the machine (vm.h) finds the divisors of one
                       // number
    const Interval& range = intervals_[variable];
    if (!range.bounded() || range.high - range.low >= kManyChoices) fail();
    return failed_;
  }
  const SeenInRegisters seen(*this);
  return each_divisor(*number, variable, low, high, [&](const Label& next) {
    for (const bool first : {true, false}) {
      for (size_t g = 0; g < guards.size(); ++g) {
        if (g != which && safe(guards[g]) == first) jump_unless(guards[g], next);
      }
    }
    jump_if_negative(next);
    cc_.inc(options_);
    leaf(places);
  });
}

/// Where the sum's or count's choices have to divide a number, a loop over its divisors.
bool Generator::divisor_fold(const Expr& fold, const std::function<void(const Label& next)>& each) {
  const Expr* number = divided_in_choices(fold);
  if (lists_keys() || number == nullptr || !safe(*number)) return false;
  const Binder& binder = fold.quantifier->binders[0];
  const size_t slot = binder.slots[0];
  if (interval(binder.low[0], intervals_).low < 1) return false;
  make_room_for(slot);
  if (failed_) return false;
  const Gp low = term(binder.low[0]);
  const Gp high = term(binder.high[0]);
  intervals_[slot] = {1, std::max<int64_t>(1, interval(*number, intervals_).high)};
  return each_divisor(*number, slot, low, high, each);
}

}  // namespace grundy::jit

#endif
