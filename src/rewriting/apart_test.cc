// Coordinates that are played apart: which are, and what their games are.
#include "rewriting/apart.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "rule/print.h"

namespace grundy {
namespace {

std::string groups_of(const std::string& text) {
  Rulebook book;
  const auto loaded = book.load_text("test", text);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
  std::string result;
  for (const CoordinateGroup& one : coordinates_apart(**book.rule("g")))
    result += fmt::format("{}: {}", fmt::join(one.coordinates, " "), print_rule(*one.rule));
  return result;
}

TEST(Apart, Groups) {
  EXPECT_EQ(groups_of("game g(a, b)\n  -> g(a - k, b) for k in 1..(a + 1)/2\n"
                      "  -> g(a, b - j) for j in 1..(b + 1)/2\n"),
            "0: game g(n)\n  -> g(n - k0)  for k0 in 1..(n + 1)/2\n"
            "1: game g(n)\n  -> g(n - k0)  for k0 in 1..(n + 1)/2\n");
  EXPECT_EQ(groups_of("game g(a, m, b, c)\n  -> g(a - k, m, b, c) for k in 1..a if m = 1\n"
                      "  -> g(a, m, b - 1, c + 2)\n  -> g(a, m, b, c - 3)\n"),
            "0 1: game g(n1, n2)\n  -> g(n1 - k0, n2)  for k0 in 1..n1  if n2 = 1\n"
            "2 3: game g(n1, n2)\n  -> g(n1 - 1, n2 + 2)\n  -> g(n1, n2 - 3)\n");
}

TEST(Apart, GamesOfOneGroup) {
  for (const char* moves :
       {"  -> g(a - k, b) for k in 1..a if b > 0\n  -> g(a, b - 1)\n", "  -> g(b, a)\n",
        "  -> g(a - k, b) for k in 1..b\n  -> g(a, b - 1)\n", "  -> g(a - 1, b)\n",
        "  -> g(a - 1, b)\n  -> g(a, b - 1)\n  -> nim(a)\n",
        "  -> g(a - 1, b)\n  -> g(a, b - 1)\n  -> 0 if a = 3\n",
        "  -> g(a - 1, b) + g(0, b)\n  -> g(a, b - 1)\n",
        "  -> g(a - k, b) for k in {1, 2} if any(b = j for j in 1..3)\n  -> g(a, b - 1)\n"})
    EXPECT_EQ(groups_of(std::string("game g(a, b)\n") + moves), "") << moves;
}

}  // namespace
}  // namespace grundy
