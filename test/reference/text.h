// What tests ask of a text.
#pragma once
#include <string>

namespace grundy::reference {

/// How often the piece is met, overlaps included.
inline size_t count_of(const std::string& text, const std::string& piece) {
  size_t count = 0;
  for (size_t at = text.find(piece); at != std::string::npos; at = text.find(piece, at + 1))
    ++count;
  return count;
}

}  // namespace grundy::reference
