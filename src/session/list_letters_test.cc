#include "session/list_letters.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "proof/prove.h"
#include "proof/theorem_text.h"
#include "rule/print.h"

namespace grundy {
namespace {

class ListLettersTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(session_.load_rules("test/language/lists.game")); }
  /// The rule that is asked for, or the error.
  std::string read(const std::string& text) {
    Budget budget;
    const auto lists = read_lettered_lists(session_, text, budget);
    return lists ? print_rule(*lists->rule) : lists.error().message();
  }
  /// The first sentence of the law.
  std::string law(const std::string& text) {
    Budget budget;
    const auto lists = read_lettered_lists(session_, text, budget);
    if (!lists) return lists.error().message();
    ProveOptions options;
    options.outcomes = lists->outcomes_only;
    Attempt<Theorem> theorem = prove(*lists->rule, options, budget);
    if (!theorem || !theorem->is_proved()) return "none";
    theorem->brackets = lists->brackets;
    return statement(*theorem);
  }
  Session session_;
};

TEST_F(ListLettersTest, LettersNameTheNumbers) {
  EXPECT_TRUE(has_letters("wythoffs([a, b])"));
  EXPECT_TRUE(has_letters("some[K=1]([a, b, c])"));
  EXPECT_FALSE(has_letters("wythoffs([1, 2])"));
  EXPECT_FALSE(has_letters("wythoffs"));
  EXPECT_FALSE(has_letters("cram(2x2)"));
  EXPECT_FALSE(has_letters("row([])"));
  EXPECT_EQ(read("row([p, q])"),
            "game row(p, q)\n  -> row(k, q)  for k <= p - 1\n  -> row(p, k)  for k <= q - 1\n");
}

TEST_F(ListLettersTest, WordsAmongParametersAreLetters) {
  EXPECT_EQ(letters_of_parameters("subtract[{1, 2, k}]"), "k");
  EXPECT_EQ(letters_of_parameters("subtract[{b, a..b}]"), "b, a");
  EXPECT_EQ(letters_of_parameters("some[K=k]"), "k");
  for (const char* none :
       {"subtract[{1, 3}]", "subtract[{k for k in 1..3}]", "octal[0.07]", "nim",
        "some[K=1]([a, b])", "subtract[{1, k}", "subtract[@f.txt]", "", "[", "]"})
    EXPECT_EQ(letters_of_parameters(none), "") << none;
}

TEST_F(ListLettersTest, WrongTexts) {
  EXPECT_EQ(read("row([p, p])"),
            "'p' stands for another number already; each number has a letter of its own");
  EXPECT_EQ(read("row([p, for])"), "'for' is a word of the language, no letter");
  EXPECT_EQ(read("row([p, 3])").substr(0, 15), "game row(p, a2)");
  EXPECT_NE(read("nothing([p, q])").find("nothing"), std::string::npos);
  EXPECT_NE(read("join([p, q])").find("a move makes a list of 2 numbers into one of 1"),
            std::string::npos);
  EXPECT_EQ(read("2*row([p, q])"), "a law is asked for one game, as in 'wythoffs([a, b])'");
}

TEST_F(ListLettersTest, LawsAreOfTheLists) {
  EXPECT_EQ(law("heap([p, q])"),
            "For all natural numbers p, q the value of heap([p, q]) is p ^^ q.");
  EXPECT_EQ(law("wythoffs([a, b])"),
            "For all natural numbers a, b the position wythoffs([a, b]) is lost for the mover "
            "exactly if min(a, b) = "
            "floor(abs(a - b)*phi).");
}

TEST_F(ListLettersTest, WhoWinsWherePlayEndsOtherwise) {
  ASSERT_TRUE(session_.load_rules(
      "more",
      "game last(bag [a])\n  win if max(a) = 0\n  -> last(a - [x] + [k])  for x in a, k < x\n"));
  // Who takes the last one loses: misère nim.
  EXPECT_NE(law("last([a, b])").find("the position last([a, b]) is lost for the mover exactly if"),
            std::string::npos)
      << law("last([a, b])");
}

}  // namespace
}  // namespace grundy
