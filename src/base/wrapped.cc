#include "base/wrapped.h"

#include <algorithm>

#include "base/text.h"

namespace grundy {

std::string wrapped(const std::string& text) {
  constexpr size_t kColumns = 100;
  std::string result;
  for (size_t from = 0; from <= text.size();) {
    const size_t to = std::min(text.find('\n', from), text.size());
    const std::string paragraph = text.substr(from, to - from);
    from = to + 1;
    if (!result.empty()) result += '\n';
    const size_t blanks = std::min(paragraph.find_first_not_of(' '), paragraph.size());
    const bool item = paragraph.size() > blanks + 2 && paragraph.compare(blanks + 1, 2, ". ") == 0;
    size_t column = 0;
    for (size_t at = 0; at < paragraph.size();) {
      const size_t end = std::min(paragraph.find(' ', std::max(at, blanks)), paragraph.size());
      const std::string word = paragraph.substr(at, end - at);
      const size_t width = text_width(word);
      if (column > 0 && column + 1 + width > kColumns) {
        result += '\n' + std::string(blanks + (item ? 3 : 0), ' ');
        column = blanks + (item ? 3 : 0);
      } else if (column > 0) {
        result += ' ';
        ++column;
      }
      result += word;
      column += width;
      at = end + 1;
    }
  }
  return result;
}

}  // namespace grundy
