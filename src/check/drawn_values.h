// Values of boards of drawn moves, for the checker: played out part by part, each part once.
//
// Example: of a ring of 5 cells, where two neighbours are covered, are left the parts of a row of
// 3. Cost: all parts that play reaches, each with its list of moves.
#pragma once
#include <map>
#include <optional>

#include "base/budget.h"
#include "check/drawn.h"

namespace grundy {

class DrawnValues {
 public:
  /// `moved`: a part is worth the same in whichever column it begins.
  explicit DrawnValues(bool moved) : moved_(moved) {}
  /// Declined where a board can't be taken apart, play may go round, parts are too many, or the
  /// budget is spent.
  Attempt<uint32_t> value(const DrawnMoves& moves, const DrawnMoves::Cells& board,
                          const Budget& budget);

 private:
  Attempt<uint32_t> part_value(const DrawnMoves& moves, DrawnMoves::Cells part,
                               const Budget& budget);

  bool moved_;
  // Of parts; nothing while one is being played out.
  std::map<DrawnMoves::Cells, std::optional<uint32_t>> values_;
};

}  // namespace grundy
