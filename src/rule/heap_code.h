// HeapCode: a take-and-break game as its code, in the notation of CGSuite (Siegel), which extends
// the octal codes of Guy and Smith (1956): what one may do with a heap of n tokens depends on how
// many are taken alone.
//
//   d0.d1d2d3…      digit dj says into how many non-empty heaps what is left after taking j may be
//                   split:
//   0-9 A-Z         bit i of the digit (0 to 35): exactly i heaps
//   {a,b,c+}        a heaps, b heaps, c or more
//   *               {0+}
//   !  ?  =         behind a digit, or behind a number in braces: only with all heaps different,
//                   not with all heaps equal, only with all heaps equal. No heap and one heap are
//                   free of this.
//   […]             at the end: these digits again and again, for ever
//   80.0            each digit before d0 adds one token more
//
// A HeapCode is in normal form: codes are == exactly when their games have the same moves, and
// equal codes have equal texts, with one exception: two heaps are different when they are not
// equal, yet CGSuite keeps a 2! beside numbers with ? as it is written, {2!,4?}, and so does
// text(). The rules of the form:
//
//   - In a digit the numbers of heaps rise, and c+ begins as early as it can. One suffix for all
//     its numbers stands behind the digit. Numbers that fit a character 0-Z are written as one. 2?
//     is written 2! when no other number of the digit has a ?.
//   - No digit that adds tokens has 0 heaps, which are never reached. There are no empty digits at
//     either end.
//   - The digits that repeat are as few as they can be, begin with one that is not empty, and begin
//     as early as they then can.
//
// In every move all heaps are smaller than the one they come from, so that play ends and the empty
// heap has no move.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"

namespace grundy {

/// How the heaps of a split compare; no condition on none or one.
enum class Shape : uint8_t { any, different, not_all_equal, equal };

/// Splits into `count` heaps, or also into more.
struct HeapClause {
  uint32_t count = 0;
  bool or_more = false;
  Shape shape = Shape::any;
  friend bool operator==(const HeapClause&, const HeapClause&) = default;
};

/// The three ways in which the sizes of at least three heaps compare, as bits. Two heaps are
/// different or equal; one heap and none are only called different.
inline constexpr unsigned kDifferent = 1;
inline constexpr unsigned kMixed = 2;
inline constexpr unsigned kEqual = 4;

/// The arrangements that a shape asks for. Those of two heaps are told apart as they are written:
/// 2! asks for kDifferent, 2? for kDifferent | kMixed.
unsigned arrangements_of(Shape shape);
/// "", "!", "?" or "=".
std::string_view suffix(Shape shape);
/// The digits that are one character, by their bits.
inline constexpr std::string_view kHeapDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

struct HeapDigit {
  std::vector<HeapClause> clauses;  // by count; no two allow the same split

  /// The digit in normal form that allows what these clauses allow, which are any.
  static HeapDigit normal(const std::vector<HeapClause>& clauses);
  /// Whether no split is allowed.
  bool empty() const { return clauses.empty(); }
  /// Whether this split is allowed; the heaps' sizes are positive, in any order.
  bool allows(std::span<const uint64_t> heaps) const;
  /// The arrangements of so many heaps that are allowed.
  unsigned arrangements(uint64_t heaps) const;
  /// Whether there is no greatest number of heaps.
  bool unbounded() const;
  /// From this number of heaps on all have the same arrangements: one more than the greatest number
  /// when that is bounded, at least 3 otherwise.
  uint32_t settled() const;
  std::string text() const;
  /// Whether the same splits are allowed.
  friend bool operator==(const HeapDigit& a, const HeapDigit& b);
};

struct HeapCode {
  static constexpr size_t kMaxDigits = 1000;
  static constexpr uint32_t kMaxCount = 1000;  // the greatest number of heaps that can be written

  // Before[i] adds i tokens: before[0] is d0.
  std::vector<HeapDigit> before = std::vector<HeapDigit>(1);
  std::vector<HeapDigit> after;   // after[j - 1] takes j tokens
  std::vector<HeapDigit> repeat;  // follow `after` again and again; empty: none

  /// The digit for taking so many tokens; a negative number adds.
  const HeapDigit& digit(int64_t taken) const;
  /// Whether some digit has no greatest number of heaps.
  bool unbounded() const;
  /// The greatest number of heaps that is written in a digit, c for c+.
  uint32_t greatest_count() const;
  /// Brings the repeating digits into normal form.
  void normalise_repeat();
  /// The standard form; parse_heap_code gives the same code for it.
  std::string text() const;
  /// Whether the games have the same moves.
  friend bool operator==(const HeapCode&, const HeapCode&) = default;
};

/// Reads a code; blanks are free, and digits before the point may be left out (.77). Errors are
/// located in `text`, as the source "code": texts that are no code, and codes with a move to a heap
/// not smaller than before (with an example of such a move).
Attempt<HeapCode> parse_heap_code(std::string_view text);

}  // namespace grundy
