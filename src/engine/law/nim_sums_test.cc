// Moves into sums of nim heaps against listing: equations, values, moves, and far positions.
#include "engine/law/nim_sums.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "engine/law/xor_equation.h"
#include "game/key.h"
#include "reference/loaded_game.h"

namespace grundy {
namespace {

using reference::LoadedGame;

TEST(XorEquation, LeastSolutionOfRandomEquations) {
  std::mt19937_64 random(3);
  size_t solved = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto low = static_cast<int64_t>(random() % 5);
    const auto high = low + static_cast<int64_t>(random() % 300);
    std::vector<TermOfOne> terms;
    for (size_t i = 1 + random() % 4; i > 0; --i) {
      TermOfOne term;
      term.factor = static_cast<int64_t>(random() % 9) - 4;
      const int64_t least = std::max<int64_t>(0, -term.factor * high);
      term.constant = least + static_cast<int64_t>(random() % 1000);
      terms.push_back(term);
    }
    const uint64_t value = random() % 64;
    std::optional<int64_t> expected;
    for (int64_t t = low; t <= high && !expected; ++t) {
      uint64_t sum = 0;
      for (const TermOfOne& term : terms)
        sum ^= static_cast<uint64_t>(term.constant + term.factor * t);
      if (sum == value) expected = t;
    }
    ASSERT_EQ(least_solution(terms, value, low, high), expected) << round;
    solved += expected ? 1 : 0;
  }
  EXPECT_GT(solved, 100u);
}

TEST(XorEquation, HugeNumbers) {
  // t is told by its digits: t ^^ (2^60 + t) = 2^60 for all t below; t ^^ (c + 0) = value for one.
  const int64_t c = 0x123456789abcdef;
  EXPECT_EQ(least_solution(std::vector<TermOfOne>{{0, 1}, {c, 0}}, 77, 0, int64_t{1} << 60),
            c ^ 77);
  EXPECT_EQ(least_solution(std::vector<TermOfOne>{{0, 1}, {c, 0}}, 77, 0, (c ^ 77) - 1),
            std::nullopt);
  EXPECT_EQ(least_solution(std::vector<TermOfOne>{{0, 1}, {int64_t{1} << 60, 1}}, 1ull << 60, 5,
                           int64_t{1} << 59),
            5);
  EXPECT_EQ(least_solution(std::vector<TermOfOne>{{0, 1}}, 3, 9, 8), std::nullopt);
}

/// The nim-sums of the options, with their texts: by the definition of the rule.
std::map<uint64_t, std::set<std::string>> options_by_value(const Position& here, Budget& budget) {
  std::map<uint64_t, std::set<std::string>> result;
  const auto listed = here.game->options(
      here,
      [&](const Sum& option) {
        uint64_t sum = 0;
        for (const Position& part : option) sum ^= KeyReader(part.key).natural().small();
        result[sum].insert(to_string(sorted(option)));
        return true;
      },
      budget);
  EXPECT_TRUE(listed.ok());
  return result;
}

TEST(NimSums, ValuesAndMovesByListing) {
  for (const char* text : {
           "game g(a, b, c)\n  -> nim(a - t) + nim(b + t) + nim(c) for t < a\n",
           "game p(n)\n  -> p(n - k) for k in 1..n\n"
           "game g(a, b, c)\n  -> p(3*t) + p(a + b - t) for t in 1..c\n  -> p(a) + p(b - c)\n",
           "game g(a, b, c)\n  -> nim(2*t + a) for t >= 1 if 2*t < b and t + 3 <= c\n"
           "  -> nim(a*b - 3*t) + nim(t) for t in a..b if t = c\n",
           "game g(a, b, c)\n  -> nim(a - t) + nim(b - t) + nim(c - 2*t) for t >= 0\n",
           "game g(a, b, c)\n  -> nim(5) if a > b\n  -> nim(a ^^ t) for t in {0}\n",
       }) {
    SCOPED_TRACE(text);
    LoadedGame one(text);
    const std::unique_ptr<Solver> solver = nim_sums_engine()->open(*one.game);
    if (std::string(text).find("^^") != std::string::npos) {
      EXPECT_EQ(solver, nullptr);  // not linear
      continue;
    }
    ASSERT_NE(solver, nullptr);
    for (int64_t a = 0; a < 90; a += 1 + a / 7) {
      for (int64_t b = 0; b < 90; b += 1 + b / 5) {
        for (int64_t c = 0; c < 90; c += 1 + c / 3) {
          const Position here = one.game->at(std::vector<int64_t>{a, b, c});
          const auto options = options_by_value(here, one.budget);
          uint64_t mex = 0;
          while (options.count(mex) > 0) ++mex;
          const auto value = solver->values({&here, 1}, one.budget);
          ASSERT_TRUE(value.ok()) << value.error().message();
          ASSERT_EQ((*value)[0], Value(mex)) << to_string(here);
          for (uint64_t asked = 0; asked < 4; ++asked) {
            const auto has = solver->has_value(here, Value(asked), one.budget);
            ASSERT_TRUE(has.ok());
            ASSERT_EQ(*has, asked == mex) << to_string(here);
            const auto moves = solver->moves_to(here, Value(asked), 1000, one.budget);
            ASSERT_TRUE(moves.ok());
            std::set<std::string> found;
            for (const Move& move : moves->moves) found.insert(to_string(sorted(move.to)));
            const auto wanted = options.find(asked);
            ASSERT_EQ(found, wanted == options.end() ? std::set<std::string>{} : wanted->second)
                << to_string(here) << " to " << asked;
          }
        }
      }
    }
  }
}

TEST(NimSums, FarPositions) {
  LoadedGame one("game g(a, b, c)\n  -> nim(a - t) + nim(b + t) + nim(c) for t < a\n");
  const std::unique_ptr<Solver> solver = nim_sums_engine()->open(*one.game);
  ASSERT_NE(solver, nullptr);
  const int64_t a = 700'000'000'123, b = 200'000'000'001, t = 123'456'789'012;
  const int64_t c = (a - t) ^ (b + t);
  const Position here = one.game->at(std::vector<int64_t>{a, b, c});
  const auto moves = solver->moves_to(here, Value(), 1, one.budget);
  ASSERT_TRUE(moves.ok());
  ASSERT_EQ(moves->moves.size(), 1u);
  uint64_t sum = 0;
  for (const Position& part : moves->moves[0].to) sum ^= KeyReader(part.key).natural().small();
  EXPECT_EQ(sum, 0u);
}

}  // namespace
}  // namespace grundy
