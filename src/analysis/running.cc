// Running sets that isl proves: the relation of a line, less that of the line one step before, has
// at most one option for each position, in a few cases.
#include "analysis/running.h"

#include <algorithm>

#include "analysis/relation.h"
#include "analysis/running_steps.h"

namespace grundy {
namespace {

constexpr unsigned long kRunOperations = 500'000;     // of isl, for one line
constexpr int64_t kLargestNumber = int64_t{1} << 40;  // number in a term

/// Reads isl's quasi-affine terms as terms over the coordinates.
class TermReader {
 public:
  bool failed() const { return failed_; }

  Expr term(const isl::Aff& aff) {
    isl_aff* raw = aff.keep();
    const int64_t denominator = number(isl_aff_get_denominator_val(raw));
    const isl::Val scale(isl_aff_get_denominator_val(raw));
    auto scaled = [&](isl_val* value) { return number(isl_val_mul(value, scale.copy())); };
    Expr sum = constant(scaled(isl_aff_get_constant_val(raw)));
    auto add = [&](int64_t factor, const Expr& what) {
      if (factor == 0) return;
      const int64_t size = factor < 0 ? -factor : factor;
      const Expr product = size == 1 ? what : apply(Op::mul, {constant(size), what});
      sum = apply(factor < 0 ? Op::sub : Op::add, {sum, product});
    };
    for (int i = 0; i < isl_aff_dim(raw, isl_dim_in); ++i)
      add(scaled(isl_aff_get_coefficient_val(raw, isl_dim_in, i)), slot(static_cast<size_t>(i)));
    for (int i = 0; i < isl_aff_dim(raw, isl_dim_div); ++i) {
      const int64_t factor = scaled(isl_aff_get_coefficient_val(raw, isl_dim_div, i));
      if (factor != 0) add(factor, term(isl::Aff(isl_aff_get_div(raw, i))));
    }
    return denominator == 1 ? sum : apply(Op::div, {sum, constant(denominator)});
  }

  Expr condition(const isl::Constraint& constraint) {
    const isl::Aff aff(isl_constraint_get_aff(constraint.keep()));
    // Without a denominator: an inequality holds for a multiple of the term just as well.
    const bool equality = isl_constraint_is_equality(constraint.keep()) == isl_bool_true;
    if (number(isl_aff_get_denominator_val(aff.keep())) != 1) failed_ = true;
    return apply(equality ? Op::eq : Op::le, {constant(0), term(aff)});
  }

