#include "language/sum_syntax.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "language/parse.h"

namespace grundy {
namespace {

constexpr uint64_t kMostBits = 8'000'000;  // of a power

constexpr size_t kMostNested = 100;  // compounds within compounds

class SumParser {
 public:
  SumParser(std::string_view source, std::string_view text, const IsBoardGame& is_board_game)
      : source_(source), lexer_(text), is_board_game_(is_board_game) {}

  Attempt<SumSyntax> sum();
  /// The number that the span is.
  Attempt<Natural> number_at(Span span);

 private:
  using Failed = std::optional<Error>;

  Error error(Span span, std::string message) const {
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), source_, lexer_.source(), span));
  }
  Error expected(std::string_view what) const {
    if (lexer_.kind() == TokenKind::invalid) return error(lexer_.span(), lexer_.problem());
    return error(lexer_.span(), fmt::format("expected {}, found {}", what, lexer_.found()));
  }
  void advance() {
    do lexer_.advance();
    while (lexer_.kind() == TokenKind::newline);
  }
  Failed part(SumPartSyntax& result);
  Failed primary(SumPartSyntax& result);
  /// Whether a compound begins at the name of one; else a game of that name.
  bool at_compound() const;
  Failed compound(SumPartSyntax& result);
  /// Parts up to what does not go on with '+'.
  Failed parts(std::vector<SumPartSyntax>& result);
  Failed bare_numbers() const;
  Failed wrong_join() const;
  Failed wrong_parameters(const SumPartSyntax& last) const;
  Failed nimber(SumPartSyntax& result);
  Failed board_arguments(SumPartSyntax& result);
  Failed entries(SumPartSyntax& result);
  Failed heap_list(SumPartSyntax& result);
  Failed arguments(SumPartSyntax& result);
  Failed argument(Argument& result);
  Failed numbers(std::vector<Natural>& result);
  /// A number or a power, 10^18; also 10**18 where the two stars mean nothing else.
  Failed natural(Natural& result, std::string_view what, bool stars = true);
  /// A natural number of coordinates: powers, their products, and sums and differences of these.
  Failed number(Natural& result, std::string_view what);
  Failed product(Natural& result, std::string_view what);
  Failed close(TokenKind token, std::string_view what) {
    if (lexer_.kind() != token) return expected(what);
    advance();
    return {};
  }

  std::string_view source_;
  Lexer lexer_;
  const IsBoardGame& is_board_game_;
  size_t depth_ = 0;  // of compounds within compounds
};

/// All up to the bracket that closes the position; brackets in quotes count for nothing.
std::optional<Error> SumParser::board_arguments(SumPartSyntax& result) {
  const std::string_view text = lexer_.source();
  const Span open = lexer_.span();
  size_t depth = 1;
  size_t at = open.end;
  for (; at < text.size(); ++at) {
    if (text[at] == '"') {
      const size_t close = text.find('"', at + 1);
      if (close == text.npos) return error({at, at + 1}, "the board has no closing '\"'");
      at = close;
    } else if (text[at] == '(') {
      ++depth;
    } else if (text[at] == ')' && --depth == 0) {
      break;
    }
  }
  if (at >= text.size()) return error(open, "the position has no closing ')'");
  result.on_board = true;
  result.board_span = {open.end, at};
  lexer_.seek(at + 1);
  while (lexer_.kind() == TokenKind::newline) lexer_.advance();
  return {};
}

std::optional<Error> SumParser::natural(Natural& result, std::string_view what, bool stars) {
  if (lexer_.kind() == TokenKind::minus)
    return error(
        lexer_.span(),
        fmt::format("expected {}, found a negative number; coordinates are natural numbers", what));
  if (lexer_.kind() != TokenKind::number) return expected(what);
  result = *Natural::parse(lexer_.text());
  Span span = lexer_.span();
  advance();
  if (lexer_.kind() != TokenKind::caret && !(stars && lexer_.kind() == TokenKind::double_star))
    return {};
  advance();
  if (lexer_.kind() != TokenKind::number) return expected("an exponent, as in 10^18");
  const Natural exponent = *Natural::parse(lexer_.text());
  span.end = lexer_.span().end;
  advance();
  if (result > Natural(1) && Natural(kMostBits) / result.bit_length() < exponent)
    return error(span, fmt::format("the number has more than {} bits", kMostBits));
  result = Natural::pow(
      result, result > Natural(1) ? exponent.small() : std::min(exponent, Natural(1)).small());
  return {};
}

