// Boxes of positions: a range for each coordinate.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/position.h"
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

/// A range for each coordinate of the game of this name, from "m=0..5, n=3"; the order is free.
/// Errors show the place.
Attempt<std::vector<Range>> parse_box(std::string_view text, std::string_view game,
                                      const std::vector<std::string>& coordinates);

/// The last number of each coordinate if nobody asks for a box: such a table fits on a page.
constexpr uint64_t usual_bound(size_t coordinates) {
  return coordinates == 1 ? 20 : coordinates == 2 ? 10 : 5;
}

/// How many positions a box has.
Natural positions_of(const std::vector<Range>& box);

/// The positions of a box in their order, the last coordinate fastest, from number `first` on.
class BoxWalk {
 public:
  explicit BoxWalk(const std::vector<Range>& box, const Natural& first = 0);

  bool more() const { return more_; }
  const Coordinates& position() const { return position_; }
  void next();

 private:
  const std::vector<Range>& box_;
  Coordinates position_;
  bool more_ = true;
};

}  // namespace grundy
