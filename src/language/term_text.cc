#include "language/term_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "language/rulebook.h"
#include "language/token.h"
#include "rule/evaluate.h"
#include "rule/position_reader.h"

namespace grundy {
namespace {

constexpr size_t kLongestTermText = size_t{64} << 10;

/// The byte at which character number `characters` of the text begins.
size_t byte_of(std::string_view text, size_t characters) {
  size_t at = 0;
  for (; characters > 0 && at < text.size(); --characters) at = character_end(text, at);
  return at;
}

/// The term in which sums of whole lists, sum(a), that stand inside an `all` or another sum are
/// slots, numbered from `first`; the sums are added to `once`. The lists are the first `lists` slots.
Expr with_sums_told(Expr expr, size_t lists, size_t first, bool is_inside,
                    std::vector<Expr>& once) {
  const bool is_sum = expr.op == Op::cell_count && !expr.quantifier &&
                      expr.over_cells->kind == CellCondition::Kind::fold &&
                      expr.over_cells->from < lists &&
                      expr.over_cells->fold != CellCondition::Fold::product;
  if (is_sum && is_inside) {
    once.push_back(std::move(expr));
    return slot(first + once.size() - 1);
  }
  for (Expr& one : expr.args) one = with_sums_told(std::move(one), lists, first, is_inside, once);
  if (expr.quantifier) {
    Quantifier inner = *expr.quantifier;
    for (Expr& one : inner.filter) one = with_sums_told(std::move(one), lists, first, true, once);
    inner.condition = with_sums_told(std::move(inner.condition), lists, first, true, once);
    expr.quantifier = std::make_shared<const Quantifier>(std::move(inner));
  }
  return expr;
}

}  // namespace

std::string with_known_names(std::string message, const std::vector<std::string>& names) {
  constexpr std::string_view kUnknown = "unknown variable ";
  const size_t advice = message.find("; bind it with 'for ");
  if (!message.starts_with(kUnknown) || advice == message.npos || names.empty()) return message;
  const std::string name = message.substr(kUnknown.size(), advice - kUnknown.size());
  return fmt::format("unknown name {}; here {} {}", name,
                     names.size() == 1 ? "the name is" : "the names are", fmt::join(names, ", "));
}

Attempt<TermText> TermText::read(Kind kind, std::string_view source, std::string_view text,
                                 const std::vector<std::string>& names,
                                 const std::vector<std::pair<std::string, int64_t>>& numbers) {
  const auto wrong = [&](Span span, std::string message) {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), source, text, span));
  };
  const char* const what =
      kind == Kind::term ? "a term such as 'n - k'" : "a condition such as 'value = 0'";
  if (text.size() > kLongestTermText)
    return Error::input(fmt::format("{}: longer than 64 KiB", source));
  if (trimmed(text).empty()) return wrong({0, 0}, fmt::format("expected {}", what));
  if (const size_t at = text.find_first_of("\n\r#"); at != text.npos)
    return wrong({at, at + 1}, fmt::format("expected {} on one line, without a comment", what));
  std::string rule;
  for (const auto& [name, value] : numbers) rule += fmt::format("let {} = {}\n", name, value);
  rule += fmt::format("game term_text({})\n", fmt::join(names, ", "));
  const bool of_lists = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name.find('[') != std::string::npos;
  });
  // `let` knows no lists.
  const bool is_let = kind == Kind::term && !of_lists;
  const std::string before = is_let               ? "  let term_text_value = "
                             : kind == Kind::term ? "  -> nim("
                                                  : "  -> 0 if ";
  const auto line = static_cast<size_t>(std::count(rule.begin(), rule.end(), '\n')) + 1;
  rule += before + std::string(text) + (kind == Kind::term && !is_let ? ")\n" : "\n");
  if (is_let) rule += "  -> nim(term_text_value)\n";

  Rulebook book;
  Error found;
  const auto take = [&](const Error& error) {
    for (const Diagnostic& one : error.diagnostics) {
      if (one.severity != Diagnostic::Severity::error) continue;
      // A term that was not read has no value, which the line around it would complain of.
      if (!found.diagnostics.empty() && one.line != line) continue;
      const size_t from =
          one.line == line && one.column > before.size() ? one.column - 1 - before.size() : 0;
      const size_t begin = one.line == line ? byte_of(text, from) : text.size();
      const size_t end = byte_of(text, from + one.caret_length);
      found.diagnostics.push_back(locate(Diagnostic::Severity::error,
                                         with_known_names(one.message, names), source, text,
                                         {begin, std::max(end, begin)}));
    }
  };
  if (Attempt<void> loaded = book.load_text(std::string(source), rule); !loaded) {
    take(loaded.error());
    return found;
  }
  const Attempt<const Rule*> made = book.rule("term_text");
  if (!made) {
    take(made.error());
    return found;
  }
  TermText result;
  result.kind_ = kind;
  result.text_ = text;
  const auto read_line = [&](const auto& lines) {
    if (lines.size() != 1) {  // a parameter rules the line out: it never holds
      result.exprs_.push_back(constant(0));
    } else if (kind == Kind::term) {
      result.exprs_.push_back(lines[0].parts[0].coordinates[0]);
    } else {
      result.exprs_ = lines[0].conditions;
    }
  };
  if (of_lists) {
    const std::vector<BoardLine>& lines = (*made)->board->lines;
    read_line(lines);
    if (lines.size() == 1) {
      result.slots_ = lines[0].slot_names.size();
      for (Expr& one : result.exprs_)
        one = with_sums_told(std::move(one), names.size(), result.slots_, false, result.once_);
    }
  } else {
    read_line((*made)->moves);
  }
  return result;
}

