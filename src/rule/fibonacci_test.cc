#include "rule/fibonacci.h"

#include <gtest/gtest.h>

#include <set>

#include "language/rulebook.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

TEST(FibonacciTest, TheConditionHoldsOfFibonacciNumbers) {
  const std::set<int64_t> fibonacci{0,  1,  2,   3,   5,   8,   13,  21,   34,
                                    55, 89, 144, 233, 377, 610, 987, 1597, 2584};
  for (int64_t n = -3; n <= 3000; ++n) {
    Environment none(std::vector<int64_t>{});
    Fault fault;
    EXPECT_EQ(evaluate(fibonacci_condition(constant(n)), none, fault) != 0,
              fibonacci.contains(std::abs(n)))
        << n;
  }
}

TEST(FibonacciTest, IsSeenInARuleAndInItsPrint) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("t", "game g(n)\n  -> g(n - k) for k in 1..n if isfibonacci(k)\n"));
  const Rule& rule = **book.rule("g");
  ASSERT_EQ(rule.moves[0].conditions.size(), 1u);
  const Expr* asked = asked_for_fibonacci(rule.moves[0].conditions[0]);
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(asked->op, Op::slot);
  Rulebook again;
  ASSERT_TRUE(again.load_text("t", print_rule(rule)));
  EXPECT_NE(asked_for_fibonacci((**again.rule("g")).moves[0].conditions[0]), nullptr)
      << print_rule(rule);
  EXPECT_EQ(asked_for_fibonacci(apply(Op::logical_or, {constant(1), constant(0)})), nullptr);
}

}  // namespace
}  // namespace grundy
