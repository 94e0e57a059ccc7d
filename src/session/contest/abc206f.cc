// AtCoder Beginner Contest 206 F, Interval Game 2: T cases; each has N and then N half-open
// intervals [l, r) with 1 <= l < r <= 100; players take disjoint intervals in turn, and who can't
// take one loses. The answer is Alice or Bob.
//
// By the definition of `intervals` in games/: what is left between two ends is a position, and
// taking [a, b) from [l, r) leaves the sum of [l, a) and [b, r). Only ends of intervals can be l,
// r, a or b.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "session/contest/contests.h"
#include "session/contest/input.h"
#include "value/mex.h"

namespace grundy::contest {
namespace {

constexpr uint64_t kGreatestEnd = 100'000;
// Different ones in a case: the table has a value for each two of them.
constexpr size_t kMostEnds = 20'000;

using Interval = std::array<uint32_t, 2>;

/// The value of the whole line; `intervals` are pairs of numbers of ends below `ends`.
Attempt<uint32_t> value_of_line(std::vector<Interval>& intervals, size_t ends, Budget& budget) {
  // Those that lie within [l, r) are, among those that begin at l or later, the first ones by their
  // right end.
  std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
    return a[1] != b[1] ? a[1] < b[1] : a[0] < b[0];
  });
  const uint64_t bytes = ends * ends * sizeof(uint32_t);
  if (!budget.take_memory(bytes)) return budget.too_large("the table of a case", bytes);
  std::vector<uint32_t> values(ends * ends, 0);  // values[l·ends + r]
  std::vector<Interval> beginning;
  MexSet seen;
  for (size_t l = ends; l-- > 0;) {
    if (budget.spent()) return budget.why();
    beginning.clear();
    std::copy_if(intervals.begin(), intervals.end(), std::back_inserter(beginning),
                 [l](const Interval& one) { return one[0] >= l; });
    for (size_t r = l + 1; r < ends; ++r) {
      seen.clear();
      for (const auto& [a, b] : beginning) {
        if (b > r) break;
        seen.insert(values[l * ends + a] ^ values[b * ends + r]);
      }
      values[l * ends + r] = seen.mex();
    }
  }
  budget.give_back_memory(bytes);
  return ends == 0 ? 0 : values[ends - 1];
}

}  // namespace

Attempt<std::string> abc206f(NumberReader& reader) {
  uint64_t cases = 0;
  if (Attempt<void> read = read_line(reader, "the number of cases", {&cases, 1}); !read)
    return std::move(read).error();
  std::string output;
  std::vector<Interval> intervals;
  std::vector<uint32_t> ends;
  for (uint64_t c = 0; c < cases; ++c) {
    uint64_t count = 0;
    if (Attempt<void> read = read_line(reader, "the number of intervals", {&count, 1}); !read)
      return std::move(read).error();
    intervals.clear();
    ends.clear();
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t row[2];
      if (Attempt<void> read = read_line(reader, "an interval", row); !read)
        return std::move(read).error();
      if (row[0] >= row[1])
        return reader.error_at_row(
            fmt::format("an interval has l < r, not {} and {}", row[0], row[1]));
      if (row[1] > kGreatestEnd)
        return reader.error_at_row(
            fmt::format("an end of an interval is at most {}", kGreatestEnd));
      intervals.push_back({static_cast<uint32_t>(row[0]), static_cast<uint32_t>(row[1])});
      ends.insert(ends.end(), intervals.back().begin(), intervals.back().end());
    }
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    if (ends.size() > kMostEnds)
      return Error::declined(fmt::format("case {} has {} different ends, more than {}", c + 1,
                                         ends.size(), kMostEnds));
    for (Interval& one : intervals) {
      for (uint32_t& end : one)
        end = static_cast<uint32_t>(std::lower_bound(ends.begin(), ends.end(), end) - ends.begin());
    }
    const Attempt<uint32_t> value = value_of_line(intervals, ends.size(), reader.budget());
    if (!value) return value.error();
    output += *value == 0 ? "Bob\n" : "Alice\n";
  }
  if (Attempt<void> end = read_end(reader); !end) return std::move(end).error();
  return output;
}

}  // namespace grundy::contest
