#include "engine/all_families.h"

#include <algorithm>

#include "engine/family/families.h"
#include "engine/family/graph_game.h"
#include "engine/family/infinity.h"
#include "engine/sprouts/game.h"

namespace grundy {

std::span<const Family* const> families() {
  using enum CoinGame;
  // In alphabetical order of their names.
  static const Family* const list[] = {
      brussels_sprouts_family(),
      cascade_family(),
      dag_family(),
      election_family(),
      graph_family(),
      green_hackenbush_family(),
      infinity_family(),
      coin_family(mock_turtles),
      coin_product_family(mock_turtles, mock_turtles),
      coin_product_family(mock_turtles, ruler),
      coin_product_family(mock_turtles, turtles),
      moore_family(),
      nimstring_family(),
      nullify_family(),
      pathset_family(),
      coin_family(ruler),
      coin_product_family(ruler, mock_turtles),
      coin_product_family(ruler, ruler),
      coin_product_family(ruler, turtles),
      sprouts_family(),
      stair_family(),
      coin_family(turtles),
      coin_product_family(turtles, mock_turtles),
      coin_product_family(turtles, ruler),
      coin_product_family(turtles, turtles),
      undirected_geography_family(),
  };
  return list;
}

const Family* find_family(std::string_view name) {
  const std::span<const Family* const> all = families();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Family* one) { return one->name() == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace grundy
