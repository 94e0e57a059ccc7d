#include "check/rule.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy::logic {
namespace {

class CheckRuleTest : public testing::Test {
 protected:
  const Rule& rule(const std::string& line) {
    const std::string name = "g" + std::to_string(++number_);
    EXPECT_TRUE(book_.load_text(name, "game " + name + "(n)\n  -> " + name + line + "\n").ok())
        << line;
    return *book_.rule(name).value();
  }

  /// The options of n by the line with one binder.
  std::vector<int64_t> options(const std::string& line, int64_t n) {
    const Rule& game = rule(line);
    std::vector<int64_t> result;
    const auto context = make_context(10'000'000);
    for (int64_t k = 0; k <= n; ++k) {
      Problem problem;
      const std::vector<Linear> slots = {number(n), number(k)};
      std::string reason;
      const auto meant = meaning(problem, game, game.moves[0], slots, reason);
      EXPECT_TRUE(meant.has_value()) << reason;
      problem.require(meant->legal);
      if (decide(context.get(), problem, [] { return false; }).kind == Decision::Kind::possible)
        result.push_back(k);
    }
    return result;
  }

  std::string refused(const std::string& line) {
    const Rule& game = rule(line);
    Problem problem;
    std::vector<Linear> slots = {problem.natural()};
    for (size_t i = 0; i < binder_count(game.moves[0]); ++i) slots.push_back(problem.integer());
    std::string reason;
    EXPECT_FALSE(meaning(problem, game, game.moves[0], slots, reason).has_value());
    return reason;
  }

  Rulebook book_;
  int number_ = 0;
};

TEST_F(CheckRuleTest, LegalChoices) {
  using Numbers = std::vector<int64_t>;
  EXPECT_EQ(options("(k) for k < n", 4), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(options("(k) for k < n if k % 2 = 0", 7), (Numbers{0, 2, 4, 6}));
  EXPECT_EQ(options("(k) for k <= n/2", 7), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(options("(n - k) for k in {1, 4, 9}", 8), (Numbers{1, 4}));
  EXPECT_EQ(options("(k) for k < n if max(k, 3) != n - 1", 5), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(options("(k) for k < n if not (k > 1 and k < 4)", 6), (Numbers{0, 1, 4, 5}));
}

TEST_F(CheckRuleTest, WhatIsNotTaken) {
  EXPECT_EQ(refused("(k) for k < n if k * n % 2 = 0"), "it has a product of variables");
  EXPECT_EQ(refused("(k) for k < n if any(2*x = k for x in 0..k)"),
            "it has a condition that is not affine, or a quantifier");
  EXPECT_EQ(refused("(k) + nim(n) for k < n"), "it does not lead to one position of the same game");
}

}  // namespace
}  // namespace grundy::logic
