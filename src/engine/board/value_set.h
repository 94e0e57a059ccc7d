// ValueSet: a finite set of values, small ones first of all.
//
// A search asks whether a part has one of these values, and a set of 64 bits would be wrong for the
// first part of value
// 64. So the first word stands in the object and further ones are added when a value asks for them.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

namespace grundy {

class ValueSet {
 public:
  ValueSet() = default;
  /// {0, …, last}.
  static ValueSet up_to(uint64_t last) {
    ValueSet result;
    for (uint64_t word = 0; word < last / 64; ++word) result.word(word) = ~uint64_t{0};
    result.word(last / 64) = ~uint64_t{0} >> (63 - last % 64);
    return result;
  }
  static ValueSet of(uint64_t value) {
    ValueSet result;
    result.add(value);
    return result;
  }
  /// The set whose members below 64 are the bits of `low`.
  static ValueSet of_low(uint64_t low) {
    ValueSet result;
    result.low_ = low;
    return result;
  }

  bool has(uint64_t value) const {
    if (value < 64) return (low_ >> value & 1) != 0;
    return value / 64 <= high_.size() && (high_[value / 64 - 1] >> value % 64 & 1) != 0;
  }
  void add(uint64_t value) { word(value / 64) |= uint64_t{1} << value % 64; }
  void add(const ValueSet& other) {
    low_ |= other.low_;
    for (size_t i = 0; i < other.high_.size(); ++i) word(i + 1) |= other.high_[i];
  }
  bool is_empty() const { return count() == 0; }
  uint64_t count() const {
    uint64_t result = static_cast<uint64_t>(std::popcount(low_));
    for (const uint64_t high : high_) result += static_cast<uint64_t>(std::popcount(high));
    return result;
  }
  bool is_within(const ValueSet& other) const {
    if ((low_ & ~other.low_) != 0) return false;
    for (size_t i = 0; i < high_.size(); ++i) {
      if ((high_[i] & ~(i < other.high_.size() ? other.high_[i] : 0)) != 0) return false;
    }
    return true;
  }
  ValueSet without(const ValueSet& other) const {
    ValueSet result = *this;
    result.low_ &= ~other.low_;
    for (size_t i = 0; i < result.high_.size() && i < other.high_.size(); ++i)
      result.high_[i] &= ~other.high_[i];
    return result;
  }
  /// {v ⊕ n : v in the set}.
  ValueSet nim_add(uint64_t n) const {
    if (n == 0) return *this;
    ValueSet result;
    for_each([&](uint64_t value) { result.add(value ^ n); });
    return result;
  }
  /// The least value that is not a member.
  uint64_t mex() const {
    if (low_ != ~uint64_t{0}) return static_cast<uint64_t>(std::countr_one(low_));
    for (size_t i = 0; i < high_.size(); ++i) {
      if (high_[i] != ~uint64_t{0})
        return 64 * (i + 1) + static_cast<uint64_t>(std::countr_one(high_[i]));
    }
    return 64 * (high_.size() + 1);
  }
  /// The least member; there is one.
  uint64_t least() const {
    if (low_ != 0) return static_cast<uint64_t>(std::countr_zero(low_));
    size_t i = 0;
    while (high_[i] == 0) ++i;
    return 64 * (i + 1) + static_cast<uint64_t>(std::countr_zero(high_[i]));
  }
  /// The members below 64, as bits.
  uint64_t low() const { return low_; }

  template <class Take>
  void for_each(const Take& take) const {
    for (size_t i = 0; i <= high_.size(); ++i) {
      for (uint64_t bits = i == 0 ? low_ : high_[i - 1]; bits != 0; bits &= bits - 1)
        take(64 * i + static_cast<uint64_t>(std::countr_zero(bits)));
    }
  }

 private:
  uint64_t& word(uint64_t index) {
    if (index == 0) return low_;
    if (index > high_.size()) high_.resize(index);
    return high_[index - 1];
  }

  uint64_t low_ = 0;
  std::vector<uint64_t> high_;
};

}  // namespace grundy
