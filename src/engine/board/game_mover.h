// GameMover: options of positions of any game for the search in set, as the game lists them.
//
// Conditions over cells and moves that lead to other games have neither shift programs nor rows (row_code.h) nor patterns of
// letters (word_code.h); they are searched all the same, each under a key that any run gives it (position_keys.h).
// Cost: a listing of options by definition for each part that is looked at.
#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/part_table.h"
#include "engine/board/position_keys.h"
#include "game/game.h"
#include "game/key.h"

namespace grundy {

class GameMover {
 public:
  struct Part {
    Position position;
    PartKey key;
  };
  GameMover(PositionKeys& keys, Budget& budget) : keys_(keys), budget_(budget) {}

  /// The parts of the sum's normal form.
  Attempt<std::vector<Part>> parts(const Sum& sum) {
    std::vector<Part> result;
    for (const Position& one : sum) {
      Attempt<Sum> normal = one.game->normal_form(one, budget_);
      if (!normal) return std::move(normal).error();
      for (Position& part : *normal) {
        const PartKey key = keys_.key(part);
        result.push_back({std::move(part), key});
      }
    }
    return result;
  }

  PartKey key(const Part& part) const { return part.key; }
  uint64_t cost(const Part& part) const { return 1 + part.position.key.size(); }
  uint64_t bytes_beyond(const Part& part) const { return grundy::bytes_beyond(part.position); }
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
  PositionKeys& keys_;
  Budget& budget_;
};

}  // namespace grundy
