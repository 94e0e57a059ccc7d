#include "rewriting/zero_products.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// The condition of a game of three numbers in other words, which are true at the same places.
std::string in_other_words(const std::string& condition) {
  Rulebook book;
  const auto loaded =
      book.load_text("test", "game g(a, b, c)\n  -> g(a - 1, b, c) if " + condition + "\n");
  EXPECT_TRUE(loaded.ok()) << condition;
  const MoveLine& line = (*book.rule("g"))->moves[0];
  std::string text;
  for (const Expr& one : line.conditions) {
    const Expr other = without_products(one);
    for (int64_t i = 0; i < 7 * 7 * 7; ++i) {
      Environment slots(std::vector<int64_t>{i % 7, i / 7 % 7, i / 49});
      Fault fault;
      EXPECT_EQ(evaluate(one, slots, fault) != 0, evaluate(other, slots, fault) != 0) << condition;
    }
    text += (text.empty() ? "" : " and ") + print_expr(other, line.slot_names);
  }
  return text;
}

TEST(ZeroProducts, AreSaidOfTheirFactors) {
  EXPECT_EQ(in_other_words("a*b = 0"), "a = 0 or b = 0");
  EXPECT_EQ(in_other_words("a*b*c = 0"), "a = 0 or b = 0 or c = 0");
  EXPECT_EQ(in_other_words("a*b > 0"), "0 < a and 0 < b");
  EXPECT_EQ(in_other_words("a*b != 0"), "0 < a and 0 < b");
  EXPECT_EQ(in_other_words("a*b >= 1"), "0 < a and 0 < b");
  EXPECT_EQ(in_other_words("2*a*b = 0"), "a = 0 or b = 0");
  EXPECT_EQ(in_other_words("a*b + c = 0"), "(a = 0 or b = 0) and c = 0");
  EXPECT_EQ(in_other_words("a*b + c > 0"), "0 < a and 0 < b or 0 < c");
  EXPECT_EQ(in_other_words("a*b + 1 > 0"), "1");
  EXPECT_EQ(in_other_words("a = b or a*c = 0"), "a = b or (a = 0 or c = 0)");
}

TEST(ZeroProducts, RemaindersModuloPrimes) {
  EXPECT_EQ(in_other_words("a*b % 2 = 0"), "a%2 = 0 or b%2 = 0");
  EXPECT_EQ(in_other_words("a*b % 2 = 1"), "a%2 = 1 and b%2 = 1");
  EXPECT_EQ(in_other_words("a*b*c % 3 != 0"), "a%3 != 0 and b%3 != 0 and c%3 != 0");
  EXPECT_EQ(in_other_words("(a + 1)*(b - c) % 5 = 0"), "(a + 1)%5 = 0 or (b - c)%5 = 0");
}

TEST(ZeroProducts, OthersStay) {
  for (const char* condition :
       {"a*b = 1", "a*b = c", "(a - b)*c = 0", "a*b%4 = 0", "a*b%3 = 1", "a + b = 0", "1 < a*b"}) {
    EXPECT_EQ(in_other_words(condition), condition);
  }
}

}  // namespace
}  // namespace grundy
