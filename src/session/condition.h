// Conditions on positions and their values, as a user writes them: "value = 0 and a <= b".
//
// The condition is one of the rule language over the game's coordinates, its number parameters and the name `value`. An
// infinite value is larger than every number: "value >= 10" holds of ω and of ∞. What else is asked of it, "value % 2 = 0", is
// declined, since a number would have to stand for it.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "rule/position.h"
#include "rule/rule.h"
#include "rule/term_text.h"
#include "value/value.h"

namespace grundy {

class PositionCondition {
 public:
  /// Errors are located in `text`, called "where".
  static Attempt<PositionCondition> read(std::string_view text, const Rule& rule);

  /// Declines coordinates and values that are too large for terms.
  Attempt<bool> holds(const Coordinates& position, const Value& value) const;

 private:
  explicit PositionCondition(TermText condition) : condition_(std::move(condition)) {}
  TermText condition_;
  bool compares_only_ = true;  // the value stands alone on a side of comparisons
  bool uses_value_ = false;
};

}  // namespace grundy
