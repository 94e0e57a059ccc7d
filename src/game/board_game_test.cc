#include "game/board_game.h"

#include <gtest/gtest.h>

#include <set>

#include "language/board_text.h"
#include "language/read_board.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

class BoardGameTest : public testing::Test {
 protected:
  Position read(const std::string& name, const std::string& arguments) {
    const auto rule = book_.rule(name);
    EXPECT_TRUE(rule) << rule.error().to_string();
    const auto position =
        read_board_position(**rule, "sum", arguments, {0, arguments.size()}, budget_);
    EXPECT_TRUE(position) << position.error().to_string();
    return board_game(games_, **rule).at(*position);
  }
  std::string message(const std::string& name, const std::string& arguments) {
    const auto position =
        read_board_position(**book_.rule(name), "sum", arguments, {0, arguments.size()}, budget_);
    return position ? "read" : position.error().diagnostics[0].message;
  }
  /// The names of all moves, in alphabetical order.
  std::string names(const Position& position) {
    const auto named = board_game(position)->named_moves(position, budget_);
    std::set<std::string> sorted;
    for (const auto& [to, name] : *named) sorted.insert(name);
    EXPECT_EQ(sorted.size(), named->size());
    std::string text;
    for (const std::string& name : sorted) text += (text.empty() ? "" : ", ") + name;
    return text;
  }
  Rulebook book_;
  Games games_;
  Budget budget_;
};

TEST_F(BoardGameTest, PositionsAreWrittenAsTheyAreRead) {
  for (const auto& [name, arguments] :
       std::vector<std::pair<std::string, std::string>>{{"cram", "....|..#."},
                                                        {"cram", "{1-2, 2-3; 1=#}"},
                                                        {"sheep", "12 0 #|0 3 0"},
                                                        {"king_dirt", "1, 2, 0, X..|..O"},
                                                        {"geography", "{1-2, 2-3; 1=T}"},
                                                        {"hackenbush", "{1-2, 1-2=#, 3-3, 4; 1=G}"},
                                                        {"poset", "{1>2, 1>3}"},
                                                        {"brackets", "()(())"},
                                                        {"brackets", "\"\""},
                                                        {"brackets", "\")(\""},
                                                        {"sylver", "{1, 2, 3}"},
                                                        {"sylver", "{}"}}) {
    const Position position = read(name, arguments);
    EXPECT_EQ(to_string(position), name + "(" + arguments + ")");
    EXPECT_EQ(board_game(position)->at(board_game(position)->position(position)), position);
  }
  EXPECT_EQ(to_string(read("clobber", "2x3")), "clobber(XOX|OXO)");
  EXPECT_EQ(to_string(read("node_kayles", "cycle 3; 2=X")), "node_kayles({1-2, 1-3, 2-3; 2=X})");
  EXPECT_EQ(to_string(read("node_kayles", "star 3")), "node_kayles({1-2, 1-3})");
  EXPECT_EQ(to_string(read("node_kayles", "grid 1x3")), "node_kayles({1-2, 2-3})");
  EXPECT_EQ(to_string(read("node_kayles", "complete 3")), "node_kayles({1-2, 1-3, 2-3})");
}

TEST_F(BoardGameTest, LongBoardsHaveTheirLettersBack) {
  for (size_t length = 1; length < 40; ++length) {
    std::string row;
    for (size_t i = 0; i < length; ++i) row += ".X#O"[i * i % 4];
    EXPECT_EQ(to_string(read("amazons", row)), "amazons(" + row + ")");
  }
}

TEST_F(BoardGameTest, EqualPlacesAreOnePlace) {
  EXPECT_EQ(read("cram", "{1-2, 2-3}"), read("cram", "path 3"));
  EXPECT_EQ(read("cram", "2x2"), read("cram", "..|.."));
  EXPECT_NE(read("cram", "2x2"), read("cram", "...."));
}

