// Games, moves, 'let' lines and the parts of sums.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text.h"
#include "language/choices.h"
#include "language/parser.h"

namespace grundy {

std::vector<std::string> RuleParser::documentation_above(size_t position) const {
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
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '\t'))
      line.remove_suffix(1);
    lines.emplace_back(line);
    line_begin = begin;
  }
  std::reverse(lines.begin(), lines.end());
  return lines;
}

ParsedFile RuleParser::file(const Budget* budget) {
  constexpr size_t kItemsBetweenLooks = 64;
  ParsedFile result;
  size_t items = 0;
  FileSyntax& file = result.file;
  std::unique_ptr<GameSyntax> header;  // of the present game, if it is one of cells
  bool orphans = false;  // the lines here belong to a game whose first line has an error
  while (lexer_.kind() == TokenKind::newline) lexer_.advance();
  while (kind() != TokenKind::end && errors_.size() < kMaxErrors) {
    result.cut_short = budget != nullptr && ++items % kItemsBetweenLooks == 0 && budget->spent();
    if (result.cut_short) break;
    try {
      if (at_word("game")) {
        orphans = true;
        board_ = nullptr;
        game_.clear();  // a name for a sum has no moves
        GameSyntax game = game_header();
        game_ = game.name;
        coordinates_ = game.coordinates;
        file.games.push_back(std::move(game));
        orphans = false;
        if (!file.games.back().space.empty()) {
          header = std::make_unique<GameSyntax>(file.games.back());
          board_ = header.get();
        }
      } else if (on_board() && !orphans && (at_word("always") || at_word("over"))) {
        file.games.back().clauses.push_back(clause());
      } else if (on_board() && !orphans && !at_word("let") && !at_end_line()) {
        for (MoveSyntax& one : cases_of(drawn_line()))
          file.games.back().moves.push_back(std::move(one));
      } else if (orphans && at_word("let")) {
        let_line();
      } else if (at_end_line()) {
        const EndSyntax end = end_line();
        if (file.games.empty() || file.games.back().is_alias)
          fail(end.span, "'win if' and 'lose if' stand among the moves of a game");
        if (!orphans) file.games.back().ends.push_back(end);
      } else if (orphans && (kind() == TokenKind::arrow || at_side())) {
        move_line();
      } else if (at_word("show") && !orphans && !file.games.empty()) {
        GameSyntax& game = file.games.back();
        if (game.coordinates.size() != 1)
          fail(lexer_.span(), "a row is shown of games with one coordinate");
        if (game.show) fail(lexer_.span(), fmt::format("'{}' has two 'show' lines", game.name));
        game.show = show_line();
      } else if (at_word("let")) {
        (file.games.empty() ? file.lets : file.games.back().lets).push_back(let_line());
      } else if (kind() == TokenKind::arrow || at_side()) {
        if (file.games.empty()) fail(lexer_.span(), "a move stands before the first 'game' line");
        if (file.games.back().is_alias) {
          fail(lexer_.span(),
               fmt::format("'{}' is another name for a sum and has no moves of its own",
                           file.games.back().name));
        }
        for (MoveSyntax& one : cases_of(move_line()))
          file.games.back().moves.push_back(std::move(one));
      } else {
        if (at_word("always") || at_word("over"))
          fail(lexer_.span(),
               "'always' and 'over' are for games of cells, sets and lists; in a game of numbers "
               "each "
               "move says its condition, as in '-> g(n - k) for k >= 1 if n - k != 3'");
        const bool before_games = file.games.empty() && !orphans;
        orphans = orphans || before_games || mistaken_game_word();
        mend_line_start(before_games);
        fail_expected("'game', '->' or 'let'");
      }
      end_of_line("the end of the line");
      while (kind() == TokenKind::newline) lexer_.advance();
    } catch (const ParseFailure&) {
      skip_to_next_item();
    }
  }
  result.errors = std::move(errors_);
  return result;
}

