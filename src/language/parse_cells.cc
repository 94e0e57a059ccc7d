// Rows of items in games of cells.
//
// In games of letters an item is one character with its suffix, and blanks are free; in games of
// numbers items are divided by blanks. Cells end at an arrow, at one of a few words between blanks,
// and in conditions at a comma or a bracket that closes more than the cells opened.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "language/cell_characters.h"
#include "language/parser.h"
#include "rule/space.h"

namespace grundy {
namespace {

constexpr std::array<std::string_view, 10> kCellEnds = {
    "along", "then", "to", "for", "if", "and", "or", "reaches", "through", "that"};
constexpr std::array<std::string_view, 8> kContinuations = {"then", "to",  "along", "for",
                                                            "if",   "and", "or",    "not"};

/// The bracket that closes the one at `at`, before `end`; npos when there is none.
size_t closing_bracket(std::string_view text, size_t at, size_t end) {
  const char opening = text[at];
  const char closing = opening == '(' ? ')' : opening == '[' ? ']' : '}';
  if (opening == '[') {  // a set of letters, in which brackets are letters
    const size_t found = text.find(']', at);
    return found < end ? found : std::string_view::npos;
  }
  size_t depth = 0;
  for (size_t i = at; i < end; ++i) {
    if (text[i] == '[' && opening != '[') {
      const size_t close = text.find(']', i);
      if (close < end) i = close;
      continue;
    }
    if (text[i] == opening) ++depth;
    if (text[i] == closing && --depth == 0) return i;
  }
  return std::string_view::npos;
}

}  // namespace

bool RuleParser::begins_continuation(const Lexer& ahead) const {
  return std::any_of(kContinuations.begin(), kContinuations.end(),
                     [&](std::string_view word) { return ahead.is_name(word); });
}

size_t RuleParser::cells_end(size_t from, bool in_condition) {
  const std::string_view text = lexer_.source();
  size_t depth = 0;
  size_t at = from;
  for (; at < text.size() && text[at] != '\n'; ++at) {
    const char c = text[at];
    if (c == '"') {
      const size_t close = text.find_first_of("\"\n", at + 1);
      if (close == text.npos || text[close] == '\n')
        fail({at, at + 1}, "the cells have no closing '\"'");
      at = close;
      continue;
    }
    if (c == '[') {
      const size_t line = std::min(text.find('\n', at), text.size());
      const size_t close = text.find(']', at);
      if (close < line) at = close;
      continue;
    }
    if (in_condition) {
      if (c == '(' || c == '{') ++depth;
      if (c == ')' || c == '}') {
        if (depth == 0) break;
        --depth;
      }
      if (c == ',' && depth == 0) break;
    }
    if (arrow_at(text, at) > 0) break;
    if (is_lower(c) && at > 0 && is_blank(text[at - 1])) {
      size_t end = at;
      while (end < text.size() && goes_on_name(text[end])) ++end;
      const std::string_view word = text.substr(at, end - at);
      const bool alone = end >= text.size() || is_blank(text[end]) || text[end] == '\n';
      if (alone && std::find(kCellEnds.begin(), kCellEnds.end(), word) != kCellEnds.end()) break;
    }
  }
  return at;
}

CellsSyntax RuleParser::cells(size_t from, bool in_condition) {
  const std::string_view text = lexer_.source();
  size_t end = cells_end(from, in_condition);
  const size_t behind = end;
  size_t begin = skip_blanks(text, from);
  while (end > begin && is_blank(text[end - 1])) --end;
  CellsSyntax result;
  result.span = {std::min(begin, end), end};
  if (begin < end && text[begin] == '"' && text.find('"', begin + 1) == end - 1) {
    ++begin;
    --end;
  }
  size_t row_begin = begin;
  for (size_t at = begin; at <= end; ++at) {
    if (at < end && text[at] == '[') {
      const size_t close = closing_bracket(text, at, end);
      if (close != text.npos) at = close;
      continue;
    }
    if (at < end && text[at] != '|') continue;
    result.rows.push_back(row(row_begin, at));
    row_begin = at + 1;
  }
  lexer_.seek(behind);
  if (kind() == TokenKind::newline) {
    Lexer ahead = lexer_;
    while (ahead.kind() == TokenKind::newline) ahead.advance();
    if (begins_continuation(ahead)) lexer_ = ahead;
  }
  return result;
}

std::vector<ItemSyntax> RuleParser::row(size_t begin, size_t end) {
  const std::string_view text = lexer_.source();
  const bool numbers = board_->space[0].numbers;
  std::vector<ItemSyntax> result;
  if (++nesting_ > kMaxNesting)
    fail({begin, end}, fmt::format("brackets are nested deeper than {}", kMaxNesting));
  for (size_t at = skip_blanks(text, begin); at < end; at = skip_blanks(text, at))
    result.push_back(numbers ? number_item(at, end) : letter_item(at, end));
  --nesting_;
  return result;
}

TermSyntax RuleParser::term_within(size_t begin, size_t end) {
  const Lexer before = lexer_;
  lexer_ = Lexer(before.source().substr(0, end));
  lexer_.seek(begin);
  TermSyntax result = term();
  if (kind() != TokenKind::end) fail_expected("the end of the term");
  // A message shows the whole line.
  lexer_ = before;
  return result;
}

void RuleParser::suffix(ItemSyntax& item, size_t& at, size_t end) {
  const std::string_view text = lexer_.source();
  const auto is_suffix = [&](char c) { return c == '*' || c == '+' || c == '{'; };
  if (at < end && is_suffix(text[at])) {
    if (text[at] == '{') {
      const size_t close = closing_bracket(text, at, end);
      if (close == text.npos) fail({at, at + 1}, "the number of times has no closing '}'");
      item.repeat = ItemSyntax::Repeat::times;
      item.times.push_back(term_within(at + 1, close));
      at = close + 1;
    } else {
      item.repeat = text[at] == '*' ? ItemSyntax::Repeat::star : ItemSyntax::Repeat::plus;
      ++at;
    }
    if (at < end && is_suffix(text[at]))
      fail({at, at + 1}, "an item has one of '*', '+' and '{…}'");
  }
  if (at < end && text[at] == '!') {
    if (item.repeat == ItemSyntax::Repeat::once)
      fail({at, at + 1}, "'!' stands behind a run, as in 'X+!': as many as there are");
    item.all = true;
    ++at;
  }
  if (!item.cell_name.empty() && item.repeat != ItemSyntax::Repeat::once)
    fail(item.cell_name_span, fmt::format("'{}' names one cell, not a run", item.cell_name));
}

void RuleParser::letter_set(ItemSyntax& item, size_t& at, size_t end) {
  const std::string_view text = lexer_.source();
  const size_t close = closing_bracket(text, at, end);
  if (close == text.npos) fail({at, at + 1}, "the letters have no closing ']'");
  item.kind = ItemSyntax::Kind::letters;
  item.negated = text[at + 1] == '^';
  item.letters =
      text.substr(at + 1 + (item.negated ? 1 : 0), close - at - 1 - (item.negated ? 1 : 0));
  if (item.letters.empty()) fail({at, close + 1}, "expected letters between the brackets");
  at = close + 1;
}

ItemSyntax RuleParser::letter_item(size_t& at, size_t end) {
  const std::string_view text = lexer_.source();
  ItemSyntax item;
  item.span.begin = at;
  if (is_lower(text[at]) && at + 1 < end && text[at + 1] == ':') {
    item.cell_name = text[at];
    item.cell_name_span = {at, at + 2};
    at += 2;
    if (at >= end || is_blank(text[at])) {
      item.kind = ItemSyntax::Kind::nothing;
      item.span.end = at;
      return item;
    }
  }
  const char c = text[at];
  if (c == '[') {
    letter_set(item, at, end);
  } else if (c == '(' && [&] {
               const size_t close = closing_bracket(text, at, end);
               return close != text.npos && close + 1 < end &&
                      std::string_view("*+{").find(text[close + 1]) != text.npos;
             }()) {
    const size_t close = closing_bracket(text, at, end);
    item.kind = ItemSyntax::Kind::group;
    item.group = row(at + 1, close);
    at = close + 1;
  } else if (c == '?' || c == '$') {
    item.kind = c == '?' ? ItemSyntax::Kind::any : ItemSyntax::Kind::edge;
    ++at;
  } else if (is_lower(c)) {
    item.kind = ItemSyntax::Kind::name;
    item.name = c;
    ++at;
  } else if (c == '!' || c == '*' || c == '+' || c == '{' || c == '}' || c == ']') {
    fail({at, at + 1},
         fmt::format("'{}' stands behind an item; as a letter it is written [{}]", c, c));
  } else if (c <= ' ' || c == 0x7F || static_cast<unsigned char>(c) >= 0x80) {
    size_t close = at + 1;
    while (close < end && (static_cast<unsigned char>(text[close]) & 0xC0) == 0x80) ++close;
    fail({at, close}, "letters of a board are capitals, digits and signs of ASCII");
  } else {
    item.kind = ItemSyntax::Kind::letters;
    item.letters = c;
    ++at;
  }
  suffix(item, at, end);
  item.span.end = at;
  return item;
}

ItemSyntax RuleParser::number_item(size_t& at, size_t end) {
  const std::string_view text = lexer_.source();
  ItemSyntax item;
  item.span.begin = at;
  size_t name_end = at;
  while (name_end < end && goes_on_name(text[name_end])) ++name_end;
  if (is_lower(text[at]) && name_end < end && text[name_end] == ':') {
    item.cell_name = text.substr(at, name_end - at);
    item.cell_name_span = {at, name_end + 1};
    at = name_end + 1;
    if (at >= end || is_blank(text[at])) {
      item.kind = ItemSyntax::Kind::nothing;
      item.span.end = at;
      return item;
    }
  }
  // The item ends at a blank outside brackets; what ends it may be a suffix.
  size_t item_end = at;
  while (item_end < end && !is_blank(text[item_end])) {
    if (std::string_view("([{").find(text[item_end]) != text.npos) {
      const size_t close = closing_bracket(text, item_end, end);
      if (close == text.npos) fail({item_end, item_end + 1}, "the bracket is not closed");
      item_end = close;
    }
    ++item_end;
  }
  size_t core_end = item_end;
  if (core_end > at + 1 && text[core_end - 1] == '!') --core_end;
  if (core_end > at + 1 && (text[core_end - 1] == '*' || text[core_end - 1] == '+')) {
    --core_end;
  } else if (text[core_end - 1] == '}') {
    const size_t open = text.find('{', at);
    core_end = std::max(open, at);
    if (core_end == at) fail({at, at + 1}, "expected an item in front of '{'");
  } else {
    core_end = text[item_end - 1] == '!' && core_end < item_end ? core_end : item_end;
  }
  const std::string_view core = text.substr(at, core_end - at);
  const bool is_parameter =
      std::any_of(board_->parameters.begin(), board_->parameters.end(),
                  [&](const ParameterSyntax& parameter) { return parameter.name == core; });
  const bool is_digit = core[0] >= '0' && core[0] <= '9';
  if (core == "?") {
    item.kind = ItemSyntax::Kind::any;
  } else if (core == "$") {
    item.kind = ItemSyntax::Kind::edge;
  } else if (core[0] == '[') {
    letter_set(item, at, core_end);
    if (at != core_end) fail({at, core_end}, "expected a blank between two items");
  } else if (core.size() == 1 && !is_lower(core[0]) && !is_digit && !is_parameter) {
    if (core[0] <= ' ' || static_cast<unsigned char>(core[0]) >= 0x7F)
      fail({at, core_end}, "letters of a board are capitals, digits and signs of ASCII");
    item.kind = ItemSyntax::Kind::letters;
    item.letters = core;
  } else if (is_lower(core[0]) && std::all_of(core.begin(), core.end(), goes_on_name)) {
    item.kind = ItemSyntax::Kind::name;
    item.name = core;
  } else if (core[0] == '(' && core_end < item_end &&
             closing_bracket(text, at, core_end) == core_end - 1) {
    item.kind = ItemSyntax::Kind::group;
    item.group = row(at + 1, core_end - 1);
  } else {
    item.kind = ItemSyntax::Kind::term;
    item.term.push_back(term_within(at, core_end));
  }
  at = core_end;
  suffix(item, at, item_end);
  if (at != item_end) fail({at, item_end}, "expected a blank between two items");
  item.span.end = at;
  return item;
}

std::vector<ItemSyntax> RuleParser::one_item(std::string_view what, bool in_condition) {
  CellsSyntax read = cells(lexer_.span().end, in_condition);
  if (read.rows.size() != 1 || read.rows[0].size() != 1 ||
      read.rows[0][0].repeat != ItemSyntax::Repeat::once)
    fail(read.span, fmt::format("expected one cell {}", what));
  return std::move(read.rows[0]);
}

}  // namespace grundy