TEST_F(BoardGameTest, MovesHaveNames) {
  EXPECT_EQ(names(read("cram", "..|.#")), "a1-a2, a1-b1");
  EXPECT_EQ(names(read("nogo", "..|..")), "a1=O, a1=X, a2=O, a2=X, b1=O, b1=X, b2=O, b2=X");
  EXPECT_EQ(names(read("amazons", "X..")), "a1-b1-a1, a1-b1-c1, a1-c1-a1, a1-c1-b1");
  EXPECT_EQ(names(read("toppling", "XXX")), "1, 1-3, 2-1, 2-3, 3");
  EXPECT_EQ(names(read("sheep", "3 0 0")), "a1-c1 k=1, a1-c1 k=2");
  EXPECT_EQ(names(read("hackenbush", "{1-2, 2-3; 1=G}")), "(1-2), (2-3)");
  EXPECT_EQ(names(read("king_dirt", "1, 1, 0, X.|##")), "a1-b1, b1=O, b1=X");
  EXPECT_EQ(names(read("sylver", "{1, 2, 3}")), "k=2, k=3");
}

TEST_F(BoardGameTest, ListedOptionsAreKeptWithinTheMemoryLimit) {
  ASSERT_TRUE(book_.load_text("lists.game", "game g([a])\n  -> g(a[1 -> k]) for k < a[1]\n"));
  const BoardGame& game = board_game(games_, **book_.rule("g"));
  const Position position = read("g", "[1000000000000000000, 2, 3, 4]");
  constexpr uint64_t kLimit = uint64_t{1} << 20;
  budget_.set_memory_limit(kLimit);
  uint64_t listed = 0, bytes = 0;
  const auto ended = game.options(
      position,
      [&](const Sum& option) {
        ++listed;
        bytes += sizeof(Sum) + 8 * option[0].key.size();
        return true;
      },
      budget_);
  ASSERT_FALSE(ended);
  EXPECT_NE(ended.error().to_string().find("the options of a board would need"), std::string::npos);
  EXPECT_GT(listed, 1000);
  EXPECT_LE(bytes, kLimit);
  EXPECT_FALSE(game.named_moves(position, budget_));
  EXPECT_EQ(budget_.memory_used(), 0);
}

TEST_F(BoardGameTest, WrongBoardsAreToldWhy) {
  EXPECT_EQ(message("cram", "..|."), "row 2 has 1 cell, row 1 has 2");
  EXPECT_EQ(message("cram", ".X"), "cram has no 'X': its letters are . and #");
  EXPECT_EQ(message("cram", ""),
            "'cram' is written cram(3x4); 0 parts between the brackets instead of 1");
  EXPECT_EQ(message("cram", "0x3"), "a board has at least one cell");
  EXPECT_EQ(message("cram", "99999x99999"), "a board has at most 2000000 cells");
  EXPECT_EQ(message("toppling", "2x3"), "a strip has one row: 1x3");
  EXPECT_EQ(message("amazons", "{1-2}"), "'amazons' has directions and is not played on graphs");
  EXPECT_EQ(message("node_kayles", "{1>2}"), "an edge is written 1-2");
  EXPECT_EQ(message("node_kayles", "{1-2, 2-1}"), "the edge 1-2 is given twice");
  EXPECT_EQ(message("node_kayles", "{1-1}"), "a loop means nothing to this game");
  EXPECT_EQ(message("node_kayles", "{1-2; 1=X, 2=X}"), "no position: X X at 1-2 (always no X X)");
  EXPECT_EQ(message("nogo", "XO."),
            "no position: X at a1 reaches no . (always every X reaches . through X and every O "
            "reaches . through O)");
  EXPECT_EQ(message("sylver", "3"), "expected a set such as {1, 2, 4}");
  EXPECT_EQ(message("sheep", "1 x"), "sheep has no 'x': its letters are . and #");
}

TEST_F(BoardGameTest, BoardsAreDrawn) {
  const Position position = read("cram", "..|.#");
  EXPECT_EQ(board_game(position)->drawn(position), "    a b\n  1 . .\n  2 . #\n");
  EXPECT_EQ(board_game(position)->drawn(read("cram", "path 2")), "");
}

}  // namespace
}  // namespace grundy
