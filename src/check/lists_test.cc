#include "check/lists.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

/// "accepted", or the line and the reason.
std::string judged(const std::string& lists, std::vector<int64_t> lengths,
                   const std::string& rule) {
  Certificate c;
  c.rule = rule;
  c.rule_line = 2;
  c.game = "g";
  c.game_line = 10;
  c.lists = lists;
  c.lists_line = 11;
  c.lengths = {std::move(lengths), 20};
  const auto found = check_lists(c, Budget());
  if (!found) return found.error().message();
  return *found ? std::to_string((*found)->line) + ": " + (*found)->reason : "accepted";
}

const char* const kLowered = "game g(bag [a])\n  -> g(a - [x] + [x - k])  for x in a, k in 1..x\n";
const char* const kTwo =
    "game g(p, q)\n  -> g(p - k, q)  for k in 1..p\n  -> g(p, q - k)  for k in 1..q\n";

TEST(CheckLists, TheRuleIsThatOfTheLists) {
  EXPECT_EQ(judged(kLowered, {2}, kTwo), "accepted");
  EXPECT_EQ(judged("", {}, kTwo), "accepted");
  EXPECT_EQ(judged("game g([a], n, bag [b])\n  win if n = 0 and sorted(a)\n  -> g(a[1 -> a[1] - "
                   "1], n, b)\n  -> g(a, n - 1, b "
                   "- [x] + [n])  for x in b\n",
                   {1, 1},
                   "game g(a1, n, b1)\n  -> 0  if n = 0\n  -> g(a1 - 1, n, b1)  if n != 0\n  -> "
                   "g(a1, n - 1, n)  if n != "
                   "0\n"),
            "accepted");
}

TEST(CheckLists, OtherRulesAreRejected) {
  const std::string other = "2: it is not the game of lists with these lengths";
  EXPECT_EQ(judged(kLowered, {2}, "game g(p, q)\n  -> g(p - k, q)  for k in 1..p\n"), other);
  EXPECT_EQ(
      judged(kLowered, {2},
             "game g(p, q)\n  -> g(p - k, q)  for k in 1..p\n  -> g(p, q - k)  for k in 2..q\n"),
      other);
  EXPECT_EQ(
      judged("game g(bag [a])\n  -> g(a - [x] + [x - k])  for x in a, k in 2..x\n", {2}, kTwo),
      other);
  EXPECT_EQ(judged(kLowered, {3}, kTwo), "20: the game of lists has other coordinates");
  EXPECT_EQ(judged(kLowered, {1, 1}, kTwo), "20: the game of lists has other coordinates");
  EXPECT_EQ(judged(kLowered, {-1}, kTwo), "20: a length is 0 to 64");
  EXPECT_EQ(judged("game g(n)\n  -> g(n - 1)\n", {}, kTwo), "11: it is no game of lists");
  EXPECT_EQ(judged("game h(bag [a])\n  -> h(a - [x] + [0])  for x in a\n", {2}, kTwo),
            "10: the rule is of another game");
  EXPECT_NE(judged("game g(bag [a])\n  -> g(a - [x])  for x in a\n", {2}, kTwo)
                .find("11: 'g' can't be written out"),
            std::string::npos);
}

}  // namespace
}  // namespace grundy
