/// @file
/// Counts: how many positions of a box have each value.
///
/// @code
/// grundy::Session session;
/// const grundy::Box rows = {{1, 1000}};
/// const grundy::Result<grundy::Counts> counts = session.count("kayles", rows);
/// std::cout << counts->positions().text() << " rows, of which " << counts->of(1).text()
///           << " have the value 1\n";
/// const grundy::Result<grundy::Value> lost = session.count_tuples(*counts, 5, 0);
/// std::cout << lost->text() << " times five rows are lost\n";
/// const grundy::Result<grundy::Counts> cold =
///     session.count("wythoff", {{0, 100}, {0, 100}}, "value = 0 and a <= b");
/// std::cout << cold->positions().text() << " lost positions of Wythoff's game\n";
/// // 1000 rows, of which 250 have the value 1
/// // 6539466410400 times five rows are lost
/// // 39 lost positions of Wythoff's game
/// @endcode
#pragma once
#include <map>
#include <optional>
#include <string>

#include "grundy/value.h"

namespace grundy::face {

/// Made by Session::count.
struct Counts {
  std::string game;               ///< With its parameters.
  bool outcomes_only = false;     ///< The game has no values: those of `counts` stand for outcomes.
  std::map<Value, Value> counts;  ///< By value: how many positions, a natural number of any size.

  /// How a value of `counts` is written: "5", "ω", or the letter of an outcome, P, N, L, R or D.
  std::string text(const Value& value) const;
  /// Of all values together.
  Value positions() const;
  /// 0 for values that no position has.
  Value of(const Value& value) const;
};

/// Positions of one coordinate, next to one another, that have one value.
struct Piece {
  Value first;
  Value last;
  Value value;       ///< Or what stands for an outcome, where the game has no values.
  std::string text;  ///< "5", "ω", or the letter of the outcome.
};

}  // namespace grundy::face
