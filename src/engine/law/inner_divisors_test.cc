// Divisors that are neither 1 nor the heap, against the definition.
#include "engine/law/inner_divisors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

std::vector<uint64_t> values_by_definition(uint64_t end) {
  std::vector<uint64_t> values;
  for (uint64_t n = 0; n < end; ++n) {
    std::set<uint64_t> seen;
    for (uint64_t d = 2; d <= n / 2; ++d) {
      if (n % d == 0) seen.insert(values[n - d]);
    }
    uint64_t mex = 0;
    while (seen.contains(mex)) ++mex;
    values.push_back(mex);
  }
  return values;
}

TEST(InnerDivisors, ValuesByDefinition) {
  const std::vector<uint64_t> wanted = values_by_definition(5000);
  for (const char* line :
       {"for d in 2..n-1 if n % d = 0", "for d in 2..n/2 if 0 = n % d", "for d in 1..n if n % d = 0 and 1 < d < n",
        "for d in 1..n if n % d = 0 and d != 1 and n != d"}) {
    SCOPED_TRACE(line);
    LoadedGame one(fmt::format("game g(n)\n  -> g(n - d)  {}\n", line));
    const auto solver = inner_divisors_engine()->open(*one.game);
    ASSERT_NE(solver, nullptr);
    std::vector<Position> positions;
    for (int64_t n = 0; n < 5000; ++n) positions.push_back(one.game->at(std::vector<int64_t>{n}));
    const auto values = solver->values(positions, one.budget);
    ASSERT_TRUE(values.ok());
    for (size_t n = 0; n < wanted.size(); ++n) EXPECT_EQ((*values)[n], Value(wanted[n])) << n;
  }
}

TEST(InnerDivisors, OtherGames) {
  for (const char* line : {"for d in 1..n-1 if n % d = 0", "for d in 2..n if n % d = 0", "for d in 2..n-1 if n % d = 1",
                           "for d in 2..n-1 if n % d = 0 and n > 4", "for d in 2..n-1"}) {
    SCOPED_TRACE(line);
    LoadedGame one(fmt::format("game g(n)\n  -> g(n - d)  {}\n", line));
    EXPECT_EQ(inner_divisors_engine()->open(*one.game), nullptr);
  }
}

TEST(InnerDivisors, FarHeaps) {
  // Who wins is Codeforces 1537D: even numbers, but for powers of two with an odd exponent.
  LoadedGame one("game g(n)\n  -> g(n - d)  for d in 2..n-1 if n % d = 0\n");
  const auto solver = inner_divisors_engine()->open(*one.game);
  for (int64_t i = 12; i < 62; ++i) {
    for (const int64_t n : {int64_t{1} << i, (int64_t{1} << i) + 2, (int64_t{3} << (i - 1)), (int64_t{1} << i) - 1}) {
      const Position here = one.game->at(std::vector<int64_t>{n});
      const auto value = solver->values({&here, 1}, one.budget);
      ASSERT_TRUE(value.ok());
      EXPECT_EQ((*value)[0].is_zero(), n % 2 == 1 || (n == int64_t{1} << i && i % 2 == 1)) << n;
    }
  }
}

}  // namespace
}  // namespace grundy
