#include "proof/term_latex.h"

#include <gtest/gtest.h>

#include "proof/claim_text.h"

namespace grundy {
namespace {

TEST(TermLatexTest, TermsAreMathematics) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("test", "game g(k, low, n)\n  -> g(k, low, n - 1)\n"));
  const Rule& rule = **book.rule("g");
  const auto value = [&](const std::string& text) {
    const Claim claim = *read_claim(rule, text);
    return latex_term(claim.cases[0].coefficients[0], claim.slot_names);
  };
  EXPECT_EQ(value("n % (k + 1)"), "n \\bmod (k + 1)");
  EXPECT_EQ(value("n % (k + low) / k"),
            "\\left\\lfloor \\frac{n \\bmod (k + \\mathrm{low})}{k} \\right\\rfloor");
  EXPECT_EQ(value("n % (k + 1) % 2"), "(n \\bmod (k + 1)) \\bmod 2");
  EXPECT_EQ(value("2*(n - (k - 3))"), "2 \\cdot (n - (k - 3))");
  const Claim claim = *read_claim(rule, "k < n and n != 3: 0; 1");
  EXPECT_EQ(latex_term(claim.cases[0].conditions[0], claim.slot_names), "k < n");
  EXPECT_EQ(latex_term(claim.cases[0].conditions[1], claim.slot_names), "n \\ne 3");
}

}  // namespace
}  // namespace grundy
