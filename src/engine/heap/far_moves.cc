#include "engine/heap/far_moves.h"

#include <algorithm>

namespace grundy::heap {
namespace {

constexpr uint64_t kFar = 10'000;             // below it every move is looked at
constexpr uint64_t kMostLooks = 200'000'000;  // some seconds

constexpr uint64_t kEqualHeaps[] = {1, 1};
constexpr uint64_t kDifferentHeaps[] = {1, 2};

/// The numbers of tokens that can be taken, and the digits for it; a negative number adds.
template <class Visit>
bool for_each_digit(const HeapCode& code, const Visit& visit) {
  for (size_t i = code.before.size(); i-- > 0;) {
    if (!code.before[i].empty() && !visit(code.before[i], -static_cast<int64_t>(i))) return false;
  }
  for (size_t j = 0; j < code.after.size(); ++j) {
    if (!code.after[j].empty() && !visit(code.after[j], static_cast<int64_t>(j + 1))) return false;
  }
  return true;
}

class SplitSearch {
 public:
  SplitSearch(const KnownValues& values, const Natural& value, Budget& budget,
              const std::function<bool(const Splits&)>& sink)
      : values_(values),
        start_(values.period()->preperiod),
        period_(values.period()->period),
        value_(value),
        budget_(budget),
        sink_(sink) {}

  /// The splits of the tokens that a digit leaves; false when the sink or the budget ended it.
  bool look(const HeapDigit& digit, const Natural& left) {
    if (digit.arrangements(1) != 0 && values_.at(left) == value_ && !sink_({left, 0})) return false;
    const bool even = !left.bit(0);
    const Natural half = left >> 1;
    if (even && value_.is_zero() && digit.allows(kEqualHeaps) && !sink_({left, half})) return false;
    if (!digit.allows(kDifferentHeaps)) return true;
    const Natural end = even ? half : half + 1;  // a below it is less than left - a
    for (uint64_t a = 1; a < start_; ++a) {
      if (!alive()) return false;
      if (is_wanted(left, a) && !sink_({left, a})) return false;
    }
    for (uint64_t a = std::max<uint64_t>(start_, 1), last = a + period_; a < last; ++a) {
      if (!alive()) return false;
      if (is_wanted(left, a) && !sink_({left, a, period_, (end - a + (period_ - 1)) / period_}))
        return false;
    }
    return true;
  }

 private:
  bool is_wanted(const Natural& left, uint64_t a) const {
    return (values_.at(a) ^ values_.at(left - a)) == value_;
  }
  bool alive() { return (++looks_ & 4095) != 0 || !budget_.spent(); }

  const KnownValues& values_;
  uint64_t start_;
  uint64_t period_;
  const Natural& value_;
  Budget& budget_;
  const std::function<bool(const Splits&)>& sink_;
  uint64_t looks_ = 0;
};

}  // namespace

bool finds_far_moves(const HeapCode& code, const KnownValues& values, const Natural& heap) {
  if (!code.repeat.empty() || code.unbounded() || code.greatest_count() > 2) return false;
  const auto& period = values.period();
  if (!period || period->saltus > 0) return false;
  const uint64_t looks = period->preperiod + period->period;
  const uint64_t digits = code.before.size() + code.after.size();
  return looks < kMostLooks / digits && heap >= std::max(kFar, 2 * (looks + digits));
}

Attempt<void> for_each_split(const HeapCode& code, const KnownValues& values, const Natural& heap,
                             const Natural& value, Budget& budget,
                             const std::function<bool(const Splits&)>& sink) {
  SplitSearch search(values, value, budget, sink);
  for_each_digit(code, [&](const HeapDigit& digit, int64_t taken) {
    const Natural left =
        taken < 0 ? heap + static_cast<uint64_t>(-taken) : heap - static_cast<uint64_t>(taken);
    return search.look(digit, left);
  });
  if (budget.spent()) return budget.why();
  return {};
}

}  // namespace grundy::heap
