// Long strips, for the checker: what moves lead to on words U Vⁿ W, and the values that follow.
//
// It shares nothing with the engine for strips. Words are letters column by column, '_' for cells
// that are gone; moves are laid, and boards taken apart, by drawn.h.
//
// Let every placement, and every excluded pattern, have at most R columns: what a board falls apart
// into near a column is decided by the letters and the sets can(c) of the r columns on either side,
// r = 2(R - 1), or 5(R - 1) where patterns are excluded (a live cell depends on placements, those
// on patterns that refuse them, a joint on live cells, and a frozen placement on joints; each adds
// R - 1). A seam of a word is a column y such that letters and can(c) of the columns y - r … y + r
// - 1 are those |V| columns further on, and that the live cells of these columns are in one part,
// which has the |V| columns from y on, or there are none. Putting these |V| columns in once more,
// any number of times, gives words with the same parts, of which that one has them once more as
// well: each column of the longer word stands, with r columns on either side, in the shorter one,
// so that the longer can is closed, and joints are the same; no joint is as long as the seam.
//
// A move on U Vⁿ W, with a copies of V before it and b behind it, is therefore known from words
// with a = `far` where a ≥ far, and b = `far` where b ≥ far, when these have seams in the copies.
// These words are a finite list for every part, and tell all moves for n ≥ from(): the value is the
// mex of f′(n - s) ⊕ z and of f′(a) ⊕ f″(n - s - a) ⊕ z over the list.
//
// Rings. On a ring of n copies a move leaves `far` copies, those that it touches, `far` copies, of
// a longer word without ends, with a seam y before and a seam y′ behind. Where the letters and
// can(c) of the r columns before both, and of the r + |V| columns from both on, are the same, the
// columns from y to y′ - 1 may be closed to a ring, and copies be put in where it closes: each
// column stands, with r columns on either side, in that word. So the ring falls apart into the
// parts that lie between, and the part that the two at the seams make, which begins as that at y′
// and ends as that at y: it is one word U Vᵐ W, if they are two parts, and nothing if there are
// none. A ring with other columns beside its copies is taken apart likewise, before a move.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "check/drawn.h"
#include "check/drawn_values.h"

namespace grundy {

/// The words left periodⁿ right. Normal: no column may be moved from `left` into the copies,
/// `right` begins with no copy.
struct StripPart {
  std::string left, period, right;
  friend auto operator<=>(const StripPart&, const StripPart&) = default;
  std::string word(int64_t n) const;
};
/// The normal form; words with n copies are those with n + (the number) copies of it.
std::pair<StripPart, int64_t> normal_part(StripPart part, size_t rows);

class StripParts {
 public:
  /// What moves of one list lead to: fixed words, and two families whose indices are together n -
  /// taken, or one at n - taken.
  struct Moves {
    std::vector<std::string> fixed;  // words; once they are valued:
    uint32_t sum = 0;                // their nim-sum, and there are none
    bool splits = false;
    std::optional<size_t> one, other;  // nothing: no part, of value 0
    int64_t taken = 0;
    int64_t least_one = 0, least_other = 0;
  };
  /// The number of a part, or nothing where it is not wanted.
  using Number = std::function<std::optional<size_t>(const StripPart&)>;

  /// Boards of one frieze; the words at hand have at most so many columns.
  static Attempt<StripParts> of(const Rule& rule, const Frieze& frieze, size_t columns);

  /// Columns of the longest word that is looked at, for parts with so many columns beside a period
  /// of so many.
  static size_t longest(size_t ends, size_t period, int64_t far);

  /// Cells of a column.
  size_t rows() const { return rows_; }
  /// The least number of copies that may have a seam.
  int64_t least_far(size_t period) const;
  /// From so many copies on the list of moves tells all.
  int64_t from(size_t period, int64_t far) const;
  /// Whether every word of the family is a position, on a ring where it is one.
  bool are_allowed(const StripPart& part) const;
  /// Declined where a word has no seam, stays in one piece, or has an unwanted part.
  Attempt<std::vector<Moves>> moves(const StripPart& part, int64_t far, const Number& number) const;
  /// The rings of these columns: what moves lead to where there is nothing beside the copies, else
  /// the one sum that they are. Fixed words, and one family.
  Attempt<std::vector<Moves>> rings(const StripPart& ring, int64_t far, const Number& number) const;
  /// From so many copies on `rings` tells all of them.
  int64_t rings_from(const StripPart& ring, const std::vector<Moves>& moves) const;
  /// The value of a word, played out part by part. Declined where play may go round, or the budget
  /// is spent.
  Attempt<uint32_t> value(const std::string& word, const Budget& budget);

 private:
  explicit StripParts(DrawnMoves moves) : moves_(std::move(moves)) {}
  /// A place between columns where copies may be put in, and the part that grows by them, if there
  /// is one.
  struct Seam {
    size_t column = 0;
    size_t part = DrawnMoves::Look::kNoPart;
  };
  std::vector<Seam> seams(const DrawnMoves::Cells& board, const DrawnMoves::Look& look,
                          size_t begin, size_t end, size_t period) const;
  bool are_same(const DrawnMoves::Cells& board, const DrawnMoves::Look& look, size_t a, size_t b,
                size_t columns) const;
  Attempt<Moves> ring(const DrawnMoves::Cells& board, size_t middle, size_t own, size_t period,
                      int64_t far, const Number& number) const;
  std::string text(const std::string& word) const;
  std::pair<std::string, size_t> word_of(const DrawnMoves::Cells& cells) const;
  size_t at(size_t column, size_t row) const { return row * moves_.place().columns + column; }

  DrawnMoves moves_;
  bool ring_ = false;
  size_t rows_ = 1;
  size_t extent_ = 1;
  size_t reach_ = 1;
  size_t radius_ = 0;
  std::vector<size_t> shapes_;
  DrawnValues values_{true};
};

/// The values f(n) of parts, by their lists of moves.
class StripValues {
 public:
  StripValues(StripParts& parts, std::vector<StripPart> kinds,
              std::vector<std::vector<StripParts::Moves>> moves, int64_t from);
  /// f(n) for every part, n up to this.
  Attempt<void> extend(int64_t n, const Budget& budget);
  int64_t known() const;
  /// What a move with no split leads to, from n copies; those of the part have to be known.
  Attempt<uint32_t> option(StripParts::Moves& moves, int64_t n, const Budget& budget);
  uint32_t at(size_t part, int64_t n) const { return values_[part][static_cast<size_t>(n)]; }
  /// f(n + period) = f(n) for all parts, as far as is known, from this n on.
  int64_t agrees_from(int64_t period) const;
  /// f(n + period) = f(n) from n = preperiod on as far as n + period <= window: then for ever, by
  /// the theorem of Guy and Smith for several sequences (doc/certificate.md).
  int64_t window(int64_t preperiod, int64_t period) const;

 private:
  Attempt<uint32_t> value(size_t part, int64_t n, const Budget& budget);
  Attempt<void> add_fixed(StripParts::Moves& moves, const Budget& budget);
  StripParts& parts_;
  std::vector<StripPart> kinds_;
  std::vector<std::vector<StripParts::Moves>> moves_;
  int64_t from_;
  int64_t period_;  // columns
  int64_t columns_ = 0;
  std::vector<std::vector<uint32_t>> values_;
  uint32_t most_ = 0;       // of all values
  std::vector<char> open_;  // by part: being worked on, at the length at hand
};

}  // namespace grundy
