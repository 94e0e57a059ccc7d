// The text of a user's own formula for the values of a game: "n >= m: n - m; n < m: w + m - n - 1".
//
// Cases are separated by ';'. A case is CONDITION: VALUE, or a VALUE alone that holds wherever no case before it does;
// the first case whose condition holds counts. Conditions and values are those of the rule language, in the game's
// coordinates and number parameters. In values w or ω is the least infinite ordinal: sums of terms w^k*t and t without
// w, where w^k stands for a power up to 9; they are added by powers of ω, whatever their order.
//
// The text is made into a rule file whose moves are the cases, so that the language has one reader; its errors are
// brought back to the places of the formula.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/isl.h"
#include "rule/rulebook.h"

namespace grundy {

struct ClaimCase {
  std::string condition;  // as written; empty when there is none
  std::string value;
  std::vector<Expr> conditions;    // conjuncts
  std::vector<Expr> coefficients;  // of the powers of ω, highest first
};

struct Claim {
  size_t arity = 0;
  size_t powers = 1;
  std::vector<ClaimCase> cases;
  std::vector<std::string> slot_names;
};

/// Errors are located in `text`, called "formula".
Attempt<Claim> read_claim(const Rule& rule, std::string_view text);

/// The coefficients of the claimed value; nothing where no case applies, or where it is negative or has no value.
std::optional<std::vector<int64_t>> evaluate(const Claim& claim, std::span<const int64_t> point);

/// The relation position → coefficients; null when something is not affine or isl gives up.
isl::Map to_map(isl_ctx* context, const Claim& claim);

}  // namespace grundy
