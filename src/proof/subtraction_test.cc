#include "proof/subtraction.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

Theorem law(SubtractionSet set) {
  static Rulebook book;
  Budget budget;
  return prove_subtraction(*book.rule("nim").value(), std::move(set), budget).value();
}

TEST(ProveSubtraction, PeriodsByAWindowThatComesAgain) {
  const Theorem theorem = law({{2, 5}, false});
  EXPECT_EQ(theorem.law()->period, 7u);
  EXPECT_EQ(theorem.law()->preperiod, 0u);
  EXPECT_EQ(theorem.proof<SubtractionProof>()->window, 5u);
  EXPECT_FALSE(theorem.proof<SubtractionProof>()->all_but);
  EXPECT_EQ(law({{}, false}).proof<SubtractionProof>()->window, 1u) << "nothing may be taken";
  EXPECT_EQ(law({{}, false}).law()->at(100), 0);
}

TEST(ProveSubtraction, AllButSome) {
  const Theorem theorem = law({{1, 2, 3}, true});
  EXPECT_EQ(theorem.law()->period, 4u);
  EXPECT_EQ(theorem.law()->saltus, 1u);
  EXPECT_TRUE(theorem.proof<SubtractionProof>()->all_but);
}

TEST(ProveSubtraction, TheBudgetEndsIt) {
  Rulebook book;
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const auto ended = prove_subtraction(*book.rule("nim").value(), {{1, 1'000'000}, false}, budget);
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().message(), "interrupted");
}

}  // namespace
}  // namespace grundy
