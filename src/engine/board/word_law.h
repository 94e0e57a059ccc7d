// WordLaw: values of all words of a game, read off letter by letter.
//
// Problem: the words that a game reaches from one of 50 letters are more than fit into memory, and
// yet often a few things about it tell who wins: its length, its ends, the parity of a count.
// Idea: the values of all short words are found by definition; words whose continuations all have
// the same values are one state (Myhill and Nerode 1958), which gives an automaton with values. It
// is a guess, and then proved for all words:
//   1. No move keeps the value. A move puts v for u; from the states behind u and v the same letters
//      follow, and no pair of states that they reach may have one value.
//   2. A word of value x has moves to all smaller values. An automaton of sets of states tells which
//      values the options have: a set holds the states in which the options may be.
// As play ends, induction along it makes the values those of the game (Sprague, Grundy). Where no
// such automaton of values is found, one of who wins is looked for in the same way.
// Example: delete a letter between two different ones, neighbours always differ (AtCoder ARC 064 F):
// the first and the last letter, and the parity of the length.
// Cost: some ten thousand short words, then milliseconds; a word takes a step a letter.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/board/word_rewriting.h"
#include "engine/solver.h"

namespace grundy {

class WordLaw {
 public:
  /// `moves` are all moves of a game whose play ends; its letters are 1 to `letters`. No law may be
  /// found. The error: the budget is spent.
  static Attempt<std::optional<WordLaw>> find(const std::vector<WordRewriting>& moves,
                                              size_t letters, Budget& budget);
  /// Whether value() gives values. Otherwise it gives 0 where the player to move loses, and else 1.
  bool tells_values() const { return tells_values_; }
  /// A border may stand only in words of games whose moves write it.
  bool is_about(const WordText& word) const;
  uint64_t value(const WordText& word) const;
  size_t states() const { return values_.size(); }
  /// The automaton as a table, if it is small; the letters by their numbers.
  LawInWords in_words(const std::string& letters) const;

 private:
  friend class WordLawFinder;
  size_t letters_ = 0;
  bool has_border_ = false;     // as the last letter
  std::vector<uint32_t> next_;  // state * letters + letter - 1
  std::vector<uint8_t> values_;
  bool tells_values_ = true;
};

}  // namespace grundy
