#include "proof/automatic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "proof/automatic_text.h"
#include "proof/claim.h"
#include "proof/theorem_text.h"
#include "rule/rulebook.h"

namespace grundy {
namespace {

const std::string kDigits = std::string(GRUNDY_SOURCE_DIR) + "/test/proof/digits.game";

class AutomaticTest : public testing::Test {
 protected:
  AutomaticTest() { EXPECT_TRUE(rules_.load_file(kDigits)); }

  std::string law(const char* game) {
    const auto theorem = prove_automatic(**rules_.rule(game), budget_);
    if (!theorem) return theorem.error().message();
    if (!theorem->is_proved()) return "none";
    const automatic::AutomaticLaw& found = theorem->proof<AutomaticProof>()->law;
    return fmt::format("{} {} {}", found.kind == automatic::LawKind::values ? "values" : "losing",
                       found.numeration.name(), found.live_count());
  }

  Rulebook rules_;
  Budget budget_;
};

/// The games of the file have the laws that are written above them.
TEST_F(AutomaticTest, LawsAreFoundWithTheirNumbersOfStates) {
  std::ifstream file(kDigits);
  std::string wanted;
  size_t count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# states: ")) wanted = line.substr(10);
    if (!line.starts_with("game ")) continue;
    const std::string name = line.substr(5, line.find('(') - 5);
    EXPECT_EQ(law(name.c_str()), wanted) << name;
    ++count;
  }
  EXPECT_GE(count, 7u);
}

TEST_F(AutomaticTest, LawsOfTheBuiltInGames) {
  EXPECT_EQ(law("wythoff"), "losing zeckendorf 7");
  EXPECT_EQ(law("lasker"), "values base 2 11");
  EXPECT_EQ(law("mark"), "values base 2 9");
  EXPECT_EQ(law("fibonacci"), "losing zeckendorf 4");
  EXPECT_EQ(law("moore2"), "values base 2 2");
}

TEST_F(AutomaticTest, Names) {
  const auto name = [&](const char* game) { return statement(*prove_automatic(**rules_.rule(game), budget_)); };
  EXPECT_EQ(name("heaps"), "For all natural numbers a, b the value of heaps(a, b) is a ^^ b.");
  EXPECT_EQ(name("nimhoff4"),
            "For all natural numbers a, b the value of nimhoff4(a, b) is 4*(a/4 ^^ b/4) + (a + b) % 4.");
  EXPECT_EQ(latex_formula("4*(a/4 ^^ b/4) + (a + b) % 4"),
            "4 \\cdot (\\lfloor a/4 \\rfloor \\oplus \\lfloor b/4 \\rfloor) + (a + b) \\bmod 4");
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

TEST_F(AutomaticTest, StatesAsTextAndAsGraph) {
  const auto theorem = prove_automatic(**rules_.rule("lasker"), budget_);
  ASSERT_TRUE(theorem->is_proved());
  const automatic::AutomaticLaw& found = theorem->proof<AutomaticProof>()->law;
  EXPECT_TRUE(states_text(found).starts_with("  1, accepting: 00 → 1; 10 → 2; 01 → 3; 11 → 4\n  2: 01 → 5\n"));
  EXPECT_NE(dot_text(found, "lasker").find("  2 -> 5 [label = \"01\"];\n"), std::string::npos);
  EXPECT_EQ(numeration_text(automatic::Numeration::zeckendorf()), "the Zeckendorf numeration (1, 2, 3, 5, 8, …)");
}

}  // namespace
}  // namespace grundy
