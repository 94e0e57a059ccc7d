// Attempt<T>: a value, or an Error that says what to tell the user.
//
// Three kinds of failure are kept apart because the exit status of the program is (see doc/cli.md):
// the input is wrong (2), the question was understood but is declined (1), or the program itself is
// wrong (3). No exception crosses the library's face. The word "declined" is added where an error
// is shown, so that reasons can be joined and quoted.
//
//   Attempt<Ordinal> value = solver.value(position, budget);
//   if (!value) return std::move(value).error();
#pragma once
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace grundy {

/// A stretch of bytes [begin, end) of a source text.
struct Span {
  size_t begin = 0;
  size_t end = 0;
};

/// One message about one place of the user's text.
struct Diagnostic {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  std::string message;      // without a final full stop; a suggestion follows a semicolon
  std::string source;       // file name, or "sum"; empty when the message has no place
  size_t line = 0;          // from 1; 0: no place
  size_t column = 0;        // from 1, in characters (not bytes)
  std::string excerpt;      // the line of the text, cut around the place when it is very long
  size_t caret = 0;         // where in `excerpt` the place begins, in characters from 0
  size_t caret_length = 1;  // characters underlined
  size_t more_lines = 0;    // behind the first one, of a place of several

  /// "file:3:14: error: message", then the excerpt and the caret under the place; ends with a
  /// newline.
  std::string to_string() const;
};

/// The diagnostic for `span` of `text`, with line, column and excerpt filled in.
Diagnostic locate(Diagnostic::Severity severity, std::string message, std::string_view source,
                  std::string_view text, Span span);

struct Error {
  enum class Kind { input, declined, internal };
  /// Why it is declined, where that is a reason to ask somebody else.
  enum class Cause { other, cycle, beyond_64_bits };
  Kind kind = Kind::input;
  std::vector<Diagnostic> diagnostics;  // at least one
  // Declined because a limit of the user's (time, memory), or the user, ended the work.
  bool is_end = false;
  Cause cause = Cause::other;

  /// Wrong input without a place in a text.
  static Error input(std::string message);
  /// The question is understood; the reason why it is not answered.
  static Error declined(std::string reason, Cause cause = Cause::other);
  /// A limit of the user's, or the user, ended the work: declined, and shown without that word.
  static Error ended(std::string reason);
  static Error internal(std::string message);
  static Error at(Diagnostic diagnostic) { return Error{Kind::input, {std::move(diagnostic)}}; }

  const std::string& message() const { return diagnostics.front().message; }
  /// The first message as the user is told it: a decline says so.
  std::string told() const;
  /// All diagnostics, as shown on standard error.
  std::string to_string() const;
};

/// A T or an Error: the one way to give back what may fail or be declined.
template <class T>
class [[nodiscard]] Attempt {
 public:
  Attempt(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: a value is a result
  Attempt(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: an error is a result

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  Error& error() & { return *std::get_if<1>(&state_); }
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Attempt<void> {
 public:
  Attempt() = default;
  Attempt(Error error) : error_(std::move(error)) {}  // NOLINT: an error is a result
  bool ok() const { return !error_.has_value(); }
  explicit operator bool() const { return ok(); }
  Error& error() & { return *error_; }
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace grundy
