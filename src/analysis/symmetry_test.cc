#include "analysis/symmetry.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "generate/builtin_games.h"

namespace grundy {
namespace {

std::string symmetry(const Rule& rule) {
  const auto pair = exchangeable_coordinates(rule);
  return pair ? fmt::format("{} and {}\n", rule.coordinates[pair->first],
                            rule.coordinates[pair->second])
              : "";
}

std::string symmetry(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return symmetry(**book.rule(game));
}

TEST(Symmetry, BuiltinGames) {
  EXPECT_EQ(generate::of_builtin_games([](const Rule& rule) { return symmetry(rule); }), R"(* euclid
a and b
* king
a and b
* knight
a and b
* rook
a and b
* wythoff
a and b
)");
}

TEST(Symmetry, LinesForEachOrder) {
  EXPECT_EQ(symmetry("game x(a, b)\n  -> x(a - 1, b)  if a < b\n  -> x(a, b - 1)  if b < a\n"),
            "a and b\n");
  EXPECT_EQ(symmetry("game x(a, b)\n  -> x(a - 1, b)  if a < b\n  -> x(a, b - 2)  if b < a\n"), "");
  // Where a = b there is nothing to exchange.
  EXPECT_EQ(symmetry("game x(a, b)\n  -> x(a - 1, b)  if a = b\n"), "a and b\n");
}

TEST(Symmetry, SumsAndProductsInAnyOrder) {
  EXPECT_EQ(
      symmetry("game x(a, b)\n  -> x(a - k, b - k)  for k  if a + b*2 >= k and 2*a + b >= k\n"),
      "a and b\n");
  EXPECT_EQ(symmetry("game x(c, a, b)\n  -> x(c - 1, a*b - b, b*a - a)  if gcd(a, b) = 1\n"),
            "a and b\n");
}

TEST(Symmetry, OtherGamesAndOtherNames) {
  EXPECT_EQ(symmetry("game x(a, b)\n  -> nim(a) + nim(b)\n"), "");
  EXPECT_EQ(symmetry("game x(a, b) = wythoff(a, 2*b)\n"), "");
}

}  // namespace
}  // namespace grundy
