// A law for all positions of a game: cases, each with a quasi-affine ordinal value.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/isl.h"

namespace grundy {

/// (Σ coefficients·coordinates + constant) / divisor, without a remainder wherever its case applies.
struct AffineValue {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  int64_t divisor = 1;
  friend bool operator==(const AffineValue&, const AffineValue&) = default;
};

/// Σ coefficients·coordinates + constant >= 0.
struct HalfSpace {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  friend bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

/// Where all half-spaces hold and coordinate i leaves the remainder residues[i] modulo moduli[i], and no case before it
/// applies, the value is Σ ω^(k-1-j)·value[j] with k the number of values.
struct Case {
  std::vector<HalfSpace> conditions;
  std::vector<int64_t> moduli;  // one for each coordinate, 1 where its remainder does not matter
  std::vector<int64_t> residues;
  std::vector<AffineValue> value;
};

struct Formula {
  size_t arity = 0;
  size_t powers = 1;  // values are below ω^powers
  std::vector<Case> cases;
};

/// The relation position → coefficients of its value, highest power first; on natural coordinates. Null when isl gives
/// up.
isl::Map to_map(isl_ctx* context, const Formula& formula);

/// "n >= m and n % 2 = 1"; "otherwise" for a last case without conditions after others.
std::string condition_text(const Formula& formula, size_t index, const std::vector<std::string>& coordinates);
/// "ω·m + n - 1".
std::string value_text(const Case& c, const std::vector<std::string>& coordinates);

}  // namespace grundy
