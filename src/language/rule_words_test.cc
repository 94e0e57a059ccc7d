#include "language/rule_words.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

std::string moves(std::string_view line) { return rule_in_words(line, "mine", "n").moves; }

TEST(RuleWords, TellsHowManyAreTaken) {
  EXPECT_EQ(moves("take 1, 3 or 4 stones"), "-> mine(n - k) for k in {1, 3, 4}");
  EXPECT_EQ(moves("You may take one or two."), "-> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("remove up to 3"), "-> mine(n - k) for k in 1..3");
  EXPECT_EQ(moves("take between 2 and 5 coins"), "-> mine(n - k) for k in 2..5");
  EXPECT_EQ(moves("take from 2 to 5"), "-> mine(n - k) for k in 2..5");
  EXPECT_EQ(moves("Take 2-5 from one heap"), "-> mine(n - k) for k in 2..5");
  EXPECT_EQ(moves("Nimm 1 bis 3 Steine"), "-> mine(n - k) for k in 1..3");
  EXPECT_EQ(moves("take at least 3"), "-> mine(n - k) for k in 3..n");
  EXPECT_EQ(moves("take any odd number"), "-> mine(n - k) for k in 1..n if k % 2 = 1");
  EXPECT_EQ(moves("take a prime number of stones"), "-> mine(n - k) for k in 1..n if isprime(k)");
  EXPECT_EQ(moves("take a power of 2"), "-> mine(n - k) for k in 1..n if ispower(k, 2)");
  EXPECT_EQ(moves("take up to half of the heap"), "-> mine(n - k) for k in 1..n/2");
  EXPECT_EQ(moves("take at least half"), "-> mine(n - k) for k in (n + 1)/2..n");
  EXPECT_EQ(moves("take as many as you like"), "-> mine(n - k) for k in 1..n");
}

TEST(RuleWords, TellsHowHeapsAreSplit) {
  EXPECT_EQ(moves("split a heap into two"), "-> mine(a) + mine(n - a) for a in 1..n/2");
  EXPECT_EQ(moves("Split a heap into two unequal heaps"),
            "-> mine(a) + mine(n - a) for a in 1..(n-1)/2");
  EXPECT_EQ(moves("split it into 2 equal heaps"),
            "-> mine(n/2) + mine(n/2) if n > 0 and n % 2 = 0");
}

TEST(RuleWords, TellsOfTwoHeaps) {
  EXPECT_EQ(moves("Take one or two stones from one of two heaps"),
            "-> mine(a - k, b) for k in {1, 2}⏎  -> mine(a, b - k) for k in {1, 2}");
  EXPECT_EQ(moves("Split a heap into two heaps"), moves("split a heap into two"));
  const RuleInWords three = rule_in_words("There are three piles. Take any number.", "mine", "n");
  EXPECT_EQ(three.heaps, "a, b, c");
  EXPECT_EQ(three.moves.substr(0, 37), "-> mine(a - k, b, c) for k in 1..a⏎");
  EXPECT_EQ(moves("Take an odd number of stones, at most 5"),
            "-> mine(n - k) for k in 1..5 if k % 2 = 1");
  EXPECT_EQ(moves("Take any number from one heap, or the same number from both"),
            "-> mine(a - k, b) for k in 1..a⏎  -> mine(a, b - k) for k in 1..b⏎  "
            "-> mine(a - k, b - k) for k in 1..min(a, b)");
  EXPECT_EQ(moves("Nimm einen oder zwei von einem Haufen oder gleich viele von beiden"),
            "-> mine(a - k, b) for k in {1, 2}⏎  -> mine(a, b - k) for k in {1, 2}⏎  "
            "-> mine(a - k, b - k) for k in {1, 2}");
  EXPECT_EQ(moves("take one stone from both heaps"), "");
  EXPECT_EQ(moves("take one or two from one heap, or one from each of the two heaps"), "");
}

TEST(RuleWords, CountsGermanArticles) {
  EXPECT_EQ(moves("Nimm einen, drei oder vier Steine weg."), "-> mine(n - k) for k in {1, 3, 4}");
  EXPECT_EQ(moves("Nimm einen oder zwei Steine."), "-> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Nimm ein, zwei oder drei Steine"), "-> mine(n - k) for k in {1, 2, 3}");
  EXPECT_EQ(moves("Nimm einen Stein oder zwei Steine von einem Haufen."),
            "-> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Nimm einen bis drei Steine"), "-> mine(n - k) for k in 1..3");
  EXPECT_EQ(moves("Entferne eine ungerade Anzahl von Steinen"),
            "-> mine(n - k) for k in 1..n if k % 2 = 1");
  EXPECT_EQ(moves("Nimm höchstens die Hälfte"), "-> mine(n - k) for k in 1..n/2");
  EXPECT_EQ(moves("Nimm mindestens 2 und höchstens 5 Steine"), "-> mine(n - k) for k in 2..5");
  EXPECT_EQ(moves("Teile einen Haufen in zwei verschieden große."),
            "-> mine(a) + mine(n - a) for a in 1..(n-1)/2");
  EXPECT_EQ(moves("take a stone or two"), "-> mine(n - k) for k in {1, 2}");
}

