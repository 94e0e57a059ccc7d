// Claims about values, as mathematicians write them: "g(n + 12) = g(n) for n >= 71".
//
// A claim is a condition of the rule language in which g(…), or the game's own name, is the Grundy
// value of the position in brackets. Other names are variables: natural numbers, all of them, or
// those of which the conditions behind `for` hold.
// Example: "g(2*n) = g(n) + 1 for n >= 1" has the variable n, the values g(2*n) and g(n), the
// relation `g_1 = g_2 + 1` and the condition `n >= 1`.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "language/term_text.h"
#include "rule/rule.h"

namespace grundy {

/// A value that a claim speaks of. Its terms are over the variables and the values before it.
struct ClaimedValue {
  std::string text;  // "g(n + 12)"
  std::vector<TermText> position;
};

struct ValueClaim {
  std::string text;
  std::vector<std::string> variables;  // at least one
  bool is_closed = false;              // the claim has no variable, and that one stands nowhere
  std::vector<ClaimedValue> values;
  TermText relation;               // over the variables, then the values
  std::vector<TermText> where;     // over the variables
  std::string relation_text;       // as it was written
  std::string where_text;          // empty: all natural numbers
  std::string relation_of_values;  // with the names of value_name() in place of g(…)
};

/// How the value number `index` is called in the relation: "g_1" is the first one.
std::string value_name(size_t index);

/// Errors are located in the text, called "claim".
Attempt<ValueClaim> read_value_claim(std::string_view text, const Rule& rule);

}  // namespace grundy
