#include "engine/misere/tame.h"

#include <gtest/gtest.h>

#include "engine/search/play_out.h"
#include "session/session.h"

namespace grundy::misere {
namespace {

std::vector<Position> parts_of(Session& session, const std::string& sum, Budget& budget) {
  const auto question = session.read(sum, budget);
  EXPECT_TRUE(question) << sum;
  return question->parts;
}

TEST(MisereTame, SumsHaveTheOutcomesAndWinningMovesOfPlay) {
  Session session;
  Budget budget;
  for (const char* text :
       {"wythoff(2, 3) + nim(3)", "wythoff(3, 5) + nim(1)", "wythoff(1, 2) + half(1) + nim(1)",
        "half(6) + mark(5) + nim(2)", "moore[k=2]([1, 1]) + wythoff(2, 2)",
        "moore[k=2]([2, 2, 2]) + nim(4)", "euclid(3, 5) + half(4)", "wythoff(1, 1) + wythoff(1, 1)",
        "cram(2x3) + wythoff(1, 2)", "half(3) + half(7) + half(2)", "bounded[3](7) + nim(3)"}) {
    const std::vector<Position> parts = parts_of(session, text, budget);
    const auto judged = judge_tame(parts, 1000, budget);
    ASSERT_TRUE(judged) << text << ": " << judged.error().message();
    const auto played = PlayOut(Play::misere, budget).solve(parts, 1000);
    ASSERT_TRUE(played) << text;
    EXPECT_EQ(judged->outcome == Outcome::N, played->mover_wins) << text;
    EXPECT_EQ(judged->winning_moves.size(), played->winning_moves.size()) << text;
    EXPECT_TRUE(judged->all);
  }
}

TEST(MisereTame, DeclinesWhatIsNot) {
  Session session;
  Budget budget;
  const auto judged = judge_tame(parts_of(session, "octal[0.123](9) + nim(3)", budget), 16, budget);
  ASSERT_FALSE(judged);
  EXPECT_EQ(judged.error().message(), "octal[0.123](9) is not tame");
  EXPECT_FALSE(judge_tame(parts_of(session, "wythoff(1, 2) + nim(1000000)", budget), 16, budget));
}

}  // namespace
}  // namespace grundy::misere
