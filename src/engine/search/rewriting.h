// Other ways to write a game, for which more may be known than for the way it was written.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/facts.h"
#include "game/rule_game.h"
#include "rule/slots.h"

namespace grundy {

/// One way. Positions of the game, and of the rules that it writes, are the same up to their
/// coordinates.
class Rewriting {
 public:
  virtual ~Rewriting() = default;
  /// What was seen, for explanations.
  virtual std::string knows() const = 0;
  /// Whether only laws are of use for the other rule: a table of it is larger than one of the rule
  /// itself.
  virtual bool is_for_laws() const { return false; }
  /// Whether the other rule is not written in another way again.
  virtual bool is_final() const { return false; }
  /// Which of the other rules has this position; nothing if none.
  virtual std::optional<std::vector<int64_t>> key(const Coordinates&) const {
    return std::vector<int64_t>();
  }
  virtual std::unique_ptr<const Rule> rule(const std::vector<int64_t>& key) const = 0;
  /// The coordinates in the other rule.
  virtual Coordinates there(const Coordinates& position) const { return position; }
  /// The position of this game, or of a helper game, that a position of the other rule is, in which
  /// play is at `from`.
  virtual std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                                   const Coordinates& from) const = 0;
};

/// A coordinate that no move changes is a number of the rule: `bit(n, mask)` with moves that keep
/// the mask. Null if there is none.
std::unique_ptr<Rewriting> without_frozen_coordinates(const Rule& rule);

/// A coordinate that moves keep or set to one number is a number of the rule, too: `circ(t, n)` that
/// is a circle for t = 1, and a row for t = 0 from the first move on. Null if there is none.
std::unique_ptr<Rewriting> with_last_phase(const Rule& rule);

/// A game whose moves lead to a helper game and perhaps back is one game with one more coordinate,
/// which says in which of the games play is: nim in which one pass is allowed leads to nim. Null
/// for a single game.
std::unique_ptr<Rewriting> with_modes(const Rule& rule);

/// The variables of the lines run over what is taken, between bounds, instead of over what is left,
/// or through a filter: `g(m) for m < n if (n - m)*(n - m) <= n` is
/// `g(n - k) for k in 1..isqrt(n)`. Null where nothing changes.
std::unique_ptr<Rewriting> with_solved_bounds(const Rule& rule);

/// A pair that the rule keeps in order, with max and min, in any order. Null for other rules.
std::unique_ptr<Rewriting> with_pairs_in_any_order(const Rule& rule);

/// Coordinates that moves only raise, to an end that is a number, as what they lack: a race to
/// 10**9. Null if there is none.
std::unique_ptr<Rewriting> with_falling_coordinates(const Facts& facts);

/// A line whose variable stands only in n % k, n/k or n & m, with what this may be in its place:
/// for k in 1..n all remainders are the numbers m with 2m < n. None where nothing changes.
std::vector<MoveLine> lines_of_images(const MoveLine& line);
/// A line whose sums have few parts, whatever the position: a line for each choice, without sums.
/// None where nothing changes.
std::vector<MoveLine> lines_without_sums(const MoveLine& line);
/// `g(k) for k in {n - 1, n/2}` as a line for each of the terms; none for other lines.
std::vector<MoveLine> lines_of_values(const MoveLine& line);
/// `g(n - product(j for j in 1..i)) for i in 1..9` as one line with the set of these numbers; none
/// for other lines.
std::vector<MoveLine> lines_of_listed_sums(const MoveLine& line);
/// Pairs, triples … that are chosen from a few, `for (x, y) in {(1, 0), (0, 1)}`, as a line for
/// each; none for other lines.
std::vector<MoveLine> lines_of_tuples(const MoveLine& line);
/// `if x = 0 or y = 0 or x = y` as a line for each of the equations, each of which tells a
/// variable; none for other lines.
std::vector<MoveLine> lines_of_equations(const MoveLine& line);

}  // namespace grundy
