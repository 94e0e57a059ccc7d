// Slips of people who write their first rules: each gets one message, which shows how the line is
// written.
//
// The parser comes here where it can't go on, before it says what it expected: at the beginning of
// a line ("Game", a missing '->'), where a position begins ("-> n - k"), behind a 'game' line
// ("coins(n):"), behind a term ("k not = last", "k is even"), behind a binder ("for k = 1 or 2")
// and behind a move ("-> a or b"). Where nothing of the kind is seen, nothing happens.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "language/parser.h"

namespace grundy {
namespace {

/// The comparison that holds where this one does not; empty for other words.
std::string_view opposite(TokenKind comparison) {
  switch (comparison) {
    case TokenKind::eq:
      return "!=";
    case TokenKind::ne:
      return "=";
    case TokenKind::lt:
      return ">=";
    case TokenKind::le:
      return ">";
    case TokenKind::gt:
      return "<=";
    case TokenKind::ge:
      return "<";
    default:
      return "";
  }
}

/// "k % 2 = 0" for 'even', and the like; empty for a word that is none of them.
std::string said_of(std::string_view term, std::string_view word, bool negated) {
  if (word == "even" || word == "odd")
    return fmt::format("{} % 2 = {}", term, (word == "odd") != negated ? 1 : 0);
  if (word == "prime") return fmt::format("{}isprime({})", negated ? "not " : "", term);
  if (word == "square") return fmt::format("{}issquare({})", negated ? "not " : "", term);
  return "";
}

struct ForeignWord {
  std::string_view word;
  std::string_view mend;
};
/// What other notations say.
constexpr ForeignWord kForeignWords[] = {
    {"mod", "a remainder is written n % 3"},
    {"div", "a quotient is written n / 3"},
    {"xor", "a nim-sum is written a ^^ b"},
    {"divides", "'k divides n' is written n % k = 0"},
    {"where", "a condition begins with 'if'; did you mean 'if'?"},
    {"when", "a condition begins with 'if'; did you mean 'if'?"},
    {"unless", "write 'if not (…)'"},
    {"step", "there are no steps; a condition such as 'if k % 2 = 1' leaves numbers out"},
    {"from", "a range of numbers is written 'k in 1..3'"},
    {"prime", "a condition begins with 'if': 'if isprime(p)'"},
    {"odd", "a condition begins with 'if': 'if k % 2 = 1'"},
    {"even", "a condition begins with 'if': 'if k % 2 = 0'"},
    {"|", "an absolute value is written abs(n - k)"},
    {".", "a range of numbers is written 1..3"},
};

}  // namespace

/// How the word or sign is written here that stands where something else was expected; empty where
/// nothing is known.
std::string RuleParser::mend_of_word(std::string_view expected) const {
  const std::string_view found = lexer_.text();
  if (found == "where" || found == "when" || found == "with") {
    Lexer ahead = lexer_;
    ahead.advance();
    ahead.advance();
    if (found == "with" || ahead.is_name("in"))
      return "a variable begins with 'for'; did you mean 'for'?";
  }
  if (found == "for" && expected.starts_with("',' and a binder"))
    return "several variables are joined by ',': 'for k in 1..n, j in 1..k'";
  for (const ForeignWord& one : kForeignWords) {
    if (one.word == found) return std::string(one.mend);
  }
  return "";
}

/// The word among those expected, such as "'for', 'if' or the end of the line", that is nearest to
/// the one that stands here, or the bracket that is missing; empty where none is.
std::string RuleParser::meant_word(std::string_view expected, bool is_open) const {
  std::vector<std::string> words;
  for (size_t at = expected.find('\''); at < expected.size();) {
    const size_t end = expected.find('\'', at + 1);
    if (end == expected.npos) break;
    words.emplace_back(expected.substr(at + 1, end - at - 1));
    at = expected.find('\'', end + 1);
  }
  const auto is_bracket = [](const std::string& word) {
    return word == ")" || word == "]" || word == "}";
  };
  if (is_open && !words.empty() && is_bracket(words.back()))
    return fmt::format("did you mean '{}'?", words.back());
  if (nesting_ > 0 && words.size() == 2 && is_bracket(words.back()) &&
      (at_word("for") || at_word("if")))
    return fmt::format("did you mean '{} {}'?", words.back(), lexer_.text());
  if (kind() != TokenKind::name) return "";
  std::erase_if(words, [](const std::string& word) { return word.size() < 2; });
  const std::string near = nearest_name(lexer_.text(), words);
  return near.empty() || near == lexer_.text() ? "" : fmt::format("did you mean '{}'?", near);
}

/// 'for k in [1, 3]'.
void RuleParser::mend_choice_in_brackets() {
  const size_t begin = lexer_.span().begin;
  const std::string_view text = lexer_.source().substr(begin);
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t end = line.find(']');
  if (end == line.npos || line.find('[', 1) < end)
    fail(lexer_.span(), "numbers to choose from stand in braces: {1, 3}; a range is written 1..3");
  fail({begin, begin + end + 1},
       fmt::format("numbers to choose from stand in braces; did you mean '{{{}}}'?",
                   line.substr(1, end - 1)));
}

/// 'for all k in 1..3', 'for 1 <= k <= 3'.
void RuleParser::mend_binder_start() {
  Lexer ahead = lexer_;
  ahead.advance();
  for (const char* word : {"all", "any", "each", "every"}) {
    if (at_word(word) && ahead.kind() == TokenKind::name && !ahead.is_name("in"))
      fail(lexer_.span(), fmt::format("leave out '{}': 'for {} …'", word, ahead.text()));
  }
  if (kind() != TokenKind::number) return;
  const std::string_view low = lexer_.text();
  const auto at_most = [&] { return ahead.kind() == TokenKind::le; };
  bool is_range = at_most();
  ahead.advance();
  const std::string_view variable = ahead.text();
  is_range = is_range && ahead.kind() == TokenKind::name;
  ahead.advance();
  is_range = is_range && at_most();
  ahead.advance();
  if (is_range && (ahead.kind() == TokenKind::number || ahead.kind() == TokenKind::name))
    fail({lexer_.span().begin, ahead.span().end},
         fmt::format("a range of numbers is written '{} in {}..{}'", variable, low, ahead.text()));
  fail(lexer_.span(),
       fmt::format("expected a variable, found {}; write the variable first, as in 'k in 1..n'",
                   lexer_.found()));
}

/// The text from here to the end of the line, without blanks and a comment behind it; at most
/// kShownOfLine bytes.
std::string_view RuleParser::rest_of_line() const {
  constexpr size_t kShownOfLine = 60;
  const std::string_view text = lexer_.source().substr(lexer_.span().begin);
  std::string_view line = text.substr(0, text.find_first_of("\n#"));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
    line.remove_suffix(1);
  return line.size() <= kShownOfLine ? line : line.substr(0, lexer_.text().size());
}

bool RuleParser::mistaken_game_word() const {
  if (kind() != TokenKind::name || at_word("game") || lower_case(lexer_.text()) != "game")
    return false;
  Lexer ahead = lexer_;
  ahead.advance();
  return ahead.kind() == TokenKind::name;
}

void RuleParser::mend_line_start(bool before_games) {
  if (mistaken_game_word())
    fail(lexer_.span(), fmt::format("'{}' is written in small letters: 'game'", lexer_.text()));
  if (kind() != TokenKind::name || is_keyword(lexer_.text())) return;
  Lexer ahead = lexer_;
  ahead.advance();
  if (ahead.kind() == TokenKind::lparen || ahead.kind() == TokenKind::lbracket)
    fail(lexer_.span(), before_games
                            ? fmt::format("a game begins with 'game': 'game {}'", rest_of_line())
                            : fmt::format("a move begins with '->': '-> {}'", rest_of_line()));
}

void RuleParser::mend_bare_position() {
  Lexer ahead = lexer_;
  ahead.advance();
  const bool is_number = kind() == TokenKind::number;
  const bool is_coordinate =
      kind() == TokenKind::name && ahead.kind() != TokenKind::lparen &&
      (ahead.kind() != TokenKind::lbracket || is_list_name(lexer_.text())) &&
      std::find(coordinates_.begin(), coordinates_.end(), lexer_.text()) != coordinates_.end();
  const bool is_bracket = kind() == TokenKind::lparen || kind() == TokenKind::lbracket;
  if (game_.empty() || !(is_number || is_coordinate || is_bracket)) return;
  // What stands in the brackets, or up to the binders and conditions.
  std::string_view text = rest_of_line();
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    const bool ends = is_bracket
                          ? depth == 0
                          : depth < 0 || (depth == 0 && (text.substr(i).starts_with(" for ") ||
                                                         text.substr(i).starts_with(" if ")));
    if (ends) text = text.substr(0, is_bracket ? i + 1 : i);
  }
  const size_t copies = text.find("*" + game_ + "(");
  if (copies != text.npos)
    fail(lexer_.span(), fmt::format("how many copies is a number, a name or a term in brackets: "
                                    "'({}){}'",
                                    text.substr(0, copies), text.substr(copies)));
  fail(lexer_.span(),
       fmt::format("a move leads to a position of a game: '{}{}'", game_,
                   kind() == TokenKind::lparen ? std::string(text) : fmt::format("({})", text)));
}

