// Reads text line by line, for input that is not numbers: boards.
//
// Bytes come by read(2) in chunks, as in base/reader.h, so the memory in use is that of the longest
// line and pipes work.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"

namespace grundy::contest {

/// The Budget is asked once in a chunk and must outlive the reader.
class LineReader {
 public:
  static constexpr size_t kChunk = size_t{1} << 20;

  /// Reads standard input.
  explicit LineReader(Budget& budget);
  /// Reads a text in memory, `chunk` bytes at a time, and calls it `source` in messages. The text
  /// must outlive the reader.
  LineReader(std::string_view text, std::string source, Budget& budget, size_t chunk = kChunk);

  /// The next line that is not blank, without blanks at its end; nothing after the last one. It is
  /// valid until the next call.
  Attempt<std::optional<std::string_view>> next();

  /// An error at the bytes [begin, end) of the line given last, or at the end of the input when
  /// there was none.
  Error error_at(size_t begin, size_t end, std::string message) const;
  /// Where in the input the line given last stands, from 1.
  size_t line_number() const { return line_number_; }
  const std::string& source() const { return source_; }
  Budget& budget() const { return *budget_; }

 private:
  Attempt<void> refill();
  Attempt<size_t> read_bytes(char* to, size_t count);

  Budget* budget_;
  std::string source_;
  std::optional<std::string_view> text_;  // what is left to read; nothing for standard input
  size_t chunk_;
  uint64_t bytes_done_ = 0;
  uint64_t bytes_total_ = 0;  // 0: unknown

  // buffer_[pos_, end_) is read but not yet given out.
  std::vector<char> buffer_;
  size_t pos_ = 0;
  size_t end_ = 0;
  bool at_end_ = false;  // no more bytes to come
  std::string_view line_;
  size_t line_number_ = 0;
};

}  // namespace grundy::contest
