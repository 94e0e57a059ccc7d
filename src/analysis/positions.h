// Sets of positions with coordinates of any size, and the options of a position as such a set: for
// games in which a position may have infinitely many.
//
// From free(1, 2) the options are "m = 1 and 0 <= n <= 1 or m = 0 and n >= 0". Each question (is
// this an option? which are the least?) is a computation of isl, which gives up after some seconds.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/isl.h"
#include "base/budget.h"
#include "rule/position.h"
#include "rule/rule.h"

namespace grundy {

/// The points of the set whose first coordinates are these.
isl::Set with_coordinates(isl::Set set, std::span<const Natural> numbers);

/// Takes the lexicographically least point out of a set that has one. Declines when isl gives up.
Attempt<std::vector<Natural>> take_least(isl::Set& set);

/// At most `limit` points of the set, the least first, with coordinates up to a little above the
/// greatest of `beside`; `all` becomes whether these are all points of the set.
Attempt<std::vector<Coordinates>> points_near(const isl::Set& set, const Coordinates& beside,
                                              size_t limit, bool& all, const Budget& budget);

/// Which points are in the set, in the rule language: "m = 1 and n >= 4 or m = 2 and n = 0".
std::string condition_text(const isl::Set& set, const std::vector<std::string>& coordinates);

/// The moves of a game as a relation that is asked about single positions.
class OptionSets {
 public:
  /// Nothing for games that have no move_relation (relation.h).
  static std::optional<OptionSets> of(const Rule& rule);
  /// The relation's context may be shared: each question allows itself its own number of steps of
  /// isl.
  OptionSets(isl::Context context, isl::Map moves);
  OptionSets(OptionSets&&) = default;
  OptionSets(const OptionSets&) = delete;
  OptionSets& operator=(const OptionSets&) = delete;
  OptionSets& operator=(OptionSets&&) = delete;
  ~OptionSets() = default;

  isl_ctx* context() const { return context_.get(); }
  const isl::Map& moves() const { return moves_; }

  /// Null when isl gives up, which it does after some seconds.
  isl::Set options(const Coordinates& position) const;
  Attempt<bool> has_options(const Coordinates& position) const;
  Attempt<bool> is_option(const Coordinates& position, const Coordinates& option) const;
  /// Whether some option of the position has no option itself.
  Attempt<bool> can_end(const Coordinates& position) const;

 private:
  isl::Context context_;  // before the objects in it
  isl::Map moves_;
};

}  // namespace grundy