void RuleParser::mend_header_end() {
  if (kind() == TokenKind::colon)
    fail(lexer_.span(), "nothing follows the coordinates of a game; leave out the ':'");
  if (kind() == TokenKind::arrow)
    fail(lexer_.span(), "a move has a line of its own, below that of the game");
}

void RuleParser::mend_after_term(const TermSyntax& term) {
  const std::string_view left =
      lexer_.source().substr(term.span.begin, term.span.end - term.span.begin);
  Lexer ahead = lexer_;
  const auto fail_here = [&](const std::string& mend) {
    fail({lexer_.span().begin, ahead.span().end}, fmt::format("write '{}'", mend));
  };
  if (at_word("not")) {
    ahead.advance();
    if (const std::string_view op = opposite(ahead.kind()); !op.empty())
      fail({lexer_.span().begin, ahead.span().end},
           fmt::format("'not {}' is written '{}'", ahead.text(), op));
    return;
  }
  if (kind() != TokenKind::name) return;
  if (term.kind == TermSyntax::Kind::name && (left == "exists" || left == "forall"))
    fail(term.span, fmt::format("'{} {} …' is written '{}(… for {} …)'", left, lexer_.text(),
                                left == "exists" ? "any" : "all", lexer_.text()));
  if (const std::string plain = said_of(left, lexer_.text(), false); !plain.empty())
    fail_here(plain);
  if (!at_word("is")) return;
  ahead.advance();
  const bool negated = ahead.is_name("not");
  if (negated) ahead.advance();
  for (const char* article : {"a", "an"}) {
    Lexer further = ahead;
    further.advance();
    if (ahead.is_name(article) && !said_of(left, further.text(), negated).empty()) ahead = further;
  }
  if (const std::string said = said_of(left, ahead.text(), negated); !said.empty()) fail_here(said);
  if (ahead.kind() == TokenKind::number || ahead.kind() == TokenKind::name)
    fail_here(fmt::format("{} {} {}", left, negated ? "!=" : "=", ahead.text()));
}