 private:
  int64_t number(isl_val* raw) {
    const isl::Val value(raw);
    if (!value || isl_val_is_int(value.keep()) != isl_bool_true ||
        isl_val_cmp_si(value.keep(), kLargestNumber) > 0 ||
        isl_val_cmp_si(value.keep(), -kLargestNumber) < 0) {
      failed_ = true;
      return 1;
    }
    return isl_val_get_num_si(value.keep());
  }
  bool failed_ = false;
};

/// The options of a map that gives each position at most one, case by case; nothing when there are
/// too many cases.
std::optional<std::vector<RunningSet::Change>> changes(const isl::Map& options,
                                                       const isl::Set& where) {
  std::vector<RunningSet::Change> result;
  if (isl_map_is_empty(options.keep()) == isl_bool_true) return result;
  struct Visit {
    const isl::Set& where;
    std::vector<RunningSet::Change>& result;
    TermReader reader;
    isl::Aff coordinate(isl_multi_aff* option, int i) {
      return isl::Aff(isl_multi_aff_get_aff(option, i));
    }
  } visit{where, result, {}};
  // Null, and so an error below, when some position has two options.
  isl_pw_multi_aff* pieces = isl_pw_multi_aff_coalesce(isl_pw_multi_aff_from_map(options.copy()));
  auto each_piece = [](isl_set* raw, isl_multi_aff* option, void* user) -> isl_stat {
    Visit& v = *static_cast<Visit*>(user);
    isl::Set set(isl_set_make_disjoint(isl_set_coalesce(isl_set_gist(raw, v.where.copy()))));
    std::vector<Expr> coordinates;
    for (int i = 0; i < isl_multi_aff_dim(option, isl_dim_out); ++i)
      coordinates.push_back(v.reader.term(v.coordinate(option, i)));
    isl_multi_aff_free(option);
    struct Pieces {
      Visit& visit;
      const std::vector<Expr>& coordinates;
    } inner{v, coordinates};
    auto each_basic = [](isl_basic_set* basic, void* at) -> isl_stat {
      Pieces& p = *static_cast<Pieces*>(at);
      const isl::BasicSet owned(basic);
      RunningSet::Change change{{}, p.coordinates};
      struct Conditions {
        TermReader& reader;
        std::vector<Expr>& list;
      } conditions{p.visit.reader, change.conditions};
      auto each_constraint = [](isl_constraint* one, void* to) -> isl_stat {
        Conditions& c = *static_cast<Conditions*>(to);
        const isl::Constraint constraint(one);
        c.list.push_back(c.reader.condition(constraint));
        return isl_stat_ok;
      };
      const isl_stat done =
          isl_basic_set_foreach_constraint(owned.keep(), each_constraint, &conditions);
      p.visit.result.push_back(std::move(change));
      return done == isl_stat_ok && p.visit.result.size() <= kMostChanges ? isl_stat_ok
                                                                          : isl_stat_error;
    };
    return isl_set_foreach_basic_set(set.keep(), each_basic, &inner);
  };
  const isl_stat done = isl_pw_multi_aff_foreach_piece(pieces, each_piece, &visit);
  isl_pw_multi_aff_free(pieces);
  if (done != isl_stat_ok || visit.reader.failed()) return std::nullopt;
  return result;
}

isl::Set box_set(isl_ctx* context, std::span<const int64_t> box) {
  isl_set* set =
      isl_set_universe(isl_space_set_alloc(context, 0, static_cast<unsigned>(box.size())));
  for (unsigned i = 0; i < box.size(); ++i) {
    set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
    set = isl_set_upper_bound_val(set, isl_dim_set, i, isl_val_int_from_si(context, box[i]));
  }
  return isl::Set(set);
}

/// x → x - step, within the box.
isl::Map step_back(isl_ctx* context, std::span<const int64_t> step, const isl::Set& box) {
  isl_multi_aff* back = isl_multi_aff_identity_on_domain_space(isl_set_get_space(box.keep()));
  for (int i = 0; i < static_cast<int>(step.size()); ++i) {
    isl_aff* coordinate = isl_multi_aff_get_aff(back, i);
    back = isl_multi_aff_set_aff(
        back, i,
        isl_aff_add_constant_val(coordinate,
                                 isl_val_int_from_si(context, -step[static_cast<size_t>(i)])));
  }
  return isl::Map(isl_map_intersect_range(
      isl_map_intersect_domain(isl_map_from_multi_aff(back), box.copy()), box.copy()));
}

}  // namespace

std::optional<RunningSet> running_set(const Rule& rule, const MoveLine& line,
                                      std::span<const SweepStep> order,
                                      std::span<const int64_t> box) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return std::nullopt;
  std::vector<std::vector<int64_t>> steps = steps_to_try(line, *part, order);
  SmallPositions small(rule, line, box);
  std::erase_if(steps, [&](const auto& step) { return !small.allow(step); });
  if (steps.empty()) return std::nullopt;
  const isl::Context context = isl::make_context(kRunOperations);
  const auto relation = line_relation(context.get(), rule, line);
  if (!relation) return std::nullopt;
  const isl::Set all = box_set(context.get(), box);
  std::optional<RunningSet> best;
  for (const std::vector<int64_t>& step : steps) {
    const isl::Map back = step_back(context.get(), step, all);
    const isl::Set where(isl_map_domain(back.copy()));
    const isl::Map here(isl_map_intersect_domain(relation->moves.copy(), where.copy()));
    const isl::Map before(isl_map_apply_range(back.copy(), relation->moves.copy()));
    const isl::Map added(isl_map_subtract(here.copy(), before.copy()));
    const isl::Map removed(isl_map_subtract(before.copy(), here.copy()));
    if (!added || !removed) return best;  // isl gave up
    auto more = changes(added, where);
    if (!more) continue;
    auto less = changes(removed, where);
    if (!less || (best && less->size() >= best->removed.size())) continue;
    best = RunningSet{step, *std::move(more), *std::move(less)};
    if (best->removed.empty()) return best;
  }
  return best;
}

}  // namespace grundy