std::optional<Error> SumParser::product(Natural& result, std::string_view what) {
  const size_t begin = lexer_.span().begin;
  if (auto failed = natural(result, what)) return failed;
  while (lexer_.kind() == TokenKind::star) {
    advance();
    Natural factor;
    if (auto failed = natural(factor, "a number")) return failed;
    if (result.bit_length() + factor.bit_length() > kMostBits)
      return error({begin, lexer_.previous_end()},
                   fmt::format("the number has more than {} bits", kMostBits));
    result = result * factor;
  }
  return {};
}

std::optional<Error> SumParser::number(Natural& result, std::string_view what) {
  const size_t begin = lexer_.span().begin;
  if (auto failed = product(result, what)) return failed;
  while (lexer_.kind() == TokenKind::plus || lexer_.kind() == TokenKind::minus) {
    const bool adds = lexer_.kind() == TokenKind::plus;
    advance();
    Natural term;
    if (auto failed = product(term, "a number")) return failed;
    if (!adds && term > result)
      return error({begin, lexer_.previous_end()},
                   "this number is negative, and coordinates are natural numbers");
    result = adds ? result + term : result - term;
  }
  return {};
}

Attempt<Natural> SumParser::number_at(Span span) {
  lexer_.seek(span.begin);
  Natural result;
  if (auto failed = number(result, "a natural number")) return *std::move(failed);
  if (lexer_.previous_end() != span.end)
    return error({lexer_.previous_end(), span.end}, "expected the end of the number");
  return result;
}

std::optional<Error> SumParser::numbers(std::vector<Natural>& result) {
  if (lexer_.kind() == TokenKind::rbracket) return {};
  for (;;) {
    if (auto failed = number(result.emplace_back(), "a number")) return failed;
    if (lexer_.kind() != TokenKind::comma) return {};
    advance();
  }
}

std::optional<Error> SumParser::argument(Argument& result) {
  result.span = lexer_.span();
  if (lexer_.kind() == TokenKind::file) {
    result.value = FileName{lexer_.path()};
    advance();
  } else if (lexer_.kind() == TokenKind::lbracket) {
    advance();
    if (lexer_.kind() == TokenKind::lbracket) {
      std::vector<std::vector<Natural>> rows;
      for (;;) {
        if (lexer_.kind() != TokenKind::lbracket) return expected("'[' and a row");
        advance();
        if (auto failed = numbers(rows.emplace_back())) return failed;
        if (auto failed = close(TokenKind::rbracket, "',' or ']'")) return failed;
        if (lexer_.kind() != TokenKind::comma) break;
        advance();
      }
      result.value = std::move(rows);
    } else {
      std::vector<Natural> list;
      if (auto failed = numbers(list)) return failed;
      result.value = std::move(list);
    }
    if (auto failed = close(TokenKind::rbracket, "',' or ']'")) return failed;
  } else {
    Natural coordinate;
    if (auto failed = number(coordinate, "a number, a list such as [3, 5] or @file")) return failed;
    result.value = std::move(coordinate);
  }
  result.span.end = lexer_.previous_end();
  return {};
}

std::optional<Error> SumParser::arguments(SumPartSyntax& result) {
  if (lexer_.kind() == TokenKind::rparen) return expected("a coordinate");
  for (;;) {
    if (auto failed = argument(result.arguments.emplace_back())) return failed;
    if (lexer_.kind() != TokenKind::comma) break;
    advance();
  }
  return close(TokenKind::rparen, "',' or ')'");
}

