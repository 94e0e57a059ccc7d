// Lists as coordinates: a[i] and folds in terms, and the lists that moves lead to.
//
//   LIST   = PIECE { ("+" | "-") PIECE }
//   PIECE  = "[" TERM … "]"  |  "[" TERM for BINDERS if CONDITION "]"
//          | NAME  |  NAME "[" TERM ".." TERM "]"  |  NAME "[" PLACES "->" (TERM | LIST), … "]"
//   PLACES = TERM | TERM ".." TERM
#include <fmt/format.h>

#include <algorithm>

#include "language/parser.h"

namespace grundy {

bool RuleParser::is_list_name(std::string_view name) const {
  if (!on_board()) return false;
  for (size_t i = 0; i < board_->coordinates.size(); ++i) {
    if (board_->coordinates[i] == name && is_list(board_->coordinate_kinds[i])) return true;
  }
  return false;
}

/// `x in a[i..j]` as `at_x in i..j, x = a[at_x]`; false where something else stands here.
bool RuleParser::slice_binders(std::vector<BinderSyntax>& binders) {
  Lexer ahead = lexer_;
  const std::string name(ahead.text());
  ahead.advance();
  if (kind() != TokenKind::name || !ahead.is_name("in")) return false;
  ahead.advance();
  const std::string list(ahead.text());
  if (ahead.kind() != TokenKind::name || !is_list_name(list)) return false;
  ahead.advance();
  if (ahead.kind() != TokenKind::lbracket) return false;
  BinderSyntax place, element;
  element.names = {identifier("a variable", &element.name_spans.emplace_back())};
  place.names = {"at_" + name};
  place.name_spans = element.name_spans;
  advance();  // in
  advance();  // the list
  open(TokenKind::lbracket, "'['");
  place.kind = BinderSyntax::Kind::range;
  place.bounds.push_back(term());
  expect(TokenKind::dots, "'..' and the last place");
  place.bounds.push_back(term());
  close(TokenKind::rbracket, "']'");
  TermSyntax there;
  there.kind = TermSyntax::Kind::name;
  there.name = place.names[0];
  TermSyntax value;
  value.kind = TermSyntax::Kind::element;
  value.name = list;
  value.children.push_back(std::move(there));
  element.kind = BinderSyntax::Kind::equal;
  element.bounds.push_back(std::move(value));
  const Span span{element.name_spans[0].begin, lexer_.previous_end()};
  place.span = element.span = span;
  element.bounds[0].span = element.bounds[0].children[0].span = span;
  binders.push_back(std::move(place));
  binders.push_back(std::move(element));
  return true;
}

bool RuleParser::has_lists() const {
  return on_board() &&
         std::any_of(board_->coordinate_kinds.begin(), board_->coordinate_kinds.end(), is_list);
}

bool RuleParser::may_fold() const { return !on_board() || board_->space[0].kind.empty(); }

bool RuleParser::at_list() const {
  if (!on_board()) return false;
  if (kind() == TokenKind::lbracket) return true;
  if (kind() != TokenKind::name || is_keyword(lexer_.text()) || !has_lists()) return false;
  Lexer ahead = lexer_;
  ahead.advance();
  if (ahead.kind() != TokenKind::lbracket) return is_list_name(lexer_.text());
  // a[i] is a number, a[i -> x] and a[i..j] are lists.
  size_t depth = 0;
  size_t length = 0;
  do {
    const TokenKind token = ahead.kind();
    if (token == TokenKind::lbracket || token == TokenKind::lparen || token == TokenKind::lbrace)
      ++depth;
    if (token == TokenKind::rbracket || token == TokenKind::rparen || token == TokenKind::rbrace)
      --depth;
    if (depth == 1 && (token == TokenKind::arrow || token == TokenKind::dots)) return true;
    ahead.advance();
  } while (depth > 0 && ++length < kLongestLookAhead && ahead.kind() != TokenKind::end);
  return false;
}

SetSyntax RuleParser::listing() {
  SetSyntax result;
  const size_t begin = lexer_.span().begin;
  open(TokenKind::lbracket, "'['");
  if (kind() != TokenKind::rbracket) {
    do {
      SetSyntax::Element element;
      element.terms.push_back(term_or_choice());
      result.elements.push_back(std::move(element));
      if (comprehension(result)) break;
    } while (accept(TokenKind::comma));
  }
  close(TokenKind::rbracket,
        result.kind == SetSyntax::Kind::comprehension ? "'if' or ']'" : "',' or ']'");
  result.span = {begin, lexer_.previous_end()};
  return result;
}

ListSyntax::Piece RuleParser::list_piece() {
  ListSyntax::Piece piece;
  const size_t begin = lexer_.span().begin;
  if (kind() == TokenKind::lbracket) {
    piece.listed.push_back(listing());
  } else {
    if (kind() != TokenKind::name || is_keyword(lexer_.text()))
      fail_expected("a list such as [x, y], [x for x in a] or the name of one");
    piece.name = identifier("a list");
    if (kind() == TokenKind::lbracket) {
      open(TokenKind::lbracket, "'['");
      do {
        ListSyntax::Change change;
        change.places.push_back(term());
        if (accept(TokenKind::dots)) change.places.push_back(term());
        if (piece.changes.empty() && change.places.size() == 2 && kind() == TokenKind::rbracket) {
          piece.slice = std::move(change.places);
          break;
        }
        expect(TokenKind::arrow, "'..' or '->'");
        if (kind() == TokenKind::rbracket)
          fail(lexer_.span(), "a list without that element has '[]' there; did you mean '[]]'?");
        if (at_list()) {
          change.list.push_back(list());
        } else {
          change.number.push_back(term_or_choice());
        }
        piece.changes.push_back(std::move(change));
      } while (accept(TokenKind::comma));
      close(TokenKind::rbracket, "',' or ']'");
    }
  }
  piece.span = {begin, lexer_.previous_end()};
  return piece;
}

ListSyntax RuleParser::list() {
  ListSyntax result;
  const size_t begin = lexer_.span().begin;
  if (++nesting_ > kMaxNesting)
    fail(lexer_.span(), fmt::format("brackets are nested deeper than {}", kMaxNesting));
  bool taken = false;
  do {
    result.pieces.push_back(list_piece());
    result.pieces.back().taken = taken;
    taken = kind() == TokenKind::minus;
  } while (accept(TokenKind::plus) || accept(TokenKind::minus));
  --nesting_;
  result.span = {begin, lexer_.previous_end()};
  return result;
}

}  // namespace grundy
