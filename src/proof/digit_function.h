// Functions that a formula for laws by digits may call: floor(n*phi), floor(n*sqrt(2)), shift(n).
//
// Problem: Beatty's sequences are no terms of the rules' language, and no automaton of theirs is to
// be believed.
// Idea: A(n) = ⌊n·α⌋ is learned from its first values in the numeration of α, and proved by what
// makes it unique: with B(n) = A(n) + t·n both rise, and every positive number is one of A(1),
// A(2), … or of B(1), B(2), …, never both. Only ⌊n·α⌋ and ⌊n·(α + t)⌋ with 1/α + 1/(α + t) = 1 do
// so (Beatty 1926): α is φ for t = 1, the root of 2 for t = 2.
// Example: ⌊n·φ⌋ has an automaton of 7 states in Zeckendorf's numeration.
// Cost: some milliseconds each; counted in the budget's steps.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/attempt.h"
#include "engine/automatic/relation.h"

namespace grundy {

struct DigitFunction {
  enum class Kind { beatty, shift };
  Kind kind = Kind::shift;
  int64_t gap = 1;   // beatty: t
  int64_t plus = 0;  // beatty: so many times n is added; ⌊n·φ²⌋ = ⌊n·φ⌋ + n
  friend bool operator==(const DigitFunction&, const DigitFunction&) = default;
};

/// A call as it is written; its argument may have further calls.
struct DigitCall {
  DigitFunction function;
  Span whole;
  Span argument;
};

/// The call that begins last; nothing when there is none. An input error's text for a call of
/// another form; the place is `wrong`.
Attempt<std::optional<DigitCall>> last_digit_call(std::string_view text, Span& wrong);

/// The numeration that the function needs; nothing when it has a meaning in each.
std::optional<automatic::Numeration> numeration_of(const DigitFunction& function);

/// Nothing where n is negative or too large.
std::optional<int64_t> value_at(const DigitFunction& function, int64_t n,
                                const automatic::Numeration& numeration);

/// {(n, y)}: y is the value at n. Declines outside its numeration.
Attempt<automatic::Relation> graph_of(automatic::Workshop& shop, const DigitFunction& function,
                                      automatic::Track n, automatic::Track y);

}  // namespace grundy
