#include <gtest/gtest.h>

#include <random>

#include "engine/family/families.h"
#include "reference/family_positions.h"
#include "reference/level_games.h"

namespace grundy {
namespace {

using reference::list;
using reference::Numbers;
using reference::with_omega_for;

reference::Position cascade(const Argument& argument) {
  return *reference::read(*cascade_family(), {}, {argument});
}

TEST(Cascade, ValuesAndMovesAreThoseOfTheFiniteAnalogue) {
  Budget budget;
  struct World {
    size_t length;
    uint64_t bound;
  };
  for (const auto& [length, bound] :
       {World{1, 8}, World{2, 4}, World{2, 8}, World{3, 4}, World{4, 2}, World{5, 2}}) {
    const reference::Choices choices = reference::cascade_choices(length);
    const std::vector<uint64_t> values = reference::all_values(choices, length, bound);
    for (size_t index = 0; index < values.size(); ++index) {
      const Numbers entries = reference::position_at(index, length, bound);
      const reference::Position position = cascade(list(entries));
      SCOPED_TRACE(position->to_string());
      ASSERT_EQ(*position->value(budget), with_omega_for(values[index], bound));
      ASSERT_EQ(*position->is_lost(Play::normal, budget), values[index] == 0);
      for (uint64_t target = 0; target < values.size(); ++target) {
        std::vector<Numbers> expected;
        for (const Numbers& option : reference::options(choices, entries, bound))
          if (values[reference::index_of(option, bound)] == target) expected.push_back(option);
        const Attempt<reference::MoveSet> moves =
            position->moves_to(with_omega_for(target, bound), 100, budget);
        ASSERT_TRUE(moves->all);
        ASSERT_EQ(reference::results(*moves), expected);
      }
    }
  }
}

// The rows of a matrix: by definition one game whose moves are those of either row.
TEST(Cascade, RowsAreParts) {
  Budget budget;
  const reference::Choices choices = {{0, {1, 2}}, {1, {2}}, {2, {}}, {3, {4}}, {4, {}}};
  const std::vector<uint64_t> values = reference::all_values(choices, 5, 2);
  for (size_t index = 0; index < values.size(); ++index) {
    const Numbers all = reference::position_at(index, 5, 2);
    const reference::Position position =
        cascade(reference::rows({{all[0], all[1], all[2]}, {all[3], all[4]}}));
    SCOPED_TRACE(position->to_string());
    ASSERT_EQ(*position->value(budget), with_omega_for(values[index], 2));
    for (uint64_t target = 0; target < 8; ++target) {
      std::vector<Numbers> expected;
      for (const Numbers& option : reference::options(choices, all, 2))
        if (values[reference::index_of(option, 2)] == target) expected.push_back(option);
      const Attempt<reference::MoveSet> moves =
          position->moves_to(with_omega_for(target, 2), 100, budget);
      ASSERT_TRUE(moves->all);
      ASSERT_EQ(reference::results(*moves), expected);
    }
  }
}

TEST(Cascade, AWinningMoveIsLegalAndLeadsToZero) {
  std::mt19937_64 random(1);
  Budget budget;
  for (int round = 0; round < 100'000; ++round) {
    const size_t columns = 1 + random() % 5, rows = 1 + random() % 3;
    std::vector<Numbers> matrix(rows, Numbers(columns));
    reference::Choices choices;
    Numbers all;
    std::vector<size_t> levels;
    for (size_t r = 0; r < rows; ++r) {
      for (const reference::Choice& choice : reference::cascade_choices(columns)) {
        choices.push_back({r * columns + choice.head, {}});
        for (size_t place : choice.free) choices.back().free.push_back(r * columns + place);
      }
      for (size_t c = 0; c < columns; ++c) {
        all.push_back(matrix[r][c] = random() % 3 == 0 ? random() : random() % 3);
        levels.push_back(columns - 1 - c);
      }
    }
    const reference::Position position = cascade(reference::rows(matrix));
    const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 10, budget);
    ASSERT_TRUE(moves.ok());
    const bool is_lost = reference::all_levels_zero(reference::naturals(all), levels);
    ASSERT_EQ(*position->is_lost(Play::normal, budget), is_lost);
    ASSERT_EQ(moves->moves.empty(), is_lost);
    for (const reference::Move& move : moves->moves) {
      const std::vector<Natural> after = reference::numbers_in(move.to);
      ASSERT_TRUE(reference::is_legal(choices, reference::naturals(all), after)) << move.to;
      ASSERT_TRUE(reference::all_levels_zero(after, levels)) << move.to;
    }
  }
}

TEST(Cascade, SaysWhatItDoes) {
  Budget budget;
  const reference::Position position = cascade(list({3, 1, 4}));
  EXPECT_EQ(position->to_string(), "cascade([3, 1, 4])");
  EXPECT_EQ(position->value(budget)->to_string(), "ω^2·3+ω+4");
  const Attempt<reference::MoveSet> moves =
      position->moves_to(*Ordinal::parse("w^2*2+w*7"), 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_EQ(moves->moves[0].to, "cascade([2, 7, 0])");
  EXPECT_EQ(moves->moves[0].how, "entry 1: 3 → 2, entry 2: 1 → 7, entry 3: 4 → 0");
  EXPECT_TRUE(position->moves_to(*Ordinal::parse("w^3"), 16, budget)->moves.empty());
  EXPECT_TRUE(position->moves_to(*Ordinal::parse("w^w"), 16, budget)->moves.empty());
  EXPECT_EQ(
      position->explanation(),
      "An entry with l entries to its right counts for ω^l: lowering it is worth any change of "
      "those to its right.\n"
      "  power  numbers     exclusive-or\n"
      "  ω^2    entry 1: 3  3\n"
      "  ω      entry 2: 1  1\n"
      "  1      entry 3: 4  4\n"
      "The highest power with a coefficient other than 0 is ω^2: a winning move lowers a number on "
      "that level so that "
      "its "
      "coefficient becomes 0, and mends the lower ones with the numbers it may set freely.\n");
  const reference::TemporaryFile file("3 1 4\n2 7\n");
  EXPECT_EQ(cascade(reference::file(file.path()))->to_string(), "cascade([[3, 1, 4], [2, 7]])");
}

TEST(Cascade, AMillionEntries) {
  Budget budget;
  Numbers entries(1'000'000);
  for (size_t i = 0; i < entries.size(); ++i) entries[i] = i % 5;
  const reference::Position position = cascade(list(entries));
  EXPECT_EQ(position->value(budget)->degree(), Ordinal(999'998));
  EXPECT_LT(position->to_string().size(), 400u);
  const Attempt<reference::MoveSet> moves = position->winning_moves(Play::normal, 16, budget);
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_TRUE(moves->moves[0].how.starts_with("entry 2: 1 → 0, entry 3: 2 → 0, "))
      << moves->moves[0].how.substr(0, 60);
}

TEST(Cascade, RefusesWrongInputAndMisere) {
  Budget budget;
  const Family& game = *cascade_family();
  EXPECT_EQ(cascade(list({1}))->is_lost(Play::misere, budget).error().kind, Error::Kind::declined);
  EXPECT_EQ(cascade(list({1}))->winning_moves(Play::misere, 1, budget).error().kind,
            Error::Kind::declined);
  EXPECT_NE(reference::refusal(game, {}, {}), "");
  EXPECT_NE(reference::refusal(game, {}, {{Natural(3), {}}}), "");
  EXPECT_NE(reference::refusal(game, {reference::parameter("k", 1)}, {list({1})}), "");
  const reference::TemporaryFile file("3 1\n2 -7\n");
  EXPECT_NE(reference::refusal(game, {}, {reference::file(file.path())}).find(file.path() + ":2:3"),
            std::string::npos);
}

TEST(Cascade, EmptyListsAreLost) {
  Budget budget;
  const reference::TemporaryFile file("# nothing\n");
  for (const Argument& argument :
       {list({}), reference::rows({{}}), reference::rows({}), reference::file(file.path())}) {
    EXPECT_TRUE(cascade(argument)->value(budget)->is_zero());
    EXPECT_TRUE(*cascade(argument)->is_lost(Play::normal, budget));
    EXPECT_TRUE(cascade(argument)->winning_moves(Play::normal, 4, budget)->moves.empty());
  }
}

}  // namespace
}  // namespace grundy
