// Runs the program as a user does: arguments, what is typed, what comes out.
#pragma once
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace grundy::test {

struct Finished {
  int status = -1;  // the exit status; 128 + n after signal n
  std::string out;
  std::string err;
};

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A name for a file of this process that nobody else uses.
inline std::string fresh_path(const std::string& what) {
  static int count = 0;
  const char* const folder = std::getenv("TMPDIR");
  return std::string(folder != nullptr ? folder : "/tmp") + "/grundy-" + std::to_string(getpid()) +
         "-" + std::to_string(count++) + "-" + what;
}

constexpr int kAnswered = 0;
constexpr int kNotKnown = 1;
constexpr int kWrongInput = 2;

using Words = std::vector<std::string>;

/// A folder of its own, removed with all that is in it.
class Folder {
 public:
  Folder() : path_(fresh_path("folder")) { std::filesystem::create_directory(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  size_t entries() const {
    using Entries = std::filesystem::directory_iterator;
    return static_cast<size_t>(std::distance(Entries(path_), Entries()));
  }

 private:
  std::string path_;
};

/// A program that is still running, with what it reads as a pipe.
class Running {
 public:
  Running(const std::string& program, const std::vector<std::string>& arguments)
      : out_(fresh_path("out")), err_(fresh_path("err")) {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    in_ = ends[1];
    std::vector<char*> words = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
      words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      const int out = ::open(out_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      const int err = ::open(err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
      if (dup2(ends[0], 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(127);
      execv(program.c_str(), words.data());
      _exit(127);
    }
    close(ends[0]);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() {
    if (child_ > 0) finish();
  }

  void type(const std::string& text) {
    std::signal(SIGPIPE, SIG_IGN);  // it may have ended already
    size_t done = 0;
    while (done < text.size()) {
      const ssize_t written = write(in_, text.data() + done, text.size() - done);
      if (written <= 0) return;
      done += static_cast<size_t>(written);
    }
  }
  /// Whether it has come to its end.
  bool ended() const {
    siginfo_t info{};
    return child_ <= 0 ||
           (waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
            info.si_pid != 0);
  }
  /// Waits until the condition holds, however long that takes on this machine, or until the program
  /// ends.
  template <typename Condition>
  void wait_until(const Condition& holds) const {
    while (!holds() && !ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  void interrupt() const { kill(child_, SIGINT); }
  void end_at_once() const { kill(child_, SIGKILL); }
  /// What it has written up to now.
  std::string output() const { return contents(out_); }
  /// Ends its input and waits for it.
  Finished finish() {
    Finished run;
    close(in_);
    int status = 0;
    if (child_ > 0 && waitpid(child_, &status, 0) == child_) {
      run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    child_ = -1;
    run.out = contents(out_);
    run.err = contents(err_);
    unlink(out_.c_str());
    unlink(err_.c_str());
    return run;
  }

 private:
  std::string out_;
  std::string err_;
  int in_ = -1;
  pid_t child_ = -1;
};

/// Tries with 0.1 s, 0.2 s, 0.4 s … until one succeeds, so that a busy machine needs more of them
/// and nothing else changes; the last has a quarter of an hour.
template <typename Try>
void with_growing_patience(const Try& succeeds) {
  for (int tenths = 1; tenths < 1 << 14 && !succeeds(0.1 * tenths); tenths *= 2) continue;
}

inline Finished run_program(const std::string& program, const std::vector<std::string>& arguments,
                            const std::string& typed = "") {
  Running running(program, arguments);
  running.type(typed);
  return running.finish();
}

/// Runs this script of the shell; "$0" is the program, "$@" the words.
inline Finished in_shell(const std::string& program, const std::string& script,
                         const std::vector<std::string>& words) {
  std::vector<std::string> all = {"-c", script, program};
  all.insert(all.end(), words.begin(), words.end());
  return run_program("/bin/sh", all);
}

/// Not answered, with this status and a message of some lines that a terminal can show.
inline void expect_refused(const Finished& run, int status, const std::string& message) {
  EXPECT_EQ(run.status, status) << run.err.substr(0, 1000);
  EXPECT_EQ(run.out, "");
  EXPECT_NE(run.err.find(message), std::string::npos) << "'" << message << "' is not in\n"
                                                      << run.err.substr(0, 1000);
  EXPECT_LT(run.err.size(), 2000u);
  EXPECT_TRUE(run.err.ends_with("\n"));
  EXPECT_TRUE(std::all_of(run.err.begin(), run.err.end(),
                          [](unsigned char c) { return c >= 0x20 || c == '\n'; }));
}

}  // namespace grundy::test
