#include "session/condition.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

class ConditionTest : public testing::Test {
 protected:
  /// Whether it holds of wythoff(a, b) with the value; "error: …" otherwise.
  std::string asked(std::string_view text, uint64_t a, uint64_t b, const Value& value) {
    const Attempt<PositionCondition> condition =
        PositionCondition::read(text, {book_.rule("wythoff").value()});
    if (!condition) return condition.error().message();
    const Attempt<bool> holds = condition->holds({Natural(a), Natural(b)}, value);
    return !holds ? holds.error().message() : *holds ? "yes" : "no";
  }
  Rulebook book_;
};

TEST_F(ConditionTest, CoordinatesAndValue) {
  EXPECT_EQ(asked("value = 0 and a <= b", 1, 2, Ordinal(0)), "yes");
  EXPECT_EQ(asked("value = 0 and a <= b", 2, 1, Ordinal(0)), "no");
  EXPECT_EQ(asked("value in {3, 5} or (a + b) % 7 = 2", 4, 5, Ordinal(9)), "yes");
}

TEST_F(ConditionTest, InfiniteValuesAreCompared) {
  const Ordinal omega = Ordinal::power_of_omega(1);
  EXPECT_EQ(asked("value >= 1000000", 0, 0, omega), "yes");
  EXPECT_EQ(asked("value = 0", 0, 0, omega), "no");
  EXPECT_EQ(asked("value % 2 = 0", 0, 0, omega),
            "the value ω is compared only: 'value >= 10' can be asked of it, no term of it");
}

TEST_F(ConditionTest, LoonyIsAValue) {
  EXPECT_EQ(asked("value = loony", 0, 0, Value::loony()), "yes");
  EXPECT_EQ(asked("value >= 10", 0, 0, Value::loony()), "yes");
  EXPECT_EQ(asked("value = loony", 0, 0, Ordinal(3)), "no");
  EXPECT_EQ(asked("value = loony", 0, 0, Value::loopy({})), "no");
  EXPECT_EQ(asked("value != loony and a = 1", 1, 0, Ordinal::power_of_omega(1)), "yes");
}

TEST_F(ConditionTest, OutcomesAreLetters) {
  EXPECT_EQ(asked("outcome = P", 1, 2, Ordinal(0)), "yes");
  EXPECT_EQ(asked("outcome = N and a = 1", 1, 2, Ordinal(3)), "yes");
  EXPECT_EQ(asked("outcome in {L, R, D} or outcome = P", 1, 2, Ordinal(3)), "no");
  ASSERT_TRUE(book_.load_text("g.game", "game g[N](P)\n  -> g(P - k) for k in 1..N\n"));
  ParameterValue three;
  three.name = "N";
  three.number = 3;
  const TabledGame game{*book_.rule("g", {three}), true};
  EXPECT_FALSE(PositionCondition::read("outcome = P", game, true).ok());
  EXPECT_FALSE(PositionCondition::read("outcome != N", game, true).ok());
  const auto both = PositionCondition::read("outcome != D and P = 2 and N = 3", game, true);
  ASSERT_TRUE(both.ok()) << both.error().message();
  EXPECT_TRUE(*both->holds({Natural(2)}, Value(1)));
  EXPECT_TRUE(
      *PositionCondition::read("outcome = D", game, true)->holds({Natural(2)}, Value::loopy({})));
  EXPECT_FALSE(PositionCondition::read("value = 0", game, true).ok());
}

TEST_F(ConditionTest, ErrorsHaveTheirPlace) {
  const Attempt<PositionCondition> wrong =
      PositionCondition::read("value = c", {book_.rule("wythoff").value()});
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().diagnostics[0].column, 9U);
  EXPECT_EQ(wrong.error().message(),
            "unknown name 'c'; here the names are a, b, value, outcome, P, N, L, R, D, undecided, "
            "loony");
}

}  // namespace
}  // namespace grundy
