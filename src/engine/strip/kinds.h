// Kinds of parts of long strips, and the recursion of their values.
//
// Problem: a row of 100,000 cells is too long for a search, though after each move it is two rows
// of the same kind.
// Idea: a kind is a family of words U Vⁿ W, n = 0, 1, … A move on it, far from the ends, leaves a
// left part U Vᵃ Y, and a right part Z Vᵇ W, that are again such words. Kinds are added until no
// new one is met; then the values f of all kinds are a system of take-and-break recursions:
//
//   f(n) = mex of  z ⊕ f′(n - s)  and of  z ⊕ f′(a) ⊕ f″(b),
//          a + b = n - s, a ≥ l, b ≥ r, for n ≥ from
//
// Why it holds for all n. Let r = radius() of the rule (local.h), and let the word B and its view
// have, in some columns x … x + 2r - 1, the same classes and the same `can` as |V| columns further
// on. Put the |V| columns from y = x + r on in once more. Then all 2r + 1 columns about a column of
// the longer word B′ stand in B likewise: about columns before y + |V| at the same place, about
// later ones |V| columns before. What is local holds in B′ therefore as it does in B: the longer
// `can` is a view of B′, and what is live, linked and kept is so in B′. If moreover the live cells
// of these 2r + |V| columns are all in one part of B, or there are none, then linked cells of B′
// come from one part of B, as no link is as long as these columns. So B′ is the sum of the same
// parts as B; the part Q that has these columns has those that were put in as well.
//
// A move of U Vⁿ W lies, with a and b copies of V to its left and right, and some number A of
// copies that such columns are found in:
//   - a < A: as in the word with b = A, some copies put in on its right;
//   - b < A: likewise on its left;
//   - a, b ≥ A: as in the word with a = b = A, copies put in on both sides.
// For n ≥ from every move is of one of these finitely many sorts. Smaller n are played out.
//
// Rings. After a move on a ring Vⁿ the word that stands about the move, with A copies on either
// side, has one such place y among the copies before the move and one, y′, among those behind, and
// all 2r + |V| columns about both are the same. The ring that the columns y … y′ - 1 close to has
// the parts of the word that lie between; but those that have the columns about y and about y′ are
// joined, and so they are where copies are put in at the joint: if they are two parts, what they
// make is one part, a strip Z Vᵐ Y. A ring with something beside its copies is taken apart
// likewise.
//
// Example: cannibal clobber, Xⁿ: one kind, f(n) = mex of f(n - 1), and f(a) ⊕ f(b) with a + b = n -
// 1: the code 0.6. Clobber, (XO)ⁿ: kinds whose ends have one stone or two, or begin with the other
// colour.
// Cost: a view for each sort of move of each kind.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "engine/strip/local.h"

namespace grundy::strip {

/// U Vⁿ W, written as far to the left as can be, W not beginning with V.
struct Kind {
  Word left, period, right;
  friend auto operator<=>(const Kind&, const Kind&) = default;
  Word word(size_t n) const;
};

/// A sort of moves.
struct Sort {
  static constexpr size_t kNothing = SIZE_MAX;  // no part, value 0
  std::vector<Word> fixed;                      // parts
  bool splits = false;
  size_t one = kNothing;  // kinds
  size_t other = kNothing;
  // The indices of the two kinds are together n - taken; without a split that of `one`.
  int64_t taken = 0;
  int64_t least_one = 0;
  int64_t least_other = 0;
};

class KindSystem {
 public:
  /// Kinds that are reached from these, and from rings of such copies, all of one period's length;
  /// where they are too many, declined with an example.
  static Attempt<KindSystem> of(const LocalRule& rule, const std::vector<Kind>& starts,
                                const std::vector<Word>& rings, Budget& budget);

  const LocalRule& rule() const { return rule_; }
  const std::vector<Kind>& kinds() const { return kinds_; }  // the first ones are the starts
  const std::vector<Sort>& sorts(size_t kind) const { return sorts_[kind]; }
  /// The moves on a ring of so many copies and more.
  const std::vector<Sort>& ring_sorts(size_t ring) const { return ring_sorts_[ring]; }
  int64_t ring_from(size_t ring) const;
  /// Columns.
  size_t period() const { return period_; }
  /// The sorts tell the options of words with so many copies and more.
  int64_t from() const { return from_; }
  /// How many copies of the period a move needs beside it, to be far from an end.
  size_t far() const { return far_; }

 private:
  KindSystem(const LocalRule& rule, size_t period, size_t far);
  struct After;
  struct Seam;
  bool add_kind(const Word& left, const Word& period, const Word& right, size_t& number,
                int64_t& more);
  bool explore(size_t kind);
  bool explore_ring(const Word& period);
  bool add_sort(size_t kind, const Word& before, const LocalRule::Shape& move, size_t column,
                size_t left_from, size_t left_copies, size_t right_from, size_t right_copies,
                int64_t copies);
  bool close_ring(const Word& word, size_t copies, Sort& sort);
  std::vector<Seam> seams(const After& after, size_t from, size_t copies) const;

  LocalRule rule_;
  std::vector<Kind> kinds_;
  std::map<Kind, size_t> numbers_;
  std::vector<std::vector<Sort>> sorts_;
  std::vector<std::vector<Sort>> ring_sorts_;
  size_t period_ = 1;
  size_t far_ = 0;
  int64_t from_ = 0;
  std::string why_;  // it went wrong
};

/// The kind of the words left periodⁿ⁺ᵏ right, as it is written, with k.
std::pair<Kind, int64_t> normal(Word left, Word period, Word right, size_t rows);

}  // namespace grundy::strip
