#include "reference/stones.h"

#include <algorithm>
#include <set>

namespace grundy::reference {
namespace {

/// What the options of a position are worth: single values, and of each ray all start, start + 1,
/// start + 2, …
struct Options {
  std::set<Ordinal> values;
  std::vector<Ordinal> rays;

  Ordinal mex() const {
    Ordinal v;
    for (bool free = false; !free;) {
      free = true;
      if (values.contains(v)) {
        v = v.successor();
        free = false;
      }
      for (const Ordinal& start : rays) {
        if (start <= v && v < start + Ordinal::omega()) {
          v = start + Ordinal::omega();
          free = false;
        }
      }
    }
    return v;
  }

  /// Whether none of v, v + 1, v + 2, … is among them.
  bool leave_free_from(const Ordinal& v) const {
    const Ordinal end = v + Ordinal::omega();
    const auto next = values.lower_bound(v);
    if (next != values.end() && *next < end) return false;
    return std::none_of(rays.begin(), rays.end(), [&](const Ordinal& start) {
      return start < end && v < start + Ordinal::omega();
    });
  }
};

}  // namespace

StonesByDefinition::StonesByDefinition(uint64_t K, uint64_t limit) : K_(K) {
  for (uint64_t b = 0; b <= limit; ++b) rows_.push_back(row(b));
}

Ordinal StonesByDefinition::value(uint64_t b, uint64_t s) const {
  const Row& row = rows_[b];
  return s < row.head.size() ? row.head[s] : row.tail + Ordinal(s - row.head.size());
}

StonesByDefinition::Row StonesByDefinition::row(uint64_t b) const {
  Options options;
  for (uint64_t c = 0; c < b; ++c) {
    const uint64_t least = (b - c) * K_;
    const uint64_t settled = std::max<uint64_t>(least, rows_[c].head.size());
    for (uint64_t t = least; t < settled; ++t) options.values.insert(value(c, t));
    options.rays.push_back(value(c, settled));
  }
  // The options with fewer stones do not depend on the number of pebbles; those with fewer pebbles
  // come one by one.
  Row row;
  for (;;) {
    const Ordinal v = options.mex();
    if (options.leave_free_from(v)) {
      row.tail = v;
      return row;
    }
    row.head.push_back(v);
    options.values.insert(v);
  }
}

void stones_table(uint32_t limit,
                  const std::function<void(uint32_t, const std::vector<StonesTableCell>&)>& visit) {
  // A cell is x·2^16 + y: sorted as numbers, the pairs are sorted. diagonals[d] gathers the T(c, i)
  // with c + i = d.
  std::vector<std::vector<uint32_t>> diagonals(limit);
  std::vector<uint32_t> row;
  std::vector<StonesTableCell> cells;
  for (uint32_t b = 1; b <= limit; ++b) {
    row = std::move(diagonals[b - 1]);
    diagonals[b - 1] = {};
    for (uint32_t c = 0; 2 * c <= b - 1; ++c) row.push_back(c << 16 | (b - 1 - 2 * c));
    std::sort(row.begin(), row.end());
    for (uint32_t i = 0; i < b && b + i < limit; ++i) diagonals[b + i].push_back(row[i]);
    cells.clear();
    for (const uint32_t cell : row)
      cells.push_back({static_cast<uint16_t>(cell >> 16), static_cast<uint16_t>(cell)});
    visit(b, cells);
  }
}

}  // namespace grundy::reference
