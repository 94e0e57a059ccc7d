// Games of cells around their rows: spaces, steps, drawn lines, clauses, conditions over cells.
//
//   game nogo on grid of X O: always every X reaches .
//   -> X to . along up then every O that …
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "language/cell_characters.h"
#include "language/parser.h"
#include "rule/space.h"

namespace grundy {

ReachSyntax RuleParser::reach(bool in_condition) {
  ReachSyntax result;  // at 'reaches'
  const std::string_view text = lexer_.source();
  const size_t from = skip_blanks(text, lexer_.span().end);
  const auto word_here = [&](std::string_view word) {
    const size_t end = from + word.size();
    return text.substr(from, word.size()) == word && end < text.size() && is_blank(text[end]);
  };
  if (word_here("through")) {  // every A that u reaches through C
    lexer_.advance();
  } else if (arrow_at(text, from) > 0) {
    lexer_.advance();
    return result;
  } else {
    if (word_here("no")) {
      result.negated = true;
      lexer_.advance();
    }
    result.target = one_item("that is reached", in_condition);
  }
  if (at_word("through")) result.through = one_item("behind 'through'", in_condition);
  return result;
}

std::vector<AlongSyntax> RuleParser::along() {
  std::vector<AlongSyntax> result;
  const auto number = [&] {
    const bool negative = accept(TokenKind::minus);
    if (kind() != TokenKind::number || lexer_.text().size() > 3)
      fail_expected("a number of rows or columns");
    const int64_t value = std::stoll(std::string(lexer_.text()));
    advance();
    return negative ? -value : value;
  };
  do {
    AlongSyntax one;
    one.span = lexer_.span();
    if (accept(TokenKind::lparen)) {
      one.down = number();
      expect(TokenKind::comma, "','");
      one.right = number();
      expect(TokenKind::rparen, "')'");
    } else {
      one.word = identifier("a direction such as right, orth, king or (1, 2)");
    }
    one.span.end = lexer_.previous_end();
    result.push_back(std::move(one));
  } while (accept(TokenKind::comma));
  return result;
}

void RuleParser::space(GameSyntax& game) {
  SpaceSyntax& space = game.space.emplace_back();
  space.span = lexer_.span();
  if (!accept_word("on")) return;
  space.span = lexer_.span();
  space.kind = identifier("a space: strip, ring, grid, torus, graph, arcs or word");
  if (accept_word("with")) {
    if (!accept_word("edges")) fail_expected("'edges'");
    space.edges = true;
  }
  if (accept_word("of")) {
    if (!accept_word("numbers")) fail_expected("'numbers'");
    space.numbers = true;
  }
  if (accept_word("along")) space.along = along();
  space.span.end = lexer_.previous_end();
  if (at_word("start")) {
    const std::string_view text = lexer_.source();
    const size_t begin = skip_blanks(text, lexer_.span().end);
    size_t end = std::min(text.find('\n', begin), text.size());
    const size_t line_end = end;
    while (end > begin && is_blank(text[end - 1])) --end;
    if (begin >= end) fail({begin, begin + 1}, "expected cells behind 'start'");
    space.start = text.substr(begin, end - begin);
    space.start_span = {begin, end};
    lexer_.seek(line_end);
  }
  end_of_line("'of numbers', 'along', 'start' or the end of the line");
}

StepSyntax RuleParser::step(MoveSyntax& move) {
  // The lexer stands at 'then', or at the first token of the line.
  const std::string_view text = lexer_.source();
  const size_t from = skip_blanks(text, at_word("then") ? lexer_.span().end : lexer_.span().begin);
  StepSyntax result;
  result.span.begin = from;
  constexpr std::string_view kEvery = "every";
  const size_t behind = from + kEvery.size();
  result.every =
      text.substr(from, kEvery.size()) == kEvery && behind < text.size() && is_blank(text[behind]);
  if (result.every) {
    lexer_.seek(from);
    result.left.span = lexer_.span();
    result.left.rows.push_back(one_item("behind 'every'", false));
    if (!at_word("that")) fail_expected("'that'");
    lexer_.advance();
    ReachSyntax reached;
    if (!at_word("reaches")) {
      const std::string name = identifier("the name of a cell, or 'reaches'", &reached.from_span);
      reached.from = name;
      if (!at_word("reaches")) fail_expected("'reaches'");
    }
    const std::string name = std::move(reached.from);
    const Span span = reached.from_span;
    reached = reach(false);
    reached.from = name;
    reached.from_span = span;
    if (name.empty() && reached.target.empty())
      fail(lexer_.span(), "expected the cell that is reached");
    result.reach.push_back(std::move(reached));
  } else {
    result.left = cells(from, false);
  }
  if (kind() != TokenKind::arrow) {
    // Among cells '=' is one.
    const std::string_view line = lexer_.source().substr(0, lexer_.span().begin);
    const size_t begin = line.rfind('\n') + 1;
    for (const std::string_view arrow : {"=>", ">"}) {
      const size_t at = line.find(arrow, begin);
      if (at != line.npos)
        fail({at, at + arrow.size()}, "a move has another arrow; did you mean '->'?");
    }
    const size_t first = line.find_first_not_of(" \t", begin);
    if (first != line.npos && line.substr(first).starts_with("never "))
      fail({first, first + 5}, "what no move may make has other words; did you mean 'always no'?");
    if (first != line.npos) mend_words_of_boards(first, false);
    fail_expected("'->' and the cells after the move");
  }
  const size_t behind_arrow = lexer_.span().end;
  lexer_.advance();
  if (move.reply != Reply::anywhere) {
    fail(move.reply_span,
         fmt::format("'{}' stands behind the last arrow of a move",
                     lexer_.source().substr(move.reply_span.begin,
                                            move.reply_span.end - move.reply_span.begin)));
  }
  if (at_reply_word()) {
    reply_word(move);
    result.right = cells(move.reply_span.end, false);
  } else {
    lexer_.seek(behind_arrow);
    result.right = cells(behind_arrow, false);
  }
  if (accept_word("along")) result.along = along();
  result.span.end = lexer_.previous_end();
  return result;
}

MoveSyntax RuleParser::drawn_line() {
  MoveSyntax move;
  const size_t begin = lexer_.span().begin;
  if (kind() == TokenKind::arrow) {
    advance();
    move.to = true;
    reply_word(move);
    move.parts = sum();
  } else {
    if (board_->space[0].kind.empty()) {
      if (at_side())
        fail(lexer_.span(),
             fmt::format(
                 "in a game of sets or lists both players have the same moves; write whose turn it "
                 "is as a coordinate, {}(turn, …)",
                 board_->name));
      fail_expected("'->', 'let' or 'game'");
    }
    do move.steps.push_back(step(move));
    while (at_word("then"));
    if (accept_word("to")) {
      move.to = true;
      move.parts = sum();
    }
  }
  if (accept_word("for")) move.binders = binders();
  if (accept_word("if")) move.condition.push_back(condition());
  move.span = {begin, lexer_.previous_end()};
  end_of_line(!move.condition.empty() ? "the end of the line"
              : !move.binders.empty()
                  ? "',' and a binder, 'if' or the end of the line"
                  : "'then', 'to', 'along', 'for', 'if' or the end of the line");
  return move;
}

ClauseSyntax RuleParser::clause() {
  ClauseSyntax result;
  result.always = at_word("always");
  result.span = lexer_.span();
  advance();
  const size_t begin = lexer_.span().begin;
  result.condition = condition();
  result.span.end = lexer_.previous_end();
  if (at_word("for")) {
    const std::string_view behind = trimmed(rest_of_line());
    const size_t end = static_cast<size_t>(behind.data() + behind.size() - lexer_.source().data());
    fail({begin, end},
         fmt::format("a condition for each of some letters or numbers is 'all(…)'; did "
                     "you mean 'all({})'?",
                     lexer_.source().substr(begin, end - begin)));
  }
  end_of_line("the end of the line");
  return result;
}

bool RuleParser::at_cell_condition() const {
  if (!on_board() || board_->space[0].kind.empty() || kind() != TokenKind::name) return false;
  if (at_word("some") || at_word("no") || at_word("every")) return true;
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.is_name("reaches") || (at_word("count") && ahead.kind() == TokenKind::lparen);
}

TermSyntax RuleParser::cell_condition() {
  using Kind = CellConditionSyntax::Kind;
  TermSyntax node;
  node.kind = TermSyntax::Kind::cells;
  node.span = lexer_.span();
  CellConditionSyntax read;
  if (at_word("some") || at_word("no") || at_word("every")) {
    read.kind = at_word("some") ? Kind::some : at_word("no") ? Kind::no : Kind::every;
    read.cells = cells(lexer_.span().end, true);
    if (at_word("reaches")) {
      read.reach.push_back(reach(true));
    } else if (read.kind == Kind::every) {
      fail_expected("'reaches'");
    }
  } else if (at_word("count")) {
    read.kind = Kind::count;
    lexer_.advance();
    read.cells = cells(lexer_.span().end, true);
    if (kind() != TokenKind::rparen) fail_expected("')'");
    advance();
  } else {
    read.kind = Kind::from;
    Span span;
    const std::string name = identifier("the name of a cell", &span);
    read.reach.push_back(reach(true));
    read.reach[0].from = name;
    read.reach[0].from_span = span;
  }
  node.span.end = lexer_.previous_end();
  read.span = node.span;
  node.cells.push_back(std::move(read));
  return finish(std::move(node));
}

bool RuleParser::letters_binder(BinderSyntax& binder) {
  if (!on_board() || board_->space[0].kind.empty()) return false;
  const std::string_view text = lexer_.source();
  size_t begin = skip_blanks(text, lexer_.span().end);
  size_t end = begin;
  while (end < text.size() && !is_blank(text[end]) && text[end] != '\n' && text[end] != ',' &&
         text[end] != ')')
    ++end;
  std::string_view word = text.substr(begin, end - begin);
  const size_t behind = skip_blanks(text, end);
  if (word.empty() || word[0] == '{' || word[0] == '@' || is_lower(word[0]) || word[0] == '(' ||
      word.find("..") != word.npos || text.substr(behind, 2) == "..")
    return false;
  const auto is_word = [&](const std::string& name) { return name == word; };
  if (std::any_of(board_->coordinates.begin(), board_->coordinates.end(), is_word)) return false;
  if (std::any_of(board_->parameters.begin(), board_->parameters.end(),
                  [&](const ParameterSyntax& parameter) { return parameter.name == word; }))
    return false;
  if (word.size() >= 2 && word.front() == '"' && word.back() == '"')
    word = word.substr(1, word.size() - 2);
  binder.kind = BinderSyntax::Kind::letters;
  binder.letters = word;
  lexer_.seek(end);
  if (kind() == TokenKind::newline) {
    Lexer ahead = lexer_;
    while (ahead.kind() == TokenKind::newline) ahead.advance();
    if (begins_continuation(ahead)) lexer_ = ahead;
  }
  return true;
}

}  // namespace grundy