// 3, 5..9 or (1, 2), (3, 4): all numbers and ranges, or all tuples.
std::optional<Error> SumParser::entries(SumPartSyntax& result) {
  if (lexer_.kind() == TokenKind::rbrace) return {};
  const bool tuples = lexer_.kind() == TokenKind::lparen;
  for (;;) {
    if (tuples) {
      if (lexer_.kind() != TokenKind::lparen)
        return expected("'(' and a position's coordinates, as before");
      advance();
      if (auto failed = numbers(result.tuples.emplace_back())) return failed;
      if (auto failed = close(TokenKind::rparen, "',' or ')'")) return failed;
    } else {
      const size_t begin = lexer_.span().begin;
      HeapRange range;
      if (auto failed = number(range.first, "a number")) return failed;
      range.last = range.first;
      if (lexer_.kind() == TokenKind::dots) {
        advance();
        if (auto failed = number(range.last, "the last number of the range")) return failed;
        if (range.last < range.first)
          return error({begin, lexer_.previous_end()},
                       fmt::format("this range is reversed; did you mean {}..{}?",
                                   range.last.to_string(), range.first.to_string()));
      }
      result.heaps.push_back(std::move(range));
    }
    if (lexer_.kind() != TokenKind::comma) return {};
    advance();
  }
}

std::optional<Error> SumParser::heap_list(SumPartSyntax& result) {
  result.kind = SumPartSyntax::Kind::list;
  if (lexer_.kind() == TokenKind::file) {
    result.file = lexer_.path();
    advance();
  } else if (auto failed = entries(result)) {
    return failed;
  }
  return close(TokenKind::rbrace, "',' or '}'");
}

// *5, *(w^2*3 + 1), *w: one number, ω, or an ordinal in parentheses.
std::optional<Error> SumParser::nimber(SumPartSyntax& result) {
  result.kind = SumPartSyntax::Kind::nimber;
  size_t begin = lexer_.span().begin;
  size_t end = lexer_.span().end;
  if (lexer_.kind() == TokenKind::lparen) {
    size_t depth = 0;
    do {
      if (lexer_.kind() == TokenKind::lparen) ++depth;
      if (lexer_.kind() == TokenKind::rparen) --depth;
      end = lexer_.span().end;
      advance();
    } while (depth > 0 && lexer_.kind() != TokenKind::end);
    if (depth > 0) return expected("')'");
  } else if (lexer_.kind() == TokenKind::number || lexer_.is_name("w") || lexer_.is_name("ω")) {
    advance();
  } else {
    return expected("the size of a nim heap behind '*', such as *5 or *(w+1)");
  }
  Attempt<Ordinal> value = Ordinal::parse(lexer_.source().substr(begin, end - begin));
  if (!value) {
    const size_t column = value.error().diagnostics[0].column;
    const size_t at = std::min(begin + (column > 0 ? column - 1 : 0), end);
    return error({at, std::min(at + 1, end)}, value.error().message());
  }
  result.nimber = *std::move(value);
  return {};
}

/// Numbers without a game: "10", "3, 5, 7", "[3, 5, 7]". Nothing when a star shows that a position
/// follows.
std::optional<Error> SumParser::bare_numbers() const {
  constexpr size_t kMostShown = 20;
  Lexer ahead = lexer_;
  const bool bracket = ahead.kind() == TokenKind::lbracket || ahead.kind() == TokenKind::lbrace;
  if (bracket) ahead.advance();
  const size_t begin = lexer_.span().begin;
  size_t end = begin;
  std::vector<std::string_view> heaps;
  while (ahead.kind() == TokenKind::number && heaps.size() <= kMostShown) {
    heaps.push_back(ahead.text());
    end = ahead.span().end;
    ahead.advance();
    if (ahead.kind() == TokenKind::comma) ahead.advance();
  }
  if (bracket && (ahead.kind() == TokenKind::rbracket || ahead.kind() == TokenKind::rbrace)) {
    end = ahead.span().end;
    ahead.advance();
  }
  if (heaps.empty() || heaps.size() > kMostShown || ahead.kind() != TokenKind::end) return {};
  if (heaps.size() > 1 || bracket) {
    return error({begin, end}, fmt::format("which game is it? nim heaps are written nim{{{}}}",
                                           fmt::join(heaps, ", ")));
  }
  return error({begin, end},
               fmt::format("which game is it? a nim heap is written nim({0}) or *{0}", heaps[0]));
}

