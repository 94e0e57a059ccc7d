#include "engine/ordinal/verify.h"

namespace grundy {
namespace {

/// The lexicographically least point of the set; empty when isl gives up.
std::vector<int64_t> least_point(isl::Set set) {
  std::vector<int64_t> result;
  set = isl::Set(isl_set_lexmin(set.take()));
  isl_point* point = isl_set_sample_point(set.take());
  const isl::Space space(isl_point_get_space(point));
  const int dimensions = isl_space_dim(space.keep(), isl_dim_set);
  for (int i = 0; i < dimensions; ++i) {
    const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, i));
    result.push_back(isl_val_get_num_si(value.keep()));
  }
  isl_point_free(point);
  return result;
}

/// Whether the set of flawed positions is empty; otherwise the verdict names one.
bool passes(isl::Set flaws, Verdict::Flaw flaw, Verdict& verdict) {
  const isl_bool empty = isl_set_is_empty(flaws.keep());
  if (empty == isl_bool_true) return true;
  if (empty == isl_bool_error) return false;
  verdict.position = least_point(std::move(flaws));
  if (verdict.position.empty()) return false;  // isl gave up
  verdict.kind = Verdict::Kind::refuted;
  verdict.flaw = flaw;
  return false;
}

/// The positions with coordinate i ≡ residues[i] modulo moduli[i].
isl::Set residue_class(isl_ctx* context, const std::vector<int64_t>& moduli,
                       const std::vector<int64_t>& residues) {
  const auto arity = static_cast<unsigned>(moduli.size());
  // The coordinates, then their quotients.
  isl_space* space = isl_space_set_alloc(context, 0, 2 * arity);
  isl_basic_set* set = isl_basic_set_universe(isl_space_copy(space));
  isl_local_space* local = isl_local_space_from_space(space);
  for (unsigned i = 0; i < arity; ++i) {
    if (moduli[i] == 1) continue;
    isl_constraint* one = isl_constraint_alloc_equality(isl_local_space_copy(local));
    one = isl_constraint_set_coefficient_si(one, isl_dim_set, static_cast<int>(i), 1);
    one = isl_constraint_set_coefficient_val(one, isl_dim_set, static_cast<int>(arity + i),
                                             isl_val_int_from_si(context, -moduli[i]));
    one = isl_constraint_set_constant_val(one, isl_val_int_from_si(context, -residues[i]));
    set = isl_basic_set_add_constraint(set, one);
  }
  isl_local_space_free(local);
  set = isl_basic_set_project_out(set, isl_dim_set, arity, arity);
  return isl::Set(isl_set_from_basic_set(set));
}

Verdict verify_class(const std::vector<Reach>& reaches, const isl::Map& values,
                     const isl::Set& where) {
  Verdict verdict;
  const isl::Map here(isl_map_intersect_domain(values.copy(), where.copy()));
  const isl::Set missing(isl_set_subtract(where.copy(), isl_map_domain(here.copy())));
  if (!passes(missing, Verdict::Flaw::no_value, verdict)) return verdict;
  if (isl_map_is_single_valued(here.keep()) != isl_bool_true) {
    isl_map* other = isl_map_subtract(here.copy(), isl_map_lexmin(here.copy()));
    if (passes(isl::Set(isl_map_domain(other)), Verdict::Flaw::two_values, verdict))
      verdict.kind = Verdict::Kind::unknown;
    return verdict;
  }
  isl::Map reached(isl_map_empty(isl_map_get_space(values.keep())));
  for (const Reach& reach : reaches) {
    isl_map* from = isl_map_intersect_domain(reach.moves.copy(), where.copy());
    reached =
        isl::Map(isl_map_union(reached.take(), isl_map_apply_range(from, reach.values.copy())));
  }
  const isl::Set same(isl_map_domain(isl_map_intersect(reached.copy(), here.copy())));
  if (!passes(same, Verdict::Flaw::option_with_same_value, verdict)) return verdict;
  // { s → w : w < V(s) } with natural coefficients.
  isl_space* value_space = isl_space_range(isl_map_get_space(values.keep()));
  const auto powers = static_cast<unsigned>(isl_space_dim(value_space, isl_dim_set));
  isl_set* naturals = isl_set_universe(isl_space_copy(value_space));
  for (unsigned i = 0; i < powers; ++i)
    naturals = isl_set_lower_bound_si(naturals, isl_dim_set, i, 0);
  isl_map* below = isl_map_apply_range(here.copy(), isl_map_lex_gt(value_space));
  below = isl_map_intersect_range(below, naturals);
  const isl::Set lacking(isl_map_domain(isl_map_subtract(below, reached.copy())));
  if (!passes(lacking, Verdict::Flaw::value_too_large, verdict)) return verdict;
  verdict.kind = Verdict::Kind::proved;
  return verdict;
}

}  // namespace

Verdict verify(const isl::Map& moves, const isl::Map& values, const isl::Set& where,
               const std::vector<int64_t>& moduli) {
  return verify({{moves, values}}, values, where, moduli);
}

Verdict verify(const std::vector<Reach>& reaches, const isl::Map& values, const isl::Set& where,
               const std::vector<int64_t>& moduli) {
  std::vector<int64_t> residues(moduli.size(), 0);
  for (;;) {
    const isl::Set of_class = residue_class(isl_map_get_ctx(values.keep()), moduli, residues);
    const isl::Set here(isl_set_intersect(where.copy(), of_class.copy()));
    Verdict verdict = verify_class(reaches, values, here);
    if (verdict.kind != Verdict::Kind::proved) return verdict;
    size_t i = 0;
    while (i < residues.size() && residues[i] == moduli[i] - 1) residues[i++] = 0;
    if (i == residues.size()) return verdict;
    ++residues[i];
  }
}

}  // namespace grundy
