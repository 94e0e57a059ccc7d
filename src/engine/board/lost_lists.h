// Guesses at who loses a game of lists of any length, from small lists.
//
// Problem: thanos([1000000000, 7, …]) of hundreds of piles is no sum of its piles, and a search
// has no hope; yet the lost positions are often those of one plain condition of the whole list.
// Idea: who loses is found for all lists of a few small families. Terms that people write (the
// least number, how many are least, the parity of the sum, how many are equal) are compared with
// constants, remainders and each other, and of these the fewest are joined that hold exactly at the
// lost lists (joined_conditions.h). Longer random lists refute what fits by chance. Nothing here is
// a proof.
// Example: a move lowers at least half of the piles: lost exactly if
// "len(a) < 2*count(x = min(a) for x in a)".
// Cost: a search of some thousand small lists, then some million pairs of conditions.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/solver.h"
#include "game/board_game.h"
#include "language/term_text.h"

namespace grundy {

/// Small positions of a game of one list, and who loses them.
class SmallLists {
 public:
  struct Solved {
    BoardPosition position;
    bool lost = false;
  };

  /// Whether a position of the game has one list, no set and no board.
  static bool are_positions_of(const Rule& rule);
  /// Declines for other games, and where too few lists are solved.
  static Attempt<SmallLists> of(const BoardGame& game, Budget& budget);

  /// The list, the game's other coordinates and its number parameters have their names.
  Attempt<TermText> condition(std::string_view text) const;
  /// The least position about which the condition is wrong, if there is one.
  Attempt<std::optional<Solved>> refutation(const TermText& condition, const Budget& budget) const;
  /// Conditions of the lost positions that are true at all of them; the plainest, or none.
  Attempt<std::optional<TermText>> guess(const Budget& budget) const;

  /// "3277 lists, among them all of at most 4 numbers up to 5"
  std::string described() const;

 private:
  explicit SmallLists(const BoardGame& game) : game_(&game) {}
  std::string free_name(std::string_view wanted) const;
  /// Terms in the rule language.
  std::vector<std::string> terms() const;

  const BoardGame* game_;
  std::vector<std::string> coordinates_;  // as they are declared: "bag [a]"
  std::string list_;                      // its name
  bool is_bag_ = false;
  std::vector<Solved> solved_;        // the families first, each from its least list on
  size_t guessed_from_ = 0;           // so many of them; the others are random
  size_t length_ = 0, greatest_ = 0;  // of the first family
};

}  // namespace grundy
