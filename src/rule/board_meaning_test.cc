#include "rule/board_meaning.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>

#include "language/board_text.h"
#include "language/read_board.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

using Rows = std::vector<std::string>;
using Boards = std::set<Rows>;

/// Games written by hand on rows of letters, which know nothing of patterns.
struct ByHand {
  const Rows& board;
  Boards result;

  int rows() const { return static_cast<int>(board.size()); }
  int columns() const { return static_cast<int>(board[0].size()); }
  char at(int r, int c) const {
    return r < 0 || c < 0 || r >= rows() || c >= columns()
               ? ' '
               : board[static_cast<size_t>(r)][static_cast<size_t>(c)];
  }
  static char& cell(Rows& rows, int r, int c) {
    return rows[static_cast<size_t>(r)][static_cast<size_t>(c)];
  }
  void each(bool king, const std::function<void(int, int, int, int)>& visit) const {
    for (int r = 0; r < rows(); ++r) {
      for (int c = 0; c < columns(); ++c) {
        for (int dr = -1; dr <= 1; ++dr) {
          for (int dc = -1; dc <= 1; ++dc) {
            if ((dr != 0 || dc != 0) && (king || dr == 0 || dc == 0)) visit(r, c, dr, dc);
          }
        }
      }
    }
  }
  void add(std::initializer_list<std::tuple<int, int, char>> changes) {
    Rows to = board;
    for (const auto& [r, c, letter] : changes) cell(to, r, c) = letter;
    result.insert(to);
  }
};

Boards cram_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  hand.each(false, [&](int r, int c, int dr, int dc) {
    if (hand.at(r, c) == '.' && hand.at(r + dr, c + dc) == '.')
      hand.add({{r, c, '#'}, {r + dr, c + dc, '#'}});
  });
  return hand.result;
}

Boards clobber_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  hand.each(false, [&](int r, int c, int dr, int dc) {
    const char here = hand.at(r, c);
    const char there = hand.at(r + dr, c + dc);
    if ((here == 'X' && there == 'O') || (here == 'O' && there == 'X'))
      hand.add({{r, c, '.'}, {r + dr, c + dc, here}});
  });
  return hand.result;
}

Boards fission_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  hand.each(false, [&](int r, int c, int dr, int dc) {
    if (hand.at(r, c) == 'X' && hand.at(r + dr, c + dc) == '.' && hand.at(r - dr, c - dc) == '.')
      hand.add({{r, c, '.'}, {r + dr, c + dc, 'X'}, {r - dr, c - dc, 'X'}});
  });
  return hand.result;
}

Boards amazons_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  hand.each(true, [&](int r, int c, int dr, int dc) {
    const char queen = hand.at(r, c);
    if (queen != 'X' && queen != 'O') return;
    for (int n = 1; hand.at(r + n * dr, c + n * dc) == '.'; ++n) {
      Rows moved = board;
      ByHand::cell(moved, r, c) = '.';
      ByHand::cell(moved, r + n * dr, c + n * dc) = queen;
      ByHand shot{moved, {}};
      shot.each(true, [&](int qr, int qc, int ar, int ac) {
        if (qr != r + n * dr || qc != c + n * dc) return;
        for (int m = 1; shot.at(qr + m * ar, qc + m * ac) == '.'; ++m)
          shot.add({{qr + m * ar, qc + m * ac, '#'}});
      });
      hand.result.insert(shot.result.begin(), shot.result.end());
    }
  });
  return hand.result;
}

Boards konane_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  hand.each(false, [&](int r, int c, int dr, int dc) {
    const char own = hand.at(r, c);
    if (own != 'X' && own != 'O') return;
    const char other = own == 'X' ? 'O' : 'X';
    Rows to = board;
    ByHand::cell(to, r, c) = '.';
    for (int n = 0; hand.at(r + (n + 1) * dr, c + (n + 1) * dc) == other &&
                    hand.at(r + (n + 2) * dr, c + (n + 2) * dc) == '.';
         n += 2) {
      ByHand::cell(to, r + (n + 1) * dr, c + (n + 1) * dc) = '.';
      Rows landed = to;
      ByHand::cell(landed, r + (n + 2) * dr, c + (n + 2) * dc) = own;
      hand.result.insert(landed);
    }
  });
  return hand.result;
}

bool has_liberties(const Rows& rows) {
  const ByHand hand{rows, {}};
  for (int r = 0; r < hand.rows(); ++r) {
    for (int c = 0; c < hand.columns(); ++c) {
      const char colour = hand.at(r, c);
      if (colour != 'X' && colour != 'O') continue;
      std::set<std::pair<int, int>> group = {{r, c}};
      bool free = false;
      for (bool grown = true; grown;) {
        grown = false;
        for (const auto& [gr, gc] : std::set<std::pair<int, int>>(group)) {
          for (const auto& [dr, dc] :
               {std::pair(0, 1), std::pair(1, 0), std::pair(0, -1), std::pair(-1, 0)}) {
            free = free || hand.at(gr + dr, gc + dc) == '.';
            if (hand.at(gr + dr, gc + dc) == colour)
              grown = group.emplace(gr + dr, gc + dc).second || grown;
          }
        }
      }
      if (!free) return false;
    }
  }
  return true;
}

