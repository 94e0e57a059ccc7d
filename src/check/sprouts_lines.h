// Drawings of Sprouts and their lines, for the checker: plain code that shares nothing with the
// engine's.
//
// A drawing is a list of regions, a region a list of boundaries, a boundary the vertices met along
// it in their cyclic order, each by its number; how many ends a vertex has left stands beside. A
// line from one place of a boundary to a place of another makes one boundary of both; a line within
// a boundary parts it and its region, and each other boundary goes to one side. Then is left out
// what no line can use any more:
//   - a vertex without an end, and a region whose vertices have one end together, as a line needs
//     two;
//   - of a vertex that a boundary meets twice in a row, one of the two: a line from either can be
//     moved over to the other;
//   - where the vertices of a region have at most three ends, all but that they are there, each
//     once: a line there leaves one end and its own new vertex, which lies on both sides of it and
//     so meets that end wherever it is.
// Regions without a common vertex are lands that play apart.
// Lands are named by a text. Regions, boundaries, names and hands are put in an order that is
// mostly, not always, the same for lands that play alike; two texts for one game cost claims, and
// one text never stands for two, as it is the land itself, written down.
// Example: two spots have the options 1A1A.} and 0.AB.}AB.}: a line between them, and one from a
// spot to itself.
// Cost: some tens of microseconds an option.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"

namespace grundy {

class SproutsLines {
 public:
  /// A sum of lands by their texts, in order, without pairs of equal ones, which are together 0.
  using Sum = std::vector<std::string>;

  /// The lands of a drawing as it is written: 5, 0.AB.}AB.}, 0*4.1a1a.}.
  static Attempt<Sum> lands(std::string_view drawing);
  /// What each line leads to: region by region, and in each boundary by boundary, but for those
  /// like one before. From a boundary first the lines to each later one, from place to place; then
  /// those within it, from each place to it and to each later one, while the other boundaries, one
  /// after the other, go first to the side behind the line's end, then to that between its ends, of
  /// those that are alike the later ones never without the earlier ones. Declines where they are
  /// more than 100,000.
  static Attempt<std::vector<Sum>> options(std::string_view drawing);
};

}  // namespace grundy
