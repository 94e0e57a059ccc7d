// One run of a command: the session it works in, its limits, its progress, and how answers and
// errors are written.
#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "cli/watchdog.h"
#include "face/face.h"

namespace grundy::cli {

/// The options of every command.
struct CommonOptions {
  bool json = false;
  std::vector<std::string> rules;
  double time_limit = 0;      // seconds; 0: none
  uint64_t memory_limit = 0;  // bytes; 0: that of a Budget
  unsigned threads = 0;       // 0: as many as there are cores
  bool quiet = false;
  bool stats = false;
};

/// Exit statuses (doc/cli.md).
enum Status : int { kAnswered = 0, kNotKnown = 1, kWrongInput = 2, kInternal = 3 };

/// Raised by Ctrl-C and SIGTERM.
extern std::atomic<bool> interrupted;

class Context {
 public:
  explicit Context(CommonOptions options);
  /// What would go to standard output and standard error goes to these, which outlive the context.
  void capture(std::string& out, std::string& said) {
    out_text_ = &out;
    said_ = &said;
  }
  /// Another stop flag than `interrupted`, and whom to tell the progress in place of the terminal.
  void stop_by(const std::atomic<bool>* stop, std::function<void(const face::Progress&)> progress) {
    stop_ = stop;
    report_ = std::move(progress);
  }
  /// Applies the limits and reads the rule files.
  Attempt<void> prepare();
  /// From now on the command may go on beyond its limits for as long as it takes to save its work.
  void allow_saving();
  /// From now on nothing but the command itself ends it, as befits a conversation or a server.
  void stop_watching() { watchdog_.reset(); }
  /// The line of a batch that is being answered, of the file so called; 0: none. What ends the
  /// command names it.
  void set_line(const std::string* name, size_t line);
  /// Gives the limits of the command line, as from now on, to work that is not the session's.
  void limit(Budget& budget);

  const CommonOptions& options() const { return options_; }
  bool json() const { return options_.json; }
  /// All calls of the command have the limits of the command line together.
  face::Session& face() { return face_; }

  /// Adds to the text for standard output.
  void print(std::string_view text);
  /// Writes what was printed so far to standard output at once; false when that can't be done.
  bool flush();
  /// Text that is not written yet, and what is printed from now on, goes to this file in place of
  /// standard output, when the command ends with an answer; empty: to standard output, as at first.
  /// After an error a file of that name stays as it was.
  void print_to(std::string path) { out_ = std::move(path); }
  /// The work of a command that asks engines for more than one thing: progress is shown as of this,
  /// from `begin` on, up to `total` (0: not known), with `note` behind it.
  struct Goal {
    uint64_t begin = 0;
    uint64_t total = 0;
    std::string note;
  };
  void set_goal(Goal goal) { goal_ = std::move(goal); }
  double seconds() const {
    return std::chrono::duration<double>(Budget::Clock::now() - start_).count();
  }
  /// One line on standard error, unless --quiet.
  void tell(std::string_view line);
  /// Says on standard error (and in the JSON object) what is wrong and gives the exit status for
  /// it.
  int fail(const Error& error);
  int fail(const face::Error& error);
  /// Puts the text in the place of what was printed and not written yet.
  void print_instead(std::string text) { pending_ = std::move(text); }
  /// Writes warnings about rule files to standard error.
  void show_warnings();
  void show_stats(const std::vector<std::string>& engines, const face::Work& work);
  /// Writes what is left to standard output or the file; the exit status is `status` unless that
  /// fails.
  int finish(int status);
  /// Ends a command that failed: fail, then finish.
  int finish(const Error& error) { return finish(fail(error)); }
  int finish(const face::Error& error) { return finish(fail(error)); }
  /// Something went wrong after all was written: says so; the exit status.
  int finish_late(const face::Error& error);
  /// Ends a proof: the law goes to standard output, its certificate to the file `out`.
  int finish_with(std::string_view law, const face::Result<std::string>& certificate,
                  const std::string& out);

 private:
  const std::atomic<bool>* stop_flag() const { return stop_ == nullptr ? &interrupted : stop_; }
  /// Whether nothing but this command runs in the process.
  bool owns_process() const { return out_text_ == nullptr; }
  void watch(Budget::Clock::duration patience);
  /// Tells the error and ends the process, whatever it is doing.
  [[noreturn]] void end_at_once(Error error);
  bool write(std::string_view text);
  void say(const std::string& text);
  void show_progress(const Progress& progress);
  void clear_progress();

  CommonOptions options_;
  face::Session face_;
  Budget::Clock::time_point start_ = Budget::Clock::now();
  struct {
    uint64_t done = 0;
    double seconds = 0;
  } early_;  // the last progress within the first second, or the first of another count; rates are
             // measured from here
  Goal goal_;
  std::string out_;
  std::string* out_text_ = nullptr;
  std::string* said_ = nullptr;
  const std::atomic<bool>* stop_ = nullptr;
  std::function<void(const face::Progress&)> report_;
  std::string pending_;
  bool broken_ = false;
  bool progress_shown_ = false;
  std::recursive_mutex writing_;
  struct {
    std::atomic<const std::string*> name = nullptr;
    std::atomic<size_t> line = 0;
  } batch_;
  std::unique_ptr<Watchdog> watchdog_;  // the last: it reads the others
};

}  // namespace grundy::cli
