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
#include "language/term_text.h"
#include "rule/position.h"
#include "session/outcome_table.h"
#include "value/integer.h"
#include "value/value.h"

namespace grundy {

/// A condition, or a term: a weight, such as "100 - n".
class PositionTerm {
 public:
  /// Errors are located in `text`, called `source`. Where positions have `outcomes` alone, `value`
  /// is an error.
  static Attempt<PositionTerm> read(TermText::Kind kind, std::string_view source,
                                    std::string_view text, const TabledGame& game, bool outcomes);

  /// `cell` is the position's value, or its outcome as outcome_table.h has it. A condition has 1
  /// where it holds, else 0. Declines coordinates and values that are too large for terms.
  Attempt<int64_t> at(const Coordinates& position, const Value& cell) const;
  /// Whether it asks for nothing but values, or outcomes.
  bool is_of_cells() const;
  /// The sum of a term over all positions first, first + 1, …, `count` of them, of a game of one
  /// coordinate, that have this cell; nothing unless it is a polynomial of the coordinate.
  Attempt<std::optional<Integer>> sum_over(const Natural& first, const Natural& count,
                                           const Value& cell) const;

 private:
  explicit PositionTerm(TermText text) : text_(std::move(text)) {}
  /// The numbers that stand for the cell's names.
  Attempt<std::vector<int64_t>> slots_of(const Value& cell) const;
  TermText text_;
  size_t arity_ = 0;  // of positions, which may have one more coordinate than the text knows
  bool outcomes_ = false;
  bool compares_only_ = true;  // the value stands alone on a side of comparisons
  bool uses_value_ = false;
};

class PositionCondition {
 public:
  /// Errors are located in `text`, called "where".
  static Attempt<PositionCondition> read(std::string_view text, const TabledGame& game,
                                         bool outcomes = false) {
    Attempt<PositionTerm> read =
        PositionTerm::read(TermText::Kind::condition, "where", text, game, outcomes);
    if (!read) return std::move(read).error();
    return PositionCondition(*std::move(read));
  }
  Attempt<bool> holds(const Coordinates& position, const Value& cell) const {
    const Attempt<int64_t> holds = condition_.at(position, cell);
    if (!holds) return holds.error();
    return *holds != 0;
  }
  bool is_of_cells() const { return condition_.is_of_cells(); }

 private:
  explicit PositionCondition(PositionTerm condition) : condition_(std::move(condition)) {}
  PositionTerm condition_;
};

}  // namespace grundy
