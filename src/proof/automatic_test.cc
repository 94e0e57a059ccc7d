#include "proof/automatic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <utility>

#include "engine/automatic/search.h"
#include "language/rulebook.h"
#include "proof/automatic_export.h"
#include "proof/automatic_svg.h"
#include "proof/automatic_text.h"
#include "proof/claim.h"
#include "proof/prove.h"
#include "proof/theorem_text.h"

namespace grundy {
namespace {

const std::string kDigits = std::string(GRUNDY_SOURCE_DIR) + "/test/proof/digits.game";
const std::string kLiterature = std::string(GRUNDY_SOURCE_DIR) + "/test/proof/automata.game";

const char* kind_text(automatic::LawKind kind) {
  return kind == automatic::LawKind::losing   ? "losing"
         : kind == automatic::LawKind::values ? "values"
                                              : "powers";
}

class AutomaticTest : public testing::Test {
 protected:
  AutomaticTest() {
    EXPECT_TRUE(rules_.load_file(kDigits));
    EXPECT_TRUE(rules_.load_file(kLiterature));
  }

  std::string law(const char* game, const std::string& where = "") {
    const Rule& rule = **rules_.rule(game);
    const auto domain = where.empty() ? automatic::Domain() : *read_domain(rule, where);
    const auto theorem = prove_automatic(rule, budget_, domain);
    if (!theorem) return theorem.error().message();
    if (!theorem->is_proved()) return "none";
    const automatic::AutomaticLaw& found = theorem->proof<AutomaticProof>()->law;
    return fmt::format("{} {} {}", kind_text(found.kind), found.numeration.name(),
                       found.live_count());
  }

  Rulebook rules_;
  Budget budget_;
};

struct WrittenLaw {
  std::string game, where, law;
};

/// The games of a file with the laws that are written above them.
std::vector<WrittenLaw> written_laws(const std::string& path) {
  std::vector<WrittenLaw> result;
  std::ifstream file(path);
  WrittenLaw next;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# states: ")) next.law = line.substr(10);
    if (line.starts_with("# where: ")) next.where = line.substr(9);
    if (!line.starts_with("game ")) continue;
    next.game = line.substr(5, line.find('(') - 5);
    result.push_back(std::exchange(next, {}));
  }
  return result;
}

class WrittenLawTest : public AutomaticTest, public testing::WithParamInterface<WrittenLaw> {};

TEST_P(WrittenLawTest, IsFoundWithItsNumberOfStatesAndProved) {
  const auto& [game, where, wanted] = GetParam();
  EXPECT_EQ(law(game.c_str(), where), wanted) << game;
}

std::string game_of(const testing::TestParamInfo<WrittenLaw>& info) { return info.param.game; }
INSTANTIATE_TEST_SUITE_P(Digits, WrittenLawTest, testing::ValuesIn(written_laws(kDigits)), game_of);
INSTANTIATE_TEST_SUITE_P(Literature, WrittenLawTest, testing::ValuesIn(written_laws(kLiterature)),
                         game_of);

TEST_F(AutomaticTest, LawsOfTheBuiltInGames) {
  EXPECT_EQ(law("wythoff"), "losing zeckendorf 7");
  EXPECT_EQ(law("lasker"), "values base 2 11");
  EXPECT_EQ(law("mark"), "values base 2 9");
  EXPECT_EQ(law("fibonacci"), "losing zeckendorf 4");
  EXPECT_EQ(law("moore2"), "values base 2 2");
}

TEST_F(AutomaticTest, Names) {
  const auto name = [&](const char* game) {
    return statement(*prove_automatic(**rules_.rule(game), budget_));
  };
  EXPECT_EQ(name("heaps"), "For all natural numbers a, b the value of heaps(a, b) is a ^^ b.");
  EXPECT_EQ(
      name("nimhoff4"),
      "For all natural numbers a, b the value of nimhoff4(a, b) is 4*(a/4 ^^ b/4) + (a + b) % 4.");
  EXPECT_EQ(latex_formula("4*(a/4 ^^ b/4) + (a + b) % 4"),
            "4 \\cdot (\\lfloor a/4 \\rfloor \\oplus \\lfloor b/4 \\rfloor) + (a + b) \\bmod 4");
}

TEST_F(AutomaticTest, FormulasAreDecidedInTheRulesNumeration) {
  const Rule& game = **rules_.rule("no_fibonacci");
  EXPECT_EQ(statement(*prove_automatic(game, budget_)),
            "For all natural numbers n the value of no_fibonacci(n) is n / 4.");
  const auto right = prove_claim(game, "n/4", {}, budget_);
  ASSERT_TRUE(right);
  EXPECT_TRUE(right->is_proved()) << remarks(*right);
  const auto wrong = prove_claim(game, "n = 100000: 7; n/4", {}, budget_);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->status(), Theorem::Status::refuted) << remarks(*wrong);
}

