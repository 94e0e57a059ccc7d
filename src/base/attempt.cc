#include "base/attempt.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kExcerptWidth = 100;  // characters, the marks of a cut not counted
constexpr size_t kBeforePlace = 50;  // of them before the place when the line is cut on both sides

/// The length in bytes of the UTF-8 character at text[at], 0 when it is not valid UTF-8 (RFC 3629).
size_t character_length(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto in = [&](size_t i, unsigned low, unsigned high) {
    return byte(i) >= low && byte(i) <= high;
  };
  const auto follow = [&](size_t i) { return in(i, 0x80, 0xBF); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (in(0, 0xC2, 0xDF)) return follow(1) ? 2 : 0;
  if (in(0, 0xE0, 0xEF)) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned high = first == 0xED ? 0x9F : 0xBF;  // no surrogates
    return in(1, low, high) && follow(2) ? 3 : 0;
  }
  if (in(0, 0xF0, 0xF4)) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;  // at most U+10FFFF
    return in(1, low, high) && follow(2) && follow(3) ? 4 : 0;
  }
  return 0;
}

/// The next character boundary after `at`; an invalid byte is a character of its own.
size_t next(std::string_view text, size_t at) {
  return at + std::max<size_t>(character_length(text, at), 1);
}

/// What is shown for the character at text[at]: one column that a terminal does not act upon.
std::string_view shown(std::string_view text, size_t at) {
  const size_t length = character_length(text, at);
  const auto first = static_cast<unsigned char>(text[at]);
  if (first == '\t') return " ";
  const bool c0 = length == 1 && (first < 0x20 || first == 0x7F);
  const bool c1 = length == 2 && first == 0xC2 && static_cast<unsigned char>(text[at + 1]) < 0xA0;
  return length == 0 || c0 || c1 ? "?" : text.substr(at, length);
}

/// The text as it may be shown, lines kept: file names, too, can hold what a terminal acts upon.
std::string shown(std::string_view text) {
  std::string result;
  for (size_t at = 0; at < text.size(); at = next(text, at))
    result += text[at] == '\n' ? "\n" : shown(text, at);
  return result;
}

Error without_place(Error::Kind kind, std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  return {kind, {std::move(diagnostic)}};
}

}  // namespace

std::string Diagnostic::to_string() const {
  std::string text;
  if (!source.empty()) text += shown(source) + ":";
  if (line > 0) text += fmt::format("{}:{}:", line, column);
  if (!text.empty()) text += " ";
  text += severity == Severity::error ? "error: " : "warning: ";
  text += shown(message) + "\n";
  if (line > 0) {
    text += "  " + excerpt + "\n  " + std::string(caret, ' ') + "^";
    text.append(std::max<size_t>(caret_length, 1) - 1, '~');
    text += "\n";
  }
  return text;
}

Diagnostic locate(Diagnostic::Severity severity, std::string message, std::string_view source,
                  std::string_view text, Span span) {
  const size_t begin = std::min(span.begin, text.size());
  const size_t end = std::clamp(span.end, begin, text.size());
  const std::string_view before = text.substr(0, begin);
  const size_t line_begin =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::string_view line = text.substr(line_begin, text.find('\n', begin) - line_begin);
  if (line.ends_with('\r')) line.remove_suffix(1);

  const size_t place = std::min(begin - line_begin, line.size());
  const size_t place_end = std::min(end - line_begin, line.size());
  size_t at = 0;
  size_t column = 0;  // from 0
  for (; at < place && next(line, at) <= place; at = next(line, at)) ++column;
  size_t width = column;  // of the line, counted no further than matters
  size_t caret_length = 0;
  for (; at < line.size() && width < column + kExcerptWidth; at = next(line, at), ++width)
    caret_length += at < place_end;

  // The window of characters [first, last) that is shown.
  size_t first = 0;
  if (width > kExcerptWidth)
    first = std::min(column - std::min(column, kBeforePlace), width - kExcerptWidth);
  const size_t last = std::min(first + kExcerptWidth, width);
  const bool cut_end = at < line.size() || last < width;
  std::string excerpt = first > 0 ? "…" : "";
  at = 0;
  for (size_t i = 0; i < last; ++i, at = next(line, at)) {
    if (i >= first) excerpt += shown(line, at);
  }
  if (cut_end) excerpt += "…";

  Diagnostic result;
  result.severity = severity;
  result.message = std::move(message);
  result.source = source;
  result.line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  result.more_lines =
      static_cast<size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                     text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
  result.column = column + 1;
  result.excerpt = std::move(excerpt);
  result.caret = column - first + (first > 0 ? 1 : 0);
  result.caret_length = std::clamp<size_t>(caret_length, 1, std::max<size_t>(last - column, 1));
  return result;
}

Error Error::input(std::string message) { return without_place(Kind::input, std::move(message)); }
Error Error::declined(std::string reason, Cause cause) {
  Error error = without_place(Kind::declined, std::move(reason));
  error.cause = cause;
  return error;
}
Error Error::ended(std::string reason) {
  Error error = declined(std::move(reason));
  error.is_end = true;
  return error;
}
Error Error::internal(std::string message) {
  return without_place(Kind::internal, std::move(message));
}

std::string Error::told() const {
  return kind == Kind::declined && !is_end ? "declined: " + message() : message();
}

std::string Error::to_string() const {
  Diagnostic first = diagnostics.front();
  first.message = told();
  std::string text = first.to_string();
  for (size_t i = 1; i < diagnostics.size(); ++i) text += diagnostics[i].to_string();
  return text;
}

}  // namespace grundy
