/// @file
/// Error and Result: what went wrong and where, without exceptions.
///
/// @code
/// grundy::Session session;
/// const grundy::Result<grundy::Value> value = session.value("kayles(10) + nym(3)");
/// if (!value) {
///   const grundy::Diagnostic& first = value.error().diagnostics[0];
///   std::cout << first.line << ':' << first.column << ' ' << first.message << '\n';
/// }
/// // 1:14 unknown game 'nym'; did you mean 'nim'?
/// @endcode
///
/// No method of Session or Match throws, and an error of the machine's (memory that is not there)
/// is an Error, too. The methods that only read an answer throw nothing but the std::bad_alloc of
/// the strings and vectors they return.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace grundy {

/// All of the library's types. A user writes grundy::Session for grundy::face::Session.
namespace face {}
#ifndef GRUNDY_INSIDE  // the library's own sources, in which grundy::Session is another class
using namespace face;
#endif

namespace face {

/// One message about one place of a text.
struct Diagnostic {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  std::string message;  ///< Without a final full stop; a suggestion follows a semicolon.
  /// A file's name, "sum", "box" or "formula"; empty when the message has no place.
  std::string source;
  size_t line = 0;          ///< From 1; 0: no place.
  size_t column = 0;        ///< From 1, in characters (not bytes) of UTF-8.
  std::string excerpt;      ///< The line of the text, cut around the place when it is very long.
  size_t caret = 0;         ///< Where in `excerpt` the place begins, in characters from 0.
  size_t caret_length = 1;  ///< Characters of the place within `excerpt`.

  /// "file:3:14: error: message", then the excerpt and a caret under the place; ends with a
  /// newline.
  std::string text() const;
};

/// Why there is no answer.
struct Error {
  enum class Kind {
    input,     ///< The sum, rule, formula or file is wrong, or the call was.
    declined,  ///< Understood, but not answered: beyond the theory, or a limit ended the work.
    internal,  ///< A fault of the library.
  };
  Kind kind = Kind::input;
  std::vector<Diagnostic> diagnostics;  ///< At least one.
  /// Declined because a limit of time or memory, or the stop flag, ended the work.
  bool ended = false;

  /// The first diagnostic's message.
  const std::string& message() const { return diagnostics.front().message; }
  /// All diagnostics, as the program writes them on standard error.
  std::string text() const;
};

/// A T, or the Error that says why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : state_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: a value is a result
  Result(Error error)
      : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: an error is a result

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  /// The value; requires ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  T&& value() && { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  /// The error; requires !ok().
  const Error& error() const& { return *std::get_if<1>(&state_); }
  Error&& error() && { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}  // NOLINT: an error is a result

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  /// The error; requires !ok().
  const Error& error() const& { return *error_; }
  Error&& error() && { return std::move(*error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace face
}  // namespace grundy
