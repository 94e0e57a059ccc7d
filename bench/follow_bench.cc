// Positions followed one by one with a hash table, against the same search by hand in C++:
// recursion, and a table with open addressing of 16 bytes a slot, at most half full. Both are first
// compared.
//
// Options are what is counted: items_per_second are options a second, from an empty table to the
// value asked for. `rule` lists options by native code from some thousand on, `machine` by the
// machine alone. bytes_per_position is the memory of the table (of `rule`: as its budget counts
// it), positions how many were met.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/table/follow.h"
#include "engine/table/memo_store.h"
#include "language/rulebook.h"
#include "process.h"

namespace {

using grundy::bench::die;
using Key = uint64_t;
using Value = uint32_t;

constexpr const char* kRules = R"(game vs(w, b)
  -> vs(w - 1, b + w)  if w >= 1
  -> vs(w, b - k)      for k in 1..b/2
game three(a, b, c)
  -> three(a - k, b/2, c)        for k in 1..a/2
  -> three(a, b - k, c + a % 3)  for k in 1..b/2
  -> three(a/2, b, c - k)        for k in 1..c/3
game left(n)
  -> right(n/2)    if n >= 1
  -> left(n/3)     if n >= 1
  -> right(n - n/7)  if n >= 7
game right(n)
  -> left(n/3)       if n >= 1
  -> right(n/5 + 1)  if n >= 7
  -> left(n - n/5)   if n >= 5
game halves(n)
  -> halves(n/2) + halves(n - n/2 - 1)  if n >= 1
  -> halves(n/3) + halves(n*2/3)        if n >= 3
  -> halves(n - n/5)                    if n >= 5
game window(n)
  -> window(n - k)  for k in 1..20 if n % (k + 1) = 0
  -> window(n/3)    if n >= 1
  -> window(n/5)    if n >= 1
)";

/// Values of positions that are met, by hand.
class ByHand {
 public:
  /// `list(key, go)` calls go(part, …) for each option.
  template <class List>
  Value value(Key key, const List& list) {
    if (const Slot& slot = slots_[place(key)]; slot.key == key) return slot.value;
    uint64_t low = 0;
    std::vector<uint64_t> high;  // values from 64 on
    list(key, [&](auto... parts) {
      ++options;
      const Value v = (value(parts, list) ^ ...);
      if (v < 64) {
        low |= uint64_t{1} << v;
      } else {
        high.resize(std::max<size_t>(high.size(), v / 64));
        high[v / 64 - 1] |= uint64_t{1} << v % 64;
      }
    });
    Value mex = static_cast<Value>(std::countr_one(low));
    for (size_t i = 0; mex == 64 * (i + 1) && i < high.size(); ++i)
      mex += static_cast<Value>(std::countr_one(high[i]));
    if (2 * ++positions > slots_.size()) grow();
    slots_[place(key)] = {key, mex};
    return mex;
  }
  uint64_t options = 0;
  uint64_t positions = 0;
  uint64_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    Key key = UINT64_MAX;
    Value value = 0;
  };
  size_t place(Key key) const {
    uint64_t hash = key * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    size_t at = (hash * 0xFF51AFD7ED558CCD) >> shift_;
    while (slots_[at].key != UINT64_MAX && slots_[at].key != key)
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    --shift_;
    for (const Slot& slot : old) {
      if (slot.key != UINT64_MAX) slots_[place(slot.key)] = slot;
    }
  }
  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  unsigned shift_ = 54;
};

struct Case {
  std::string name;
  std::string game;
  std::vector<int64_t> point;
  std::function<Value(ByHand&)> by_hand;
};

