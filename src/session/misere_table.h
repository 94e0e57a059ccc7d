// The outcomes, or the genera, of all positions of a box in misère play.
//
// A take-and-break game is asked for its quotient (engine/misere/quotient.h) once, of all heaps or
// of those in the box, and each outcome is then one look at it, however large the heaps are. Of
// other games positions are looked at by their genera, which share all that they lead to; what has
// none is solved by itself.
//
//   Attempt<MisereTable> table = tabulate_misere(session, rule, box, MisereCells::outcomes,
//   budget);
#pragma once
#include <string>
#include <vector>

#include "session/box.h"
#include "session/session.h"
#include "session/tabulate.h"

namespace grundy {

enum class MisereCells { outcomes, genera };

struct MisereTable {
  std::vector<Outcome> outcomes;    // P or N; the last coordinate changes fastest
  std::vector<std::string> genera;  // "3^1431", where these were asked for
  Tabulated how;
};

/// Declines where play need not end, where a genus is asked for and there is none, and more than a
/// million positions.
Attempt<MisereTable> tabulate_misere(Session& session, const Rule& rule,
                                     const std::vector<Range>& box, MisereCells cells,
                                     Budget& budget);

}  // namespace grundy
