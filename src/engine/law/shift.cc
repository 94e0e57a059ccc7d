#include "engine/law/shift.h"

#include <algorithm>

namespace grundy {
namespace {

/// The greatest value of the term in the set, which is not empty; nothing when there is no bound.
std::optional<int64_t> greatest(const isl::Set& set, const isl::Aff& term) {
  const isl::Val most(isl_set_max_val(set.keep(), term.keep()));
  if (!most || isl_val_is_int(most.keep()) != isl_bool_true) return std::nullopt;
  constexpr int64_t kGreatest = INT64_MAX / 4;
  if (isl_val_cmp_si(most.keep(), kGreatest) > 0) return std::nullopt;
  return isl_val_get_num_si(most.keep());
}

/// The greatest value of the coordinate in the set; `none` when the set is empty, nothing when
/// there is no bound.
std::optional<int64_t> greatest_in(const isl::Set& set, unsigned coordinate, int64_t none) {
  const isl_bool empty = isl_set_is_empty(set.keep());
  if (empty == isl_bool_error) return std::nullopt;
  if (empty == isl_bool_true) return none;
  isl_local_space* space = isl_local_space_from_space(isl_set_get_space(set.keep()));
  return greatest(set, isl::Aff(isl_aff_var_on_domain(space, isl_dim_set, coordinate)));
}

/// The moves from positions whose coordinates, all but `far`, are natural and at most those of the
/// box.
isl::Map from_box(const LineRelation& line, size_t far, std::span<const int64_t> box) {
  isl_set* where = isl_set_universe(isl_space_domain(isl_map_get_space(line.moves.keep())));
  for (size_t i = 0; i < box.size(); ++i) {
    const auto at = static_cast<unsigned>(i);
    where = isl_set_lower_bound_si(where, isl_dim_set, at, 0);
    if (i == far) continue;
    where = isl_set_upper_bound_val(
        where, isl_dim_set, at, isl_val_int_from_si(isl_map_get_ctx(line.moves.keep()), box[i]));
  }
  return isl::Map(isl_map_intersect_domain(line.moves.copy(), where));
}

/// { x → x' : x' is x with `by` added to these coordinates }.
isl::Map translation(isl_space* space, const std::vector<size_t>& coordinates, int64_t by) {
  isl_multi_aff* shift = isl_multi_aff_identity_on_domain_space(space);
  for (const size_t i : coordinates) {
    isl_aff* moved = isl_multi_aff_get_aff(shift, static_cast<int>(i));
    moved = isl_aff_add_constant_val(moved, isl_val_int_from_si(isl_aff_get_ctx(moved), by));
    shift = isl_multi_aff_set_aff(shift, static_cast<int>(i), moved);
  }
  return isl::Map(isl_map_from_multi_aff(shift));
}

/// n → n', the coordinate `far` before a move and in its part.
isl::Map along(const LineRelation& line, size_t part, size_t far, std::span<const int64_t> box) {
  const isl::Map moves = from_box(line, far, box);
  const auto keep_one = [](isl_map* map, isl_dim_type type, size_t kept) {
    const auto at = static_cast<unsigned>(kept);
    map = isl_map_project_out(map, type, at + 1, isl_map_dim(map, type) - at - 1);
    return isl_map_project_out(map, type, 0, at);
  };
  isl_map* one = keep_one(moves.copy(), isl_dim_in, far);
  return isl::Map(keep_one(one, isl_dim_out, part * box.size() + far));
}

}  // namespace

std::optional<int64_t> greatest_fall(const LineRelation& line, size_t part, size_t far,
                                     std::span<const int64_t> box) {
  // n - n', as a set of one dimension.
  const isl::Set fall(isl_map_deltas(isl_map_reverse(along(line, part, far, box).take())));
  if (!fall) return std::nullopt;
  const isl::Set rise(isl_set_upper_bound_si(fall.copy(), isl_dim_set, 0, -1));
  if (isl_set_is_empty(rise.keep()) != isl_bool_true) return std::nullopt;
  return greatest_in(fall, 0, 0);
}

bool stays_low(const LineRelation& line, size_t part, size_t far, std::span<const int64_t> box) {
  const isl::Set reached(isl_map_range(along(line, part, far, box).take()));
  return reached && greatest_in(reached, 0, 0).has_value();
}

std::optional<int64_t> shift_begins(const LineRelation& line, const std::vector<bool>& moves_along,
                                    size_t far, int64_t period, std::span<const int64_t> box) {
  const isl::Map moves = from_box(line, far, box);
  if (!moves) return std::nullopt;
  std::vector<size_t> moving;
  for (size_t part = 0; part < moves_along.size(); ++part) {
    if (moves_along[part]) moving.push_back(part * box.size() + far);
  }
  isl_space* in = isl_space_domain(isl_map_get_space(moves.keep()));
  isl::Map moved(isl_map_apply_domain(moves.copy(), translation(in, {far}, period).take()));
  if (!line.parts.empty()) {
    isl_space* out = isl_space_range(isl_map_get_space(moves.keep()));
    moved = isl::Map(isl_map_apply_range(moved.take(), translation(out, moving, period).take()));
  }
  isl::Map differ(isl_map_union(isl_map_subtract(moved.copy(), moves.copy()),
                                isl_map_subtract(moves.copy(), moved.copy())));
  const isl::Set where(isl_map_domain(differ.take()));
  if (!where) return std::nullopt;
  // From n = period on alone: below it nothing is moved there.
  const isl::Set late(
      isl_set_lower_bound_val(where.copy(), isl_dim_set, static_cast<unsigned>(far),
                              isl_val_int_from_si(isl_set_get_ctx(where.keep()), period)));
  const std::optional<int64_t> last = greatest_in(late, static_cast<unsigned>(far), period - 1);
  if (!last) return std::nullopt;
  return *last - period + 1;
}

std::optional<int64_t> greatest_loss(const LineRelation& line) {
  const isl::Map moves = from_box(line, 0, std::vector<int64_t>{0});
  if (!moves || isl_map_dim(moves.keep(), isl_dim_out) != 2) return std::nullopt;
  // Whether n' >= n is possible for a heap n'.
  for (const int heap : {0, 1}) {
    isl_constraint* no_less = isl_constraint_alloc_inequality(
        isl_local_space_from_space(isl_map_get_space(moves.keep())));
    no_less = isl_constraint_set_coefficient_si(no_less, isl_dim_out, heap, 1);
    no_less = isl_constraint_set_coefficient_si(no_less, isl_dim_in, 0, -1);
    const isl::Map some(isl_map_add_constraint(moves.copy(), no_less));
    if (isl_map_is_empty(some.keep()) != isl_bool_true) return std::nullopt;
  }
  // n - n' - n'' as a function of what a wrapped move is.
  const isl::Set all(isl_map_wrap(moves.copy()));
  isl_aff* loss = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(all.keep())));
  loss = isl_aff_add_coefficient_si(loss, isl_dim_in, 0, 1);
  loss = isl_aff_add_coefficient_si(loss, isl_dim_in, 1, -1);
  const isl::Aff lost(isl_aff_add_coefficient_si(loss, isl_dim_in, 2, -1));
  if (isl_set_is_empty(all.keep()) == isl_bool_true) return 0;
  return greatest(all, lost);
}

