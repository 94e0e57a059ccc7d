// What of the numbers in a game's lists matters: their order, their remainders, or nothing at all.
//
// Problem: a search keeps each position it meets, and [7, 30, 12] is another one than [1, 9, 2],
// though a rule that only compares the elements with each other treats them alike.
// Theorem: let a rule use elements of its lists only in comparisons with each other and with some
// constants, and in sums and products whose remainders modulo m are taken, and let its moves write
// no numbers but elements and those constants. Then a map of the numbers that keeps their order and
// their remainders modulo m, and leaves the constants as they are, takes the moves of each position
// to those of its image: both play alike. Where the rule compares nothing, remainders are enough,
// and moves may write any term.
// The least image is taken: the numbers in ascending order, each the least one that is greater than
// the one before it and than the constants below, with the same remainder.
// Example: `-> g(a[i -> []]) for i in 1..len(a) if a[i] % 2 = 0 and a[i] > min(a)` plays alike from
// [7, 30, 12] and from [1, 4, 2].
// Cost: the rule is read once; a position takes some steps an element, with a sort where an element
// is large.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rule/board.h"

namespace grundy {

class ListNumbers {
 public:
  /// What matters in the game of the rule; nothing when a number itself may matter, and for games
  /// of boards, sets and bags.
  static std::optional<ListNumbers> of(const Rule& rule);

  /// The position's lists become those of the least image.
  void reduce(BoardPosition& position);

 private:
  ListNumbers(bool order, int64_t modulus, std::vector<int64_t> constants)
      : order_(order), modulus_(modulus), constants_(std::move(constants)) {}
  int64_t image_after(int64_t before, int64_t number) const;
  static void reduce_to_places(std::vector<NaturalSet>& lists);
  void reduce_small(std::vector<NaturalSet>& lists, int64_t greatest);
  void reduce_large(std::vector<NaturalSet>& lists);

  bool order_;
  int64_t modulus_;                 // at least 1
  std::vector<int64_t> constants_;  // ascending
  std::vector<uint64_t> seen_;      // by number: bits of those that occur
  std::vector<int64_t> images_;     // by number
};

}  // namespace grundy
