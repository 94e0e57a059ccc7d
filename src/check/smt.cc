#include "check/smt.h"

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
#include <string_view>

extern char** environ;

namespace grundy {
namespace {

constexpr int kPatience = 100;                   // milliseconds between looks at the budget
constexpr size_t kMaxAnswer = size_t{16} << 20;  // bytes
constexpr int kMissing =
    127;  // exit status of a shell, and of posix_spawnp on some systems, for a program that is not there

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// A running program; the destructor ends it.
class Process {
 public:
  /// Standard input from `input`, standard output to the pipe, messages nowhere. An errno value, or 0.
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
    const int status = posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
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

/// The solver's answer to the script.
Attempt<std::string> ask(const std::string& solver, const std::string& script, const Budget& budget) {
  const File input(std::tmpfile());
  if (!input || std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0) {
    return Error::declined("can't write a temporary file");
  }
  std::rewind(input.get());
  std::vector<std::string> words = {solver};
  if (solver == "z3") words.emplace_back("-in");
  if (solver == "cvc5") words.insert(words.end(), {"--lang=smt2", "--incremental", "--decision=justification", "-"});
  Process process;
  if (process.start(words, fileno(input.get())) != 0)
    return Error::declined(fmt::format("the program '{}' is not there; install it or leave out --with", solver));
  std::string answer;
  for (;;) {
    if (budget.spent()) return budget.why();
    pollfd ready{process.output(), POLLIN, 0};
    if (poll(&ready, 1, kPatience) <= 0) continue;
    char buffer[4096];
    const ssize_t got = read(process.output(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    answer.append(buffer, static_cast<size_t>(got));
    if (answer.size() > kMaxAnswer) return Error::declined(fmt::format("'{}' writes without end", solver));
  }
  if (process.wait() == kMissing && answer.empty())
    return Error::declined(fmt::format("the program '{}' is not there; install it or leave out --with", solver));
  return answer;
}

}  // namespace

std::string to_smt(const std::vector<Obligation>& obligations) {
  std::string text = "(set-logic QF_LIA)\n";
  for (const Obligation& obligation : obligations) {
    text += fmt::format("; line {}: {}\n(push 1)\n{}(check-sat)\n(pop 1)\n", obligation.line, obligation.flaw,
                        logic::to_smt(obligation.problem));
  }
  return text + "(exit)\n";
}

Judge judge_by_solver(std::string solver) {
  return [solver = std::move(solver)](const std::vector<Obligation>& obligations,
                                      const Budget& budget) -> Attempt<Judgement> {
    const auto answer = ask(solver, to_smt(obligations), budget);
    if (!answer) return answer.error();
    std::string_view left = *answer;
    for (const Obligation& obligation : obligations) {
      const size_t end = std::min(left.find('\n'), left.size());
      const std::string_view line = left.substr(0, end);
      left.remove_prefix(std::min(end + 1, left.size()));
      if (line == "unsat") continue;
      if (line == "sat") return Judgement{false, obligation.line, obligation.flaw};
      if (line == "unknown")
        return Judgement{false, obligation.line, fmt::format("too hard for {} whether {}", solver, obligation.flaw),
                         false};
      return Error::declined(fmt::format("'{}' answers '{}' where sat or unsat is expected", solver, line));
    }
    return Judgement{true, 0, ""};
  };
}

}  // namespace grundy