void RuleParser::mend_after_binder(const BinderSyntax& binder) {
  const bool lists =
      binder.kind == BinderSyntax::Kind::equal && (at_word("or") || kind() == TokenKind::comma);
  const bool open_set = binder.kind == BinderSyntax::Kind::range && binder.bounds.size() == 1;
  const bool is_range = binder.kind == BinderSyntax::Kind::equal && kind() == TokenKind::dots;
  if (!lists && !open_set && !is_range) return;
  const auto text = [&](const TermSyntax& term) {
    return std::string(lexer_.source().substr(term.span.begin, term.span.end - term.span.begin));
  };
  const TermSyntax& first = binder.bounds[0];
  if (is_range) {
    Lexer further = lexer_;
    further.advance();
    fail({first.span.begin, further.span().end},
         fmt::format("a range of numbers is written '{} in {}..{}'", binder.names[0], text(first),
                     further.text()));
  }
  if (open_set && first.kind == TermSyntax::Kind::call) {
    if (first.name == "range")
      fail(first.span, fmt::format("a range of numbers is written '{} in 1..3'", binder.names[0]));
    if (first.name == "divisors" && first.children.size() == 1)
      fail(first.span, fmt::format("write '{0} in 1..{1} if {1} % {0} = 0'", binder.names[0],
                                   text(first.children[0])));
    if ((first.name == "odd" || first.name == "even") && first.children.size() == 1)
      fail(first.span,
           fmt::format("write '{0} in 1..{1} if {2}'", binder.names[0], text(first.children[0]),
                       said_of(binder.names[0], first.name, false)));
  }
  if (open_set && at_word("to")) {
    Lexer further = lexer_;
    further.advance();
    if (further.kind() == TokenKind::number || further.kind() == TokenKind::name)
      fail({first.span.begin, further.span().end},
           fmt::format("a range of numbers is written '{} in {}..{}'", binder.names[0], text(first),
                       further.text()));
  }
  if (open_set && first.kind == TermSyntax::Kind::binary && first.name == "-" &&
      first.children[0].kind == TermSyntax::Kind::number)
    fail(first.span, fmt::format("a range of numbers is written '{} in {}..{}'", binder.names[0],
                                 text(first.children[0]), text(first.children[1])));
  std::string elements = text(first);
  Lexer ahead = lexer_;
  size_t end = ahead.span().end;
  size_t count = 1;
  while (ahead.kind() == TokenKind::comma || ahead.is_name("or")) {
    ahead.advance();
    if (ahead.kind() != TokenKind::number) break;
    elements += ", " + std::string(ahead.text());
    end = ahead.span().end;
    ++count;
    ahead.advance();
  }
  if (count == 1 && !open_set) return;
  if (count == 1 && kind() != TokenKind::newline && kind() != TokenKind::end && !at_word("if"))
    return;
  fail({binder.bounds[0].span.begin, count == 1 ? binder.bounds[0].span.end : end},
       fmt::format("a choice among numbers is written '{} in {{{}}}'", binder.names[0], elements));
}

