// Boards on which the second player answers every move by its image.
//
// Theorem (Tweedledum and Tweedledee; for Cram on even boards Gardner 1974). Let moves depend on
// placements alone and play end. If a symmetry of order two leaves the board and the moves as they
// are, and no placement that play can ever make possible shares a cell that can change with its
// image, then the value is 0: the image of a move is still there to be made, and leaves the board
// symmetric. That no cell stays where it is would not be enough: three in a row on four cells have
// value 1.
// Example: Cram on 10 × 10 cells, turned by 180 degrees.
// Cost: placements times the passes until nothing more becomes possible.
#pragma once
#include <string>
#include <vector>

#include "engine/board/board_code.h"

namespace grundy {

/// Whether weights of classes show that play ends: some are lowered by every move.
bool is_lowered_by_every_move(const BoardCode& code);

class Mirrors {
 public:
  /// The code outlives this.
  explicit Mirrors(const BoardCode& code);
  /// "turned by 180 degrees", where the theorem holds for a board of these classes; empty
  /// otherwise.
  std::string of(const std::vector<uint8_t>& classes) const;

 private:
  struct CellMap {
    const char* name;
    std::vector<uint32_t> to;
  };
  static std::vector<CellMap> maps_of_order_two(const Place& place);

  const BoardCode& code_;
  std::vector<CellMap> maps_;  // that leave the moves as they are
};

}  // namespace grundy
