#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "session/contest/contest_test.h"

namespace grundy::contest {
namespace {

std::string board_text(const std::vector<std::string>& board, uint64_t k) {
  std::string text = numbers_text({board.size(), board[0].size(), k});
  for (const std::string& line : board) text += line + "\n";
  return text;
}

// --- The game by definition
// ----------------------------------------------------------------------------------------

/// All lines of this width with at most two soldiers, that of the empty line first.
std::vector<std::string> all_lines(size_t width) {
  std::vector<std::string> lines = {std::string(width, '-')};
  for (size_t i = 0; i < width; ++i) {
    for (const char first : {'G', 'R'}) {
      lines.emplace_back(width, '-');
      lines.back()[i] = first;
      for (size_t j = i + 1; j < width; ++j) {
        for (const char second : {'G', 'R'}) {
          lines.emplace_back(width, '-');
          lines.back()[i] = first;
          lines.back()[j] = second;
        }
      }
    }
  }
  return lines;
}

bool has_both(const std::string& line) {
  return line.find('G') != line.npos && line.find('R') != line.npos;
}

enum class Direction { attack, retreat };

struct LineMove {
  size_t to = 0;          // index of the line
  uint64_t selected = 0;  // soldiers that move
};

/// What `player` can make of one line, nothing selected included: every soldier of that player's
/// stays or goes to any cell of the line, and the rules are then checked one by one.
std::vector<LineMove> line_moves(const std::vector<std::string>& lines, size_t from, char player,
                                 Direction direction) {
  const std::string& line = lines[from];
  const auto width = static_cast<int>(line.size());
  std::vector<int> own, enemies, soldiers;
  for (int i = 0; i < width; ++i) {
    if (line[i] == '-') continue;
    soldiers.push_back(i);
    (line[i] == player ? own : enemies).push_back(i);
  }
  std::vector<LineMove> moves;
  std::vector<int> to(own.size());
  const auto is_allowed = [&] {
    for (size_t s = 0; s < own.size(); ++s) {
      if (to[s] == own[s]) continue;
      const int step = to[s] > own[s] ? 1 : -1;
      for (const int enemy : enemies) {
        const bool is_towards = (enemy - own[s]) * step > 0;
        if (is_towards != (direction == Direction::attack)) return false;
      }
      for (int cell = own[s] + step;; cell += step) {
        // No soldier stood there, and none of the others stands there now.
        if (line[cell] != '-') return false;
        for (size_t other = 0; other < own.size(); ++other)
          if (other != s && to[other] == cell) return false;
        if (cell == to[s]) break;
      }
    }
    return true;
  };
  const std::function<void(size_t)> choose = [&](size_t s) {
    if (s < own.size()) {
      for (to[s] = 0; to[s] < width; ++to[s]) choose(s + 1);
      return;
    }
    if (!is_allowed()) return;
    std::string result = line;
    LineMove move;
    for (const int cell : own) result[cell] = '-';
    for (size_t i = 0; i < own.size(); ++i) {
      result[to[i]] = player;
      if (to[i] != own[i]) ++move.selected;
    }
    move.to = static_cast<size_t>(std::find(lines.begin(), lines.end(), result) - lines.begin());
    moves.push_back(move);
  };
  choose(0);
  return moves;
}

/// The outcomes of all boards whose lines are among `lines`, which moves must not leave; G moves.
class Definition {
 public:
  Definition(std::vector<std::string> lines, size_t height, uint64_t k)
      : lines_(std::move(lines)), height_(height) {
    size_t boards = 1;
    for (size_t i = 0; i < height; ++i) boards *= lines_.size();
    // successors[2 * board + (whether R moves)]
    std::vector<std::vector<size_t>> successors(2 * boards);
    for (const bool is_second : {false, true}) {
      for (const Direction direction : {Direction::attack, Direction::retreat}) {
        std::vector<std::vector<LineMove>> moves;
        for (size_t line = 0; line < lines_.size(); ++line)
          moves.push_back(line_moves(lines_, line, is_second ? 'R' : 'G', direction));
        for (size_t board = 0; board < boards; ++board) {
          std::vector<size_t>& list = successors[2 * board + (is_second ? 1 : 0)];
          const std::function<void(size_t, size_t, size_t, size_t, uint64_t)> choose =
              [&](size_t i, size_t rest, size_t to, size_t scale, uint64_t selected) {
                if (selected > k) return;
                if (i == height) {
                  if (selected > 0) list.push_back(2 * to + (is_second ? 0 : 1));
                  return;
                }
                for (const LineMove& move : moves[rest % lines_.size()])
                  choose(i + 1, rest / lines_.size(), to + move.to * scale, scale * lines_.size(),
                         selected + move.selected);
              };
          choose(0, board, 0, 1, 0);
        }
      }
    }
    // Won is what has a lost successor, lost what has won ones only; what never becomes either goes
    // on for ever.
    outcomes_.assign(2 * boards, Outcome::draw);
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t position = 0; position < outcomes_.size(); ++position) {
        if (outcomes_[position] != Outcome::draw) continue;
        const auto is = [&](Outcome outcome) {
          return [this, outcome](size_t s) { return outcomes_[s] == outcome; };
        };
        const std::vector<size_t>& next = successors[position];
        if (std::any_of(next.begin(), next.end(), is(Outcome::lost))) {
          outcomes_[position] = Outcome::won;
        } else if (std::all_of(next.begin(), next.end(), is(Outcome::won))) {
          outcomes_[position] = Outcome::lost;
        } else {
          continue;
        }
        changed = true;
      }
    }
  }

