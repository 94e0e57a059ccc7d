#include "analysis/endless.h"

#include <gtest/gtest.h>

#include "analysis/print.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

std::string endless(const Rule& rule) {
  std::string text;
  for (const EndlessMove& move : endless_moves(rule)) text += print_endless(rule, move) + "\n";
  return text;
}

std::string endless(const std::string& text, const char* game = "x") {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  return endless(**book.rule(game));
}

TEST(Endless, ConditionsThatStayTrue) {
  EXPECT_EQ(endless("game x(a, b)\n  -> x(a + 1, b)  if a >= b\n"),
            "x(a, b) grows by (1, 0) for ever where b <= a\n");
  EXPECT_EQ(endless("game x(n)\n  -> x(n + 2)\n"), "x(n) grows by (2) for ever\n");
  EXPECT_EQ(endless("game x(a, b)\n  -> x(a + 2, b + 1) + x(a, b)  if a >= 2*b\n"),
            "x(a, b) grows by (2, 1) for ever where 2*b <= a\n");
}

TEST(Endless, ConditionsThatEnd) {
  EXPECT_EQ(endless("game x(a, b)\n  -> x(a + 1, b)  if a < b\n"), "");
  EXPECT_EQ(endless("game x(n)\n  -> x(n + 2)  if isprime(n)\n"), "");
}

TEST(Endless, OtherMoves) {
  EXPECT_EQ(endless("game x(n)\n  -> x(n)\n"), "");  // comes back, and does not grow
  EXPECT_EQ(endless("game x(n)\n  -> x(2*n)\n"), "");
  EXPECT_EQ(endless("game x(a, b)\n  -> x(a + 1, b - 1)\n"), "");
  EXPECT_EQ(endless("game x(n)\n  -> x(n + k)  for k in {1, 2}\n"), "");
}

TEST(Endless, WhereTheMoveApplies) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("own.game", "game x(a, b)\n  -> x(a + 1, b) + x(a - 3, b)  if a >= b\n"));
  const auto moves = endless_moves(**book.rule("x"));
  ASSERT_EQ(moves.size(), 1u);
  EXPECT_TRUE(applies(moves[0], {4, 4}));
  EXPECT_FALSE(applies(moves[0], {4, 5}));
  EXPECT_FALSE(applies(moves[0], {2, 1}));  // the other part would be x(-1, 1)
}

}  // namespace
}  // namespace grundy
