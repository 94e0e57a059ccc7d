// Texts that people read: in terminals, tables and messages.
//
// Widths are counted in characters of UTF-8, each taken to be one column wide: "ω·2" has 4 bytes
// more than columns. So columns line up when they hold ordinals, and nothing is cut within a
// character. Bytes that are no UTF-8 do no harm: each begins a character unless it has the form
// 10xxxxxx.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace grundy {

/// Whether this byte continues a character; all others begin one.
constexpr bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The place behind the character at text[at].
size_t character_end(std::string_view text, size_t at);

/// The number of characters.
size_t text_width(std::string_view text);

/// The text itself when it has at most `longest` characters, else so many of them and "…".
std::string shortened_to(std::string_view text, size_t longest);

/// With blanks behind it, so that it has at least `width` characters: flush left.
std::string padded_right(std::string_view text, size_t width);
/// With blanks before it: flush right.
std::string padded_left(std::string_view text, size_t width);

/// Without blanks, tabs and ends of lines at either end.
std::string_view trimmed(std::string_view text);

/// With the letters A to Z small.
std::string lower_case(std::string_view text);

/// The lines, without their ends; what follows the last '\n' is one when it is not empty.
std::vector<std::string> lines_of(std::string_view text);

/// "a, b and c".
std::string enumeration(const std::vector<std::string>& names,
                        std::string_view conjunction = "and");

/// How many letters have to be changed, put in, taken out or swapped with their neighbour to make
/// one text the other, where no letter takes part twice (the distance of Damerau 1964 in its
/// restricted form). Takes |a| |b| steps.
size_t edit_distance(std::string_view a, std::string_view b);

/// The name that may have been meant: the first of the nearest ones, when it is at distance 2, or 1
/// from a name of at most three letters; else empty.
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace grundy
