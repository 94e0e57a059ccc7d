#include <gtest/gtest.h>

#include "session/law.h"
#include "session/theorem_json.h"

namespace grundy {
namespace {

std::string asked_of_words(const char* game, const LawQuestion& question = {}) {
  Session session;
  EXPECT_TRUE(session
                  .load_rules("words.game",
                              "game either on word\n  A ->\n  AA ->\n  BA -> B\n"
                              "game swap on word\n  10 -> 01\n"
                              "game open on word\n  AB -> BA\n  AA -> B\n")
                  .ok());
  Budget budget;
  const Attempt<FoundLaw> law = find_law(session, game, question, budget);
  return law ? to_text(law->theorem) : law.error().to_string();
}

TEST(WordLawText, SaysHowWordsAreRead) {
  const std::string either = asked_of_words("either");
  EXPECT_TRUE(
      either.starts_with("Theorem. In the game either, a word is read letter by letter by "
                         "an automaton of"))
      << either;
  EXPECT_NE(either.find("\n      0      0    1    0\n"), std::string::npos) << either;
  EXPECT_NE(either.find("It has no certificate."), std::string::npos);
  EXPECT_TRUE(asked_of_words("swap").starts_with(
      "Theorem. In the game swap, all plays from a word are equally long"));
}

TEST(WordLawText, RefusesWhatIsNotKnown) {
  EXPECT_NE(asked_of_words("open").find("no law of all words of 'open' is known; `value` tells"),
            std::string::npos);
  EXPECT_NE(asked_of_words("swap", {.upto = 5}).find("a game on words"), std::string::npos);
}

}  // namespace
}  // namespace grundy
