// Value: the value of a position of an impartial game in normal play: a nimber, finite or infinite,
// ∞(K) or loony.
//
// Where play must end the value is an ordinal (Sprague 1935, Grundy 1939). Where it may go round, a
// position either has such a value nevertheless or the value ∞(K), K being the finite values of its
// options (Smith 1966, Fraenkel and Perl 1975): a player there may draw unless the rest of the sum
// has a value of K, to which the mover can go.
//
// Where a move may bind the answer, or give the same player another turn, a position either has a
// finite value or is loony: whoever moves wins any sum with it (Winning Ways, chapter 12).
//
//   n ⊕ m is the nim-sum;   n ⊕ ∞(K) = ∞({n ⊕ k : k in K});   ∞(K) ⊕ ∞(L) = ∞, that is ∞({});
//   n ⊕ loony = loony ⊕ loony = loony.
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "value/ordinal.h"
#include "value/outcome.h"

namespace grundy {

class Value {
 public:
  Value() = default;
  Value(Ordinal ordinal) : ordinal_(std::move(ordinal)) {}  // NOLINT: an ordinal is a value
  Value(uint64_t n) : ordinal_(n) {}                        // NOLINT: so is a number
  /// ∞(exits), in any order and with repeats.
  static Value loopy(std::vector<uint64_t> exits);

  static Value loony();

  /// Whether it is no ordinal: ∞(K), or loony.
  bool is_loopy() const { return loopy_; }
  bool is_loony() const { return loony_; }
  bool is_finite() const { return !loopy_ && ordinal_.is_finite(); }
  bool is_zero() const { return !loopy_ && ordinal_.is_zero(); }
  /// The ordinal; requires !is_loopy().
  const Ordinal& ordinal() const { return ordinal_; }
  /// K of ∞(K), ascending.
  const std::vector<uint64_t>& exits() const { return exits_; }

  /// Who wins a position of this value, played alone: ∞(K) is won exactly if K has 0, and drawn
  /// otherwise; loony is won.
  Outcome outcome() const;

  /// "5", "ω·2+5", "∞", "∞(0, 2)", "loony".
  std::string to_string() const;

  friend bool operator==(const Value&, const Value&) = default;
  /// Ordinals first, in their order; then ∞(K), by the exits; then loony.
  friend std::strong_ordering operator<=>(const Value& a, const Value& b);

 private:
  Ordinal ordinal_;
  bool loopy_ = false;
  bool loony_ = false;
  // Of finite values: a finite position of a game has finitely many options.
  std::vector<uint64_t> exits_;
};

/// The value of a sum. An infinite ordinal beside ∞(K) leaves no finite exit: ∞.
Value nim_sum(const Value& a, const Value& b);

}  // namespace grundy
