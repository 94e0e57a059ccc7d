#include "session/batch.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(Batch, EquationsAreSplitOutsideBrackets) {
  const auto both = split_equation("stones[K=2](4, 7) = nim(3)");
  ASSERT_TRUE(both.ok());
  EXPECT_EQ(both->first, "stones[K=2](4, 7)");
  EXPECT_EQ(both->second, "nim(3)");
  EXPECT_EQ(split_equation("nim(1)\tstones[K=2](4, 7)")->second, "stones[K=2](4, 7)");
  ASSERT_FALSE(split_equation("stones[K=2](4, 7)").ok());
  EXPECT_EQ(
      split_equation("nim(3)").error().to_string(),
      "sums:1:7: error: expected two sums, as in 'kayles(3) = nim(3)'\n  nim(3)\n        ^\n");
}

TEST(Batch, OneTableForAllQuestions) {
  Session session;
  Budget budget;
  std::vector<Question> questions;
  for (int n = 1; n <= 40; ++n)
    questions.push_back(*session.read("wythoff(" + std::to_string(n) + ", 60) + nim(5)", budget));
  std::vector<const Question*> all;
  for (const Question& question : questions) all.push_back(&question);
  ASSERT_TRUE(value_together(session, all, budget).ok());
  const uint64_t work = session.solvers().of(*questions[0].parts[0].game).work().positions;
  Session other;
  for (const Question& question : questions) {
    const auto value = session.value(question, budget);
    ASSERT_TRUE(value.ok());
    const Question again = *other.read(to_string(question.parts[0]) + " + nim(5)", budget);
    EXPECT_EQ(value->to_string(), other.value(again, budget)->to_string());
  }
  EXPECT_EQ(session.solvers().of(*questions[0].parts[0].game).work().positions, work);
}

}  // namespace
}  // namespace grundy
