// Beside: positions that may stand beside the letters of a quotient, one at a time.
//
// A sum as kayles(50) + kayles(70) + nim(20) never has more than one heap of nim. A quotient that
// also knew what two of them do beside kayles would tell much more apart, perhaps without end. So
// the rest of a sum, and all it can become, is kept as a graph, and each element of the quotient of
// kayles has the set of those positions beside which it is lost, its colour. With nothing beside,
// the graph has one vertex, and the colour says whether the element lies in P.
//
// The colour of X follows from the colours of X's options: a position s is lost beside X when no
// option of X is lost beside s and X is not lost beside an option of s. Where X is nothing, an s
// without options has won.
//
//   Beside nim2({{}, {0}, {0, 1}});            // *0, *1, *2: options first, the empty sum is 0
//   nim2.lost_beside_nothing();                // {1}
//   nim2.lost(colours of the options, united)  // beside X
#pragma once
#include <cstdint>
#include <vector>

#include "engine/misere/bits.h"

namespace grundy::misere {

class Beside {
 public:
  Beside() : options_(1) {}
  explicit Beside(std::vector<std::vector<uint32_t>> options) : options_(std::move(options)) {}

  size_t size() const { return options_.size(); }
  const std::vector<uint32_t>& options(size_t s) const { return options_[s]; }

  Bits lost(const Bits& taken) const;
  Bits lost_beside_nothing() const;
  /// Whether s, which is not lost beside what has this colour, is won by a move of s itself.
  bool moves_into(const Bits& colour, size_t s) const;

 private:
  std::vector<std::vector<uint32_t>> options_;
};

}  // namespace grundy::misere