GameSyntax RuleParser::game_header() {
  constexpr size_t kMostCoordinates = 64;
  GameSyntax game;
  game.documentation = documentation_above(lexer_.span().begin);
  advance();
  game.name = identifier("the name of a game", &game.span);
  if (kind() == TokenKind::lbracket) game.parameters = parameter_declarations();
  if (!at_word("on")) {
    if (kind() != TokenKind::lparen) mend_coordinates(game);
    open(TokenKind::lparen, "'(' and the coordinates");
    do {
      Span span;
      const CoordinateKind of = coordinate_kind();
      game.coordinates.push_back(identifier("the name of a coordinate", &span));
      game.coordinate_spans.push_back(span);
      game.coordinate_kinds.push_back(of);
      if (game.coordinates.size() > kMostCoordinates)
        fail(span, fmt::format("a game has at most {} coordinates", kMostCoordinates));
      if (of == CoordinateKind::set) expect(TokenKind::rbrace, "'}'");
      if (is_list(of)) expect(TokenKind::rbracket, "']'");
    } while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
  }
  if (at_word("on") ||
      std::any_of(game.coordinate_kinds.begin(), game.coordinate_kinds.end(),
                  [](CoordinateKind of) { return of != CoordinateKind::number; })) {
    space(game);
    if (kind() == TokenKind::eq)
      fail(lexer_.span(),
           "another name for a sum has numbers for coordinates; sets, lists and boards are written "
           "out where the position is asked for");
    return game;
  }
  if (kind() == TokenKind::eq) {
    game.is_alias = true;
    advance();
    game.alias = sum();
  } else {
    mend_header_end();
  }
  return game;
}

CoordinateKind RuleParser::coordinate_kind() {
  if (accept(TokenKind::lbrace)) return CoordinateKind::set;
  if (accept(TokenKind::lbracket)) return CoordinateKind::list;
  Lexer ahead = lexer_;
  ahead.advance();
  if (!at_word("bag") || ahead.kind() != TokenKind::lbracket) return CoordinateKind::number;
  advance();
  advance();
  return CoordinateKind::bag;
}