/// Positions joined by "and" or a comma instead of '+'.
std::optional<Error> SumParser::wrong_join() const {
  const bool joins = lexer_.is_name("and") || lexer_.kind() == TokenKind::comma;
  Lexer ahead = lexer_;
  ahead.advance();
  if (!joins || (ahead.kind() != TokenKind::name && ahead.kind() != TokenKind::star)) return {};
  const std::string_view before = trimmed(lexer_.source().substr(0, lexer_.span().begin));
  const std::string_view after = trimmed(lexer_.source().substr(lexer_.span().end));
  constexpr size_t kMostShown = 40;
  const bool show = before.size() <= kMostShown && after.size() <= kMostShown;
  return error(lexer_.span(), fmt::format("positions that are played together are joined by '+'{}",
                                          show ? fmt::format(": {} + {}", before, after) : ""));
}

bool SumParser::at_compound() const {
  static constexpr std::array kNames = {"all", "some", "one", "then", "upto"};
  if (lexer_.kind() == TokenKind::lparen) return true;
  if (std::none_of(kNames.begin(), kNames.end(),
                   [&](const char* name) { return lexer_.is_name(name); }))
    return false;
  Lexer ahead = lexer_;
  ahead.advance();
  while (ahead.kind() != TokenKind::lparen) {  // [short], [2]
    if (ahead.kind() != TokenKind::lbracket && ahead.kind() != TokenKind::rbracket &&
        ahead.kind() != TokenKind::name && ahead.kind() != TokenKind::number)
      return false;
    ahead.advance();
  }
  ahead.advance();
  if (ahead.kind() == TokenKind::name || ahead.kind() == TokenKind::star ||
      ahead.kind() == TokenKind::lparen)
    return true;
  const bool is_zero = ahead.kind() == TokenKind::number && ahead.text() == "0";
  if (ahead.kind() != TokenKind::number) return false;
  ahead.advance();
  return ahead.kind() == TokenKind::star || (is_zero && ahead.kind() == TokenKind::comma);
}

std::optional<Error> SumParser::compound(SumPartSyntax& result) {
  const size_t begin = lexer_.span().begin;
  if (++depth_ > kMostNested)
    return error(lexer_.span(), fmt::format("compounds are nested deeper than {}", kMostNested));
  result.kind = SumPartSyntax::Kind::compound;
  result.name = "one";
  result.name_span = lexer_.span();
  const bool is_group = lexer_.kind() == TokenKind::lparen;
  if (!is_group) {
    result.name = lexer_.text();
    advance();
  }
  if (result.name == "upto" && lexer_.kind() != TokenKind::lbracket)
    return expected("'[' and how many components a move may change, as in upto[2](…)");
  if (lexer_.kind() == TokenKind::lbracket) {
    advance();
    if (result.name == "upto") {
      if (auto failed = natural(result.most, "how many components a move may change"))
        return failed;
      if (result.most.is_zero())
        return error(result.name_span, "a move changes at least one component");
    } else {
      const bool has_pace =
          result.name != "then" && (lexer_.is_name("short") || lexer_.is_name("long"));
      if (!has_pace) return expected(result.name == "then" ? "'('" : "'short' or 'long'");
      result.pace = lexer_.text();
      advance();
    }
    if (auto failed = close(TokenKind::rbracket, "']'")) return failed;
  }
  if (auto failed = close(TokenKind::lparen, "'(' and positions")) return failed;
  for (;;) {
    if (auto failed = parts(result.components.emplace_back())) return failed;
    if (is_group || lexer_.kind() != TokenKind::comma) break;
    advance();
  }
  if (auto failed = close(TokenKind::rparen, is_group ? "'+' or ')'" : "',', '+' or ')'"))
    return failed;
  result.span = {begin, lexer_.previous_end()};
  if (result.name == "then" && result.components.size() != 2)
    return error(result.span,
                 "then(…) takes two positions: what is played first, and what is played behind it");
  if (!is_group && result.components.size() < 2)
    return error(result.span, fmt::format("{}(…) takes two positions or more", result.name));
  --depth_;
  return {};
}

std::optional<Error> SumParser::parts(std::vector<SumPartSyntax>& result) {
  Lexer ahead = lexer_;
  ahead.advance();
  if (lexer_.kind() == TokenKind::number && lexer_.text() == "0" &&
      ahead.kind() != TokenKind::star) {
    advance();
    return {};
  }
  for (;;) {
    if (auto failed = part(result.emplace_back())) return failed;
    if (lexer_.kind() != TokenKind::plus) return {};
    advance();
  }
}

