// AtCoder Beginner Contest 206 F, Interval Game 2: T cases; each has N and then N half-open intervals [l, r) with
// 1 <= l < r <= 100; players take disjoint intervals in turn, and who can't take one loses. The answer is Alice or Bob.
//
// The game is `intervals` of games/: with l0 the least and r0 the greatest end, position intervals(l0, r0).
#include <fmt/format.h>

#include <algorithm>

#include "base/reader.h"
#include "cli/contest/contests.h"

namespace grundy::cli {

Result<std::string> abc206f(Session& session, Budget& budget) {
  Result<NumberReader> reader = NumberReader::open("/dev/stdin", budget);
  if (!reader) return std::move(reader).error();
  uint64_t cases = 0;
  if (!reader->next_row({&cases, 1}))
    return reader->failed() ? reader->error()
                            : Error::input("expected the number of cases, found the end of the input");
  std::string output;
  for (uint64_t c = 0; c < cases; ++c) {
    uint64_t count = 0;
    auto missing = [&](std::string_view what) {
      return reader->failed()
                 ? reader->error()
                 : Error::input(fmt::format("case {}: expected {}, found the end of the input", c + 1, what));
    };
    if (!reader->next_row({&count, 1})) return missing("the number of intervals");
    auto set = std::make_shared<NumberSet>();
    set->arity = 2;
    std::vector<std::array<int64_t, 2>> intervals;
    int64_t end = 0;
    for (uint64_t i = 0; i < count; ++i) {
      uint64_t row[2];
      if (!reader->next_row(row)) return missing("an interval");
      if (row[0] >= row[1])
        return reader->error_at_row(fmt::format("an interval has l < r, not {} and {}", row[0], row[1]));
      if (row[1] > 100'000) return reader->error_at_row("an end of an interval is at most 100000");
      intervals.push_back({static_cast<int64_t>(row[0]), static_cast<int64_t>(row[1])});
      end = std::max(end, intervals.back()[1]);
    }
    std::sort(intervals.begin(), intervals.end());
    intervals.erase(std::unique(intervals.begin(), intervals.end()), intervals.end());
    for (const auto& one : intervals) set->flat.insert(set->flat.end(), one.begin(), one.end());
    if (intervals.empty()) {
      output += "Bob\n";
      continue;
    }
    ParameterValue parameter;
    parameter.is_set = true;
    parameter.set = set;
    Result<const Rule*> rule = session.rulebook().rule("intervals", {parameter});
    if (!rule) return std::move(rule).error();
    Component start;
    start.rule = *rule;
    start.coordinates = {Natural(static_cast<uint64_t>(intervals.front()[0])), Natural(static_cast<uint64_t>(end))};
    Result<Ordinal> value = session.value({{start}}, budget);
    if (!value) return std::move(value).error();
    output += value->is_zero() ? "Bob\n" : "Alice\n";
  }
  return output;
}

}  // namespace grundy::cli