std::vector<ParameterSyntax> RuleParser::parameter_declarations() {
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

LetSyntax RuleParser::let_line() {
  LetSyntax let;
  advance();
  let.name = identifier("the name of a term", &let.span);
  expect(TokenKind::eq, "'='");
  let.term = term_or_choice();
  return let;
}

ShowSyntax RuleParser::show_line() {
  const size_t begin = lexer_.span().begin;
  const std::string_view source = lexer_.source();
  const size_t end = std::min(source.find_first_of("\r\n", begin), source.size());
  std::vector<std::string> words;
  for (size_t at = begin; at < end;) {
    const size_t from = std::min(source.find_first_not_of(" \t", at), end);
    at = std::min(source.find_first_of(" \t", from), end);
    if (from < at) words.emplace_back(source.substr(from, at - from));
  }
  const auto is_character = [](const std::string& word) {
    return character_end(word, 0) == word.size();
  };
  const auto is_verb = [](const std::string& word) {
    return std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  };
  if (words.size() != 5 || words[1] != "row" || !is_character(words[2]) || !is_verb(words[3]) ||
      !is_character(words[4]))
    fail({begin, end},
         "a row is shown by a character, a verb in small letters and a mark: 'show row | hit .'");
  lexer_.seek(end);
  return {words[2], words[3], words[4]};
}

bool RuleParser::at_end_line() const {
  if (!at_word("win") && !at_word("lose")) return false;
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.is_name("if");
}

EndSyntax RuleParser::end_line() {
  EndSyntax end;
  end.wins = at_word("win");
  end.span = lexer_.span();
  advance();
  advance();
  end.condition = condition();
  end.span.end = lexer_.previous_end();
  return end;
}

bool RuleParser::at_side() const {
  if (!at_word("left") && !at_word("right")) return false;
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.kind() == TokenKind::arrow;
}

MoveSyntax RuleParser::move_line() {
  MoveSyntax move;
  const size_t begin = lexer_.span().begin;
  if (at_side()) {
    move.by = at_word("left") ? MoveSyntax::By::left : MoveSyntax::By::right;
    advance();
  }
  advance();
  reply_word(move);
  move.parts = sum();
  if (accept_word("for")) move.binders = binders();
  if (accept_word("if")) move.condition.push_back(condition());
  move.span = {begin, lexer_.previous_end()};
  mend_move_end(!move.condition.empty());
  end_of_line(!move.condition.empty() ? "the end of the line"
              : !move.binders.empty() ? "',' and a binder, 'if' or the end of the line"
                                      : "'+', 'for', 'if' or the end of the line");
  return move;
}

/// `again` and `entailing` are words of the language where something else than a bracket follows:
/// -> again(n) is a game.
bool RuleParser::at_reply_word() const {
  if (!at_word("again") && !at_word("entailing")) return false;
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.kind() != TokenKind::lparen && ahead.kind() != TokenKind::lbracket;
}

void RuleParser::reply_word(MoveSyntax& move) {
  if (!at_reply_word()) return;
  move.reply = at_word("again") ? Reply::same_player : Reply::here;
  move.reply_span = lexer_.span();
  advance();
}

std::vector<PartSyntax> RuleParser::sum() {
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

/// K*g(n) and (n/2)*g(n) are sum(g(n) for _ < K).
PartSyntax RuleParser::copies_of_part() {
  PartSyntax result;
  const size_t begin = lexer_.span().begin;
  BinderSyntax copies;
  copies.kind = BinderSyntax::Kind::less;
  copies.names = {"_"};
  copies.name_spans = {lexer_.span()};
  copies.span = result.name_span = lexer_.span();
  copies.bounds.push_back(primary());
  advance();
  result.repeated.push_back(part());
  result.binders.push_back(std::move(copies));
  result.span = {begin, lexer_.previous_end()};
  return result;
}

/// At a term in brackets with '*' and a name behind.
bool RuleParser::at_copies_in_brackets() const {
  if (kind() != TokenKind::lparen) return false;
  Lexer ahead = lexer_;
  size_t depth = 0, length = 0;
  do {
    if (ahead.kind() == TokenKind::lparen) ++depth;
    if (ahead.kind() == TokenKind::rparen) --depth;
    ahead.advance();
  } while (depth > 0 && ++length < kLongestLookAhead && ahead.kind() != TokenKind::end);
  if (depth > 0 || ahead.kind() != TokenKind::star) return false;
  ahead.advance();
  return ahead.kind() == TokenKind::name;
}

PartSyntax RuleParser::part() {
  constexpr uint64_t kMostWrittenOut = 32;
  PartSyntax result;
  const size_t begin = lexer_.span().begin;
  Lexer ahead = lexer_;
  ahead.advance();
  const bool is_number = kind() == TokenKind::number;
  const auto times = is_number ? Natural::parse(lexer_.text())->to_uint64() : std::nullopt;
  if (is_number && (ahead.kind() != TokenKind::star || (times && *times <= kMostWrittenOut))) {
    if (ahead.kind() != TokenKind::star) mend_bare_position();
    result.times = times.value_or(1);
    advance();
    expect(TokenKind::star, "'*' and a position");
  } else if (is_number || (kind() == TokenKind::name && !is_keyword(lexer_.text()))) {
    if (ahead.kind() == TokenKind::star) return copies_of_part();
  }
  if (at_copies_in_brackets()) return copies_of_part();
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
    if (kind() == TokenKind::star) fail(lexer_.span(), "a nim heap *n is written nim(n) in a rule");
    mend_bare_position();
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
    if (on_board() && kind() != TokenKind::lparen) {  // the changed board alone
      result.span = {begin, lexer_.previous_end()};
      return result;
    }
    open(TokenKind::lparen, fmt::format("'(' and the coordinates of '{}'", result.name));
    if (on_board() && kind() == TokenKind::rparen) {
      close(TokenKind::rparen, "')'");
      result.span = {begin, lexer_.previous_end()};
      return result;
    }
    do {
      if (on_board() && (kind() == TokenKind::lbrace || at_set_without())) {
        result.arguments.emplace_back();
        result.arguments.back().span = lexer_.span();
        result.argument_sets.resize(result.arguments.size());
        result.argument_sets.back().push_back(kind() == TokenKind::lbrace ? set_literal()
                                                                          : set_without());
      } else if (at_list()) {
        result.arguments.emplace_back();
        result.argument_lists.resize(result.arguments.size());
        result.argument_lists.back().push_back(list());
        result.arguments.back().span = result.argument_lists.back()[0].span;
      } else {
        result.arguments.push_back(term_or_choice());
      }
    } while (accept(TokenKind::comma));
    close(TokenKind::rparen, "',' or ')'");
  }
  result.span = {begin, lexer_.previous_end()};
  return result;
}

std::vector<ParameterSyntax> RuleParser::parameters() {
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

}  // namespace grundy