  size_t boards() const { return outcomes_.size() / 2; }
  std::vector<std::string> board(size_t index) const {
    std::vector<std::string> result;
    for (size_t i = 0; i < height_; ++i, index /= lines_.size())
      result.push_back(lines_[index % lines_.size()]);
    return result;
  }
  std::string answer(size_t index) const {
    switch (outcomes_[2 * index]) {
      case Outcome::won:
        return "First\n";
      case Outcome::lost:
        return "Second\n";
      case Outcome::draw:
        return "Draw\n";
    }
    return "";
  }

 private:
  enum class Outcome { draw, won, lost };  // for the player to move
  std::vector<std::string> lines_;
  size_t height_;
  std::vector<Outcome> outcomes_;
};

void expect_as_by_definition(const std::vector<std::string>& lines, size_t height,
                             uint64_t most_selected, std::map<std::string, size_t>& counts) {
  for (uint64_t k = 1; k <= most_selected; ++k) {
    const Definition definition(lines, height, k);
    for (size_t i = 0; i < definition.boards(); ++i) {
      const std::string text = board_text(definition.board(i), k);
      ASSERT_EQ(answer_to(cf142d, text), definition.answer(i)) << text;
      ++counts[definition.answer(i)];
    }
  }
}

// --- Tests
// ------------------------------------------------------------------------------------------------

TEST(ContestCf142D, Samples) {
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\nRG-\n"), "First\n");
  EXPECT_EQ(answer_to(cf142d, "3 3 2\nG-R\nR-G\nG-R\n"), "Second\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\n-R-\n-G-\n"), "Draw\n");
  EXPECT_EQ(answer_to(cf142d, "2 5 2\n-G-R-\n-R-G-\n"), "First\n");
}

