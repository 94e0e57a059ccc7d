#include "check/drawn_values.h"

#include <algorithm>

namespace grundy {
namespace {

using Cells = DrawnMoves::Cells;

/// With its first cell in the first column.
Cells moved_to_the_left(const Cells& part, size_t columns) {
  size_t first = columns;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] != DrawnMoves::kGone) first = std::min(first, i % columns);
  }
  Cells moved(part.size(), DrawnMoves::kGone);
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] != DrawnMoves::kGone) moved[i - first] = part[i];
  }
  return moved;
}

}  // namespace

Attempt<uint32_t> DrawnValues::value(const DrawnMoves& moves, const Cells& board,
                                     const Budget& budget) {
  const DrawnMoves::Look look = moves.look(board);
  if (look.is_whole) return Error::declined("a word can't be taken apart");
  uint32_t sum = 0;
  for (const Cells& part : look.parts) {
    Attempt<uint32_t> one =
        part_value(moves, moved_ ? moved_to_the_left(part, moves.place().columns) : part, budget);
    if (!one) return one;
    sum ^= *one;
  }
  return sum;
}

Attempt<uint32_t> DrawnValues::part_value(const DrawnMoves& moves, Cells part,
                                          const Budget& budget) {
  constexpr size_t kMostPlayedParts = 100'000;
  const auto [known, fresh] = values_.try_emplace(std::move(part));
  if (!fresh)
    return known->second ? Attempt<uint32_t>(*known->second) : Error::declined("play may go round");
  if (values_.size() > kMostPlayedParts) return Error::declined("short words have too many parts");
  if (budget.spent()) return budget.why();
  std::vector<uint32_t> found;
  for (const Cells& option : moves.options(known->first)) {
    Attempt<uint32_t> one = value(moves, option, budget);
    if (!one) return one;
    found.push_back(*one);
  }
  uint32_t least = 0;
  while (std::find(found.begin(), found.end(), least) != found.end()) ++least;
  known->second = least;
  return least;
}

}  // namespace grundy
