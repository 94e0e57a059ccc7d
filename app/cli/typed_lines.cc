#include "cli/typed_lines.h"

#include <poll.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstdio>
#include <utility>

#include "cli/context.h"

namespace grundy::cli {
/// Waits for bytes of standard input; false after Ctrl-C. A signal just before the call would not
/// wake it, so that it waits for a fifth of a second only.
bool wait_for_input() {
  for (;;) {
    pollfd wait{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&wait, 1, 200);
    if (interrupted) return false;
    if (ready > 0) return true;
  }
}

std::unique_ptr<LineEditor> (*make_line_editor)(Completions) = nullptr;

std::string_view last_word(std::string_view text) {
  size_t begin = text.size();
  const auto belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.' ||
           c == '/';
  };
  while (begin > 0 && belongs(text[begin - 1])) --begin;
  return text.substr(begin);
}

TypedLines::TypedLines(Completions completions) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0) return;
  is_terminal_ = true;
  if (make_line_editor != nullptr) editor_ = make_line_editor(std::move(completions));
}

void TypedLines::remember(const std::string& path) {
  if (editor_) editor_->load(path);
}
void TypedLines::keep(const std::string& path) {
  if (editor_) editor_->save(path);
}

Got TypedLines::next(const std::string& prompt, std::string& line) {
  if (editor_) return editor_->next(prompt, line);
  if (is_terminal_) {
    std::fputs(prompt.c_str(), stdout);
    std::fflush(stdout);
  }
  return next_of_pipe(line);
}

Got TypedLines::next_of_pipe(std::string& line) {
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
    if (!wait_for_input()) return Got::stopped;
    char bytes[4096];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0) buffer_.append(bytes, static_cast<size_t>(count));
    at_end_ = count == 0 || (count < 0 && errno != EINTR);
  }
}

}  // namespace grundy::cli
