// The games of by_hand.h as one would hand them in: `by_hand naive|best GAME SIZE` prints the
// value.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "../rule_games.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  for (const by_hand::Game& game : by_hand::games()) {
    if (game.name != argv[2]) continue;
    const auto loop = std::string_view(argv[1]) == "naive" ? game.naive : game.best;
    printf("%u\n", loop(strtoull(argv[3], nullptr, 10)));
    return 0;
  }
  return 2;
}
