// Stones that move to lower places: a place counts, or it does not, and each move is between one
// that counts and one that does not.
//
// Theorem (staircase nim). The value is the nim-sum of the stones on places that count. Proof. A
// move that lowers such a place is a move of nim there. One that raises it is taken back at once by
// as many stones that go on to a place that does not count, or off; so it changes nothing, and play
// ends.
// Example: stones go from a stair to the one below, and off from stair 1: the odd stairs count.
// Cost: linear in the list for the value, a step for each pair of places for the moves to a value.
#include <fmt/format.h>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

/// From place i, counted from 1, to place j < i, or off where j = 0.
struct Steps {
  bool (*counts)(int64_t i);  // false of j = 0
  bool (*leads)(int64_t i, int64_t j);
  std::string_view counted;
};

class Staircase final : public ListConclusion {
 public:
  explicit Staircase(Steps steps) : steps_(steps) {}

  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format("The value is xor({0}[i] for i in 1..len({0}) if {1}).", names[0],
                       steps_.counted);
  }
  Attempt<Ordinal> value(const BoardPosition& position, const Budget&) const override {
    return Ordinal(static_cast<uint64_t>(nim_sum(position.sets[0])));
  }
  std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget& budget) const override {
    std::vector<BoardPosition> result;
    if (!value.is_finite() || !value.is_small()) return result;
    const NaturalSet& stones = position.sets[0];
    const auto difference =
        static_cast<int64_t>(static_cast<uint64_t>(nim_sum(stones)) ^ value.small());
    if (difference <= 0) return result;  // each move changes the value
    const auto size = static_cast<int64_t>(stones.size());
    for (int64_t i = 1; i <= size; ++i) {
      if (budget.spent()) return budget.why();
      const int64_t from = at(stones, i);
      for (int64_t j = 0; j < i; ++j) {
        if (!steps_.leads(i, j)) continue;
        const int64_t moved = steps_.counts(i) ? from - (from ^ difference)
                                               : (at(stones, j) ^ difference) - at(stones, j);
        if (moved < 1 || moved > from) continue;
        BoardPosition to = position;
        to.sets[0][static_cast<size_t>(i - 1)] -= moved;
        if (j > 0) to.sets[0][static_cast<size_t>(j - 1)] += moved;
        result.push_back(std::move(to));
      }
    }
    return result;
  }

 private:
  static int64_t at(const NaturalSet& stones, int64_t i) {
    return stones[static_cast<size_t>(i - 1)];
  }
  int64_t nim_sum(const NaturalSet& stones) const {
    int64_t sum = 0;
    for (int64_t i = 1; i <= static_cast<int64_t>(stones.size()); ++i) {
      if (steps_.counts(i)) sum ^= at(stones, i);
    }
    return sum;
  }

  Steps steps_;
};

}  // namespace

std::unique_ptr<ListConclusion> staircase() {
  return std::make_unique<Staircase>(Steps{[](int64_t i) { return i % 2 == 1; },
                                           [](int64_t i, int64_t j) { return j == i - 1; },
                                           "i % 2 = 1"});
}

std::unique_ptr<ListConclusion> boxes_modulo_6() {
  return std::make_unique<Staircase>(
      Steps{[](int64_t i) { return i % 6 == 0 || i % 6 == 2 || i % 6 == 5; },
            [](int64_t i, int64_t j) { return j > 0 && (i + j) % 6 == 3; },
            "i % 6 = 0 or i % 6 = 2 or i % 6 = 5"});
}

}  // namespace grundy