int64_t TermText::value(Environment& slots, Fault& fault, Patience* patience) const {
  int64_t value = kind_ == Kind::condition ? 1 : 0;
  for (const Expr& expr : exprs_) {
    value = evaluate(expr, slots, fault, patience);
    if (fault.kind != Fault::Kind::none) return 0;
    if (kind_ == Kind::condition && value == 0) return 0;
  }
  return value;
}

Attempt<int64_t> TermText::at(const std::vector<int64_t>& numbers) const {
  Environment slots = numbers;
  Fault fault;
  const int64_t result = value(slots, fault, nullptr);
  if (fault.kind == Fault::Kind::none) return result;
  return Error::declined(fmt::format("'{}' has no value at ({}): {}", text_,
                                     fmt::join(numbers, ", "), describe(fault.kind)));
}

Attempt<int64_t> TermText::at(const BoardPosition& position, Patience* patience) const {
  static const std::vector<bool> kNoLetters;
  const PositionReader reader(position, kNoLetters);
  Environment slots = position.coordinates;
  slots.resize(std::max(slots_, slots.size()));
  slots.board = &reader;
  Fault fault;
  for (const Expr& sum : once_) {
    const int64_t value = evaluate(sum, slots, fault, patience);
    slots.push_back(value);
  }
  const int64_t result = value(slots, fault, patience);
  if (fault.kind == Fault::Kind::none) return result;
  return Error::declined(fmt::format("'{}' has no value there: {}", text_, describe(fault.kind)));
}

std::string with_names(std::string_view text,
                       const std::vector<std::pair<std::string, std::string>>& names) {
  std::string result;
  for (size_t i = 0; i < text.size();) {
    if (!begins_name(text[i]) || (i > 0 && goes_on_name(text[i - 1]))) {
      result += text[i++];
      continue;
    }
    const size_t begin = i;
    while (i < text.size() && goes_on_name(text[i])) ++i;
    const std::string word(text.substr(begin, i - begin));
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const auto& one) { return one.first == word; });
    result += found == names.end() ? word : found->second;
  }
  return result;
}

}  // namespace grundy
