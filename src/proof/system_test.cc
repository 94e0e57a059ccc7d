#include "proof/system.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "engine/ordinal/sample.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/claim.h"
#include "proof/prove.h"
#include "proof/search.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

constexpr const char* kSystems = R"(
game swap(n)
  -> swap(n - 2)
  -> nim(n/2)
game one(a)
  -> one(a - k)      for k in 1..2
game two(a, b)
  -> two(a - k, b)   for k in 1..2
  -> two(a, b - k)   for k in 1..2
  -> one(a)
  -> one(b)
game there(n)
  -> back(n - k)     for k in 1..2
game back(n)
  -> there(n - k)    for k in 1..3
game mode(n, mode)
  -> mode(n - 1, mode)
  -> nim(mode)
game pair(a, b)
  -> pair(a - k, b)     for k in 1..a
  -> pair(a, b - k)     for k in 1..b
game triple(a, b, c)
  -> triple(a - k, b - j, c)  for k in 0..a, j in 0..b  if k + j > 0
  -> triple(a, b - k, c - j)  for k in 0..b, j in 0..c  if k + j > 0 and c - j > 0
  -> pair(a, b)               if c > 0
game squares(n)
  -> squares(n - k*k)  for k >= 1
game aside(n)
  -> aside(n - 1)
  -> squares(n)
)";

class SystemTest : public testing::Test {
 protected:
  SystemTest() { EXPECT_TRUE(book_.load_text("x.game", kSystems).ok()); }
  const Rule& rule(const std::string& game) { return *book_.rule(game).value(); }
  Rulebook book_;
  Budget budget_;
};

TEST_F(SystemTest, LawsOfGamesThatLeadToOthers) {
  for (const char* game : {"swap", "two", "there", "back", "mode"}) {
    const Theorem theorem = prove(rule(game), {}, budget_).value();
    ASSERT_NE(theorem.proof<SystemProof>(), nullptr) << game;
    const Sample sample = few_values(rule(game), budget_).value();
    EXPECT_FALSE(disagreement(*theorem.formula()->formula, sample)) << game;
    const auto certificate = certificate_of(theorem, budget_);
    ASSERT_TRUE(certificate.ok()) << game << certificate.error().to_string();
    EXPECT_TRUE(check_certificate(*certificate, judge_by_isl, budget_)->accepted) << game;
  }
}

TEST_F(SystemTest, TheProofNamesTheOtherGames) {
  const std::string text = proof_text(prove(rule("two"), {}, budget_).value());
  EXPECT_EQ(text.substr(0, text.find(" The laws")),
            "Proof. Moves lead to other games, so all of them are taken as one game with a "
            "coordinate more, mode:\n1 for two(a, b) and 0 for one(a). The value of one(a) is a % "
            "3.");
}

TEST_F(SystemTest, FormulasOfTheUser) {
  const auto claimed = [&](const char* text) {
    return prove_claim(rule("swap"), text, {}, budget_).value();
  };
  EXPECT_NE(claimed("n % 4 in {0, 1}: 1; 0").proof<SystemProof>(), nullptr);
  EXPECT_EQ(claimed("n % 4 in {0, 2}: 1; 0").status(), Theorem::Status::refuted);
  // Right as far as it is tested, and false beyond.
  EXPECT_FALSE(claimed("n > 10000: 7; n % 4 in {0, 1}: 1; 0").is_proved());
}

TEST_F(SystemTest, WhoWins) {
  for (const char* game : {"triple", "pair"}) {
    const Theorem theorem = prove(rule(game), {}, budget_).value();
    ASSERT_TRUE(theorem.is_proved()) << game;
  }
  const Theorem theorem = prove(rule("triple"), {}, budget_).value();
  ASSERT_NE(theorem.proof<SystemProof>(), nullptr) << statement(theorem);
  const std::string lost_if = std::get<AutomaticStatement>(theorem.statement).lost_if;
  const Claim claim = read_claim(rule("triple"), "lost: " + lost_if).value();
  const Sample sample = few_values(rule("triple"), budget_).value();
  for_each_point(sample.size, [&](size_t index, const std::vector<int64_t>& point) {
    EXPECT_EQ(evaluate(claim, point).has_value(), sample.values[index] == 0) << index;
    return true;
  });
  const auto certificate = certificate_of(theorem, budget_);
  ASSERT_TRUE(certificate.ok()) << certificate.error().to_string();
  EXPECT_TRUE(check_certificate(*certificate, judge_by_isl, budget_)->accepted);
  const Theorem claimed = prove_claim(rule("triple"), "lost: " + lost_if, {}, budget_).value();
  EXPECT_NE(claimed.proof<SystemProof>(), nullptr);
  EXPECT_EQ(prove_claim(rule("triple"), "lost: a = b", {}, budget_)->status(),
            Theorem::Status::refuted);
}

TEST_F(SystemTest, AnOtherGameWithoutAFormula) {
  EXPECT_FALSE(prove(rule("aside"), {}, budget_)->is_proved());
}

}  // namespace
}  // namespace grundy
