// The notation of Sprouts: a number of spots, or the strings of Applegate, Jacobson and Sleator
// (1991) as Lemoine and Viennot write them: each boundary ends with a dot, each region with a
// brace.
//
//   5               five spots: 0*5.}
//   0.AB.}AB.}      a spot outside a ring of the vertices A and B; inside there is nothing
//   0*4.1a1a.}      four spots beside a tree; a vertex that one boundary meets twice has a small
//                   letter
//
// Letters are A … Z and a … z, and with marks behind them A_, A__, … where these are too few; read,
// either kind may stand anywhere. 0*4. is four boundaries 0., and 12*3. three boundaries 12.; a
// star needs a boundary without letters.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "engine/sprouts/drawing.h"

namespace grundy::sprouts {

constexpr size_t kMostSpots = 200;
constexpr size_t kMostMeetings = 2000;  // of boundaries with vertices

/// The drawing that stands in the span of a text, its letters numbered by name. What is wrong is
/// located there.
Attempt<Drawing> read_drawing(std::string_view source, std::string_view text, Span span);

/// As it is read back, cut with "…" beyond `limit` bytes.
std::string drawing_text(const Drawing& drawing, size_t limit);

/// The letter as it is written.
std::string letter_name(Symbol letter);

/// The drawing with its letters named in the order in which they are first met: large ones for
/// vertices between two boundaries, small ones for those that one boundary meets twice.
Drawing named(const Drawing& drawing);

}  // namespace grundy::sprouts