std::optional<int64_t> split_shift_begins(const LineRelation& line, int64_t period) {
  const isl::Map moves = from_box(line, 0, std::vector<int64_t>{0});
  if (!moves) return std::nullopt;
  int64_t begin = 0;
  for (const size_t heap : {size_t{0}, size_t{1}}) {
    isl_space* in = isl_space_domain(isl_map_get_space(moves.keep()));
    isl_space* out = isl_space_range(isl_map_get_space(moves.keep()));
    isl_map* moved = isl_map_apply_domain(moves.copy(), translation(in, {0}, period).take());
    moved = isl_map_apply_range(moved, translation(out, {heap}, period).take());
    const isl::Map shifted(moved);
    const isl::Set where(
        isl_map_range(isl_map_union(isl_map_subtract(shifted.copy(), moves.copy()),
                                    isl_map_subtract(moves.copy(), shifted.copy()))));
    if (!where) return std::nullopt;
    // From heaps of `period` on alone: smaller ones are not moved.
    const isl::Set late(isl_set_lower_bound_si(
        where.copy(), isl_dim_set, static_cast<unsigned>(heap), static_cast<int>(period)));
    const auto last = greatest_in(late, static_cast<unsigned>(heap), period - 1);
    if (!last) return std::nullopt;
    begin = std::max(begin, *last - period + 1);
  }
  return begin;
}

std::optional<int64_t> greatest_rise(const LineRelation& line, size_t i) {
  if (line.parts.empty()) return -1;
  isl_space* space = isl_map_get_space(line.moves.keep());
  isl_constraint* more =
      isl_constraint_alloc_inequality(isl_local_space_from_space(space));  // x'_i - x_i - 1 >= 0
  more = isl_constraint_set_coefficient_si(more, isl_dim_out, static_cast<int>(i), 1);
  more = isl_constraint_set_coefficient_si(more, isl_dim_in, static_cast<int>(i), -1);
  more = isl_constraint_set_constant_si(more, -1);
  const isl::Set raised(isl_map_range(isl_map_add_constraint(line.moves.copy(), more)));
  if (!raised) return std::nullopt;
  return greatest_in(raised, static_cast<unsigned>(i), -1);
}

}  // namespace grundy
