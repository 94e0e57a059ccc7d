/// @file
/// Value: the value of a position in normal play, an ordinal or ∞(K); who wins; and by which rule.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Value> value = session.value("stones[K=2](4, 7) + nim(1)");
/// std::cout << value->text() << ", " << grundy::letter(value->outcome()) << '\n';
/// for (const grundy::Value::Term& term : value->terms()) {
///   std::cout << "omega^" << term.exponent.text() << " times " << term.coefficient.text() << '\n';
/// }
/// std::cout << grundy::nim_sum(*value, 1).text() << '\n';
/// // ω+2, N
/// // omega^1 times 1
/// // omega^0 times 2
/// // ω+3
/// @endcode
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grundy/error.h"

namespace grundy::face {

/// Normal play: who can't move loses. Misère play: who can't move wins.
enum class Play : uint8_t { normal, misere };

/// Of a position, for the player to move: N wins, P loses; D: neither player can force an end (a
/// draw).
enum class Outcome : uint8_t { P, N, D };

/// 'P', 'N' or 'D'.
constexpr char letter(Outcome outcome) {
  return outcome == Outcome::P ? 'P' : outcome == Outcome::N ? 'N' : 'D';
}

/// The value of a position of an impartial game in normal play.
///
/// Where play must end it is an ordinal below ε₀, a natural number of any size in the usual case
/// (Sprague 1935, Grundy 1939). Where play may go round it can also be ∞(K), K being the finite
/// values of the options (Smith 1966, Fraenkel and Perl 1975), and where moves may bind the answer
/// it can be loony (Winning Ways, chapter 12). Natural numbers below 2^63 take no memory of their
/// own.
class Value {
 public:
  struct Term;  // ω^exponent · coefficient

  /// 0.
  Value() = default;
  Value(uint64_t n);  // NOLINT: a number is a value
  /// Reads what text() writes of an ordinal, and sums of products such as "w^2*3 + 5". Errors name
  /// the column.
  static Result<Value> parse(std::string_view text);
  /// The natural number that is written in these digits; nothing for other texts.
  static std::optional<Value> natural(std::string_view digits);
  /// ∞(exits); order and repeats do not matter.
  static Value loopy(std::vector<uint64_t> exits);

  /// That of a position which wins any sum for whoever moves, because some moves bind the answer.
  static Value loony();

  bool is_loopy() const;
  bool is_loony() const;
  /// Whether it is a natural number.
  bool is_finite() const;
  bool is_zero() const { return !rep_ && small_ == 0; }
  /// The number, when it is natural and below 2^64.
  std::optional<uint64_t> to_uint64() const;
  /// The terms of an ordinal's Cantor normal form, highest exponent first; empty for 0 and what is
  /// no ordinal.
  std::vector<Term> terms() const;
  /// K of ∞(K), ascending; empty for all others.
  std::vector<uint64_t> exits() const;
  /// Who wins a position of this value, played alone: P for 0; ∞(K) is N if K has 0, and else D;
  /// loony is N.
  Outcome outcome() const;

  /// "5", "ω·2+5", "∞", "∞(0, 2)", "loony".
  std::string text() const;
  /// {"text": "ω·2+5", "cnf": [[1, 2], [0, 5]]}, {"text": "∞(0, 2)", "loopy": [0, 2]} or
  /// {"text": "loony", "loony": true}; see doc/cli.md.
  std::string json() const;
  /// Of a natural number: its digits, beyond 2^53 as a string, so that readers with doubles keep
  /// it. Others as json().
  std::string number_json() const;
  size_t hash() const;

  /// Ordinals in their order, then ∞(K) by their exits.
  friend bool operator==(const Value& a, const Value& b) {
    return (a <=> b) == std::strong_ordering::equal;
  }
  friend std::strong_ordering operator<=>(const Value& a, const Value& b);
  /// The value of a sum of positions with these values: n ⊕ ∞(K) = ∞({n ⊕ k}), ∞(K) ⊕ ∞(L) = ∞.
  friend Value nim_sum(const Value& a, const Value& b);

 private:
  friend struct Inside;
  struct Rep;
  uint64_t small_ = 0;              // the number, where rep_ is null
  std::shared_ptr<const Rep> rep_;  // others
};

/// ω^exponent · coefficient; the coefficient is a natural number, at least 1.
struct Value::Term {
  Value exponent;
  Value coefficient;
};

/// Of a sum.
Value nim_sum(const Value& a, const Value& b);
/// n mod m of natural numbers; requires that both are, and m >= 1.
Value remainder(const Value& n, const Value& m);

}  // namespace grundy::face

template <>
struct std::hash<grundy::face::Value> {
  size_t operator()(const grundy::face::Value& value) const { return value.hash(); }
};
