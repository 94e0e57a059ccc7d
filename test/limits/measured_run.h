// Runs hard questions under a limit and measures by how much the program goes beyond it.
//
// A question comes from the table questions.txt, whose head describes its lines. The program runs
// in a folder with the files that the questions read, as a child of the caller.
//
//   const std::vector<HardQuestion> questions = read_questions(root);
//   make_files(root, folder);
//   Measured run = measured_run(program, folder, questions[0], Limit::time);
//   run.seconds_over  // beyond the time limit of 1 s
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace grundy::test {

struct HardQuestion {
  std::string kind;   // the heading above it
  std::string words;  // as the shell takes them
};

/// `root` is the project's folder. Throws std::runtime_error if the table can't be read.
std::vector<HardQuestion> read_questions(const std::string& root);

/// Writes the files, and names the project's folder for those that are there. False if a command
/// fails.
bool make_files(const std::string& root, const std::string& folder);

enum class Limit {
  time,       // --time-limit 1
  memory,     // --memory-limit 100M, and SIGINT after 3 s
  interrupt,  // SIGINT after 0.3 s
};

constexpr double kTimeLimit = 1;                            // seconds
constexpr uint64_t kMemoryLimit = uint64_t{100} << 20;      // bytes
constexpr double kMostSecondsOver = 0.2;                    // beyond a time limit or a signal
constexpr double kMostMemory = 1.2 * double{kMemoryLimit};  // bytes

struct Measured {
  int status = -1;     // the exit status; 128 + n after signal n
  double seconds = 0;  // from the start to the end
  // Beyond the time limit or the signal; the lesser of elapsed and CPU time.
  double seconds_over = 0;
  uint64_t peak = 0;    // bytes of memory, the program's own pages included
  bool killed = false;  // it did not end by itself soon enough
  std::string said;     // standard error, its first lines
};

Measured measured_run(const std::string& program, const std::string& folder,
                      const HardQuestion& question, Limit limit);

/// What is wrong with the run; empty if it kept its limit.
std::string fault_of(const Measured& run, Limit limit);

}  // namespace grundy::test