// The moves that the problem's statement shows and those that it excludes.
TEST(ContestCf142D, TheDefinitionHasTheMovesOfTheStatement) {
  const std::vector<std::string> lines = all_lines(5);
  const auto results = [&](const std::string& line, Direction direction) {
    std::vector<std::string> found;
    const size_t from =
        static_cast<size_t>(std::find(lines.begin(), lines.end(), line) - lines.begin());
    for (const LineMove& move : line_moves(lines, from, 'G', direction))
      found.push_back(lines[move.to]);
    std::sort(found.begin(), found.end());
    return found;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(results("-G-R-", Direction::attack), Lines({"--GR-", "-G-R-"}));
  EXPECT_EQ(results("-R-G-", Direction::attack), Lines({"-R-G-", "-RG--"}));
  EXPECT_EQ(results("-G-R-", Direction::retreat), Lines({"-G-R-", "G--R-"}));
  EXPECT_EQ(results("-R-G-", Direction::retreat), Lines({"-R--G", "-R-G-"}));
  for (const Direction direction : {Direction::attack, Direction::retreat}) {
    EXPECT_EQ(results("--G--", direction), Lines({"----G", "---G-", "--G--", "-G---", "G----"}));
    EXPECT_EQ(results("--R--", direction), Lines({"--R--"}));
    EXPECT_EQ(results("GG---", direction), Lines({"G---G", "G--G-", "G-G--", "GG---"}));
  }
}

TEST(ContestCf142D, AllSmallBoardsAreAsByDefinition) {
  struct World {
    size_t height;
    size_t width;
  };
  std::map<std::string, size_t> counts;
  for (const auto& [height, width] :
       {World{1, 1}, World{2, 1}, World{3, 1}, World{5, 1}, World{1, 2}, World{2, 2}, World{3, 2},
        World{4, 2}, World{1, 3}, World{2, 3}, World{3, 3}, World{1, 4}, World{2, 4}, World{1, 5},
        World{2, 5}, World{1, 9}})
    expect_as_by_definition(all_lines(width), height, height + 1, counts);
  for (const char* word : {"First\n", "Second\n", "Draw\n"}) EXPECT_GT(counts[word], 1000u) << word;
}

// Larger boards on which every line has two enemies.
TEST(ContestCf142D, BoardsOfEnemiesAreAsByDefinition) {
  struct World {
    size_t height;
    size_t width;
  };
  std::map<std::string, size_t> counts;
  for (const auto& [height, width] :
       {World{1, 9}, World{2, 7}, World{3, 4}, World{3, 5}, World{4, 4}}) {
    std::vector<std::string> lines = all_lines(width);
    std::erase_if(lines, [](const std::string& line) { return !has_both(line); });
    expect_as_by_definition(lines, height, height, counts);
  }
  EXPECT_EQ(counts["Draw\n"], 0u);
  EXPECT_GT(counts["First\n"], 1000u);
  EXPECT_GT(counts["Second\n"], 1000u);
}

// "A line with soldiers of one player only always lets that player move", also when it is full; and
// "one soldier a move decides by exclusive-or", whatever k is.
TEST(ContestCf142D, PopularShortcutsAreWrong) {
  const auto always_free = [](const std::vector<std::string>& board, uint64_t) {
    bool first = false, second = false;
    for (const std::string& line : board) {
      const bool g = line.find('G') != line.npos, r = line.find('R') != line.npos;
      first = first || (g && !r);
      second = second || (r && !g);
    }
    return first ? (second ? "Draw\n" : "First\n") : second ? "Second\n" : "";
  };
  const auto exclusive_or = [](const std::vector<std::string>& board, uint64_t) {
    size_t sum = 0;
    for (const std::string& line : board) {
      if (!has_both(line)) return "";
      sum ^=
          std::max(line.find('G'), line.find('R')) - std::min(line.find('G'), line.find('R')) - 1;
    }
    return sum == 0 ? "Second\n" : "First\n";
  };
  // All boards of at most six cells; the least one by the number of cells, then in the order of
  // all_lines.
  const auto least_failure = [](const auto& claim) -> std::string {
    for (size_t cells = 1; cells <= 6; ++cells) {
      for (size_t height = 1; height <= cells; ++height) {
        if (cells % height != 0) continue;
        for (uint64_t k = 1; k <= 2; ++k) {
          const Definition definition(all_lines(cells / height), height, k);
          for (size_t i = 0; i < definition.boards(); ++i) {
            const std::string claimed = claim(definition.board(i), k);
            if (!claimed.empty() && claimed != definition.answer(i))
              return board_text(definition.board(i), k);
          }
        }
      }
    }
    return "";
  };
  EXPECT_EQ(least_failure(always_free), "1 1 1\nG\n");
  EXPECT_EQ(least_failure(exclusive_or), "2 3 2\nG-R\nG-R\n");
}

TEST(ContestCf142D, ManySoldiersAndAnyK) {
  // Piles 1, 1, 1: lost exactly if k + 1 divides 3.
  EXPECT_EQ(answer_to(cf142d, "3 3 1\nG-R\nR-G\nG-R\n"), "First\n");
  EXPECT_EQ(answer_to(cf142d, "3 3 3\nG-R\nR-G\nG-R\n"), "First\n");
  EXPECT_EQ(answer_to(cf142d, "3 3 9223372036854775807\nG-R\nR-G\nG-R\n"), "First\n");
  EXPECT_EQ(answer_to(cf142d, "1 2 9223372036854775807\nGR\n"), "Second\n");
  EXPECT_EQ(answer_to(cf142d, "1 2 1\n--\n"), "Second\n");
  // A line much longer than what is compared at once, and than the reader's first buffer.
  for (const size_t width : {7u, 8u, 9u, 15u, 16u, 17u, 3'000'000u}) {
    for (const size_t right : {width - 1, width / 2}) {
      std::string line(width, '-');
      line[0] = 'R';
      line[right] = 'G';
      EXPECT_EQ(answer_to(cf142d, board_text({line, line}, 1)), "Second\n")
          << width << ' ' << right;
      EXPECT_EQ(answer_to(cf142d, board_text({line, std::string(width, '-')}, 1)), "First\n")
          << width << ' ' << right;
    }
  }
}

TEST(ContestCf142D, BlankLinesAndLineEnds) {
  EXPECT_EQ(answer_to(cf142d, "\n2 3 1 \r\n\r\nR-G\r\nRG-  \n\n \n"), "First\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\nRG-"), "First\n");
}

