// Texts of lines "key rest", the form of the files that keep the state of a run.
//
//   std::string_view left = "values 12\nbytes 42\n";
//   read_number(take_line(left, "values"), size);   // 12; left is "bytes 42\n"
#pragma once
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace grundy {

/// Takes the line "KEY REST" off the front of the text; nothing when it is another one.
inline std::optional<std::string_view> take_line(std::string_view& text, std::string_view key) {
  const size_t end = text.find('\n');
  if (end == text.npos || !text.starts_with(key) || end <= key.size() || text[key.size()] != ' ')
    return std::nullopt;
  const std::string_view rest = text.substr(key.size() + 1, end - key.size() - 1);
  text.remove_prefix(end + 1);
  return rest;
}

/// Whether the whole text is a number in this base.
inline bool read_number(std::optional<std::string_view> text, uint64_t& number, int base = 10) {
  if (!text) return false;
  const auto [end, error] =
      std::from_chars(text->data(), text->data() + text->size(), number, base);
  return error == std::errc() && end == text->data() + text->size();
}

}  // namespace grundy
