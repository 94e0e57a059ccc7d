// Conditions on positions, as a user writes them: "value = 0 and a <= b", "outcome = P and n % 3 =
// 1".
//
// The condition is one of the rule language over the game's coordinates, its number parameters, the
// name `value`, and the name `outcome` with the letters P, N, L, R and D that it is compared with.
// A coordinate or a parameter of such a name comes first. An infinite value is larger than every
// number: "value >= 10" holds of ω and of ∞; "value = loony" asks for loony ones. A term of it, as
// in "value % 2 = 0", is declined, since a number would have to stand for it.
#pragma once
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "rule/position.h"
#include "rule/term_text.h"
#include "session/outcome_table.h"
#include "value/value.h"

namespace grundy {

class PositionCondition {
 public:
  /// Errors are located in `text`, called "where". Where positions have `outcomes` alone, `value`
  /// is an error.
  static Attempt<PositionCondition> read(std::string_view text, const TabledGame& game,
                                         bool outcomes = false);

  /// `cell` is the position's value, or its outcome as outcome_table.h has it. Declines coordinates
  /// and values that are too large for terms.
  Attempt<bool> holds(const Coordinates& position, const Value& cell) const;
  /// Whether it asks for nothing but values, or outcomes.
  bool is_of_cells() const;

 private:
  explicit PositionCondition(TermText condition) : condition_(std::move(condition)) {}
  TermText condition_;
  size_t arity_ = 0;  // of positions, which may have one more coordinate than the condition knows
  bool outcomes_ = false;
  bool compares_only_ = true;  // the value stands alone on a side of comparisons
  bool uses_value_ = false;
};

}  // namespace grundy
