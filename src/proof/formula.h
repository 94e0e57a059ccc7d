// Whether a formula is the Grundy function of a game, for all positions: decided by integer sets.
//
// Where a move leads to one position the moves are an affine relation (analysis/relation.h), and
// the claims about the formula are those of engine/ordinal/verify.h; where moves lead to sums of
// positions of the same game, sums.h tells their values. Play has to go down in a lexicographic
// order of measures that is found (analysis/descent.h). The costs are isl's: operations of the
// context, which has a limit.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/descent.h"
#include "analysis/isl.h"
#include "analysis/relation.h"
#include "engine/ordinal/verify.h"
#include "rule/rule.h"

namespace grundy {

/// All points with natural coordinates.
isl::Set naturals(isl_ctx* context, size_t arity);

/// How formulas of one game are decided.
class Decision {
 public:
  /// The context and the rule outlive this.
  Decision(isl_ctx* context, const Rule& rule);

  /// Null when moves lead to sums, or are not known as a relation.
  const isl::Map* moves() const { return moves_ ? &*moves_ : nullptr; }
  bool has_sums() const { return sums_.has_value(); }
  const std::optional<Descent>& descent() const { return descent_; }
  /// Whether every position has finitely many options; true too when that is not known.
  bool finite() const;
  /// Why no formula can be decided; empty otherwise.
  std::string obstacle() const;

  /// The values as a map position → coefficients, class by class of residues modulo `classes`.
  /// `reason` tells why it is unknown. Requires that there is no obstacle.
  Verdict decide(const isl::Map& values, const std::vector<int64_t>& classes,
                 std::string& reason) const;

 private:
  isl_ctx* context_;
  const Rule& rule_;
  std::optional<isl::Map> moves_;
  std::optional<std::vector<LineRelation>> sums_;
  std::optional<Descent> descent_;
};

}  // namespace grundy
