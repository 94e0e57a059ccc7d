// Whether a formula is the Grundy function of a game, for all positions: decided by integer sets.
//
// Let R be the moves and V the formula. Play ends (analysis/descent), so V is the Grundy function
// exactly when V is total and single-valued, no option has its position's value (R and V∘V⁻¹ are
// disjoint), and every smaller ordinal is the value of an option ({ s → w : w < V(s) } is within
// V∘R). Each is a statement that a set of integers is empty.
// Example: the value n of nim; R = { n → k : k < n }, R and V∘V⁻¹ have nothing in common, and { n →
// w : w < n } = V∘R. The costs are isl's: some thousand operations for two cases, millions for
// fifty.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/isl.h"

namespace grundy {

struct Verdict {
  enum class Kind {
    proved,
    refuted,  // `position` shows why
    unknown,  // isl gave up
  };
  Kind kind = Kind::unknown;
  std::vector<int64_t> position;
  enum class Flaw {
    none,
    no_value,
    two_values,
    option_with_same_value,
    value_too_large
  } flaw = Flaw::none;
};

/// Some moves: to which options they lead, and the value of each of these. An option is a position,
/// or all parts of a sum, one after another.
struct Reach {
  isl::Map moves;
  isl::Map values;
};

/// For the positions of `where` only; V has to be right, or at least defined, on their options as
/// well. They are taken class by class of residues modulo `moduli`, one for each coordinate; this
/// changes the time only.
Verdict verify(const isl::Map& moves, const isl::Map& values, const isl::Set& where,
               const std::vector<int64_t>& moduli);
/// The same for moves of several kinds.
Verdict verify(const std::vector<Reach>& reaches, const isl::Map& values, const isl::Set& where,
               const std::vector<int64_t>& moduli);

}  // namespace grundy
