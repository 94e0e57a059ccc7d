#include "rule/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace grundy {
namespace {

struct Failure {};  // thrown after a diagnostic is noted, caught at the line; never leaves this file

constexpr size_t kLongestTuple = 10'000;  // words looked at to tell a tuple from a term in parentheses

constexpr std::array kKeywords = {"game", "let", "for", "if", "and", "or", "not", "in", "all", "any", "sum"};

class Parser {
 public:
  Parser(std::string_view source, Lexer lexer) : source_(source), lexer_(std::move(lexer)) {}

  ParsedFile file();
  /// Behind the '[' of a position.
  std::vector<ParameterSyntax> parameters();
  Lexer& lexer() { return lexer_; }
  std::vector<Diagnostic>& errors() { return errors_; }

 private:
  // Words.
  TokenKind kind() const { return lexer_.kind(); }
  bool at_word(std::string_view word) const { return lexer_.is_name(word); }
  void advance();
  bool accept(TokenKind token);
  bool accept_word(std::string_view word);
  Span expect(TokenKind token, std::string_view what);
  std::string identifier(std::string_view what, Span* span = nullptr);
  [[noreturn]] void fail(Span span, std::string message);
  [[noreturn]] void fail_expected(std::string_view what);
  void open(TokenKind token, std::string_view what);
  void close(TokenKind token, std::string_view what);
  void end_of_line(std::string_view what);
  void skip_to_next_item();

  // Items.
  GameSyntax game_header();
  LetSyntax let_line();
  MoveSyntax move_line();
  std::vector<ParameterSyntax> parameter_declarations();
  std::vector<std::string> documentation_above(size_t position) const;

  // Pieces.
  std::vector<PartSyntax> sum();
  PartSyntax part();
  std::vector<BinderSyntax> binders();
  BinderSyntax binder();
  SetSyntax set();
  SetSyntax set_literal();
  TermSyntax condition() { return disjunction(); }
  TermSyntax disjunction();
  TermSyntax conjunction();
  TermSyntax negation();
  TermSyntax comparison();
  TermSyntax term() { return exclusive_or(); }
  TermSyntax exclusive_or();
  TermSyntax additive();
  TermSyntax multiplicative();
  TermSyntax factor();
  TermSyntax primary();
  TermSyntax join(TermSyntax left, std::string op, TermSyntax right);
  TermSyntax finish(TermSyntax node);

