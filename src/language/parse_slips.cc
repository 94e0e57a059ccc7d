// Slips of people who write their first rules: each gets one message, which shows how the line is
// written.
//
// The parser comes here where it can't go on, before it says what it expected: at the beginning of
// a line ("Game", a missing '->'), where a position begins ("-> n - k"), behind a 'game' line
// ("coins(n):"), behind a term ("k not = last", "k is even"), behind a binder ("for k = 1 or 2")
// and behind a move ("-> a or b"). Where nothing of the kind is seen, nothing happens.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/text.h"
#include "language/board_words.h"
#include "language/parser.h"
#include "language/rule_words.h"

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
    {"mod", "a remainder is written n % 3; did you mean '%'?"},
    {"div", "a quotient is written n / 3; did you mean '/'?"},
    {"xor", "a nim-sum is written a ^^ b; did you mean '^^'?"},
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
  if (found == "xor" && expected.starts_with("'+'"))
    return "heaps that are left together are joined by '+'; did you mean '+'?";
  if (found == "else" || (found == "if" && rest_of_line().find(" else ") != std::string_view::npos))
    return "a choice stands in brackets here: (x if n > 3 else y)";
  if (found == "for" && expected.starts_with("',' and a binder"))
    return "several variables are joined by ','; did you mean ','?";
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

void RuleParser::fail_range(Span span, std::string_view variable, std::string_view low,
                            std::string_view high) {
  fail(span, fmt::format("a range of numbers is written with 'in'; did you mean '{} in {}..{}'?",
                         variable, low, high));
}

/// 'for k in [1, 3]', 'for k in (1, 3)'.
void RuleParser::mend_choice_in_brackets() {
  const size_t begin = lexer_.span().begin;
  const std::string_view text = lexer_.source().substr(begin);
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t end = line.find(line[0] == '(' ? ')' : ']');
  const std::string_view inner = line.substr(1, end == line.npos ? end : end - 1);
  const bool is_list = end != line.npos && inner.find(',') != inner.npos &&
                       inner.find_first_not_of("0123456789, ") == inner.npos;
  if (line[0] == '(' && !is_list) return;
  if (end == line.npos || line.find('[', 1) < end)
    fail(lexer_.span(), "numbers to choose from stand in braces: {1, 3}; a range is written 1..3");
  fail({begin, begin + end + 1},
       fmt::format("numbers to choose from stand in braces; did you mean '{{{}}}'?", inner));
}

/// 'coins(n - {1, 3})'.
void RuleParser::mend_choice_in_term() {
  if (kind() != TokenKind::lbrace || on_board()) return;
  const size_t begin = lexer_.span().begin;
  const std::string_view text = lexer_.source().substr(begin);
  const std::string_view line = text.substr(0, text.find('\n'));
  const size_t end = line.find("})");
  if (end == line.npos || line.find_first_of("{(", 1) < end) return;
  const std::string_view before = lexer_.source().substr(0, begin);
  const size_t last = before.find_last_not_of(" \t");
  const bool is_whole = last != before.npos && (before[last] == '(' || before[last] == ',');
  if (is_whole && (line.find("..") < end || line.find(" for ") < end))
    fail(
        {begin, begin + end + 1},
        "games of numbers lead to games of numbers; one whose positions have a set is asked for by "
        "itself");
  fail({begin, begin + end + 2}, fmt::format("a variable is chosen from a set; did you mean "
                                             "'k) for k in {}'?",
                                             line.substr(0, end + 1)));
}

/// 'for all k in 1..3', 'for 1 <= k <= 3'.
void RuleParser::mend_binder_start() {
  Lexer ahead = lexer_;
  ahead.advance();
  for (const char* word : {"all", "any", "each", "every"}) {
    if (at_word(word) && ahead.kind() == TokenKind::name && !ahead.is_name("in"))
      fail({lexer_.span().begin, ahead.span().end},
           fmt::format("leave out '{}'; did you mean '{}'?", word, ahead.text()));
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
    fail_range({lexer_.span().begin, ahead.span().end}, variable, low, ahead.text());
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
    fail(lexer_.span(),
         fmt::format("'{}' is written in small letters; did you mean 'game'?", lexer_.text()));
  if (kind() != TokenKind::name || at_word("let")) return;
  if (at_word("misere")) {
    Lexer ahead = lexer_;
    ahead.advance();
    fail({lexer_.span().begin, ahead.is_name("game") ? ahead.span().end : lexer_.span().end},
         "misère play is asked for beside the position (--play misere), not in the rule; "
         "did you mean 'game'?");
  }
  mend_words(before_games);
  if (is_keyword(lexer_.text())) return;
  mend_sentence();
  Lexer ahead = lexer_;
  ahead.advance();
  const std::string_view rest = rest_of_line();
  const Span span{lexer_.span().begin, lexer_.span().begin + rest.size()};
  if (ahead.kind() == TokenKind::lparen || ahead.kind() == TokenKind::lbracket) {
    if (!before_games)
      fail(span, fmt::format("a move begins with '->'; did you mean '-> {}'?", rest));
    std::string lines = "game " + std::string(rest);
    if (const size_t arrow = lines.find(" ->"); arrow != lines.npos) lines.insert(arrow, "⏎ ");
    fail(span, fmt::format("a game begins with 'game'; did you mean '{}'?", lines));
  }
}

/// A line of three words and more, of which none is understood.
void RuleParser::mend_sentence() {
  const std::string_view line = rest_of_line();
  const auto stands_in_sentence = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
           std::string_view(" ,.'").find(c) != std::string_view::npos;
  };
  if (std::count(line.begin(), line.end(), ' ') < 2 ||
      !std::all_of(line.begin(), line.end(), stands_in_sentence))
    return;
  fail({lexer_.span().begin, lexer_.span().begin + line.size()},
       "this is not understood; words can say how stones are taken from heaps or heaps are split, "
       "as in 'take 1 or 2 stones'");
}

