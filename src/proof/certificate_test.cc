#include "proof/certificate.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "check/smt.h"
#include "proof/prove.h"
#include "session/session.h"

namespace grundy {
namespace {

constexpr const char* kCertificateRules = R"(
game steps(a, b)
  -> steps(a - i, b)         for i in 1..2
  -> steps(a, b - i)         for i in 1..2
game pair(a, b)
  -> pair(x, b - i)          for x < a, i in 0..1
game twice(m, n)
  -> twice(m, k)             for k < n
  -> twice(m - 1, k)         for k >= 2*n         if m > 0
)";

/// The certificate of a game, which has to be proved.
std::string certificate(const std::string& game) {
  Session session;
  Budget budget;
  EXPECT_TRUE(session.rulebook().load_text("test.game", kCertificateRules).ok());
  const auto rule = session.game(game, budget);
  EXPECT_TRUE(rule.ok()) << game;
  if (!rule) return {};
  const auto theorem = prove(**rule, {}, budget);
  EXPECT_TRUE(theorem.ok() && theorem->is_proved()) << game;
  if (!theorem) return {};
  const auto text = certificate_of(*theorem, budget);
  EXPECT_TRUE(text.ok()) << game << ": " << text.error().to_string();
  return text ? *text : "";
}

const std::vector<std::string> kGames = {"nim",
                                         "forced",
                                         "free",
                                         "strict",
                                         "anydrop",
                                         "cascade2",
                                         "cascade3",
                                         "steps",
                                         "pair",
                                         "twice",
                                         "subtract[{1}]",
                                         "subtract[{1, 4}]",
                                         "subtract[{2, 5, 7}]",
                                         "subtract[{1, 2, 7, 8}]",
                                         "subtract[{2, 3, 6, 11}]",
                                         "subtract[not {1, 2, 3}]",
                                         "subtract[not {2, 5}]",
                                         "subtract[not {0, 3, 4, 9}]"};

TEST(CertificateText, OfEachGameIsAcceptedAndReadsBack) {
  for (const std::string& game : kGames) {
    const std::string text = certificate(game);
    const auto judgement = check_certificate(text, judge_by_isl, Budget());
    ASSERT_TRUE(judgement.ok()) << game;
    EXPECT_TRUE(judgement->accepted)
        << game << ", line " << judgement->line << ": " << judgement->reason;
    Certificate read;
    Judgement why;
    ASSERT_TRUE(read_certificate(text, read, why)) << why.reason;
    EXPECT_EQ(to_text(read), text);
  }
}

TEST(CertificateText, Nim) {
  EXPECT_EQ(certificate("nim"),
            "grundy-certificate 1\n"
            "rule game nim(n)\n"
            "rule   -> nim(k)  for k <= n - 1\n"
            "game nim\n"
            "kind formula\n"
            "powers 1\n"
            "case\n"
            "value 1 1 0\n"
            "measure 1\n"
            "witness 1\n"
            "if 1 -1 -1\n"
            "with 0 1 0\n"
            "to 0 1 0\n"
            "end\n");
}

TEST(CertificateText, OnlyOfWhatIsProved) {
  Session session;
  Budget budget;
  const auto rule = session.game("kayles", budget);
  ASSERT_TRUE(rule.ok());
  const auto text = certificate_of(unknown(**rule, "it is not asked"), budget);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().kind, Error::Kind::declined);
  // A wrong law does not get past the checker.
  const auto nim = session.game("forced", budget);
  auto proved = prove(**nim, {}, budget);
  ASSERT_TRUE(proved.ok());
  ++std::get<FormulaLaw>(proved->statement).formula->cases[0].value.back().constant;
  const auto wrong = certificate_of(*proved, budget);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().kind, Error::Kind::declined);
}

class Solver : public testing::TestWithParam<const char*> {};

TEST_P(Solver, AgreesWithIsl) {
  const Budget budget;
  const Judge judge = judge_by_solver(GetParam());
  if (const auto answer = judge({}, budget); !answer) GTEST_SKIP() << answer.error().message();
  for (const char* game :
       {"forced", "free", "cascade3", "subtract[{2, 5, 7}]", "subtract[not {2, 5}]"}) {
    const std::string text = certificate(game);
    const auto good = check_certificate(text, judge, budget);
    ASSERT_TRUE(good.ok()) << good.error().to_string();
    EXPECT_TRUE(good->accepted) << game << ", line " << good->line << ": " << good->reason;
    // Without its last witness something has none.
    const size_t last = text.rfind("witness ");
    const std::string bad = text.substr(0, last) + "end\n";
    const auto by_isl = check_certificate(bad, judge_by_isl, budget);
    const auto by_solver = check_certificate(bad, judge, budget);
    ASSERT_TRUE(by_isl.ok() && by_solver.ok());
    EXPECT_FALSE(by_isl->accepted) << game;
    EXPECT_FALSE(by_solver->accepted) << game;
    EXPECT_EQ(by_isl->line, by_solver->line) << game;
  }
}
INSTANTIATE_TEST_SUITE_P(Programs, Solver, testing::Values("z3", "cvc5"));

}  // namespace
}  // namespace grundy
