// dag(@FILE, V) against what a contestant would write (bench/contest/dag.cc, dag_names.cc), as
// whole processes on the same seeded files: reading included, which is most of it. On every file
// the values of some vertices are compared first.
//
//   graph_bench [--large] [GRAPH]     --large: 10^8 edges in place of 10^7, where a graph may have
//                                     so many; files of up to 2 GB, some minutes
//
// Prints the median times from starting a program to its end, the CPU times of all threads, and the
// greatest memory.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "process.h"

namespace {

using namespace grundy::bench;

constexpr uint64_t kSeed = 1;

/// Writes edges to a file.
class Edges {
 public:
  explicit Edges(const fs::path& path) : file_(std::fopen(path.c_str(), "w")) {
    if (file_ == nullptr) die(fmt::format("can't write {}", path.string()));
  }
  Edges(const Edges&) = delete;
  Edges& operator=(const Edges&) = delete;
  ~Edges() {
    flush();
    std::fclose(file_);
  }
  void add(uint64_t from, uint64_t to) {
    fmt::format_to(std::back_inserter(text_), "{} {}\n", from, to);
    if (text_.size() > 1 << 16) flush();
  }

 private:
  void flush() {
    if (std::fwrite(text_.data(), 1, text_.size(), file_) != text_.size()) die("the disk is full");
    text_.clear();
  }
  std::FILE* file_;
  fmt::memory_buffer text_;
};

class Random {
 public:
  uint64_t below(uint64_t n) { return engine_() % n; }
  /// Two different numbers below n, the greater one first.
  std::pair<uint64_t, uint64_t> falling(uint64_t n) {
    for (;;) {
      const uint64_t a = below(n), b = below(n);
      if (a != b) return std::minmax(a, b, std::greater<>());
    }
  }
  std::vector<uint64_t> shuffled(uint64_t n) {
    std::vector<uint64_t> names(n);
    std::iota(names.begin(), names.end(), 0);
    std::shuffle(names.begin(), names.end(), engine_);
    return names;
  }

 private:
  std::mt19937_64 engine_{kSeed};
};

struct Graph {
  std::string name;
  std::string contestant;
  /// Writes so many edges, and gives the vertices to be compared.
  std::function<std::vector<uint64_t>(Edges&, uint64_t edges)> write;
  bool has_large = false;
};

std::vector<Graph> graphs() {
  std::vector<Graph> list;
  list.push_back({"random, to smaller", "dag",
                  [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    Random random;
                    const uint64_t vertices = edges / 5;
                    for (uint64_t i = 0; i < edges; ++i) {
                      const auto [from, to] = random.falling(vertices);
                      file.add(from, to);
                    }
                    return {0, vertices / 2, vertices - 1};
                  },
                  true});
  list.push_back({"random, shuffled", "dag",
                  [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    Random random;
                    const uint64_t vertices = edges / 10;
                    const std::vector<uint64_t> names = random.shuffled(vertices);
                    for (uint64_t i = 0; i < edges; ++i) {
                      const auto [from, to] = random.falling(vertices);
                      file.add(names[from], names[to]);
                    }
                    return {names[0], names[vertices / 2], names[vertices - 1]};
                  },
                  true});
  list.push_back({"random, sorted", "dag",
                  [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    Random random;
                    for (uint64_t i = 0; i < edges; ++i)
                      file.add(i / 10 + 1, random.below(i / 10 + 1));
                    return {edges / 20, edges / 10};
                  },
                  true});
  list.push_back({"layers, shuffled", "dag",
                  [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    constexpr uint64_t kLayers = 1000;
                    Random random;
                    const uint64_t layer = edges / 10 / kLayers;
                    const std::vector<uint64_t> names = random.shuffled(kLayers * layer);
                    for (uint64_t i = 0; i < edges; ++i) {
                      const uint64_t below = random.below(kLayers - 1) * layer;
                      file.add(names[below + layer + random.below(layer)],
                               names[below + random.below(layer)]);
                    }
                    return {names[layer], names[layer * kLayers / 2]};
                  },
                  true});
  list.push_back({"path", "dag", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    for (uint64_t i = 0; i < edges; ++i) file.add(i + 1, i);
                    return {edges / 2, edges};
                  }});
  list.push_back(
      {"path, shuffled", "dag", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
         Random random;
         const std::vector<uint64_t> names = random.shuffled(edges + 1);
         for (uint64_t i = 0; i < edges; ++i) file.add(names[i + 1], names[i]);
         return {names[edges / 2], names[edges]};
       }});
  list.push_back({"star", "dag", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
                    for (uint64_t i = 0; i < edges; ++i) file.add(0, i + 1);
                    return {0, edges};
                  }});
  list.push_back(
      {"parallel edges", "dag", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
         Random random;
         for (uint64_t i = 0; i < edges; ++i) {
           const auto [from, to] = random.falling(1000);
           file.add(from, to);
         }
         return {500, 999};
       }});
  list.push_back(
      {"to all smaller", "dag", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
         uint64_t from = 0;
         for (uint64_t i = 0; i < edges; i += from) {
           ++from;
           for (uint64_t to = 0; to < from; ++to) file.add(from, to);
         }
         return {from / 2, from};
       }});
  list.push_back(
      {"names of 63 bits", "dag_names", [](Edges& file, uint64_t edges) -> std::vector<uint64_t> {
         Random random;
         const uint64_t vertices = edges / 10;
         std::vector<uint64_t> names(vertices);
         for (uint64_t& name : names) name = random.below(uint64_t{1} << 63);
         uint64_t last = 0;
         for (uint64_t i = 0; i < edges; ++i) {
           const auto [from, to] = random.falling(vertices);
           file.add(names[from], names[to]);
           last = names[from];
         }
         return {last};
       }});
  return list;
}

