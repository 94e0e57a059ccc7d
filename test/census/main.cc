// The driver of `./dev census`; census.h and record.h say what it does.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

#include "census/ask.h"
#include "census/census.h"
#include "census/record.h"
#include "census/regret.h"

namespace {

using namespace grundy::census;

constexpr const char* kGames = "test/census/games.txt";
constexpr const char* kRecord = "test/census/record.tsv";

int run(const std::vector<std::string>& words) {
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  const std::string command = words.empty() ? "holes" : words[0];
  const std::string pattern = words.size() > 1 ? words[1] : "";
  if (command == "record") {
    write_record(kRecord, jobs);
    return 0;
  }
  if (command == "holes" || command == "update") {
    return take_census(kGames, pattern, command == "update", jobs) == 0 ? 0 : 1;
  }
  if (command == "compare") return compare_record(kRecord, pattern, jobs) == 0 ? 0 : 1;
  if (command == "regret") return measure_regret(kGames, pattern, jobs) == 0 ? 0 : 1;
  die(fmt::format("there is no command '{}'", command));
}

}  // namespace

int main(int argc, char** argv) { return run({argv + 1, argv + argc}); }
