// Natural numbers of any size; those below 2^63 sit in the word itself and never touch the heap.
//
// Layout of the one word: bit 0 clear: the number is word >> 1. Bit 0 set: word - 1 is the address
// of a shared, reference-counted, immutable big number (GMP), which is always 2^63 or more, so that
// equal numbers have one form.
#pragma once
#include <cassert>
#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grundy {

class Natural {
 public:
  static constexpr uint64_t kSmallLimit = uint64_t{1} << 63;

  constexpr Natural() : word_(0) {}
  constexpr Natural(uint64_t n) : word_(n << 1) {  // NOLINT: a uint64_t is a natural number
    if (n >= kSmallLimit) word_ = make_big(n);
  }
  Natural(const Natural& other) : word_(other.word_) {
    if (is_big()) share();
  }
  Natural(Natural&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
  Natural& operator=(const Natural& other) { return *this = Natural(other); }
  Natural& operator=(Natural&& other) noexcept {
    std::swap(word_, other.word_);
    return *this;
  }
  constexpr ~Natural() {
    if (is_big()) release();
  }

  constexpr bool is_zero() const { return word_ == 0; }
  /// Below 2^63: kept without memory of its own.
  constexpr bool is_small() const { return !is_big(); }
  /// The number; requires is_small().
  constexpr uint64_t small() const {
    assert(is_small());
    return word_ >> 1;
  }
  /// The number when it is below 2^64.
  std::optional<uint64_t> to_uint64() const;
  /// Position of the highest one bit plus one; 0 for 0.
  uint64_t bit_length() const;
  bool bit(uint64_t i) const;
  /// The number in base 2^64, lowest word first, the last word not 0; empty for 0.
  std::vector<uint64_t> words() const;
  /// The inverse of words(); high words may be 0.
  static Natural from_words(std::span<const uint64_t> words);

  friend Natural operator+(const Natural& a, const Natural& b) {
    uint64_t word;
    if (!a.is_big() && !b.is_big() && !__builtin_add_overflow(a.word_, b.word_, &word))
      return from_word(word);
    return add(a, b);
  }
  /// a - b; requires a >= b.
  friend Natural operator-(const Natural& a, const Natural& b) {
    assert(a >= b);
    if (!a.is_big() && !b.is_big()) return from_word(a.word_ - b.word_);
    return subtract(a, b);
  }
  friend Natural operator*(const Natural& a, const Natural& b) {
    uint64_t word;
    if (!a.is_big() && !b.is_big() && !__builtin_mul_overflow(a.word_, b.word_ >> 1, &word))
      return from_word(word);
    return multiply(a, b);
  }
  /// Floor quotient and remainder; require a divisor of at least 1.
  friend Natural operator/(const Natural& a, const Natural& b) {
    assert(!b.is_zero());
    if (!a.is_big() && !b.is_big()) return from_word(a.word_ / b.word_ << 1);
    return quotient(a, b);
  }
  friend Natural operator%(const Natural& a, const Natural& b) {
    assert(!b.is_zero());
    if (!a.is_big() && !b.is_big()) return from_word(a.word_ % b.word_);
    return remainder(a, b);
  }
  /// a·2^bits; the caller sees to it that a result of so many bits fits in memory.
  friend Natural operator<<(const Natural& a, uint64_t bits);
  friend Natural operator>>(const Natural& a, uint64_t bits);
  /// Bitwise exclusive-or: the nim-sum of nimbers.
  friend Natural operator^(const Natural& a, const Natural& b) {
    if (!a.is_big() && !b.is_big()) return from_word(a.word_ ^ b.word_);
    return exclusive_or(a, b);
  }
  friend Natural operator&(const Natural& a, const Natural& b) {
    if (!a.is_big() && !b.is_big()) return from_word(a.word_ & b.word_);
    return bitwise_and(a, b);
  }
  friend bool operator==(const Natural& a, const Natural& b) {
    return a.word_ == b.word_ ||
           (a.is_big() && b.is_big() && compare(a, b) == std::strong_ordering::equal);
  }
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) {
    if (!a.is_big() && !b.is_big()) return a.word_ <=> b.word_;
    return compare(a, b);
  }

  /// Decimal digits, leading zeros allowed, nothing else; nothing for an empty or malformed text.
  static std::optional<Natural> parse(std::string_view digits);
  std::string to_string() const;
  size_t hash() const;
  /// floor(sqrt(n)).
  Natural isqrt() const;
  /// base^exponent, 0^0 = 1; the caller sees to it that a result of exponent·base.bit_length() bits
  /// fits in memory.
  static Natural pow(const Natural& base, uint64_t exponent);

 private:
  struct Big;
  struct View;

  constexpr bool is_big() const { return (word_ & 1) != 0; }
  Big* big() const { return reinterpret_cast<Big*>(static_cast<uintptr_t>(word_ - 1)); }
  static Natural from_word(uint64_t word) {
    Natural n;
    n.word_ = word;
    return n;
  }
  static uint64_t make_big(uint64_t n);
  /// Takes the result of a GMP computation over, in its one form.
  static Natural adopt(Big* result);
  void share() const;
  void release();

  // The operators when an operand or the result is big.
  static Natural add(const Natural& a, const Natural& b);
  static Natural subtract(const Natural& a, const Natural& b);
  static Natural multiply(const Natural& a, const Natural& b);
  static Natural quotient(const Natural& a, const Natural& b);
  static Natural remainder(const Natural& a, const Natural& b);
  static Natural exclusive_or(const Natural& a, const Natural& b);
  static Natural bitwise_and(const Natural& a, const Natural& b);
  static std::strong_ordering compare(const Natural& a, const Natural& b);

  uint64_t word_;
};

}  // namespace grundy

template <>
struct std::hash<grundy::Natural> {
  size_t operator()(const grundy::Natural& n) const { return n.hash(); }
};
