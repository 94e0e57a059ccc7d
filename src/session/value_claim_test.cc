#include "session/value_claim.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

class ValueClaimTest : public testing::Test {
 protected:
  ClaimJudgement judge(const std::string& game, const std::string& claim,
                       std::optional<uint64_t> upto = {}) {
    Budget budget;
    Attempt<ClaimJudgement> judged = judge_claim(session_, game, claim, upto, budget);
    EXPECT_TRUE(judged) << game << ": " << claim << '\n' << judged.error().told();
    return judged ? *std::move(judged) : ClaimJudgement();
  }

  std::string error(const std::string& game, const std::string& claim) {
    Budget budget;
    const Attempt<ClaimJudgement> judged = judge_claim(session_, game, claim, {}, budget);
    return judged ? "" : judged.error().told();
  }

  int64_t value(const std::string& sum) {
    Budget budget;
    const Attempt<Question> question = session_.read(sum, budget);
    if (!question) return -1;
    const Attempt<Value> value = session_.value(*question, budget);
    return value ? static_cast<int64_t>(value->ordinal().small()) : -1;
  }

  Session session_;
};

using Standing = ClaimJudgement::Standing;

TEST_F(ValueClaimTest, PeriodsSettleClaimsOfOneVariable) {
  EXPECT_EQ(judge("kayles", "g(n + 12) = g(n) for n >= 71").standing, Standing::proved);
  EXPECT_EQ(judge("kayles", "g(n + 12) = g(n) for n >= 70").text,
            "False for n = 70, where g(n + 12) = 2 and g(n) = 6.\n");
  EXPECT_EQ(judge("kayles", "g(g(n)) <= 8").standing, Standing::proved);
  EXPECT_EQ(judge("kayles", "kayles(2*n + 1) > 0").standing, Standing::proved);
  EXPECT_EQ(judge("subtract[{1, 2, 3}]", "lost: n % 4 = 0").standing, Standing::proved);
  EXPECT_EQ(judge("subtract[{1, 2, 3}]", "lost: n % 2 = 0").standing, Standing::refuted);
  EXPECT_EQ(judge("kayles", "lost: n = 0 for n % 2 = 0").standing, Standing::proved);
}

TEST_F(ValueClaimTest, FormulasSettleLinearClaims) {
  EXPECT_EQ(judge("nim", "g(a) + g(b) >= g(a + b)").standing, Standing::proved);
  EXPECT_EQ(judge("nim", "g(n) = m").text, "False for n = 0, m = 1, where g(n) = 0.\n");
  EXPECT_EQ(judge("chomp2", "g(a, b) <= a + b").standing, Standing::proved);
  EXPECT_EQ(judge("lasker", "g(4*n + 3) = 4*n + 4").standing, Standing::proved);
  EXPECT_EQ(judge("lasker", "g(4*n + 3) = 4*n + 3").standing, Standing::refuted);
}

TEST_F(ValueClaimTest, TestsWhatNoLawSettles) {
  EXPECT_EQ(judge("wythoff", "g(a, b) = g(b, a)", 20).standing, Standing::tested);
  EXPECT_EQ(judge("wythoff", "g(a, b) < 2*a + b for b >= 1", 20).standing, Standing::refuted);
  EXPECT_EQ(judge("kayles", "g(10) = 2").text.substr(0, 15), "True: g(10) = 2");
  EXPECT_EQ(judge("kayles", "g(10) = 3").text, "False: g(10) = 2.\n");
}

TEST_F(ValueClaimTest, ErrorsHaveTheirPlaces) {
  EXPECT_NE(error("kayles", "g(n + ) = 2").find("expected a term"), std::string::npos);
  EXPECT_NE(error("kayles", "lost: n mod 3 = 0").find("a remainder is written n % 3"),
            std::string::npos);
  EXPECT_NE(error("kayles", "g(n, 2) = 2").find("'kayles' has 1 coordinate, not 2"),
            std::string::npos);
  EXPECT_NE(error("kayles", "g(n").find("this '(' is not closed"), std::string::npos);
  EXPECT_NE(error("kayles", "n = 2").find("a claim speaks of values"), std::string::npos);
  EXPECT_NE(error("kayles", " ").find("expected a claim"), std::string::npos);
  EXPECT_NE(error("kayles", "g(n) = 2 for").find("expected a condition"), std::string::npos);
  EXPECT_NE(error("kayles", "g(n - 1) = 2").find("'n - 1' is negative"), std::string::npos);
  EXPECT_NE(error("nim", "g(n - 1) < n").find("'n - 1' is negative"), std::string::npos);
  EXPECT_NE(error("forced", "g(m, n) = 2").find("has the value ω"), std::string::npos);
  EXPECT_NE(error("cram", "g(n) = 2"), "");
}

// Random claims of one variable, each tried by its definition for the first n.
TEST_F(ValueClaimTest, AgreesWithTrials) {
  constexpr int64_t kTried = 120;
  const std::vector<std::string> games = {
      "kayles", "nim", "lasker", "subtract[{1, 3, 4}]", "octal[0.07]", "take_prime_or_one", "mark"};
  std::mt19937_64 random(20);
  const auto pick = [&](int64_t below) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(below));
  };
  size_t proved = 0;
  size_t refuted = 0;
  for (const std::string& game : games) {
    std::vector<int64_t> g;
    for (int64_t n = 0; n < 4 * kTried; ++n) g.push_back(value(fmt::format("{}({})", game, n)));
    for (int round = 0; round < 40; ++round) {
      const int64_t factor = 1 + pick(3);
      const int64_t shift = pick(14);
      const int64_t add = pick(4) == 0 ? pick(3) : 0;
      const int64_t from = pick(90);
      const int64_t modulus = 1 + pick(4);
      const int64_t kind = pick(4);
      const std::string left = fmt::format("g({}*n + {})", factor, shift);
      const std::string claim =
          kind == 0   ? fmt::format("{} = g(n) + {} for n >= {}", left, add, from)
          : kind == 1 ? fmt::format("{} >= g(n) for n % {} = 0, n >= {}", left, modulus, from)
          : kind == 2 ? fmt::format("g(n) <= n + {}", add)
                      : fmt::format("{} != g(n) or n < {}", left, from);
      std::optional<int64_t> wrong;
      for (int64_t n = 0; n < kTried && !wrong; ++n) {
        const int64_t other = g[static_cast<size_t>(factor * n + shift)];
        const int64_t here = g[static_cast<size_t>(n)];
        const bool holds = kind == 0   ? n < from || other == here + add
                           : kind == 1 ? n % modulus != 0 || n < from || other >= here
                           : kind == 2 ? here <= n + add
                                       : other != here || n < from;
        if (!holds) wrong = n;
      }
      const ClaimJudgement judged = judge(game, claim, 60);
      if (judged.standing == Standing::proved) {
        EXPECT_EQ(wrong, std::nullopt) << game << ": " << claim;
        ++proved;
      }
      if (judged.standing == Standing::tested && wrong) {
        EXPECT_GT(*wrong, 60) << game << ": " << claim;
      }
      if (judged.standing == Standing::refuted) {
        ++refuted;
        ASSERT_TRUE(judged.text.starts_with("False for n = ")) << judged.text;
        const int64_t at = std::stoll(judged.text.substr(14));
        if (at < kTried) {
          EXPECT_EQ(wrong, at) << game << ": " << claim;
        } else {
          EXPECT_EQ(wrong, std::nullopt) << game << ": " << claim;
        }
      }
    }
  }
  EXPECT_GT(proved, 40u);
  EXPECT_GT(refuted, 60u);
}

}  // namespace
}  // namespace grundy
