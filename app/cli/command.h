// What the commands share: the arguments, the session, and how answers and errors are written.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/native.h"
#include "session/session.h"

namespace grundy::cli {

/// Everything that can be said on the command line; each command reads what concerns it.
struct Arguments {
  bool json = false;
  bool quiet = false;
  bool stats = false;
  std::vector<std::string> rules;
  Play play = Play::normal;
  double time_limit = 0;     // seconds; 0: none
  std::string memory_limit;  // "4GiB"; empty: the default
  unsigned threads = 0;      // 0: as many as there are
  std::string out;

  std::vector<std::string> sums;  // the positional arguments
  size_t moves = 16;
  std::string upto;
  std::string box;
  std::string format;  // empty: the first of the command's formats
  std::optional<std::string> formula;
  bool latex = false;
  bool normalise = false;
  std::string heap;  // the size of a heap, or empty
  std::string checkpoint;
  std::string file;
  std::string codes;
  std::string duration;  // --budget
  std::string status;
  std::string with;  // the solver that checks a certificate; empty: isl
};

/// Exit statuses (doc/cli.md).
enum Status : int { kAnswered = 0, kNotKnown = 1, kWrongInput = 2, kInternal = 3 };

/// One run of the program.
class Context {
 public:
  explicit Context(Arguments arguments);
  /// Applies the limits and reads the rule files.
  Attempt<void> prepare();

  const Arguments& arguments() const { return arguments_; }
  Session& session() { return session_; }
  Budget& budget() { return budget_; }

  /// Adds to what goes to standard output.
  void print(std::string_view text);
  /// Writes what was printed so far to standard output at once; false when that can't be done.
  bool flush();
  /// What the command works for, when that is more than one engine's work at a time: progress is shown as of this, from
  /// `begin` on, up to `total` (0: not known), with `note` behind it.
  struct Goal {
    uint64_t begin = 0;
    uint64_t total = 0;
    std::string note;
  };
  void set_goal(Goal goal) { goal_ = std::move(goal); }
  double seconds() const { return std::chrono::duration<double>(Budget::Clock::now() - start_).count(); }
  /// One line on standard error, unless --quiet.
  void tell(std::string_view line);
  /// Nothing is written to --out: a file of that name stays as it was.
  void leave_out() { arguments_.out.clear(); }
  /// Says what is wrong on standard error (and in the JSON object) and gives the exit status for it.
  int fail(const Error& error);
  /// Writes warnings about rule files to standard error.
  void show_warnings();
  void show_stats(const std::vector<std::string>& engines, const Work& work);
  /// Writes what is left to standard output or --out; the exit status is `status` unless that fails.
  int finish(int status);

 private:
  bool write(std::string_view text);

  Arguments arguments_;
  Session session_;
  Budget budget_;
  Budget::Clock::time_point start_ = Budget::Clock::now();
  Budget::Clock::time_point last_line_{};
  struct {
    uint64_t done = 0;
    double seconds = 0;
  } early_;  // the last progress within the first second, or where another count began
  Goal goal_;
  std::string pending_;
  bool broken_ = false;
  bool progress_shown_ = false;

  void show_progress(const Progress& progress);
  void clear_progress();
};

using CommandFunction = int (*)(Context&);
int solve(Context& context);
int value(Context& context);
int games(Context& context);
int equal(Context& context);
int contest(Context& context);
int table(Context& context);
int sequence(Context& context);
int catalogue(Context& context);
int play(Context& context);
int prove(Context& context);
int check(Context& context);
int code(Context& context);

/// Raised by Ctrl-C and SIGTERM.
extern std::atomic<bool> interrupted;

/// "4GiB", "500M", "1e9" as bytes.
Attempt<uint64_t> parse_size(std::string_view text);

}  // namespace grundy::cli
