// Cells of 1, 2 or 4 bytes: a table is as wide as its largest value needs, since most values are
// small.
//
// Widening: a value that does not fit makes all cells wider; tables begin with one byte.
#pragma once
#include <cstdint>
#include <cstring>

namespace grundy {

/// Bytes of a cell that holds values up to this one.
constexpr unsigned cell_width(uint64_t value) {
  return value < 1U << 8 ? 1 : value < 1U << 16 ? 2 : 4;
}

inline uint32_t read_cell(const uint8_t* cells, unsigned width, uint64_t at) {
  uint32_t value = 0;
  std::memcpy(&value, cells + at * width, width);
  return value;
}

/// Copies `count` cells to wider ones, elsewhere or in the same place.
void widen_cells(const uint8_t* from, unsigned width, uint8_t* to, unsigned to_width,
                 uint64_t count);

}  // namespace grundy
