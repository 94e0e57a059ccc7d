// stones[K](b, s) by definition, and its table by sorting: slow and obvious, for comparison.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "value/ordinal.h"

namespace grundy::reference {

/// The values of all positions with at most `limit` stones, as mex of the values of the options.
/// The options with c < b stones are infinitely many; their values are finitely many single ones
/// and the ray of all values from some position on.
class StonesByDefinition {
 public:
  StonesByDefinition(uint64_t K, uint64_t limit);
  /// The value of stones[K](b, s); requires b <= limit.
  Ordinal value(uint64_t b, uint64_t s) const;

 private:
  /// Position (b, s) has the value head[s], or tail + (s - head.size()) from there on.
  struct Row {
    std::vector<Ordinal> head;
    Ordinal tail;
  };
  Row row(uint64_t b) const;

  uint64_t K_;
  std::vector<Row> rows_;
};

struct StonesTableCell {
  uint16_t x = 0;
  uint16_t y = 0;
};

/// Calls visit(b, T(b, ·)) for b = 1, …, limit; requires limit <= 60000. T(b, ·) is the sorted row
/// of all h(c, b - c - 1), c < b, where h(c, i) = (c, i - c) if i >= c, else T(c, i). O(limit² log
/// limit) time; memory for some limit²/9 cells.
void stones_table(uint32_t limit,
                  const std::function<void(uint32_t, const std::vector<StonesTableCell>&)>& visit);

}  // namespace grundy::reference
