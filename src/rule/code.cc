// Take-and-break codes d0.d1d2d3…: from a heap n one may remove i and leave the rest in exactly b heaps, none of them
// empty, if and only if bit b of the digit d_i is set (Guy and Smith 1956). A code is written out as a rule in the
// language.
#include <fmt/format.h>

#include "rule/check.h"
#include "rule/rulebook.h"

namespace grundy {
namespace {

constexpr size_t kMaxDigits = 1000;

/// The move lines for one digit; `rest` is what is left of the heap, as a term.
std::string lines_of_digit(unsigned digit, size_t removed, std::string_view game) {
  const std::string rest = removed == 0 ? "n" : fmt::format("n - {}", removed);
  std::string text;
  if (digit & 1) text += fmt::format("  -> 0  if n = {}\n", removed);
  if (digit & 2) text += fmt::format("  -> {}({})  if n > {}\n", game, rest, removed);
  if (digit & 4) text += fmt::format("  -> {0}(a) + {0}({1} - a)  for a in 1..({1})/2\n", game, rest);
  if (digit & 8)
    text +=
        fmt::format("  -> {0}(a) + {0}(b) + {0}({1} - a - b)  for a in 1..({1})/3, b in a..({1} - a)/2\n", game, rest);
  return text;
}

}  // namespace

Result<const Rule*> Rulebook::code_rule(std::string_view name, std::string_view code) {
  // One form for one game: blanks, leading zeros and trailing zeros do not count.
  std::string digits;
  size_t point = std::string::npos;
  for (char c : code) {
    if (c == ' ' || c == '\t') continue;
    if (c == '.') {
      if (point != std::string::npos) return Error::input(fmt::format("the code '{}' has two points", code));
      point = digits.size();
      continue;
    }
    const char* alphabet = name == "octal" ? "01234567" : "0123456789ABCDEF";
    const char upper = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    if (std::string_view(alphabet).find(upper) == std::string_view::npos) {
      return Error::input(fmt::format("'{}' is no digit of the code '{}'; {}[…] has the digits {} to {}", c, code, name,
                                      alphabet[0], name == "octal" ? "7" : "F"));
    }
    digits += upper;
  }
  if (digits.empty()) return Error::input("the code has no digits; an example is octal[0.137](50)");
  if (point == std::string::npos)
    return Error::input(fmt::format("the code '{}' has no point; write 0.{}", code, code));
  if (point > 1) return Error::input(fmt::format("the code '{}' has more than one digit in front of its point", code));
  if (point == 0) digits.insert(digits.begin(), '0');
  while (digits.size() > 2 && digits.back() == '0') digits.pop_back();
  if (digits.size() > kMaxDigits) return Error::input(fmt::format("a code has at most {} digits", kMaxDigits));
  auto value = [](char c) { return static_cast<unsigned>(c >= 'A' ? c - 'A' + 10 : c - '0'); };
  const unsigned first = value(digits[0]);
  if ((first & 3) != 0) {
    return Error::input(fmt::format(
        "the digit {} before the point lets a move leave the heap as it is, so that play need not end", digits[0]));
  }
  const std::string full_name = fmt::format("{}[{}.{}]", name, digits[0], digits.substr(1));
  if (const auto known = made_.find(full_name); known != made_.end()) return known->second;

  std::string text = fmt::format("game {}(n)\n", name);
  for (size_t i = 0; i < digits.size(); ++i) text += lines_of_digit(value(digits[i]), i, name);
  Definition definition;
  definition.source = std::make_shared<SourceText>(SourceText{full_name, text});
  ParsedFile parsed = parse_rules(full_name, definition.source->text);
  definition.syntax = std::move(parsed.file.games.at(0));
  Rule& rule = rules_.emplace_back();
  rule.full_name = full_name;
  std::vector<Diagnostic> notes;
  Checker(*this, definition, notes).make({}, rule);
  made_[full_name] = &rule;
  return &rule;
}

}  // namespace grundy
