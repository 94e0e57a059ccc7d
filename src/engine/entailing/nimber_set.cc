#include "engine/entailing/nimber_set.h"

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr uint64_t kBits = 64;

/// Bit i of the result is bit i ^ by of the word; by < 64.
uint64_t exchanged(uint64_t word, uint64_t by) {
  constexpr uint64_t kMasks[] = {0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F,
                                 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF};
  for (uint64_t i = 0; i < 6; ++i) {
    const uint64_t step = uint64_t{1} << i;
    if (by & step) word = (word & kMasks[i]) << step | (word >> step & kMasks[i]);
  }
  return word;
}

}  // namespace

void NimberSet::grow(size_t words) {
  if (words > words_.size()) words_.resize(words, beyond_ ? ~uint64_t{0} : 0);
}

void NimberSet::add(uint64_t n) {
  if (n / kBits >= words_.size() && beyond_) return;
  grow(n / kBits + 1);
  words_[n / kBits] |= uint64_t{1} << n % kBits;
}

void NimberSet::add_all_but(uint64_t n) {
  const bool had = contains(n);
  grow(n / kBits + 1);
  std::fill(words_.begin(), words_.end(), ~uint64_t{0});
  beyond_ = true;
  if (!had) words_[n / kBits] ^= uint64_t{1} << n % kBits;
}

void NimberSet::add_all() {
  words_.clear();
  beyond_ = true;
}

void NimberSet::add_missing(const NimberSet& from, uint64_t beside) {
  // The exchange stays within a power of two of words.
  const size_t words = std::max(from.words_.size(), static_cast<size_t>(beside / kBits) + 1);
  grow(beside < kBits ? words : std::bit_ceil(words));
  for (size_t i = 0; i < words_.size(); ++i) {
    const bool inside = i < std::bit_ceil(words);
    words_[i] |= ~exchanged(from.word(inside ? i ^ beside / kBits : i), beside % kBits);
  }
  beyond_ = beyond_ || !from.beyond_;
}

bool NimberSet::contains(uint64_t n) const { return word(n / kBits) >> n % kBits & 1; }

Value NimberSet::value() const {
  for (size_t i = 0; i < words_.size(); ++i) {
    if (words_[i] != ~uint64_t{0})
      return Value(i * kBits + static_cast<uint64_t>(std::countr_one(words_[i])));
  }
  return beyond_ ? Value::loony() : Value(words_.size() * kBits);
}

}  // namespace grundy
