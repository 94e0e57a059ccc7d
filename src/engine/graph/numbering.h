// Numbers for the vertices of a graph whose names are too large to be used as they are.
//
// Problem: a file may name its vertices 10^15 and 7; arrays want 0 and 1.
// Idea: a hash table with linear probing, asked for many names at a time, so that the memory of one
// is on its way while others are looked at. A slot keeps half of the mixed name, which tells nearly
// all other names apart.
// Example: of the edges 900 7, 7 900 and 7 5, the vertices 900, 7 and 5 get the numbers 0, 1 and 2.
// Cost: 19 to 37 bytes a name.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/budget.h"

namespace grundy {

/// Numbers distinct naturals 0, 1, 2, … in the order in which they are first seen.
class VertexNumbering {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  /// The numbers of many names, new ones for those not seen before; false when the budget has no
  /// memory left or 2^32 - 2 numbers are taken. `numbers` is as long as `names`. Up to a hundred at
  /// a time are best: their memory is asked for together.
  bool number(std::span<const uint64_t> names, std::span<uint32_t> numbers, Budget& budget);
  /// The number of a name that was seen, else kNone.
  uint32_t find(uint64_t name) const;
  uint64_t name(uint32_t number) const { return names_[number]; }
  size_t size() const { return names_.size(); }
  uint64_t bytes() const {
    return names_.capacity() * sizeof(uint64_t) + slots_.size() * sizeof(Slot);
  }

 private:
  // High 32 bits: those of the mixed name, so that a slot of another name is passed by without a
  // look at names_; low 32 bits: the number, kNone in a free slot.
  using Slot = uint64_t;
  static constexpr Slot kFree = UINT64_MAX;

  bool grow(Budget& budget);
  size_t slot(uint64_t name) const;
  size_t first_match(uint64_t mixed, size_t from) const;

  std::vector<uint64_t> names_;
  std::vector<Slot> slots_;  // a power of two of them, at most 3/4 taken
};

}  // namespace grundy
