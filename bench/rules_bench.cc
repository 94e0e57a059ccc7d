// Rule files against the loops that one would write by hand for the same game and algorithm, in the
// same run. Every pair is first compared: the values at the asked position must agree.
//
// `naive` and `best` are the loops of bench/by_hand.h. `table` reads the rule, compiles it and
// fills the whole table; it is what compares with them. `start` is the part of it before the first
// cell, up to the first machine code, so that table - start is the inner loop. `rule` is what
// `grundy value` does: the plan may know a closed form or a period, or may follow the few positions
// that are needed.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "code/jit/jit.h"
#include "code/sweep_plan.h"
#include "engine/table/sweep.h"
#include "process.h"
#include "rule_games.h"
#include "session/session.h"

namespace {

using by_hand::Value;
using grundy::bench::die;

template <class T>
T expect(grundy::Attempt<T> result) {
  if (!result) die(result.error().to_string());
  return *std::move(result);
}

Value by_rule(const std::string& sum) {
  grundy::Session session;
  grundy::Budget budget;
  return static_cast<Value>(
      expect(session.value(expect(session.read(sum, budget)), budget)).ordinal().small());
}

/// A game on its way to a whole table, whether the plan would choose one or not.
struct Start {
  grundy::Session session;
  grundy::Budget budget;
  std::vector<int64_t> most;  // the asked position
  std::optional<grundy::SweepPlan> plan;

  explicit Start(const std::string& sum) {
    const grundy::Question question = expect(session.read(sum, budget));
    const grundy::RuleGame& game = *grundy::rule_game(question.parts[0]);
    const grundy::Rule* rule = game.rule();
    for (const auto& c : game.coordinates(question.parts[0]))
      most.push_back(static_cast<int64_t>(c.small()));
    const auto boxes = grundy::reachable_boxes({{rule, most}});
    uint64_t cells = 1;
    for (const int64_t c : boxes->at(rule)) cells *= static_cast<uint64_t>(c) + 1;
    std::vector<std::pair<size_t, size_t>> within;
    if (cells >= grundy::kLeastForOrders) within = grundy::kept_orders(*rule);
    std::erase_if(within, [&](const auto& pair) { return most[pair.first] > most[pair.second]; });
    plan =
        grundy::plan_sweep(*rule, boxes->at(rule), within, grundy::SweepWays().least_work, budget);
    if (!plan) die(sum + " has no plan");
  }
};

/// All that comes before the first cell; whether there is code now.
bool by_start(const std::string& sum) {
  Start start(sum);
  return grundy::JitSweep::compile(*start.plan, {}, start.budget) != nullptr;
}

Value by_table(const std::string& sum) {
  Start start(sum);
  grundy::Work work;
  return expect(grundy::SweptTable::fill(*std::move(start.plan), start.budget, work))
      .value(start.most);
}

void add(const by_hand::Game& game, size_t size) {
  const std::string name = game.name + " " + std::to_string(size);
  const std::string filter = benchmark::GetBenchmarkFilter();
  if (!filter.empty() && filter != "all" && name.find(filter) == std::string::npos) return;
  auto run = [&](const char* way, auto work) {
    benchmark::RegisterBenchmark((name + "/" + way).c_str(), [work](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(work());
    })->Unit(benchmark::kMillisecond);
  };
  const std::string sum = game.sum(size);
  const Value wanted = by_rule(sum);
  auto compare = [&](Value value) {
    if (value != wanted)
      die(name + ": " + std::to_string(value) + " and " + std::to_string(wanted));
  };
  if (size <= game.most_naive) {
    compare(game.naive(size));
    run("naive", [&game, size] { return game.naive(size); });
  }
  if (game.best != nullptr) {
    compare(game.best(size));
    run("best", [&game, size] { return game.best(size); });
  }
  compare(by_table(sum));
  run("start", [sum] { return by_start(sum); });
  run("table", [sum] { return by_table(sum); });
  run("rule", [sum] { return by_rule(sum); });
}

/// `nim{@heaps}` with 10^6 heaps of up to 18 digits: the time to read the file.
void read_heaps(benchmark::State& state) {
  const std::string path = "rules_bench.heaps";
  uint64_t bytes = 0;
  {
    std::ofstream file(path);
    uint64_t number = 1;
    for (int i = 0; i < 1'000'000; ++i) {
      number = number * 6364136223846793005U + 1442695040888963407U;
      const std::string line = std::to_string((number >> 8) % 1'000'000'000'000'000'000U) + "\n";
      bytes += line.size();
      file << line;
    }
  }
  for (auto _ : state) {
    grundy::Session session;
    grundy::Budget budget;
    if (expect(session.read("nim{@" + path + "}", budget)).parts.size() != 1'000'000) std::exit(1);
  }
  std::remove(path.c_str());
  state.SetBytesProcessed(static_cast<int64_t>(bytes) * state.iterations());
}

/// A whole process from its start to its end.
void whole_process(benchmark::State& state) {
  const std::string command = GRUNDY_PROGRAM " solve 'kayles(10) + nim(3)' > /dev/null";
  for (auto _ : state) {
    if (std::system(command.c_str()) != 0) std::exit(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<by_hand::Game> games = by_hand::games();
  for (const by_hand::Game& game : games) {
    for (const size_t size : game.sizes) add(game, size);
  }
  benchmark::RegisterBenchmark("reading 10^6 heaps", read_heaps)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RegisterBenchmark("grundy solve 'kayles(10) + nim(3)'", whole_process)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
