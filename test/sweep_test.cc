// Tables filled by native code against the machine's moves, cell by cell, with running sets and without, every option
// checked to lie where values are known.
//
// GRUNDY_RULES is the number of random rule files (default 400), GRUNDY_SEED the seed of the first one.
#include "engine/finite/sweep.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "code/moves.h"
#include "generate/rules.h"
#include "rule/print.h"
#include "session/session.h"

namespace grundy {
namespace {

using Point = std::vector<int64_t>;

uint64_t from_environment(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// The values of all cells in the sweep's order, by the moves that the machine gives; nothing when a position has none
/// to give.
class ByMachine {
 public:
  ByMachine(const Rule& rule, const SweepPlan& plan) : rule_(rule), plan_(plan) {}

  bool fill() {
    Budget budget;
    budget.set_time_limit(20);
    Point point(plan_.most.size());
    for (uint64_t cell = 0; cell < plan_.cells; ++cell) {
      auto rest = static_cast<int64_t>(cell);
      for (size_t i = plan_.order.size(); i-- > 0;) {
        const SweepStep& step = plan_.order[i];
        const int64_t size = plan_.most[step.coordinate] + 1;
        point[step.coordinate] = step.descending ? size - 1 - rest % size : rest % size;
        rest /= size;
      }
      std::set<uint32_t> seen;
      bool inside = true;
      const auto ran = lister_.for_each_move(rule_, point, budget, [&](const RuleSum& sum) {
        uint32_t value = 0;
        for (const RulePosition& part : sum) {
          int64_t at = plan_.first;
          for (size_t i = 0; i < part.coordinates.size(); ++i) {
            inside = inside && part.game == &rule_ && part.coordinates[i] <= plan_.most[i];
            if (inside) at += plan_.stride[i] * part.coordinates[i];
          }
          inside = inside && at < static_cast<int64_t>(cell);
          if (inside) value ^= values_[static_cast<size_t>(at)];
        }
        seen.insert(value);
        return inside;
      });
      if (!ran) return false;
      EXPECT_TRUE(inside) << "a move from " << to_string(RuleSum{{&rule_, point}}) << " does not go back in the order";
      if (!inside) return false;
      uint32_t mex = 0;
      while (seen.contains(mex)) ++mex;
      values_.push_back(mex);
      points_.push_back(point);
    }
    return true;
  }
  const std::vector<uint32_t>& values() const { return values_; }
  const std::vector<Point>& points() const { return points_; }

 private:
  const Rule& rule_;
  const SweepPlan& plan_;
  MoveLister lister_;
  std::vector<uint32_t> values_;
  std::vector<Point> points_;
};

struct Counts {
  uint64_t tables = 0;
  uint64_t running = 0;
  uint64_t shrinking = 0;
  uint64_t kept = 0;
  uint64_t not_compiled = 0;
  uint64_t cells = 0;
};

/// One way to fill the table against the values wanted.
void compare(const Rule& rule, const Point& box, const ByMachine& wanted,
             const std::vector<std::pair<size_t, size_t>>& within, bool sets, unsigned threads, Counts& counts) {
  Budget budget;
  budget.set_threads(threads);
  Work work;
  const double least_work = sets ? 0 : 1e300;
  const auto filled = SweptTable::fill(rule, box, within, budget, work, {least_work, 0, true});
  ASSERT_TRUE(filled.ok()) << filled.error().to_string();
  if (!filled->has_value()) {
    ++counts.not_compiled;
    return;
  }
  for (size_t cell = 0; cell < wanted.values().size(); ++cell) {
    const Point& point = wanted.points()[cell];
    if (!(*filled)->covers(point)) {
      ASSERT_FALSE(within.empty());
      continue;
    }
    ASSERT_EQ((*filled)->value(point), wanted.values()[cell])
        << to_string(RuleSum{{&rule, point}}) << (sets ? ", with" : ", without") << " running sets, " << threads
        << " threads, " << (within.empty() ? "all positions" : "only those within kept orders");
    ++counts.cells;
  }
}

void compare(const Rule& rule, const Point& most, Counts& counts) {
  const auto boxes = reachable_boxes({{&rule, most}});
  if (!boxes || boxes->size() != 1) return;
  const Point& box = boxes->begin()->second;
  uint64_t cells = 1;
  for (int64_t c : box) {
    cells *= static_cast<uint64_t>(c) + 1;
    if (cells > 50'000) return;
  }
  Budget ample;
  const auto plan = plan_sweep(rule, box, {}, 0, ample);
  if (!plan) return;
  ByMachine wanted(rule, *plan);
  if (!wanted.fill()) return;
  for (const SweepLine& line : plan->lines) {
    counts.running += line.running.has_value();
    counts.shrinking += line.running && !line.running->removed.empty();
  }
  const auto kept = kept_orders(rule);
  counts.kept += !kept.empty();
  for (const bool sets : {true, false}) {
    for (const unsigned threads : {1U, 2U, 3U}) {
      compare(rule, box, wanted, {}, sets, threads, counts);
      if (!kept.empty()) compare(rule, box, wanted, kept, sets, threads, counts);
    }
    if (testing::Test::HasFailure()) return;
  }
  ++counts.tables;
}

TEST(Sweep, RandomRules) {
  if (!NativeSweep::available()) GTEST_SKIP() << "no native code in this build";
  const uint64_t first = from_environment("GRUNDY_SEED", 1);
  const uint64_t rules = from_environment("GRUNDY_RULES", 400);
  Counts counts;
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
      if (!(*rule)->is_alias) compare(**rule, Point(game.arity, sizes[game.arity - 1]), counts);
      if (HasFailure()) return;
    }
  }
  fmt::print(
      "{} rule files: {} tables, {} values, {} running sets ({} that shrink too), {} with kept orders, {} not "
      "compiled\n",
      rules, counts.tables, counts.cells, counts.running, counts.shrinking, counts.kept, counts.not_compiled);
  if (rules >= 400) {
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
  Counts counts;
  for (const auto& [text, most] : games) {
    SCOPED_TRACE(text);
    const auto rule = session.game(text, budget);
    ASSERT_TRUE(rule.ok()) << rule.error().to_string();
    compare(**rule, most, counts);
    if (HasFailure()) return;
  }
  EXPECT_EQ(counts.not_compiled, 0u);
  EXPECT_GE(counts.tables, games.size());
  EXPECT_GE(counts.running, 8u);
}

}  // namespace
}  // namespace grundy
