// Texts for a terminal: lines that are too long, broken between words.
#pragma once
#include <string>

namespace grundy {

/// Lines of at most 100 columns. Further lines are indented like their paragraph, or behind the
/// number of their item.
std::string wrapped(const std::string& text);

}  // namespace grundy
