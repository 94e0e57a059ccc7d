#include <gtest/gtest.h>

#include <random>

#include "session/contest/contest_test.h"
#include "session/session.h"

namespace grundy::contest {
namespace {

// The same by the game `intervals`, whose moves are compared with their definition elsewhere.
TEST(ContestAbc206F, AgreesWithTheGameOfIntervals) {
  std::mt19937_64 random(1);
  Session session;
  Budget budget;
  std::string text = "60\n";
  std::string expected;
  for (int round = 0; round < 60; ++round) {
    const uint64_t count = 1 + random() % 12;
    const uint64_t most = 3 + random() % 20;
    std::string game = "intervals[{";
    text += numbers_text({count});
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t l = 1 + random() % (most - 1);
      const uint64_t r = l + 1 + random() % (most - l);
      text += numbers_text({l, r});
      game += (i == 0 ? "(" : ", (") + std::to_string(l) + ", " + std::to_string(r) + ")";
    }
    const auto question = session.read(game + "}](1, " + std::to_string(most) + ")", budget);
    ASSERT_TRUE(question.ok()) << question.error().to_string();
    const auto value = session.value(*question, budget);
    ASSERT_TRUE(value.ok());
    expected += value->is_zero() ? "Bob\n" : "Alice\n";
  }
  EXPECT_NE(expected.find("Bob"), std::string::npos);
  EXPECT_NE(expected.find("Alice"), std::string::npos);
  EXPECT_EQ(answer_to(abc206f, text), expected);
}

TEST(ContestAbc206F, SmallCases) {
  EXPECT_EQ(answer_to(abc206f, "0\n"), "");
  EXPECT_EQ(answer_to(abc206f, "1\n0\n"), "Bob\n");
  EXPECT_EQ(answer_to(abc206f, "3\n1\n1 100\n2\n1 2\n2 3\n3\n1 2\n2 3\n1 3\n"),
            "Alice\nBob\nAlice\n");
}

TEST(ContestAbc206F, BadInput) {
  EXPECT_NE(answer_to(abc206f, "").find("the number of cases"), std::string::npos);
  EXPECT_NE(answer_to(abc206f, "1\n2\n1 2\n").find("an interval"), std::string::npos);
  EXPECT_NE(answer_to(abc206f, "1\n1\n3 3\n").find("an interval has l < r, not 3 and 3"),
            std::string::npos);
  EXPECT_NE(answer_to(abc206f, "1\n1\n3 100001\n").find("at most 100000"), std::string::npos);
  EXPECT_NE(answer_to(abc206f, "1\n1\n3 4\n5\n"), "Alice\n");
}

}  // namespace
}  // namespace grundy::contest