/// A keyword in German: 'für', 'wenn', 'spiel'.
void RuleParser::mend_german_word() {
  static const std::map<std::string_view, std::string_view> kWords = {
      {"für", "for"},         {"fuer", "for"},     {"wenn", "if"},     {"falls", "if"},
      {"sonst", "otherwise"}, {"spiel", "game"},   {"und", "and"},     {"oder", "or"},
      {"nicht", "not"},       {"auf", "on"},       {"gitter", "grid"}, {"streifen", "strip"},
      {"wort", "word"},       {"immer", "always"}, {"kein", "no"}};
  const std::string_view text = lexer_.source().substr(lexer_.span().begin);
  size_t size = 0;
  while (size < text.size() &&
         ((text[size] >= 'a' && text[size] <= 'z') || (text[size] >= 'A' && text[size] <= 'Z') ||
          (text[size] & 0x80) != 0))
    ++size;
  const auto found = kWords.find(lower_case(text.substr(0, size)));
  if (found == kWords.end()) return;
  fail({lexer_.span().begin, lexer_.span().begin + size},
       fmt::format("words of rules are English; did you mean '{}'?", found->second));
}

/// A rule in words: as it is written here, or how a rule is written.
void RuleParser::mend_words(bool before_games) {
  const std::string_view lines = lines_of_words(lexer_.source().substr(lexer_.span().begin));
  if (before_games) mend_words_of_boards(lexer_.span().begin, true);
  if (!is_said_in_words(lines)) return;
  const std::string game = game_.empty() || before_games ? "mine" : game_;
  const std::string n = coordinates_.size() == 1 && !before_games ? coordinates_[0] : "n";
  const RuleInWords rule = rule_in_words(lines, game, n);
  const size_t shown = rule.moves.empty() ? lines.find('\n') : lines.size();
  const Span span{lexer_.span().begin, lexer_.span().begin + std::min(shown, lines.size())};
  if (!rule.moves.empty() && (before_games || rule.heaps.empty())) {
    const std::string head =
        before_games ? fmt::format("game mine({})⏎  ", rule.heaps.empty() ? "n" : rule.heaps) : "";
    fail(span, fmt::format("a rule is a formula; did you mean '{}{}'?", head, rule.moves));
  }
  fail(span,
       fmt::format("{}; a rule is a formula: take 1 or 2 is '-> mine(n - k) for k in {{1, 2}}'",
                   rule.unknown.empty() ? "this is not understood"
                                        : fmt::format("'{}' is not understood", rule.unknown)));
}

/// The same of a game on a board; inside one, whose steps are told already, only its lines.
void RuleParser::mend_words_of_boards(size_t begin, bool before_games) {
  const std::string_view lines = lines_of_words(lexer_.source().substr(begin));
  if (!is_said_of_boards(lines)) return;
  const BoardInWords rule = board_in_words(lines);
  if (!rule.lines.empty() && (before_games || rule.space.find(" along") == std::string::npos))
    fail(
        {begin, begin + lines.size()},
        fmt::format("a rule is a formula; did you mean '{}{}'?",
                    before_games ? fmt::format("game mine on {}⏎  ", rule.space) : "", rule.lines));
  fail({begin, begin + std::min(lines.find('\n'), lines.size())},
       fmt::format("{}; a rule of a board shows its cells: a domino is '.. -> ##'",
                   rule.unknown.empty() ? "this is not understood"
                                        : fmt::format("'{}' is not understood", rule.unknown)));
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
  fail({lexer_.span().begin, lexer_.span().begin + text.size()},
       fmt::format("a move leads to a position of a game; did you mean '{}{}'?", game_,
                   kind() == TokenKind::lparen ? std::string(text) : fmt::format("({})", text)));
}

/// 'game coins[n]'.
void RuleParser::mend_coordinates(const GameSyntax& game) {
  const bool is_bare = game.parameters.empty();
  if (is_bare && (kind() == TokenKind::newline || kind() == TokenKind::end))
    fail({game.span.begin, behind_},
         fmt::format("the numbers that tell a position stand in brackets; did you mean '{}(n)'?",
                     lexer_.source().substr(game.span.begin, behind_ - game.span.begin)));
  if (is_bare) return;
  const size_t begin = game.span.begin;
  std::string text(lexer_.source().substr(begin, behind_ - begin));
  const size_t open = text.find('[');
  if (open == text.npos || text.back() != ']') return;
  text[open] = '(';
  text.back() = ')';
  fail({begin, begin + text.size()},
       fmt::format("coordinates stand in round brackets; did you mean '{}'?", text));
}

