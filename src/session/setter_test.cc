#include "session/setter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "session/outcomes.h"

namespace grundy {
namespace {

const char* const kRules =
    "game race(n)\n  win if n % 7 = 3\n  -> race(n - k) for k in 1..2\n"
    "game sides(a, b)\n  left -> sides(a - k, b) for k in 1..2\n  right -> sides(a, b - k) for k "
    "in {1, 3}\n";

class SetterTest : public testing::Test {
 protected:
  SetterTest() { EXPECT_TRUE(session_.load_rules("rules.game", kRules).ok()); }

  std::string told(const Attempt<StressReport>& report) {
    if (!report) return report.error().message();
    if (!report->failure)
      return fmt::format("{} {}{}", report->tested, report->random, report->complete ? " all" : "");
    return fmt::format("{}: {}, not {}", report->failure->position, report->failure->right,
                       report->failure->given);
  }
  std::string formula(const std::string& game, const std::string& formula,
                      const std::string& limits) {
    return told(stress_formula(session_, game, formula, {limits, 50, 1, {}}, budget_));
  }
  std::string program(const std::string& game, const std::string& program,
                      SetterQuestion question) {
    return told(stress_program(session_, game, program, question, budget_));
  }

  Session session_;
  Budget budget_;
};

TEST_F(SetterTest, TheLeastFailureIsFound) {
  EXPECT_EQ(formula("kayles", "n % 12", "n <= 100"), "kayles(4): 1, not 4");
  EXPECT_EQ(formula("wythoff", "lost: a = b", "a <= 20 and b <= 20"), "wythoff(1, 1): N, not P");
  EXPECT_EQ(formula("wythoff", "lost: a = b", "a <= 20 and b = 0 and a >= 2"), "19 0 all");
  EXPECT_EQ(formula("wythoff", "lost: min(a, b) = floor(abs(a - b)*phi)", "a <= 30 and b <= a"),
            "496 0 all");
  EXPECT_EQ(formula("race", "lost: n % 7 = 0 or n % 7 = 4", "n < 500"), "500 0 all");
  EXPECT_EQ(formula("race", "lost: n % 7 = 0", "n <= 10"), "race(4): P, not not P");
  EXPECT_EQ(formula("nim", "n - n/100001", "n <= 10^9").substr(0, 4), "nim(");
  EXPECT_EQ(formula("nim", "n", "1 <= n <= 10^9"), "100050 50");
}

TEST_F(SetterTest, WhatIsWrongIsSaid) {
  EXPECT_EQ(formula("race", "n % 7", "n <= 10"),
            "'race' has no values; a formula of yours says who wins: 'lost: CONDITION'");
  EXPECT_EQ(formula("kayles", "n", "n <= 5 and n >= 7"), "no 'n' is within the limits");
  EXPECT_EQ(formula("kayles", "n", "n <= 5 and n % 7 = 6"), "no position is within the limits");
  EXPECT_EQ(formula("kayles", "n", "m <= 5"), "unknown name 'm'; here the name is n");
  EXPECT_EQ(program("kayles", "./no-such-program", {"", 5, 1, {}}),
            "'./no-such-program' can't be run");
  EXPECT_FALSE(test_positions(session_, "kayles", {"", 0, 1, {}}, budget_).ok());
}

TEST_F(SetterTest, ProgramsAreAsked) {
  EXPECT_EQ(program("nim", "cat", {"n <= 1000", 5, 1, {}}), "10 5");
  EXPECT_EQ(program("nim", "false", {"", 5, 1, {}}), "nim(0): 0, not exit status 1");
  EXPECT_EQ(program("kayles", "cat", {"", 5, 1, {}}), "kayles(4): 1, not 4");
  EXPECT_EQ(program("nim", "echo first", {"n >= 1", 5, 1, {{"First", "Second"}}}), "10 5");
  EXPECT_EQ(program("nim", "echo first", {"", 5, 1, {{"First", "Second"}}}),
            "nim(0): Second, not first");
  EXPECT_EQ(
      program("sides", "awk '{print ($1 > $2 ? \"L\" : $1 < $2 ? \"R\" : \"P\")}'", {"", 9, 1, {}}),
      "18 9");
}

TEST_F(SetterTest, TestsAreRightAndBalanced) {
  const SetterQuestion question{"a <= 10^6 and b <= a", 60, 3, {{"First", "Second"}}};
  const auto tests = test_positions(session_, "wythoff", question, budget_);
  ASSERT_TRUE(tests.ok()) << tests.error().message();
  ASSERT_EQ(tests->size(), 60U);
  std::set<std::string> met;
  size_t lost = 0;
  for (const TestPosition& test : *tests) {
    EXPECT_TRUE(met.insert(test.input).second) << test.input;
    std::istringstream numbers(test.input);
    uint64_t a = 0, b = 0;
    numbers >> a >> b;
    EXPECT_LE(b, a);
    EXPECT_LE(a, 1'000'000U);
    const Question one = *session_.read(fmt::format("wythoff({}, {})", a, b), budget_);
    const auto answer = session_.solve(one, Play::normal, 0, budget_);
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(test.answer, answer->outcome == Outcome::P ? "Second" : "First") << test.input;
    lost += answer->outcome == Outcome::P ? 1 : 0;
  }
  EXPECT_GE(lost, 15U);
  EXPECT_EQ(tests->front().input, "0 0");
  EXPECT_TRUE(met.contains("1000000 1000000"));
  const auto few = test_positions(session_, "race", {"n <= 2", 9, 1, {}}, budget_);
  ASSERT_TRUE(few.ok());
  EXPECT_EQ(few->size(), 3U);
}

}  // namespace
}  // namespace grundy
