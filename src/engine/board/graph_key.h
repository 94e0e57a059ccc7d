// GraphKey: one key for parts whose cells are neighbours in the same way, however they lie on the
// board.
//
// Problem: a corner of a part may be bent, a side turned over, and nothing changes in play: half of
// the parts that a search of Cram looks at are others drawn differently.
// Idea: where all that a rule asks of two cells is whether they are neighbours, a part is a graph
// with letters on its vertices, and isomorphic graphs play alike. Each cell has a colour, which is
// mixed with those of its neighbours again and again; if two cells keep the same colour, one of
// those with the least such colour is given another, and mixing goes on (colour refinement with
// individualisation, McKay 1981). Once all colours differ they name the cells, and the key is a
// hash of the cells' names, letters and neighbours.
// Parts of equal keys are isomorphic, but for a hash of 128 bits: a map from name to name is an
// isomorphism. Which of several cells of the same colour was taken does not matter for that; where
// they were not images of each other, isomorphic parts may have different keys, and are searched
// twice. Letters that may be exchanged: the least key of all exchanges.
// Example: in Cram .... and ..|#.|#. are one path of four cells.
// Cost: some 15 instructions for eight cells, a step and a round; eight rounds tell most parts.
#pragma once
#include <optional>
#include <vector>

#include "engine/board/graph_key_block.h"
#include "engine/board/part_table.h"
#include "engine/board/shift_code.h"

namespace grundy {

class GraphKey {
 public:
  /// Nothing where the rule asks for more than neighbours, where the board is one row, and of large
  /// boards.
  static std::optional<GraphKey> of(const BoardCode& code);

  /// Of a part as it lies on the board.
  PartKey key(const Planes<1>& part);

 private:
  using Bits = std::array<uint64_t, CellLanes::kMost / 64>;
  static constexpr size_t kSeenLog = 15;

  GraphKey(const BoardCode& code, std::vector<int32_t> steps, size_t pitch);
  std::array<uint32_t, 4> hash_of(size_t exchange);
  std::optional<size_t> twin();
  Bits in_lanes(uint64_t cells) const;
  template <class Take>
  static void for_each(const Bits& bits, const Take& take);

  size_t classes_;
  size_t columns_;
  size_t pitch_;  // lanes of a row
  std::vector<int32_t> steps_;
  std::vector<std::array<uint32_t, kMostClasses>> labels_;  // by exchange of letters, then by class
  std::vector<uint64_t> seen_;                              // colours, by their highest bits
  CellLanes lanes_;
  CellLanes::Lanes letters_{};
  size_t cleared_ = 0;  // lanes that may hold something
  Bits cells_{};
  std::array<Bits, kMostClasses> by_class_{};
};

}  // namespace grundy
