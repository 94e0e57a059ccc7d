// The lines of certificates that hold claims about boards: a keyword, numbers, and a text that may
// have blanks.
//
// Example: "not 0 5 __.|..." is the keyword, two numbers and the text of a part.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "check/text.h"

namespace grundy {

/// Natural numbers, apart by single blanks, and then perhaps a text. Whoever reads a line asks
/// at_end() behind the last number: nothing may be left over, not even a blank.
class ClaimLine {
 public:
  explicit ClaimLine(std::string_view text) : left_(text) {}
  std::optional<int64_t> number() {
    const std::string_view token = word();
    int64_t n = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), n);
    if (error != std::errc() || token.empty() || end != token.data() + token.size() || n < 0 ||
        n > kMaxCertificateNumber || (token.front() == '0' && token.size() > 1))
      return std::nullopt;
    return n;
  }
  std::string_view word() {
    const std::string_view token = left_.substr(0, left_.find(' '));
    at_end_ = token.size() == left_.size();
    left_.remove_prefix(std::min(token.size() + 1, left_.size()));
    return token;
  }
  std::string_view rest() const { return left_; }
  bool at_end() const { return at_end_; }

 private:
  std::string_view left_;
  bool at_end_ = false;
};

/// The one number that the text is.
inline std::optional<int64_t> only_number(std::string_view text) {
  ClaimLine words(text);
  const std::optional<int64_t> number = words.number();
  return words.at_end() ? number : std::nullopt;
}

struct ClaimReader {
  std::string_view text;
  size_t line = 0;

  /// The next line without its end; nothing at the end of the text, or when it does not end.
  std::optional<std::string_view> next() {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view result = text.substr(0, end);
    text.remove_prefix(end + 1);
    ++line;
    return result;
  }
  /// The rest of a line that begins with the keyword and a blank.
  bool word(std::string_view keyword, std::string& to) {
    const auto whole = next();
    if (!whole || !whole->starts_with(keyword) || whole->substr(keyword.size(), 1) != " ")
      return false;
    to = whole->substr(keyword.size() + 1);
    return true;
  }
  /// The lines of a rule file; false where the last one does not end.
  bool rule(std::string& to) {
    while (text.starts_with("rule ") || text.starts_with("rule\n")) {
      const auto whole = next();
      if (!whole) return false;
      to += std::string(whole->substr(std::min<size_t>(5, whole->size()))) + "\n";
    }
    return true;
  }
};

/// The first lines of a certificate: its rule file, each line of which ends in a newline, the game
/// of it, the kind.
inline std::string first_lines(std::string_view rule, std::string_view game,
                               std::string_view kind) {
  std::string text = "grundy-certificate 1\n";
  while (!rule.empty()) {
    const size_t end = rule.find('\n');
    text.append("rule ").append(rule.substr(0, end)).append("\n");
    rule.remove_prefix(end + 1);
  }
  return text.append("game ").append(game).append("\nkind ").append(kind).append("\n");
}

}  // namespace grundy
