// Who wins a sum in misère play, which moves win, and why, by the quotient of the games in it
// (quotient.h).
//
// The elements of the parts are multiplied; the mover loses exactly when the product lies in P. A
// move of a part wins when the product of the others with the option's element lies in P. First
// only heaps that may be split have elements, and the other parts stand beside them (beside.h): the
// mover loses when the product is lost beside these. Where that is too much, all parts have
// elements of one quotient, or a move to something simpler beside the heaps is found to win; a move
// of a heap that such a move answers loses, and where all do, all winning moves are known.
// Take-and-break games are taken with all their heaps, so that heaps may be as large as one likes,
// or with heaps up to the largest when the quotient of these is known first. The work is bounded by
// counted steps: a sum that needs more is left to play.
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/misere/universe.h"
#include "engine/solver.h"

namespace grundy::misere {

inline constexpr std::string_view kQuotientEngine = "misère quotient";

struct Judged {
  Outcome outcome = Outcome::N;
  std::vector<std::pair<size_t, Move>> winning_moves;  // part, from 0, and what it becomes
  bool all = true;
  // In some lines: the elements of the parts, their product, and whether it lies in P.
  std::string reason;
};

/// Whether the position is a heap of a game of which a quotient takes all heaps.
bool is_taken_whole(const Position& position);

/// The quotient in which the sum has an element: of heaps up to the largest where that is small,
/// else of all.
Attempt<std::unique_ptr<Universe>> universe_of(const std::vector<Position>& parts, Budget& budget);

Attempt<Judged> judge(const std::vector<Position>& parts, size_t limit, Budget& budget);

/// "In the misère quotient of kayles, of order 40, with a = kayles(1), …"
std::string introduction(const Universe& universe);

}  // namespace grundy::misere
