// PositionReader: what conditions over cells, sets and lists mean at one position, by definition.
#pragma once
#include <vector>

#include "rule/board.h"
#include "rule/evaluate.h"

namespace grundy {

/// `letter_slots`: by slot, the variables that stand for letters.
class PositionReader final : public CellReader {
 public:
  PositionReader(const BoardPosition& position, const std::vector<bool>& letter_slots)
      : position_(position), letter_slots_(letter_slots) {
    size_t list = 0;
    for (const CoordinateKind kind : position.game->board->kinds)
      lists_.push_back(kind == CoordinateKind::number ? nullptr : &position.sets[list++]);
  }

  int64_t read(const CellCondition& condition, Environment& slots, Fault& fault,
               Patience* patience) const override;

 private:
  const BoardPosition& position_;
  const std::vector<bool>& letter_slots_;
};

}  // namespace grundy
