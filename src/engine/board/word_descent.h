// WordDescent: words on which all plays are equally long, but for an even number of moves.
//
// Problem: brackets of 60 letters have more positions than fit into memory, and yet every play
// takes as many pairs.
// Theorem (Newman 1942; van Oostrom 2007, random descent). Let play end, and let two moves of a
// word that overlap, to u and v, always be followed by a moves from u and b moves from v that lead
// to one word, a - b even. Then the lengths of all plays from a word that nobody can go on from
// differ by even numbers. Proof, by induction along play: let w have moves to u and v. If they do
// not overlap, each can follow the other: a = b = 1. So in each case some x follows u by a moves
// and v by b; by induction all plays from u are as long as a and those from x together, but for an
// even number, and likewise those from v. So the value of w is 1 if any play from it has an odd
// number of moves, and 0 else: all options have the other of these values.
// Example: `( ) ->` does not overlap itself. X O -> O X: 1 if the number of pairs X … O is odd.
// It is tried on all ways in which two patterns may overlap. Cost: one play, letter by letter; each
// move looks at the letters that it may touch.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/board/word_facts.h"
#include "engine/board/word_rewriting.h"

namespace grundy {

class WordDescent {
 public:
  /// Nothing where it is not seen that all plays are so, as where patterns have runs.
  static std::optional<WordDescent> of(const WordCode& code, const WordFacts& facts);
  /// The error: the budget is spent.
  Attempt<uint64_t> value(const WordText& word, Budget& budget) const;
  /// Moves that values took.
  uint64_t work() const { return work_; }

 private:
  bool is_joined(const WordText& one, const WordText& other, size_t& steps) const;
  bool all_join() const;
  bool ends_with(const WordText& word, const WordLine& line) const;

  std::vector<WordLine> lines_;
  std::vector<WordRewriting> rewritings_;
  mutable uint64_t work_ = 0;
};

}  // namespace grundy
