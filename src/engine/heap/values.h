// The values of a heap game, by position, packed.
//
// Problem: kernels look at two values of every pair of heaps; memory and registers should be full
// of values, not zeros.
// Idea: byte planes. Plane i holds bits 8i … 8i+7 of all values, so that a vector register takes as
// many values as it has bytes, and small values take one byte. They may be stored through an
// invertible map that is linear over GF(2) (kernel/encoding.h), which commutes with the nim-sum:
// the kernels work on stored values and never need the natural ones.
// Example: the values 3, 258 and 7 are the planes 3 2 7 and 0 1 0.
// Cost: a byte a value and plane.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/kernel/encoding.h"

namespace grundy::heap {

class Values {
 public:
  /// Bytes that may be read before the first and after the last value of a plane.
  static constexpr uint64_t kPad = 64;

  /// Positions 0 … size() - 1 are known.
  uint64_t size() const { return size_; }
  unsigned planes() const { return planes_; }
  const Encoding& encoding() const { return encoding_; }
  /// Bytes that `positions` need with so many planes.
  static uint64_t bytes_for(uint64_t positions, unsigned planes) {
    return planes * (positions + 2 * kPad);
  }

  uint32_t stored(uint64_t n) const {
    uint32_t v = plane_[0][kPad + n];
    for (unsigned i = 1; i < planes_; ++i)
      v |= static_cast<uint32_t>(plane_[i][kPad + n]) << (8 * i);
    return v;
  }
  uint32_t at(uint64_t n) const { return encoding_.decode(stored(n)); }
  /// The natural values of positions first … first + out.size() - 1.
  void copy(uint64_t first, std::span<uint32_t> out) const;

  /// Makes room for positions below `end`, so that writing them moves nothing.
  void reserve(uint64_t end);
  /// Stored values are written through this pointer to position 0 of the plane, then counted by
  /// set_size().
  uint8_t* plane(unsigned i) { return plane_[i].data() + kPad; }
  const uint8_t* plane(unsigned i) const { return plane_[i].data() + kPad; }
  void set_size(uint64_t size) { size_ = size; }
  /// Appends a natural value that fits in the planes.
  void push(uint32_t value);
  /// The planes that a natural value needs.
  static unsigned planes_for(uint32_t value);
  /// Stores all values as they are, in as many planes as they and this one need.
  void make_fit(uint32_t value) { store_as({}, std::max(planes_, planes_for(value))); }
  /// Stores all values anew, in so many planes and through this map; all of them have to fit.
  void store_as(const Encoding& encoding, unsigned planes);

 private:
  std::array<std::vector<uint8_t>, 4> plane_;
  unsigned planes_ = 0;
  uint64_t room_ = 0;
  uint64_t size_ = 0;
  Encoding encoding_;

 public:
  Values() { store_as({}, 1); }
};

}  // namespace grundy::heap
