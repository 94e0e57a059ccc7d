// Nim but for some moves, against the definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "engine/family/families.h"
#include "generate/environment.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;
using Pairs = std::set<std::pair<uint64_t, uint64_t>>;

std::string set_text(const Pairs& pairs) {
  std::string text;
  for (const auto& [a, b] : pairs)
    text += fmt::format("{}({}, {})", text.empty() ? "" : ", ", a, b);
  return "{" + text + "}";
}

TEST(NimBut, ByDefinition) {
  const uint64_t seed = generate::from_environment("GRUNDY_SEED", 1);
  for (uint64_t i = 0; i < generate::from_environment("GRUNDY_RULES", 200); ++i) {
    std::mt19937_64 random(seed + i);
    constexpr uint64_t kEnd = 25;
    Pairs taken;
    for (uint64_t left = random() % 60; left > 0; --left)
      taken.emplace(random() % kEnd, random() % kEnd);
    const bool leads_to = i % 2 == 1;
    LoadedGame one(
        fmt::format("game g(n)\n  -> {} not in {}\n",
                    leads_to ? "g(k)  for k < n if (k, n)" : "g(n - k)  for k in 1..n if (n, k)",
                    taken.empty() ? leads_to ? "{(7, 1)}" : "{(1, 7)}" : set_text(taken)));
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} {}", seed + i, set_text(taken)));
    const auto solver = nim_but_engine()->open(*one.game);
    ASSERT_NE(solver, nullptr);
    std::vector<uint64_t> values;
    for (uint64_t n = 0; n < kEnd; ++n) {
      std::map<uint64_t, std::set<uint64_t>> options;  // by value
      for (uint64_t to = 0; to < n; ++to) {
        if (!(leads_to ? taken.contains({to, n}) : taken.contains({n, n - to})))
          options[values[to]].insert(to);
      }
      uint64_t mex = 0;
      while (options.contains(mex)) ++mex;
      values.push_back(mex);
      const Position here = one.game->at(std::vector<int64_t>{static_cast<int64_t>(n)});
      const auto value = solver->values({&here, 1}, one.budget);
      ASSERT_TRUE(value.ok());
      EXPECT_EQ((*value)[0], Value(mex)) << n;
      for (uint64_t v = 0; v <= n; ++v) {
        const auto moves = solver->moves_to(here, Value(v), 100, one.budget);
        ASSERT_TRUE(moves.ok());
        std::set<uint64_t> found;
        for (const Move& move : moves->moves)
          found.insert(one.game->coordinates(move.to[0])[0].small());
        EXPECT_EQ(found, options[v]) << n << " to value " << v;
      }
    }
  }
}

TEST(NimBut, FarHeaps) {
  LoadedGame one(
      "game g(n)\n  -> g(n - k)  for k in 1..n if (n, k) not in {(10, 10), (1000000, 999990), "
      "(1000000, 1000000)}\n");
  const auto solver = nim_but_engine()->open(*one.game);
  const Position far = one.game->at(Coordinates{Natural::pow(10, 30)});
  const auto value = solver->values({&far, 1}, one.budget);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ((*value)[0],
            Value(Ordinal(Natural::pow(10, 30) - Natural(2))));  // 10 and 1000000 have value 0
  EXPECT_EQ(nim_but_engine()->open(
                *LoadedGame("game g(n)\n  -> g(n - k)  for k in 1..n if k not in {2}\n").game),
            nullptr);
}

}  // namespace
}  // namespace grundy
