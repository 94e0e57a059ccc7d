#include "proof/formula_slips.h"

#include <gtest/gtest.h>

namespace grundy::proof {
namespace {

std::string meant(std::string_view text) {
  const std::string n[] = {"n"};
  return formula_slip(text, n).meant;
}

TEST(FormulaSlips, CasesAreWrittenAsInOtherLanguages) {
  EXPECT_EQ(meant("0 if n % 7 = 0 else 1"), "0 if n % 7 = 0; 1 otherwise");
  EXPECT_EQ(meant("0 if n == 0 else 1 if n == 1 else n"), "0 if n = 0; 1 if n = 1; n otherwise");
  EXPECT_EQ(meant("n % 4 == 0 ? 1 : 0"), "1 if n % 4 = 0; 0 otherwise");
  EXPECT_EQ(meant("n = 0 ? 1 : n = 1 ? 2 : 3"), "1 if n = 0; 2 if n = 1; 3 otherwise");
  EXPECT_EQ(meant("if n % 2 = 0 then 0 else 1"), "0 if n % 2 = 0; 1 otherwise");
  EXPECT_EQ(meant("if n = 0 then 1 else if n = 1 then 2 else 3"),
            "1 if n = 0; 2 if n = 1; 3 otherwise");
}

TEST(FormulaSlips, SignsOfOtherLanguages) {
  EXPECT_EQ(meant("(n%7==0||n%7==2)?0:(n%7==5)?3:2"),
            "0 if (n%7=0 or n%7=2); 3 if (n%7=5); 2 otherwise");
  EXPECT_EQ(meant("0 if n%7 in (0,2) else 1 if n%7 in [1,3] else 2"),
            "0 if n%7 in {0,2}; 1 if n%7 in {1,3}; 2 otherwise");
  EXPECT_EQ(meant("return n%7;"), "n%7");
  EXPECT_EQ(meant("return 0 if n == 0 else 1"), "0 if n = 0; 1 otherwise");
  EXPECT_EQ(meant("n even: 0, n odd: 1"), "0 if n % 2 = 0; 1 otherwise");
  const std::string n[] = {"n"};
  EXPECT_FALSE(formula_slip("g(n+7)=g(n)", n).what.empty());
  EXPECT_FALSE(formula_slip("g(n + 7) = g(n)", n).what.empty());
}

TEST(FormulaSlips, CaretsArePowersOrNimSums) {
  EXPECT_EQ(meant("n^2"), "n**2");
  EXPECT_EQ(meant("(n - 1)^2"), "(n - 1)**2");
  EXPECT_EQ(meant("n ^ 1"), "n ^^ 1");
  EXPECT_EQ(meant("(n & 3)^1"), "(n & 3)^^1");
  EXPECT_EQ(meant("n & 3^1"), "n & 3^^1");
  EXPECT_EQ(meant("n mod 4 ^ 1"), "n % 4 ^^ 1");
  EXPECT_EQ(meant("n % 10^18"), "");
  EXPECT_EQ(meant("w^2"), "");
  const std::string ab[] = {"a", "b"};
  EXPECT_EQ(formula_slip("lost: a ≡ b (mod 3)", ab).meant, "lost: a % 3 = b % 3");
  EXPECT_EQ(formula_slip("a^b", ab).meant, "a^^b");
}

TEST(FormulaSlips, ValuesAreAPeriod) {
  EXPECT_EQ(meant("[0,1,0,1,2,3,2][n % 7]"),
            "0 if n % 7 in {0, 2}; 1 if n % 7 in {1, 3}; 2 if n % 7 in {4, 6}; 3 otherwise");
  EXPECT_EQ(meant("0, 1, 2, 0, 1, 2, …"), "n % 3");
  EXPECT_EQ(meant("0 1 0 1 ..."), "n % 2");
  EXPECT_EQ(meant("0, 1, 2, 3"), "n % 4");
  EXPECT_EQ(meant("0 1 2 0 1 2 0"), "n % 3");
  EXPECT_EQ(meant("[0, 1, 0, 1, 2]"), "0 if n % 5 in {0, 2}; 1 if n % 5 in {1, 3}; 2 otherwise");
  EXPECT_EQ(meant("1 1 1"), "1");
  EXPECT_EQ(meant("7"), "");
}

TEST(FormulaSlips, BracketsAndRemainders) {
  EXPECT_EQ(meant("(n % 7"), "(n % 7)");
  EXPECT_EQ(meant("n % 7)"), "n % 7");
  EXPECT_EQ(meant("⌊n/2⌋"), "n/2");
  EXPECT_EQ(meant("1 + ⌊n/2⌋"), "1 + (n/2)");
  EXPECT_EQ(meant("n modulo 4"), "n % 4");
  EXPECT_EQ(meant("3 if n ≡ 5 (mod 7), 0 otherwise"), "3 if n % 7 = 5; 0 otherwise");
  EXPECT_EQ(meant("0 wenn n % 3 = 0; sonst 2"), "0 if n % 3 = 0; 2 otherwise");
  EXPECT_EQ(meant("⌊n/2⌋ mod 3"), "(n/2) % 3");
  EXPECT_EQ(meant("n^2 % 5"), "n**2 % 5");
  EXPECT_EQ(meant("n² mod 5"), "n**2 % 5");
  EXPECT_EQ(meant("n ^^ 1"), "");
}

TEST(FormulaSlips, WhatIsRightStays) {
  for (const char* text : {"n % 4", "0 if n % 7 = 0; 1 otherwise", "n = 0: 1; 2", "lost: n % 3 = 0",
                           "max(n, 3)", "0", "base 3: n % 2", "", " ", "?", "if", ")", "else",
                           " else ", "if then else ", "a ? b", "w*n + 1"})
    EXPECT_EQ(meant(text), "") << text;
}

}  // namespace
}  // namespace grundy::proof
