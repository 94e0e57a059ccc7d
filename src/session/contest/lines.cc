#include "session/contest/lines.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "session/contest/input.h"

namespace grundy::contest {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

LineReader::LineReader(Budget& budget) : budget_(&budget), source_(kStandardInput), chunk_(kChunk) {
  struct stat status;
  if (::fstat(STDIN_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return;
  // A small file needs no large buffer.
  constexpr size_t kLeast = 4096;
  bytes_total_ = static_cast<uint64_t>(status.st_size);
  chunk_ = std::clamp<size_t>(bytes_total_ + 1, kLeast, kChunk);
}

LineReader::LineReader(std::string_view text, std::string source, Budget& budget, size_t chunk)
    : budget_(&budget),
      source_(std::move(source)),
      text_(text),
      chunk_(std::clamp<size_t>(chunk, 1, text.size() + 1)) {}

Attempt<std::optional<std::string_view>> LineReader::next() {
  for (;;) {
    // After a refill, which moves the line to the front, the search for its end goes on where it
    // stopped.
    const void* newline = nullptr;
    for (size_t searched = 0; newline == nullptr;) {
      const size_t left = end_ - pos_;
      if (left > searched)
        newline = std::memchr(buffer_.data() + pos_ + searched, '\n', left - searched);
      if (newline != nullptr || at_end_) break;
      searched = left;
      if (Attempt<void> filled = refill(); !filled) return std::move(filled).error();
    }
    ++line_number_;
    const size_t begin = pos_;
    if (newline == nullptr && begin == end_) {
      line_ = {};
      return std::optional<std::string_view>();
    }
    size_t end = end_;
    pos_ = end_;
    if (newline != nullptr) {
      end = static_cast<size_t>(static_cast<const char*>(newline) - buffer_.data());
      pos_ = end + 1;
    }
    while (end > begin && is_blank(buffer_[end - 1])) --end;
    if (begin == end) continue;
    line_ = {buffer_.data() + begin, end - begin};
    return std::optional(line_);
  }
}

/// Moves what is left to the front of the buffer and appends a chunk, or sets at_end_.
Attempt<void> LineReader::refill() {
  if (budget_->spent()) return budget_->why();
  if (pos_ > 0) std::memmove(buffer_.data(), buffer_.data() + pos_, end_ - pos_);
  end_ -= pos_;
  pos_ = 0;
  if (buffer_.size() < end_ + chunk_) {
    const size_t size = std::max(end_ + chunk_, 2 * buffer_.size());
    if (!budget_->take_memory(size)) return budget_->too_large(source_, size);
    const size_t old_size = buffer_.size();
    buffer_.resize(size);
    budget_->give_back_memory(old_size);
  }
  // A long line is read with ever longer calls.
  const Attempt<size_t> got = read_bytes(buffer_.data() + end_, buffer_.size() - end_);
  if (!got) return got.error();
  at_end_ = *got == 0;
  end_ += *got;
  bytes_done_ += *got;
  budget_->progress("bytes", bytes_done_, bytes_total_);
  return {};
}

Attempt<size_t> LineReader::read_bytes(char* to, size_t count) {
  if (text_) {
    const size_t got = std::min({count, chunk_, text_->size()});
    std::copy_n(text_->data(), got, to);
    text_->remove_prefix(got);
    return got;
  }
  for (;;) {
    const ssize_t got = ::read(STDIN_FILENO, to, count);
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR)
      return Error::input("can't read '" + source_ +
                          "': " + std::generic_category().message(errno));
    if (budget_->spent()) return budget_->why();
  }
}

Error LineReader::error_at(size_t begin, size_t end, std::string message) const {
  Diagnostic diagnostic =
      locate(Diagnostic::Severity::error, std::move(message), source_, line_, {begin, end});
  diagnostic.line = line_number_;
  return Error::at(std::move(diagnostic));
}

}  // namespace grundy::contest
