// Heaps whose moves are by their divisors, beyond the tables that are filled without a thought:
// against a sieve.
#include "engine/table/finite.h"

#include <gtest/gtest.h>

#include <functional>

#include "reference/loaded_game.h"

namespace grundy {
namespace {

/// The values of the heaps up to `last`, where a move takes divisor d of n to next(n, d) if it may.
std::vector<uint32_t> by_sieve(size_t last, const std::function<bool(size_t, size_t)>& may,
                               const std::function<size_t(size_t, size_t)>& next) {
  std::vector<std::vector<uint32_t>> divisors(last + 1);
  for (size_t d = 1; d <= last; ++d) {
    for (size_t n = d; n <= last; n += d) divisors[n].push_back(static_cast<uint32_t>(d));
  }
  std::vector<uint32_t> values(last + 1);
  for (size_t n = 1; n <= last; ++n) {
    std::vector<char> seen(64);
    for (const uint32_t d : divisors[n]) {
      if (may(n, d)) seen.at(values[next(n, d)]) = 1;
    }
    while (seen[values[n]] != 0) ++values[n];
  }
  return values;
}

TEST(Finite, HeapsWithMovesByDivisors) {
  constexpr size_t kLast = 90'000;
  const auto is_prime = [](size_t n) {
    for (size_t d = 2; d * d <= n; ++d) {
      if (n % d == 0) return false;
    }
    return n > 1;
  };
  struct Case {
    const char* moves;
    std::function<bool(size_t, size_t)> may;
    std::function<size_t(size_t, size_t)> next;
  };
  for (const Case& one : {Case{"g(n - d) for d in 2..n if n % d = 0 and d % 3 != 1",
                               [](size_t, size_t d) { return d >= 2 && d % 3 != 1; },
                               [](size_t n, size_t d) { return n - d; }},
                          Case{"g(n + 1 - p) for p in 2..n if n % p = 0 and isprime(p)",
                               [&](size_t, size_t d) { return is_prime(d); },
                               [](size_t n, size_t d) { return n + 1 - d; }},
                          Case{"g(n - n/d) for d in 2..n if n % d = 0 and d % 4 != 2",
                               [](size_t, size_t d) { return d >= 2 && d % 4 != 2; },
                               [](size_t n, size_t d) { return n - n / d; }}}) {
    reference::LoadedGame game(std::string("game g(n)\n  -> ") + one.moves + "\n");
    const auto solver = finite_engine()->open(*game.game);
    ASSERT_NE(solver, nullptr);
    const std::vector<uint32_t> expected = by_sieve(kLast, one.may, one.next);
    for (const size_t n : {kLast, kLast - 1, size_t{83'160}, size_t{70'001}, size_t{65'536}}) {
      const Position here = game.game->at(std::vector<int64_t>{static_cast<int64_t>(n)});
      const auto value = solver->values({&here, 1}, game.budget);
      ASSERT_TRUE(value.ok()) << one.moves;
      EXPECT_EQ((*value)[0], Value(uint64_t{expected[n]})) << one.moves << " at " << n;
    }
  }
}

// Exponents are heaps of nim.
TEST(Finite, HeapsDividedByPrimePowers) {
  reference::LoadedGame game(
      "game g(n)\n  -> g(n / p**i)  for p in 2..n, i in 1..60 if isprime(p) and n % p**i = 0\n");
  const auto solver = finite_engine()->open(*game.game);
  ASSERT_NE(solver, nullptr);
  const auto exponents = [](int64_t n) {
    uint64_t sum = 0;
    for (int64_t p = 2; n > 1; ++p) {
      uint64_t exponent = 0;
      for (; n % p == 0; n /= p) ++exponent;
      sum ^= exponent;
    }
    return sum;
  };
  std::vector<int64_t> numbers = {720'720, 1'000'000'000'000, 83'160'000, 999'983,
                                  int64_t{1} << 59};
  for (int64_t n = 1; n < 300; ++n) numbers.push_back(n);
  for (const int64_t n : numbers) {
    const Position here = game.game->at(std::vector<int64_t>{n});
    const auto value = solver->values({&here, 1}, game.budget);
    ASSERT_TRUE(value.ok()) << n;
    EXPECT_EQ((*value)[0], Value(exponents(n))) << n;
  }
}

}  // namespace
}  // namespace grundy
