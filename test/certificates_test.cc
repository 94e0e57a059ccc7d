// The certificate of every law that is proved, checked by all checkers.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

#include "check/check.h"
#include "check/smt.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "run_program.h"
#include "session/session.h"

namespace grundy {
namespace {

const std::string kLaws = std::string(GRUNDY_SOURCE_DIR) + "/test/proof/laws.game";

/// Games whose moves lead to sums: what the format of certificates has no place for.
const std::vector<std::string> kSums = {"chocolate", "dominoes", "crossing"};

std::vector<std::string> games() {
  std::vector<std::string> result = {"nim",
                                     "free",
                                     "forced",
                                     "strict",
                                     "anydrop",
                                     "cascade2",
                                     "cascade3",
                                     "king",
                                     "knight",
                                     "subtract[{1, 4}]",
                                     "subtract[{2, 5, 7}]",
                                     "subtract[{1, 3, 4}]",
                                     "subtract[{3, 5}]",
                                     "subtract[{1, 2, 7, 8}]",
                                     "subtract[{2, 3, 6, 11}]",
                                     "subtract[not {1, 2, 3}]"};
  std::ifstream file(kLaws);
  for (std::string line; std::getline(file, line);) {
    // `exact` and `rook4` are like others here and take seconds; chomp2 is checked below.
    if (!line.starts_with("game ")) continue;
    const std::string name = line.substr(5, line.find('(') - 5);
    if (name != "exact" && name != "rook4") result.push_back(name);
  }
  return result;
}

struct Written {
  std::string game;
  std::string text;
};

const std::vector<Written>& certificates() {
  static const std::vector<Written> written = [] {
    std::vector<Written> result;
    Session session;
    Budget budget;
    EXPECT_TRUE(session.load_rules(kLaws).ok());
    for (const std::string& game : games()) {
      const auto theorem = prove(**session.game(game, budget), {}, budget);
      EXPECT_TRUE(theorem.ok() && theorem->is_proved()) << game;
      const auto text = certificate_of(*theorem, budget);
      const bool sums = std::find(kSums.begin(), kSums.end(), game) != kSums.end();
      EXPECT_EQ(text.ok(), !sums) << game << (text ? "" : ": " + text.error().message());
      if (text) result.push_back({game, *text});
      if (sums && !text) {
        EXPECT_EQ(text.error().message(),
                  "no certificate: the checker does not take a line of the rule: it does not lead "
                  "to one position of "
                  "the same game");
      }
    }
    return result;
  }();
  return written;
}

TEST(Certificates, OfEveryLawIsAccepted) {
  EXPECT_GT(certificates().size(), 35u);
  for (const auto& [game, text] : certificates()) {
    const auto judgement = check_certificate(text, judge_by_isl, Budget());
    ASSERT_TRUE(judgement.ok()) << game;
    EXPECT_TRUE(judgement->accepted)
        << game << ", line " << judgement->line << ": " << judgement->reason;
  }
}

TEST(Certificates, AFormulaBeyondTheCheckerGivesWayToALawByDigits) {
  Session session;
  Budget budget;
  ASSERT_TRUE(
      session.load_rules(std::string(GRUNDY_SOURCE_DIR) + "/test/proof/automata.game").ok());
  ASSERT_TRUE(session.load_rules(kLaws).ok());
  for (const char* game : {"exact_two", "chocolate"}) {
    const auto rule = session.game(game, budget);
    const auto formula = prove(**rule, {}, budget);
    ASSERT_TRUE(formula.ok() && formula->proof<FormulaProof>() != nullptr) << game;
    EXPECT_FALSE(certificate_of(*formula, budget).ok()) << game;
    const auto by_digits = prove(**rule, {.certified = true}, budget);
    ASSERT_TRUE(by_digits.ok() && by_digits->proof<AutomaticProof>() != nullptr) << game;
    const auto text = certificate_of(*by_digits, budget);
    ASSERT_TRUE(text.ok()) << game << ": " << text.error().message();
    EXPECT_TRUE(check_certificate(*text, judge_by_isl, budget)->accepted) << game;
  }
  const auto king = prove(**session.game("king", budget), {.certified = true}, budget);
  // The formula has a certificate.
  EXPECT_TRUE(king.ok() && king->proof<FormulaProof>() != nullptr);
}

class OtherCheckers : public testing::TestWithParam<const char*> {};

TEST_P(OtherCheckers, AcceptEveryCertificate) {
  const Judge judge = judge_by_solver(GetParam());
  if (const auto answer = judge({}, Budget()); !answer) GTEST_SKIP() << answer.error().message();
  for (const auto& [game, text] : certificates()) {
    const auto judgement = check_certificate(text, judge, Budget());
    ASSERT_TRUE(judgement.ok()) << game << ": " << judgement.error().message();
    EXPECT_TRUE(judgement->accepted)
        << game << ", line " << judgement->line << ": " << judgement->reason;
  }
}
INSTANTIATE_TEST_SUITE_P(Programs, OtherCheckers, testing::Values("z3", "cvc5"));

TEST(Certificates, OfChompWithTwoRows) {
  Session session;
  Budget budget;
  const auto theorem = prove(**session.game("chomp2", budget), {}, budget);
  ASSERT_TRUE(theorem.ok());
  const auto text = certificate_of(*theorem, budget);
  ASSERT_TRUE(text.ok()) << text.error().message();
  // It takes seconds to check; a thousandth of one decides nothing.
  const std::string path = testing::TempDir() + "grundy_chomp2.cert";
  std::ofstream(path) << *text;
  const test::Finished run =
      test::run_program(GRUNDY_PROGRAM, {"check", "--time-limit", "0.001", path}, "");
  std::remove(path.c_str());
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_TRUE(run.err.starts_with("error: not decided: not finished within the time limit"))
      << run.err;
}

TEST(Certificates, LimitsDecideNothing) {
  // One class of residues too many for the checker: it may be right all the same.
  std::string text = certificates()[1].text;
  const size_t at = text.find("residue 0 2 0\n");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 13, "residue 0 5000 0");
  const auto judgement = check_certificate(text, judge_by_isl, Budget());
  ASSERT_TRUE(judgement.ok());
  EXPECT_FALSE(judgement->accepted);
  EXPECT_FALSE(judgement->decided);
}

}  // namespace
}  // namespace grundy
