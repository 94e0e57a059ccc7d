// The text of a user's own formula for the values of a game: "n >= m: n - m; n < m: w + m - n - 1".
//
// Cases are separated by ';'. A case is CONDITION: VALUE, or a VALUE alone that holds wherever no
// case before it does; the first case whose condition holds counts. Conditions and values are those
// of the rule language, in the game's coordinates and number parameters. In values w or ω is the
// least infinite ordinal: sums of terms w^k*t and t without w, where w^k stands for a power up to
// 9; they are added by powers of ω, whatever their order.
//
// "zeckendorf:", "base 3:" and the like before the cases say in which numeration a law by digits is
// decided; then terms may call floor(n*phi) and shift(n) (digit_function.h). "lost: CONDITION"
// instead of cases says who wins, no value.
//
// The text is made into a rule file whose moves are the cases, so that the language has one reader;
// its errors are brought back to the places of the formula.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/isl.h"
#include "engine/automatic/moves.h"
#include "language/rulebook.h"
#include "proof/digit_function.h"
#include "value/ordinal.h"

namespace grundy {

/// A call in a case: its value stands in a slot of its own. The arguments of a call may have those
/// before it.
struct ClaimCall {
  DigitFunction function;
  Expr argument;
  size_t slot = 0;
};

struct ClaimCase {
  std::string condition;  // as written; empty when there is none
  std::string value;
  std::vector<Expr> conditions;    // conjuncts
  std::vector<Expr> coefficients;  // of the powers of ω, highest first
  std::vector<ClaimCall> calls;    // where one has no value the case does not hold
};

struct Claim {
  size_t arity = 0;
  size_t powers = 1;
  std::vector<ClaimCase> cases;
  std::vector<std::string> slot_names;
  // The prefix, or else the one that a function needs.
  std::optional<automatic::Numeration> numeration;
  bool losing = false;  // one case, whose condition holds where the mover loses

  bool is_by_digits() const;  // no formula of Presburger arithmetic is meant
};

/// Errors are located in `text`, called "formula".
Attempt<Claim> read_claim(const Rule& rule, std::string_view text);

/// The numeration in which a law by digits is decided.
automatic::Numeration numeration_of(const Claim& claim);

/// Conditions of the coordinates that tell what positions are meant, "k*y <= z".
Attempt<automatic::Domain> read_domain(const Rule& rule, std::string_view text);

/// The coefficients of the claimed value; nothing where no case applies, or where it is negative or
/// has no value.
std::optional<std::vector<int64_t>> evaluate(const Claim& claim, std::span<const int64_t> point);

/// The value with these coefficients of the powers of ω, highest first.
Ordinal value_with(std::span<const int64_t> coefficients);

/// The relation position → coefficients; null when something is not affine or isl gives up.
isl::Map to_map(isl_ctx* context, const Claim& claim);

}  // namespace grundy
