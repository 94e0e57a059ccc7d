// Who wins in each position of a box, in normal play.
//
// Problem: play that ends by `win if` or `lose if`, or in which Left and Right have moves of their
// own, has no values, and a table of it is one of outcomes. Idea: such a game is an ordinary one
// (session/outcomes.h), all of whose values come at once, and a position is lost where the value is
// 0. With sides the ordinary game has each position twice, for Left and for Right to begin. Where
// play leads to ever greater numbers, one graph of the positions nearest to the box
// (engine/search/growing.h) tells who wins, or leaves it undecided.
// Example: race(n) with `win if n % 7 = 3` and moves of 1 or 2 gives N, P or P, N, ... Cost: that
// of the values, or where these are not to be had, of a search for each position.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "session/box.h"
#include "session/session.h"
#include "session/tabulate.h"

namespace grundy {

/// A game of numbers, as tables and counts of it are asked for.
struct TabledGame {
  const Rule* rule = nullptr;
  bool outcomes_only = false;
  bool grows = false;      // ever greater numbers: what a look at the nearest positions tells
  bool has_sides = false;  // the rule's last coordinate is whose turn it is

  /// As the rule file writes them, without whose turn it is.
  std::vector<std::string> coordinates() const;
};

/// A game by itself, 'stones[K=2]' or 'wythoffs([a, b])', which may have outcomes only.
Attempt<TabledGame> tabled_game(Session& session, std::string_view text, Budget& budget);

/// The letters of outcomes, each at its number: P and N for the player to move, L and R for the
/// player who wins whoever begins, D for a draw, ? where it is undecided. As the cell of a table an
/// outcome is this number, but a draw is ∞.
constexpr std::string_view kOutcomeLetters = "PNLRD?";
uint64_t outcome_number(const Value& outcome);
inline char outcome_letter(const Value& outcome) {
  return kOutcomeLetters[outcome_number(outcome)];
}
/// The cell for P, N or D.
Value outcome_cell(Outcome outcome);
/// Who wins a position, found by a search for that alone.
Attempt<Value> outcome_at(Session& session, const TabledGame& game, Coordinates position,
                          Budget& budget, Work& work);

/// Hands the outcomes to `visit` piece by piece, in the order of the box; a range for each of the
/// game's coordinates().
Attempt<Tabulated> tabulate_outcomes(Session& session, const TabledGame& game,
                                     const std::vector<Range>& box, Budget& budget,
                                     const std::function<Attempt<void>(const ValueList&)>& visit);

}  // namespace grundy
