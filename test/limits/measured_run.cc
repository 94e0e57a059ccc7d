#include "limits/measured_run.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace grundy::test {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kInterruptAfter = 0.3;    // seconds
constexpr double kMemoryRunEnds = 3;       // a run with a memory limit is interrupted then
constexpr double kSecondsBeforeKill = 10;  // of CPU time beyond the limit
constexpr double kLongestWait = 120;       // of elapsed time, however busy the machine is
constexpr size_t kMostSaid = 200;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

/// CPU time that a running process has used.
double cpu_seconds(pid_t child) {
  std::ifstream stat("/proc/" + std::to_string(child) + "/stat");
  std::string text;
  std::getline(stat, text);
  const size_t name_end = text.rfind(')');
  if (name_end == text.npos) return 0;
  uint64_t user = 0;
  uint64_t system = 0;
  // The state and ten numbers stand before the two times.
  if (std::sscanf(text.c_str() + name_end + 1,
                  " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
    return 0;
  return static_cast<double>(user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Whether the process ends its work when it gets the signal: not before it has begun.
bool catches(pid_t child, int signal) {
  std::ifstream status("/proc/" + std::to_string(child) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("SigCgt:", 0) == 0)
      return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

std::string first_lines(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostSaid, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

pid_t start(const std::string& program, const std::string& folder, const std::string& words,
            const std::string& said) {
  const std::string script = "exec \"$0\" " + words;
  const pid_t child = fork();
  if (child != 0) return child;
  const int in = ::open("/dev/null", O_RDONLY);
  const int out = ::open("/dev/null", O_WRONLY);
  const int err = ::open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (chdir(folder.c_str()) != 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
    _exit(127);
  execl("/bin/sh", "sh", "-c", script.c_str(), program.c_str(), nullptr);
  _exit(127);
}

}  // namespace

std::vector<HardQuestion> read_questions(const std::string& root) {
  const std::string path = root + "/test/limits/questions.txt";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("can't read " + path);
  std::vector<HardQuestion> questions;
  std::string kind;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] == '[') {
      kind = line.substr(1, line.find(']') - 1);
    } else {
      questions.push_back({kind, line});
    }
  }
  return questions;
}

bool make_files(const std::string& root, const std::string& folder) {
  const std::string script = root + "/test/limits/files.sh";
  const std::string rules = root + "/test/limits/rules.game";
  if (setenv("ROOT", root.c_str(), 1) != 0 || setenv("RULES", rules.c_str(), 1) != 0) return false;
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) == 0) execl(script.c_str(), script.c_str(), nullptr);
    _exit(127);
  }
  int status = -1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

Measured measured_run(const std::string& program, const std::string& folder,
                      const HardQuestion& question, Limit limit) {
  static std::atomic<unsigned> runs{0};
  const std::string said = folder + "/said-" + std::to_string(++runs);
  std::string words = question.words;
  if (limit == Limit::time) words += " --time-limit " + std::to_string(kTimeLimit);
  if (limit == Limit::memory)
    words += " --memory-limit " + std::to_string(kMemoryLimit >> 20) + "MiB";
  const double allowed = limit == Limit::time     ? kTimeLimit
                         : limit == Limit::memory ? kMemoryRunEnds
                                                  : kInterruptAfter;
  Measured run;
  const Clock::time_point begin = Clock::now();
  const pid_t child = start(program, folder, words, said);
  if (child < 0) throw std::runtime_error("can't start a process");
  double limit_at = allowed;
  double cpu_at_limit = 0;
  bool at_limit = false;
  int status = 0;
  rusage usage{};
  while (wait4(child, &status, WNOHANG, &usage) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const double now = seconds_since(begin);
    if (!at_limit && now >= allowed && (limit == Limit::time || catches(child, SIGINT))) {
      limit_at = now;
      cpu_at_limit = cpu_seconds(child);
      at_limit = true;
      if (limit != Limit::time) kill(child, SIGINT);
    }
    if (run.killed || now < allowed + kSecondsBeforeKill) continue;
    if (cpu_seconds(child) - cpu_at_limit < kSecondsBeforeKill && now < kLongestWait) continue;
    run.killed = true;
    kill(child, SIGKILL);
  }
  run.seconds = seconds_since(begin);
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.peak = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
  run.said = first_lines(said);
  unlink(said.c_str());
  const double cpu = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  // On a busy machine the program gets little of the elapsed time.
  if (at_limit) run.seconds_over = std::min(run.seconds - limit_at, cpu - cpu_at_limit);
  return run;
}

std::string fault_of(const Measured& run, Limit limit) {
  if (run.killed) return "did not end";
  if (run.status > 2) return "ended with status " + std::to_string(run.status);
  if (run.seconds_over > kMostSecondsOver) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f s too long", run.seconds_over);
    return text;
  }
  if (limit == Limit::memory && static_cast<double>(run.peak) > kMostMemory) return "took too much";
  return {};
}

}  // namespace grundy::test
