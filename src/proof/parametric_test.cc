#include "proof/parametric.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "check/check.h"
#include "proof/certificate.h"
#include "proof/claim_text.h"
#include "proof/search.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

class ParametricTest : public testing::Test {
 protected:
  Attempt<Theorem> prove(const std::string& game, const std::string& letters,
                         const LetterQuestion& question = {}) {
    game_ = *lettered_game(book_, game, *read_letters(letters));
    return prove_for_letters(game_, question, ProveOptions(), budget_);
  }
  std::string law(const std::string& game, const std::string& letters,
                  const LetterQuestion& question = {}) {
    const Attempt<Theorem> theorem = prove(game, letters, question);
    if (!theorem) return theorem.error().message();
    if (!theorem->is_proved()) return remarks(*theorem);
    if (theorem->formula() == nullptr)
      return "lost if " + std::get<AutomaticStatement>(theorem->statement).lost_if;
    std::string text;
    for (const auto& [condition, value] : theorem->formula()->cases)
      text += (text.empty() ? "" : "; ") + (condition == "always" ? "" : condition + ": ") + value;
    return theorem->letters->domain.empty() ? text : text + " | " + theorem->letters->domain;
  }
  /// Whether the law has the values of all letters from `least` below `most`, as far as they are in
  /// `domain`.
  void compare(const std::string& formula, const std::string& domain, int64_t most,
               int64_t numbers) {
    const Claim claim = *read_claim(*game_.rule, formula);
    const Claim where = *read_claim(*game_.rule, domain + ": 1; 0");
    std::vector<int64_t> size(game_.letters, most);
    size.push_back(numbers);
    std::vector<std::vector<int64_t>> points;
    for_each_point(size, [&](size_t /*index*/, const std::vector<int64_t>& point) {
      if (evaluate(where, point)->front() == 1) points.push_back(point);
      return true;
    });
    const auto values = values_at(*game_.rule, points, budget_);
    ASSERT_TRUE(values) << values.error().message();
    for (size_t i = 0; i < points.size(); ++i) {
      const auto value = evaluate(claim, points[i]);
      ASSERT_TRUE(value && value->front() == (*values)[i])
          << formula << " at " << testing::PrintToString(points[i]);
    }
  }

  Rulebook book_;
  LetteredGame game_;
  Budget budget_;
};

TEST_F(ParametricTest, LawsOfSubtraction) {
  EXPECT_EQ(law("subtract[{1..k}]", "k"), "n % (k + 1)");
  EXPECT_EQ(law("subtract[{L..R}]", "L, R"), "n % (L + R) / L | 1 <= L <= R");
}

TEST_F(ParametricTest, TwoNumbers) {
  const LetterQuestion question = {"n % (a + b) % (2*a) >= a: 1; n % (a + b) < b: 0; 2",
                                   "1 <= a <= b"};
  EXPECT_TRUE(prove("subtract[{a, b}]", "a, b", question)->is_proved());
}

TEST_F(ParametricTest, FamiliesAtRandom) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const auto term = [&] {
    const int factor = below(3);
    return factor == 0 ? std::to_string(1 + below(4)) : fmt::format("{}*k + {}", factor, below(3));
  };
  size_t proved = 0;
  for (int family = 0; family < 3; ++family) {
    std::string set = term();
    for (int more = below(2); more >= 0; --more)
      set += ", " + (below(3) == 0 ? term() + ".." + term() : term());
    const Attempt<Theorem> theorem = prove("subtract[{" + set + "}]", "k", {{}, "k >= 1"});
    if (!theorem || !theorem->is_proved()) continue;
    ++proved;
    std::string formula;
    for (const auto& [condition, value] : theorem->formula()->cases) {
      const bool plain = condition == "always" || condition == "otherwise";
      formula += (formula.empty() ? "" : "; ") + (plain ? "" : condition + ": ") + value;
    }
    compare(formula, "k >= 1", 50, 160);
  }
  EXPECT_GT(proved, 0U);
}

TEST_F(ParametricTest, AUsersLawIsProvedOrRefuted) {
  EXPECT_EQ(law("bounded", "K", {"n % (K + 1)", {}}), "n % (K + 1)");
  EXPECT_EQ(law("bounded", "K", {"n % (K + 2)", {}}),
            "It fails at bounded[K](2) with K = 1: the value is 0, by the formula it is 2.");
  EXPECT_EQ(law("bounded[K]", "K", {"n % (K + 1) + n/1000", {}}).substr(0, 20),
            "Tested on all positi");
}

