// GameMover: options of positions of any game for the search in set, as the game lists them.
//
// Words, boards of numbers, sets and moves that lead to other games have no shift programs; they are searched all the same.
// Cost: a listing of options by definition for each part that is looked at.
#pragma once
#include <span>
#include <vector>

#include "engine/board/part_table.h"
#include "game/game.h"

namespace grundy {

class GameMover {
 public:
  struct Part {
    Position position;
    PartKey key;
  };
  explicit GameMover(Budget& budget) : budget_(budget) {}

  /// The parts of the sum's normal form.
  Attempt<std::vector<Part>> parts(const Sum& sum) {
    std::vector<Part> result;
    for (const Position& one : sum) {
      Attempt<Sum> normal = one.game->normal_form(one, budget_);
      if (!normal) return std::move(normal).error();
      for (Position& part : *normal) {
        const PartKey key = key_of(part);
        result.push_back({std::move(part), key});
      }
    }
    return result;
  }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return 1 + part.position.key.size(); }
  template <class Take>
  Attempt<void> options(const Part& part, const Take& take) {
    std::optional<Error> failed;
    auto listed = part.position.game->options(
        part.position,
        [&](const Sum& option) {
          auto sum = parts(option);
          if (!sum) {
            failed = std::move(sum).error();
            return false;
          }
          return take(std::span<const Part>(*sum), 0u);
        },
        budget_);
    if (failed) return *std::move(failed);
    if (!listed) return std::move(listed).error();
    if (*listed == Ended::endless) return Error::declined(to_string(part.position) + " has infinitely many moves");
    return {};
  }

 private:
  static PartKey key_of(const Position& position) {
    PartKey key{position.game->id() * 0x9E3779B97F4A7C15, position.key.size() + 1};
    for (const uint64_t word : position.key) {
      key.low = (key.low ^ word) * 0xFF51AFD7ED558CCD;
      key.low ^= key.low >> 32;
      key.high = (key.high + word) * 0xC4CEB9FE1A85EC53;
      key.high ^= key.high >> 29;
    }
    return key;
  }

  Budget& budget_;
};

}  // namespace grundy
