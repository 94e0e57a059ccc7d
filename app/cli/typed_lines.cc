#include "cli/typed_lines.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "cli/context.h"

namespace grundy::cli {
namespace {

constexpr size_t kLongestLine = 1 << 20;  // bytes

}  // namespace

TypedLines::Got TypedLines::next(std::string& line) {
  bool too_long = false;
  size_t looked = 0;
  for (;;) {
    if (const size_t newline = buffer_.find('\n', looked); newline != std::string::npos) {
      line = buffer_.substr(0, newline);
      buffer_.erase(0, newline + 1);
      return too_long ? Got::too_long : Got::line;
    }
    if (at_end_) {
      line = std::move(buffer_);
      buffer_.clear();
      return too_long ? Got::too_long : line.empty() ? Got::end : Got::line;
    }
    looked = buffer_.size();
    if (looked > kLongestLine) {  // the rest of the line is read and forgotten
      too_long = true;
      buffer_.clear();
      looked = 0;
    }
    // A signal just before the call would not wake it, so that it waits for a fifth of a second
    // only.
    pollfd wait{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&wait, 1, 200);
    if (interrupted) return Got::stopped;
    if (ready <= 0) continue;
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) buffer_.append(bytes, static_cast<size_t>(count));
    at_end_ = count == 0 || (count < 0 && errno != EINTR);
  }
}

}  // namespace grundy::cli
