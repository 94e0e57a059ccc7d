// Several games as one (analysis/merged.h): its moves against those of the games, its tables
// against the machine, and the program's values against the definition.
#include "analysis/merged.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/order.h"
#include "code/jit/jit.h"
#include "engine/engine.h"
#include "generate/rules.h"
#include "reference/positions.h"
#include "reference/rules.h"
#include "reference/sweeps.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

std::vector<const Rule*> games_of(const Rule& rule) {
  std::vector<const Rule*> games = reachable_games({&rule});
  std::erase_if(games, [](const Rule* game) { return game->is_alias; });
  return games;
}

std::set<RuleSum> mapped(const std::set<RuleSum>& sums, const MergedGames& merged) {
  std::set<RuleSum> result;
  for (RuleSum sum : sums) {
    for (RulePosition& part : sum)
      part = {&merged.rule(), *merged.position(part.game, part.coordinates)};
    result.insert(sum);
  }
  return result;
}

/// The order of the parts does not matter.
std::set<RuleSum> sorted(const std::set<RuleSum>& sums) {
  std::set<RuleSum> result;
  for (RuleSum sum : sums) {
    std::sort(sum.begin(), sum.end());
    result.insert(sum);
  }
  return result;
}

TEST(Merged, MovesAndTablesOfRandomRules) {
  constexpr int64_t kLimit = 8;
  reference::SweepCounts counts;
  std::mt19937_64 random(20261122);
  uint64_t pairs = 0;
  uint64_t moves = 0;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules rules = generate::random_rules(seed);
    if (rules.games.size() < 2) continue;
    SCOPED_TRACE(rules.text);
    if (!book->load_text("random.game", rules.text)) continue;
    const auto first = book->rule(rules.games[0].name);
    ASSERT_TRUE(first.ok()) << first.error().to_string();
    if ((*first)->is_alias) continue;
    const std::vector<const Rule*> games = games_of(**first);
    if (games.size() < 2) continue;
    const auto merged = MergedGames::of(games);
    if (!merged) continue;
    ++pairs;
    for (const Rule* game : games) {
      for (int i = 0; i < 12; ++i) {
        Point point(game->arity());
        for (int64_t& c : point) c = static_cast<int64_t>(random() % 5);
        const reference::Moves own = reference::moves_gently(*game, point, kLimit);
        Point at = *merged->position(game, point);
        const reference::Moves found = reference::moves_gently(merged->rule(), at, kLimit);
        ASSERT_EQ(own.fault.kind, found.fault.kind);
        if (own.fault.kind != Fault::Kind::none) continue;
        ASSERT_EQ(sorted(found.results), sorted(mapped(own.results, *merged)));
        moves += own.choices;
        if (game->arity() + 1 == at.size()) continue;
        at.back() = 1;
        EXPECT_TRUE(reference::moves_gently(merged->rule(), at, kLimit).results.empty());
      }
    }
    if (JitSweep::available()) {
      ASSERT_EQ(reference::compare_some_sweep(merged->rule(), random, counts), "");
    }
  }
  fmt::print("{} rule files, {} moves, {} tables, {} values, {} running sets, {} not compiled\n",
             pairs, moves, counts.tables, counts.values, counts.running, counts.not_compiled);
  EXPECT_GT(pairs, 200u);
  EXPECT_GT(moves, 1000u);
  if (JitSweep::available()) {
    EXPECT_GT(counts.tables, 100u);
  }
}

struct MergedCase {
  const char* text;
  const char* asked;  // {} for the size
  int64_t size;
  bool together = true;  // in one table
};

// Positions beyond those that are filled without native code, by the program and by definition.
TEST(Merged, ValuesByDefinition) {
  const MergedCase cases[] = {
      // Each to the other.
      {"game f(n)\n  -> g(n - k)  for k in {1, 3, 4}\n  -> f(n - 2)\n"
       "game g(n)\n  -> f(n - k)  for k in 1..2\n  -> g(n - 5) + f(n - 6)\n",
       "f({})", 1100},
      // At the same place, from one game to the next.
      {"game f(n)\n  -> h(n)\n  -> g(n)\n  -> f(n - 3)\n"
       "game g(n)\n  -> h(n)\n  -> f(n - 2)\n"
       "game h(n)\n  -> g(n - 1)\n  -> f(n - 4)\n",
       "f({})", 1200},
      // One after the other, of different numbers of coordinates.
      {"game f(a, b)\n  -> f(a - 1, b) + g(b)\n  -> f(a, b - 2)\n  -> g(a)\n"
       "game g(n)\n  -> g(n - k)  for k in {2, 3}\n  -> h(n - 1, n, 2)\n"
       "game h(x, y, z)\n  -> h(x - 2, y - 1, z)\n  -> h(x, y - 1, z - 1)\n",
       "f(2, {})", 100},
      // Quantifiers and sums with variables of their own.
      {"game f(n)\n  -> g(n - k)  for k in 1..3  if any(j*j = n - k for j <= n)\n  -> g(n - 2)\n"
       "game g(n)\n  -> sum(f(n - k) for k in 1..m if k != 2) + g(n - m)  for m in 1..4\n",
       "f({})", 1100},
      // A set that is kept from one position to the next, of the other game.
      {"game f(n)\n  -> g(k)  for k < n\n  -> f(n - 4)\n"
       "game g(n)\n  -> f(n - k)  for k in {1, 2, 6}\n",
       "g({})", 1100},
      // Another name for a sum: not in one table.
      {"game f(n)\n  -> g(n - 1)\n  -> f(n - 3)\ngame g(n) = f(n) + f(n - 1)\n", "f({})", 40,
       false},
      // A table that would go on for ever, but for what is asked.
      {"game f(n)\n  -> g(n - 3)\n  -> f(n - 1)\ngame g(n)\n  -> f(n + 2)\n", "f({})", 2100, false},
  };
  int number = 0;
  for (const MergedCase& one : cases) {
    std::string text = one.text;
    std::string asked = fmt::format(fmt::runtime(one.asked), one.size);
    const std::string prefix = fmt::format("m{}", number++);
    for (const char game : {'f', 'g', 'h'}) {  // games of their own names
      for (std::string* where : {&text, &asked}) {
        const std::string call = fmt::format("{}(", game);
        for (size_t at = 0; (at = where->find(call, at)) != std::string::npos;
             at += prefix.size() + 2)
          where->insert(at, prefix);
      }
    }
    SCOPED_TRACE(text);
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("merged.game", text).ok());
    Budget budget;
    const auto question = session.read(asked, budget);
    ASSERT_TRUE(question.ok()) << question.error().to_string();
    const auto answer = session.solve(*question, Play::normal, 1, budget);
    ASSERT_TRUE(answer.ok()) << answer.error().to_string();
    const RulePosition position = reference::rule_position(question->parts[0]);
    reference::Values values(0, 100'000, 10'000);
    EXPECT_EQ(answer->value->ordinal().small(), values.value(position));
    const std::vector<std::string>& passes = answer->work.passes;
    const bool together = std::any_of(passes.begin(), passes.end(), [](const std::string& pass) {
      return pass.find("games in one table") != std::string::npos;
    });
    EXPECT_EQ(together, one.together && JitSweep::available());
  }
}

}  // namespace
}  // namespace grundy
