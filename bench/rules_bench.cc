// Rule files against the loops that one would write by hand for the same game and algorithm, in the same run. Every
// pair is first compared: the values at the asked position must agree.
//
// `rule` is the whole way from the text of the rule: parse, analyse, choose an engine, compute. `machine` is the same
// with the finite engine, whatever the plan would choose: lower, fill the table. `hand` is the table alone.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "engine/finite/finite.h"
#include "session/session.h"

namespace {

using Value = uint32_t;

/// The values seen at one position, in the usual way: an entry counts when it holds the position's number.
struct Seen {
  std::vector<Value> stamps = std::vector<Value>(1 << 16);
  Value now = 0;
  void clear() { ++now; }
  void insert(Value v) { stamps[v] = now; }
  Value mex() const {
    Value v = 0;
    while (stamps[v] == now) ++v;
    return v;
  }
};

Value squares_by_hand(size_t n) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 0; i <= n; ++i) {
    seen.clear();
    for (size_t k = 1; k * k <= i; ++k) seen.insert(g[i - k * k]);
    g[i] = seen.mex();
  }
  return g[n];
}

Value subtract_by_hand(size_t n, size_t most) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 0; i <= n; ++i) {
    seen.clear();
    for (size_t k = 1; k <= most && k <= i; ++k) seen.insert(g[i - k]);
    g[i] = seen.mex();
  }
  return g[n];
}

Value wythoff_by_hand(size_t n) {
  const size_t width = n + 1;
  std::vector<Value> g(width * width);
  Seen seen;
  for (size_t a = 0; a <= n; ++a) {
    for (size_t b = 0; b <= n; ++b) {
      seen.clear();
      for (size_t c = 0; c < a; ++c) seen.insert(g[c * width + b]);
      for (size_t c = 0; c < b; ++c) seen.insert(g[a * width + c]);
      for (size_t k = 1; k <= std::min(a, b); ++k) seen.insert(g[(a - k) * width + b - k]);
      g[a * width + b] = seen.mex();
    }
  }
  return g.back();
}

Value kayles_by_hand(size_t n) {
  std::vector<Value> g(n + 1);
  Seen seen;
  for (size_t i = 1; i <= n; ++i) {
    seen.clear();
    for (size_t taken = 1; taken <= 2 && taken <= i; ++taken) {
      for (size_t a = 0; 2 * a <= i - taken; ++a) seen.insert(g[a] ^ g[i - taken - a]);
    }
    g[i] = seen.mex();
  }
  return g[n];
}

/// 100 intervals within 1…100, the same ones each time.
std::vector<std::pair<size_t, size_t>> intervals() {
  std::vector<std::pair<size_t, size_t>> list;
  uint64_t state = 12345;
  auto next = [&] {
    return state = state * 6364136223846793005U + 1442695040888963407U, static_cast<size_t>(state >> 40);
  };
  while (list.size() < 100) {
    const size_t l = 1 + next() % 99;
    const size_t r = l + 1 + next() % (100 - l);
    list.emplace_back(l, r);
  }
  return list;
}

Value intervals_by_hand() {
  const auto list = intervals();
  std::vector<Value> g(101 * 101);
  Seen seen;
  for (size_t length = 1; length <= 99; ++length) {
    for (size_t l = 1; l + length <= 100; ++l) {
      const size_t r = l + length;
      seen.clear();
      for (const auto& [a, b] : list) {
        if (l <= a && b <= r) seen.insert(g[l * 101 + a] ^ g[b * 101 + r]);
      }
      g[l * 101 + r] = seen.mex();
    }
  }
  return g[101 + 100];
}

std::string intervals_text() {
  std::string text = "intervals[{";
  for (const auto& [l, r] : intervals())
    text += (text.back() == '{' ? "(" : ", (") + std::to_string(l) + ", " + std::to_string(r) + ")";
  return text + "}](1, 100)";
}

template <class T>
T expect(grundy::Result<T> result) {
  if (!result) {
    std::fputs(result.error().to_string().c_str(), stderr);
    std::exit(1);
  }
  return *std::move(result);
}

Value by_rule(const std::string& sum) {
  grundy::Session session;
  grundy::Budget budget;
  return static_cast<Value>(expect(session.value(expect(session.read(sum, budget)), budget)).small());
}

Value by_machine(const std::string& sum) {
  grundy::Session session;
  grundy::Budget budget;
  const grundy::Question question = expect(session.read(sum, budget));
  const grundy::Component& part = question.parts[0];
  const auto evaluator = grundy::finite_engine()->open(*part.rule);
  return static_cast<Value>(expect(evaluator->values({&part.coordinates, 1}, budget))[0].small());
}

void add(const std::string& name, const std::string& sum, const std::function<Value()>& by_hand) {
  const Value hand = by_hand();
  for (const Value other : {by_rule(sum), by_machine(sum)}) {
    if (other != hand) {
      std::fprintf(stderr, "%s: %u by the rule, %u by hand\n", name.c_str(), other, hand);
      std::exit(1);
    }
  }
  auto run = [&](const char* way, const std::function<Value()>& work) {
    benchmark::RegisterBenchmark((name + "/" + way).c_str(), [work](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(work());
    })->Unit(benchmark::kMillisecond);
  };
  run("hand", by_hand);
  run("machine", [sum] { return by_machine(sum); });
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
  add("squares to 10^6", "squares(1000000)", [] { return squares_by_hand(1'000'000); });
  add("subtract 1..100 to 10^6", "subtract[{1..100}](1000000)", [] { return subtract_by_hand(1'000'000, 100); });
  add("subtract 1..5 to 10^6", "subtract[{1..5}](1000000)", [] { return subtract_by_hand(1'000'000, 5); });
  add("wythoff 2000 x 2000", "wythoff(1999, 1999)", [] { return wythoff_by_hand(1999); });
  add("kayles to 20000", "kayles(20000)", [] { return kayles_by_hand(20'000); });
  add("intervals, 100 on 1..100", intervals_text(), intervals_by_hand);
  benchmark::RegisterBenchmark("reading 10^6 heaps", read_heaps)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("grundy solve 'kayles(10) + nim(3)'", whole_process)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
