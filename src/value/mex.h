// mex: the least ordinal that is not in a set.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "value/ordinal.h"

namespace grundy {

/// The least natural number not among `values` (any order, repeats allowed); linear time.
uint64_t mex(std::span<const uint64_t> values);
/// The least ordinal not among `values`.
Ordinal mex(std::span<const Ordinal> values);

/// All ordinals start + step·i, i = 0, 1, 2, … (step a natural number >= 1): what a move with an
/// unbounded natural gives.
struct Ray {
  Ordinal start;
  Natural step = 1;
};

/// The least ordinal neither among `values` nor on a ray. Exact for starts and steps of any size;
/// the time is about linear in practice, but whether arithmetic progressions cover all naturals is
/// a coNP-complete question (Stockmeyer and Meyer 1973), and with many rays of small, different
/// steps it can grow exponentially with their number.
Ordinal mex(std::span<const Ordinal> values, std::span<const Ray> rays);

/// Collects the values of the options of one position after another: insert each, take mex(), then
/// clear(). clear() costs nothing: an entry is in the set when it holds the current stamp.
class MexSet {
 public:
  /// Inserts a value below 2^32 - 1; takes 4 bytes for each natural up to it.
  void insert(uint32_t value) {
    if (value >= stamps_.size()) grow(value);
    stamps_[value] = stamp_;
  }
  bool contains(uint32_t value) const { return value < stamps_.size() && stamps_[value] == stamp_; }
  /// The least value not inserted since the last clear().
  uint32_t mex() const {
    uint32_t v = 0;
    while (v < stamps_.size() && stamps_[v] == stamp_) ++v;
    return v;
  }
  void clear();
  /// Makes room for values below `limit` (at most 2^32 - 1), so that data() may be written without
  /// a check.
  void reserve(size_t limit) {
    if (limit > stamps_.size()) grow(static_cast<uint32_t>(limit - 1));
  }
  uint32_t* data() { return stamps_.data(); }
  size_t size() const { return stamps_.size(); }
  uint32_t stamp() const { return stamp_; }

 private:
  void grow(uint32_t value);
  std::vector<uint32_t> stamps_ = std::vector<uint32_t>(64);
  uint32_t stamp_ = 1;
};

}  // namespace grundy
