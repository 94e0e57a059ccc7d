// The moves of a game as an exact integer relation between positions: nim is { [n] -> [n'] : 0 <=
// n' < n }.
//
// Terms may be affine, with division and remainder by positive constants, min, max and abs;
// conditions over them may have and, or, not, finite sets and quantifiers. Where a line is affine
// only for each value of one of its variables, which has a few, its relation is their union: n % k
// for k in 2..5. A game with anything else has no relation here.
#pragma once
#include <optional>
#include <vector>

#include "analysis/isl.h"
#include "rule/rule.h"

namespace grundy {

/// The moves of one line: from the game's coordinates to those of all parts of the sum, one part
/// after another.
struct LineRelation {
  std::vector<const Rule*> parts;
  isl::Map moves;
};

/// The moves of one line; nothing under the conditions below.
std::optional<LineRelation> line_relation(isl_ctx* context, const Rule& rule, const MoveLine& line);

/// The moves line by line; nothing when they are not written out, a line is not affine, its sum has
/// no fixed number of parts or leads to another name for a sum, or isl gives up. The context must
/// outlive the result.
std::optional<std::vector<LineRelation>> line_relations(isl_ctx* context, const Rule& rule);

/// The moves of a game in which every move leads to one position of the same game: position →
/// option. Nothing for other games.
std::optional<isl::Map> move_relation(isl_ctx* context, const Rule& rule);

/// position → option, for a game with `arity` coordinates whose lines each lead to one position of
/// the game itself. Null when isl gives up.
isl::Map to_option(isl_ctx* context, const std::vector<LineRelation>& lines, size_t arity);

/// position → part of an option, for a game with `arity` coordinates and at least one line whose
/// moves lead to sums of positions of the game itself.
isl::Map to_parts(const std::vector<LineRelation>& lines, size_t arity);

}  // namespace grundy
