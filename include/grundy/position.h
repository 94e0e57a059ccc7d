/// @file Position, Sum and Move: where play stands, as values that are compared, ordered, hashed
/// and kept.
///
/// @code
/// grundy::Session session;
/// const grundy::Sum sum = *session.read("kayles(4) + nim(3)");
/// std::set<grundy::Position> seen(sum.begin(), sum.end());
/// std::cout << sum.text() << ": " << seen.size() << " parts, " << sum[0].game() << " first\n";
/// const grundy::Sum other = *session.read("nim(3) + kayles(4)");
/// std::cout << (sum == other) << (sum.sorted() == other.sorted()) << (sum + other).size() << '\n';
/// // kayles(4) + nim(3): 2 parts, kayles first
/// // 014
/// @endcode
///
/// A Position keeps what it needs of its Session alive, and is used by one thread at a time, as its
/// Session is.
#pragma once
#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "grundy/value.h"

namespace grundy::face {

/// A game's name and where it stands: "kayles(7)", "*5".
///
/// Equal positions are written alike: other names for a position, or other arrangements that play
/// alike, may differ. Positions of different sessions differ, but nim heaps written *n.
class Position {
 public:
  /// The nim heap *0.
  Position();
  /// In the notation of sums, so that Session::read reads it back; lists within are cut with "…"
  /// beyond `limit` bytes.
  std::string text(size_t limit = 100'000) const;
  /// The game's name with its parameters: "kayles", "stones[K=2]"; "*" for nim heaps.
  std::string game() const;
  /// A heap of at most 30 as dots, "●●●●●"; two numbers of at most 20 as rows of a small board;
  /// empty for others.
  std::string drawing() const;
  size_t hash() const;

  friend bool operator==(const Position& a, const Position& b) {
    return (a <=> b) == std::strong_ordering::equal;
  }
  /// By game, in the order in which the games were first named, then by a game's own order.
  friend std::strong_ordering operator<=>(const Position& a, const Position& b);

 private:
  friend struct Inside;
  friend class Sum;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

/// A disjunctive sum: a player moves in one of the parts. The parts keep the order in which they
/// were written.
class Sum {
 public:
  class Iterator;

  /// The sum of no parts, "0".
  Sum();
  /// The positions are of one session; nim heaps *n of any.
  explicit Sum(const std::vector<Position>& parts);
  size_t size() const;
  bool empty() const { return size() == 0; }
  /// Part `i`, from 0; requires i < size().
  Position operator[](size_t i) const;
  Iterator begin() const;
  Iterator end() const;
  /// Whether it has no value, but who wins can be told: Session::solve_outcome does (outcome.h).
  bool has_outcome_only() const;
  /// The parts in ascending order: equal for sums of the same parts.
  Sum sorted() const;
  /// "kayles(2) + kayles(3)"; "0" for no parts. " + …" stands for parts behind `longest` bytes;
  /// lists within a part are cut with "…" beyond `each` bytes.
  std::string text(size_t longest = SIZE_MAX, size_t each = 100'000) const;
  /// As SVG, part below part: boards as boards, heaps as rows of dots. At most 100 parts, boards of
  /// at most 2000 cells.
  std::string svg() const;
  size_t hash() const;

  friend bool operator==(const Sum& a, const Sum& b) {
    return (a <=> b) == std::strong_ordering::equal;
  }
  /// Part by part.
  friend std::strong_ordering operator<=>(const Sum& a, const Sum& b);
  /// The parts of `a`, then those of `b`; both are of one session.
  friend Sum operator+(const Sum& a, const Sum& b);

 private:
  friend struct Inside;
  struct Rep;
  std::shared_ptr<const Rep> rep_;
};

/// Over the parts of a Sum that is kept meanwhile.
class Sum::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Position;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Position;

  Iterator(const Sum& sum, size_t at) : sum_(&sum), at_(at) {}
  Position operator*() const { return (*sum_)[at_]; }
  Iterator& operator++() {
    ++at_;
    return *this;
  }
  Iterator operator++(int) {
    Iterator before = *this;
    ++at_;
    return before;
  }
  friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

 private:
  const Sum* sum_;
  size_t at_;
};

inline Sum::Iterator Sum::begin() const { return {*this, 0}; }
inline Sum::Iterator Sum::end() const { return {*this, size()}; }

/// The work of a call.
struct Work {
  uint64_t positions = 0;
  uint64_t options = 0;
  std::vector<std::string> passes;  ///< What was done to make it less.
  std::string limit;  ///< What it consisted of, most of all; empty when that is not known.
};

/// A move in a sum: one part becomes a sum.
struct Move {
  size_t part = 0;  ///< From 0.
  Position from;    ///< That part.
  Sum to;           ///< What it becomes.
  /// When this is the least of infinitely many: all of them, "k >= 4"; else empty.
  std::string condition;
  std::string in_words;  ///< "pile 2: 5 → 3", where `to` does not show what was done; else empty.

  /// "kayles(4) → kayles(1)".
  std::string text() const;
};

}  // namespace grundy::face

template <>
struct std::hash<grundy::face::Position> {
  size_t operator()(const grundy::face::Position& position) const { return position.hash(); }
};
template <>
struct std::hash<grundy::face::Sum> {
  size_t operator()(const grundy::face::Sum& sum) const { return sum.hash(); }
};
