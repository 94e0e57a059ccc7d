#include "language/sum_syntax.h"

#include <gtest/gtest.h>

#include <variant>

namespace grundy {
namespace {

/// The first coordinate of the only part, or the message.
std::string coordinate(const std::string& text) {
  const auto sum = parse_sum("sum", text);
  if (!sum) return sum.error().message();
  return std::get<Natural>(sum->parts.at(0).arguments.at(0).value).to_string();
}

TEST(SumSyntax, PowersAreNumbers) {
  EXPECT_EQ(coordinate("nim(10^18)"), "1000000000000000000");
  EXPECT_EQ(coordinate("nim(2 ^ 70)"), "1180591620717411303424");
  EXPECT_EQ(coordinate("nim(0^0)"), "1");
  EXPECT_EQ(coordinate("nim(0^5)"), "0");
  EXPECT_EQ(coordinate("nim(1^99999999999999999999999)"), "1");
  EXPECT_EQ(coordinate("nim(7^1)"), "7");
  EXPECT_EQ(coordinate("nim(10**3)"), "1000");
}

TEST(SumSyntax, NumbersAreAddedSubtractedAndMultiplied) {
  EXPECT_EQ(coordinate("nim(10^15 + 7)"), "1000000000000007");
  EXPECT_EQ(coordinate("nim(2*10^9 - 1)"), "1999999999");
  EXPECT_EQ(coordinate("nim(3 + 2*5 - 4 - 1)"), "8");
  EXPECT_EQ(coordinate("nim(2^100 - 2^100)"), "0");
  EXPECT_EQ(coordinate("nim(3 - 4 + 5)"),
            "this number is negative, and coordinates are natural numbers");
  EXPECT_EQ(coordinate("nim(2^7000000*2^7000000)"), "the number has more than 8000000 bits");
  EXPECT_EQ(coordinate("nim(3 +)"), "expected a number, found ')'");
  EXPECT_EQ(coordinate("nim(3 * kayles(2))"), "expected a number, found 'kayles'");
  const auto list = parse_sum("sum", "some([2^3 - 1, 2*3], 5) + nim{2+1..2*4}");
  ASSERT_TRUE(list) << list.error().message();
  EXPECT_EQ(std::get<std::vector<Natural>>(list->parts[0].arguments[0].value),
            (std::vector<Natural>{7, 6}));
  EXPECT_EQ(list->parts[1].heaps[0].last, Natural(8));
}

TEST(SumSyntax, ParametersStandInSquareBrackets) {
  const auto wrong = [](const std::string& text) {
    return parse_sum("sum", text).error().message();
  };
  EXPECT_EQ(wrong("2*subtract{1, 2}(9)"),
            "parameters stand in square brackets; did you mean 'subtract[{1, 2}]'?");
  EXPECT_EQ(wrong("nim(1) + moore(2)(3, 4)"),
            "parameters stand in square brackets; did you mean 'moore[2]'?");
  EXPECT_EQ(wrong("octal[0.137](4)(3)"), "expected '+', 'using' or the end of the sum, found '('");
  EXPECT_EQ(wrong("*3(4)"), "expected '+', 'using' or the end of the sum, found '('");
}

TEST(SumSyntax, PowersThatAreNoneOrTooLarge) {
  EXPECT_EQ(coordinate("nim(10^)"), "expected an exponent, as in 10^18, found ')'");
  EXPECT_EQ(coordinate("nim(10^-1)"), "expected an exponent, as in 10^18, found '-'");
  EXPECT_EQ(coordinate("nim(10^1000000000000)"), "the number has more than 8000000 bits");
  EXPECT_EQ(coordinate("nim(2^99999999999999999999999)"), "the number has more than 8000000 bits");
  EXPECT_EQ(coordinate("nim(2^3^4)"), "expected ',' or ')', found '^'");
}

}  // namespace
}  // namespace grundy
