#include "engine/heap/definition.h"

#include <gtest/gtest.h>

#include "session/session.h"

namespace grundy {
namespace {

class DefinitionTest : public ::testing::Test {
 protected:
  std::unique_ptr<Evaluator> open(const std::string& game) {
    const auto rule = session_.game(game, budget_);
    EXPECT_TRUE(rule.ok()) << (rule ? "" : rule.error().to_string());
    return definition_engine()->open(**rule);
  }
  std::string values(Evaluator& evaluator, uint64_t upto) {
    std::string text;
    for (uint64_t n = 0; n <= upto; ++n) {
      const Coordinates position = {Natural(n)};
      const auto value = evaluator.values({&position, 1}, budget_);
      text += value ? (*value)[0].to_string() + " " : value.error().message();
    }
    return text;
  }
  Session session_;
  Budget budget_;
};

TEST_F(DefinitionTest, TakesGamesThatHaveTheirMovesFromACode) {
  EXPECT_EQ(open("kayles"), nullptr);
  EXPECT_EQ(open("wythoff"), nullptr);
  auto four = open("code[0.G]");
  ASSERT_NE(four, nullptr);
  EXPECT_EQ(four->engine(), "all splits");
}

/// Taking one token and leaving four heaps: by hand up to 9.
TEST_F(DefinitionTest, FourHeaps) {
  auto four = open("code[0.G]");
  // From 5 on there is 1+1+1+1, from 9 on also splits with a heap of 5, of value 1.
  EXPECT_EQ(values(*four, 9), "0 0 0 0 0 1 1 1 1 2 ");
  const auto options = four->options({Natural(9)}, 100, budget_);
  ASSERT_TRUE(options.ok());
  EXPECT_EQ(options->list.size(), 5u);  // 8 = 5+1+1+1 = 4+2+1+1 = 3+3+1+1 = 3+2+2+1 = 2+2+2+2
  const auto moves = four->moves_to({Natural(9)}, Ordinal(1), 100, budget_);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_TRUE(moves->all);
}

TEST_F(DefinitionTest, GamesThatLeadToACode) {
  ASSERT_TRUE(session_.rulebook().load_text("lead.game",
                                            "game lead(n)\n  -> code[0.G](n)\n  -> lead(n - 1)\n"
                                            "game loop(n)\n  -> loop(n)\n  -> code[0.G](n)\n"));
  auto lead = open("lead");
  ASSERT_NE(lead, nullptr);
  // lead(0) has the option code(0) of value 0, and so on: 1, then mex{0, 1} = 2, mex{0, 2} = 1, …, mex{1, 2} = 0.
  EXPECT_EQ(values(*lead, 6), "1 2 1 2 1 0 2 ");
  auto loop = open("loop");
  ASSERT_NE(loop, nullptr);
  EXPECT_EQ(values(*loop, 0), "play need not end: loop(0) comes again");
}

}  // namespace
}  // namespace grundy
