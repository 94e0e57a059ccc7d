// Boxes of positions: a range for each coordinate.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/rule.h"
#include "value/natural.h"

namespace grundy {

/// The numbers first, first + 1, …, `count` of them, at least one.
struct Range {
  Natural first;
  Natural count = 1;

  Natural last() const { return first + count - Natural(1); }
  /// "0..20", or "3".
  std::string to_string() const;
  friend bool operator==(const Range&, const Range&) = default;
};

/// A range for each coordinate of the game, from "m=0..5, n=3"; the order is free. Errors show the place.
Attempt<std::vector<Range>> parse_box(std::string_view text, const Rule& rule);

}  // namespace grundy
