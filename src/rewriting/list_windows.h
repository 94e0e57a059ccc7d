// What a line of a list does with the numbers around the place that it chooses.
//
// Problem: a[i -> 0, i+1 -> 0] if a[i] = 1 and a[i+1] = 1 is a pattern of two neighbours, in whatever
// words it is written.
// Idea: where a line chooses one place i, and asks for a[i + c] with small c, and how near the ends
// are, what it does depends on the window around i alone. Each window, with ends of the list in it or
// without, is written as a short list, and its moves are listed by the definition.
// Example: the line above has one window of two cells, 1 1, which become 0 0.
// Cost: the moves of at most 4096 short lists for each line.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "rule/cells.h"

namespace grundy {

/// What stands in a cell of a window before a move and behind it; kBeyondList: no cell.
using CellMap = std::map<int64_t, int64_t>;
using WindowMap = std::vector<CellMap>;
constexpr int64_t kBeyondList = -1;

struct ListWindows {
  std::vector<std::vector<WindowMap>> lines;  // the windows that a move changes
  bool is_ring = false;                       // behind the last place comes the first one
  size_t shortest = 1;                        // shorter lists move otherwise
};

/// Of lists of numbers up to `greatest`; nothing for other rules, and where a move makes a number
/// greater.
std::optional<ListWindows> list_windows(const Rule& rule, int64_t greatest);

}  // namespace grundy
