#include <gtest/gtest.h>

#include <algorithm>

#include "reference/level_games.h"
#include "session/contest/contest_test.h"

namespace grundy::contest {
namespace {

using reference::Numbers;

std::string matrix_text(const Numbers& cells, size_t rows, size_t columns) {
  std::string text = numbers_text({rows, columns});
  for (size_t r = 0; r < rows; ++r)
    text += numbers_text(Numbers(cells.begin() + r * columns, cells.begin() + (r + 1) * columns));
  return text;
}

TEST(ContestCf1451F, Samples) {
  EXPECT_EQ(answer_to(cf1451f, "4\n1 1\n0\n1 3\n0 0 5\n2 2\n0 1\n1 0\n3 3\n1 2 3\n4 5 6\n7 8 9\n"),
            "Jeel\nAshish\nJeel\nAshish\n");
}

TEST(ContestCf1451F, AllSmallMatricesAreAsByDefinition) {
  struct World {
    size_t rows;
    size_t columns;
    uint64_t bound;
  };
  for (const auto& [rows, columns, bound] :
       {World{1, 1, 8}, World{1, 3, 4}, World{3, 1, 4}, World{2, 2, 4}, World{2, 3, 2},
        World{3, 2, 2}, World{3, 3, 2}, World{2, 4, 2}}) {
    const std::vector<uint64_t> values =
        reference::all_values(reference::nullify_choices(rows, columns), rows * columns, bound);
    std::string text = std::to_string(values.size()) + "\n";
    std::string expected;
    for (size_t index = 0; index < values.size(); ++index) {
      text += matrix_text(reference::position_at(index, rows * columns, bound), rows, columns);
      expected += values[index] == 0 ? "Jeel\n" : "Ashish\n";
    }
    EXPECT_EQ(answer_to(cf1451f, text), expected) << rows << " x " << columns;
  }
}

// "Ashish wins exactly if the lesser of the numbers of rows and of columns that are not zero is
// odd."
TEST(ContestCf1451F, CountingRowsAndColumnsThatAreNotZeroIsWrong) {
  const std::vector<uint64_t> values =
      reference::all_values(reference::nullify_choices(2, 2), 4, 2);
  std::vector<Numbers> failures;
  for (size_t index = 0; index < values.size(); ++index) {
    const Numbers a = reference::position_at(index, 4, 2);
    const uint64_t rows = (a[0] | a[1]) + (a[2] | a[3]), columns = (a[0] | a[2]) + (a[1] | a[3]);
    const bool claimed_lost = std::min(rows, columns) % 2 == 0;
    // The least counterexample, by the number of stones: all positions with up to two of them.
    if (a[0] + a[1] + a[2] + a[3] <= 2 && claimed_lost != (values[index] == 0))
      failures.push_back(a);
  }
  EXPECT_EQ(failures, std::vector<Numbers>({{1, 0, 0, 1}}));
}

TEST(ContestCf1451F, NoCases) { EXPECT_EQ(answer_to(cf1451f, "0\n"), ""); }

TEST(ContestCf1451F, ShowsWhatIsWrong) {
  EXPECT_EQ(answer_to(cf1451f, ""),
            "in:1:1: error: expected the number of cases, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n"),
            "in:2:1: error: expected the size of a matrix, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n2 2\n1 2\n"),
            "in:4:1: error: expected a row of the matrix, found the end of the file\n  \n  ^\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n2 2\n1 2\n3\n"),
            "in:4:2: error: expected 2 numbers on a line, found only 1\n  3\n   ^\n");
  EXPECT_EQ(
      answer_to(cf1451f, "1\n2 2\n1 2\n3 4 5\n"),
      "in:4:5: error: expected the end of the line after 2 numbers, found '5'\n  3 4 5\n      ^\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n1 1\n1\n1 1\n"),
            "in:4:1: error: expected the end of the input, found '1'\n  1 1\n  ^\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n1 2\n1 -2\n"),
            "in:3:3: error: expected a number, found '-2'\n  1 -2\n    ^~\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n0 2\n"),
            "in:2:1: error: a matrix has at least one row and one column\n  0 2\n  ^~~\n");
  EXPECT_EQ(answer_to(cf1451f, "1\n1000000000000 0\n"),
            "in:2:1: error: a matrix has at least one row and one column\n  1000000000000 0\n  "
            "^~~~~~~~~~~~~~~\n");
  EXPECT_EQ(
      answer_to(cf1451f, "1\n1 1\n9223372036854775808\n"),
      "in:3:1: error: a number must be below 2^63\n  9223372036854775808\n  ^~~~~~~~~~~~~~~~~~~\n");
}

}  // namespace
}  // namespace grundy::contest