TEST_F(ParametricTest, AUsersLawSaysWhoWins) {
  EXPECT_EQ(law("subtract[{1..k}]", "k", {"lost: n % (k + 1) = 0", {}}), "lost if n % (k + 1) = 0");
  EXPECT_EQ(law("subtract[{1..k}]", "k", {"lost: n % (k + 1) = 1", {}}),
            "It fails at subtract[{1..k}](0) with k = 1: that position is lost, by the formula it "
            "is won by the mover.");
  EXPECT_EQ(law("subtract[{1..k}]", "k", {"lost: n % (k + 1) = 0 or n = 17", {}}),
            "It fails at subtract[{1..k}](17) with k = 1: that position is won, by the formula it "
            "is lost for the mover.");
  EXPECT_EQ(law("bounded", "K", {"lost: n % (K + 1) < 1", {}}), "lost if n % (K + 1) < 1");
  EXPECT_EQ(law("subtract[{L..R}]", "L, R", {"lost: n % (L + R) < L", "1 <= L <= R"}),
            "lost if n % (L + R) < L");
  // By a game of one coordinate more, in which nothing is divided by a letter.
  EXPECT_EQ(law("subtract[{1..k}]", "k", {"lost: n % 3 = 0", "k = 2"}), "lost if n % 3 = 0");
  const Attempt<Theorem> theorem = prove("subtract[{1..k}]", "k", {"lost: n % (k + 1) = 0", {}});
  const Attempt<std::string> text = certificate_of(*theorem, budget_);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_TRUE(check_certificate(*text, judge_by_isl, budget_)->accepted) << *text;
}

/// Where the letter is 0, a move leads back to where it began.
TEST_F(ParametricTest, PlayEndsWhereTheLettersAreGreatEnough) {
  ASSERT_TRUE(book_.load_text("test",
                              "game steps[k = 1](n)\n  -> steps(n - 1)\n  -> steps(n - 2*k)\n"
                              "game jump[k = 2](n, m)\n  -> jump(n - 1, m)\n  -> jump(n, m - 1)\n"
                              "  -> jump(n - k, m - k)\n"));
  EXPECT_EQ(law("steps", "k"), "n % (2*k + 1) / 2 < k: n % (2*k + 1) % 2; otherwise: 2 | k >= 1");
  const std::string lost =
      "n <= m and n % (k + 1) != k and (n + m + n/(k + 1)) % 2 = 0 or "
      "n > m and m % (k + 1) != k and (n + m + m/(k + 1)) % 2 = 0";
  EXPECT_EQ(law("jump", "k", {"lost: " + lost, "k >= 2"}), "lost if " + lost);
  const Attempt<Theorem> none = prove("jump", "k", {"lost: " + lost, "k = 0"});
  EXPECT_EQ(none->reason(), "no measure was found that every move lowers");
}

TEST_F(ParametricTest, AffineLawsWithLetters) {
  ASSERT_TRUE(book_.load_text("test",
                              "game capped[K = 1](m, n)\n  -> capped(m, k) for k < n\n"
                              "  -> capped(m - 1, k) for k >= n + K if m > 0\n"));
  EXPECT_EQ(law("capped", "K"), "K >= 1: n; n >= m: n - m; otherwise: ω + m - n - 1");
  const auto lawless = [&](const char* game, const char* letter) {
    return prove(game, letter)->reason();
  };
  EXPECT_EQ(lawless("stones", "K"),
            "its moves are not affine: products of letters and "
            "coordinates are not decided");
  ASSERT_TRUE(
      book_.load_text("test",
                      "game sevens[k = 1](n)\n"
                      "  -> sevens(a) + sevens(b) for a <= n, b <= a if 1 <= n - a - b <= k\n"));
  EXPECT_EQ(lawless("sevens", "k"),
            "a move leads to a sum of positions, and nim-sums of "
            "values with letters are not decided");
  ASSERT_TRUE(book_.load_text(
      "test", "game split[k = 1](n)\n  -> split(n - a) + split(a) for a in 1..k if a < n\n"));
  EXPECT_EQ(law("split", "k"), "n >= 1 and k >= 1: (n + 1) % 2; otherwise: 0");
  EXPECT_TRUE(prove("split", "k", {"k = 0 or n = 0: 0; (n + 1) % 2", {}})->is_proved());
  EXPECT_NE(prove("split", "k", {"n % 2", {}})->refutation(), nullptr);
  ASSERT_TRUE(book_.load_text("test", "game step[K = 1](n)\n  -> step(m) for m < n - K\n"));
  EXPECT_EQ(law("step", "K"), "n / (K + 1)");
}

TEST_F(ParametricTest, ItsCertificateIsChecked) {
  const Attempt<Theorem> theorem =
      prove("subtract[{L..R}]", "L, R", {"n % (L + R) / L", "1 <= L <= R"});
  const Attempt<std::string> text = certificate_of(*theorem, budget_);
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_TRUE(check_certificate(*text, judge_by_isl, budget_)->accepted) << *text;
}

}  // namespace
}  // namespace grundy
