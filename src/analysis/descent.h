// Proofs that play ends: an order of natural numbers, made of the coordinates, that every move
// lowers.
//
// Every move of `stones(b, s)` lowers b, or keeps b and lowers s; every move of the knight lowers a
// + b. The moves are an integer relation, and isl decides for a measure whether some move raises
// it, and which moves keep it. Measures with coefficients up to 3 are tried, simple ones first:
// nine of them in two coordinates.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/isl.h"

namespace grundy {

/// A lexicographic order of measures that every move lowers. Each measure is Σ
/// coefficients·coordinates with natural coefficients, so that it is a natural number; such orders
/// have no infinite descent.
struct Descent {
  std::vector<std::vector<int64_t>> measures;
};

/// Looks for a descent of the moves position → option, greedily: a measure that no move raises and
/// some move lowers comes next, and only the moves that keep it are left. Greed loses nothing: a
/// measure of any descent stays usable. Nothing when no descent with small coefficients exists, or
/// when isl gives up.
std::optional<Descent> find_descent(const isl::Map& moves);

/// Whether every move lowers the measures lexicographically.
bool is_descent(const isl::Map& moves, const Descent& descent);

/// When the measures are single coordinates: the coordinates in their order, then the others.
/// Nothing otherwise.
std::optional<std::vector<size_t>> coordinate_order(const Descent& descent, size_t arity);

/// "every move lowers (m, n) lexicographically".
std::string describe(const Descent& descent, const std::vector<std::string>& coordinates);

}  // namespace grundy
