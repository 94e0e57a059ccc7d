// Rows of which neighbours are taken, against the definition: all boards of at most eight cells,
// and the moves to each value.
#include "engine/board/taken_rows.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "game/board_game.h"
#include "game/games.h"
#include "language/rulebook.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

class StripByDefinition {
 public:
  static std::vector<BoardPosition> options(const BoardPosition& here) {
    std::vector<BoardPosition> result;
    const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
      result.push_back(move.to.at(0));
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return result;
  }
  uint64_t value(const BoardPosition& here) {
    const auto known = values_.find(here);
    if (known != values_.end()) return known->second;
    std::set<uint64_t> met;
    for (const BoardPosition& option : options(here)) met.insert(value(option));
    uint64_t mex = 0;
    while (met.contains(mex)) ++mex;
    return values_[here] = mex;
  }

 private:
  std::map<BoardPosition, uint64_t> values_;
};

/// All rows of so many cells.
template <class Visit>
void each_row(size_t cells, std::string_view letters, Visit&& visit) {
  size_t rows = 1;
  for (size_t i = 0; i < cells; ++i) rows *= letters.size();
  for (size_t row = 0; row < rows; ++row) {
    std::vector<Cell> board;
    for (size_t i = 0, rest = row; i < cells; ++i, rest /= letters.size())
      board.push_back(letter_cell(letters[rest % letters.size()]));
    visit(board);
  }
}

const char* const kTakenRows[] = {
    "game g on strip\n  [XO]+! -> .+\n",
    "game g on strip\n  X+ -> .+\n",
    "game g on strip\n  XX+ -> ..+\n",
    "game g on strip\n  XX+! -> ..+\n",
    "game g on strip\n  X*XX -> .*..\n",
    "game g on strip\n  XX*! -> ..*\n",
    "game g on strip\n  X+! -> .+\n  XX -> OO\n",
    "game g on strip\n  XXX+! -> OOO+\n  X -> .\n  XXXX+ -> ....+\n",
    "game g on strip\n  XX+! -> ..+\n  X -> O\n",
};

TEST(TakenRows, ByDefinition) {
  for (const char* text : kTakenRows) {
    SCOPED_TRACE(text);
    Rulebook rules;
    ASSERT_TRUE(rules.load_text("test", text).ok());
    Games games;
    Budget budget;
    const BoardGame& game = board_game(games, **rules.rule("g"));
    const auto solver = taken_rows_engine()->open(game);
    ASSERT_NE(solver, nullptr);
    StripByDefinition definition;
    for (size_t cells = 1; cells <= 8; ++cells) {
      const auto place = rectangle(SpaceKind::strip, 1, cells);
      each_row(cells, cells < 6 ? "X.O" : "X.", [&](const std::vector<Cell>& board) {
        const BoardPosition here{&game.board_rule(), {}, {}, {place, board}};
        const Position position = game.at(here);
        const auto values = solver->values({&position, 1}, budget);
        ASSERT_TRUE(values.ok());
        ASSERT_EQ((*values)[0], Value(definition.value(here))) << to_string(position);
        const std::vector<BoardPosition> options = StripByDefinition::options(here);
        for (uint64_t wanted = 0; wanted < 9; ++wanted) {
          std::set<BoardPosition> expected;
          for (const BoardPosition& option : options) {
            if (definition.value(option) == wanted) expected.insert(option);
          }
          const auto moves = solver->moves_to(position, Value(wanted), 100, budget);
          ASSERT_TRUE(moves.ok());
          std::set<BoardPosition> found;
          for (const Move& move : moves->moves) found.insert(game.position(move.to.at(0)));
          EXPECT_EQ(found, expected) << to_string(position) << " to " << wanted;
          EXPECT_EQ(moves->moves.size(), expected.size());
          EXPECT_TRUE(moves->all);
        }
      });
    }
  }
}

TEST(TakenRows, OthersAreLeft) {
  for (const char* text : {
           "game g on strip\n  XX -> ..\n",
           "game g on strip\n  X+ -> X+\n",
           "game g on strip\n  X+O -> .+.\n",
           "game g on strip\n  X+ -> .+\n  .X -> X.\n",
           "game g on strip\n  X+! -> .+\n  OO+ -> ..+\n",
           "game g on strip\n  X+ -> .+\n  always no X.X\n",
           "game g on strip\n  X{2} -> .{2}\n",
           "game g on strip along right\n  X+! -> .+\n",
           "game g on ring\n  X+ -> .+\n",
           "game g on grid\n  X+ -> .+\n",
       }) {
    SCOPED_TRACE(text);
    Rulebook rules;
    const auto loaded = rules.load_text("test", text);
    ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
    Games games;
    EXPECT_EQ(taken_rows_engine()->open(board_game(games, **rules.rule("g"))), nullptr);
  }
}

TEST(TakenRows, LongRowsAndLimits) {
  Rulebook rules;
  ASSERT_TRUE(rules.load_text("test", "game g on strip\n  X+! -> .+\n").ok());
  Games games;
  Budget budget;
  const BoardGame& game = board_game(games, **rules.rule("g"));
  const auto solver = taken_rows_engine()->open(game);
  const auto place = rectangle(SpaceKind::strip, 1, 100'000);
  const Position row =
      game.at({&game.board_rule(), {}, {}, {place, std::vector<Cell>(100'000, letter_cell('X'))}});
  EXPECT_EQ((*solver->values({&row, 1}, budget))[0], Value(100'000));
  const auto moves = solver->moves_to(row, Value(60'000), 1, budget);
  ASSERT_TRUE(moves.ok());
  EXPECT_EQ(moves->moves.size(), 1U);
  EXPECT_FALSE(moves->all);
}

}  // namespace
}  // namespace grundy