TEST(RuleWords, ReadsTwoMovesOfOneSentence) {
  EXPECT_EQ(moves("Take one or two stones, or split the heap into two."),
            "-> mine(n - k) for k in {1, 2}⏎  -> mine(a) + mine(n - a) for a in 1..n/2");
  EXPECT_EQ(moves("Nimm einen Stein oder teile den Haufen in zwei gleiche."),
            "-> mine(n - k) for k in {1}⏎  -> mine(n/2) + mine(n/2) if n > 0 and n % 2 = 0");
}

TEST(RuleWords, ReadsSeveralSentences) {
  EXPECT_EQ(moves("Take 1, 3 or 4 stones. Whoever takes the last stone wins."),
            "-> mine(n - k) for k in {1, 3, 4}");
  EXPECT_EQ(moves("There is a heap of 15 stones. Take away 1 or 2."),
            "-> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Take 1 or 2 stones.\nWhoever takes the last stone loses."),
            "win if n = 0⏎  -> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Man darf 3 oder 4 Steine nehmen. Wer nicht mehr ziehen kann, gewinnt."),
            "win if n < 3⏎  -> mine(n - k) for k in {3, 4}");
  EXPECT_EQ(moves("Wer am Zug ist, nimmt 1, 3 oder 4 Steine. Wer den letzten nimmt, gewinnt."),
            "-> mine(n - k) for k in {1, 3, 4}");
  EXPECT_EQ(moves("Take 1 to 4 stones, but not 2"), "-> mine(n - k) for k in 1..4 if k != 2");
  EXPECT_EQ(moves("Take at least 2 stones but not more than 5"), "-> mine(n - k) for k in 2..5");
  EXPECT_EQ(moves("Take 1. Split the heap into two."),
            "-> mine(n - k) for k in {1}⏎  -> mine(a) + mine(n - a) for a in 1..n/2");
}

TEST(RuleWords, SkipsHowPlayersTakeTurns) {
  EXPECT_EQ(moves("Two players take turns. Each turn you take 1, 2 or 3 coins."),
            "-> mine(n - k) for k in {1, 2, 3}");
  EXPECT_EQ(moves("Players alternately remove one or two matches from a row. The player who takes "
                  "the last match loses."),
            "win if n = 0⏎  -> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Zwei Spieler ziehen abwechselnd. Man nimmt 1 oder 2 Hölzer."),
            "-> mine(n - k) for k in {1, 2}");
  EXPECT_EQ(moves("Wer zuletzt nimmt, verliert. Nimm 1 bis 3."),
            "win if n = 0⏎  -> mine(n - k) for k in 1..3");
}

TEST(RuleWords, NamesTheWordThatIsNotKnown) {
  EXPECT_EQ(rule_in_words("take 1 or 2 but never leave 3", "mine", "n").unknown, "but");
  EXPECT_EQ(rule_in_words("take more than 3", "mine", "n").unknown, "more");
}

TEST(RuleWords, KeepsSilentWhereAWordIsNotKnown) {
  for (const char* line :
       {"take 1 or 2 but never leave 3", "take 1 or 2 from a heap of 10", "take more than 3",
        "take all stones", "take a power of 3", "split a heap into 3", "take", "take stones",
        "take a multiple of 3", "take 1, 2 and 3 to 5"})
    EXPECT_EQ(moves(line), "") << line;
}

TEST(RuleWords, KnowsLinesOfWords) {
  EXPECT_EQ(lines_of_words("Take 1 or 2.\nWhoever is last wins.\n\ngame g(n)\n"),
            "Take 1 or 2.\nWhoever is last wins.");
  EXPECT_EQ(lines_of_words("take(n) -> take(n - 1)"), "");
  EXPECT_EQ(lines_of_words("k = 3 to take"), "");
  EXPECT_TRUE(is_said_in_words("A player takes 1 or 2"));
  EXPECT_FALSE(is_said_in_words("hello"));
  EXPECT_FALSE(is_said_in_words(""));
}

}  // namespace
}  // namespace grundy
