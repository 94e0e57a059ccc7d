// Reads text files of natural numbers in one pass: edges, lists of heaps, sets of tuples, matrices.
//
//   # a comment
//   17 4
//   17 9       # another
//
// Numbers are decimal digits, apart by blanks or tabs; lines end in LF or CRLF. '#' starts a
// comment; lines without numbers do not count; a byte order mark at the start is skipped.
//
// Bytes come by read(2) into one buffer of about a mebibyte, not by mmap: the memory in use stays
// the same for a file of any size, and pipes work. The buffer keeps the last few kibibytes of the
// line being read, enough to show the place of an error; it grows only for a number of more digits
// than that, up to kMaxDigits. A stretch of digits is read by one loop that needs no bounds check,
// because a newline stands after the last byte of the buffer.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"

namespace grundy {

/// Tells whether a file is still the one that was read.
struct FileStamp {
  uint64_t device = 0;
  uint64_t number = 0;
  uint64_t bytes = 0;
  int64_t changed = 0;  // nanoseconds

  /// Of the file now; nothing where it is none that can be read again.
  static std::optional<FileStamp> of(const std::string& path);
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// The tokens of one file of numbers, one after another. The Budget is asked for time once in a
/// chunk, told of the progress in bytes, and must outlive the reader.
class NumberReader {
 public:
  /// Numbers below this are given as a uint64_t, others by their digits.
  static constexpr uint64_t kSmallLimit = uint64_t{1} << 63;
  /// A number of more digits is an error: reading it would take long and could not be interrupted.
  static constexpr size_t kMaxDigits = 10'000'000;
  static constexpr size_t kChunk = size_t{1} << 20;

  enum class Token { small, big, comma, open, close, end_of_line, end, failed };

  /// Opens a file; errors (no such file, a directory, no permission) name it and have no place.
  static Attempt<NumberReader> open(const std::string& path, Budget& budget);
  /// Reads a text in memory, called `source` in messages, `chunk` bytes at a time. The text must
  /// outlive the reader.
  NumberReader(std::string_view text, std::string source, Budget& budget, size_t chunk = kChunk);

  /// What a number is called in messages: "vertex number" gives "expected a vertex number".
  void set_noun(std::string noun) { noun_ = std::move(noun); }

  /// The next token. A last line without a newline still ends in end_of_line, so `end` comes only
  /// at the start of a line. After `failed` (what is there is no number, the file cannot be read,
  /// the budget is spent) error() has the reason.
  Token next();
  /// The number, after Token::small.
  uint64_t small() const { return small_; }
  /// The digits without leading zeros, after Token::big; valid until the next call.
  std::string_view digits() const { return {buffer_.data() + digits_begin_, pos_ - digits_begin_}; }

  /// Reads the next line that is not blank; it must hold exactly row.size() numbers below
  /// kSmallLimit, apart by blanks. False at the end of the file and after a failure.
  bool next_row(std::span<uint64_t> row);

  bool failed() const { return error_.has_value(); }
  /// The reason, when failed().
  const Error& error() const { return *error_; }
  /// An error at the token that was read last.
  Error error_at_token(std::string message);
  /// An error at the numbers of the line that was read last.
  Error error_at_row(std::string message);
  /// "expected WHAT, found 'x7'", at the token that was read last.
  Error expected(std::string_view what);

  const std::string& source() const { return source_; }
  const std::string& noun() const { return noun_; }
  /// Whether the same bytes can be read again by opening it anew; not so for a pipe.
  bool can_be_reopened() const { return can_be_reopened_; }
  Budget& budget() const { return *budget_; }

 private:
  // Owns a file descriptor.
  class File {
   public:
    explicit File(int descriptor = -1) : descriptor_(descriptor) {}
    File(File&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    File& operator=(File&& other) noexcept {
      std::swap(descriptor_, other.descriptor_);
      return *this;
    }
    ~File();
    int get() const { return descriptor_; }

   private:
    int descriptor_;
  };

  NumberReader(File file, std::string source, Budget& budget);
  Token fail(Error error);
  Token number();
  Token not_a_number();
  void begin_line();
  bool refill();
  std::optional<size_t> read_bytes(char* to, size_t count);
  void look_ahead();
  Error error_at(size_t begin, size_t end, std::string message);

  Budget* budget_;
  std::string source_;
  std::string noun_ = "number";
  File file_;
  std::string_view text_;  // what is left to read when there is no file
  size_t chunk_;
  bool can_be_reopened_ = true;
  uint64_t bytes_done_ = 0;
  uint64_t bytes_total_ = 0;  // 0: unknown

