#include "proof/letters.h"

#include <gtest/gtest.h>

#include "rule/print.h"

namespace grundy {
namespace {

class LettersTest : public testing::Test {
 protected:
  std::string rule(const std::string& game, const std::vector<std::string>& letters) {
    const Attempt<LetteredGame> made = lettered_game(book_, game, letters);
    return made ? print_rule(*made->rule) : made.error().message();
  }
  Rulebook book_;
};

TEST_F(LettersTest, SetsAreWrittenOut) {
  EXPECT_EQ(rule("subtract[{1..k}]", {"k"}),
            "game subtract(k, n)\n"
            "  -> subtract(k, n - k_)  for k_ in 1..k  if 1 <= k_\n");
  EXPECT_EQ(rule("subtract[{a, b..2*b}]", {"a", "b"}),
            "game subtract(a, b, n)\n"
            "  -> subtract(a, b, n - k)  for k = a  if 1 <= k\n"
            "  -> subtract(a, b, n - k)  for k in b..2*b  if 1 <= k\n");
  const std::string all_but = rule("subtract[not {1..k}]", {"k"});
  EXPECT_NE(all_but.find("not"), std::string::npos) << all_but;
}

TEST_F(LettersTest, NumbersAreTheLettersTerms) {
  EXPECT_EQ(rule("bounded", {"K"}),
            "game bounded(K, n)\n"
            "  -> bounded(K, n - k)  for k in 1..K\n");
  EXPECT_EQ(rule("bounded[K=2*k+1]", {"k"}),
            "game bounded(k, n)\n"
            "  -> bounded(k, n - k_)  for k_ in 1..2*k + 1\n");
}

TEST_F(LettersTest, WhatIsNoParameterIsTold) {
  EXPECT_EQ(rule("nim", {"k"}), "the letter 'k' of --for is no parameter of 'nim', which has none");
  EXPECT_EQ(rule("bounded", {"j"}),
            "the letter 'j' of --for is no parameter of 'bounded'; write it into bounded[K]");
  EXPECT_EQ(rule("bounded[n]", {"n"}), "'n' is a coordinate of 'bounded'; take another letter");
  EXPECT_NE(rule("nym[k]", {"k"}).find("unknown game 'nym'"), std::string::npos);
  EXPECT_EQ(rule("octal[0.3k]", {"k"}),
            "a code takes no letters; write the moves of octal[0.3k] as the rule of a game with "
            "parameters");
}

TEST(ReadLettersTest, Names) {
  EXPECT_EQ(*read_letters("a, b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(*read_letters("k"), (std::vector<std::string>{"k"}));
  for (const char* text : {"", "3", "a,", "a b", "a, a", "w", "for"})
    EXPECT_FALSE(read_letters(text)) << text;
}

}  // namespace
}  // namespace grundy