std::optional<Error> SumParser::part(SumPartSyntax& result) {
  if (auto failed = primary(result)) return failed;
  for (size_t nested = 1; lexer_.kind() == TokenKind::colon; ++nested) {
    const Span colon = lexer_.span();
    if (nested > kMostNested)
      return error(colon, fmt::format("an ordinal sum has at most {} colons", kMostNested));
    advance();
    SumPartSyntax both;
    both.kind = SumPartSyntax::Kind::compound;
    both.name = ":";
    both.name_span = colon;
    both.components.resize(2);
    SumPartSyntax& above = both.components[1].emplace_back();
    if (auto failed = primary(above)) return failed;
    both.span = {result.span.begin, above.span.end};
    both.components[0].push_back(std::move(result));
    result = std::move(both);
  }
  return {};
}

std::optional<Error> SumParser::primary(SumPartSyntax& result) {
  const size_t begin = lexer_.span().begin;
  if (auto failed = bare_numbers()) return failed;
  if (lexer_.kind() == TokenKind::number) {
    if (auto failed = natural(result.times, "a number", false)) return failed;
    // 3**5 is three nim heaps of 5
    if (lexer_.kind() != TokenKind::star && lexer_.kind() != TokenKind::double_star)
      return expected(fmt::format("'*' and a position behind {}; a nim heap is written *{}",
                                  result.times.is_small() ? result.times.to_string() : "the number",
                                  result.times.is_small() ? result.times.to_string() : "5"));
    if (lexer_.kind() == TokenKind::star) advance();
  }
  if (lexer_.kind() == TokenKind::star || lexer_.kind() == TokenKind::double_star) {
    advance();
    if (auto failed = nimber(result)) return failed;
    result.span = {begin, lexer_.previous_end()};
    return {};
  }
  if (at_compound()) {
    const Natural times = result.times;
    if (auto failed = compound(result)) return failed;
    result.times = times;
    result.span.begin = begin;
    return {};
  }
  if (lexer_.kind() != TokenKind::name) return expected("a position such as kayles(10)");
  Lexer ahead = lexer_;
  ahead.advance();
  const bool is_game = ahead.kind() == TokenKind::lparen || ahead.kind() == TokenKind::lbracket ||
                       ahead.kind() == TokenKind::lbrace;
  if (!is_game && lexer_.is_name("again")) {
    result.kind = SumPartSyntax::Kind::again;
    advance();
    result.span = {begin, lexer_.previous_end()};
    return {};
  }
  if (!is_game && lexer_.is_name("entailing")) {
    advance();
    if (lexer_.is_name("entailing") || lexer_.is_name("again"))
      return expected("a position behind 'entailing'");
    if (auto failed = primary(result)) return failed;
    result.entailing = true;
    result.span.begin = begin;
    return {};
  }
  result.name = lexer_.text();
  result.name_span = lexer_.span();
  if (result.name.size() > 100) return error(lexer_.span(), "a name has at most 100 characters");
  advance();
  if (lexer_.kind() == TokenKind::lbracket) {
    if (takes_code(result.name)) {
      const size_t from = lexer_.span().end;
      size_t to = from;
      for (size_t depth = 1; to < lexer_.source().size(); ++to) {
        if (lexer_.source()[to] == '[') ++depth;
        if (lexer_.source()[to] == ']' && --depth == 0) break;
      }
      if (to >= lexer_.source().size()) return error(lexer_.span(), "the code has no closing ']'");
      result.code = lexer_.source().substr(from, to - from);
      result.code_span = {from, to};
      if (result.code.empty())
        return error(lexer_.span(), "expected a code such as 0.137 in the brackets");
      lexer_.seek(to + 1);
    } else {
      lexer_.advance();
      Attempt<std::vector<ParameterSyntax>> parameters = parse_parameters(lexer_, source_);
      if (!parameters) return std::move(parameters).error();
      result.parameters = *std::move(parameters);
    }
  }
  if (result.name == "∞") result.name = "inf";
  const TokenKind opening = lexer_.kind();
  if (result.name == "inf" && opening != TokenKind::lparen) {  // ∞ without exits
    result.span = {begin, lexer_.previous_end()};
    return {};
  }
  if (opening != TokenKind::lparen && opening != TokenKind::lbrace) {
    if (opening == TokenKind::number) {
      // What follows up to a blank belongs to it, as in "cram 3x4".
      const std::string_view source = lexer_.source();
      const size_t from = lexer_.span().begin,
                   to = std::min(source.find_first_of(" \t\n+", from), source.size());
      std::string_view one = source.substr(from, to - from);
      while (one.ends_with(',')) one.remove_suffix(1);
      size_t end = from + one.size();
      // Several heaps: "nim 3 4 5".
      std::vector<std::string_view> heaps;
      Lexer further = lexer_;
      for (; further.kind() == TokenKind::number; further.advance()) {
        heaps.push_back(further.text());
        if (heaps.size() > 1) end = further.span().end;
        Lexer next = further;
        next.advance();
        if (next.kind() == TokenKind::comma) further = next;
      }
      const std::string inside = heaps.size() > 1 ? fmt::format("{{{}}}", fmt::join(heaps, ", "))
                                                  : fmt::format("({})", one);
      return error({begin, end}, fmt::format("a position stands in brackets; did you mean '{}{}'?",
                                             result.name, inside));
    }
    if (result.name == "misere" || result.name == "misère")
      return error(lexer_.span(), "misère play is asked for beside the position: --play misere");
    return expected(fmt::format("'(' and the coordinates of '{}'", result.name));
  }
  if (opening == TokenKind::lparen && is_board_game_ && is_board_game_(result.name)) {
    if (auto failed = board_arguments(result)) return failed;
    result.span = {begin, result.board_span.end + 1};
    return {};
  }
  advance();
  if (auto failed = opening == TokenKind::lbrace ? heap_list(result) : arguments(result))
    return failed;
  result.span = {begin, lexer_.previous_end()};
  return {};
}

