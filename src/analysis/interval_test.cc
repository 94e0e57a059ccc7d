#include "analysis/interval.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/print.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

/// A term over a in -3..5, b in 2..9 and c >= 0.
Expr term(const std::string& text) {
  Rulebook book;
  const auto loaded =
      book.load_text("term.game", fmt::format("game x(a, b, c)\n  -> x({}, 0, 0)\n", text));
  EXPECT_TRUE(loaded.ok()) << loaded.error().to_string();
  return (*book.rule("x"))->moves[0].parts[0].coordinates[0];
}
const std::vector<Interval> kSlots = {{-3, 5}, {2, 9}};

std::string interval(const std::string& text) {
  return print_interval(interval(term(text), kSlots));
}

TEST(Interval, OfEachOperation) {
  EXPECT_EQ(interval("a + b"), "-1..14");
  EXPECT_EQ(interval("a - b"), "-12..3");
  EXPECT_EQ(interval("-a"), "-5..3");
  EXPECT_EQ(interval("a*b"), "-27..45");
  EXPECT_EQ(interval("a*c"), "..");
  EXPECT_EQ(interval("b*c"), "0..");
  EXPECT_EQ(interval("b/2"), "1..4");
  EXPECT_EQ(interval("a/2"), "-2..2");
  EXPECT_EQ(interval("b % 5"), "0..4");
  EXPECT_EQ(interval("c % b"), "0..8");
  EXPECT_EQ(interval("min(a, b)"), "-3..5");
  EXPECT_EQ(interval("max(a, b, 4)"), "4..9");
  EXPECT_EQ(interval("abs(a)"), "0..5");
  EXPECT_EQ(interval("gcd(b, c)"), "0..");
  EXPECT_EQ(interval("isqrt(b)"), "0..9");
  EXPECT_EQ(interval("b ^^ 4"), "0..13");
  EXPECT_EQ(interval("c + 1"), "1..");
}

// Beyond 64 bits there is no bound rather than a wrong one.
TEST(Interval, Saturates) {
  EXPECT_EQ(interval("a*4611686018427387904"), "..");
  EXPECT_EQ(interval("b + 9223372036854775800"), "9223372036854775802..");
}

std::string trend(const std::string& text, size_t variable) {
  const Trend found = trend(term(text), variable, kSlots);
  return fmt::format("{}{}{}", found.rises ? "rises " : "", found.falls ? "falls " : "",
                     found.unbounded ? "without bound" : "");
}

TEST(Interval, Trends) {
  EXPECT_EQ(trend("a + b", 0), "rises without bound");
  EXPECT_EQ(trend("b - 2*a", 0), "falls without bound");
  EXPECT_EQ(trend("b*c", 2), "rises without bound");
  EXPECT_EQ(trend("a*c", 2), "");
  EXPECT_EQ(trend("c*c", 2), "rises without bound");
  EXPECT_EQ(trend("c/2", 2), "rises without bound");
  EXPECT_EQ(trend("min(c, b)", 2), "rises ");
  EXPECT_EQ(trend("b", 2), "rises falls ");
  EXPECT_EQ(trend("c % 3", 2), "");
}

TEST(Interval, LinearFactors) {
  const auto factor = [](const std::string& text, size_t variable) {
    int64_t found = 0;
    return linear_factor(term(text), variable, found) ? std::to_string(found) : "none";
  };
  EXPECT_EQ(factor("a + 3*(b - 2*c)", 2), "-6");
  EXPECT_EQ(factor("a + b", 2), "0");
  EXPECT_EQ(factor("b*c", 2), "none");
  EXPECT_EQ(factor("c/2", 2), "none");
}

}  // namespace
}  // namespace grundy
