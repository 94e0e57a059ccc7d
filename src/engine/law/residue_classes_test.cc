#include "engine/law/residue_classes.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

class ResidueClassesTest : public testing::Test {
 protected:
  std::optional<ResidueClasses> of(const std::string& lines) {
    EXPECT_TRUE(book_.load_text("test", "game g(n)\n" + lines).ok());
    return ResidueClasses::of(*book_.rule("g").value());
  }
  Rulebook book_;
};

TEST_F(ResidueClassesTest, SquareFreeNumbersAreNoMultiplesOfFour) {
  const auto classes =
      of("  -> g(n - s) for s in 1..n if all(s % (d*d) != 0 for d in 2..isqrt(s))\n");
  ASSERT_TRUE(classes.has_value());
  EXPECT_EQ(classes->residues(4), (std::vector<char>{0, 1, 1, 1}));
  EXPECT_EQ(classes->residues(3), (std::vector<char>{1, 1, 1}));
  EXPECT_EQ(classes->least(12), (std::vector<int64_t>{1, 2, 3, 5, 6, 7, 10, 11}));
}

TEST_F(ResidueClassesTest, PowersOfPrimesAreNoMultiplesOfSix) {
  const auto classes = of("  -> g(n - p**k) for p in 2..n, k in 1..n if isprime(p)\n");
  ASSERT_TRUE(classes.has_value());
  EXPECT_EQ(classes->residues(6), (std::vector<char>{0, 1, 1, 1, 1, 1}));
  EXPECT_EQ(classes->least(11), (std::vector<int64_t>{2, 3, 4, 5, 7, 8, 9, 11}));
}

/// The count depends on another variable, so that no remainder is left out.
TEST_F(ResidueClassesTest, CountsByOtherVariablesTellNothing) {
  const auto classes = of(
      "  -> g(n - k) for j in 0..9, k in 1..n if count(k % d = 0 for d in 2..k if d < j) <= 1\n");
  ASSERT_TRUE(classes.has_value());
  EXPECT_EQ(classes->residues(6), (std::vector<char>{1, 1, 1, 1, 1, 1}));
}

TEST_F(ResidueClassesTest, NumbersThatLoseAConstant) {
  const auto classes = of("  -> g(n - (2**i - 1)) for i >= 1\n");
  ASSERT_TRUE(classes.has_value());
  EXPECT_EQ(classes->residues(2), (std::vector<char>{0, 1}));
  EXPECT_EQ(classes->least(16), (std::vector<int64_t>{1, 3, 7, 15}));
  // i = 1 would make the heap larger.
  EXPECT_FALSE(of("  -> g(n - (2**i - 5)) for i >= 1\n").has_value());
}

TEST_F(ResidueClassesTest, WhatIsNotTakenFromEveryHeapIsLeft) {
  for (const char* line :
       {"-> g(n - s) for s in n/2..n", "-> g(n/2)", "-> g(n - s) for s in 1..n if n % s = 0",
        "-> g(n - s + 1) for s in 2..n", "-> g(n - s) for s in -3..n"})
    EXPECT_FALSE(of(std::string("  ") + line + "\n").has_value()) << line;
}

}  // namespace
}  // namespace grundy
