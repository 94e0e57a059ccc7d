// Laws of strips, and of lists that are strips, by the laws of their parts.
#include <gtest/gtest.h>

#include "session/law.h"
#include "session/theorem_json.h"

namespace grundy {
namespace {

std::string law_of(const char* game, const LawQuestion& question = {}) {
  Session session;
  EXPECT_TRUE(session
                  .load_rules("strips.game",
                              "game runs on strip\n  X -> .\n  XX -> ..\n"
                              "game heads on strip along right\n  T -> .\n  T [.T] -> . [T.]\n"
                              "game row([a])\n  -> row(a[i -> 0, i+1 -> 0]) for i in 1..len(a)-1 "
                              "if a[i] = 1 and a[i+1] = 1\n"
                              "game coins([a])\n  -> coins(a[i -> 0, j -> 1 - a[j]]) "
                              "for i in 1..len(a), j in 1..i-1 if a[i] = 1\n"
                              "game holes([a])\n  -> holes(a[i -> 1, i+1 -> 1]) for i in "
                              "1..len(a)-1 if a[i] = 0 and a[i+1] = 0\n"
                              "game numbers([a])\n  -> numbers(a[i -> a[i]-d]) for i in "
                              "1..len(a), d in {1, 2, 9} if d <= a[i]\n"
                              "game parted(bag [a])\n  -> parted(a - [x] + [y, x-y]) for x in a, "
                              "y in 1..x-1\n"
                              "game beside on strip\n  ... -> .X.\n")
                  .ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, game, question, budget);
  return law ? to_text(law->theorem) : law.error().to_string();
}

TEST(StripLaw, IsThatOfItsParts) {
  EXPECT_TRUE(law_of("runs").starts_with(
      "Theorem. In the game runs, the value is the nim-sum of those of its parts.\n"
      "A run of n letters X is played as runs(n):\n"
      "For all n >= 71 the value of runs(n + 12) is that of runs(n).\n"))
      << law_of("runs");
  EXPECT_TRUE(law_of("heads").starts_with(
      "Theorem. In the game heads, the value is the nim-sum of those of its parts.\n"
      "A letter T at place n, counted from the right, is played as heads(n):\n"))
      << law_of("heads");
}

TEST(StripLaw, ListsOfZerosAndOnes) {
  const std::string row = law_of("row"), coins = law_of("coins");
  EXPECT_NE(row.find("the value of a list of 0 and 1 is"), std::string::npos) << row;
  EXPECT_NE(row.find("\nA run of n ones is played as row(n):\n"), std::string::npos) << row;
  EXPECT_NE(
      coins.find("\nA number 1 is played as coins(place, length):\n"
                 "For all natural numbers place, length the value of coins(place, length) is"),
      std::string::npos)
      << coins;
}

TEST(StripLaw, ListsThatAreSumsOfTheirNumbers) {
  EXPECT_TRUE(law_of("numbers").starts_with(
      "Theorem. In the game numbers([a]), the value is the nim-sum of those of the list's "
      "numbers.\nA number is played as numbers(a):\n"
      "For all a >= 0 the value of numbers(a + 10) is that of numbers(a).\n"))
      << law_of("numbers");
  EXPECT_NE(law_of("parted").find("\nA number is played as parted(a):\n"), std::string::npos)
      << law_of("parted");
}

TEST(StripLaw, OthersHaveNone) {
  EXPECT_NE(law_of("beside").find("has no numbered coordinates"), std::string::npos);
  EXPECT_NE(law_of("runs", {.upto = 9}).find("has no numbered coordinates"), std::string::npos);
}

}  // namespace
}  // namespace grundy
