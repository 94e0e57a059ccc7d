// Slips with the sentences that help, and what is no slip though it looks like one.
#include <gtest/gtest.h>

#include <fstream>

#include "session/session.h"

namespace grundy {
namespace {

/// The first message about these rules and this sum, or the value.
std::string answered(const std::string& rules, const std::string& sum) {
  Session session;
  if (!rules.empty()) {
    if (const Attempt<void> loaded = session.load_rules("my.game", rules); !loaded)
      return loaded.error().message();
  }
  Budget budget;
  const Attempt<Question> question = session.read(sum, budget, Asks::outcomes);
  if (!question) return question.error().message();
  const Attempt<Value> value = session.value(*question, budget);
  return value ? value->to_string() : value.error().message();
}

const std::string kHeaps = "game heaps([a])\n  -> heaps(a[i -> a[i] - 1])  for i in 1..len(a)\n";

TEST(Messages, NameTheLimit) {
  EXPECT_EQ(answered("", "cram(1x999999999999999999)"), "a board has at most 2000000 cells");
  EXPECT_EQ(answered("", "cram(3000x3000)"), "a board has at most 2000000 cells");
  EXPECT_EQ(answered("", "cram(path 1000001)"), "the size behind 'path' is 1 to 1000000");
  EXPECT_EQ(answered("", "cram(complete 0)"), "the size behind 'complete' is 1 to 2000");
  EXPECT_EQ(answered(kHeaps, "heaps([2000000000000000000, 1])"),
            "a number in a position of this game is at most 10^18");
  EXPECT_EQ(answered(kHeaps, "heaps([2*10^18, 1])"),
            "a number in a position of this game is at most 10^18");
}

// As coordinates are.
TEST(Messages, NumbersOfListsAndSetsArePowersToo) {
  EXPECT_EQ(answered(kHeaps, "heaps([10^9 + 1, 2**4 - 4, 3*5])"), "0");
  EXPECT_EQ(
      answered("game g({S})\n  -> g({x for x in S if x != y})  for y in S\n", "g({2^3..10, 10^6})"),
      "0");
  EXPECT_EQ(answered(kHeaps, "heaps([3 4])"), "expected the end of the number");
  EXPECT_EQ(answered(kHeaps, "heaps([2 - 3])"),
            "this number is negative, and coordinates are natural numbers");
  EXPECT_EQ(answered(kHeaps, "heaps([x])"), "expected a natural number, found 'x'");
}

TEST(Messages, SayWhatToWrite) {
  EXPECT_EQ(answered("", "cram 3x4"), "a position stands in brackets; did you mean 'cram(3x4)'?");
  EXPECT_EQ(answered("", "kayles 5 + nim(3)"),
            "a position stands in brackets; did you mean 'kayles(5)'?");
  EXPECT_EQ(answered("", "misere nim(3)"),
            "misère play is asked for beside the position: --play misere");
  EXPECT_EQ(answered("", "kayles 5"), "a position stands in brackets; did you mean 'kayles(5)'?");
  EXPECT_EQ(answered("game g([a])\n  left -> g(a[i -> a[i] - 1])  for i in 1..len(a)\n", "g([1])"),
            "in a game of sets or lists both players have the same moves; write whose turn it is "
            "as a coordinate, "
            "g(turn, …)");
  EXPECT_EQ(answered(kHeaps + "game start([a]) = heaps(a)\n", "start([3])"),
            "another name for a sum has numbers for coordinates; sets, lists and boards are "
            "written out where the "
            "position is asked for");
}

// The unused variable is warned of; that is no reason to take the condition for a number.
TEST(Messages, AWarningHidesNoError) {
  EXPECT_EQ(answered("game g(n)\n  -> g(all(n > 1 for j < 3))\n", "g(2)"),
            "expected a number, found a condition");
}

TEST(Messages, ASetIsKnownWhereverItStands) {
  EXPECT_EQ(answered("game g[E]([a])\n  -> g([x for x in a if x in E])  if len(a) > 1\n",
                     "g[{3}]([1, 2, 3])"),
            "1");
  EXPECT_EQ(answered("game g[E]([a])\n  -> g([x for x in a if (x, 1) in E])  if len(a) > 1\n",
                     "g[{(3, 1)}]([1, 2, 3])"),
            "1");
  EXPECT_EQ(answered("game g[E = 2](n)\n  -> g(n - k)  for k in E\n", "g(4)"),
            "'E' is a number; a set is expected here");
}

TEST(EmptySets, AreTakenWhereTheyAreMeant) {
  const std::string left_out = "game g[B](n)\n  -> g(n - k)  for k in 1..3 if n - k not in B\n";
  EXPECT_EQ(answered(left_out, "g[{}](5)"), "1");
  EXPECT_EQ(answered(left_out, "g[{4}](5)"), "0");
  const std::string path = testing::TempDir() + "grundy_empty_set.txt";
  std::ofstream(path) << "";
  EXPECT_EQ(answered(left_out, "g[@" + path + "](5)"), "1");
  std::remove(path.c_str());
  // One line chooses from it, another does not.
  EXPECT_EQ(answered("game h[S](n)\n  -> h(n - k)  for k in S\n  -> h(n - 1)\n", "h[{}](5)"), "1");
  EXPECT_EQ(answered("", "subtract[{}](5)"),
            "the set 'S' of 'subtract' is empty, so that there would be no move");
}

}  // namespace
}  // namespace grundy
