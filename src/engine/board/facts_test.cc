#include "engine/board/facts.h"

#include <gtest/gtest.h>

#include <map>

#include "game/board_game.h"
#include "session/session.h"

namespace grundy {
namespace {

using FactsByName = std::map<std::string, std::string>;

FactsByName facts_of(const std::string& text) {
  Session session;
  Budget budget;
  const auto question = session.read(text, budget);
  EXPECT_TRUE(question.ok()) << text;
  const BoardGame& game = *board_game(question->parts[0]);
  const auto facts =
      board_facts(game.board_rule(), game.position(question->parts[0]).board, budget);
  EXPECT_TRUE(facts.ok()) << text;
  return facts.ok() ? FactsByName(facts->begin(), facts->end()) : FactsByName{};
}

TEST(BoardFacts, TellWhatWasDerived) {
  const FactsByName cram = facts_of("cram(4x4)");
  EXPECT_EQ(cram.at("letters"), "# as good as no cell; .");
  EXPECT_EQ(cram.at("drawings"), "8 symmetries; parts at one look");
  EXPECT_EQ(cram.at("parts"), "1 of 16 cells");
  EXPECT_EQ(cram.at("mirror"),
            "the same when turned by 180 degrees, where the second player answers: value 0");
  EXPECT_EQ(cram.at("play ends"), "as every move lowers the number of .");

  const FactsByName clobber = facts_of("clobber(XOX.|...O|XX.O)");
  EXPECT_EQ(clobber.at("letters"), "[#.] as good as no cell; O; X");
  EXPECT_EQ(clobber.at("parts"), "1 of 3 cells; 9 cells stand in none, or only beside one");
  EXPECT_FALSE(clobber.contains("mirror"));

  EXPECT_EQ(facts_of("amazons(X...|...O)").at("letters"),
            "# as good as no cell; .; [OX] as one letter");
}

TEST(BoardFacts, WhyPlayEnds) {
  EXPECT_EQ(
      facts_of("elephants(X..O)").at("play ends"),
      "as moves lower the sum of the columns of O, or else lower the sum of the columns of .");
  EXPECT_EQ(facts_of("fission(.X.|...)").at("play ends"), "as every move lowers the number of .");
  EXPECT_EQ(facts_of("nogo(1x4)").at("play ends"), "as every move lowers the number of .");
}

TEST(BoardFacts, NothingIsSaidWhereACellGoesBack) {
  Session session;
  ASSERT_TRUE(session.load_rules("test", "game back on strip\n  X. -> .X\n").ok());
  Budget budget;
  const auto question = session.read("back(X..)", budget);
  ASSERT_TRUE(question.ok());
  const BoardGame& game = *board_game(question->parts[0]);
  const Alphabet alphabet(game.board_rule().board->letters);
  const auto code = board_code(game.board_rule(), game.position(question->parts[0]).board.place,
                               alphabet, budget);
  ASSERT_TRUE(code.ok());
  EXPECT_EQ(why_play_ends(*code, alphabet), "");
}

}  // namespace
}  // namespace grundy
