// Mover: lands of Sprouts as misère play takes them: sums of canonical lands, each with its key.
//
// Problem: thousands of lines lead to some hundred different sums of lands.
// Idea: what a line leads to is taken apart, and sums that were given before are left out.
// Cost: the listing of a land's lines, each taken apart.
#pragma once
#include <span>
#include <unordered_set>
#include <vector>

#include "engine/sprouts/atlas.h"
#include "engine/sprouts/moves.h"

namespace grundy::sprouts {

struct Land {
  Drawing drawing;  // canonical
  PartKey key;
  uint64_t cost = 0;  // grows with the work that it is
};

class Mover {
 public:
  explicit Mover(const Budget& budget) : budget_(budget) {}

  std::vector<Land> parts(const Drawing& drawing);

  /// take(std::span<const Land> parts) for each option, false when that is enough.
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
          return !given.insert(PartKey::of(whole.low, whole.high).low).second ||
                 take(std::span<const Land>(sum));
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
