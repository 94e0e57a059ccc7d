// Two threads find what one finds.
#include "engine/board/company.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/board/place_search.h"
#include "language/board_text.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

TEST(CompanyTest, TwoThreadsGiveTheValuesOfOne) {
  struct SearchedBoard {
    const char* text;
    size_t rows;
    size_t columns;
    std::string letters;
  };
  const std::vector<SearchedBoard> examples = {
      {"  .. -> ##\n", 3, 9, "."},
      {"  .. -> ##\n", 4, 6, "........#"},
      {"  XO -> .X\n  OX -> .O\n", 3, 6, "XO"},
      {"  . -> s  for s in XO\n  always every X reaches . through X and every O reaches . through "
       "O\n",
       2, 6, "."},
  };
  std::mt19937_64 random(20261123);
  for (const SearchedBoard& example : examples) {
    Rulebook book;
    ASSERT_TRUE(book.load_text("test", std::string("game mine on grid\n") + example.text));
    const Rule& rule = **book.rule("mine");
    const Alphabet alphabet(rule.board->letters);
    Budget alone;
    Budget together;
    together.set_threads(2);
    const auto place = rectangle(SpaceKind::grid, example.rows, example.columns);
    for (int round = 0; round < 2; ++round) {
      std::vector<Cell> cells;
      while (cells.size() < place->cells()) {
        const size_t row = cells.size() / example.columns;
        const size_t at = round == 0 ? row + cells.size() % example.columns : random();
        cells.push_back(letter_cell(example.letters[at % example.letters.size()]));
      }
      const auto one = *place_search(*board_code(rule, place, alphabet, alone), alphabet);
      const uint64_t value = *one->value(cells, alone);
      const auto two = *place_search(*board_code(rule, place, alphabet, alone), alphabet);
      const Attempt<uint64_t> found = two->value(cells, together);
      ASSERT_TRUE(found);
      EXPECT_EQ(*found, value);
      for (uint64_t n = 0; n <= value + 1; ++n) {
        const auto asked = *place_search(*board_code(rule, place, alphabet, alone), alphabet);
        const Attempt<bool> has = asked->has_value(cells, n, together);
        ASSERT_TRUE(has);
        EXPECT_EQ(*has, n == value);
      }
    }
  }
}

}  // namespace
}  // namespace grundy