void measure(const Graph& graph, uint64_t edges, int rounds, const Folder& folder) {
  const fs::path path = folder / "edges", out = folder / "out";
  std::vector<uint64_t> vertices;
  {
    Edges file(path);
    vertices = graph.write(file, edges);
  }
  const auto by_hand = [&](uint64_t vertex) -> std::vector<std::string> {
    return {(contestants() / graph.contestant).string(), path.string(), std::to_string(vertex)};
  };
  const auto by_grundy = [&](uint64_t vertex) -> std::vector<std::string> {
    return {GRUNDY_PROGRAM, "value", "--quiet", fmt::format("dag(@{}, {})", path.string(), vertex)};
  };
  for (const uint64_t vertex : vertices) {
    run(by_hand(vertex), "/dev/null", out);
    const std::string expected = contents(out);
    run(by_grundy(vertex), "/dev/null", out);
    if (contents(out) != expected)
      die(fmt::format("{}: vertex {} has not the value {}", graph.name, vertex, expected));
  }
  std::vector<double> hand, own, ratios, hand_cpu, own_cpu;
  uint64_t hand_peak = 0, own_peak = 0;
  for (int round = 0; round < rounds; ++round) {
    const Run theirs = run(by_hand(vertices.back()), "/dev/null", out);
    const Run ours = run(by_grundy(vertices.back()), "/dev/null", out);
    hand.push_back(theirs.seconds);
    hand_cpu.push_back(theirs.cpu_seconds);
    hand_peak = std::max(hand_peak, theirs.peak);
    own.push_back(ours.seconds);
    own_cpu.push_back(ours.cpu_seconds);
    own_peak = std::max(own_peak, ours.peak);
    ratios.push_back(theirs.seconds / ours.seconds);
  }
  fmt::print("{:<20} {:>9.0e} {:>8.2f} {:>8.2f} {:>6.1f} {:>8.2f} {:>8.2f} {:>6.1f} {:>8} {:>8}\n",
             graph.name, static_cast<double>(edges), median(hand), median(own), median(ratios),
             median(hand_cpu), median(own_cpu), median(hand_cpu) / median(own_cpu), hand_peak >> 20,
             own_peak >> 20);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  bool is_large = false;
  std::string_view only;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--large") {
      is_large = true;
    } else {
      only = argv[i];
    }
  }
  const Folder folder;
  fmt::print("{:<20} {:>9} {:>8} {:>8} {:>6} {:>8} {:>8} {:>6} {:>8} {:>8}\n", "graph", "edges",
             "by hand", "grundy", "ratio", "CPU", "CPU", "ratio", "by hand", "grundy");
  fmt::print("{:<20} {:>9} {:>8} {:>8} {:>6} {:>8} {:>8} {:>6} {:>8} {:>8}\n", "", "", "s", "s", "",
             "s", "s", "", "MiB", "MiB");
  for (const Graph& graph : graphs()) {
    if (!only.empty() && only != graph.name) continue;
    if (is_large && graph.has_large) {
      measure(graph, 100'000'000, 3, folder);
    } else if (!is_large) {
      measure(graph, 1'000'000, 9, folder);
      measure(graph, 10'000'000, 5, folder);
    }
  }
  return 0;
}
