#include "language/token.h"

#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace grundy {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Symbol {
  std::string_view text;
  TokenKind token;
  std::string_view problem = {};  // of an invalid one
};

// Longer symbols come before their beginnings.
constexpr std::array kSymbols = {
    Symbol{"->", TokenKind::arrow},
    Symbol{"→", TokenKind::arrow},
    Symbol{"..", TokenKind::dots},
    Symbol{"^^", TokenKind::double_caret},
    Symbol{"⊕", TokenKind::double_caret},
    Symbol{"!=", TokenKind::ne},
    Symbol{"≠", TokenKind::ne},
    Symbol{"**", TokenKind::double_star},
    Symbol{"<<", TokenKind::shift_left},
    Symbol{">>", TokenKind::shift_right},
    Symbol{"&&", TokenKind::invalid, "conditions are joined by a word; did you mean 'and'?"},
    Symbol{"||", TokenKind::invalid, "conditions are joined by a word; did you mean 'or'?"},
    Symbol{"<>", TokenKind::invalid, "inequality has another sign here; did you mean '!='?"},
    Symbol{"//", TokenKind::invalid, "a quotient is rounded down anyway; did you mean '/'?"},
    Symbol{"=>", TokenKind::invalid, "a move has another arrow; did you mean '->'?"},
    Symbol{"==", TokenKind::invalid, "equality is a single sign here; did you mean '='?"},
    Symbol{"∈", TokenKind::invalid, "membership is a word here; did you mean 'in'?"},
    Symbol{"&", TokenKind::ampersand},
    Symbol{"|", TokenKind::bar},
    Symbol{"<=", TokenKind::le},
    Symbol{"≤", TokenKind::le},
    Symbol{">=", TokenKind::ge},
    Symbol{"≥", TokenKind::ge},
    Symbol{"<", TokenKind::lt},
    Symbol{">", TokenKind::gt},
    Symbol{"=", TokenKind::eq},
    Symbol{"(", TokenKind::lparen},
    Symbol{")", TokenKind::rparen},
    Symbol{"[", TokenKind::lbracket},
    Symbol{"]", TokenKind::rbracket},
    Symbol{"{", TokenKind::lbrace},
    Symbol{"}", TokenKind::rbrace},
    Symbol{",", TokenKind::comma},
    Symbol{";", TokenKind::semicolon},
    Symbol{":", TokenKind::colon},
    Symbol{".", TokenKind::dot},
    Symbol{"+", TokenKind::plus},
    Symbol{"-", TokenKind::minus},
    Symbol{"−", TokenKind::minus},
    Symbol{"*", TokenKind::star},
    Symbol{"·", TokenKind::star},
    Symbol{"×", TokenKind::star},
    Symbol{"/", TokenKind::slash},
    Symbol{"%", TokenKind::percent},
    Symbol{"^", TokenKind::caret},
    Symbol{"!", TokenKind::bang},
    Symbol{"?", TokenKind::question},
    Symbol{"ω", TokenKind::name},
    Symbol{"∞", TokenKind::name},
};

}  // namespace

