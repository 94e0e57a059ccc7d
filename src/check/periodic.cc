#include "check/periodic.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace grundy {
namespace {

constexpr int64_t kMostValues = int64_t{1} << 22;  // of a finite set that are computed anew
constexpr int64_t kMostAllButValues = int64_t{1} << 14;

/// g(0), …, g(count - 1), each the least number that is no value of an option.
Attempt<std::vector<int64_t>> values_by_definition(const std::vector<int64_t>& numbers,
                                                   bool all_but, int64_t count,
                                                   const Budget& budget) {
  std::vector<int64_t> values;
  std::vector<int64_t> seen(static_cast<size_t>(count) + 1,
                            -1);  // seen[v] = n: v is the value of an option of n
  std::vector<bool> left_out;
  if (all_but) {
    left_out.resize(static_cast<size_t>(count) + 1, false);
    for (const int64_t e : numbers) {
      if (e <= count) left_out[static_cast<size_t>(e)] = true;
    }
  }
  for (int64_t n = 0; n < count; ++n) {
    if (n % 256 == 0 && budget.spent()) return budget.why();
    auto take = [&](int64_t amount) {
      seen[static_cast<size_t>(values[static_cast<size_t>(n - amount)])] = n;
    };
    if (all_but) {
      for (int64_t amount = 1; amount <= n; ++amount) {
        if (!left_out[static_cast<size_t>(amount)]) take(amount);
      }
    } else {
      for (size_t i = 0; i < numbers.size() && numbers[i] <= n; ++i) take(numbers[i]);
    }
    int64_t mex = 0;
    while (seen[static_cast<size_t>(mex)] == n) ++mex;
    values.push_back(mex);
  }
  return values;
}

}  // namespace

Attempt<Judgement> check_values(const Certificate& c, const Budget& budget) {
  auto rejected = [](const Row& row, std::string reason) {
    return Judgement{false, row.line, std::move(reason)};
  };
  const auto& numbers = c.numbers.numbers;
  const bool all_but = c.all_but.numbers[0] == 1;
  const int64_t preperiod = c.preperiod.numbers[0];
  const int64_t period = c.period.numbers[0];
  const int64_t saltus = c.saltus.numbers[0];
  const int64_t first = c.window.numbers[0];
  const int64_t length = c.window.numbers[1];
  const int64_t most = all_but ? kMostAllButValues : kMostValues;
  if (length != std::max<int64_t>(1, numbers.empty() ? 0 : numbers.back()))
    return rejected(c.window, "the window is as long as the greatest number of the set");
  if (first < preperiod) return rejected(c.window, "the window begins before the pre-period's end");
  const int64_t count = first + period + length;
  if (count > most)
    return rejected(c.window, fmt::format("the checker computes {} values at most", most));
  const auto computed = values_by_definition(numbers, all_but, count, budget);
  if (!computed) return computed.error();
  const std::vector<int64_t>& g = *computed;
  int64_t n = 0;
  for (const Row& row : c.values) {
    for (const int64_t value : row.numbers) {
      if (n == preperiod + period)
        return rejected(row, "there are more values than the pre-period and a period");
      if (g[static_cast<size_t>(n)] != value)
        return rejected(
            row, fmt::format("the value of {} is {}, not {}", n, g[static_cast<size_t>(n)], value));
      ++n;
    }
  }
  if (n != preperiod + period)
    return rejected(c.values.empty() ? c.window : c.values.back(),
                    "there are fewer values than the pre-period and a period");
  if (!all_but && saltus != 0) return rejected(c.saltus, "the values of a finite set do not grow");
  for (int64_t i = preperiod; i + period < count; ++i) {
    if (g[static_cast<size_t>(i + period)] != g[static_cast<size_t>(i)] + saltus)
      return rejected(c.saltus, fmt::format("the value of {} is not that of {} plus the saltus",
                                            i + period, i));
  }
  if (!all_but) return Judgement{true, 0, ""};
  std::vector<int64_t> below_new;  // u
  int64_t different = 0;           // D
  for (const int64_t value : g) {
    below_new.push_back(different - value);
    if (value == different) ++different;
  }
  for (int64_t i = first; i < first + length; ++i) {
    if (below_new[static_cast<size_t>(i + period)] != below_new[static_cast<size_t>(i)])
      return rejected(c.window,
                      fmt::format("D({}) - g({}) is not that of {}", i + period, i + period, i));
  }
  return Judgement{true, 0, ""};
}

}  // namespace grundy
