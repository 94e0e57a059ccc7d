// Characters of drawn cells, which are read from the text itself and not from tokens.
#pragma once
#include <cstddef>
#include <string_view>

namespace grundy {

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

inline size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The bytes of an arrow that stands between blanks or at the line's end; 0 when none stands here.
inline size_t arrow_at(std::string_view text, size_t at) {
  if (at > 0 && !is_blank(text[at - 1]) && text[at - 1] != '\n') return 0;
  for (const std::string_view arrow : {std::string_view("->"), std::string_view("→")}) {
    if (text.substr(at, arrow.size()) != arrow) continue;
    const size_t end = at + arrow.size();
    if (end >= text.size() || is_blank(text[end]) || text[end] == '\n') return arrow.size();
  }
  return 0;
}

}  // namespace grundy
