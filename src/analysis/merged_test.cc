#include "analysis/merged.h"

#include <gtest/gtest.h>

#include "analysis/order.h"
#include "language/rulebook.h"
#include "rule/print.h"

namespace grundy {
namespace {

TEST(MergedGames, AsOneRule) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("own.game",
                             "game f(a)\n"
                             "  -> g(a - 1, a)  if any(j*j = a for j <= a)\n"
                             "  -> f(a - 2) + f(a - 3)\n"
                             "  -> g(a, a)\n"
                             "game g(x, y)\n"
                             "  -> g(x, k)  for k < y\n"
                             "  -> sum(f(x - i) for i < 2)\n"));
  const Rule* f = *book.rule("f");
  const auto merged = MergedGames::of(reachable_games({f}));
  ASSERT_NE(merged, nullptr);
  EXPECT_EQ(print_rule(merged->rule()), R"(game g, f(#game, x, y)
  -> g, f(0, x, k)  for k <= y - 1  if #game = 0
  -> sum(g, f(1, x - i, 0) for i <= 1)  if #game = 0
  -> g, f(0, a - 1, a)  if #game = 1 and #2 = 0 and any(j*j = a for j <= a)
  -> g, f(1, a - 2, 0) + g, f(1, a - 3, 0)  if #game = 1 and #2 = 0
  -> g, f(0, a, a)  if #game = 1 and #2 = 0
)");
  EXPECT_EQ(merged->position(f, std::vector<int64_t>{7}), (std::vector<int64_t>{1, 7, 0}));
  EXPECT_EQ(merged->position(*book.rule("g"), std::vector<int64_t>{7, 3}),
            (std::vector<int64_t>{0, 7, 3}));
  EXPECT_EQ(merged->position(*book.rule("nim"), std::vector<int64_t>{7}), std::nullopt);
}

TEST(MergedGames, NotOfGamesThatLeadElsewhere) {
  Rulebook book;
  EXPECT_EQ(MergedGames::of({*book.rule("queen")}), nullptr);
  EXPECT_EQ(MergedGames::of({*book.code_rule("code", "0.{4}")}), nullptr);
  ASSERT_TRUE(book.load_text("own.game", "game x(n)\n  -> nim(n)\n"));
  EXPECT_EQ(MergedGames::of({*book.rule("x")}), nullptr);
  EXPECT_NE(MergedGames::of({*book.rule("x"), *book.rule("nim")}), nullptr);
}

}  // namespace
}  // namespace grundy
