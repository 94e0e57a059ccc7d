// A linear bijection of the values below 2^bits that takes the class of a value to its top bit.
//
// f(v) is the parity of v & mask, mask not 0. With b the lowest bit of the mask, f and the bits of
// v other than b determine v. The code of v is v without bit b, and f(v) as top bit. Among the
// values of one class the codes keep their order: of v with and without bit b, exactly one is of
// the class.
#pragma once
#include <bit>
#include <cstdint>

namespace grundy::heap {

class Encoding {
 public:
  /// The identity.
  Encoding() = default;
  /// Values below 2^bits; 0 < mask < 2^bits.
  Encoding(uint32_t mask, unsigned bits)
      : mask_(mask), low_(static_cast<unsigned>(std::countr_zero(mask))), top_(bits - 1) {}

  bool is_identity() const { return mask_ == 0; }
  uint32_t mask() const { return mask_; }
  /// f(v).
  uint32_t class_of(uint32_t value) const { return std::popcount(value & mask_) & 1U; }
  uint32_t encode(uint32_t value) const {
    if (mask_ == 0) return value;
    return index(value) | class_of(value) << top_;
  }
  uint32_t decode(uint32_t code) const {
    if (mask_ == 0) return code;
    return value(code & ~(1U << top_), code >> top_);
  }
  /// The rank of the value among those of its class.
  uint32_t index(uint32_t value) const {
    return (value >> (low_ + 1)) << low_ | (value & ((1U << low_) - 1));
  }
  /// The value of this rank in the class.
  uint32_t value(uint32_t index, uint32_t of_class) const {
    const uint32_t without = (index >> low_) << (low_ + 1) | (index & ((1U << low_) - 1));
    return without | (class_of(without) ^ of_class) << low_;
  }
  friend bool operator==(const Encoding&, const Encoding&) = default;

 private:
  uint32_t mask_ = 0;
  unsigned low_ = 0;
  unsigned top_ = 0;
};

}  // namespace grundy::heap
