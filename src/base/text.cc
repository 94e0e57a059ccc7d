#include "base/text.h"

#include <algorithm>

namespace grundy {

size_t character_end(std::string_view text, size_t at) {
  do ++at;
  while (at < text.size() && continues_character(text[at]));
  return at;
}

size_t text_width(std::string_view text) {
  return text.size() -
         static_cast<size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

std::string shortened_to(std::string_view text, size_t longest) {
  size_t characters = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!continues_character(text[i]) && ++characters > longest)
      return std::string(text.substr(0, i)) + "…";
  }
  return std::string(text);
}

std::string padded_right(std::string_view text, size_t width) {
  return std::string(text) + std::string(width - std::min(width, text_width(text)), ' ');
}

std::string padded_left(std::string_view text, size_t width) {
  return std::string(width - std::min(width, text_width(text)), ' ') + std::string(text);
}

std::string_view trimmed(std::string_view text) {
  const std::string_view blanks = " \t\r\n";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);  // npos + 1 = 0
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return result;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string enumeration(const std::vector<std::string>& names, std::string_view conjunction) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " " + std::string(conjunction) + " " : ", ";
    text += names[i];
  }
  return text;
}

size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between the beginnings of `a` and of `b`, one letter of `b`
  // after another.
  std::vector<size_t> row(a.size() + 1);
  std::vector<size_t> above(a.size() + 1);
  std::vector<size_t> above_that(a.size() + 1);
  for (size_t i = 0; i <= a.size(); ++i) row[i] = i;
  for (size_t j = 1; j <= b.size(); ++j) {
    above_that.swap(above);
    above.swap(row);
    row[0] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
      row[i] =
          std::min({above[i] + 1, row[i - 1] + 1, above[i - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[i] = std::min(row[i], above_that[i - 2] + 1);
    }
  }
  return row.back();
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& names) {
  constexpr size_t kLongest = 100;  // bytes; nobody misspells one letter of a longer name
  if (name.size() > kLongest) return "";
  std::string best;
  size_t best_distance = name.size() <= 3 ? 2 : 3;  // a distance below this is near
  for (const std::string& other : names) {
    const size_t difference =
        std::max(name.size(), other.size()) - std::min(name.size(), other.size());
    if (difference >= best_distance) continue;  // the distance is no less
    const size_t distance = edit_distance(name, other);
    if (distance >= best_distance) continue;
    best_distance = distance;
    best = other;
  }
  return best;
}

}  // namespace grundy
