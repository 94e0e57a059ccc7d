// Rule files against the loops that one would write by hand for the same game and algorithm, in the same run. Every
// pair is first compared: the values at the asked position must agree.
//
// `naive` and `best` are the loops of bench/by_hand.h. `table` reads the rule, compiles it and fills the whole table;
// it is what compares with them. `rule` is what `grundy solve` does: the plan may know a closed form or a period, or
// may follow the few positions that are needed.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "by_hand.h"
#include "engine/finite/sweep.h"
#include "session/session.h"

namespace {

using by_hand::Value;

/// `count` intervals within 1…most, the same ones each time.
by_hand::Intervals intervals(size_t count, size_t most) {
  by_hand::Intervals list;
  uint64_t state = 12345;
  auto next = [&] {
    return state = state * 6364136223846793005U + 1442695040888963407U, static_cast<size_t>(state >> 40);
  };
  while (list.size() < count) {
    const size_t l = 1 + next() % (most - 1);
    const size_t r = l + 1 + next() % (most - l);
    list.emplace_back(l, r);
  }
  return list;
}

std::string intervals_text(size_t count, size_t most) {
  std::string text = "intervals[{";
  for (const auto& [l, r] : intervals(count, most))
    text += (text.back() == '{' ? "(" : ", (") + std::to_string(l) + ", " + std::to_string(r) + ")";
  return text + "}](1, " + std::to_string(most) + ")";
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

/// The whole table, whether the plan would choose one or not.
Value by_table(const std::string& sum) {
  grundy::Session session;
  grundy::Budget budget;
  const grundy::Question question = expect(session.read(sum, budget));
  const grundy::Component& part = question.parts[0];
  std::vector<int64_t> most;
  for (const auto& c : part.coordinates) most.push_back(static_cast<int64_t>(c.small()));
  const auto boxes = grundy::reachable_boxes({{part.rule, most}});
  grundy::Work work;
  auto within = grundy::kept_orders(*part.rule);
  std::erase_if(within, [&](const auto& pair) { return most[pair.first] > most[pair.second]; });
  const auto table = expect(grundy::SweptTable::fill(*part.rule, boxes->at(part.rule), within, budget, work));
  if (!table) {
    std::fprintf(stderr, "%s is not compiled\n", sum.c_str());
    std::exit(1);
  }
  return table->value(most);
}

using Way = std::function<Value()>;

/// One game: by the loops of a contestant, by the best ones (null: the same), by the rule.
void add(const std::string& name, const std::string& sum, const Way& naive, const Way& best) {
  const std::string filter = benchmark::GetBenchmarkFilter();
  if (!filter.empty() && filter != "all" && name.find(filter) == std::string::npos) return;
  const Value wanted = best ? best() : naive ? naive() : by_rule(sum);
  for (const Value other : {by_rule(sum), by_table(sum), naive ? naive() : wanted}) {
    if (other != wanted) {
      std::fprintf(stderr, "%s: %u and %u\n", name.c_str(), other, wanted);
      std::exit(1);
    }
  }
  auto run = [&](const char* way, const Way& work) {
    benchmark::RegisterBenchmark((name + "/" + way).c_str(), [work](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(work());
    })->Unit(benchmark::kMillisecond);
  };
  if (naive) run("naive", naive);
  if (best) run("best", best);
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
  namespace naive = by_hand::naive;
  namespace best = by_hand::best;
  for (const size_t n : {10'000, 1'000'000}) {
    const std::string text = std::to_string(n);
    add(
        "squares " + text, "squares(" + text + ")", [n] { return naive::squares(n); },
        [n] { return best::squares(n); });
    add(
        "subtract 1..100 " + text, "subtract[{1..100}](" + text + ")", [n] { return naive::subtract(n, 100); },
        [n] { return best::subtract(n, 100); });
    add(
        "divisors " + text, "take_divisor(" + text + ")", [n] { return naive::divisors(n); },
        [n] { return best::divisors(n); });
  }
  for (const size_t n : {5'000, 50'000}) {
    const std::string text = std::to_string(n);
    add(
        "primes " + text, "take_prime(" + text + ")", [n] { return naive::primes(n); },
        [n] { return best::primes(n); });
  }
  for (const size_t n : {500, 2'000, 5'000}) {
    const std::string at = "(" + std::to_string(n) + ", " + std::to_string(n) + ")";
    const std::string size = std::to_string(n) + " squared";
    const bool large = n == 5'000;  // minutes for a contestant
    add(
        "wythoff " + size, "wythoff" + at, large ? Way() : [n] { return naive::wythoff(n); },
        [n] { return best::wythoff(n); });
    add(
        "rook " + size, "rook" + at, large ? Way() : [n] { return naive::rook(n); }, [n] { return best::rook(n); });
    add(
        "king " + size, "king" + at, [n] { return naive::king(n); }, [n] { return best::king(n); });
  }
  for (const size_t n : {300, 3'000}) {
    const std::string at = "(" + std::to_string(n) + ", " + std::to_string(n) + ")";
    add(
        "euclid " + std::to_string(n) + " squared", "euclid" + at, [n] { return naive::euclid(n); },
        [n] { return best::euclid(n); });
  }
  for (const size_t n : {30, 200}) {
    const std::string text = std::to_string(n);
    add(
        "chomp, 3 rows of " + text, "chomp3(" + text + ", " + text + ", " + text + ")",
        [n] { return naive::chomp3(n); }, [n] { return best::chomp3(n); });
  }
  for (const size_t n : {2'000, 100'000}) {
    const std::string text = std::to_string(n);
    const bool large = n == 100'000;
    add("kayles " + text, "kayles(" + text + ")", large ? Way() : [n] { return naive::kayles(n); }, {});
    add("grundys " + text, "grundys(" + text + ")", large ? Way() : [n] { return naive::grundys(n); }, {});
  }
  for (const size_t n : {100, 2'000}) {
    add(
        "intervals, " + std::to_string(n), intervals_text(n, n), [n] { return naive::intervals(n, intervals(n, n)); },
        [n] { return best::intervals(n, intervals(n, n)); });
  }
  for (const size_t n : {300, 10'000}) {
    const std::string text = std::to_string(n);
    add(
        "fibonacci nim " + text, "fibonacci(" + text + ", " + std::to_string(n - 1) + ")",
        n == 10'000 ? Way() : [n] { return naive::fibonacci(n); }, [n] { return best::fibonacci(n); });
  }
  add("nondivisors 10000", "take_nondivisor(10000)", [] { return naive::nondivisors(10'000); }, {});
  add("coprime 5000", "take_coprime(5000)", [] { return naive::coprime(5'000); }, {});
  benchmark::RegisterBenchmark("reading 10^6 heaps", read_heaps)->Unit(benchmark::kMillisecond)->UseRealTime();
  benchmark::RegisterBenchmark("grundy solve 'kayles(10) + nim(3)'", whole_process)
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
