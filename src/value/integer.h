// Integers of any size: a natural number with a sign.
//
// Problem: `y*y*y*y >= x` and `n*3/4 - 1` are beyond 64 bits long before the heaps are that a user
// asks about.
// Idea: sign and magnitude, so that numbers below 2^63 stay in a word; bits are those of two's
// complement without end.
// Example: floor_quotient(-7, 2) = -4, remainder(-7, 2) = 1, -1 & n = n.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>

#include "value/natural.h"

namespace grundy {

class Integer {
 public:
  Integer() = default;
  Integer(int64_t n)  // NOLINT: an int64_t is an integer
      : size_(n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n)), negative_(n < 0) {}
  explicit Integer(Natural size, bool negative = false)
      : size_(std::move(size)), negative_(negative && !size_.is_zero()) {}

  /// |n|.
  const Natural& size() const { return size_; }
  bool is_negative() const { return negative_; }
  bool is_zero() const { return size_.is_zero(); }
  /// The number when it has 64 bits.
  std::optional<int64_t> to_int64() const;

  Integer operator-() const { return Integer(size_, !negative_); }
  friend Integer operator+(const Integer& a, const Integer& b);
  friend Integer operator-(const Integer& a, const Integer& b) { return a + -b; }
  friend Integer operator*(const Integer& a, const Integer& b) {
    return Integer(a.size_ * b.size_, a.negative_ != b.negative_);
  }
  friend Integer operator&(const Integer& a, const Integer& b);
  friend Integer operator|(const Integer& a, const Integer& b) { return ~(~a & ~b); }
  friend Integer operator^(const Integer& a, const Integer& b);
  Integer operator~() const { return -*this - Integer(1); }
  /// ⌊n·2^bits⌋ and ⌊n/2^bits⌋; the caller sees to it that the result fits in memory.
  friend Integer operator<<(const Integer& a, uint64_t bits) {
    return Integer(a.size_ << bits, a.negative_);
  }
  friend Integer operator>>(const Integer& a, uint64_t bits);

  friend bool operator==(const Integer&, const Integer&) = default;
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) {
    if (a.negative_ != b.negative_)
      return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
    return a.negative_ ? b.size_ <=> a.size_ : a.size_ <=> b.size_;
  }

 private:
  Natural size_;
  bool negative_ = false;
};

/// ⌊a/b⌋; requires b != 0.
Integer floor_quotient(const Integer& a, const Integer& b);
/// The r with 0 <= r < |b| for which b divides a - r; requires b != 0.
Integer nonnegative_remainder(const Integer& a, const Integer& b);
Natural greatest_common_divisor(Natural a, Natural b);

}  // namespace grundy
