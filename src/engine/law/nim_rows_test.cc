// Rows of nim against tables: random rules, their near misses, and rows too long for a table.
#include "engine/law/nim_rows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/table/finite.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

/// A rule of rows, i their number and n the heap.
std::string random_rows(std::mt19937& random) {
  const auto pick = [&](auto... choices) {
    const std::string all[] = {choices...};
    return all[random() % std::size(all)];
  };
  std::string text = "game g(i, n)\n  -> ";
  text += pick("g(i, k) for k in 1..n-1", "g(i, n - k) for k in 1..n", "g(i, k) for k < n",
               "g(i, n - k) for k >= 1 if n - k >= 2");
  const size_t lines = 1 + random() % 3;
  for (size_t line = 0; line < lines; ++line) {
    const std::string guard = pick("", " if n >= 1", " if n > 2", " if n = 3",
                                   " if n != 2 and i % 2 = 0", " if i > n - n");
    const std::string binder = pick(" for j in 1..2", " for j in {1, 3}");
    text += "\n  -> ";
    switch (random() % 4) {
      case 0:
        text += fmt::format("g(i - 1, {}){}", random() % 6, guard);
        break;
      case 1:
        text += fmt::format("g(i - j, {}*i + {}){}{}", random() % 2, random() % 4, binder, guard);
        break;
      case 2:
        text += fmt::format("g(i - 1, i) + g(i - j, {}){}{}", random() % 5, binder, guard);
        break;
      default:
        text += fmt::format("g(i/2, {}) for x in {{0}} if i > 0{}", random() % 7,
                            guard.empty() ? "" : " and" + guard.substr(3));
    }
  }
  return text + "\n";
}

std::set<std::string> moves_of(Solver& solver, const Position& here, uint64_t value,
                               Budget& budget) {
  const auto moves = solver.moves_to(here, Value(value), 1000, budget);
  EXPECT_TRUE(moves.ok());
  std::set<std::string> result;
  if (moves) {
    for (const Move& move : moves->moves) result.insert(to_string(move.to));
  }
  return result;
}

TEST(NimRows, RandomRulesAgreeWithTables) {
  std::mt19937 random(20);
  size_t opened = 0;
  for (int round = 0; round < 150; ++round) {
    const std::string text = random_rows(random);
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const std::unique_ptr<Solver> solver = nim_rows_engine()->open(*one.game);
    if (!solver) continue;
    ++opened;
    const std::unique_ptr<Solver> table = finite_engine()->open(*one.game);
    ASSERT_NE(table, nullptr);
    for (int64_t i = 0; i < 8; ++i) {
      for (int64_t n = 0; n < 9; ++n) {
        const Position here = one.game->at(std::vector<int64_t>{i, n});
        const auto ours = solver->values({&here, 1}, one.budget);
        const auto theirs = table->values({&here, 1}, one.budget);
        ASSERT_TRUE(theirs.ok()) << theirs.error().message();
        ASSERT_TRUE(ours.ok()) << ours.error().message();
        ASSERT_EQ((*ours)[0], (*theirs)[0]) << to_string(here);
        for (uint64_t value = 0; value < 3; ++value) {
          ASSERT_EQ(moves_of(*solver, here, value, one.budget),
                    moves_of(*table, here, value, one.budget))
              << to_string(here) << " to " << value;
        }
      }
    }
  }
  EXPECT_GT(opened, 90u);
}

TEST(NimRows, NearMissesAreDeclined) {
  for (const char* lines : {
           "  -> g(i, k) for k in 1..n-2\n  -> g(i - 1, 4)\n",            // not every number
           "  -> g(i, k) for k in 1..n-1 if k != 4\n  -> g(i - 1, 4)\n",  // a hole
           "  -> g(i, k) for k in 1..n-1 if i > 1\n  -> g(i - 1, 4)\n",   // not in every row
           "  -> g(i, k) for k in 3..n-1\n  -> g(i - 1, 4)\n",            // begins too high
           "  -> g(i, k) for k in 1..n-1\n  -> g(i - 1, n)\n",            // takes n along
           "  -> g(i, k) for k in 1..n-1\n  -> g(i - 1, 4) if n % 2 = 0\n",
           "  -> g(i, k) for k in 1..n-1\n  -> g(i - 1, 4) if n > i\n",
           "  -> g(i, k) for k in 1..n-1\n  -> g(i - 1, k) for k in 1..n\n",
           "  lose if n = 5\n  -> g(i, k) for k in 1..n-1\n  -> g(i - 1, 4)\n",
       }) {
    SCOPED_TRACE(lines);
    LoadedGame one(fmt::format("game g(i, n)\n{}", lines));
    EXPECT_EQ(nim_rows_engine()->open(*one.game), nullptr);
  }
}

TEST(NimRows, LongRowsOneAfterAnother) {
  std::string piles;
  std::vector<uint64_t> sizes;
  std::mt19937_64 random(7);
  for (int i = 1; i <= 300; ++i) {
    sizes.push_back(1 + random() % 1'000'000'000'000'000);
    piles += fmt::format("{}({}, {})", i == 1 ? "" : ", ", i, sizes.back());
  }
  LoadedGame one(
      fmt::format("game g[A={{{}}}](i, n)\n  -> g(i, k) for k in 1..n-1\n"
                  "  -> g(i + 1, m) for (j, m) in A if n >= 1 and j = i + 1\n",
                  piles));
  const std::unique_ptr<Solver> solver = nim_rows_engine()->open(*one.game);
  ASSERT_NE(solver, nullptr);
  // From the last pile to the first: a pile has the value of its number less one, or its number.
  uint64_t wanted = sizes.back() - 1;
  for (size_t i = sizes.size() - 1; i-- > 0;) {
    // The last pile has no other move, so its numbers from 1 on have the values from 0 on.
    wanted = sizes[i] - 1 < wanted ? sizes[i] - 1 : sizes[i];
  }
  const Position here = one.game->at(std::vector<int64_t>{1, static_cast<int64_t>(sizes[0])});
  const auto value = solver->values({&here, 1}, one.budget);
  ASSERT_TRUE(value.ok()) << value.error().message();
  EXPECT_EQ((*value)[0], Value(wanted));
}

}  // namespace
}  // namespace grundy
