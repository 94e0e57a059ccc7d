// Terms, conditions, binders and sets.
//
//   condition   or · and · not · comparison (a <= x < b, x in S, (a, b) in S) · any(…), all(…)
//   term        | · ^^ · & · << >> · + - · * / % · -x · ** · number, name, f(…), (condition)
//
// A parenthesis may begin a term, a condition or a tuple: the words up to its end tell which,
// kLongestLookAhead at most.
#include <fmt/format.h>

#include <algorithm>

#include "language/binder_order.h"
#include "language/parser.h"

namespace grundy {

std::vector<BinderSyntax> RuleParser::binders() {
  std::vector<BinderSyntax> result;
  do {
    if (!result.empty() && at_word("if")) fail(lexer_.span(), "no comma stands before 'if'");
    if (!slice_binders(result)) result.push_back(binder());
  } while (accept(TokenKind::comma));
  // s, t in XO binds each to one of the letters, and so does i, j in 1..len(a) in games of lists,
  // where each variable needs an end.
  for (size_t i = result.size(); i-- > 1;) {
    using Kind = BinderSyntax::Kind;
    BinderSyntax &before = result[i - 1], &here = result[i];
    const bool shares = here.kind == Kind::letters || (here.kind == Kind::range && has_lists());
    if (!shares || before.kind != Kind::any) continue;
    before.kind = here.kind;
    before.letters = here.letters;
    before.bounds = here.bounds;
  }
  order_binders(result);
  return result;
}

BinderSyntax RuleParser::binder() {
  using Kind = BinderSyntax::Kind;
  BinderSyntax result;
  const size_t begin = lexer_.span().begin;
  auto name = [&] {
    Span span;
    result.names.push_back(identifier("a variable", &span));
    result.name_spans.push_back(span);
  };
  if (kind() == TokenKind::lbracket && has_lists()) {
    open(TokenKind::lbracket, "'['");
    name();
    close(TokenKind::rbracket, "']'");
    if (kind() != TokenKind::le) fail_expected("'<=' and a list");
    result.of_lists = true;
  } else if (kind() == TokenKind::lparen) {
    open(TokenKind::lparen, "'('");
    do name();
    while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
    if (!at_word("in")) fail_expected("'in' and a set");
  } else {
    mend_binder_start();
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
    case TokenKind::bar:
      mend_divides(result.names.back());
      break;
    default:
      break;
  }
  if (result.kind != Kind::any) {
    advance();
    if (result.of_lists && kind() == TokenKind::lbracket)
      fail(lexer_.span(),
           "a list is chosen below one that has a name, as in 'for [d] <= a if max(d) <= 1'");
    result.bounds.push_back(term());
    mend_after_binder(result);
  } else if (at_word("in") && letters_binder(result)) {
    // s in XO
  } else if (accept_word("in")) {
    if ((kind() == TokenKind::lbracket && !has_lists()) || kind() == TokenKind::lparen)
      mend_choice_in_brackets();
    if (kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not")) {
      result.kind = Kind::in_set;
      result.set.push_back(set());
    } else {
      Lexer ahead = lexer_;
      ahead.advance();
      const TokenKind next = ahead.kind();
      if (is_list_name(lexer_.text()) && (next == TokenKind::plus || next == TokenKind::minus))
        fail(lexer_.span(),
             "an element is chosen from a list that has a name, or from its places a[i..j]");
      const bool name_alone =
          kind() == TokenKind::name &&
          (next == TokenKind::comma || next == TokenKind::newline || next == TokenKind::end ||
           next == TokenKind::rparen || next == TokenKind::rbrace || next == TokenKind::rbracket ||
           ahead.is_name("if"));
      if (name_alone || result.names.size() > 1) {
        result.kind = Kind::in_set;
        result.set.push_back(set());
      } else {
        result.kind = Kind::range;
        result.bounds.push_back(term());
        if (kind() != TokenKind::dots) mend_after_binder(result);
        expect(TokenKind::dots, "'..' and the upper end, or a set");
        result.bounds.push_back(term());
      }
    }
  }
  result.span = {begin, lexer_.previous_end()};
  return result;
}

SetSyntax RuleParser::set() {
  SetSyntax result;
  const size_t begin = lexer_.span().begin;
  if (accept_word("not")) {
    if (++depth_ > kMaxNesting)
      fail(lexer_.span(), fmt::format("sets are nested deeper than {}", kMaxNesting));
    result.kind = SetSyntax::Kind::complement;
    result.inner.push_back(set());
    --depth_;
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

/// Behind the first element "for x in … if …" makes a comprehension of the braces or brackets.
bool RuleParser::comprehension(SetSyntax& begun) {
  if (begun.elements.size() != 1 || !accept_word("for")) return false;
  begun.kind = SetSyntax::Kind::comprehension;
  begun.binders = binders();
  if (accept_word("if")) begun.condition.push_back(condition());
  return true;
}

/// "S - {k}", where a set is expected.
bool RuleParser::at_set_without() const {
  if (kind() != TokenKind::name || is_keyword(lexer_.text())) return false;
  Lexer ahead = lexer_;
  ahead.advance();
  if (ahead.kind() != TokenKind::minus) return false;
  ahead.advance();
  return ahead.kind() == TokenKind::lbrace;
}

/// As {x for x in S if x not in {k}}.
SetSyntax RuleParser::set_without() {
  const size_t begin = lexer_.span().begin;
  const std::string set = identifier("a set");
  const Span span{begin, lexer_.previous_end()};
  const TermSyntax element = term_of_name(unused_name(), span);
  SetSyntax result;
  result.kind = SetSyntax::Kind::comprehension;
  result.elements.push_back({{element}, false});
  result.binders.push_back(element_of(element.name, set, span));
  TermSyntax stays;
  stays.kind = TermSyntax::Kind::in_set;
  stays.negated = true;
  stays.children.push_back(element);
  advance();
  stays.set.push_back(set_literal());
  stays.span = {begin, lexer_.previous_end()};
  result.condition.push_back(finish(std::move(stays)));
  result.span = {begin, lexer_.previous_end()};
  return result;
}

/// A name that does not stand in this line.
std::string RuleParser::unused_name() const {
  const std::string_view source = lexer_.source();
  const size_t begin = source.rfind('\n', lexer_.span().begin) + 1;
  const std::string_view line = source.substr(begin, source.find('\n', begin) - begin);
  std::string name = "x";
  while (line.find(name) != std::string_view::npos) name += "x";
  return name;
}

SetSyntax RuleParser::set_literal() {
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
        element.terms.push_back(term_or_choice());
        if (accept(TokenKind::dots)) {
          element.is_range = true;
          element.terms.push_back(term());
        }
      }
      result.elements.push_back(std::move(element));
      if (comprehension(result)) break;
    } while (accept(TokenKind::comma));
  }
  if (result.kind != SetSyntax::Kind::comprehension && kind() == TokenKind::number)
    fail(lexer_.span(), fmt::format("expected ',' or '}}', found {0}; did you mean ', {1}'?",
                                    lexer_.found(), lexer_.text()));
  close(TokenKind::rbrace,
        result.kind == SetSyntax::Kind::comprehension ? "'if' or '}'" : "',' or '}'");
  return result;
}