TEST_F(AutomaticTest, FormulasAreProvedOrRefuted) {
  const Rule& heaps = **rules_.rule("heaps");
  const auto right = prove_claim(heaps, "a = b: 0; a ^^ b", {}, budget_);
  ASSERT_TRUE(right);
  EXPECT_TRUE(right->is_proved()) << remarks(*right);
  // Wrong beyond the values that are computed.
  const auto wrong = prove_claim(heaps, "a = 70: 3; a ^^ b", {}, budget_);
  ASSERT_TRUE(wrong);
  ASSERT_EQ(wrong->status(), Theorem::Status::refuted) << remarks(*wrong);
  EXPECT_EQ(wrong->refutation()->position.size(), 2u);
}

TEST_F(AutomaticTest, FormulasOfABoxThatIslCannotDecide) {
  ASSERT_TRUE(rules_.load_text(
      "test",
      "game two_powers(a, b)\n  -> two_powers(a - k, b) for k in 1..a if ispower(k, 2)\n"
      "  -> two_powers(a, b - k) for k in 1..b if ispower(k, 2)\n"
      "game late(n)\n  -> late(n - k) for k in 1..n if ispower(k, 2)\n  -> late(n - 1023)\n"));
  const Theorem law = *prove(**rules_.rule("two_powers"), ProveOptions(), budget_);
  EXPECT_NE(law.proof<AutomaticProof>(), nullptr);
  EXPECT_EQ(
      statement(law),
      "For all natural numbers a, b the value of two_powers(a, b) is, by the first condition that "
      "holds,\n"
      "  b % 3  if a % 3 = 0\n  a % 3  if b % 3 = 0\n  0  if (a - b) % 3 = 0\n  3  otherwise");
  // n % 3 fits below 1023.
  EXPECT_EQ(prove(**rules_.rule("late"), ProveOptions(), budget_)->conjecture(), nullptr);
}

/// By definition: a number is lost if at most one of its options is; here, if some blocked option
/// makes it so.
TEST_F(AutomaticTest, BlockedOptionsAreThoseOfTheDefinition) {
  constexpr int64_t kSide = 64;
  using Options = std::vector<int64_t> (*)(int64_t);
  const std::vector<std::pair<const char*, Options>> games = {
      {"blocked_mark",
       [](int64_t n) {
         if (n == 0) return std::vector<int64_t>();
         return n - 1 == n / 2 ? std::vector<int64_t>{n - 1} : std::vector<int64_t>{n - 1, n / 2};
       }},
      {"blocked_half",
       [](int64_t n) {
         std::vector<int64_t> options;
         for (int64_t k = 1; 2 * k <= n; ++k) options.push_back(n - k);
         return options;
       }},
      {"blocked_powers",
       [](int64_t n) {
         std::vector<int64_t> options;
         for (int64_t k = 1; k <= n; k *= 2) options.push_back(n - k);
         return options;
       }},
  };
  for (const auto& [game, options] : games) {
    const auto box = automatic::value_box(**rules_.rule(game), {}, kSide, budget_);
    ASSERT_TRUE(box) << game;
    std::vector<bool> lost;
    for (int64_t n = 0; n < kSide; ++n) {
      const auto all = options(n);
      lost.push_back(std::count_if(all.begin(), all.end(),
                                   [&](int64_t y) { return lost[static_cast<size_t>(y)]; }) <= 1);
      const auto row = box->values.begin() + n * kSide;
      EXPECT_EQ(lost.back(), std::find(row, row + kSide, 0U) != row + kSide) << game << " " << n;
    }
  }
}