void RuleParser::mend_divides(const std::string& divisor) {
  const Span span = lexer_.span();
  Lexer ahead = lexer_;
  ahead.advance();
  if (ahead.kind() != TokenKind::name || is_keyword(ahead.text())) return;
  fail(span, fmt::format("that {0} divides {1} is written '{0} in 1..{1} if {1} % {0} = 0'",
                         divisor, ahead.text()));
}

void RuleParser::mend_move_end(bool behind_condition) {
  const bool joins =
      at_word("or") || at_word("and") || kind() == TokenKind::comma || kind() == TokenKind::bar;
  if (!joins) return;
  Lexer ahead = lexer_;
  ahead.advance();
  if (behind_condition && kind() == TokenKind::comma && ahead.kind() != TokenKind::newline) {
    const Span comma = lexer_.span();
    advance();
    fail(comma, fmt::format("conditions are joined by 'and': write 'and {0}' instead of ', {0}'; "
                            "another move has a line of its own",
                            rest_of_line()));
  }
  if (ahead.kind() != TokenKind::name || is_keyword(ahead.text())) return;
  const std::string word(lexer_.text());
  const Span span = lexer_.span();
  Lexer further = ahead;
  further.advance();
  const bool is_compared = !opposite(further.kind()).empty();
  advance();
  fail(span,
       is_compared ? fmt::format("conditions follow 'if': 'if {}'", rest_of_line())
       : word == "and"
           ? fmt::format(
                 "heaps that are left together are joined by '+': '+ {0}'; another move has a line "
                 "of its own: '-> {0}'",
                 rest_of_line())
           : fmt::format("each move has a line of its own: write '-> {}' below instead of '{}'",
                         rest_of_line(), word));
}

}  // namespace grundy