// 'subtract{1, 2}(9)' and 'moore(2)(3, 4)'.
std::optional<Error> SumParser::wrong_parameters(const SumPartSyntax& last) const {
  const bool is_game =
      last.kind == SumPartSyntax::Kind::position || last.kind == SumPartSyntax::Kind::list;
  if (!is_game || !last.parameters.empty() || !last.code.empty()) return std::nullopt;
  const Span span{last.name_span.begin, last.span.end};
  std::string_view given =
      lexer_.source().substr(last.name_span.end, span.end - last.name_span.end);
  if (given.starts_with('(')) given = given.substr(1, given.size() - 2);
  return error(span, fmt::format("parameters stand in square brackets; did you mean '{}[{}]'?",
                                 last.name, given));
}

Attempt<SumSyntax> SumParser::sum() {
  SumSyntax result;
  while (lexer_.kind() == TokenKind::newline) lexer_.advance();
  if (lexer_.kind() == TokenKind::end) return expected("a sum such as 'kayles(10) + nim(3)'");
  if (auto failed = parts(result.parts)) return *std::move(failed);
  if (lexer_.is_name("using")) {
    std::string_view rest = trimmed(lexer_.source().substr(lexer_.span().end));
    if (rest.empty()) return error(lexer_.span(), "expected a rule file behind 'using'");
    if (rest.size() >= 2 && rest.front() == '"' && rest.back() == '"')
      rest = rest.substr(1, rest.size() - 2);
    result.rules = rest;
    return result;
  }
  if (auto failed = wrong_join()) return *std::move(failed);
  if (lexer_.kind() == TokenKind::lparen && !result.parts.empty()) {
    if (auto failed = wrong_parameters(result.parts.back())) return *std::move(failed);
  }
  if (lexer_.kind() != TokenKind::end) return expected("'+', 'using' or the end of the sum");
  return result;
}

}  // namespace

Attempt<SumSyntax> parse_sum(std::string_view source, std::string_view text,
                             const IsBoardGame& is_board_game) {
  const size_t nul = text.find('\0');
  if (nul != text.npos) {
    return Error::at(locate(Diagnostic::Severity::error, "there is a byte 0x00, which no text has",
                            source, text, {nul, nul + 1}));
  }
  return SumParser(source, text, is_board_game).sum();
}

Attempt<Natural> parse_number(std::string_view source, std::string_view text, Span span) {
  return SumParser(source, text, {}).number_at(span);
}

}  // namespace grundy
