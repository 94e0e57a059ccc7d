#include "proof/formula.h"

#include <algorithm>

#include "proof/sums.h"

namespace grundy {
namespace {

/// Whether every position has finitely many options.
bool finitely_many_options(const isl::Map& moves) {
  const auto arity = static_cast<unsigned>(isl_map_dim(moves.keep(), isl_dim_in));
  isl_map* from = isl_map_add_dims(moves.copy(), isl_dim_param, 0);
  from = isl_map_move_dims(from, isl_dim_param, 0, isl_dim_in, 0, arity);
  const isl::Set options(isl_map_range(from));
  return isl_set_is_bounded(options.keep()) == isl_bool_true;
}

}  // namespace

isl::Set naturals(isl_ctx* context, size_t arity) {
  isl_set* set = isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(arity)));
  for (unsigned i = 0; i < arity; ++i) set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
  return isl::Set(set);
}

Decision::Decision(isl_ctx* context, const Rule& rule) : context_(context), rule_(rule) {
  moves_ = move_relation(context, rule);
  if (!moves_) sums_ = sum_moves(context, rule);
  if (moves_) {
    descent_ = find_descent(*moves_);
  } else if (sums_) {
    descent_ = find_descent(to_parts(*sums_, rule.arity()));
  }
}

bool Decision::finite() const {
  if (moves_) return finitely_many_options(*moves_);
  return !sums_ || std::all_of(sums_->begin(), sums_->end(), [](const LineRelation& line) {
    return finitely_many_options(line.moves);
  });
}

std::string Decision::obstacle() const {
  if (!moves_ && !sums_) return "its moves are not affine, or lead to other games";
  return descent_ ? ""
                  : "no lexicographic order of affine measures was found that every move lowers";
}

Verdict Decision::decide(const isl::Map& values, const std::vector<int64_t>& classes,
                         std::string& reason) const {
  reason = "isl gave up";
  const isl::Set everywhere = naturals(context_, rule_.arity());
  if (moves_) return verify(*moves_, values, everywhere, classes);
  const auto options = reaches(*sums_, values);
  if (!options) {
    reason = "its moves lead to sums, and the formula's values are too many to tell their nim-sums";
    return {};
  }
  return verify(*options, values, everywhere, classes);
}

}  // namespace grundy
