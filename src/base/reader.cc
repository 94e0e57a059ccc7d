#include "base/reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/text.h"

namespace grundy {
namespace {

// So many bytes before and after the place of an error are kept to show it.
constexpr size_t kContext = 4096;
// A token that is no number is shown up to so many characters.
constexpr size_t kShown = 40;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_punctuation(char c) { return c == ',' || c == '(' || c == ')'; }
bool ends_number(char c) { return is_blank(c) || c == '\n' || c == '#' || is_punctuation(c); }

// The text as a diagnostic shows it: in one line, and nothing that a terminal acts upon or that is
// not UTF-8.
std::string printable(std::string_view text) {
  return locate(Diagnostic::Severity::error, "", "", text, {0, text.size()}).excerpt;
}

Error cannot_read(const std::string& path, int error_number) {
  return Error::input("can't read '" + std::string(path.c_str()) +
                      "': " + std::generic_category().message(error_number));
}

}  // namespace

std::optional<FileStamp> FileStamp::of(const std::string& path) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileStamp{status.st_dev, status.st_ino, static_cast<uint64_t>(status.st_size),
                   int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

NumberReader::File::~File() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

NumberReader::NumberReader(File file, std::string source, Budget& budget)
    : budget_(&budget),
      source_(std::move(source)),
      file_(std::move(file)),
      chunk_(kChunk),
      buffer_(1, '\n') {}

NumberReader::NumberReader(std::string_view text, std::string source, Budget& budget, size_t chunk)
    : budget_(&budget),
      source_(std::move(source)),
      text_(text),
      chunk_(std::clamp<size_t>(chunk, 1, text.size() + 1)),
      bytes_total_(text.size()),
      buffer_(1, '\n') {}

Attempt<NumberReader> NumberReader::open(const std::string& path, Budget& budget) {
  if (path.find('\0') != std::string::npos) return cannot_read(path, ENOENT);
  int descriptor;
  do {
    descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  } while (descriptor < 0 && errno == EINTR && !budget.spent());
  if (descriptor < 0 && errno == EINTR) return budget.why();
  if (descriptor < 0) return cannot_read(path, errno);
  File file(descriptor);
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return cannot_read(path, errno);
  if (S_ISDIR(status.st_mode)) return cannot_read(path, EISDIR);
  NumberReader reader(std::move(file), path, budget);
  reader.can_be_reopened_ = S_ISREG(status.st_mode);
  if (S_ISREG(status.st_mode)) {
    reader.bytes_total_ = static_cast<uint64_t>(status.st_size);
    reader.chunk_ = std::clamp<size_t>(reader.bytes_total_ + 1, kContext, kChunk);
  }
  return reader;
}

NumberReader::Token NumberReader::fail(Error error) {
  error_ = std::move(error);
  return Token::failed;
}

// Up to `count` bytes of the source; 0 at its end, nothing after a failure.
std::optional<size_t> NumberReader::read_bytes(char* to, size_t count) {
  if (file_.get() < 0) {
    const size_t n = std::min(count, text_.size());
    std::copy_n(text_.data(), n, to);
    text_.remove_prefix(n);
    return n;
  }
  for (;;) {
    const ssize_t n = ::read(file_.get(), to, count);
    if (n >= 0) return static_cast<size_t>(n);
    if (errno != EINTR) {
      fail(cannot_read(source_, errno));
      return {};
    }
    if (budget_->spent()) {
      fail(budget_->why());
      return {};
    }
  }
}

// Appends a chunk to the buffer and moves what is still needed to its front. False when nothing
// came: at_end_ or failed().
bool NumberReader::refill() {
  if (at_end_ || failed()) return false;
  if (budget_->spent()) {
    fail(budget_->why());
    return false;
  }
  size_t keep = token_begin_ > line_begin_ + kContext ? token_begin_ - kContext : line_begin_;
  while (keep < token_begin_ && continues_character(buffer_[keep])) ++keep;
  columns_dropped_ += text_width({buffer_.data() + line_begin_, keep - line_begin_});
  std::memmove(buffer_.data(), buffer_.data() + keep, end_ - keep);
  for (size_t* place : {&end_, &pos_, &token_begin_, &digits_begin_, &row_end_, &line_begin_}) {
    *place = std::max(*place, keep) - keep;
  }
  if (buffer_.size() < end_ + chunk_ + 1) buffer_.resize(end_ + chunk_ + 1);
  const bool first = bytes_done_ == 0;
  const std::optional<size_t> n = read_bytes(buffer_.data() + end_, chunk_);
  if (!n) {
    buffer_[end_] = '\n';
    return false;
  }
  end_ += *n;
  buffer_[end_] = '\n';
  bytes_done_ += *n;
  at_end_ = *n == 0;
  budget_->progress("bytes", bytes_done_, bytes_total_);
  if (first && !at_end_) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    while (end_ < kByteOrderMark.size() && refill()) {
    }
    if (failed()) return false;
    if (std::string_view(buffer_.data(), end_).substr(0, kByteOrderMark.size()) == kByteOrderMark) {
      pos_ = token_begin_ = line_begin_ = row_end_ = kByteOrderMark.size();
    }
  }
  return !at_end_ || pos_ < end_;
}

void NumberReader::begin_line() {
  line_done_ = false;
  ++line_;
  line_begin_ = row_end_ = pos_;
  columns_dropped_ = 0;
}

NumberReader::Token NumberReader::next() {
  if (failed()) return Token::failed;
  if (line_done_) begin_line();
  bool in_comment = false;
  for (;;) {
    if (in_comment) {
      const void* newline = std::memchr(buffer_.data() + pos_, '\n', end_ - pos_);
      pos_ = newline == nullptr
                 ? end_
                 : static_cast<size_t>(static_cast<const char*>(newline) - buffer_.data());
    } else {
      while (is_blank(buffer_[pos_])) ++pos_;
    }
    token_begin_ = pos_;
    const char c = buffer_[pos_];
    if (c >= '0' && c <= '9') return number();
    if (c == '\n') {
      if (pos_ < end_) {
        ++pos_;
        line_done_ = true;
        return Token::end_of_line;
      }
      if (refill()) continue;
      if (failed()) return Token::failed;
      if (pos_ == line_begin_ && columns_dropped_ == 0) return Token::end;
      line_done_ = true;
      return Token::end_of_line;
    }
    if (c == '#') {
      in_comment = true;
    } else if (is_punctuation(c)) {
      row_end_ = ++pos_;
      return c == ',' ? Token::comma : c == '(' ? Token::open : Token::close;
    } else {
      return not_a_number();
    }
  }
}

// Reads the number at pos_ = token_begin_, where a digit stands.
NumberReader::Token NumberReader::number() {
  uint64_t n = 0;  // modulo 2^64: exact for up to 19 digits, since 10^19 < 2^64
  for (;;) {
    const char* p = buffer_.data() + pos_;
    for (unsigned digit; (digit = static_cast<unsigned char>(*p) - unsigned{'0'}) <= 9; ++p)
      n = 10 * n + digit;
    pos_ = static_cast<size_t>(p - buffer_.data());
    if (pos_ < end_) break;
    if (pos_ - token_begin_ > kMaxDigits) break;
    if (!refill()) break;
  }
  if (failed()) return Token::failed;
  if (!ends_number(buffer_[pos_])) return not_a_number();
  row_end_ = pos_;
  const size_t length = pos_ - token_begin_;
  if (length > kMaxDigits) {
    return fail(
        error_at_token("a " + noun_ + " of more than " + std::to_string(kMaxDigits) + " digits"));
  }
  digits_begin_ = token_begin_;
  if (length > 18) {
    while (digits_begin_ + 1 < pos_ && buffer_[digits_begin_] == '0') ++digits_begin_;
    if (pos_ - digits_begin_ > 19 || n >= kSmallLimit) return Token::big;
  }
  small_ = n;
  return Token::small;
}

NumberReader::Token NumberReader::not_a_number() { return fail(expected("a " + noun_)); }

Error NumberReader::expected(std::string_view what) {
  std::string found;
  if (line_done_) {
    found = "the end of the line";
  } else if (at_end_ && token_begin_ == end_) {
    found = "the end of the file";
  } else {
    look_ahead();
    const std::string_view text(buffer_.data() + token_begin_, end_ - token_begin_);
    size_t length = is_punctuation(text[0]) ? 1 : 0;
    while (length == 0 ||
           (length < text.size() && !is_punctuation(text[0]) && !ends_number(text[length])))
      ++length;
    pos_ = token_begin_ + length;
    size_t shown = std::min(length, kShown);
    while (shown < length && continues_character(text[shown])) ++shown;
    found = "'" + printable(text.substr(0, shown)) + (shown < length ? "…'" : "'");
  }
  return error_at_token("expected " + std::string(what) + ", found " + found);
}

// Reads on, as far as the file goes, until the buffer has what an error message shows of the line
// after token_begin_.
void NumberReader::look_ahead() {
  for (;;) {
    const std::string_view rest(buffer_.data() + token_begin_, end_ - token_begin_);
    if (rest.size() >= kContext || rest.find('\n') != rest.npos || !refill()) return;
  }
}

Error NumberReader::error_at_token(std::string message) {
  if (line_done_) return error_at(row_end_, row_end_ + 1, std::move(message));
  look_ahead();
  return error_at(token_begin_, pos_, std::move(message));
}

Error NumberReader::error_at_row(std::string message) {
  size_t begin = line_begin_;
  while (begin < row_end_ && is_blank(buffer_[begin])) ++begin;
  return error_at(begin, row_end_, std::move(message));
}

// Requires line_begin_ <= begin <= end; `end` may lie beyond the line.
Error NumberReader::error_at(size_t begin, size_t end, std::string message) {
  const std::string_view text(buffer_.data(), std::min(end_, begin + kContext));
  size_t line_end = std::min(text.find('\n', begin), text.size());
  while (line_end > begin && is_blank(text[line_end - 1])) --line_end;
  const std::string_view line = text.substr(line_begin_, line_end - line_begin_);
  end = std::clamp(end, begin, std::max(begin, line_end));
  Diagnostic diagnostic = locate(Diagnostic::Severity::error, std::move(message), source_, line,
                                 {begin - line_begin_, end - line_begin_});
  diagnostic.line = line_;
  diagnostic.column += columns_dropped_;
  return Error::at(std::move(diagnostic));
}

bool NumberReader::next_row(std::span<uint64_t> row) {
  Token token = next();
  while (token == Token::end_of_line) token = next();
  if (token == Token::end) return false;
  for (size_t i = 0; i < row.size(); ++i) {
    if (token == Token::small) {
      row[i] = small_;
      token = next();
      continue;
    }
    if (token == Token::end_of_line) {
      fail(error_at_token("expected " + std::to_string(row.size()) + " " + noun_ +
                          "s on a line, found only " + std::to_string(i)));
    } else if (token == Token::big) {
      fail(error_at_token("a " + noun_ + " must be below 2^63"));
    } else if (token != Token::failed) {
      fail(expected("a " + noun_));
    }
    return false;
  }
  if (token == Token::end_of_line) return true;
  if (token != Token::failed) {
    fail(expected("the end of the line after " + std::to_string(row.size()) + " " + noun_ + "s"));
  }
  return false;
}

}  // namespace grundy
