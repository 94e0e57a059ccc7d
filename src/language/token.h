// The words of rule files and sums. Tokens are made one at a time, so that a huge text costs no
// memory of its own.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"

namespace grundy {

/// Whether a name may begin with this character, or go on with it.
inline bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool goes_on_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

enum class TokenKind {
  end,
  newline,
  name,    // kayles, n, for: keywords are names that the parser knows
  number,  // digits
  file,    // @edges.txt or @"a name with spaces"
  arrow,   // ->
  lparen,
  rparen,
  lbracket,
  rbracket,
  lbrace,
  rbrace,
  comma,
  semicolon,
  colon,
  dots,  // ..
  dot,
  plus,
  minus,
  star,
  slash,
  percent,
  caret,
  double_caret,
  double_star,
  ampersand,
  bar,
  shift_left,
  shift_right,
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  bang,
  question,
  invalid,  // anything else; the message says what is wrong with it
};

/// How a token is called in "expected …, found …".
std::string_view describe(TokenKind token);

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) { advance(); }

  TokenKind kind() const { return kind_; }
  Span span() const { return span_; }
  /// Where the token before this one ended.
  size_t previous_end() const { return previous_end_; }
  std::string_view text() const { return text_.substr(span_.begin, span_.end - span_.begin); }
  /// Why the token is invalid.
  const std::string& problem() const { return problem_; }
  bool is_name(std::string_view word) const { return kind_ == TokenKind::name && text() == word; }
  /// The path of a file token.
  std::string path() const;
  void advance();
  /// Goes on at byte `position`.
  void seek(size_t position) {
    span_.end = position;
    advance();
  }
  std::string_view source() const { return text_; }
  /// The present token as an error message calls it: "'foo'", "the end of the line".
  std::string found() const;

 private:
  std::string_view text_;
  TokenKind kind_ = TokenKind::newline;
  Span span_;
  size_t previous_end_ = 0;
  std::string problem_;
};

}  // namespace grundy
