#include "engine/board/position_keys.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <tuple>

#include "engine/board/fingerprint.h"
#include "engine/board/turns.h"
#include "game/copies.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

std::span<const uint64_t> words_in(const Position& position) {
  return {position.key.data(), position.key.size()};
}

}  // namespace

PartKey PositionKeys::key(const Position& position) {
  const Words words = words_of(*position.game);
  const BoardGame* game = board_game(position);
  if (game == nullptr || !game->board_rule().board->has_board() ||
      game->board_rule().board->space.kind == SpaceKind::word)
    return key_of(words_in(position), words, nullptr);
  const BoardPosition here = game->position(position);
  const KnownPlace& place = known(*game, here.board.place);
  PartKey least = key_of(words_in(position), words, &place.words);
  BoardPosition image = here;
  for (const std::vector<uint32_t>& turn : place.turns) {
    for (size_t cell = 0; cell < turn.size(); ++cell)
      image.board.cells[turn[cell]] = here.board.cells[cell];
    const Position turned = game->at(image);
    const PartKey key = key_of(words_in(turned), words, &place.words);
    least = std::min(least, key, [](const PartKey& a, const PartKey& b) {
      return std::tie(a.high, a.low) < std::tie(b.high, b.low);
    });
  }
  return least;
}

PartKey PositionKeys::key_of(std::span<const uint64_t> words, Words game, const Words* place) {
  PartKey key{game.low, game.high};
  key.add(words.size());
  if (place != nullptr) {  // in the place of its number
    key.add(place->low);
    key.add(place->high);
    words = words.subspan(1);
  }
  for (const uint64_t word : words) key.add(word);
  return PartKey::of(key.low, key.high);
}

const PositionKeys::KnownPlace& PositionKeys::known(const BoardGame& game,
                                                    const PlacePointer& place) {
  const auto [at, fresh] = places_.try_emplace({&game, place.get()});
  if (fresh) {
    at->second.words = words_of(fingerprint(*place));
    if (game.board_rule().board->ends.empty())
      at->second.turns = turns_of(game.board_rule(), *place);
  }
  return at->second;
}

PositionKeys::Words PositionKeys::words_of_game(const Game& game) {
  const auto [at, fresh] = games_.try_emplace(&game);
  if (!fresh) return at->second;
  Words words;
  if (const auto* board = as<BoardGame>(&game)) {
    words = words_of(fingerprint(board->board_rule()));
  } else if (game.rule() != nullptr) {
    words = words_of(fingerprint(*game.rule()));
  } else if (const auto* copies = as<CopiesGame>(&game)) {
    words = words_of(copies->copied());
    words.low = ~words.low;
  } else {
    words = words_of(fingerprint(game.name()));
  }
  return games_[&game] = words;
}

PositionKeys::Words PositionKeys::words_of(const std::string& sum) {
  Words words;
  std::from_chars(sum.data(), sum.data() + 16, words.low, 16);
  std::from_chars(sum.data() + 16, sum.data() + 32, words.high, 16);
  return words;
}

}  // namespace grundy
