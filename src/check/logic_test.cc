#include "check/logic.h"

#include <gtest/gtest.h>

namespace grundy::logic {
namespace {

Decision decided(const Problem& problem, unsigned long steps = 1'000'000) {
  const auto context = make_context(steps);
  return decide(context.get(), problem, [] { return false; });
}

TEST(Logic, Decisions) {
  Problem problem;
  const Linear n = problem.natural();
  const Linear m = problem.natural();
  problem.require(equal(n + m, number(3)));
  problem.require(less(m, n));
  Problem narrower = problem;
  narrower.require(less(number(2), m));
  EXPECT_EQ(decided(problem).kind, Decision::Kind::possible);
  EXPECT_EQ(decided(narrower).kind, Decision::Kind::impossible);
  narrower = problem;
  narrower.require(equal(m, number(1)));
  EXPECT_EQ(decided(narrower).solution, (std::vector<std::string>{"2", "1"}));
}

TEST(Logic, DivisionsAndExtremes) {
  for (int64_t n = -7; n <= 7; ++n) {
    Problem problem;
    const Linear x = problem.integer();
    problem.require(equal(x, number(n)));
    const Linear quotient = problem.floor(x, 3);
    const Linear least = problem.least({x, number(2)});
    const Linear greatest = problem.greatest({x, number(2)});
    const int64_t wanted = (n - (n % 3 + 3) % 3) / 3;
    problem.require(negation(
        all({equal(quotient, number(wanted)), equal(least, number(std::min<int64_t>(n, 2))),
             equal(greatest, number(std::max<int64_t>(n, 2)))})));
    EXPECT_EQ(decided(problem).kind, Decision::Kind::impossible) << n;
  }
}

TEST(Logic, ConstantsAreDecidedAtOnce) {
  EXPECT_TRUE(is_false(less(number(2), number(2))));
  EXPECT_FALSE(is_false(at_least(number(2), number(2))));
  EXPECT_TRUE(is_false(any({})));
  EXPECT_TRUE(is_false(negation(all({}))));
  EXPECT_TRUE(is_false(lexicographically_less({number(1), number(5)}, {number(1), number(5)})));
  EXPECT_FALSE(is_false(lexicographically_less({number(1), number(5)}, {number(1), number(6)})));
}

TEST(Logic, NumbersBeyond64BitsAreNotDecided) {
  Problem problem;
  const Linear n = problem.natural();
  problem.require(at_least((int64_t{1} << 62) * (4 * n), number(1)));
  EXPECT_EQ(decided(problem).kind, Decision::Kind::unknown);
}

TEST(Logic, EndsByCountedSteps) {
  Problem problem;
  const Linear n = problem.natural();
  problem.require(any({equal(n, number(4)), equal(n, number(5))}));
  EXPECT_EQ(decided(problem, 1).kind, Decision::Kind::unknown);
  const auto context = make_context(1'000'000);
  EXPECT_EQ(decide(context.get(), problem, [] { return true; }).kind, Decision::Kind::unknown)
      << "time is over";
}

TEST(Logic, AsSmt) {
  Problem problem;
  const Linear n = problem.natural();
  problem.require(any({equal(n, number(-3)), less(n, number(2))}));
  EXPECT_EQ(to_smt(problem),
            "(declare-const v0 Int)\n"
            "(assert (>= (+ 0 0 (* 1 v0)) 0))\n"
            "(assert (or (= (+ 3 0 (* 1 v0)) 0) (>= (+ 1 0 (* (- 1) v0)) 0)))\n");
}

}  // namespace
}  // namespace grundy::logic
