#include "session/guess.h"

#include <gtest/gtest.h>

#include "session/session.h"

namespace grundy {
namespace {

std::string guessed(const std::string& position, std::string_view lines) {
  Session session;
  Budget budget;
  const Attempt<Question> question = session.read(position, budget);
  const Attempt<std::string> answer = compare_with_guess(question->parts.at(0), lines, budget);
  return answer ? *answer : answer.error().to_string();
}

TEST(Guess, RightAndNotYet) {
  EXPECT_EQ(guessed("bounded(12)", "-> bounded(n - 1); -> bounded(n - 2); -> bounded(n - 3)"),
            "Right: your rule has the same moves from all 31 positions with n <= 30.");
  EXPECT_EQ(guessed("bounded[K=2](12)", "-> bounded(n - k) for k in 1..2"),
            "Right: your rule has the same moves from all 31 positions with n <= 30.");
  EXPECT_EQ(guessed("bounded(12)", "-> bounded(n - k) for k in 1..2"),
            "Not yet: the game has a move from bounded(3) that your rule does not have.");
  EXPECT_EQ(guessed("bounded(12)", "-> bounded(n - k) for k in 1..4"),
            "Not yet: from bounded(4) your rule allows 0, which the game does not.");
  EXPECT_EQ(guessed("wythoff(3, 4)", "-> wythoff(k, b) for k < a; -> wythoff(a, k) for k < b"),
            "Not yet: the game has a move from wythoff(1, 1) that your rule does not have.");
  EXPECT_EQ(guessed("kayles(9)", "-> kayles(a) + kayles(n - a - k) for k in 1..2, a < n"),
            "Right: your rule has the same moves from all 31 positions with n <= 30.");
}

TEST(Guess, SlipsAreShown) {
  EXPECT_EQ(guessed("bounded(12)", "bounded(n - 1)"),
            "your rule:2:3: error: a move begins with '->'; did you mean '-> bounded(n - 1)'?\n"
            "    bounded(n - 1)\n"
            "    ^~~~~~~~~~~~~~\n");
  EXPECT_EQ(guessed("bounded(12)", " "), "error: write a line of the rule: `guess -> …`\n");
  EXPECT_EQ(guessed("treblecross(9)", "-> treblecross(n - 1)"),
            "error: declined: a rule can be guessed of games of numbers with lines of their own\n");
}

}  // namespace
}  // namespace grundy
