#include "engine/board/turns.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/board/game_mover.h"
#include "engine/board/in_set.h"
#include "reference/value_by_options.h"
#include "session/session.h"

namespace grundy {
namespace {

struct Turned {
  const char* text;
  size_t turns;
};

TEST(Turns, AreThoseThatKeepTheDirections) {
  for (const Turned& one :
       {Turned{"king_dirt(1, 1, 0, ...|...|...)", 7}, Turned{"king_dirt(1, 1, 0, ...|...)", 3},
        Turned{"sheep(3 0|0 0)", 3}, Turned{"sheep(3 0 0)", 1}, Turned{"chomp(3x3)", 1},
        Turned{"chomp(2x3)", 0}, Turned{"toads(X.O)", 0}, Turned{"lights(1x4)", 3},
        Turned{"brackets(())", 0}, Turned{"nogo(2x2)", 7}}) {
    Session session;
    Budget budget;
    const auto question = session.read(one.text, budget);
    ASSERT_TRUE(question.ok()) << one.text;
    const BoardGame& game = *board_game(question->parts[0]);
    const BoardPosition position = game.position(question->parts[0]);
    EXPECT_EQ(turns_of(game.board_rule(), *position.board.place).size(), one.turns) << one.text;
  }
}

TEST(Turns, GiveTheValuesOfTheOptions) {
  Session session;
  Budget budget;
  std::map<Position, uint64_t> known;
  PositionKeys keys;
  GameMover mover(keys, budget);
  PartTable table;
  std::mt19937_64 random(5);
  const auto text_of = [&](int round) {
    const auto cells = [&](size_t rows, size_t columns, const std::vector<std::string>& signs,
                           const char* between) {
      std::string text;
      for (size_t i = 0; i < rows * columns; ++i)
        text += (i == 0 ? "" : i % columns == 0 ? "|" : between) + signs[random() % signs.size()];
      return text;
    };
    switch (round % 4) {
      case 0:
        return "king_dirt(1, 1, 0, " + cells(2, 2, {".", ".", "X", "#"}, "") + ")";
      case 1:
        return "sheep(" + cells(2, 3, {"0", "0", "2", "3"}, " ") + ")";
      case 2:
        return "chomp(" + cells(3, 3, {".", "O"}, "") + ")";
      default:
        return "sheep(" + cells(3, 3, {"0", "0", "0", "0", "3"}, " ") + ")";
    }
  };
  for (int round = 0; round < 48; ++round) {
    const std::string text = text_of(round);
    const auto question = session.read(text, budget);
    ASSERT_TRUE(question.ok()) << text;
    uint64_t sum = 0;
    const auto parts = mover.parts({question->parts[0]});
    ASSERT_TRUE(parts.ok()) << text;
    for (const GameMover::Part& part : *parts) {
      const auto value = InSet<GameMover>(mover, table, budget).value(part);
      ASSERT_TRUE(value.ok()) << text;
      sum ^= *value;
    }
    EXPECT_EQ(sum, reference::value_by_options(question->parts[0], known, budget)) << text;
  }
}

}  // namespace
}  // namespace grundy