TEST_F(AutomaticTest, OfADomain) {
  const Rule& chocolate = **rules_.rule("chocolate2");
  const auto law_of = [&](const char* where) {
    return *prove_automatic(chocolate, budget_, *read_domain(chocolate, where));
  };
  EXPECT_EQ(statement(law_of("2*y <= z")),
            "For all natural numbers y, z with 2*y <= z the value of chocolate2(y, z) is y ^^ z.");
  const Theorem left = law_of("z >= 1");
  ASSERT_EQ(left.status(), Theorem::Status::refuted);
  EXPECT_EQ(remarks(left),
            "It fails at chocolate2(0, 1): a move leads to chocolate2(0, 0), which is outside.");
  ProveOptions options;
  options.where = "2*y <= z";
  EXPECT_TRUE(prove_claim(chocolate, "y ^^ z", options, budget_)->is_proved());
  options.where = "y <= 2*z";
  const Theorem wrong = *prove_claim(chocolate, "y ^^ z", options, budget_);
  EXPECT_EQ(wrong.status(), Theorem::Status::refuted) << statement(wrong);
}

TEST_F(AutomaticTest, BeattySequencesAndLostPositions) {
  const Rule& wythoff = **rules_.rule("wythoff");
  const auto claimed = [&](const char* text) { return *prove_claim(wythoff, text, {}, budget_); };
  const Theorem law = claimed("lost: min(a, b) = floor(abs(a - b)*phi)");
  EXPECT_TRUE(law.is_proved()) << remarks(law);
  EXPECT_EQ(statement(law),
            "For all natural numbers a, b the position wythoff(a, b) is lost for the mover exactly "
            "if min(a, b) = "
            "floor(abs(a - b)*phi).");
  EXPECT_EQ(statement(*prove_automatic(wythoff, budget_)), statement(law));
  EXPECT_TRUE(claimed("zeckendorf: lost: max(a, b) = floor(abs(a - b)*phi^2)").is_proved());
  EXPECT_EQ(claimed("lost: min(a, b) = floor(abs(a - b)*sqrt(2))").status(),
            Theorem::Status::refuted);
  EXPECT_EQ(claimed("zeckendorf: lost: min(a, b) = shift(abs(a - b))").status(),
            Theorem::Status::refuted);
  EXPECT_EQ(claimed("base 3: lost: a = b").status(), Theorem::Status::refuted);
  const auto message = [&](const char* text) {
    return prove_claim(wythoff, text, {}, budget_).error().message();
  };
  EXPECT_EQ(message("base 1: a"),
            "unknown numeration 'base 1'; there are base 2, base 3, …, base 16, zeckendorf, "
            "quadratic a b and tribonacci");
  EXPECT_EQ(message("floor(a)"), "a quotient is rounded down anyway; did you mean 'a'?");
  EXPECT_EQ(message("1 + floor(a/2)"), "a quotient is rounded down anyway; did you mean '(a/2)'?");
  EXPECT_EQ(message("floor(a - b*phi)"), "expected a product, such as floor((a - b)*phi)");
}

TEST_F(AutomaticTest, LossesBesidePowersAreNamed) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("powers.game",
                             "game half(n)\n  -> half(n - k) for k in 1..n/2\n"
                             "game more(n)\n  -> more(n - k) for k in 1..2*n/3\n"
                             "game leave(n)\n  -> leave(k) for k in (n+1)/2..n-1 if n >= 3\n")
                  .ok());
  for (const auto& [game, lost_if] :
       {std::pair{"half", "ispower(n + 1, 2)"}, std::pair{"more", "ispower(2*n + 1, 3)"},
        std::pair{"leave", "n <= 1 or (n + 1) % 3 = 0 and ispower((n + 1)/3, 2)"}}) {
    const auto theorem = prove_automatic(**book.rule(game), budget_);
    ASSERT_TRUE(theorem->is_proved()) << game;
    EXPECT_EQ(std::get<AutomaticStatement>(theorem->statement).lost_if, lost_if);
  }
}