std::string_view describe(TokenKind token) {
  switch (token) {
    case TokenKind::end:
      return "the end of the text";
    case TokenKind::newline:
      return "the end of the line";
    case TokenKind::name:
      return "a name";
    case TokenKind::number:
      return "a number";
    case TokenKind::file:
      return "'@file'";
    case TokenKind::arrow:
      return "'->'";
    case TokenKind::lparen:
      return "'('";
    case TokenKind::rparen:
      return "')'";
    case TokenKind::lbracket:
      return "'['";
    case TokenKind::rbracket:
      return "']'";
    case TokenKind::lbrace:
      return "'{'";
    case TokenKind::rbrace:
      return "'}'";
    case TokenKind::comma:
      return "','";
    case TokenKind::semicolon:
      return "';'";
    case TokenKind::colon:
      return "':'";
    case TokenKind::dots:
      return "'..'";
    case TokenKind::dot:
      return "'.'";
    case TokenKind::plus:
      return "'+'";
    case TokenKind::minus:
      return "'-'";
    case TokenKind::star:
      return "'*'";
    case TokenKind::slash:
      return "'/'";
    case TokenKind::percent:
      return "'%'";
    case TokenKind::caret:
      return "'^'";
    case TokenKind::double_caret:
      return "'^^'";
    case TokenKind::double_star:
      return "'**'";
    case TokenKind::ampersand:
      return "'&'";
    case TokenKind::bar:
      return "'|'";
    case TokenKind::shift_left:
      return "'<<'";
    case TokenKind::shift_right:
      return "'>>'";
    case TokenKind::eq:
      return "'='";
    case TokenKind::ne:
      return "'!='";
    case TokenKind::lt:
      return "'<'";
    case TokenKind::le:
      return "'<='";
    case TokenKind::gt:
      return "'>'";
    case TokenKind::ge:
      return "'>='";
    case TokenKind::bang:
      return "'!'";
    case TokenKind::question:
      return "'?'";
    case TokenKind::invalid:
      return "an unknown character";
  }
  return "";
}

void Lexer::advance() {
  size_t at = span_.end;
  previous_end_ = at;
  while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
  if (at < text_.size() && text_[at] == '#') at = std::min(text_.find('\n', at), text_.size());
  auto token = [&](TokenKind kind, size_t end) {
    kind_ = kind;
    span_ = {at, end};
  };
  if (at >= text_.size()) return token(TokenKind::end, at);
  const char c = text_[at];
  if (c == '\n') return token(TokenKind::newline, at + 1);
  size_t end = at;
  if (begins_name(c)) {
    while (end < text_.size() && goes_on_name(text_[end])) ++end;
    return token(TokenKind::name, end);
  }
  if (is_digit(c)) {
    while (end < text_.size() && is_digit(text_[end])) ++end;
    return token(TokenKind::number, end);
  }
  if (c == '@') {
    ++end;
    if (end < text_.size() && text_[end] == '"') {
      end = text_.find_first_of("\"\n", end + 1);
      if (end == text_.npos || text_[end] == '\n') {
        problem_ = "the file name has no closing '\"'";
        return token(TokenKind::invalid, std::min(end, text_.size()));
      }
      return token(TokenKind::file, end + 1);
    }
    end = std::min(text_.find_first_of(" \t\r\n,()[]{}", end), text_.size());
    if (end == at + 1) {
      problem_ = "expected a file name behind '@'";
      return token(TokenKind::invalid, end);
    }
    return token(TokenKind::file, end);
  }
  for (const Symbol& symbol : kSymbols) {
    if (text_.substr(at, symbol.text.size()) != symbol.text) continue;
    if (symbol.token == TokenKind::invalid) problem_ = symbol.problem;
    return token(symbol.token, at + symbol.text.size());
  }
  end = character_end(text_, at);
  if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
    problem_ = fmt::format("there is a byte 0x{:02x}, which no text has", static_cast<unsigned>(c));
  } else {
    problem_ = fmt::format("unexpected character '{}'", text_.substr(at, end - at));
  }
  token(TokenKind::invalid, end);
}

std::string Lexer::path() const {
  std::string_view word = text().substr(1);
  if (!word.empty() && word.front() == '"') word = word.substr(1, word.size() - 2);
  return std::string(word);
}

std::string Lexer::found() const {
  switch (kind_) {
    case TokenKind::end:
    case TokenKind::newline:
      return std::string(describe(kind_));
    default: {
      constexpr size_t kLongest = 40;
      std::string_view word = text();
      if (word.size() <= kLongest) return fmt::format("'{}'", word);
      return fmt::format("'{}…' ({} characters)", word.substr(0, 20), word.size());
    }
  }
}

}  // namespace grundy
