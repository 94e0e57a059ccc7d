// Candy piles: eat the largest pile, or one candy of each; who eats the last candy loses.
//
// Theorem (AtCoder Grand Contest 2 E). Draw the piles as columns, the largest first. A position is
// a cell of this diagram: eating the largest pile is a step to the right, one candy of each a step
// up. Cells on the border are lost or won by the parity of the steps left, and (x, y) is lost
// exactly if (x + 1, y + 1) is, where both are inside. So the last cell of the diagonal decides: the
// mover loses exactly if as many cells as are to the right of it, and above it, are even numbers.
// Example: [1, 2, 3], with the columns 3, 2, 1. The last cell of the diagonal is (2, 2); no cell is
// above it or to its right: lost.
// Cost: linear in the list, after sorting it.
#include <algorithm>
#include <functional>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

class Candies final : public ListConclusion {
 public:
  std::string text(const std::vector<std::string>&) const override {
    return "Of the piles as columns, the largest first, the last cell of the diagonal decides: the "
           "player to move loses exactly if the numbers of cells to its right and above it are "
           "even.";
  }
  bool knows_values() const override { return false; }

  Attempt<bool> is_lost(const BoardPosition& position, const Budget&) const override {
    NaturalSet columns = position.sets[0];
    if (columns.empty()) return false;
    std::sort(columns.begin(), columns.end(), std::greater<>());
    size_t diagonal = 0;
    while (diagonal + 1 < columns.size() &&
           columns[diagonal + 1] > static_cast<int64_t>(diagonal) + 1)
      ++diagonal;
    const int64_t height = static_cast<int64_t>(diagonal) + 1;
    const int64_t above = columns[diagonal] - height;
    const auto beside = std::count(columns.begin() + static_cast<std::ptrdiff_t>(diagonal) + 1,
                                   columns.end(), height);
    return above % 2 == 0 && beside % 2 == 0;
  }
};

}  // namespace

std::unique_ptr<ListConclusion> candies() { return std::make_unique<Candies>(); }

}  // namespace grundy
