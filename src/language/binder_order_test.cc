#include "language/binder_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "language/rulebook.h"
#include "rule/print.h"
#include "rule/print_board.h"

namespace grundy {
namespace {

std::string printed(const std::string& header, const std::string& move,
                    const std::vector<std::string>& binders, const std::string& condition) {
  std::string line = "  -> " + move + " for ";
  for (size_t i = 0; i < binders.size(); ++i) line += (i == 0 ? "" : ", ") + binders[i];
  Rulebook book;
  const auto loaded = book.load_text("test", header + "\n" + line + condition + "\n");
  EXPECT_TRUE(loaded.ok()) << line << loaded.error().to_string();
  const auto rule = book.rule("g");
  if (!rule) return {};
  return (*rule)->board ? print_board(**rule) : print_rule(**rule);
}

/// In whatever order variables are bound, the rule is the same.
TEST(BinderOrder, DoesNotMatter) {
  struct Line {
    std::string header;
    std::string move;
    std::vector<std::string> binders;
    std::string condition;
  };
  const Line lines[] = {
      {"game g([a])",
       "g(a[i -> a[i] - k, j -> a[j] - k])",
       {"j in 1..len(a)", "i < j", "k <= a[i]"},
       " if i > 0 and k > 0 and k <= a[j]"},
      {"game g(bag [a])",
       "g(a - [x, y] + [d])",
       {"x in a", "y in a", "d = gcd(x, y)"},
       " if d > 1"},
      {"game g({S})", "g({x for x in S if x != i and x != j})", {"j in S", "i < j"}, " if i in S"},
      {"game g(bag [a])", "g(a - [x] + [y])", {"x in a", "y < x"}, ""},
      {"game g([a])", "g(a[1 -> a[1] - k])", {"j in 1..2", "k <= j"}, " if k > 0 and k <= a[1]"},
      {"game g(n)", "g(n - i - k)", {"j in 1..n", "i in 1..j", "k = i + j"}, " if i + k <= n"},
  };
  for (const Line& line : lines) {
    const std::string expected = printed(line.header, line.move, line.binders, line.condition);
    EXPECT_FALSE(expected.empty());
    std::vector<size_t> order(line.binders.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    while (std::next_permutation(order.begin(), order.end())) {
      std::vector<std::string> binders;
      for (const size_t i : order) binders.push_back(line.binders[i]);
      const std::string here = printed(line.header, line.move, binders, line.condition);
      // Those that wait for nothing keep their order.
      const auto free = std::count_if(binders.begin(), binders.end(), [](const std::string& one) {
        return one.find(" in ") != std::string::npos;
      });
      if (free < 2) {
        EXPECT_EQ(here, expected);
      }
      EXPECT_FALSE(here.empty());
    }
  }
}

/// The last of thousands is bound first, and so on: a moment, not a minute.
TEST(BinderOrder, OfThousandsIsFoundAtOnce) {
  constexpr size_t kCount = 20'000;
  std::vector<BinderSyntax> binders;
  for (size_t i = 0; i < kCount; ++i)
    binders.push_back(element_of("x" + std::to_string(i), "x" + std::to_string(i + 1), {}));
  order_binders(binders);
  for (size_t i = 0; i < kCount; ++i)
    ASSERT_EQ(binders[i].names[0], "x" + std::to_string(kCount - 1 - i));
}

TEST(BinderOrder, RefusesACircle) {
  Rulebook book;
  const auto loaded =
      book.load_text("test", "game g([a])\n  -> g(a[i -> a[i] - 1]) for i < j, j < i\n");
  ASSERT_FALSE(loaded.ok());
  EXPECT_NE(loaded.error().to_string().find("'i' and 'j' can't bound each other"),
            std::string::npos);
}

}  // namespace
}  // namespace grundy
