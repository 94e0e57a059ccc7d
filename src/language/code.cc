// The Rules of take-and-break codes, octal[0.137](n) and code[0.3F!](n). Splits into at most three
// heaps are written out as a rule in the language; a code that allows more is its own rule.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "language/check.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

/// The taking of `first`, first + period, first + 2·period, … tokens; of `first` alone when the
/// period is 0. No tokens are taken when `first` is negative, but added.
struct Taken {
  int64_t first = 0;
  size_t period = 0;

  /// What is left of the heap, as a term.
  std::string rest() const {
    std::string text = "n";
    if (first != 0) text += fmt::format(" {} {}", first < 0 ? '+' : '-', std::abs(first));
    if (period == 1) text += " - k";
    if (period > 1) text += fmt::format(" - {}*k", period);
    return text;
  }
  /// The binder of k, for splits into so many heaps, to be written before the others.
  std::string binder(uint32_t heaps) const {
    if (period == 0) return "";
    return fmt::format("k in 0..(n - {}){}", first + heaps,
                       period == 1 ? "" : fmt::format("/{}", period));
  }
};

/// The move lines for splits into so many heaps of this shape; `game` is the game's name.
std::string line(const Taken& taken, uint32_t heaps, Shape shape, std::string_view game) {
  const std::string rest = taken.rest();
  std::string binders = taken.binder(heaps);
  const auto with_binders = [&](std::string_view more) {
    if (!binders.empty() && !more.empty()) binders += ", ";
    binders += more;
    return binders.empty() ? "" : "  for " + binders;
  };
  switch (heaps) {
    case 0:
      if (taken.period == 0) return fmt::format("  -> 0  if n = {}\n", taken.first);
      if (taken.period == 1) return fmt::format("  -> 0  if n >= {}\n", taken.first);
      return fmt::format("  -> 0  if n >= {0} and (n - {0}) % {1} = 0\n", taken.first,
                         taken.period);
    case 1:
      if (taken.period == 0)
        return fmt::format("  -> {}({})  if n > {}\n", game, rest, taken.first);
      return fmt::format("  -> {}({}){}\n", game, rest, with_binders(""));
    case 2:
      if (shape == Shape::equal)
        return fmt::format("  -> 2*{}(a){}  if 2*a = {}\n", game,
                           with_binders(fmt::format("a in 1..({})/2", rest)), rest);
      return fmt::format(
          "  -> {0}(a) + {0}({1} - a){2}\n", game, rest,
          with_binders(fmt::format("a in 1..({}{})/2", rest, shape == Shape::any ? "" : " - 1")));
    default: {
      if (shape == Shape::equal)
        return fmt::format("  -> 3*{}(a){}  if 3*a = {}\n", game,
                           with_binders(fmt::format("a in 1..({})/3", rest)), rest);
      const bool different = shape == Shape::different;
      const std::string ranges =
          different ? fmt::format("a in 1..({0} - 3)/3, b in a + 1..({0} - a - 1)/2", rest)
                    : fmt::format("a in 1..({0})/3, b in a..({0} - a)/2", rest);
      const std::string condition =
          shape == Shape::not_all_equal ? fmt::format("  if 2*a + b < {}", rest) : std::string();
      return fmt::format("  -> {0}(a) + {0}(b) + {0}({1} - a - b){2}{3}\n", game, rest,
                         with_binders(ranges), condition);
    }
  }
}

std::string lines(const HeapDigit& digit, const Taken& taken, std::string_view game) {
  std::string text;
  for (const HeapClause& clause : digit.clauses)
    text += line(taken, clause.count, clause.shape, game);
  return text;
}

/// The game's text in the language; its splits are into at most three heaps.
std::string written_out(const HeapCode& code, std::string_view game) {
  std::string text = fmt::format("game {}(n)\n", game);
  for (size_t i = code.before.size(); i-- > 0;)
    text += lines(code.before[i], {-static_cast<int64_t>(i)}, game);
  int64_t first = 1;
  for (const HeapDigit& digit : code.after) text += lines(digit, {first++}, game);
  for (const HeapDigit& digit : code.repeat)
    text += lines(digit, {first++, code.repeat.size()}, game);
  return text;
}

/// Why the text is no octal code, though it may be a code.
Attempt<void> check_octal(std::string_view code) {
  const auto error = [&](size_t begin, size_t end, std::string message) {
    return Error::at(
        locate(Diagnostic::Severity::error, std::move(message), "code", code, {begin, end}));
  };
  if (code.find_first_not_of(" \t") == code.npos)
    return error(0, code.size(), "the code has no digits; an example is octal[0.137](50)");
  const size_t other = code.find_first_not_of(" \t.01234567");
  if (other != code.npos) {
    const size_t end = character_end(code, other);
    return error(other, end,
                 fmt::format("'{}' is no digit of the code '{}'; octal[…] has the digits 0 to 7, "
                             "code[…] others, too",
                             code.substr(other, end - other), code.substr(0, 40)));
  }
  const size_t point = code.find('.');
  if (point != code.npos &&
      std::count_if(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(point),
                    [](char c) { return c >= '0' && c <= '7'; }) > 1) {
    return error(0, point,
                 fmt::format("the code '{}' has more than one digit in front of its point",
                             code.substr(0, 40)));
  }
  return {};
}

}  // namespace

Attempt<const Rule*> Rulebook::code_rule(std::string_view name, std::string_view code) {
  if (name == "octal") {
    if (auto octal = check_octal(code); !octal) return std::move(octal).error();
  }
  Attempt<HeapCode> read = parse_heap_code(code);
  if (!read) return std::move(read).error();
  const std::string full_name = fmt::format("{}[{}]", name, read->text());
  if (const auto known = made_.find(full_name); known != made_.end()) return known->second;

  const bool by_code = read->unbounded() || read->greatest_count() > 3;
  const std::string text = by_code ? fmt::format("game {}(n)\n", name) : written_out(*read, name);
  Definition definition;
  definition.source = std::make_shared<SourceText>(SourceText{full_name, text});
  ParsedFile parsed = parse_rules(full_name, definition.source->text);
  definition.syntax = std::move(parsed.file.games.at(0));
  Rule& rule = rules_.emplace_back();
  rule.full_name = full_name;
  rule.code = std::make_shared<const HeapCode>(*std::move(read));
  rule.moves_by_code = by_code;
  std::vector<Diagnostic> notes;
  Checker(*this, definition, notes).make({}, rule);
  made_[full_name] = &rule;
  return &rule;
}

Span place_in_code(Span code, const Error& error) {
  const Diagnostic& diagnostic = error.diagnostics[0];
  // A code is one line, and what comes before the first error is all ASCII.
  if (diagnostic.line != 1) return code;
  const size_t begin = std::min(code.begin + diagnostic.column - 1, code.end);
  return {begin, std::clamp(begin + diagnostic.caret_length, begin, code.end)};
}

}  // namespace grundy
