#include "proof/outcomes.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/certified.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

constexpr const char* kWalkRule = "game walk(n)\n  -> walk(n - 3)\n  -> walk(n + 1)  if n >= 1\n";
constexpr const char* kKingRule =
    "game king(a, b)\n  -> king(a - x, b - y)  for x <= 1, y <= 1  if x + y > 0\n  -> king(a + 1, "
    "b)  if a + b > 0\n";

class ProveOutcomes : public testing::Test {
 protected:
  Attempt<Theorem> prove_game(const char* text, const char* name) {
    EXPECT_TRUE(book_.load_text("test", text).ok()) << text;
    return prove(**book_.rule(name), {}, budget_);
  }

  Rulebook book_;
  Budget budget_;
};

TEST_F(ProveOutcomes, TheLawInWords) {
  const auto theorem = prove_game(kWalkRule, "walk");
  ASSERT_TRUE(theorem && theorem->is_proved());
  EXPECT_EQ(statement(*theorem),
            "For all natural numbers n at walk(n), by the first condition that holds,\n"
            "  if n >= 3 and n % 2 = 1:  the player to move wins (N) in at most n - 2 moves\n"
            "  if n % 2 = 0:  the player to move loses (P) in at most n moves\n"
            "  otherwise:  the player to move wins (N) in at most 3 moves");
  EXPECT_NE(proof_text(*theorem).find("The proof does not use that play ends."), std::string::npos);
  EXPECT_NE(
      latex(*theorem).find(
          "\\item if $n \\equiv 0 \\pmod{2}$: the player to move loses (P) in at most $n$ moves;"),
      std::string::npos)
      << latex(*theorem);
}

TEST_F(ProveOutcomes, TheCertificateIsReadBack) {
  for (const auto& [text, name] : {std::pair(kWalkRule, "walk"), std::pair(kKingRule, "king")}) {
    const auto theorem = prove_game(text, name);
    ASSERT_TRUE(theorem && theorem->is_proved()) << text;
    const auto certificate = certificate_of(*theorem, budget_);
    ASSERT_TRUE(certificate.ok());
    const auto judgement = check_certificate(*certificate, judge_by_isl, budget_);
    ASSERT_TRUE(judgement.ok());
    EXPECT_TRUE(judgement->accepted) << judgement->reason;
    const auto read = theorem_in(*certificate);
    ASSERT_TRUE(read.ok());
    ASSERT_NE(read->theorem.outcomes(), nullptr);
    const Formula& found = theorem->outcomes()->formula;
    for (int64_t a = 0; a < 12; ++a) {
      const std::vector<int64_t> point(found.arity, a);
      EXPECT_EQ(evaluate(read->theorem.outcomes()->formula, point), evaluate(found, point)) << a;
    }
  }
}

TEST_F(ProveOutcomes, UnknownWhereItIsBeyondIt) {
  const auto ends = prove_outcomes(**book_.rule("wythoff"), budget_);
  ASSERT_TRUE(ends.ok());
  EXPECT_FALSE(ends->has_value());
  const auto squares =
      prove_game("game far(n)\n  -> far(n*n)  if n >= 2\n  -> far(n - 1)\n", "far");
  ASSERT_TRUE(squares.ok());
  EXPECT_EQ(squares->status(), Theorem::Status::unknown);
}

}  // namespace
}  // namespace grundy