Boards nogo_by_hand(const Rows& board) {
  ByHand hand{board, {}};
  for (int r = 0; r < hand.rows(); ++r) {
    for (int c = 0; c < hand.columns(); ++c) {
      for (const char colour : {'X', 'O'}) {
        if (hand.at(r, c) == '.') hand.add({{r, c, colour}});
      }
    }
  }
  std::erase_if(hand.result, [](const Rows& rows) { return !has_liberties(rows); });
  return hand.result;
}

class BoardMeaning : public testing::Test {
 protected:
  const Rule& rule(const std::string& name) {
    const auto made = book_.rule(name);
    EXPECT_TRUE(made) << made.error().to_string();
    return **made;
  }
  Attempt<BoardPosition> read(const std::string& name, const std::string& board) {
    return read_board_position(rule(name), "sum", board, {0, board.size()}, Budget());
  }
  Boards options(const BoardPosition& position) {
    Boards result;
    const Fault fault = board_moves_by_definition(position, [&](const BoardMove& move) {
      EXPECT_EQ(move.to.size(), 1u);
      const Board& board = move.to[0].board;
      Rows rows(board.place->rows);
      for (size_t i = 0; i < board.cells.size(); ++i)
        rows[i / board.place->columns] += letter_of(board.cells[i]);
      result.insert(rows);
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return result;
  }
  /// All boards of one row of five, and random ones of several.
  void compare(const std::string& name, const std::string& letters,
               Boards (*by_hand)(const Rows&)) {
    std::mt19937 random(5);
    size_t compared = 0;
    for (size_t number = 0; number < 1500; ++number) {
      const size_t columns = number < 1024 ? 5 : 2 + number % 3;
      Rows rows(number < 1024 ? 1 : 2 + number / 3 % 2);
      size_t digits = number;
      std::string text;
      for (std::string& row : rows) {
        for (size_t c = 0; c < columns; ++c, digits /= letters.size())
          row += letters[number < 1024 ? digits % letters.size() : random() % letters.size()];
        text += (text.empty() ? "" : "|") + row;
      }
      const auto position = read(name, text);
      if (!position) {  // a group without liberties
        EXPECT_FALSE(has_liberties(rows)) << text;
        continue;
      }
      ++compared;
      EXPECT_EQ(options(*position), by_hand(rows)) << name << "(" << text << ")";
    }
    EXPECT_GT(compared, 500u);
  }
  Rulebook book_;
};

TEST_F(BoardMeaning, Cram) { compare("cram", ".#.", cram_by_hand); }
TEST_F(BoardMeaning, Clobber) { compare("clobber", "XO.", clobber_by_hand); }
TEST_F(BoardMeaning, Fission) { compare("fission", ".X#", fission_by_hand); }
TEST_F(BoardMeaning, Amazons) { compare("amazons", ".XO#", amazons_by_hand); }
TEST_F(BoardMeaning, Konane) { compare("konane", "XO.", konane_by_hand); }
TEST_F(BoardMeaning, Nogo) { compare("nogo", ".XO#", nogo_by_hand); }

TEST_F(BoardMeaning, PatternsOfRowsLieInAllPositions) {
  const std::string hex = "game bent on grid along hex\n  ..|.? -> ##|#?\n";
  ASSERT_TRUE(book_.load_text("hex", hex));
  // Three cells that touch one another: of the seven cells of a hexagon the middle one is in six
  // such triangles.
  const auto position = read("bent", "#..|...|..#");
  ASSERT_TRUE(position);
  EXPECT_EQ(options(*position).size(), 6u);
}

TEST_F(BoardMeaning, TheRightSideMayEndEarlyOnWordsAlone) {
  ASSERT_TRUE(book_.load_text("words",
                              "game swap on word\n  A ?* B -> B ?* A\ngame cut on word\n  A "
                              "[BC]{k} A -> [BC]{k}  for k >= 1\n"));
  const auto swapped = read("swap", "ACCB");
  ASSERT_FALSE(swapped);  // C is no letter of this game
  const auto cut = read("cut", "ABCAA");
  ASSERT_TRUE(cut);
  EXPECT_EQ(options(*cut), Boards{{"BCA"}});
}

TEST_F(BoardMeaning, ManyCellsAndNoPatience) {
  const auto position = read("cram", "100x100");
  ASSERT_TRUE(position);
  Patience patience(10'000);
  const Fault fault = board_moves_by_definition(
      *position, [](const BoardMove&) { return true; }, &patience);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_patience);
}

}  // namespace
}  // namespace grundy
