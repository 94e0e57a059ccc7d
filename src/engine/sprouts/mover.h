// Mover: lands of Sprouts as the search in sets of values takes them (board/in_set.h).
//
// Problem: thousands of lines lead to some hundred different sums of lands.
// Idea: what a line leads to is taken apart, and sums that were given before are left out.
// Cost: the listing of a land's lines, each taken apart.
#pragma once
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/board/part_table.h"
#include "engine/sprouts/drawing.h"
#include "engine/sprouts/moves.h"

namespace grundy::sprouts {

struct Land {
  Drawing drawing;  // canonical
  PartKey key;
  uint64_t cost = 0;
};

/// The key of a canonical land.
PartKey key_of(const Drawing& drawing);

class Mover {
 public:
  using Part = Land;
  explicit Mover(const Budget& budget) : budget_(budget) {}

  std::vector<Land> parts(const Drawing& drawing);

  PartKey key(const Land& land) const { return land.key; }
  uint64_t cost(const Land& land) const { return land.cost; }
  template <class Take>
  Attempt<void> options(const Land& land, const Take& take) {
    std::unordered_set<uint64_t> given;
    std::vector<Land> sum;
    uint64_t lines = 0;
    const auto listed = for_each_line(
        land.drawing,
        [&](const Drawing& next, const Line&) {
          ++lines;
          sum = parts(next);
          PartKey whole{sum.size() + 1, 0x2545F4914F6CDD1D};
          for (const Land& part : sum) whole.add(part.key.low);
          return !given.insert(PartKey::of(whole.low, whole.high).low).second || take(std::span<const Land>(sum), 0U);
        },
        budget_);
    budget_.count(lines * kStepsOfLine);
    if (!listed) return listed.error();
    return {};
  }

 private:
  static constexpr uint64_t kStepsOfLine = 20;

  const Budget& budget_;
  Cartographer cartographer_;
};

}  // namespace grundy::sprouts
