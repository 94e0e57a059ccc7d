// A law for all positions of a game: cases, each with a quasi-affine ordinal value.
//
// Example: "n - m if n >= m, else ω + m - n - 1" has two cases, the first with one half-space, and
// two powers of ω. A formula is evaluated at points, and turned into a map of isl, class by class
// of residues, for proofs (verify.h).
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/isl.h"

namespace grundy {

/// ⌊(Σ coefficients·coordinates + constant) / divisor⌋, and of that the remainder modulo `modulus`
/// unless that is 0.
struct AffineValue {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  int64_t divisor = 1;
  int64_t modulus = 0;
  friend bool operator==(const AffineValue&, const AffineValue&) = default;
  friend auto operator<=>(const AffineValue&, const AffineValue&) = default;

  int64_t at(std::span<const int64_t> point) const;
};

/// Σ coefficients·coordinates + constant >= 0.
struct HalfSpace {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
  friend bool operator==(const HalfSpace&, const HalfSpace&) = default;

  bool holds(std::span<const int64_t> point) const;
};

/// ⌊(Σ coefficients·coordinates) / divisor⌋ leaves the remainder `residue` modulo `modulus`.
struct Congruence {
  std::vector<int64_t> coefficients;
  int64_t modulus = 1;
  int64_t residue = 0;
  int64_t divisor = 1;
  friend bool operator==(const Congruence&, const Congruence&) = default;

  bool holds(std::span<const int64_t> point) const;
};

/// Where all half-spaces and congruences hold, coordinate i leaves the remainder residues[i] modulo
/// moduli[i] (both are empty when no coordinate's own remainder matters), and no case before it
/// applies, the value is Σ ω^(k-1-j)·value[j] with k the number of values.
struct Case {
  std::vector<HalfSpace> conditions;
  std::vector<Congruence> congruences;
  std::vector<AffineValue> value;
  std::vector<int64_t> moduli = {};
  std::vector<int64_t> residues = {};

  bool holds(std::span<const int64_t> point) const;
};

struct Formula {
  size_t arity = 0;
  size_t powers = 1;  // values are below ω^powers
  std::vector<Case> cases;
};

/// The coefficients of the value at a point, highest power first; nothing where no case applies.
std::optional<std::vector<int64_t>> evaluate(const Formula& formula,
                                             std::span<const int64_t> point);

/// For each coordinate the least modulus such that among positions with the same residues every
/// case of the formula is affine, with affine conditions.
std::vector<int64_t> moduli(const Formula& formula);

/// The same function in a form that is longer and plainer: cases have moduli and residues instead
/// of congruences, and values that are quotients without a remainder wherever their case applies,
/// with modulus 0.
Formula by_residues(const Formula& formula);

/// The relation position → coefficients of its value, highest power first; on natural coordinates.
/// Null when isl gives up.
isl::Map to_map(isl_ctx* context, const Formula& formula);

}  // namespace grundy