TEST(ContestCf142D, ShowsWhatIsWrong) {
  EXPECT_EQ(
      answer_to(cf142d, ""),
      "in:1:1: error: expected the numbers n, m and k, found the end of the input\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf142d, "2 3\nR-G\nRG-\n"),
            "in:1:4: error: expected 3 numbers on a line, found only 2\n  2 3\n     ^\n");
  EXPECT_EQ(answer_to(cf142d, "\n2 3 x\nR-G\nRG-\n"),
            "in:2:5: error: expected a number, found 'x'\n  2 3 x\n      ^\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 0\nR-G\nRG-\n"),
            "in:1:1: error: k is 0, but a move selects at least one soldier\n  2 3 0\n  ^~~~~\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 -1\nR-G\nRG-\n"),
            "in:1:5: error: expected a number, found '-1'\n  2 3 -1\n      ^~\n");
  EXPECT_EQ(answer_to(cf142d, "\n0 3 1\n"),
            "in:2:1: error: a board has at least one line and one column\n  0 3 1\n  ^~~~~\n");
  EXPECT_EQ(answer_to(cf142d, "1 0 1\n\n"),
            "in:1:1: error: a board has at least one line and one column\n  1 0 1\n  ^~~~~\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\n"),
            "in:3:1: error: expected a line of the board, found the end of the input\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\n\nRG\n"),
            "in:4:1: error: this line of the board has 2 cells, not 3\n  RG\n  ^~\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR\nRG-\n"),
            "in:2:1: error: this line of the board has 1 cell, not 3\n  R\n  ^\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\nRG--\n"),
            "in:3:1: error: this line of the board has 4 cells, not 3\n  RG--\n  ^~~~\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\nR-g\n"),
            "in:3:3: error: expected '-', 'G' or 'R'\n  R-g\n    ^\n");
  EXPECT_EQ(answer_to(cf142d, "2 3 1\nR-G\n R-G\n"),
            "in:3:1: error: expected '-', 'G' or 'R'\n   R-G\n  ^\n");
  EXPECT_EQ(answer_to(cf142d, "1 3 1\nRGR\n"),
            "in:2:3: error: a line has at most two soldiers\n  RGR\n    ^\n");
  EXPECT_EQ(answer_to(cf142d, "1 3 1\nR-G\nR-G\n"),
            "in:3:1: error: expected the end of the input\n  R-G\n  ^~~\n");
  EXPECT_EQ(
      answer_to(cf142d, "9223372036854775807 9223372036854775807 1\nR-G\n"),
      "in:2:1: error: this line of the board has 3 cells, not 9223372036854775807\n  R-G\n  ^~~\n");
}

}  // namespace
}  // namespace grundy::contest