std::vector<Case> cases() {
  constexpr Key kLow32 = UINT32_MAX;
  constexpr Key kLow20 = (1 << 20) - 1;
  const auto vs = [](Key key, auto go) {
    const Key w = key >> 32;
    const Key b = key & kLow32;
    if (w >= 1) go((w - 1) << 32 | (b + w));
    for (Key k = 1; k <= b / 2; ++k) go(w << 32 | (b - k));
  };
  const auto three = [](Key key, auto go) {
    const Key a = key >> 40;
    const Key b = key >> 20 & kLow20;
    const Key c = key & kLow20;
    for (Key k = 1; k <= a / 2; ++k) go((a - k) << 40 | (b / 2) << 20 | c);
    for (Key k = 1; k <= b / 2; ++k) go(a << 40 | (b - k) << 20 | (c + a % 3));
    for (Key k = 1; k <= c / 3; ++k) go((a / 2) << 40 | b << 20 | (c - k));
  };
  const auto left = [](Key key, auto go) {
    const Key n = key / 2;
    if (key % 2 == 0) {
      if (n >= 1) go(n / 2 * 2 + 1);
      if (n >= 1) go(n / 3 * 2);
      if (n >= 7) go((n - n / 7) * 2 + 1);
    } else {
      if (n >= 1) go(n / 3 * 2);
      if (n >= 7) go((n / 5 + 1) * 2 + 1);
      if (n >= 5) go((n - n / 5) * 2);
    }
  };
  const auto halves = [](Key n, auto go) {
    if (n >= 1) go(n / 2, n - n / 2 - 1);
    if (n >= 3) go(n / 3, n * 2 / 3);
    if (n >= 5) go(n - n / 5);
  };
  const auto window = [](Key n, auto go) {
    for (Key k = 1; k <= 20 && k <= n; ++k) {
      if (n % (k + 1) == 0) go(n - k);
    }
    if (n >= 1) go(n / 3);
    if (n >= 1) go(n / 5);
  };
  constexpr int64_t kFar = 1'000'000'000'000'000'000;
  return {
      {"vs", "vs", {60, 70}, [=](ByHand& hand) { return hand.value(Key{60} << 32 | 70, vs); }},
      {"three",
       "three",
       {120, 120, 120},
       [=](ByHand& hand) { return hand.value(Key{120} << 40 | Key{120} << 20 | 120, three); }},
      {"left and right",
       "left",
       {kFar},
       [=](ByHand& hand) { return hand.value(Key{2} * kFar, left); }},
      {"halves",
       "halves",
       {kFar / 1000},
       [=](ByHand& hand) { return hand.value(kFar / 1000, halves); }},
      {"window", "window", {kFar}, [=](ByHand& hand) { return hand.value(kFar, window); }},
  };
}

void by_rule(const grundy::Rule& rule, const std::vector<int64_t>& point,
             const grundy::Trial& trial, Value& value, uint64_t& positions, uint64_t& bytes) {
  const std::vector<const grundy::Rule*> games = grundy::reachable_games({&rule});
  grundy::Budget budget;
  grundy::MemoStore store(games, budget);
  grundy::Work work;
  const auto all = grundy::follow(store, games, INT64_MAX / 2,
                                  grundy::ListedPositions({{&rule, point}}), trial, work, budget);
  if (!all) die(all.error().to_string());
  value = std::as_const(store).value(&rule, point);
  positions = work.positions;
  bytes = budget.memory_used();
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  static grundy::Rulebook book;
  if (const auto loaded = book.load_text("follow.game", kRules); !loaded)
    die(loaded.error().to_string());
  static const std::vector<Case> all = cases();
  for (const Case& one : all) {
    const grundy::Rule& rule = **book.rule(one.game);
    ByHand hand;
    const Value wanted = one.by_hand(hand);
    const uint64_t options = hand.options;
    Value value = 0;
    uint64_t positions = 0;
    uint64_t bytes = 0;
    by_rule(rule, one.point, {}, value, positions, bytes);
    if (value != wanted || positions != hand.positions)
      die(one.name + ": the value by hand differs");
    const auto count = [options](benchmark::State& state, uint64_t of_table, uint64_t met) {
      state.SetItemsProcessed(static_cast<int64_t>(options) * state.iterations());
      state.counters["bytes_per_position"] =
          static_cast<double>(of_table) / static_cast<double>(met);
      state.counters["positions"] = static_cast<double>(met);
    };
    benchmark::RegisterBenchmark((one.name + "/hand").c_str(), [&one,
                                                                count](benchmark::State& state) {
      ByHand made;
      for (auto _ : state) {
        made = ByHand();
        benchmark::DoNotOptimize(one.by_hand(made));
      }
      count(state, made.bytes(), made.positions);
    })->Unit(benchmark::kMillisecond);
    const auto run = [&](const char* way, const grundy::Trial& trial) {
      benchmark::RegisterBenchmark((one.name + way).c_str(), [&one, &rule, count,
                                                              trial](benchmark::State& state) {
        Value found = 0;
        uint64_t met = 0;
        uint64_t of_table = 0;
        for (auto _ : state) by_rule(rule, one.point, trial, found, met, of_table);
        count(state, of_table, met);
      })->Unit(benchmark::kMillisecond);
    };
    run("/rule", {});
    run("/machine", {.before_code = UINT64_MAX});
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
