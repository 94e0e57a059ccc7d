#include "check/smt.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Obligation below(int64_t bound) {
  Obligation one;
  one.line = 7;
  one.flaw = "n is small";
  const logic::Linear n = one.problem.natural();
  one.problem.require(logic::less(n, logic::number(bound)));
  return one;
}

TEST(Smt, Script) {
  EXPECT_EQ(to_smt(std::vector<Obligation>{below(2)}),
            "(set-logic QF_LIA)\n"
            "; line 7: n is small\n"
            "(push 1)\n"
            "(declare-const v0 Int)\n"
            "(assert (>= (+ 0 0 (* 1 v0)) 0))\n"
            "(assert (>= (+ 1 0 (* (- 1) v0)) 0))\n"
            "(check-sat)\n"
            "(pop 1)\n"
            "(exit)\n");
}

TEST(Smt, AMissingProgramIsSaid) {
  const auto answer = judge_by_solver("no-such-solver")({}, Budget());
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().kind, Error::Kind::declined);
  EXPECT_NE(answer.error().message().find("'no-such-solver' is not there"), std::string::npos);
}

class SmtSolver : public testing::TestWithParam<const char*> {};

TEST_P(SmtSolver, Judges) {
  const Judge judge = judge_by_solver(GetParam());
  if (const auto answer = judge({}, Budget()); !answer) GTEST_SKIP() << answer.error().message();
  EXPECT_TRUE(judge({below(0), below(-3)}, Budget())->accepted);
  const auto rejected = judge({below(0), below(1)}, Budget());
  ASSERT_TRUE(rejected.ok());
  EXPECT_FALSE(rejected->accepted);
  EXPECT_EQ(rejected->line, 7u);
  EXPECT_EQ(rejected->reason, "n is small");
}
INSTANTIATE_TEST_SUITE_P(Programs, SmtSolver, testing::Values("z3", "cvc5"));

}  // namespace
}  // namespace grundy
