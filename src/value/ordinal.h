// Ordinals below ε₀ in Cantor normal form, the values of impartial games.
//
// ω^e1·c1 + ω^e2·c2 + … with e1 > e2 > … (ordinals themselves) and coefficients ci >= 1 of any
// size. Finite values below 2^63 are the hot path: they sit in the word itself. Layout: bit 0
// clear: the finite value word >> 1; bit 0 set: word - 1 is the address of a shared, immutable,
// reference-counted list of terms (finite values of 2^63 and more, and all infinite ones), so that
// equal ordinals have one form.
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

#include "base/attempt.h"
#include "value/natural.h"

namespace grundy {

class Ordinal {
 public:
  struct Term;  // ω^exponent · coefficient

  constexpr Ordinal() : word_(0) {}
  constexpr Ordinal(uint64_t n) : word_(n << 1) {  // NOLINT: a finite ordinal
    if (n >= Natural::kSmallLimit) word_ = make_finite(n);
  }
  Ordinal(const Natural& n)
      : word_(n.is_small() ? n.small() << 1 : make_finite(n)) {}  // NOLINT: a finite ordinal
  Ordinal(const Ordinal& other) : word_(other.word_) {
    if (!is_small()) share();
  }
  Ordinal(Ordinal&& other) noexcept : word_(std::exchange(other.word_, 0)) {}
  Ordinal& operator=(const Ordinal& other) { return *this = Ordinal(other); }
  Ordinal& operator=(Ordinal&& other) noexcept {
    std::swap(word_, other.word_);
    return *this;
  }
  constexpr ~Ordinal() {
    if (!is_small()) release();
  }

  static Ordinal omega();
  /// ω^exponent · coefficient; 0 when the coefficient is 0.
  static Ordinal power_of_omega(const Ordinal& exponent, const Natural& coefficient = 1);
  /// From terms in any order; terms of equal exponent are added naturally, zero coefficients
  /// dropped.
  static Ordinal from_terms(std::vector<Term> terms);

  constexpr bool is_zero() const { return word_ == 0; }
  /// Below ω.
  bool is_finite() const;
  /// Below 2^63: kept without memory of its own.
  constexpr bool is_small() const { return (word_ & 1) == 0; }
  /// The value; requires is_small().
  constexpr uint64_t small() const {
    assert(is_small());
    return word_ >> 1;
  }
  /// The value as a natural number; requires is_finite().
  Natural finite() const;
  /// The terms, highest exponent first; empty for 0.
  std::vector<Term> terms() const;
  /// How many terms are written down, those of exponents (and of their exponents …) included; at
  /// most 2^64 - 1.
  uint64_t size() const;
  /// The coefficient of ω^exponent, 0 when there is no such term.
  Natural coefficient(const Ordinal& exponent) const;
  /// The exponent of the leading term, 0 for finite values.
  Ordinal degree() const;
  /// Neither 0 nor a successor.
  bool is_limit() const;
  /// The greatest limit ordinal not above this one, 0 for finite values: all terms but the finite
  /// one.
  Ordinal limit_part() const;
  Ordinal successor() const { return *this + Ordinal(1); }

  friend bool operator==(const Ordinal& a, const Ordinal& b) {
    return a.word_ == b.word_ ||
           (!a.is_small() && !b.is_small() && compare(a, b) == std::strong_ordering::equal);
  }
  friend std::strong_ordering operator<=>(const Ordinal& a, const Ordinal& b) {
    if (a.is_small() && b.is_small()) return a.word_ <=> b.word_;
    return compare(a, b);
  }
  /// The ordinary sum and product of ordinals (1 + ω = ω, 2·ω = ω).
  friend Ordinal operator+(const Ordinal& a, const Ordinal& b) {
    if (a.is_small() && b.is_small()) return a.small() + b.small();
    return add(a, b);
  }
  friend Ordinal operator*(const Ordinal& a, const Ordinal& b);

  /// "ω^2·3+ω+5", or with ascii "w^2*3+w+5"; exponents that are not a single number or ω stand in
  /// parentheses.
  std::string to_string(bool ascii = false) const;
  /// Reads what to_string writes, either alphabet, spaces between the signs, and any sum of
  /// products such as "5 + w" (= ω; the ordinary ordinal sum) or "(w+1)*2"; w^e for any e, w^w^2
  /// being w^(w^2). Errors name the column. Parentheses and exponents may be nested 100 deep; a
  /// text whose value, or whose way to it, takes far more than a million terms is refused.
  static Attempt<Ordinal> parse(std::string_view text);
  size_t hash() const;

 private:
  struct Node;
  struct View;

  const Node* node() const {
    return reinterpret_cast<const Node*>(static_cast<uintptr_t>(word_ - 1));
  }
  static uint64_t make_finite(const Natural& n);
  /// From terms in their final form: exponents falling, coefficients at least 1.
  static Ordinal from_normal(std::vector<Term> terms);
  void share() const;
  void release();

  // The operators when an operand is not small.
  static Ordinal add(const Ordinal& a, const Ordinal& b);
  static std::strong_ordering compare(const Ordinal& a, const Ordinal& b);

  static Ordinal add_terms(const Ordinal& a, const Ordinal& b);
  static Ordinal nim_add_terms(const Ordinal& a, const Ordinal& b);

  friend Ordinal natural_sum(const Ordinal& a, const Ordinal& b);
  friend Ordinal nim_sum(const Ordinal& a, const Ordinal& b);

  uint64_t word_;
};

struct Ordinal::Term {
  Ordinal exponent;
  Natural coefficient;
};

/// Hessenberg's natural sum: coefficients of equal powers are added.
inline Ordinal natural_sum(const Ordinal& a, const Ordinal& b) {
  if (a.is_small() && b.is_small()) return a.small() + b.small();
  return Ordinal::add_terms(a, b);
}
/// The value of a disjunctive sum: coefficients of equal powers are joined by exclusive-or (Sprague
/// 1935, Grundy 1939, Conway 1976).
inline Ordinal nim_sum(const Ordinal& a, const Ordinal& b) {
  if (a.is_small() && b.is_small()) return a.small() ^ b.small();
  return Ordinal::nim_add_terms(a, b);
}

}  // namespace grundy

template <>
struct std::hash<grundy::Ordinal> {
  size_t operator()(const grundy::Ordinal& a) const { return a.hash(); }
};
