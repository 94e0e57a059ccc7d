// The boards of a family among words U Vⁿ W, for the checker.
//
// A board that is no ring is one such word. The value of a ring of copies alone is the mex of what
// its moves leave, and another ring is a sum (strip_parts.h); rings too short for that are laid as
// they are, and played out. Example: a ring of n cells where two neighbours are covered has the
// moves of one sort, to n - 2 cells in a row.
#pragma once
#include <cstdint>
#include <vector>

#include "check/strip_parts.h"
#include "rewriting/strip_family.h"

namespace grundy {

class StripBoards {
 public:
  /// Declined where a part has no number, or a ring does not fall apart; input where boards are no
  /// positions.
  static Attempt<StripBoards> of(const Rule& rule, const StripFamily& family,
                                 const StripParts& parts, int64_t far,
                                 const StripParts::Number& number);

  /// Copies that are beside others in a board, at most, in columns.
  static size_t ends(const StripFamily& family);
  /// g(first), …, g(end - 1); values of parts are made known as far as these need them.
  Attempt<std::vector<uint32_t>> values(StripValues& values, int64_t end,
                                        const Budget& budget) const;
  /// How many boards there are for one number of copies.
  int64_t turns() const { return static_cast<int64_t>(members_.size()); }
  /// From this n on the values are told by those of parts with this pre-period.
  int64_t preperiod(int64_t of_parts) const;

 private:
  struct Member {
    // The board is worth the mex of what stands in `to`, else the one that is there.
    bool moves = false;
    std::vector<StripParts::Moves> to;
    int64_t from = 0;  // copies
  };
  Attempt<uint32_t> played(int64_t n, const Budget& budget) const;

  const Rule* rule_ = nullptr;
  StripFamily family_;
  std::vector<Member> members_;
};

}  // namespace grundy
