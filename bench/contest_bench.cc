// `grundy contest ID` against what a contestant would hand in (bench/contest/), as whole processes
// on the same seeded inputs. On every input the outputs are first compared: they must be equal, or,
// where several moves win, both moves must be legal and leave a position that the other program
// calls lost.
//
//   contest_bench [--large] [ID]     --large adds the graph of 2·10^7 vertices, some minutes
//
// Prints the median times from starting a program to its end. What a contestant hands in reads
// right input only and shows no progress.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <functional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process.h"

namespace {

namespace fs = std::filesystem;
using namespace grundy::bench;
using Numbers = std::vector<uint64_t>;
using Random = std::mt19937_64;

void write(const fs::path& path, const std::string& text) {
  if (!std::ofstream(path, std::ios::binary)
           .write(text.data(), static_cast<std::streamsize>(text.size())))
    die(fmt::format("can't write {}", path.string()));
}

void add_line(std::string& text, const Numbers& numbers) {
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += ' ';
    text += fmt::format_int(numbers[i]).c_str();
  }
  text += '\n';
}

struct Input {
  std::string id;
  std::string name;
  std::string text;
  int rounds = 3;
  /// Where several moves win: the text of the position after the move that an output shows, or ""
  /// when the move is not legal. When there is no such function the outputs must be equal.
  std::function<std::string(const Numbers& after)> after_move;
};

constexpr uint64_t kSeed = 1;

Input matrix(uint64_t cases, uint64_t size, int rounds) {
  Random random(kSeed);
  Input input{
      "cf1451F", fmt::format("{} x {}^2", cases, size), fmt::format("{}\n", cases), rounds, {}};
  for (uint64_t c = 0; c < cases; ++c) {
    add_line(input.text, {size, size});
    for (uint64_t r = 0; r < size; ++r) {
      Numbers row(size);
      for (uint64_t& cell : row) cell = random() % 1'000'001;
      add_line(input.text, row);
    }
  }
  return input;
}

/// As many edges as vertices, between random ones, each from the earlier to the later of a random
/// order.
Input graph(uint64_t size, int rounds) {
  Random random(kSeed);
  Numbers names(size);
  for (uint64_t v = 0; v < size; ++v) names[v] = v + 1;
  std::shuffle(names.begin(), names.end(), random);
  Numbers taxes(size);
  for (uint64_t& tax : taxes) tax = random() % 1'000'000'001;
  std::vector<std::pair<uint64_t, uint64_t>> edges;
  std::string edge_text;
  while (edges.size() < size) {
    const uint64_t u = random() % size, v = random() % size;
    if (u == v) continue;
    edges.emplace_back(names[std::min(u, v)], names[std::max(u, v)]);
    add_line(edge_text, {edges.back().first, edges.back().second});
  }
  const auto text_with = [size, edge_text](const Numbers& numbers) {
    std::string text;
    add_line(text, {size, size});
    add_line(text, numbers);
    return text + edge_text;
  };
  const auto after_move = [taxes, edges, text_with](const Numbers& after) -> std::string {
    if (after.size() != taxes.size()) return "";
    std::set<uint64_t> changed;
    for (uint64_t v = 1; v <= taxes.size(); ++v)
      if (taxes[v - 1] != after[v - 1]) changed.insert(v);
    for (const uint64_t head : changed) {
      if (after[head - 1] > taxes[head - 1]) continue;
      std::set<uint64_t> reached = {head};
      for (const auto& [u, v] : edges)
        if (u == head && changed.contains(v)) reached.insert(v);
      if (reached == changed) return text_with(after);
    }
    return "";
  };
  return {"cf1149E", fmt::format("n = m = {}", size), text_with(taxes), rounds, after_move};
}

/// Two enemies in every line.
Input board(uint64_t size, int rounds) {
  Random random(kSeed);
  Input input{"cf142D", fmt::format("{}^2 cells", size), "", rounds, {}};
  add_line(input.text, {size, size, 7});
  for (uint64_t i = 0; i < size; ++i) {
    std::string line(size, '-');
    const uint64_t a = random() % size, b = (a + 1 + random() % (size - 1)) % size;
    line[a] = 'G';
    line[b] = 'R';
    input.text += line + "\n";
  }
  return input;
}

