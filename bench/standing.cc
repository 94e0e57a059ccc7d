// Ten standing questions to the program, one for each kind of work, measured in two ways that a
// busy machine does not disturb much.
//
//   standing signature PROGRAM               the instructions that each takes, by valgrind's
//                                            callgrind, and the peak of memory: a change of work
//                                            shows as a number
//   standing compare OLD NEW [ROUNDS]        two programs in turn: the least user CPU time of each,
//                                            and their ratio
//
// Instructions are those of a processor with AVX2, as valgrind has it, whatever the machine; native
// code that the program makes is counted too. One thread each. From run to run they differ by some
// ten-thousandths (addresses are hashed); the heap games of many values differ by more, because
// their kernel is chosen by the clock.
#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "process.h"

namespace {

using namespace grundy::bench;
using Words = std::vector<std::string>;

struct Case {
  std::string name;
  Words words;
};

/// The edges of a seeded acyclic graph, by a linear congruence, so that the file is the same
/// everywhere.
void write_graph(const fs::path& path) {
  constexpr uint64_t kVertices = 20'000;
  std::ofstream file(path);
  uint64_t state = 1;
  const auto below = [&](uint64_t n) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % n;
  };
  for (uint64_t v = 1; v < kVertices; ++v) {
    for (uint64_t k = 0; k < 5; ++k) file << v << ' ' << below(v) << '\n';
  }
}

std::vector<Case> standing_cases(const Folder& folder, const std::string& program) {
  const std::string graph = (folder / "graph").string();
  const std::string certificate = (folder / "certificate").string();
  write_graph(graph);
  run({program, "prove", "--quiet", "kayles", "--out", certificate}, "/dev/null", "/dev/null");
  return {{"start", {"value", "nim(3) + nim(5)"}},
          {"rule and order", {"value", "chomp3(40, 40, 40)"}},
          {"table", {"table", "euclid", "--upto", "300", "--format", "csv"}},
          {"heap, dense", {"value", "octal[0.06](20000)"}},
          {"heap, few rares", {"value", "octal[0.106](100000)"}},
          {"misère search", {"solve", "--play", "misere", "kayles(16) + kayles(17)"}},
          {"ordinals", {"value", "stones[K=2](4, 7)"}},
          {"law", {"prove", "kayles"}},
          {"certificate", {"check", certificate}},
          {"graph", {"value", "dag(@" + graph + ", 19999)"}}};
}

Words command_of(const std::string& program, const Words& words) {
  Words command = {program};
  command.insert(command.end(), words.begin(), words.end());
  command.insert(command.end(), {"--threads", "1", "--quiet"});
  return command;
}

/// The number behind "Collected : " in what callgrind says.
uint64_t instructions(const Words& command, const Folder& folder) {
  const fs::path log = folder / "callgrind";
  Words words = {"/usr/bin/valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                 "--log-file=" + log.string()};
  words.insert(words.end(), command.begin(), command.end());
  run(words, "/dev/null", "/dev/null");
  const std::string said = contents(log);
  const size_t at = said.find("Collected : ");
  if (at == std::string::npos) die("callgrind does not say what it counted");
  return std::strtoull(said.c_str() + at + 12, nullptr, 10);
}

void print_signature(const std::string& program) {
  const Folder folder;
  fmt::print("| case | instructions | peak KiB |\n| --- | --- | --- |\n");
  for (const Case& one : standing_cases(folder, program)) {
    const Words command = command_of(program, one.words);
    // The least of some runs, since pages are counted as they happen to be mapped.
    uint64_t peak = UINT64_MAX;
    for (int round = 0; round < 5; ++round)
      peak = std::min(peak, run(command, "/dev/null", "/dev/null").peak);
    fmt::print("| {} | {} | {} |\n", one.name, instructions(command, folder), peak / 1024);
    std::fflush(stdout);
  }
}

void compare(const std::string& old_program, const std::string& new_program, int rounds) {
  const Folder folder;
  fmt::print("| case | old ms | new ms | new/old |\n| --- | --- | --- | --- |\n");
  for (const Case& one : standing_cases(folder, old_program)) {
    const Words commands[] = {command_of(old_program, one.words),
                              command_of(new_program, one.words)};
    double least[] = {1e9, 1e9};
    // Systems count CPU time in ticks of some milliseconds, so a short run is repeated until a
    // fifth of a second is over.
    const double once = run(commands[0], "/dev/null", "/dev/null").seconds;
    const int repeats = std::max(1, static_cast<int>(0.2 / once));
    for (int round = 0; round < rounds; ++round) {
      // Who begins changes, so that nobody always comes behind the other.
      for (const int k : {round % 2, 1 - round % 2}) {
        double total = 0;
        for (int i = 0; i < repeats; ++i) {
          total += run(commands[k], "/dev/null", folder / fmt::format("out{}", k)).user_seconds;
        }
        least[k] = std::min(least[k], total / repeats);
      }
    }
    if (contents(folder / "out0") != contents(folder / "out1"))
      fmt::print(stderr, "{}: other output\n", one.name);
    fmt::print("| {} | {:.3g} | {:.3g} | {:.3f} |\n", one.name, 1e3 * least[0], 1e3 * least[1],
               least[1] / least[0]);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Words words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "signature") {
    print_signature(words[1]);
  } else if ((words.size() == 3 || words.size() == 4) && words[0] == "compare") {
    const int rounds = words.size() == 4 ? std::atoi(words[3].c_str()) : 21;
    if (rounds < 1) die("rounds is a positive number");
    compare(words[1], words[2], rounds);
  } else {
    die("signature PROGRAM, or compare OLD NEW [ROUNDS]");
  }
  return 0;
}
