#include "language/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/parser.h"

namespace grundy {
namespace {

constexpr std::array kKeywords = {"game", "let", "for", "if",  "and", "or",
                                  "not",  "in",  "all", "any", "sum"};

}  // namespace

void RuleParser::advance() {
  behind_ = lexer_.span().end;
  lexer_.advance();
  if (kind() != TokenKind::newline) return;
  // A line goes on inside brackets, and when the next one begins with a word that can't begin a
  // line of its own.
  Lexer ahead = lexer_;
  while (ahead.kind() == TokenKind::newline) ahead.advance();
  bool continues = nesting_ > 0 && ahead.kind() != TokenKind::arrow && !ahead.is_name("game");
  if (on_board()) {
    if (continues || begins_continuation(ahead)) lexer_ = ahead;
    return;
  }
  for (const char* word : {"for", "if", "and", "or", "not", "in"})
    continues = continues || ahead.is_name(word);
  for (TokenKind token : {TokenKind::plus, TokenKind::comma, TokenKind::star})
    continues = continues || ahead.kind() == token;
  if (continues) lexer_ = ahead;
}

void RuleParser::fail(Span span, std::string message) {
  errors_.push_back(
      locate(Diagnostic::Severity::error, std::move(message), source_, lexer_.source(), span));
  throw ParseFailure{};
}

void RuleParser::fail_expected(std::string_view what) {
  mend_german_word();
  if (kind() == TokenKind::invalid) fail(lexer_.span(), lexer_.problem());
  // A missing bracket is reported at the end of its line, not on the next one.
  const bool is_line_over = kind() == TokenKind::end || kind() == TokenKind::newline;
  const bool is_open = is_line_over && nesting_ > 0 && !on_board();
  std::string mend(mend_of_word(what));
  if (mend.empty()) mend = meant_word(what, is_open);
  fail(is_open ? Span{behind_, behind_ + 1} : lexer_.span(),
       fmt::format("expected {}, found {}{}{}", what, lexer_.found(), mend.empty() ? "" : "; ",
                   mend));
}

Span RuleParser::expect(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  const Span span = lexer_.span();
  advance();
  return span;
}

std::string RuleParser::identifier(std::string_view what, Span* span) {
  if (kind() != TokenKind::name) fail_expected(what);
  std::string name(lexer_.text());
  if (is_keyword(name))
    fail(lexer_.span(), fmt::format("expected {}, found the keyword '{}'", what, name));
  if (name.size() > 100) fail(lexer_.span(), "a name has at most 100 characters");
  if (span != nullptr) *span = lexer_.span();
  advance();
  return name;
}

void RuleParser::open(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  if (++nesting_ > kMaxNesting)
    fail(lexer_.span(), fmt::format("brackets are nested deeper than {}", kMaxNesting));
  advance();
}

void RuleParser::close(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  --nesting_;
  advance();
}

void RuleParser::end_of_line(std::string_view what) {
  if (kind() != TokenKind::newline && kind() != TokenKind::end) fail_expected(what);
}

void RuleParser::skip_to_next_item() {
  nesting_ = 0;
  depth_ = 0;
  if (on_board()) {  // every line is an item, but for those that go on
    do {
      lexer_.seek(
          std::min(lexer_.source().find('\n', lexer_.span().begin), lexer_.source().size()));
      while (kind() == TokenKind::newline) lexer_.advance();
    } while (begins_continuation(lexer_));
    return;
  }
  while (kind() != TokenKind::end) {
    if (kind() == TokenKind::newline) {
      Lexer ahead = lexer_;
      while (ahead.kind() == TokenKind::newline) ahead.advance();
      if (ahead.kind() == TokenKind::arrow || ahead.kind() == TokenKind::end ||
          ahead.is_name("game") || ahead.is_name("let") || ahead.is_name("show")) {
        lexer_ = ahead;
        return;
      }
      lexer_ = ahead;
      continue;
    }
    lexer_.advance();
  }
}

bool is_keyword(std::string_view name) {
  return std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

bool takes_code(std::string_view game) { return game == "octal" || game == "code"; }

ParsedFile parse_rules(std::string_view source, std::string_view text, const Budget* budget) {
  if (text.size() > kMaxRuleFileBytes) {
    ParsedFile result;
    const Span nowhere{};
    result.errors.push_back(locate(
        Diagnostic::Severity::error,
        fmt::format("the rule file has {} bytes, more than {}; large sets are read with @file",
                    text.size(), kMaxRuleFileBytes),
        source, text.substr(0, 100), nowhere));
    return result;
  }
  return RuleParser(source, Lexer(text)).file(budget);
}

Attempt<std::vector<ParameterSyntax>> parse_parameters(Lexer& lexer, std::string_view source) {
  RuleParser parser(source, lexer);
  try {
    std::vector<ParameterSyntax> result = parser.parameters();
    lexer = parser.lexer();
    return result;
  } catch (const ParseFailure&) {
    return Error{Error::Kind::input, std::move(parser.errors())};
  }
}

}  // namespace grundy
