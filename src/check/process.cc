#include "check/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>

extern char** environ;

namespace grundy {
namespace {

constexpr int kPatience = 100;                   // milliseconds between looks at the budget
constexpr size_t kMaxAnswer = size_t{16} << 20;  // bytes
constexpr int kMissing = 127;  // exit status of a shell, and of posix_spawnp on some systems, for a
                               // program that is not there

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

/// A running program; the destructor ends it.
class Process {
 public:
  /// Standard input from `input`, standard output to the pipe, messages nowhere. An errno value, or
  /// 0.
  int start(const std::vector<std::string>& words, int input) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const int status =
        posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (status != 0) child_ = -1;
    return status;
  }
  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    if (output_ >= 0) ::close(output_);
    if (child_ > 0) {
      kill(child_, SIGKILL);
      wait();
    }
  }

  int output() const { return output_; }
  /// The exit status, or -1 when a signal ended it.
  int wait() {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t child_ = -1;
  int output_ = -1;
};

}  // namespace

Attempt<ProgramAnswer> answer_of(const std::vector<std::string>& words, std::string_view input,
                                 const Budget& budget) {
  const TemporaryFile file(std::tmpfile());
  if (!file || std::fwrite(input.data(), 1, input.size(), file.get()) != input.size() ||
      std::fflush(file.get()) != 0)
    return Error::declined("can't write a temporary file");
  std::rewind(file.get());
  Process process;
  ProgramAnswer answer;
  if (process.start(words, fileno(file.get())) != 0) return answer;
  for (;;) {
    if (budget.spent()) return budget.why();
    pollfd ready{process.output(), POLLIN, 0};
    if (poll(&ready, 1, kPatience) <= 0) continue;
    char buffer[4096];
    const ssize_t got = read(process.output(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answer.output.append(buffer, static_cast<size_t>(got));
    if (answer.output.size() > kMaxAnswer)
      return Error::declined(fmt::format("'{}' writes without end", words[0]));
  }
  answer.status = process.wait();
  answer.found = answer.status != kMissing || !answer.output.empty();
  return answer;
}

}  // namespace grundy