TermSyntax RuleParser::finish(TermSyntax node) {
  // The links of a chain are joined one by one.
  const uint32_t own =
      node.kind == TermSyntax::Kind::chain ? static_cast<uint32_t>(node.ops.size()) : 1;
  for (const TermSyntax& child : node.children)
    node.depth = std::max(node.depth, child.depth + own);
  if (node.depth > kMaxTermDepth)
    fail(node.span, fmt::format("the term is longer than {} operations", kMaxTermDepth));
  return node;
}

TermSyntax RuleParser::join(TermSyntax left, std::string op, TermSyntax right) {
  TermSyntax node;
  node.kind = TermSyntax::Kind::binary;
  node.name = std::move(op);
  node.span = {left.span.begin, right.span.end};
  node.children.push_back(std::move(left));
  node.children.push_back(std::move(right));
  return finish(std::move(node));
}

TermSyntax RuleParser::disjunction() {
  TermSyntax left = conjunction();
  while (accept_word("or")) left = join(std::move(left), "or", conjunction());
  return left;
}

TermSyntax RuleParser::conjunction() {
  TermSyntax left = negation();
  while (accept_word("and")) left = join(std::move(left), "and", negation());
  return left;
}

TermSyntax RuleParser::negation() {
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

TermSyntax RuleParser::comparison() {
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
    } while (depth > 0 && depth <= kMaxNesting && ++length < kLongestLookAhead &&
             ahead.kind() != TokenKind::end && ahead.kind() != TokenKind::arrow);
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
    if (!ahead.is_name("in")) {
      mend_after_term(left);
      return left;
    }
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
    const bool set_here =
        kind() == TokenKind::lbrace || kind() == TokenKind::file || at_word("not");
    if (set_here || node.children.size() > 1) {
      node.kind = TermSyntax::Kind::in_set;
      node.set.push_back(set());
    } else {
      TermSyntax low = term();
      if (accept(TokenKind::dots)) {
        node.kind = TermSyntax::Kind::in_range;
        node.children.push_back(std::move(low));
        node.children.push_back(term());
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
  if (chain.ops.empty()) {
    mend_after_term(chain.children.front());
    return std::move(chain.children.front());
  }
  chain.span = {begin, lexer_.previous_end()};
  return finish(std::move(chain));
}

TermSyntax RuleParser::bit_or() {
  TermSyntax left = exclusive_or();
  while (accept(TokenKind::bar)) left = join(std::move(left), "|", exclusive_or());
  return left;
}

TermSyntax RuleParser::exclusive_or() {
  TermSyntax left = bit_and();
  while (accept(TokenKind::double_caret)) left = join(std::move(left), "^^", bit_and());
  return left;
}

TermSyntax RuleParser::bit_and() {
  TermSyntax left = shift();
  while (accept(TokenKind::ampersand)) left = join(std::move(left), "&", shift());
  return left;
}

TermSyntax RuleParser::shift() {
  TermSyntax left = additive();
  while (kind() == TokenKind::shift_left || kind() == TokenKind::shift_right) {
    const std::string op = kind() == TokenKind::shift_left ? "<<" : ">>";
    advance();
    left = join(std::move(left), op, additive());
  }
  return left;
}

TermSyntax RuleParser::additive() {
  TermSyntax left = multiplicative();
  while (kind() == TokenKind::plus || kind() == TokenKind::minus) {
    const std::string op = kind() == TokenKind::plus ? "+" : "-";
    advance();
    left = join(std::move(left), op, multiplicative());
  }
  return left;
}

TermSyntax RuleParser::multiplicative() {
  TermSyntax left = factor();
  while (kind() == TokenKind::star || kind() == TokenKind::slash || kind() == TokenKind::percent) {
    const std::string op = kind() == TokenKind::star ? "*" : kind() == TokenKind::slash ? "/" : "%";
    advance();
    left = join(std::move(left), op, factor());
  }
  return left;
}

TermSyntax RuleParser::factor() {
  const size_t begin = lexer_.span().begin;
  bool negative = false;
  while (kind() == TokenKind::minus) {
    negative = !negative;
    advance();
  }
  TermSyntax inner = power();
  if (!negative) return inner;
  TermSyntax node;
  node.kind = TermSyntax::Kind::unary;
  node.name = "-";
  node.span = {begin, inner.span.end};
  node.children.push_back(std::move(inner));
  return finish(std::move(node));
}

// A power binds more tightly than a sign before it, and to the right: -2**3**2 is -(2**9).
TermSyntax RuleParser::power() {
  TermSyntax base = primary();
  Lexer ahead = lexer_;
  ahead.advance();
  const bool of_numbers =  // 10^18 is a number, as it is in sums
      base.kind == TermSyntax::Kind::number && kind() == TokenKind::caret &&
      ahead.kind() == TokenKind::number;
  if (kind() == TokenKind::caret && !of_numbers) {
    fail(lexer_.span(),
         "'^' is not an operation here; write '**' for a power (k**2), '^^' for exclusive-or");
  }
  if (!accept(of_numbers ? TokenKind::caret : TokenKind::double_star)) return base;
  if (++depth_ > kMaxNesting)
    fail(lexer_.span(), fmt::format("powers are nested deeper than {}", kMaxNesting));
  TermSyntax exponent = factor();
  --depth_;
  return join(std::move(base), "**", std::move(exponent));
}

/// Whether 'else' stands before these brackets end.
bool RuleParser::has_else_ahead() const {
  size_t depth = 0, length = 0;
  for (Lexer ahead = lexer_; ahead.kind() != TokenKind::end && ++length < kLongestLookAhead;
       ahead.advance()) {
    const TokenKind token = ahead.kind();
    if (token == TokenKind::lbracket || token == TokenKind::lparen || token == TokenKind::lbrace)
      ++depth;
    const bool closes =
        token == TokenKind::rbracket || token == TokenKind::rparen || token == TokenKind::rbrace;
    if (closes && depth == 0) return false;
    if (closes) --depth;
    if (depth == 0 && ahead.is_name("else")) return true;
  }
  return false;
}

TermSyntax RuleParser::chosen(TermSyntax term) {
  if (!at_word("if") || !has_else_ahead()) return term;
  advance();
  if (++nesting_ > kMaxNesting)
    fail(term.span, fmt::format("choices are nested deeper than {}", kMaxNesting));
  TermSyntax node;
  node.kind = TermSyntax::Kind::choice;
  const size_t begin = term.span.begin;
  node.children.push_back(std::move(term));
  node.children.push_back(condition());
  if (!accept_word("else")) fail_expected("'else' and the term for other cases");
  node.children.push_back(term_or_choice());
  --nesting_;
  node.span = {begin, lexer_.previous_end()};
  return finish(std::move(node));
}

TermSyntax RuleParser::primary() {
  TermSyntax node;
  node.span = lexer_.span();
  if (at_cell_condition()) return cell_condition();
  if (on_board() && kind() == TokenKind::question) {  // the number that a cell holds
    node.kind = TermSyntax::Kind::name;
    node.name = "?";
    advance();
    return node;
  }
  if (kind() == TokenKind::number) {
    node.kind = TermSyntax::Kind::number;
    node.number = *Natural::parse(lexer_.text());
    if (!node.number.is_small()) fail(node.span, "a number in a rule is below 2^63");
    advance();
    if (kind() == TokenKind::name && lexer_.span().begin == node.span.end &&
        !is_keyword(lexer_.text())) {
      fail({node.span.begin, lexer_.span().end},
           fmt::format("a product is written with '*'; did you mean '{}*{}'?",
                       node.number.to_string(), lexer_.text()));
    }
    return node;
  }
  if (kind() == TokenKind::lparen) {
    open(TokenKind::lparen, "'('");
    TermSyntax inner = chosen(condition());
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
  const bool folds = may_fold();
  if (folds && (at_word("sum") || at_word("or") || at_word("and"))) {
    node.name = lexer_.text();
    advance();
    if (kind() != TokenKind::lparen) fail_expected("'(' and a list, or a term and 'for'");
  } else {
    mend_choice_in_term();
    if (kind() == TokenKind::lbracket && on_board())
      fail(lexer_.span(),
           "a list is changed only where a move leads, as in g(a[i -> x]); a term asks the list as "
           "it is: gcd(a), max(x + 1 for x in a)");
    if (kind() != TokenKind::name || is_keyword(lexer_.text())) fail_expected("a term");
    node.name = identifier("a term");
  }
  node.kind = TermSyntax::Kind::name;
  if (kind() == TokenKind::lparen) {
    node.kind = TermSyntax::Kind::call;
    open(TokenKind::lparen, "'('");
    node.children.push_back(chosen(condition()));
    if (folds && accept_word("for")) {
      node.kind = TermSyntax::Kind::fold;
      node.binders = binders();
      if (accept_word("if")) node.children.push_back(condition());
    } else {
      while (accept(TokenKind::comma)) node.children.push_back(chosen(condition()));
    }
    close(TokenKind::rparen,
          node.kind == TermSyntax::Kind::fold ? "',' and a binder, 'if' or ')'" : "',' or ')'");
    node.span.end = lexer_.previous_end();
  } else if (kind() == TokenKind::lbracket && has_lists()) {
    node.kind = TermSyntax::Kind::element;
    open(TokenKind::lbracket, "'['");
    node.children.push_back(term());
    if (kind() == TokenKind::dots)
      fail(lexer_.span(), fmt::format("{0}[i..j] is a list, and a number is expected here; all of "
                                      "them are {0}[k] for k in i..j",
                                      node.name));
    close(TokenKind::rbracket, "']'");
    node.span.end = lexer_.previous_end();
  }
  return finish(std::move(node));
}

}  // namespace grundy