  std::string_view source_;
  Lexer lexer_;
  size_t nesting_ = 0;
  std::vector<Diagnostic> errors_;
};

void Parser::advance() {
  lexer_.advance();
  if (kind() != TokenKind::newline) return;
  // A line goes on inside brackets, and when the next one begins with a word that can't begin a line of its own.
  Lexer ahead = lexer_;
  while (ahead.kind() == TokenKind::newline) ahead.advance();
  bool continues = nesting_ > 0 && ahead.kind() != TokenKind::arrow && !ahead.is_name("game");
  for (const char* word : {"for", "if", "and", "or", "not", "in"}) continues = continues || ahead.is_name(word);
  for (TokenKind token : {TokenKind::plus, TokenKind::comma, TokenKind::star})
    continues = continues || ahead.kind() == token;
  if (continues) lexer_ = ahead;
}

bool Parser::accept(TokenKind token) {
  if (kind() != token) return false;
  advance();
  return true;
}

bool Parser::accept_word(std::string_view word) {
  if (!at_word(word)) return false;
  advance();
  return true;
}

void Parser::fail(Span span, std::string message) {
  errors_.push_back(locate(Diagnostic::Severity::error, std::move(message), source_, lexer_.source(), span));
  throw Failure{};
}

void Parser::fail_expected(std::string_view what) {
  if (kind() == TokenKind::invalid) fail(lexer_.span(), lexer_.problem());
  fail(lexer_.span(), fmt::format("expected {}, found {}", what, lexer_.found()));
}

Span Parser::expect(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  const Span span = lexer_.span();
  advance();
  return span;
}

std::string Parser::identifier(std::string_view what, Span* span) {
  if (kind() != TokenKind::name) fail_expected(what);
  std::string name(lexer_.text());
  if (is_keyword(name)) fail(lexer_.span(), fmt::format("expected {}, found the keyword '{}'", what, name));
  if (name.size() > 100) fail(lexer_.span(), "a name has at most 100 characters");
  if (span != nullptr) *span = lexer_.span();
  advance();
  return name;
}

void Parser::open(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  if (++nesting_ > kMaxNesting) fail(lexer_.span(), fmt::format("brackets are nested deeper than {}", kMaxNesting));
  advance();
}

void Parser::close(TokenKind token, std::string_view what) {
  if (kind() != token) fail_expected(what);
  --nesting_;
  advance();
}

void Parser::end_of_line(std::string_view what) {
  if (kind() != TokenKind::newline && kind() != TokenKind::end) fail_expected(what);
}

void Parser::skip_to_next_item() {
  nesting_ = 0;
  while (kind() != TokenKind::end) {
    if (kind() == TokenKind::newline) {
      Lexer ahead = lexer_;
      while (ahead.kind() == TokenKind::newline) ahead.advance();
      if (ahead.kind() == TokenKind::arrow || ahead.kind() == TokenKind::end || ahead.is_name("game") ||
          ahead.is_name("let")) {
        lexer_ = ahead;
        return;
      }
      lexer_ = ahead;
      continue;
    }
    lexer_.advance();
  }
}

std::vector<std::string> Parser::documentation_above(size_t position) const {
  const std::string_view text = lexer_.source();
  size_t line_begin = position == 0 ? 0 : text.rfind('\n', position - 1) + 1;  // npos + 1 = 0
  std::vector<std::string> lines;
  while (line_begin > 0) {
    const size_t end = line_begin - 1;
    const size_t begin = end == 0 ? 0 : text.rfind('\n', end - 1) + 1;
    std::string_view line = text.substr(begin, end - begin);
    const size_t hash = line.find_first_not_of(" \t");
    if (hash == line.npos || line[hash] != '#') break;
    line = line.substr(hash + 1);
    if (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t')) line.remove_suffix(1);
    lines.emplace_back(line);
    line_begin = begin;
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

ParsedFile Parser::file() {
  ParsedFile result;
  FileSyntax& file = result.file;
  bool orphans = false;  // the lines here belong to a game whose first line has an error
  while (lexer_.kind() == TokenKind::newline) lexer_.advance();
  while (kind() != TokenKind::end && errors_.size() < kMaxErrors) {
    try {
      if (at_word("game")) {
        orphans = true;
        file.games.push_back(game_header());
        orphans = false;
      } else if (orphans && at_word("let")) {
        let_line();
      } else if (orphans && kind() == TokenKind::arrow) {
        move_line();
      } else if (at_word("let")) {
        (file.games.empty() ? file.lets : file.games.back().lets).push_back(let_line());
      } else if (kind() == TokenKind::arrow) {
        if (file.games.empty()) fail(lexer_.span(), "a move stands before the first 'game' line");
        if (file.games.back().is_alias) {
          fail(lexer_.span(),
               fmt::format("'{}' is another name for a sum and has no moves of its own", file.games.back().name));
        }
        file.games.back().moves.push_back(move_line());
      } else {
        fail_expected("'game', '->' or 'let'");
      }
      end_of_line("the end of the line");
      while (kind() == TokenKind::newline) lexer_.advance();
    } catch (const Failure&) {
      skip_to_next_item();
    }
  }
  result.errors = std::move(errors_);
  return result;
}

GameSyntax Parser::game_header() {
  GameSyntax game;
  game.documentation = documentation_above(lexer_.span().begin);
  advance();
  game.name = identifier("the name of a game", &game.span);
  if (kind() == TokenKind::lbracket) game.parameters = parameter_declarations();
  open(TokenKind::lparen, "'(' and the coordinates");
  do {
    Span span;
    game.coordinates.push_back(identifier("the name of a coordinate", &span));
    game.coordinate_spans.push_back(span);
  } while (accept(TokenKind::comma));
  close(TokenKind::rparen, "',' or ')'");
  if (kind() == TokenKind::eq) {
    game.is_alias = true;
    advance();
    game.alias = sum();
  }
  return game;
}

std::vector<ParameterSyntax> Parser::parameter_declarations() {
  std::vector<ParameterSyntax> declared;
  open(TokenKind::lbracket, "'['");
  do {
    ParameterSyntax parameter;
    parameter.name = identifier("the name of a parameter", &parameter.span);
    if (accept(TokenKind::eq)) {
      if (kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not")) {
        parameter.set.push_back(set());
      } else {
        parameter.number.push_back(term());
      }
    }
    declared.push_back(std::move(parameter));
  } while (accept(TokenKind::comma));
  close(TokenKind::rbracket, "',' or ']'");
  return declared;
}

LetSyntax Parser::let_line() {
  LetSyntax let;
  advance();
  let.name = identifier("the name of a term", &let.span);
  expect(TokenKind::eq, "'='");
  let.term = term();
  return let;
}

MoveSyntax Parser::move_line() {
  MoveSyntax move;
  const size_t begin = lexer_.span().begin;
  advance();
  move.parts = sum();
  if (accept_word("for")) move.binders = binders();
  if (accept_word("if")) move.condition.push_back(condition());
  move.span = {begin, lexer_.previous_end()};
  end_of_line(!move.condition.empty() ? "the end of the line"
              : !move.binders.empty() ? "',' and a binder, 'if' or the end of the line"
                                      : "'+', 'for', 'if' or the end of the line");
  return move;
}

std::vector<PartSyntax> Parser::sum() {
  std::vector<PartSyntax> parts;
  if (kind() == TokenKind::number && lexer_.text() == "0") {
    Lexer ahead = lexer_;
    ahead.advance();
    if (ahead.kind() != TokenKind::star) {
      advance();
      return parts;
    }
  }
  do parts.push_back(part());
  while (accept(TokenKind::plus));
  return parts;
}

PartSyntax Parser::part() {
  PartSyntax result;
  const size_t begin = lexer_.span().begin;
  if (kind() == TokenKind::number) {
    const auto times = Natural::parse(lexer_.text())->to_uint64();
    if (!times || *times > 1000) fail(lexer_.span(), "a part of a move is repeated at most 1000 times");
    result.times = *times;
    advance();
    expect(TokenKind::star, "'*' and a position");
  }
  if (at_word("sum")) {
    result.name_span = lexer_.span();
    advance();
    open(TokenKind::lparen, "'('");
    result.repeated = sum();
    if (!accept_word("for")) fail_expected("'for' and binders");
    result.binders = binders();
    if (accept_word("if")) result.condition.push_back(condition());
    close(TokenKind::rparen, "',' and a binder, 'if' or ')'");
  } else {
    result.name = identifier("'0' or a position such as nim(n - 1)", &result.name_span);
    if (kind() == TokenKind::lbracket) {
      if (takes_code(result.name)) {
        const size_t from = lexer_.span().end;
        size_t to = from;
        for (size_t depth = 1; to < lexer_.source().size(); ++to) {
          const char c = lexer_.source()[to];
          if (c == '\n') break;
          if (c == '[') ++depth;
          if (c == ']' && --depth == 0) break;
        }
        if (to >= lexer_.source().size() || lexer_.source()[to] == '\n')
          fail(lexer_.span(), "the code has no closing ']'");
        result.code = lexer_.source().substr(from, to - from);
        result.code_span = {from, to};
        lexer_.seek(to + 1);
      } else {
        advance();
        result.parameters = parameters();
      }
    }
    open(TokenKind::lparen, fmt::format("'(' and the coordinates of '{}'", result.name));
    do result.arguments.push_back(term());
    while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
  }
  result.span = {begin, lexer_.previous_end()};
  return result;
}

std::vector<ParameterSyntax> Parser::parameters() {
  std::vector<ParameterSyntax> given;
  ++nesting_;
  if (kind() == TokenKind::rbracket) fail(lexer_.span(), "expected a parameter, found ']'");
  do {
    ParameterSyntax parameter;
    parameter.span = lexer_.span();
    Lexer ahead = lexer_;
    ahead.advance();
    if (kind() == TokenKind::name && ahead.kind() == TokenKind::eq) {
      parameter.name = identifier("the name of a parameter");
      advance();
    }
    if (kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not")) {
      parameter.set.push_back(set());
    } else {
      parameter.number.push_back(term());
    }
    parameter.span.end = lexer_.previous_end();
    given.push_back(std::move(parameter));
  } while (accept(TokenKind::comma));
  close(TokenKind::rbracket, "',' or ']'");
  return given;
}

std::vector<BinderSyntax> Parser::binders() {
  std::vector<BinderSyntax> result;
  do result.push_back(binder());
  while (accept(TokenKind::comma));
  return result;
}

BinderSyntax Parser::binder() {
  using Kind = BinderSyntax::Kind;
  BinderSyntax result;
  const size_t begin = lexer_.span().begin;
  auto name = [&] {
    Span span;
    result.names.push_back(identifier("a variable", &span));
    result.name_spans.push_back(span);
  };
  if (kind() == TokenKind::lparen) {
    open(TokenKind::lparen, "'('");
    do name();
    while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
    if (!at_word("in")) fail_expected("'in' and a set");
  } else {
    if (kind() == TokenKind::number) {
      fail(lexer_.span(),
           fmt::format("expected a variable, found {}; write the variable first, as in 'k in 1..n'", lexer_.found()));
    }
    name();
  }
  switch (kind()) {
    case TokenKind::lt:
      result.kind = Kind::less;
      break;
    case TokenKind::le:
      result.kind = Kind::less_equal;
      break;
    case TokenKind::gt:
      result.kind = Kind::greater;
      break;
    case TokenKind::ge:
      result.kind = Kind::greater_equal;
      break;
    case TokenKind::eq:
      result.kind = Kind::equal;
      break;
    default:
      break;
  }
  if (result.kind != Kind::any) {
    advance();
    result.bounds.push_back(term());
  } else if (accept_word("in")) {
    if (kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not")) {
      result.kind = Kind::in_set;
      result.set.push_back(set());
    } else {
      Lexer ahead = lexer_;
      ahead.advance();
      const TokenKind next = ahead.kind();
      const bool name_alone = kind() == TokenKind::name &&
                              (next == TokenKind::comma || next == TokenKind::newline || next == TokenKind::end ||
                               next == TokenKind::rparen || next == TokenKind::rbrace || ahead.is_name("if"));
      if (name_alone || result.names.size() > 1) {
        result.kind = Kind::in_set;
        result.set.push_back(set());
      } else {
        result.kind = Kind::range;
        result.bounds.push_back(term());
        expect(TokenKind::dots, "'..' and the upper end, or a set");
        result.bounds.push_back(term());
      }
    }
  }
  result.span = {begin, lexer_.previous_end()};
  return result;
}

SetSyntax Parser::set() {
  SetSyntax result;
  const size_t begin = lexer_.span().begin;
  if (accept_word("not")) {
    if (++nesting_ > kMaxNesting) fail(lexer_.span(), fmt::format("brackets are nested deeper than {}", kMaxNesting));
    result.kind = SetSyntax::Kind::complement;
    result.inner.push_back(set());
    --nesting_;
  } else if (kind() == TokenKind::file) {
    result.kind = SetSyntax::Kind::file;
    result.name = lexer_.path();
    advance();
  } else if (kind() == TokenKind::lbrace) {
    result = set_literal();
  } else if (kind() == TokenKind::name && !is_keyword(lexer_.text())) {
    result.kind = SetSyntax::Kind::name;
    result.name = identifier("a set");
  } else {
    fail_expected("a set such as {1, 3, 4}, a parameter or @file");
  }
  result.span = {begin, lexer_.previous_end()};
  return result;
}

SetSyntax Parser::set_literal() {
  SetSyntax result;
  open(TokenKind::lbrace, "'{'");
  if (kind() != TokenKind::rbrace) {
    do {
      SetSyntax::Element element;
      // (1, 2) is a tuple; (a + b)/2 is a term that begins with a parenthesis.
      bool tuple = false;
      if (kind() == TokenKind::lparen) {
        Lexer ahead = lexer_;
        size_t depth = 0;
        do {
          if (ahead.kind() == TokenKind::lparen) ++depth;
          if (ahead.kind() == TokenKind::rparen) --depth;
          tuple = tuple || (depth == 1 && ahead.kind() == TokenKind::comma);
          ahead.advance();
        } while (depth > 0 && depth <= kMaxNesting && ahead.kind() != TokenKind::end);
      }
      if (tuple) {
        open(TokenKind::lparen, "'('");
        do element.terms.push_back(term());
        while (accept(TokenKind::comma));
        close(TokenKind::rparen, "',' or ')'");
      } else {
        element.terms.push_back(term());
        if (accept(TokenKind::dots)) {
          element.is_range = true;
          element.terms.push_back(term());
        }
      }
      result.elements.push_back(std::move(element));
      if (result.elements.size() == 1 && accept_word("for")) {
        result.kind = SetSyntax::Kind::comprehension;
        result.binders = binders();
        if (accept_word("if")) result.condition.push_back(condition());
        break;
      }
    } while (accept(TokenKind::comma));
  }
  close(TokenKind::rbrace, result.kind == SetSyntax::Kind::comprehension ? "'if' or '}'" : "',' or '}'");
  return result;
}

TermSyntax Parser::finish(TermSyntax node) {
  // The links of a chain are joined one by one.
  const uint32_t own = node.kind == TermSyntax::Kind::chain ? static_cast<uint32_t>(node.ops.size()) : 1;
  for (const TermSyntax& child : node.children) node.depth = std::max(node.depth, child.depth + own);
  if (node.depth > kMaxTermDepth) fail(node.span, fmt::format("the term is longer than {} operations", kMaxTermDepth));
  return node;
}

TermSyntax Parser::join(TermSyntax left, std::string op, TermSyntax right) {
  TermSyntax node;
  node.kind = TermSyntax::Kind::binary;
  node.name = std::move(op);
  node.span = {left.span.begin, right.span.end};
  node.children.push_back(std::move(left));
  node.children.push_back(std::move(right));
  return finish(std::move(node));
}

TermSyntax Parser::disjunction() {
  TermSyntax left = conjunction();
  while (accept_word("or")) left = join(std::move(left), "or", conjunction());
  return left;
}

TermSyntax Parser::conjunction() {
  TermSyntax left = negation();
  while (accept_word("and")) left = join(std::move(left), "and", negation());
  return left;
}

TermSyntax Parser::negation() {
  size_t nots = 0;
  const size_t begin = lexer_.span().begin;
  while (accept_word("not")) ++nots;
  TermSyntax inner = comparison();
  if (nots % 2 == 0) return inner;
  TermSyntax node;
  node.kind = TermSyntax::Kind::unary;
  node.name = "not";
  node.span = {begin, inner.span.end};
  node.children.push_back(std::move(inner));
  return finish(std::move(node));
}

TermSyntax Parser::comparison() {
  // (a, b) in S: a tuple is only read here, in front of 'in'.
  TermSyntax left;
  std::vector<TermSyntax> tuple;
  const size_t begin = lexer_.span().begin;
  if (kind() == TokenKind::lparen) {
    Lexer ahead = lexer_;
    size_t depth = 0;
    size_t length = 0;
    bool comma = false;
    do {
      if (ahead.kind() == TokenKind::lparen) ++depth;
      if (ahead.kind() == TokenKind::rparen) --depth;
      comma = comma || (depth == 1 && ahead.kind() == TokenKind::comma);
      ahead.advance();
    } while (depth > 0 && depth <= kMaxNesting && ++length < kLongestTuple && ahead.kind() != TokenKind::end &&
             ahead.kind() != TokenKind::arrow);
    if (comma && depth == 0 && (ahead.is_name("in") || ahead.is_name("not"))) {
      open(TokenKind::lparen, "'('");
      do tuple.push_back(term());
      while (accept(TokenKind::comma));
      close(TokenKind::rparen, "',' or ')'");
    }
  }
  if (tuple.empty()) left = term();
  bool negated = false;
  if (at_word("not")) {
    Lexer ahead = lexer_;
    ahead.advance();
    if (!ahead.is_name("in")) return left;
    advance();
    negated = true;
  }
  if (accept_word("in")) {
    TermSyntax node;
    node.negated = negated;
    if (tuple.empty()) {
      node.children.push_back(std::move(left));
    } else {
      node.children = std::move(tuple);
    }
    Lexer ahead = lexer_;
    ahead.advance();
    const bool set_here = kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not");
    if (set_here || node.children.size() > 1) {
      node.kind = TermSyntax::Kind::in_set;
      node.set.push_back(set());
    } else {
      TermSyntax low = additive();
      if (accept(TokenKind::dots)) {
        node.kind = TermSyntax::Kind::in_range;
        node.children.push_back(std::move(low));
        node.children.push_back(additive());
      } else if (low.kind == TermSyntax::Kind::name) {
        node.kind = TermSyntax::Kind::in_set;
        SetSyntax named;
        named.kind = SetSyntax::Kind::name;
        named.name = low.name;
        named.span = low.span;
        node.set.push_back(std::move(named));
      } else {
        fail_expected("'..' and the upper end");
      }
    }
    node.span = {begin, lexer_.previous_end()};
    return finish(std::move(node));
  }
  TermSyntax chain;
  chain.kind = TermSyntax::Kind::chain;
  chain.children.push_back(std::move(left));
  for (;;) {
    std::string op;
    switch (kind()) {
      case TokenKind::eq:
        op = "=";
        break;
      case TokenKind::ne:
        op = "!=";
        break;
      case TokenKind::lt:
        op = "<";
        break;
      case TokenKind::le:
        op = "<=";
        break;
      case TokenKind::gt:
        op = ">";
        break;
      case TokenKind::ge:
        op = ">=";
        break;
      default:
        break;
    }
    if (op.empty()) break;
    advance();
    chain.ops.push_back(std::move(op));
    chain.children.push_back(term());
  }
  if (chain.ops.empty()) return std::move(chain.children.front());
  chain.span = {begin, lexer_.previous_end()};
  return finish(std::move(chain));
}

TermSyntax Parser::exclusive_or() {
  TermSyntax left = additive();
  while (accept(TokenKind::double_caret)) left = join(std::move(left), "^^", additive());
  return left;
}

TermSyntax Parser::additive() {
  TermSyntax left = multiplicative();
  while (kind() == TokenKind::plus || kind() == TokenKind::minus) {
    const std::string op = kind() == TokenKind::plus ? "+" : "-";
    advance();
    left = join(std::move(left), op, multiplicative());
  }
  return left;
}

TermSyntax Parser::multiplicative() {
  TermSyntax left = factor();
  while (kind() == TokenKind::star || kind() == TokenKind::slash || kind() == TokenKind::percent) {
    const std::string op = kind() == TokenKind::star ? "*" : kind() == TokenKind::slash ? "/" : "%";
    advance();
    left = join(std::move(left), op, factor());
  }
  return left;
}

TermSyntax Parser::factor() {
  const size_t begin = lexer_.span().begin;
  bool negative = false;
  while (kind() == TokenKind::minus) {
    negative = !negative;
    advance();
  }
  TermSyntax inner = primary();
  if (kind() == TokenKind::caret) {
    fail(lexer_.span(), "'^' is not an operation here; write k*k for a square, '^^' for exclusive-or");
  }
  if (!negative) return inner;
  TermSyntax node;
  node.kind = TermSyntax::Kind::unary;
  node.name = "-";
  node.span = {begin, inner.span.end};
  node.children.push_back(std::move(inner));
  return finish(std::move(node));
}

TermSyntax Parser::primary() {
  TermSyntax node;
  node.span = lexer_.span();
  if (kind() == TokenKind::number) {
    node.kind = TermSyntax::Kind::number;
    node.number = *Natural::parse(lexer_.text());
    if (!node.number.is_small()) fail(node.span, "a number in a rule is below 2^63");
    advance();
    if (kind() == TokenKind::name && lexer_.span().begin == node.span.end && !is_keyword(lexer_.text())) {
      fail({node.span.begin, lexer_.span().end},
           fmt::format("a product is written with '*': {}*{}", node.number.to_string(), lexer_.text()));
    }
    return node;
  }
  if (kind() == TokenKind::lparen) {
    open(TokenKind::lparen, "'('");
    TermSyntax inner = condition();
    close(TokenKind::rparen, "')'");
    return inner;
  }
  if (at_word("all") || at_word("any")) {
    node.kind = TermSyntax::Kind::quantifier;
    node.name = lexer_.text();
    advance();
    open(TokenKind::lparen, "'('");
    node.children.push_back(condition());
    if (!accept_word("for")) fail_expected("'for' and binders");
    node.binders = binders();
    if (accept_word("if")) node.children.push_back(condition());
    close(TokenKind::rparen, "',' and a binder, 'if' or ')'");
    node.span.end = lexer_.previous_end();
    return finish(std::move(node));
  }
  if (kind() != TokenKind::name || is_keyword(lexer_.text())) {
    fail_expected("a term");
  }
  node.kind = TermSyntax::Kind::name;
  node.name = identifier("a term");
  if (kind() == TokenKind::lparen) {
    node.kind = TermSyntax::Kind::call;
    open(TokenKind::lparen, "'('");
    do node.children.push_back(condition());
    while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
    node.span.end = lexer_.previous_end();
  }
  return finish(std::move(node));
}

}  // namespace

bool is_keyword(std::string_view name) {
  return std::find(kKeywords.begin(), kKeywords.end(), name) != kKeywords.end();
}

bool takes_code(std::string_view game) { return game == "octal" || game == "code"; }

ParsedFile parse_rules(std::string_view source, std::string_view text) {
  if (text.size() > kMaxRuleFileBytes) {
    ParsedFile result;
    const Span nowhere{};
    result.errors.push_back(
        locate(Diagnostic::Severity::error,
               fmt::format("the rule file has {} bytes, more than {}; large sets are read with @file", text.size(),
                           kMaxRuleFileBytes),
               source, text.substr(0, 100), nowhere));
    return result;
  }
  return Parser(source, Lexer(text)).file();
}

Attempt<std::vector<ParameterSyntax>> parse_parameters(Lexer& lexer, std::string_view source) {
  Parser parser(source, lexer);
  try {
    std::vector<ParameterSyntax> result = parser.parameters();
    lexer = parser.lexer();
    return result;
  } catch (const Failure&) {
    return Error{Error::Kind::input, std::move(parser.errors())};
  }
}

}  // namespace grundy
