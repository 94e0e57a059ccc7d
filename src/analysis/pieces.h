// The moves of a game as a set, whatever the words of its rule: a normal form by which rules are
// compared.
//
// Problem: `g(n - d) for d in 1..n if n % d = 0 and d != n` and `g(k) for k < n if n % (n - k) = 0`
// are one game, and a theorem about it must not depend on which of the two was written.
// Idea: a line is a set of pairs: a position x, and the positions y that the move leads to.
// Variables are eliminated, so that only x and y are left. What is not affine in them becomes an
// atom, a named predicate over linear forms: "n - y divides n". A piece is a conjunction of atoms,
// each true or false, with an affine set of pairs; a line is a union of pieces. Two rules are the
// same game if the affine sets are equal for each choice of the atoms' truth, which isl decides.
// Example: both lines above are the piece { divides(n - y, n) } with 1 <= y < n.
// Not every rule has such a form: a term such as n / k that stays after elimination gives none.
// Cost: some calls of isl for each piece, a millisecond or two for most rules.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/atoms.h"
#include "analysis/isl.h"
#include "rule/rule.h"

namespace grundy {

/// A part of the sum that a move leads to: a position of the game, or the sum of all heaps of the
/// game from one size to another, `sum(g(i) for i in a..b)`, which stands in the pairs as its least
/// and its greatest heap.
struct PartKind {
  const Rule* game = nullptr;
  bool is_range = false;
  size_t dimensions() const { return is_range ? 2 : game->arity(); }
  friend bool operator==(const PartKind&, const PartKind&) = default;
};

/// The moves to sums of such parts.
struct MovesToParts {
  std::vector<PartKind> parts;
  std::vector<Piece> pieces;
};

/// The moves of one line of the rule; nothing if it has no such form, leads to sums of ranges, or
/// isl gives up.
std::optional<std::vector<Piece>> pieces_of(isl_ctx* context, const Rule& rule,
                                            const MoveLine& line);

/// The moves of the rule, lines with the same parts together; nothing when some line has no such
/// form, or isl gives up. The context must outlive the result.
std::optional<std::vector<MovesToParts>> pieces_of(isl_ctx* context, const Rule& rule);

/// The moves in words, a line for those to the same parts: "n → n': divides(n - n', n), 0 <= n' <
/// n". The parts' names are those of the coordinates, with as many primes as the part's place.
std::vector<std::string> pieces_text(const Rule& rule, const std::vector<MovesToParts>& moves);

/// Whether both rules have the same moves from each position. Coordinate i of `b` is coordinate
/// order[i] of `a`; games that moves lead to are compared in the same way, with their coordinates
/// in the order that they have. False when that is not shown. If it is shown only of positions
/// whose numbers have at most so many binary digits, `most_bits` says so; else it becomes 0.
bool same_game(isl_ctx* context, const Rule& a, const Rule& b, const std::vector<size_t>& order,
               unsigned& most_bits);

/// Whether two games of two coordinates have the same moves if (a, b) and (b, a) count as one, and
/// so the same value at each position.
bool same_up_to_exchange(isl_ctx* context, const Rule& a, const Rule& b, unsigned& most_bits);

}  // namespace grundy
