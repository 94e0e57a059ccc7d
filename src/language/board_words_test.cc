#include "language/board_words.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

std::string rule(std::string_view lines) {
  const BoardInWords read = board_in_words(lines);
  return read.lines.empty() ? read.unknown : read.space + ": " + read.lines;
}

TEST(BoardWords, CoversCells) {
  EXPECT_EQ(rule("Place a domino on two free cells."), "grid: .. -> ##");
  EXPECT_EQ(rule("Players take turns to put dominoes on a 4 by 5 board."), "grid: .. -> ##");
  EXPECT_EQ(rule("Cover two neighbouring squares. Whoever cannot move loses."), "grid: .. -> ##");
  EXPECT_EQ(rule("Cover three free cells in a row."), "grid: ... -> ###");
  EXPECT_EQ(rule("Lege einen Dominostein auf zwei freie Felder."), "grid: .. -> ##");
  EXPECT_EQ(rule("Bedecke zwei benachbarte Felder auf einem Streifen."), "strip: .. -> ##");
  EXPECT_EQ(rule("Place a domino horizontally on the board"), "grid along right: .. -> ##");
  EXPECT_EQ(rule("Cover two neighbouring cells of a row of 10 cells"), "strip: .. -> ##");
}

TEST(BoardWords, ReplacesLetters) {
  EXPECT_EQ(rule("Replace ab by ba."), "word: AB -> BA");
  EXPECT_EQ(rule("Replace ab by ba or aa by b. Who can't move loses."), "word: AB -> BA⏎  AA -> B");
  EXPECT_EQ(rule("Ersetze AB durch BA. Ersetze AA durch B."), "word: AB -> BA⏎  AA -> B");
  EXPECT_EQ(rule("You may replace the letters ab with ba anywhere in the word"), "word: AB -> BA");
  EXPECT_EQ(rule("Replace ab by ba twice"), "twice");
  EXPECT_EQ(rule("Replace a1 by ba"), "1");
}

TEST(BoardWords, KeepsPiecesApart) {
  EXPECT_EQ(rule("Mark a cell that is not next to a marked one."), "grid: . -> X⏎  always no XX");
  EXPECT_EQ(rule("Put a stone on a free cell. No two stones may be adjacent, also diagonally."),
            "grid along king: . -> X⏎  always no XX");
  EXPECT_EQ(rule("Place queens on a chess board so that no queen attacks another."),
            "grid along king: . -> X⏎  always no X .* X");
  EXPECT_EQ(rule("Setze einen Springer, der keinen anderen bedroht, auf ein Feld."),
            "grid along knight: . -> X⏎  always no XX");
  EXPECT_EQ(rule("Put a cross on a free cell, but never three in a row."),
            "grid: . -> X⏎  always no XXX");
  EXPECT_EQ(rule("Put a cross on a free cell."), "grid: . -> X");
  EXPECT_EQ(rule("Setz ein Kreuz auf ein Feld; wer drei in einer Reihe schafft, hat verloren."),
            "grid: . -> X⏎  always no XXX");
  EXPECT_EQ(rule("Bedecke zwei freie Nachbarn mit einem Dominostein."), "grid: .. -> ##");
  EXPECT_EQ(rule("Remove a vertex and its neighbours from a graph."),
            "graph: . -> X⏎  always no XX");
  const char* const queens = "grid along king: . -> X⏎  always no X .* X";
  EXPECT_EQ(rule("No two queens may attack each other."), queens);
  EXPECT_EQ(rule("Put down queens so that no two attack each other."), queens);
  EXPECT_EQ(rule("Zwei Damen dürfen sich nicht angreifen."), queens);
  EXPECT_EQ(rule("Setze eine Dame, die keine andere angreift."), queens);
  EXPECT_EQ(rule("Remove a vertex and all its neighbours."), "graph: . -> X⏎  always no XX");
  EXPECT_EQ(rule("Markiere einen Knoten, der nicht neben einem markierten steht."),
            "graph: . -> X⏎  always no XX");
}

TEST(BoardWords, NamesWhatItDoesNotKnow) {
  EXPECT_EQ(rule("Place a domino on two red cells."), "red");
  EXPECT_EQ(rule("Place a stone on a cell and turn what is near around."), "what");
  EXPECT_EQ(rule("Place a stone on a free cell next to another stone."), "");
  EXPECT_EQ(rule("Place a domino diagonally on two free cells."), "");
  EXPECT_EQ(rule("Place a queen on a free square."), "");  // what queens do is not told
  EXPECT_EQ(rule("Place a domino on the board. Whoever makes the last move loses."), "");
  EXPECT_TRUE(is_said_of_boards("Zwei Damen dürfen sich nicht angreifen."));
  EXPECT_FALSE(is_said_of_boards("take 1 or 2 stones"));
  EXPECT_FALSE(is_said_of_boards("place 3 coins in a heap"));
}

}  // namespace
}  // namespace grundy
