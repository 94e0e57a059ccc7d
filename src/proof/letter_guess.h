// A law with letters, guessed from values.
//
// Problem: from tables of subtract[{1..k}] for k = 0, …, 12 see n % (k + 1).
// Idea: the period has to be a small sum of letters and a number, and each candidate is tested on
// the tables. The remainder may be divided once more, by another such sum, as in n % (L + R) / L.
// Then the law is a list of cases, the first that holds counts, learned greedily (Rivest 1987): of
// all conditions, a quotient or a remainder compared with a sum of letters, and all values, a
// quotient or a remainder or 0 plus such a sum, the pair that is right wherever its condition holds
// and settles the most values comes next.
// Example: of {a, b} come the divisions of n by a + b and of the remainder by 2·a, and three cases.
// Cost: conditions × values × points / 64 for each case; counted in the budget's steps.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"

namespace grundy {

/// Values of a game whose coordinates are letters and then one number.
struct LetterTable {
  std::vector<std::string> names;  // of the coordinates
  std::vector<std::vector<int64_t>> points;
  std::vector<int64_t> values;
};

/// Calls visit with formulas that have the table's values, as --formula has them, the simplest
/// periods first, until it gives false or the budget is spent.
void guess_laws(const LetterTable& table, const Budget& budget,
                const std::function<bool(const std::string&)>& visit);

}  // namespace grundy
