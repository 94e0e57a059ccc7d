#include "value/value.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(ValueTest, PrintsEachKind) {
  EXPECT_EQ(Value(5).to_string(), "5");
  EXPECT_EQ(Value(Ordinal::omega()).to_string(), "ω");
  EXPECT_EQ(Value::loopy({}).to_string(), "∞");
  EXPECT_EQ(Value::loopy({2, 0, 2}).to_string(), "∞(0, 2)");
}

TEST(ValueTest, TellsWhoWins) {
  EXPECT_EQ(Value().outcome(), Outcome::P);
  EXPECT_EQ(Value(3).outcome(), Outcome::N);
  EXPECT_EQ(Value(Ordinal::omega()).outcome(), Outcome::N);
  EXPECT_EQ(Value::loopy({0, 2}).outcome(), Outcome::N);
  EXPECT_EQ(Value::loopy({2}).outcome(), Outcome::D);
  EXPECT_EQ(Value::loopy({}).outcome(), Outcome::D);
}

TEST(ValueTest, Adds) {
  EXPECT_EQ(nim_sum(Value(5), Value(3)), Value(6));
  EXPECT_EQ(nim_sum(Value(2), Value::loopy({0, 2})), Value::loopy({2, 0}));
  EXPECT_EQ(nim_sum(Value(2), Value::loopy({2})).outcome(), Outcome::N);
  EXPECT_EQ(nim_sum(Value::loopy({0}), Value::loopy({0})), Value::loopy({}));
  EXPECT_EQ(nim_sum(Value(Ordinal::omega()), Value::loopy({0})), Value::loopy({}));
}

TEST(ValueTest, IsOrdered) {
  EXPECT_LT(Value(3), Value(Ordinal::omega()));
  EXPECT_LT(Value(Ordinal::omega()), Value::loopy({}));
  EXPECT_LT(Value::loopy({}), Value::loopy({0}));
  EXPECT_EQ(Value::loopy({1, 0}), Value::loopy({0, 1}));
  EXPECT_NE(Value(), Value::loopy({}));
}

}  // namespace
}  // namespace grundy
