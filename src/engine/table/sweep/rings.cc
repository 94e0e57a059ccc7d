#include "engine/table/sweep/rings.h"

namespace grundy {

Chains Chains::in_order(uint64_t distance) {
  Chains chains;
  chains.distance_ = distance;
  return chains;
}

Chains Chains::in_tiles(uint64_t distance, uint64_t along, uint64_t row, uint64_t open_rows) {
  Chains chains;
  chains.distance_ = distance;
  chains.row_ = row;
  chains.open_rows_ = open_rows;
  if (chains.is_along_row()) return chains;
  chains.along_ = along;
  chains.rows_apart_ = (distance - along) / row;
  chains.columns_ = row + along * (open_rows / chains.rows_apart_ + 2);
  return chains;
}

uint64_t Chains::slots() const {
  if (row_ == 0) return distance_;
  return is_along_row() ? open_rows_ : rows_apart_ * columns_;
}

Ring Chains::ring_of(uint64_t cell) const {
  if (row_ == 0) return {0, distance_, cell % distance_};
  const uint64_t row = cell / row_;
  if (is_along_row()) return {row % open_rows_, 1, 0};
  uint64_t at = cell % row_;
  if (along_ > 0) at = (at + columns_ - along_ * (row / rows_apart_) % columns_) % columns_;
  return {row % rows_apart_ * columns_, columns_, at};
}

void Chains::to_next_row(Ring& ring) const {
  ring.first += ring.slots;
  if (ring.first < slots()) return;
  ring.first = 0;
  ring.at = ring.at >= along_ ? ring.at - along_ : ring.at + ring.slots - along_;
}

}  // namespace grundy
