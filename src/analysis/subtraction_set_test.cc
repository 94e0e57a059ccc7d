#include "analysis/subtraction_set.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

std::string set_of(const std::string& moves) {
  Rulebook book;
  const auto loaded = book.load_text("own.game", "game x(n)\n" + moves);
  if (!loaded) return loaded.error().to_string();
  const auto set = subtraction_set(**book.rule("x"));
  return set ? fmt::format("{}{{{}}}", set->all_but ? "all but " : "",
                           fmt::join(set->numbers, ", "))
             : "none";
}

TEST(SubtractionSet, WrittenAsASet) {
  EXPECT_EQ(set_of("  -> x(n - k)  for k in {4, 1, 3}\n"), "{1, 3, 4}");
  EXPECT_EQ(set_of("  -> x(n - k)  for k in {0, 2}  if k >= 1\n"), "{2}");
  EXPECT_EQ(set_of("  -> x(n - k)  for k in not {0, 2}\n"), "all but {2}");
  EXPECT_EQ(set_of("  -> x(n - k)  for k in not {2}  if k >= 1\n"), "all but {2}");
}

TEST(SubtractionSet, FoundInTheMoves) {
  EXPECT_EQ(set_of("  -> x(n - 1)\n  -> x(n - 3)\n"), "{1, 3}");
  EXPECT_EQ(set_of("  -> x(k)  for k < n  if n - k != 2\n"), "all but {2}");
  EXPECT_EQ(set_of("  -> x(n - 2*k)  for k in 1..3\n"), "{2, 4, 6}");
  EXPECT_EQ(set_of("  -> x(k)  for k < n\n"), "all but {}");
}

TEST(SubtractionSet, OtherGames) {
  EXPECT_EQ(set_of("  -> x(n - k)  for k in {0, 2}\n"), "none");  // a move that changes nothing
  EXPECT_EQ(set_of("  -> x(n - k)  for k in 1..n/2\n"), "none");
  EXPECT_EQ(set_of("  -> x(n - 1)  if n % 2 = 0\n"), "none");
  EXPECT_EQ(set_of("  -> x(n - 2) + x(0)\n"), "none");
  EXPECT_EQ(set_of("  -> x(n - k*k)  for k >= 1\n"), "none");
}

TEST(SubtractionSet, Nim) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("own.game",
                             "game lower(h)\n  -> lower(j)  for j < h\n"
                             "game half(h)\n  -> half(j)  for j < h/2\n"
                             "game two(h)\n  -> two(j)  for j < h\n  -> two(0)\n"
                             "game name(h) = nim(h)\n"));
  EXPECT_TRUE(is_nim(**book.rule("nim")));
  EXPECT_TRUE(is_nim(**book.rule("lower")));
  EXPECT_FALSE(is_nim(**book.rule("half")));
  EXPECT_FALSE(is_nim(**book.rule("two")));
  EXPECT_FALSE(is_nim(**book.rule("name")));
  EXPECT_FALSE(is_nim(**book.rule("wythoff")));
}

}  // namespace
}  // namespace grundy
