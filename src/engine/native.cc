#include "engine/native.h"

#include <algorithm>

#include "engine/family/families.h"

namespace grundy {

Attempt<bool> NativePosition::is_lost(Play play, Budget& budget) const {
  if (play == Play::misere) return Error::declined("misère play of " + to_string() + " is not solved");
  Attempt<Ordinal> own = value(budget);
  if (!own) return std::move(own).error();
  return own->is_zero();
}

Attempt<MoveSet> NativePosition::winning_moves(Play play, size_t limit, Budget& budget) const {
  if (play == Play::misere) return Error::declined("misère play of " + to_string() + " is not solved");
  return moves_to(0, limit, budget);
}

std::span<const NativeGame* const> native_games() {
  using enum CoinGame;
  // In alphabetical order of their names.
  static const NativeGame* const games[] = {
      cascade_game(),
      dag_game(),
      election_game(),
      green_hackenbush_game(),
      coin_game(mock_turtles),
      coin_product_game(mock_turtles, mock_turtles),
      coin_product_game(mock_turtles, ruler),
      coin_product_game(mock_turtles, turtles),
      moore_game(),
      nullify_game(),
      pathset_game(),
      coin_game(ruler),
      coin_product_game(ruler, mock_turtles),
      coin_product_game(ruler, ruler),
      coin_product_game(ruler, turtles),
      stair_game(),
      coin_game(turtles),
      coin_product_game(turtles, mock_turtles),
      coin_product_game(turtles, ruler),
      coin_product_game(turtles, turtles),
      undirected_geography_game(),
  };
  return games;
}

const NativeGame* find_native_game(std::string_view name) {
  const std::span<const NativeGame* const> games = native_games();
  const auto game = std::find_if(games.begin(), games.end(), [&](const NativeGame* g) { return g->name() == name; });
  return game == games.end() ? nullptr : *game;
}

}  // namespace grundy