Input piles(uint64_t count, uint64_t k, int rounds) {
  Random random(kSeed);
  Numbers piles(count);
  for (uint64_t& pile : piles) pile = random() % 1'000'000'000'000'000'000;
  const auto text_with = [k](const Numbers& numbers) {
    std::string text;
    add_line(text, {k, numbers.size()});
    add_line(text, numbers);
    return text;
  };
  const auto after_move = [piles, k, text_with](const Numbers& after) -> std::string {
    if (after.size() != piles.size()) return "";
    uint64_t lowered = 0;
    for (size_t i = 0; i < piles.size(); ++i) {
      if (after[i] > piles[i]) return "";
      if (after[i] < piles[i]) ++lowered;
    }
    return lowered >= 1 && lowered <= k ? text_with(after) : "";
  };
  return {"moore", fmt::format("{} piles, k = {}", count, k), text_with(piles), rounds, after_move};
}

Input heaps(uint64_t count, uint64_t stones, int rounds) {
  constexpr uint64_t K = 3;
  Random random(kSeed);
  Input input{"stones", fmt::format("{} heaps to {} stones", count, stones), "", rounds, {}};
  add_line(input.text, {K, count});
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t b = random() % (stones + 1);
    add_line(input.text, {b, random() % (K * b + b / 4 + 5)});
  }
  return input;
}

class Bench {
 public:
  void measure(const Input& input) {
    const fs::path in = folder_ / "in";
    write(in, input.text);
    compare(input, in);
    std::vector<double> hand, own;
    for (int round = 0; round < input.rounds; ++round) {
      const auto time_hand = [&] {
        hand.push_back(run(contestant(input), in, "/dev/null").seconds);
      };
      const auto time_own = [&] { own.push_back(run(grundy(input), in, "/dev/null").seconds); };
      if (round % 2 == 0) {
        time_hand();
        time_own();
      } else {
        time_own();
        time_hand();
      }
    }
    const double contestant_time = median(hand), grundy_time = median(own);
    fmt::print("{:<8} {:<30} {:>10.1f} {:>10.1f} {:>7.2f}\n", input.id, input.name,
               1000 * contestant_time, 1000 * grundy_time, contestant_time / grundy_time);
    std::fflush(stdout);
  }

 private:
  static std::vector<std::string> contestant(const Input& input) {
    std::string name = input.id;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    return {(contestants() / name).string()};
  }
  static std::vector<std::string> grundy(const Input& input) {
    return {GRUNDY_PROGRAM, "contest", "--quiet", input.id};
  }

  void compare(const Input& input, const fs::path& in) const {
    const fs::path out = folder_ / "out";
    run(contestant(input), in, out);
    const std::string by_hand = contents(out);
    run(grundy(input), in, out);
    const std::string by_grundy = contents(out);
    if (by_hand == by_grundy) return;
    if (!input.after_move) die(fmt::format("{}, {}: the outputs differ", input.id, input.name));
    check_move(input, by_hand, grundy(input));
    check_move(input, by_grundy, contestant(input));
  }

  /// Whether the output shows a move after which `other` has the player to move lose.
  void check_move(const Input& input, const std::string& output,
                  const std::vector<std::string>& other) const {
    std::istringstream words(output);
    std::string word;
    words >> word;
    Numbers after;
    for (uint64_t number; words >> number;) after.push_back(number);
    const std::string text = input.after_move(after);
    const bool claims_won = word == "WIN" || word == "First";
    if (!claims_won || text.empty())
      die(fmt::format("{}, {}: no legal move", input.id, input.name));
    const fs::path in = folder_ / "after", out = folder_ / "out";
    write(in, text);
    run(other, in, out);
    const std::string answer = contents(out);
    if (!answer.starts_with("LOSE") && !answer.starts_with("Second"))
      die(fmt::format("{}, {}: a move does not win", input.id, input.name));
  }

  Folder folder_;
};

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
  // The limits of the problems, and a hundred times as much.
  std::vector<std::function<Input()>> inputs = {
      [] { return matrix(10, 50, 21); },
      [] { return matrix(10, 500, 9); },
      [] { return board(100, 21); },
      [] { return board(10'000, 9); },
      [] { return graph(200'000, 9); },
      [] { return graph(2'000'000, 3); },
      [] { return piles(100, 5, 21); },
      [] { return piles(100'000, 5, 9); },
      [] { return piles(1'000'000, 1000, 5); },
      [] { return heaps(100, 100, 21); },
      [] { return heaps(1'000'000, 200, 9); },
      [] { return heaps(1'000'000, 2000, 9); },
  };
  if (is_large) inputs.emplace_back([] { return graph(20'000'000, 3); });
  Bench bench;
  fmt::print("{:<8} {:<30} {:>10} {:>10} {:>7}\n", "problem", "input", "by hand", "grundy",
             "ratio");
  fmt::print("{:<39} {:>10} {:>10}\n", "", "ms", "ms");
  for (const auto& make : inputs) {
    const Input input = make();
    if (only.empty() || only == input.id) bench.measure(input);
  }
  return 0;
}
