// The values of a take-away game (take_away_rule.h) of all heaps up to one, whatever the memory.
//
// Problem: a table of heaps and memories has n² cells, and each of them n options.
// Idea: with the same heap the options of a smaller memory are among those of a greater one, so the
// value rises with it, in few steps: kept are the memories at which it does. It rises above v once
// all of 0 to v are values of what the moves leave. For each v let j(v) be the least taking that
// leaves the value v; then the value rises above v at the greatest of j(0), …, j(v).
// A heap r has the value v for what may be taken in an interval, so it is left with this value by
// takings j in an interval, from heaps r + j in an interval. The greatest such r gives j(v): a list
// for each value has those whose interval has begun, but for those that end before a greater one.
// Cost: n·v, where v is the greatest value, mostly some log n.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/law/take_away_rule.h"

namespace grundy {

class TakeAwayValues {
 public:
  /// The heaps from 0 to `last`, which is below 2^31.
  static Attempt<TakeAwayValues> find(const TakeAwayRule& rule, int64_t last, Budget& budget);

  int64_t last() const { return static_cast<int64_t>(begins_.size()) - 2; }
  /// The value of a heap from which at most so many may be taken.
  uint64_t value(int64_t heap, int64_t most) const;
  uint64_t bytes() const { return begins_.size() * 8 + rises_.size() * 4; }

 private:
  std::vector<size_t> begins_;   // by heap: where its rises begin
  std::vector<uint32_t> rises_;  // from so many on the value is greater by 1
};

}  // namespace grundy
