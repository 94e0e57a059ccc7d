#include "analysis/closed_box.h"

#include <algorithm>

#include "analysis/interval.h"

namespace grundy {
namespace {

constexpr unsigned long kBoxOperations = 2'000'000;  // of isl
constexpr int64_t kLargestSide = INT64_MAX / 4;

isl::Map with_upper_bound(isl::Map moves, unsigned coordinate, int64_t most) {
  isl_ctx* context = isl_map_get_ctx(moves.keep());
  return isl::Map(isl_map_upper_bound_val(moves.take(), isl_dim_in, coordinate,
                                          isl_val_int_from_si(context, most)));
}

/// Whether the term is the coordinate, or less by a constant.
bool is_lowered(const Expr& to, size_t coordinate) {
  const auto is_self = [&](const Expr& e) {
    return e.op == Op::slot && e.value == static_cast<int64_t>(coordinate);
  };
  return is_self(to) ||
         (to.op == Op::sub && is_self(to.args[0]) && interval(to.args[1], {}).low >= 0);
}

/// By the intervals of the terms alone, whatever the position: (b*b + a) % 3000 is below 3000.
std::optional<std::vector<int64_t>> by_intervals(const Rule& rule, std::vector<int64_t> box) {
  for (const MoveLine& line : rule.moves) {
    for (const Part& part : line.parts) {
      for (size_t i = 0; i < box.size(); ++i) {
        const Expr& to = part.coordinates[i];
        if (is_lowered(to, i)) continue;
        const Interval range = interval(to, {});
        if (range.high > kLargestSide) return std::nullopt;
        box[i] = std::max(box[i], range.high);
      }
    }
  }
  return box;
}

}  // namespace

std::optional<int64_t> raised_to(const isl::Map& moves, unsigned coordinate) {
  const isl::Set to(
      isl_map_range(isl_map_order_lt(moves.copy(), isl_dim_in, static_cast<int>(coordinate),
                                     isl_dim_out, static_cast<int>(coordinate))));
  if (!to) return std::nullopt;
  isl_local_space* space = isl_local_space_from_space(isl_set_get_space(to.keep()));
  isl_aff* value = isl_aff_var_on_domain(space, isl_dim_set, coordinate);
  const isl::Val most(isl_set_max_val(to.keep(), value));
  isl_aff_free(value);
  if (!most) return std::nullopt;
  if (isl_val_is_nan(most.keep()) == isl_bool_true) return -1;  // the maximum of nothing
  if (isl_val_is_int(most.keep()) != isl_bool_true || isl_val_cmp_si(most.keep(), kLargestSide) > 0)
    return std::nullopt;
  return isl_val_get_num_si(most.keep());
}

std::optional<std::vector<int64_t>> closed_box(const Facts& facts,
                                               const std::vector<int64_t>& corner) {
  const Rule& rule = facts.rule();
  if (rule.is_alias || rule.moves_by_code || !facts.stays_in_game() || facts.splits())
    return std::nullopt;
  const Attempt<isl::Map>& relation = facts.relation(Effort::quick);
  if (!relation) return by_intervals(rule, corner);
  facts.context(kBoxOperations);
  isl::Map moves(relation->copy());
  std::vector<int64_t> box = corner;
  std::vector<bool> known(box.size());
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < box.size(); ++i) {
      if (known[i]) continue;
      const auto most = raised_to(moves, static_cast<unsigned>(i));
      if (!most) continue;
      box[i] = std::max(box[i], *most);
      moves = with_upper_bound(std::move(moves), static_cast<unsigned>(i), box[i]);
      if (!moves) return std::nullopt;
      known[i] = more = true;
    }
  }
  if (!std::all_of(known.begin(), known.end(), [](bool one) { return one; })) return std::nullopt;
  return box;
}

}  // namespace grundy
