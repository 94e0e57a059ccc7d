#include "web/helper.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <nlohmann/json.hpp>

#include "web/messages.h"
#include "web/service.h"
#include "web/verifier.h"

namespace grundy::web {
namespace {

std::atomic<bool> answer_stopped{false};

void on_interrupt(int) { answer_stopped = true; }

/// Memory beyond the Budget's limit: the program itself, its stacks, and small allocations, which
/// are not counted.
constexpr uint64_t kBeyondBudget = uint64_t{512} << 20;
constexpr int kArenas = 2;  // of malloc; each reserves 64 MiB of addresses, which count

void restrain([[maybe_unused]] uint64_t memory_limit) {
  const rlimit nothing{0, 0};
  setrlimit(RLIMIT_CORE, &nothing);
  // The sanitizer reads files when the program ends, and its shadow is beyond any limit.
#ifndef __SANITIZE_ADDRESS__
  // Input, output and errors are open, and the verifier's socket, which stays; nothing else will be.
  const rlimit no_file{Verifier::kSocket, Verifier::kSocket};
  setrlimit(RLIMIT_NOFILE, &no_file);
  mallopt(M_ARENA_MAX, kArenas);
  const rlim_t most = memory_limit + kBeyondBudget;
  const rlimit memory{most, most};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

bool write_line(std::string text) {
  text += '\n';
  for (size_t done = 0; done < text.size();) {
    const ssize_t written = ::write(STDOUT_FILENO, text.data() + done, text.size() - done);
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) done += static_cast<size_t>(written);
  }
  return true;
}

/// The next line of standard input; false at its end.
bool read_line(std::string& pending, std::string& line) {
  while (true) {
    if (const size_t end = pending.find('\n'); end != std::string::npos) {
      line = pending.substr(0, end);
      pending.erase(0, end + 1);
      return true;
    }
    char bytes[1 << 16];
    const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) pending.append(bytes, static_cast<size_t>(got));
  }
}

/// The path of this program.
std::string own_path() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path);
  return size > 0 ? std::string(path, static_cast<size_t>(size)) : std::string();
}

}  // namespace

std::vector<std::string> helper_command(const HelperOptions& options) {
  return {own_path(),
          "serve",
          "--helper",
          "--time-limit",
          fmt::format("{}", options.time_limit),
          "--memory-limit",
          fmt::format("{}", options.memory_limit),
          "--threads",
          fmt::format("{}", options.threads)};
}

int run_helper(const HelperOptions& options) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // a helper without its server has nothing to do
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  Verifier verifier;
  restrain(options.memory_limit);
  Service service({options.version, options.time_limit, options.memory_limit,
                   [&](std::string_view certificate, const Budget& budget) {
                     return verifier.accepts(certificate, budget);
                   }});
  std::string pending;
  for (std::string line; read_line(pending, line);) {
    const size_t space = line.find(' ');
    const Json request =
        space == line.npos ? Json::object() : Json::parse(line.substr(space + 1), nullptr, false);
    answer_stopped = false;
    if (request.is_discarded()) {
      if (!write_line(error_line(Error::input("the request is no JSON")))) return 0;
      continue;
    }
    Budget budget;
    budget.set_stop_flag(&answer_stopped);
    budget.set_time_limit(options.time_limit);
    budget.set_memory_limit(options.memory_limit);
    budget.set_threads(options.threads);
    bool written = true;
    service.answer(line.substr(0, space), request, budget, [&](std::string_view text) {
      written = write_line(std::string(text)) && written;
    });
    if (!written) return 0;
  }
  return 0;
}

}  // namespace grundy::web
