#include "engine/family/nullify.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_positions.h"
#include "reference/level_games.h"

namespace grundy {
namespace {

using reference::Numbers;
using reference::with_omega_for;

std::vector<Numbers> matrix_of(const Numbers& cells, size_t columns) {
  std::vector<Numbers> rows;
  for (size_t i = 0; i < cells.size(); i += columns)
    rows.emplace_back(cells.begin() + i, cells.begin() + i + columns);
  return rows;
}

reference::Position nullify(const Argument& argument) {
  return *reference::read(*nullify_family(), {}, {argument});
}

struct NullifyWorld {
  size_t rows;
  size_t columns;
  uint64_t bound;
};

TEST(Nullify, ValuesAndMovesAreThoseOfTheFiniteAnalogue) {
  Budget budget;
  for (const auto& [rows, columns, bound] :
       {NullifyWorld{1, 1, 8}, NullifyWorld{1, 3, 4}, NullifyWorld{3, 1, 4}, NullifyWorld{2, 2, 4},
        NullifyWorld{2, 3, 2}, NullifyWorld{3, 2, 2}, NullifyWorld{3, 3, 2},
        NullifyWorld{2, 4, 2}}) {
    const size_t length = rows * columns;
    const reference::Choices choices = reference::nullify_choices(rows, columns);
    const std::vector<uint64_t> values = reference::all_values(choices, length, bound);
    const uint64_t targets = 1 + *std::max_element(values.begin(), values.end());
    for (size_t index = 0; index < values.size(); ++index) {
      const Numbers cells = reference::position_at(index, length, bound);
      const reference::Position position = nullify(reference::rows(matrix_of(cells, columns)));
      SCOPED_TRACE(position->to_string());
      ASSERT_EQ(*position->value(budget), with_omega_for(values[index], bound));
      ASSERT_EQ(nullify_is_lost(cells, columns), values[index] == 0);
      const std::vector<Numbers> options = reference::options(choices, cells, bound);
      for (uint64_t target = 0; target < targets; ++target) {
        std::vector<Numbers> expected;
        for (const Numbers& option : options)
          if (values[reference::index_of(option, bound)] == target) expected.push_back(option);
        const Attempt<reference::MoveSet> moves =
            position->moves_to(with_omega_for(target, bound), 10'000, budget);
        ASSERT_TRUE(moves->all);
        ASSERT_EQ(reference::results(*moves), expected);
      }
    }
  }
}

TEST(Nullify, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(2);
  Budget budget;
  for (int round = 0; round < 100'000; ++round) {
    const size_t rows = 1 + random() % 4, columns = 1 + random() % 4;
    const reference::Choices choices = reference::nullify_choices(rows, columns);
    Numbers cells(rows * columns);
    std::vector<size_t> levels;
    for (size_t i = 0; i < cells.size(); ++i) {
      cells[i] = random() % 3 == 0 ? random() : random() % 3;
      levels.push_back(rows - 1 - i / columns + columns - 1 - i % columns);
    }
    const bool is_lost = reference::all_levels_zero(reference::naturals(cells), levels);
    ASSERT_EQ(nullify_is_lost(cells, columns), is_lost);
    const std::vector<Change<uint64_t>> move = nullify_winning_move(cells, columns);
    ASSERT_EQ(move.empty(), is_lost);
    if (is_lost) continue;
    Numbers after = cells;
    for (const Change<uint64_t>& change : move) after[change.place] = change.to;
    ASSERT_TRUE(
        reference::is_legal(choices, reference::naturals(cells), reference::naturals(after)));
    ASSERT_TRUE(reference::all_levels_zero(reference::naturals(after), levels));
    if (round % 10 != 0) continue;
    const Attempt<reference::MoveSet> moves =
        nullify(reference::rows(matrix_of(cells, columns)))->winning_moves(Play::normal, 5, budget);
    ASSERT_FALSE(moves->moves.empty());
    ASSERT_EQ(reference::numbers_in(moves->moves[0].to), reference::naturals(after));
    for (const reference::Move& listed : moves->moves) {
      ASSERT_TRUE(reference::is_legal(choices, reference::naturals(cells),
                                      reference::numbers_in(listed.to)));
      ASSERT_TRUE(reference::all_levels_zero(reference::numbers_in(listed.to), levels));
    }
  }
}

TEST(Nullify, AMoveOnALargeMatrixIsOnePath) {
  std::mt19937_64 random(3);
  const size_t rows = 700, columns = 500;
  for (const uint64_t limit : {2, 1'000'000'000}) {
    Numbers cells(rows * columns);
    for (uint64_t& cell : cells) cell = random() % limit;
    const std::vector<Change<uint64_t>> move = nullify_winning_move(cells, columns);
    ASSERT_FALSE(move.empty());
    EXPECT_LT(move[0].to, cells[move[0].place]);
    for (size_t i = 1; i < move.size(); ++i) {
      EXPECT_LE(move[i - 1].place / columns, move[i].place / columns);
      EXPECT_LE(move[i - 1].place % columns, move[i].place % columns);
    }
    for (const Change<uint64_t>& change : move) cells[change.place] = change.to;
    EXPECT_TRUE(nullify_is_lost(cells, columns));
  }
}

// "The player to move loses exactly if an even number of rows has a cell other than 0."
TEST(Nullify, CountingRowsThatAreNotZeroIsWrong) {
  std::vector<std::string> failures;
  size_t tried = 0;
  // All matrices of at most two cells with entries 0 and 1.
  for (const auto& [rows, columns, bound] :
       {NullifyWorld{1, 1, 2}, NullifyWorld{1, 2, 2}, NullifyWorld{2, 1, 2}}) {
    const size_t length = rows * columns;
    const std::vector<uint64_t> values =
        reference::all_values(reference::nullify_choices(rows, columns), length, bound);
    for (size_t index = 0; index < values.size(); ++index, ++tried) {
      const std::vector<Numbers> matrix =
          matrix_of(reference::position_at(index, length, bound), columns);
      const auto is_not_zero = [](const Numbers& row) {
        return std::any_of(row.begin(), row.end(), [](auto n) { return n > 0; });
      };
      const bool claimed_lost = std::count_if(matrix.begin(), matrix.end(), is_not_zero) % 2 == 0;
      if (claimed_lost != (values[index] == 0))
        failures.push_back(nullify(reference::rows(matrix))->to_string());
    }
  }
  EXPECT_EQ(tried, 10u);
  EXPECT_EQ(failures, std::vector<std::string>{"nullify([[1], [1]])"});
}

TEST(Nullify, SaysWhatItDoes) {
  Budget budget;
  const reference::Position position = nullify(reference::rows({{1, 2}, {3, 4}}));
  EXPECT_EQ(position->to_string(), "nullify([[1, 2], [3, 4]])");
  EXPECT_EQ(position->value(budget)->to_string(), "ω^2+ω+4");
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 2u);
  EXPECT_TRUE(moves->all);
  EXPECT_EQ(moves->moves[0].to, "nullify([[0, 3], [3, 0]])");
  EXPECT_EQ(moves->moves[0].how, "(1, 1): 1 → 0, (1, 2): 2 → 3, (2, 2): 4 → 0");
  EXPECT_EQ(moves->moves[1].to, "nullify([[0, 2], [2, 0]])");
  const Attempt<reference::MoveSet> one = position->winning_moves(Play::normal, 1, budget);
  EXPECT_EQ(one->moves.size(), 1u);
  EXPECT_FALSE(one->all);
  EXPECT_EQ(
      position->explanation(),
      "The cells that are l steps from the lower right corner form a diagonal; their exclusive-or "
      "is the "
      "coefficient of "
      "ω^l.\nCells are named (row, column), from 1.\n"
      "  power  numbers               exclusive-or\n"
      "  ω^2    (1, 1): 1             1\n"
      "  ω      (1, 2): 2, (2, 1): 3  1\n"
      "  1      (2, 2): 4             4\n"
      "The highest power with a coefficient other than 0 is ω^2: a winning move lowers a number on "
      "that level so "
      "that its "
      "coefficient becomes 0, and mends the lower ones with the numbers it may set freely.\n");
  const reference::TemporaryFile file("1 2\n3 4\n");
  EXPECT_EQ(nullify(reference::file(file.path()))->to_string(), "nullify([[1, 2], [3, 4]])");
}

TEST(Nullify, RefusesWrongInputAndMisere) {
  Budget budget;
  const Family& game = *nullify_family();
  EXPECT_EQ(nullify(reference::rows({{1}}))->is_lost(Play::misere, budget).error().kind,
            Error::Kind::declined);
  EXPECT_NE(
      reference::refusal(game, {}, {reference::rows({{1, 2}, {3}})}).find("row 2 has length 1"),
      std::string::npos);
  EXPECT_NE(reference::refusal(game, {}, {reference::list({1, 2})}), "");
  EXPECT_NE(reference::refusal(game, {}, {{Natural(3), {}}}), "");
  EXPECT_NE(reference::refusal(game, {}, {reference::rows({{1}}), reference::rows({{1}})}), "");
  for (const char* text : {"1 2\n3\n", "1 2\n3 -4\n", "1 2\n3 z\n"}) {
    const reference::TemporaryFile file(text);
    EXPECT_NE(
        reference::refusal(game, {}, {reference::file(file.path())}).find(file.path() + ":2:"),
        std::string::npos);
  }
}

TEST(Nullify, EmptyMatricesAreLost) {
  Budget budget;
  for (const Argument& argument :
       {reference::list({}), reference::rows({{}}), reference::rows({{}, {}})}) {
    EXPECT_TRUE(nullify(argument)->value(budget)->is_zero());
    EXPECT_TRUE(*nullify(argument)->is_lost(Play::normal, budget));
    EXPECT_TRUE(nullify(argument)->winning_moves(Play::normal, 4, budget)->moves.empty());
  }
  EXPECT_TRUE(nullify_is_lost({}, 0));
  EXPECT_TRUE(nullify_winning_move({}, 0).empty());
}

}  // namespace
}  // namespace grundy