void RuleParser::mend_header_end() {
  if (kind() == TokenKind::colon)
    fail({behind_ - 1, lexer_.span().end},
         fmt::format("nothing follows the coordinates of a game; did you mean '{}'?",
                     lexer_.source().substr(behind_ - 1, 1)));
  if (kind() == TokenKind::arrow)
    fail(lexer_.span(), "a move has a line of its own; did you mean '⏎  ->'?");
}

void RuleParser::mend_after_term(const TermSyntax& term) {
  const std::string_view left =
      lexer_.source().substr(term.span.begin, term.span.end - term.span.begin);
  Lexer ahead = lexer_;
  const auto fail_here = [&](const std::string& mend) {
    fail({term.span.begin, ahead.span().end},
         fmt::format("conditions are written with signs; did you mean '{}'?", mend));
  };
  if (at_word("not")) {
    ahead.advance();
    if (const std::string_view op = opposite(ahead.kind()); !op.empty())
      fail({lexer_.span().begin, ahead.span().end},
           fmt::format("'not {}' is one sign; did you mean '{}'?", ahead.text(), op));
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
  const bool is_worded = binder.kind == BinderSyntax::Kind::equal && at_word("to");
  if (!lists && !open_set && !is_range && !is_worded) return;
  const auto text = [&](const TermSyntax& term) {
    return std::string(lexer_.source().substr(term.span.begin, term.span.end - term.span.begin));
  };
  const TermSyntax& first = binder.bounds[0];
  const size_t begin = binder.name_spans[0].begin;
  const auto fail_divided = [&](const std::string& condition) {
    fail({begin, first.span.end},
         fmt::format("a condition says which; did you mean '{} in 1..{} if {}'?", binder.names[0],
                     text(first.children[0]), condition));
  };
  if (is_range) {
    Lexer further = lexer_;
    further.advance();
    fail_range({begin, further.span().end}, binder.names[0], text(first), further.text());
  }
  if (open_set && first.kind == TermSyntax::Kind::call) {
    if (first.name == "range") {
      const auto& ends = first.children;
      const bool are_numbers =
          !ends.empty() && ends.size() <= 2 &&
          std::all_of(ends.begin(), ends.end(), [](const TermSyntax& end) {
            return end.kind == TermSyntax::Kind::number && !end.number.is_zero();
          });
      if (!are_numbers)
        fail(first.span,
             fmt::format("a range of numbers is written '{} in 1..3'", binder.names[0]));
      // The last one does not belong to it where such words come from.
      fail_range({begin, first.span.end}, binder.names[0], ends.size() == 1 ? "0" : text(ends[0]),
                 (ends.back().number - Natural(1)).to_string());
    }
    if (first.name == "divisors" && first.children.size() == 1)
      fail_divided(fmt::format("{} % {} = 0", text(first.children[0]), binder.names[0]));
    if ((first.name == "odd" || first.name == "even") && first.children.size() == 1)
      fail_divided(said_of(binder.names[0], first.name, false));
  }
  if (at_word("to")) {
    Lexer further = lexer_;
    further.advance();
    if (further.kind() == TokenKind::number || further.kind() == TokenKind::name)
      fail_range({begin, further.span().end}, binder.names[0], text(first), further.text());
  }
  if (open_set && first.kind == TermSyntax::Kind::binary && first.name == "-" &&
      first.children[0].kind == TermSyntax::Kind::number)
    fail_range({begin, first.span.end}, binder.names[0], text(first.children[0]),
               text(first.children[1]));
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
  fail({begin, count == 1 ? first.span.end : end},
       fmt::format("numbers to choose from stand in braces; did you mean '{} in {{{}}}'?",
                   binder.names[0], elements));
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
  const bool joins = at_word("or") || at_word("and") || kind() == TokenKind::comma ||
                     kind() == TokenKind::bar || kind() == TokenKind::semicolon;
  if (!joins) return;
  Lexer ahead = lexer_;
  ahead.advance();
  Lexer further = ahead;
  further.advance();
  if (kind() == TokenKind::comma && ahead.kind() == TokenKind::name &&
      (further.is_name("in") || further.kind() == TokenKind::eq))
    fail(lexer_.span(), "a variable begins with 'for'; did you mean ' for'?");
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
  const bool is_compared = !opposite(further.kind()).empty();
  advance();
  fail(span,
       is_compared ? "conditions follow 'if'; did you mean 'if'?"
       : word == "and"
           ? fmt::format(
                 "heaps that are left together are joined by '+': '+ {0}'; another move has a line "
                 "of its own: '-> {0}'",
                 rest_of_line())
           : "a move has a line of its own; did you mean '⏎  ->'?");
}

}  // namespace grundy
