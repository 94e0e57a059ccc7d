// Families of subtraction games, written like a set:
//
//   family small = subtract[{a, b, c}] for a in 1..20, b in a+1..20, c in b+1..20
//
// Each choice of the numbers is one game, of the code with the digit 3 for the numbers that may be
// taken: subtract[{1, 3}] is 0.303. "family NAME =" may be left out. Bounds and elements are sums
// of numbers, of names before and of their multiples: 2*a + b - 1. Numbers below 1 are no elements;
// a choice without any is left out.
#pragma once
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/heap_code.h"

namespace grundy::catalogue {

/// Whether the text is meant as such a family.
bool is_rule_family(std::string_view text);
/// One choice of the numbers.
struct FamilyGame {
  std::vector<int64_t> numbers;  // of the family's names
  std::set<int64_t> taken;       // subtract[{…}]
  std::string text() const;      // "subtract[{1, 3}]"
  HeapCode code() const;
};

struct RuleFamily {
  std::vector<std::string> names;
  std::vector<FamilyGame> games;  // in the order of the choices; two may be alike
};

/// At most 100000 choices. Errors show the place.
Attempt<RuleFamily> read_rule_family(std::string_view text);
/// Its games, each once, those with the fewest digits first; as read_rule_family reads it.
Attempt<std::vector<HeapCode>> parse_rule_family(std::string_view text);

}  // namespace grundy::catalogue
