// Runs the table of hard questions and reports every run that goes beyond its limit.
//
//   grundy_limits PROGRAM ROOT [--only TEXT] [--limit time|memory|interrupt] [--jobs N] [--list]
//
// --only takes the questions that contain the text, or whose heading does; --list prints every run.
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "limits/measured_run.h"

namespace {

using namespace grundy::test;

constexpr std::pair<Limit, const char*> kLimits[] = {
    {Limit::time, "time"}, {Limit::memory, "memory"}, {Limit::interrupt, "interrupt"}};
constexpr double kEasy = 0.3;  // seconds; who ends before was not stopped by a limit

struct Asked {
  std::string program;
  std::string root;
  std::string only;
  std::string limit;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  bool list = false;
};

std::optional<Asked> asked(int argc, char** argv) {
  if (argc < 3) return std::nullopt;
  Asked result;
  result.program = argv[1];
  result.root = argv[2];
  for (int i = 3; i < argc; ++i) {
    const std::string option = argv[i];
    const bool has_value = i + 1 < argc;
    if (option == "--list") {
      result.list = true;
    } else if (has_value && option == "--only") {
      result.only = argv[++i];
    } else if (has_value && option == "--limit") {
      result.limit = argv[++i];
    } else if (has_value && option == "--jobs") {
      result.jobs = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
    } else {
      return std::nullopt;
    }
  }
  return result;
}

struct Run {
  const HardQuestion* question;
  Limit limit;
  const char* name;  // of the limit
};

std::vector<Run> runs_of(const std::vector<HardQuestion>& questions, const Asked& asked) {
  std::vector<Run> runs;
  for (const HardQuestion& question : questions) {
    if (question.words.find(asked.only) == std::string::npos &&
        question.kind.find(asked.only) == std::string::npos)
      continue;
    for (const auto& [limit, name] : kLimits) {
      if (asked.limit.empty() || asked.limit == name) runs.push_back({&question, limit, name});
    }
  }
  return runs;
}

int run_all(const std::vector<Run>& runs, const Asked& asked, const std::string& folder) {
  std::atomic<size_t> next{0};
  std::atomic<size_t> faults{0};
  std::atomic<size_t> easy{0};
  std::mutex writing;
  const auto work = [&] {
    for (size_t i = next++; i < runs.size(); i = next++) {
      const Measured measured =
          measured_run(asked.program, folder, *runs[i].question, runs[i].limit);
      const std::string fault = fault_of(measured, runs[i].limit);
      faults += fault.empty() ? 0 : 1;
      easy += measured.seconds < kEasy ? 1 : 0;
      if (fault.empty() && !asked.list) continue;
      const std::lock_guard lock(writing);
      std::printf("%-9s  %-19s  %5.2f s  %4lu MiB  %s\n", runs[i].name,
                  fault.empty() ? "kept" : fault.c_str(), measured.seconds,
                  static_cast<unsigned long>(measured.peak >> 20), runs[i].question->words.c_str());
      if (measured.status != 0 && !measured.said.empty())
        std::printf("           %s\n", measured.said.c_str());
      std::fflush(stdout);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < asked.jobs; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  std::printf("%zu runs, %zu beyond their limit, %zu ended before any limit\n", runs.size(),
              faults.load(), easy.load());
  return faults == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = asked(argc, argv);
  if (!options) {
    std::fputs(
        "usage: grundy_limits PROGRAM ROOT [--only TEXT] [--limit time|memory|interrupt] [--jobs "
        "N] [--list]\n",
        stderr);
    return 2;
  }
  const auto folder =
      std::filesystem::temp_directory_path() / ("grundy-limits-" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::vector<HardQuestion> questions = read_questions(options->root);
  int status = 2;
  if (make_files(options->root, folder)) {
    status = run_all(runs_of(questions, *options), *options, folder);
  } else {
    std::fputs("the files could not be written\n", stderr);
  }
  std::filesystem::remove_all(folder);
  return status;
}
