#include "rule/position_reader.h"

#include <algorithm>

#include "rule/lay.h"

namespace grundy {
namespace {

size_t size_needed(const CellRow& row) {
  size_t size = 0;
  for (const Item& item : row) {
    for (const size_t slot : {item.slot, item.named})
      size = std::max(size, slot == kNoSlot ? 0 : slot + 1);
    size = std::max(size, size_needed(item.group));
  }
  return size;
}
size_t size_needed(const CellCondition& condition) {
  size_t size = std::max({size_needed(condition.item), size_needed(condition.reach.target),
                          size_needed(condition.reach.through)});
  for (const CellRow& row : condition.pattern) size = std::max(size, size_needed(row));
  return size;
}

}  // namespace

int64_t PositionReader::read(const CellCondition& condition, Environment& slots, Fault& fault,
                             Patience* patience) const {
  using Kind = CellCondition::Kind;
  if (condition.kind == Kind::member || condition.kind == Kind::greatest) {
    const NaturalSet& set = slots.elements(condition.from);
    if (condition.kind == Kind::greatest) return set.empty() ? -1 : set.back();
    const int64_t element = evaluate(condition.term, slots, fault, patience);
    const auto& kinds = position_.game->board->kinds;
    return condition.from >= kinds.size() || is_list(kinds[condition.from])
               ? std::find(set.begin(), set.end(), element) != set.end()
               : std::binary_search(set.begin(), set.end(), element);
  }
  const BoardRule& rule = *position_.game->board;
  const Board& board = position_.board;
  slots.resize(std::max(slots.size(), size_needed(condition)));
  Layer layer(rule.space, board, letter_slots_, slots, nullptr, fault, patience);
  const auto cells_that = [&](const auto& hold) {
    int64_t count = 0;
    for (size_t cell = 0; cell < board.cells.size(); ++cell)
      count += layer.fits(condition.item[0], cell) && hold(cell);
    return count;
  };
  switch (condition.kind) {
    case Kind::some: {
      bool found = false;
      layer.match(condition.pattern, {}, [&](const Placement&) {
        found = true;
        return false;
      });
      return found != condition.no;
    }
    case Kind::every_reaches:
      return cells_that([&](size_t cell) { return !layer.reaches(cell, condition.reach); }) == 0;
    case Kind::some_reaches:
      return (cells_that([&](size_t cell) { return layer.reaches(cell, condition.reach); }) > 0) !=
             condition.no;
    case Kind::reaches:
      return layer.reaches(static_cast<size_t>(slots[condition.from]), condition.reach);
    case Kind::count:
      return cells_that([](size_t) { return true; });
    default:
      break;
  }
  return 0;
}

}  // namespace grundy