TEST_F(AutomaticTest, FirstLosses) {
  Rulebook book;
  ASSERT_TRUE(book.load_text("half.game", "game half(n)\n  -> half(n - k) for k in 1..n/2\n"));
  const auto half = prove_automatic(**book.rule("half"), budget_);
  ASSERT_TRUE(half->is_proved());
  const auto first = [](const Theorem& theorem) {
    return first_losses(theorem.proof<AutomaticProof>()->law, theorem.rule->coordinates);
  };
  EXPECT_EQ(first(*half), "n = 0, 1, 3, 7, 15, 31, 63, 127");
  const auto pairs = prove_automatic(**rules_.rule("wythoff"), budget_);
  EXPECT_TRUE(first(*pairs).starts_with("(a, b) = (0, 0), (1, 2), (2, 1), (3, 5), (5, 3), "))
      << first(*pairs);
}

TEST_F(AutomaticTest, StatesAsTextAndAsGraph) {
  const auto theorem = prove_automatic(**rules_.rule("lasker"), budget_);
  ASSERT_TRUE(theorem->is_proved());
  const automatic::AutomaticLaw& found = theorem->proof<AutomaticProof>()->law;
  EXPECT_TRUE(states_text(found).starts_with(
      "  1, accepting: 00 → 1; 10 → 2; 01 → 3; 11 → 4\n  2: 01 → 5\n"));
  EXPECT_NE(dot_text(found, "lasker").find("  2 -> 5 [label = \"01\"];\n"), std::string::npos);
  const std::string drawing = automaton_svg(found, "lasker");
  size_t circles = 0;
  for (size_t at = drawing.find("<circle"); at != std::string::npos;
       at = drawing.find("<circle", at + 1))
    ++circles;
  EXPECT_EQ(circles, 16u);  // eleven states, of which five accept
  EXPECT_EQ(numeration_text(automatic::Numeration::zeckendorf()),
            "the Zeckendorf numeration (1, 2, 3, 5, 8, …)");
}

/// Sentences and automata as other deciders read them; every automaton that is named is given.
TEST_F(AutomaticTest, Exports) {
  const auto text_of = [&](const char* game, const char* format) {
    const Theorem theorem = *prove_automatic(**rules_.rule(game), budget_);
    return exported(*theorem.rule, *theorem.proof<AutomaticProof>(), format, budget_);
  };
  const std::string walnut = *text_of("wythoff", "walnut");
  EXPECT_TRUE(walnut.starts_with(
      "== Automata Library/law.txt\nmsd_fib msd_fib\n\n0 1\n0 0 -> 0\n1 0 -> 1\n"));
  EXPECT_NE(walnut.find("eval wythoff_7 \"?msd_fib (Ax0,x1 (($law(x0,x1) | "), std::string::npos);
  EXPECT_EQ(walnut.find("eval wythoff_8"), std::string::npos);
  const std::string mona = *text_of("heaps", "mona");
  EXPECT_TRUE(mona.starts_with("ws1s;\npred law(var2 t0, var2 t1, var2 t2) = ex2 q1: ("));
  EXPECT_NE(mona.find("~(ex2 x0,x1,v,w: (law(x0,x1,v) & law(x0,x1,w) & less(w,v)));\n"),
            std::string::npos);
  for (const char* name : {"law", "move1", "move2", "less", "below"})
    EXPECT_NE(mona.find(fmt::format("\npred {}(", name)), std::string::npos) << name;
  EXPECT_NE(text_of("lasker", "mona")->find("nimsum(u0,u1,w)"), std::string::npos);
  EXPECT_EQ(text_of("wythoff", "mona").error().message(),
            "mona does not read numbers in zeckendorf");
  EXPECT_EQ(text_of("heaps", "coq").error().message(),
            "unknown format 'coq'; there are walnut and mona");
}

}  // namespace
}  // namespace grundy
