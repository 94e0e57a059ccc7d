#include "engine/search/leads_to.h"

#include <gtest/gtest.h>

#include <set>

#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

TEST(LeadsTo, AsTheListOfMovesSays) {
  for (const char* text :
       {"game g(a, b)\n  -> g(max(a, b) - k*min(a, b), min(a, b))  for k in 1..max(a, "
        "b)/max(min(a, b), 1) "
        "if a > 0 and b > 0\n",
        "game g(a, b)\n  -> g(b, a - 2*k - 1)  for k in 0..b if (a + k) % 3 != 0\n  -> g(a - 1, "
        "a/2)  if b != 4\n",
        "game g(a, b)\n  -> g(3, b - k)  for k >= 1 if k*k <= b + a\n  -> g(k, k)  for k < min(a, "
        "b)\n",
        "game g(a, b)\n  -> g(a - b*k + k, 5*k)  for k in a - 4..a if any(j*j = a + k for j in "
        "0..4)\n"}) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    for (int64_t a = 0; a < 8; ++a) {
      for (int64_t b = 0; b < 8; ++b) {
        const Position from = one.game->at(std::vector<int64_t>{a, b});
        std::set<Position> options;
        const auto listed = one.game->options(
            from,
            [&](const Sum& option) {
              options.insert(option[0]);
              return true;
            },
            one.budget);
        ASSERT_TRUE(listed.ok());
        for (int64_t c = 0; c < 12; ++c) {
          for (int64_t d = 0; d < 12; ++d) {
            const Position to = one.game->at(std::vector<int64_t>{c, d});
            const auto leads =
                leads_to(*one.game->rule(), one.game->coordinates(from), one.game->coordinates(to));
            ASSERT_TRUE(leads.has_value());
            EXPECT_EQ(*leads, options.count(to) > 0) << to_string(from) << " " << to_string(to);
          }
        }
      }
    }
  }
}

// Several variables, sums, and terms that are no multiples of the variable.
TEST(LeadsTo, OtherLinesAreLeft) {
  for (const char* text : {"game g(a, b)\n  -> g(a - j, b - k)  for j in 1..a, k in 0..b\n",
                           "game g(a, b)\n  -> g(a - 1, b) + g(a, b - 1)\n",
                           "game g(a, b)\n  -> g(k*k, b)  for k < a\n"}) {
    LoadedGame one(text);
    EXPECT_FALSE(leads_to(*one.game->rule(), {5, 5}, {4, 5}).has_value()) << text;
  }
}

}  // namespace
}  // namespace grundy
