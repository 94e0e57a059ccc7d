#include "proof/claim.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

class ClaimTest : public testing::Test {
 protected:
  Theorem about(const std::string& game, std::string_view text) {
    Budget budget;
    return prove_claim(*book_.rule(game).value(), text, {}, budget).value();
  }
  Rulebook book_;
};

TEST_F(ClaimTest, RightOnesAreProvedAsTheyAreWritten) {
  const Theorem theorem = about("forced", "n >= m: n - m; w + m - n - 1");
  EXPECT_TRUE(theorem.is_proved());
  EXPECT_EQ(theorem.formula()->cases,
            (std::vector<StatedCase>{{"n >= m", "n - m"}, {"otherwise", "w + m - n - 1"}}));
  EXPECT_EQ(theorem.formula()->latex[1].condition, "\\text{otherwise}");
  EXPECT_EQ(theorem.formula()->latex[0].condition, "\\texttt{n >= m}");
  EXPECT_FALSE(theorem.formula()->formula.has_value());
}

TEST_F(ClaimTest, SumsOfTwoHeapsAreDecidedByDigits) {
  const Theorem theorem = about("lasker", "n % 4 = 0 and n > 0: n - 1; n % 4 = 3: n + 1; n");
  EXPECT_NE(theorem.proof<AutomaticProof>(), nullptr);
  EXPECT_EQ(theorem.formula()->cases.size(), 3U);
  EXPECT_EQ(
      about("lasker", "n % 4 = 0 and n > 0: n - 1; n % 4 = 3: n + 2; n").refutation()->position,
      (std::vector<int64_t>{3}));
}

TEST_F(ClaimTest, WrongOnesFailAtTheSmallestPosition) {
  const Theorem king = about("king", "min(a, b) % 2 = 0: max(a, b) % 2; 3");
  EXPECT_EQ(king.refutation()->position, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(king.refutation()->claimed, "3");
  EXPECT_EQ(king.refutation()->true_value, "2");
  // Infinitely many options: the law itself tells where.
  EXPECT_EQ(remarks(about("forced", "n >= m: n - m; w + m - n")),
            "It fails at forced(1, 0): the value is ω, by the formula it is ω+1.");
  // Slices tell it too.
  EXPECT_EQ(about("stones", "w*b + s").refutation()->position, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(about("forced", "n >= m: n - m").refutation()->claimed, "");
}

TEST_F(ClaimTest, AConjectureIsTestedAsFarAsIsQuick) {
  ASSERT_TRUE(book_.load_text(
      "test", "game heaps(a, b)\n  -> heaps(x, b) for x < a\n  -> heaps(a, y) for y < b\n"));
  const Theorem late = about("heaps", "a ^^ b + a/100");
  ASSERT_NE(late.refutation(), nullptr) << remarks(late);
  EXPECT_EQ(late.refutation()->position, (std::vector<int64_t>{100, 0}));
  EXPECT_EQ(late.refutation()->claimed, "101");
  EXPECT_EQ(late.refutation()->true_value, "100");
}

TEST_F(ClaimTest, NothingIsSaidOfOtherNamesOfSums) {
  EXPECT_EQ(about("treblecross", "n").reason(), "it is another name for a sum");
}

}  // namespace
}  // namespace grundy
