// Rules against loops by hand as whole processes: `by_hand naive`, `by_hand best`
// (contest/by_hand.cc) and `grundy value`, in turn, with one thread. The printed values are first
// compared.
//
//   rules_process_bench [GAME]
//
// Prints the median times from starting a program to its end, the median CPU times, and the
// greatest memory; in the end what it takes to compile a program with a single loop.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "process.h"
#include "rule_games.h"

namespace {

using namespace grundy::bench;
using Command = std::vector<std::string>;

/// Runs of one program.
struct Program {
  Command command;  // empty: there is none
  size_t rounds = 0;
  std::vector<double> seconds = {};
  std::vector<double> cpu_seconds = {};
  uint64_t peak = 0;

  /// The first run, which is not counted: what it printed. From now on it is known how many there
  /// are to be.
  std::string start(const fs::path& out) {
    const double first = run(command, "/dev/null", out).seconds;
    rounds = first < 0.03 ? 41 : first < 1 ? 9 : 3;
    return contents(out);
  }
  void measure(const fs::path& out) {
    if (seconds.size() == rounds) return;
    const Run once = run(command, "/dev/null", out);
    seconds.push_back(once.seconds);
    cpu_seconds.push_back(once.cpu_seconds);
    peak = std::max(peak, once.peak);
  }
};

/// About three digits.
std::string digits(double x) { return fmt::format("{:.{}f}", x, x < 10 ? 2 : x < 100 ? 1 : 0); }

std::string ms(const std::vector<double>& seconds) {
  return seconds.empty() ? "-" : digits(1000 * median(seconds));
}

std::string ratio(const std::vector<double>& seconds, const std::vector<double>& others) {
  return seconds.empty() || others.empty() ? "-" : digits(median(seconds) / median(others));
}

std::string mib(const Program& program) {
  return program.peak == 0 ? "-" : digits(static_cast<double>(program.peak) / (1 << 20));
}

constexpr const char* kRow =
    "{:<22} {:>8} {:>8} {:>8} {:>6} {:>6} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6}\n";

void measure(const by_hand::Game& game, size_t size, const fs::path& out) {
  const std::string name = fmt::format("{} {}", game.name, size);
  const std::string hand = (contestants() / "by_hand").string();
  Program naive{size <= game.most_naive ? Command{hand, "naive", game.name, std::to_string(size)}
                                        : Command()};
  Program best{game.best != nullptr ? Command{hand, "best", game.name, std::to_string(size)}
                                    : Command()};
  Program own{{GRUNDY_PROGRAM, "value", "--quiet", "--threads", "1", game.sum(size)}};
  std::vector<Program*> programs;
  for (Program* program : {&naive, &best, &own}) {
    if (!program->command.empty()) programs.push_back(program);
  }

  std::string value;
  size_t rounds = 0;
  for (Program* program : programs) {
    const std::string printed = program->start(out);
    if (!value.empty() && printed != value) die(fmt::format("{}: {} and {}", name, value, printed));
    value = printed;
    rounds = std::max(rounds, program->rounds);
  }
  for (size_t round = 0; round < rounds; ++round) {
    for (Program* program : programs) program->measure(out);
    std::rotate(programs.begin(), programs.begin() + 1, programs.end());
  }
  fmt::print(kRow, name, ms(naive.seconds), ms(best.seconds), ms(own.seconds),
             ratio(naive.seconds, own.seconds), ratio(own.seconds, best.seconds),
             ms(naive.cpu_seconds), ms(best.cpu_seconds), ms(own.cpu_seconds), mib(naive),
             mib(best), mib(own));
  std::fflush(stdout);
}

/// A program with the naive loop of one game and nothing else, from its text to the executable.
void compile(const Folder& folder) {
  const fs::path source = folder / "one.cc";
  std::ofstream(source) << "#include <cstdio>\n#include \"" GRUNDY_BY_HAND "\"\n"
                        << "int main() { std::printf(\"%u\\n\", by_hand::naive::wythoff(500)); }\n";
  Program compiler{
      {GRUNDY_COMPILER, "-std=c++20", "-O2", source.string(), "-o", (folder / "one").string()}};
  compiler.start("/dev/null");
  while (compiler.seconds.size() < compiler.rounds) compiler.measure("/dev/null");
  fmt::print("compiling the naive loop of wythoff, -O2: {} ms\n", ms(compiler.seconds));
}

}  // namespace

int main(int argc, char** argv) {
  const Folder folder;
  fmt::print(kRow, "", "naive", "best", "grundy", "naive/", "grundy", "naive", "best", "grundy",
             "naive", "best", "grundy");
  fmt::print(kRow, "game", "ms", "ms", "ms", "grundy", "/best", "CPU ms", "CPU ms", "CPU ms", "MiB",
             "MiB", "MiB");
  for (const by_hand::Game& game : by_hand::games()) {
    if (argc > 1 && game.name != argv[1]) continue;
    for (const size_t size : game.sizes) measure(game, size, folder / "out");
  }
  compile(folder);
  return 0;
}
