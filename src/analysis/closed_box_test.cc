#include "analysis/closed_box.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

std::string box(const std::string& text, const std::vector<int64_t>& corner) {
  Rulebook book;
  const auto loaded = book.load_text("own.game", text);
  if (!loaded) return loaded.error().to_string();
  const Facts facts(**book.rule("x"));
  const auto found = closed_box(facts, corner);
  return found ? fmt::format("{}", fmt::join(*found, " ")) : "none";
}

TEST(ClosedBox, UpToWhereMovesRaise) {
  EXPECT_EQ(box("game x(k)\n  -> x((k + s) % 1000000) for s in {2, 3}\n", {1}), "999999");
  EXPECT_EQ(box("game x(k)\n  -> x((k + s) % 1000) for s in {2, 3}\n", {5000}), "5000");
  EXPECT_EQ(box("game x(a)\n  -> x(a + 2) if a <= 100\n  -> x(a - 1)\n", {0}), "102");
  EXPECT_EQ(box("game x(a, b)\n  -> x(a - 1, b + 2) if b <= 7\n", {3, 1}), "3 9");
}

TEST(ClosedBox, OneCoordinateBoundsAnother) {
  EXPECT_EQ(box("game x(a, b)\n  -> x(a - 1, b)\n  -> x(a, a + 5)\n", {7, 0}), "7 12");
  EXPECT_EQ(box("game x(a, b)\n  -> x(b, a) if a <= 9\n", {3, 4}), "9 9");
  EXPECT_EQ(box("game x(a, b)\n  -> x(b, a)\n", {3, 4}), "none");
}

TEST(ClosedBox, NoneWhereMovesGoOn) {
  EXPECT_EQ(box("game x(a)\n  -> x(a + 1)\n", {3}), "none");
  EXPECT_EQ(box("game x(a)\n  -> x(a - 1) + x(3)\n", {3}), "none");
}

TEST(ClosedBox, TermsThatAreNotAffine) {
  EXPECT_EQ(box("game x(a, b)\n  -> x(a - 1, (b*b + a) % 30)\n", {7, 3}), "7 29");
  EXPECT_EQ(box("game x(a, b)\n  -> x(a - b, (b*b + a) % 30)\n", {7, 40}), "7 40");
  EXPECT_EQ(box("game x(a, b)\n  -> x(a*b, b - 1)\n", {7, 40}), "none");
}

}  // namespace
}  // namespace grundy
