#include "web/verifier.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <string>

#include "check/verified.h"

namespace grundy::web {
namespace {

constexpr double kVerifierTime = 5;  // seconds
constexpr int kLook = 50;            // milliseconds between looks at the budget
constexpr uint64_t kMostBytes = uint64_t{32} << 20;

bool send_all(int socket, const void* data, size_t size) {
  const auto* bytes = static_cast<const char*>(data);
  for (size_t done = 0; done < size;) {
    const ssize_t sent = ::send(socket, bytes + done, size - done, MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) done += static_cast<size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, void* data, size_t size) {
  auto* bytes = static_cast<char*>(data);
  for (size_t done = 0; done < size;) {
    const ssize_t got = ::recv(socket, bytes + done, size - done, 0);
    if (got == 0 || (got < 0 && errno != EINTR)) return false;
    if (got > 0) done += static_cast<size_t>(got);
  }
  return true;
}

/// A certificate's length and its text in, a byte out, until the other end is closed.
[[noreturn]] void serve_checker(int socket) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, stream);
  uint64_t size = 0;
  while (receive_all(socket, &size, sizeof size) && size <= kMostBytes) {
    std::string text(size, '\0');
    if (!receive_all(socket, text.data(), size)) break;
    Budget budget;
    budget.set_time_limit(kVerifierTime);
    const Attempt<Judgement> judgement = judge_by_verified(text, budget);
    const char answer = judgement && judgement->accepted ? 1 : 0;
    if (!send_all(socket, &answer, 1)) break;
  }
  _exit(0);
}

}  // namespace

Verifier::Verifier() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const pid_t child = fork();
  if (child == 0) {
    ::close(ends[0]);
    serve_checker(ends[1]);
  }
  ::close(ends[1]);
  open_ = child > 0 && (ends[0] == kSocket || dup2(ends[0], kSocket) == kSocket);
  if (!open_ || ends[0] != kSocket) ::close(ends[0]);
}

Verifier::~Verifier() {
  if (open_) ::close(kSocket);
}

bool Verifier::accepts(std::string_view certificate, const Budget& budget) {
  const uint64_t size = certificate.size();
  if (size > kMostBytes || (owed_ && !answer(budget))) return false;
  open_ =
      open_ && send_all(kSocket, &size, sizeof size) && send_all(kSocket, certificate.data(), size);
  return answer(budget).value_or(false);
}

std::optional<bool> Verifier::answer(const Budget& budget) {
  owed_ = open_;
  while (open_ && !budget.spent()) {
    pollfd wait{kSocket, POLLIN, 0};
    if (poll(&wait, 1, kLook) <= 0) continue;
    char accepted = 0;
    open_ = receive_all(kSocket, &accepted, 1);
    owed_ = false;
    return open_ && accepted == 1;
  }
  return std::nullopt;
}

}  // namespace grundy::web