  // buffer_[0, end_) are bytes of the source, buffer_[end_] is a newline as sentinel; line_begin_
  // <= token_begin_ <= pos_ <= end_.
  std::vector<char> buffer_;
  size_t end_ = 0;
  size_t pos_ = 0;
  size_t token_begin_ = 0;
  size_t digits_begin_ = 0;     // past the leading zeros of the last number
  size_t row_end_ = 0;          // end of the last number, comma or parenthesis of the line
  size_t line_begin_ = 0;       // where the line, or what the buffer still has of it, begins
  size_t columns_dropped_ = 0;  // characters of the line that the buffer no longer has
  size_t line_ = 1;
  bool line_done_ = false;  // the newline was given out as a token; the line stays current until
                            // the next one is asked for
  bool at_end_ = false;     // no more bytes to come
  uint64_t small_ = 0;
  std::optional<Error> error_;
};

/// Takes memory for a vector that is about to grow past its capacity; refuses with the reason when
/// the budget has none left. The memory of the vector's final capacity stays taken.
template <class T>
Attempt<void> make_room(std::vector<T>& list, std::string_view what, Budget& budget) {
  if (list.size() < list.capacity()) return {};
  const size_t old_capacity = list.capacity();
  const size_t capacity = old_capacity == 0 ? 4 : 2 * old_capacity;
  if (!budget.take_memory(capacity * sizeof(T)))
    return budget.too_large(what, capacity * sizeof(T));
  list.reserve(capacity);
  budget.give_back_memory(old_capacity * sizeof(T));
  return {};
}

/// The number that was read last as a Number: constructible from uint64_t, with a static
/// parse(string_view) that gives an optional (value/natural has it; this layer does not see it).
template <class Number>
Attempt<Number> read_number(NumberReader& reader, NumberReader::Token token) {
  if (token == NumberReader::Token::small) return Number(reader.small());
  if (token == NumberReader::Token::failed) return reader.error();
  if (token != NumberReader::Token::big) return reader.expected("a " + reader.noun());
  const std::string_view digits = reader.digits();
  const size_t bytes = digits.size() / 2;  // log2(10) / 8 of the digits is a little less
  if (!reader.budget().take_memory(bytes)) return reader.budget().too_large(reader.source(), bytes);
  return *Number::parse(digits);
}

/// All numbers of a file that has one a line.
template <class Number>
Attempt<std::vector<Number>> read_list(NumberReader& reader) {
  using Token = NumberReader::Token;
  std::vector<Number> list;
  for (Token token = reader.next(); token != Token::end; token = reader.next()) {
    if (token == Token::end_of_line) continue;
    Attempt<Number> number = read_number<Number>(reader, token);
    if (!number) return std::move(number).error();
    if (Attempt<void> room = make_room(list, reader.source(), reader.budget()); !room)
      return std::move(room).error();
    list.push_back(*std::move(number));
    token = reader.next();
    if (token == Token::failed) return reader.error();
    if (token != Token::end_of_line) return reader.expected("one " + reader.noun() + " on a line");
  }
  return list;
}

enum class RowLengths { equal, any };

/// The rows of a matrix or a set of tuples, one a line: 1 2 3, or 1, 2, 3, or (1, 2, 3).
template <class Number>
Attempt<std::vector<std::vector<Number>>> read_rows(NumberReader& reader, RowLengths lengths) {
  using Token = NumberReader::Token;
  std::vector<std::vector<Number>> rows;
  for (Token token = reader.next(); token != Token::end; token = reader.next()) {
    if (token == Token::end_of_line) continue;
    const bool parentheses = token == Token::open;
    if (parentheses) token = reader.next();
    std::vector<Number> row;
    for (;;) {
      Attempt<Number> number = read_number<Number>(reader, token);
      if (!number) return std::move(number).error();
      if (Attempt<void> room = make_room(row, reader.source(), reader.budget()); !room)
        return std::move(room).error();
      row.push_back(*std::move(number));
      token = reader.next();
      if (token == Token::comma) {
        token = reader.next();
      } else if (token == Token::end_of_line || token == Token::close) {
        break;
      }
    }
    if (parentheses) {
      if (token != Token::close) return reader.expected("a ')'");
      token = reader.next();
      if (token == Token::failed) return reader.error();
    }
    if (token != Token::end_of_line) return reader.expected("the end of the line");
    if (lengths == RowLengths::equal && !rows.empty() && row.size() != rows.front().size()) {
      return reader.error_at_row("this row has length " + std::to_string(row.size()) +
                                 ", the rows above have length " +
                                 std::to_string(rows.front().size()));
    }
    if (Attempt<void> room = make_room(rows, reader.source(), reader.budget()); !room)
      return std::move(room).error();
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace grundy
