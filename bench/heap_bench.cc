// The values of heap games: heap::Sequence, which chooses its kernel and stops at a proved period,
// against the dense kernel alone and the loop over all pairs that one would write by hand. All
// three are first compared.
//
// Positions are what is counted: items_per_second are values a second, from nothing to the position
// named. The loop by hand and the dense kernel take quadratic time, so they end at 10^5; with three
// heaps, or a split at every second take, the loop by hand takes cubic time and ends at 3000. 0.06
// and 0.007, where nearly half of all positions are rare, end at 10^5 with every kernel.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "engine/heap/kernel/dense.h"
#include "engine/heap/sequence.h"

namespace {

using grundy::HeapCode;
using grundy::heap::Dense;
using grundy::heap::Moves;
using grundy::heap::Sequence;
using grundy::heap::Values;

/// By definition, for splits into up to three heaps without conditions, or two different ones.
std::vector<uint32_t> by_hand(const HeapCode& code, uint64_t end) {
  const uint64_t digits = code.repeat.empty() ? code.after.size() : end;
  struct Take {
    unsigned heaps[4];  // the arrangements of none, one, two and three that are allowed
  };
  std::vector<Take> takes;
  for (uint64_t t = 0; t <= digits; ++t) {
    const grundy::HeapDigit& digit = code.digit(static_cast<int64_t>(t));
    takes.push_back({{digit.arrangements(0), digit.arrangements(1), digit.arrangements(2),
                      digit.arrangements(3)}});
  }
  std::vector<uint32_t> g(end);
  std::vector<uint64_t> seen(1 << 16, UINT64_MAX);
  for (uint64_t n = 0; n < end; ++n) {
    for (uint64_t t = 0; t < takes.size() && t <= n; ++t) {
      const uint64_t rest = n - t;
      const auto& [none, one, two, three] = takes[t].heaps;
      if (none != 0 && rest == 0 && t > 0) seen[0] = n;
      if (one != 0 && rest > 0 && t > 0) seen[g[rest]] = n;
      if (two != 0) {
        for (uint64_t a = 1; 2 * a < rest; ++a) seen[g[a] ^ g[rest - a]] = n;
        if ((two & grundy::kEqual) != 0 && rest > 0 && rest % 2 == 0) seen[0] = n;
      }
      if (three == 0) continue;
      for (uint64_t a = 1; 3 * a <= rest; ++a) {
        for (uint64_t b = a; a + 2 * b <= rest; ++b) seen[g[a] ^ g[b] ^ g[rest - a - b]] = n;
      }
    }
    while (seen[g[n]] == n) ++g[n];
  }
  return g;
}

struct Game {
  const char* code;
  uint64_t by_hand;                // positions
  std::vector<uint64_t> dense;     // …, none for games with other moves than the kernel takes
  std::vector<uint64_t> sequence;  // …
};

void compare(const Game& game, const HeapCode& code) {
  const uint64_t end = std::min<uint64_t>(game.by_hand, 10'000);
  const std::vector<uint32_t> hand = by_hand(code, end);
  auto check = [&](const char* way, const Values& values, uint64_t n, uint32_t expected) {
    if (values.at(n) == expected) return;
    std::fprintf(stderr, "%s(%lu): %u by the %s, not %u\n", game.code, n, values.at(n), way,
                 expected);
    std::exit(1);
  };
  Sequence sequence(code);
  grundy::Budget budget;
  const uint64_t far = game.dense.empty() ? end : game.dense.back();
  if (!sequence.extend(far, budget)) std::exit(1);
  for (uint64_t n = 0; n < end; ++n) check("sequence", sequence.values(), n, hand[n]);
  if (game.dense.empty()) return;
  const Moves moves = *grundy::heap::simple_moves(code);
  Values values;
  Dense(moves, values).advance(far);
  for (uint64_t n = 0; n < end; ++n) check("dense kernel", values, n, hand[n]);
  for (uint64_t n = end; n < far; ++n) check("sequence", sequence.values(), n, values.at(n));
}

void time(const std::string& name, uint64_t end,
          const std::function<uint64_t(benchmark::State&)>& work) {
  benchmark::RegisterBenchmark(
      (name + "/" + std::to_string(end)).c_str(),
      [end, work](benchmark::State& state) {
        for (auto _ : state) benchmark::DoNotOptimize(work(state));
        state.SetItemsProcessed(static_cast<int64_t>(end) * state.iterations());
      })
      ->Unit(benchmark::kMillisecond);
}

void add(const Game& game) {
  auto parsed = grundy::parse_heap_code(game.code);
  if (!parsed) std::exit(1);
  const HeapCode code = *std::move(parsed);
  compare(game, code);
  const std::string name = game.code;
  time(name + "/by hand", game.by_hand,
       [code, end = game.by_hand](benchmark::State&) { return by_hand(code, end).back(); });
  for (const uint64_t end : game.dense) {
    time(name + "/dense", end, [moves = *grundy::heap::simple_moves(code), end](benchmark::State&) {
      Values values;
      Dense(moves, values).advance(end);
      return values.at(end - 1);
    });
  }
  for (const uint64_t end : game.sequence) {
    time(name + "/sequence", end, [code, end](benchmark::State& state) {
      Sequence sequence(code);
      grundy::Budget budget;
      if (!sequence.extend(end, budget)) std::exit(1);
      state.SetLabel(std::string(sequence.state().kernel));
      return sequence.at(end - 1);
    });
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<uint64_t> dense = {10'000, 100'000};
  const std::vector<uint64_t> long_run = {100'000, 1'000'000, 10'000'000};
  for (const char* periodic : {"0.07", "0.77", "0.137"}) add({periodic, 100'000, dense, long_run});
  for (const char* rares :
       {"0.106", "0.1777", "0.14", "0.36", "0.142", "0.172", "0.376", "0.64", "4!.0"}) {
    add({rares, 100'000, dense, long_run});
  }
  for (const char* all_pairs : {"0.06", "0.007"}) add({all_pairs, 100'000, dense, {100'000}});
  for (const char* three : {"0.3F", "0.[37]"})
    add({three, 3000, {}, {1000, 3000, 10'000, 100'000}});
  add({"0.18", 3000, {}, {1000, 3000, 10'000}});
  // Windows of 3 to 20 neighbours: a row for each total, whatever the number of splits.
  add({"0.00777777777777777777", 3000, {3000, 10'000}, {3000, 10'000, 100'000}});
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
