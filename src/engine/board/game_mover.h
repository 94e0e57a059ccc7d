// GameMover: options of positions of any game for the search in set, as the game lists them.
//
// Words, sets, conditions over cells and moves that lead to other games have neither shift programs nor rows (row_code.h);
// they are searched all the same.
// Boards that turns of the board take to each other have one key (turns.h).
// Cost: a listing of options by definition for each part that is looked at.
#pragma once
#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "engine/board/part_table.h"
#include "engine/board/turns.h"
#include "game/board_game.h"
#include "game/game.h"
#include "game/key.h"

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
        const PartKey key = least_key(part);
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
  /// The least key of the position's images.
  PartKey least_key(const Position& position) {
    PartKey least = key_of(position);
    const BoardGame* game = board_game(position);
    if (game == nullptr || !game->board_rule().board->has_board() || !game->board_rule().board->ends.empty())
      return least;
    const BoardPosition here = game->position(position);
    const auto [turns, fresh] = turns_.try_emplace({game, here.board.place.get()});
    if (fresh) turns->second = turns_of(game->board_rule(), *here.board.place);
    BoardPosition image = here;
    for (const std::vector<uint32_t>& turn : turns->second) {
      for (size_t cell = 0; cell < turn.size(); ++cell) image.board.cells[turn[cell]] = here.board.cells[cell];
      const PartKey key = key_of(game->at(image));
      least = std::min(least, key, [](const PartKey& a, const PartKey& b) {
        return std::tie(a.high, a.low) < std::tie(b.high, b.low);
      });
    }
    return least;
  }

  static PartKey key_of(const Position& position) {
    PartKey key{position.game->id() * 0x9E3779B97F4A7C15, position.key.size() + 1};
    for (const uint64_t word : position.key) key.add(word);
    return PartKey::of(key.low, key.high);
  }

  Budget& budget_;
  std::map<std::pair<const BoardGame*, const Place*>, std::vector<std::vector<uint32_t>>> turns_;
};

}  // namespace grundy
