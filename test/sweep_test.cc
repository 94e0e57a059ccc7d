// Tables filled by native code against the machine's moves (reference/sweeps.h), on random rule files and known games.
//
// GRUNDY_RULES is the number of random rule files (default 200), GRUNDY_SEED the seed of the first one.
#include "engine/finite/sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "code/native.h"
#include "generate/rules.h"
#include "reference/sweeps.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

TEST(Sweep, RandomRules) {
  if (!NativeSweep::available()) GTEST_SKIP() << "no native code in this build";
  const uint64_t first = from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = from_environment("GRUNDY_RULES", 200);
  reference::SweepCounts counts;
  std::unique_ptr<Rulebook> book;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    if (!book || seed % 500 == 0) book = std::make_unique<Rulebook>();
    const generate::RandomRules random = generate::random_rules(seed);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, random.text));
    if (!book->load_text("random.game", random.text)) continue;
    for (const auto& game : random.games) {
      const auto rule = book->rule(game.name);
      ASSERT_TRUE(rule.ok()) << rule.error().to_string();
      const int64_t sizes[] = {150, 14, 5};
      if ((*rule)->is_alias) continue;
      ASSERT_EQ(reference::compare_sweeps(**rule, Point(game.arity, sizes[game.arity - 1]), counts), "");
    }
  }
  fmt::print(
      "{} rule files: {} tables, {} values, {} running sets ({} that shrink too), {} with kept orders, {} not "
      "compiled, {} with a term without a value\n",
      rules, counts.tables, counts.values, counts.running, counts.shrinking, counts.kept, counts.not_compiled,
      counts.faults);
  if (rules >= 200) {
    EXPECT_GT(counts.tables, rules / 4);
    EXPECT_GT(counts.running, rules / 30);
    EXPECT_LT(counts.not_compiled, counts.tables);
  }
}

// Games whose values pass 64, 256 and 65536, with lines of every kind.
TEST(Sweep, Games) {
  if (!NativeSweep::available()) GTEST_SKIP() << "no native code in this build";
  Session session;
  Budget budget;
  const std::vector<std::pair<std::string, Point>> games = {
      {"nim", {3000}},
      {"wythoff", {60, 70}},
      {"euclid", {60, 60}},
      {"euclid[least=1]", {60, 60}},
      {"chomp2", {60, 60}},
      {"chomp3", {14, 14, 14}},
      {"fibonacci", {60, 60}},
      {"squares", {3000}},
      {"take_prime", {500}},
      {"take_divisor", {1000}},
      {"take_proper_divisor", {1000}},
      {"take_nondivisor", {500}},
      {"take_coprime", {300}},
      {"take_power[b=3]", {500}},
      {"kayles", {300}},
      {"grundys", {200}},
      {"lasker", {300}},
      {"subtract[{1..40}]", {500}},
      {"subtract[not {2, 5}]", {400}},
      {"intervals[{(0, 3), (2, 5), (4, 9), (1, 2), (5, 20), (7, 8), (0, 30)}]", {40, 40}},
  };
  reference::SweepCounts counts;
  for (const auto& [text, most] : games) {
    SCOPED_TRACE(text);
    const auto rule = session.game(text, budget);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    ASSERT_EQ(reference::compare_sweeps(**rule, most, counts), "");
  }
  EXPECT_EQ(counts.not_compiled, 0u);
  EXPECT_GE(counts.tables, games.size());
  EXPECT_GE(counts.running, 8u);
}

}  // namespace
}  // namespace grundy
