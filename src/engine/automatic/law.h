// Law: what one automaton says of all positions of a game; and the statements that prove it.
//
// A law of losing positions accepts the coordinates of the positions that are lost for the mover. A
// law of values accepts (x, v) where v is the value of x; a law of powers, for values that are read
// off the lowest digits, (x, 2^v). A law may be of a domain only, which no move leaves. With P the
// losing positions, M the moves and V the values:
//   play ends: every move lowers a list of measures lexicographically;
//   losing:  no move joins two positions of P, and every other position has a move to P;
//   values:  every position has one v and one only; no option has it; each w below v is the value
//            of an option.
// A move to a sum has the nim-sum of its parts' values. Each statement is that a relation is empty:
// decided. One that fails has a least position, which refutes the law.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/automatic/moves.h"

namespace grundy::automatic {

enum class LawKind { losing, values, powers };

struct AutomaticLaw {
  LawKind kind = LawKind::values;
  Numeration numeration;
  Automaton automaton;  // tracks: the coordinates, then the value, or its power, where the kind is
                        // not losing

  /// States that accept something: the sink is not counted.
  size_t live_count() const;
};

/// Σ factor·coordinate, or the greatest coordinate.
struct Measure {
  std::vector<int64_t> factors;
  bool greatest = false;
  friend bool operator==(const Measure&, const Measure&) = default;
};

/// A move from a position of the domain to one outside.
struct LeavingMove {
  std::vector<Natural> from, to;
};

/// The numeration's moves of one rule, from the domain, with the reason why play ends.
struct Moves {
  size_t arity = 0;
  Relation domain;  // of tracks 0, 1, …
  std::vector<LineMoves> lines;
  std::vector<Measure> measures;
  std::optional<LeavingMove> leaving;  // then nothing is to be proved of the domain
};
/// Declines when a line or the domain cannot be read, or no measures are found.
Attempt<Moves> read_moves(Workshop& workshop, const Rule& rule, const Domain& domain = {});
/// "every move lowers a + b".
std::string describe(const std::vector<Measure>& measures,
                     const std::vector<std::string>& coordinates);

struct LawVerdict {
  enum class Kind { proved, refuted, unknown };
  Kind kind = Kind::unknown;
  std::string flaw;               // refuted: what is wrong; unknown: why
  std::vector<Natural> position;  // refuted: the least
};

/// Proves or refutes a law.
LawVerdict decide_law(Workshop& workshop, const Moves& moves, LawKind kind, const Automaton& law);

/// Relations whose intersection is {(x, option, w)}: the line leads from x to the option, a sum of
/// value w. w has track `value`, kFirstFreeTrack or the next; the values of the parts have tracks
/// that are added to `inner`. Of a law of powers w is 2^value, and no line leads to a sum.
std::vector<Relation> moves_with_values(Workshop& workshop, const LineMoves& line, LawKind kind,
                                        const Automaton& values, Track value,
                                        std::vector<Track>& inner);

/// {(x, w)}: w is the value of an option of x; w has track `value`, kFirstFreeTrack or the next.
Relation option_values(Workshop& workshop, const Moves& moves, LawKind kind,
                       const Automaton& values, Track value);

}  // namespace grundy::automatic
