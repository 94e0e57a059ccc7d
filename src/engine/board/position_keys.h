// PositionKeys: a key for a position of any game, the same in every run of the program.
//
// Problem: a position is told by its game's number and by words that the game reads; both depend on
// what was asked before, and mean nothing to a file that outlives the run.
// Idea: a game is told by the text of all rules that play may lead to from it, and a place by its
// shape or its graph, both as a SHA-256 of which 128 bits go into the key. Boards that turns of the
// board take to each other have one key (turns.h).
// Example: king_dirt(1, 1, 0, ..) and the same board turned round.
// Cost: a hash of the position's words for each turn; the text of the rules once.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/part_table.h"
#include "game/board_game.h"
#include "game/position.h"

namespace grundy {

class PositionKeys {
 public:
  PartKey key(const Position& position);
  /// The key of a position of the game that these words tell from others, which all callers are to
  /// write alike.
  PartKey key(const Game& game, std::span<const uint64_t> words) {
    return key_of(words, words_of(game), nullptr);
  }

 private:
  struct Words {
    uint64_t low = 0;
    uint64_t high = 0;
  };
  struct KnownPlace {
    Words words;
    std::vector<std::vector<uint32_t>> turns;
  };
  static Words words_of(const std::string& sum);
  Words words_of(const Game& game) {
    if (&game != last_game_) {
      last_words_ = words_of_game(game);
      last_game_ = &game;
    }
    return last_words_;
  }
  Words words_of_game(const Game& game);
  const KnownPlace& known(const BoardGame& game, const PlacePointer& place);
  static PartKey key_of(std::span<const uint64_t> words, Words game, const Words* place);

  std::map<const Game*, Words> games_;
  const Game* last_game_ = nullptr;  // one of them
  Words last_words_;
  // A game keeps its places.
  std::map<std::pair<const BoardGame*, const Place*>, KnownPlace> places_;
};

}  // namespace grundy
