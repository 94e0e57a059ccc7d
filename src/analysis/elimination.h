// What a line says about positions and options alone: its variables are eliminated.
#pragma once
#include <vector>

#include "analysis/disjunction.h"

namespace grundy {

/// A line that was read: dimensions are the coordinates, then variables and terms, then the
/// outputs.
struct ReadLine {
  size_t arity = 0;
  size_t dimensions = 0;
  size_t outputs = 0;  // the first of them
  // Of dimensions that stand for terms which are not affine.
  std::vector<TermDefinition> definitions;
  std::vector<LinearForm> least_indices;  // of sums, to be shown to be natural
  Disjunction choices;
};

/// The line's pieces; nothing if a variable or a term can't be eliminated, or isl gives up.
std::optional<std::vector<Piece>> eliminated(isl_ctx* context, const ReadLine& line);

}  // namespace grundy
