#include "engine/ordinal/slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/ordinal/guess.h"
#include "engine/ordinal/verify.h"

namespace grundy {
namespace {

constexpr size_t kMostSliceCases = 16;
constexpr size_t kMostCasesOfSlice = 48;  // an innermost one
constexpr int64_t kFirstValues = 16;      // of an innermost slice; the first half is for the guess
constexpr int64_t kValuesOfLateSlice = 512;
constexpr int64_t kFirstSlices = 5;  // the last one is a test
constexpr int64_t kTestLength = 3;
constexpr int64_t kMaxValue = int64_t{1} << 30;  // of a coefficient

using Coefficients = std::vector<int64_t>;

/// Scope guard: a context does so many operations, counted from 0; at the end the limit before
/// holds again, from 0 too.
class OperationsLimit {
 public:
  OperationsLimit(isl_ctx* context, unsigned long operations)
      : context_(context), before_(isl_ctx_get_max_operations(context)) {
    set(operations);
  }
  OperationsLimit(const OperationsLimit&) = delete;
  OperationsLimit& operator=(const OperationsLimit&) = delete;
  ~OperationsLimit() { set(before_); }

 private:
  void set(unsigned long operations) {
    isl_ctx_set_max_operations(context_, operations);
    isl_ctx_reset_operations(context_);
    isl_ctx_reset_error(context_);
  }

  isl_ctx* context_;
  unsigned long before_;
};

/// The least value of the set from `bound` on; nothing when there is none. False when isl gives up.
/// Numbers above kMaxValue become kMaxValue.
bool least_from(const isl::Set& values, const Coefficients& bound,
                std::optional<Coefficients>& result) {
  isl_set* from = isl_set_empty(isl_set_get_space(values.keep()));
  for (unsigned j = 0; j < bound.size(); ++j) {
    isl_set* way = isl_set_universe(isl_set_get_space(values.keep()));
    for (unsigned i = 0; i < j; ++i)
      way = isl_set_fix_si(way, isl_dim_set, i, static_cast<int>(bound[i]));
    const bool last = j + 1 == bound.size();
    way = isl_set_lower_bound_si(way, isl_dim_set, j, static_cast<int>(bound[j] + (last ? 0 : 1)));
    from = isl_set_union(from, way);
  }
  const isl::Set least(isl_set_lexmin(isl_set_intersect(values.copy(), from)));
  result.reset();
  if (!least) return false;
  if (isl_set_is_empty(least.keep()) != isl_bool_false) return true;
  isl_point* point = isl_set_sample_point(least.copy());
  result.emplace();
  for (unsigned j = 0; j < bound.size(); ++j) {
    const isl::Val c(isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(j)));
    const bool small = isl_val_cmp_si(c.keep(), kMaxValue) < 0;
    result->push_back(small ? isl_val_get_num_si(c.keep()) : kMaxValue);
  }
  isl_point_free(point);
  return true;
}

/// The numbers of a finite set of one dimension; nothing when isl gives up.
std::optional<std::vector<size_t>> elements(const isl::Set& set) {
  std::vector<size_t> result;
  const isl_stat status = isl_set_foreach_point(
      set.keep(),
      [](isl_point* point, void* user) {
        const isl::Val value(isl_point_get_coordinate_val(point, isl_dim_set, 0));
        isl_point_free(point);
        static_cast<std::vector<size_t>*>(user)->push_back(
            static_cast<size_t>(isl_val_get_num_si(value.keep())));
        return isl_stat_ok;
      },
      &result);
  if (status != isl_stat_ok) return std::nullopt;
  return result;
}

}  // namespace

Slices::Slices(isl::Map moves, std::vector<size_t> order, const SlicesLimits& limits)
    : moves_(std::move(moves)),
      order_(std::move(order)),
      limits_(limits),
      context_(isl_map_get_ctx(moves_.keep())) {}

Attempt<void> Slices::search(Budget& budget) {
  const OperationsLimit operations(context_, limits_.operations);
  const isl::Patience patience(budget, context_);
  const Budget part(budget, limits_.steps);
  const auto arity = static_cast<unsigned>(order_.size());
  known_ = isl::Map(
      isl_map_empty(isl_space_alloc(context_, 0, arity, static_cast<unsigned>(limits_.powers))));
  slices_.clear();
  std::vector<int64_t> prefix;
  Attempt<Formula> formula = solve(prefix, part);
  if (formula) {
    whole_ = *std::move(formula);
  } else if (budget.spent()) {
    return budget.why();
  } else {
    reason_ = formula.error().message();
  }
  return {};
}

Attempt<void> Slices::extend_to(int64_t outermost, Budget& budget) {
  if (order_.size() < 2) return Error::declined(reason_);
  limits_.values = kValuesOfLateSlice;
  while (static_cast<int64_t>(slices_.size()) <= outermost) {
    const OperationsLimit operations(context_, limits_.operations);
    const isl::Patience patience(budget, context_);
    if (auto added = add_slice(Budget(budget, limits_.steps)); !added)
      return budget.spent() ? budget.why() : added;
  }
  return {};
}

/// The next slice of the outermost coordinate.
Attempt<void> Slices::add_slice(const Budget& budget) {
  const isl::Map before = known_;
  std::vector<int64_t> prefix = {static_cast<int64_t>(slices_.size())};
  Attempt<Formula> formula = solve(prefix, budget);
  if (!formula) {
    known_ = before;  // a slice that is known in part is none
    return std::move(formula).error();
  }
  slices_.push_back(*std::move(formula));
  return {};
}

/// The positions whose outermost coordinates are these.
isl::Set Slices::slice(const std::vector<int64_t>& prefix) const {
  isl_set* set = isl_set_universe(isl_space_domain(isl_map_get_space(moves_.keep())));
  for (unsigned i = 0; i < order_.size(); ++i) set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
  for (size_t i = 0; i < prefix.size(); ++i)
    set = isl_set_fix_si(set, isl_dim_set, static_cast<unsigned>(order_[i]),
                         static_cast<int>(prefix[i]));
  return isl::Set(set);
}

Error Slices::gave_up(const std::vector<int64_t>& prefix, const char* why) const {
  if (isl::gave_up(context_)) return Error::declined("too many steps of isl");
  const std::string where =
      prefix.empty() ? "all slices at once" : fmt::format("slice ({})", fmt::join(prefix, ", "));
  return Error::declined(fmt::format("no formula was found for {}: {}", where, why));
}

bool Slices::out_of_steps(const Budget& budget) const {
  return budget.out_of_steps() || isl::gave_up(context_);
}

/// Finds the formula of a slice, proves it, and adds it to the known values.
Attempt<Formula> Slices::solve(std::vector<int64_t>& prefix, const Budget& budget) {
  return prefix.size() + 1 == order_.size() ? innermost(prefix, budget) : outer(prefix, budget);
}

/// The first guess that is proved on the slice.
std::optional<Formula> Slices::proved_guess(const Sample& sample, const Sample& test,
                                            const std::vector<int64_t>& prefix,
                                            const Budget& budget) {
  const isl::Set where = slice(prefix);
  for (int64_t modulus = 1;
       modulus <= limits_.modulus && (modulus == 1 || 2 * modulus <= sample.size[0]); ++modulus) {
    if (out_of_steps(budget)) return std::nullopt;
    const auto formula = guess(
        sample, modulus,
        order_.size() - prefix.size() == 1 && !prefix.empty() ? kMostCasesOfSlice : kMostSliceCases,
        budget);
    if (!formula || disagreement(*formula, test)) continue;
    const Formula whole = embedded(*formula, prefix);
    const isl::Map values =
        isl::Map(isl_map_intersect_domain(to_map(context_, whole).take(), where.copy()));
    const isl::Map with(isl_map_union(known_.copy(), values.copy()));
    const Verdict verdict = verify(moves_, with, where, moduli(whole));
    if (verdict.kind != Verdict::Kind::proved) continue;
    isl::Map known(isl_map_coalesce(isl_map_union(known_.copy(), values.copy())));
    if (!known) return std::nullopt;
    known_ = std::move(known);
    return whole;
  }
  return std::nullopt;
}

/// A formula of the inner coordinates as one of all, in the order of the rule.
Formula Slices::embedded(const Formula& formula, const std::vector<int64_t>& prefix) const {
  Formula result = formula;
  result.arity = order_.size();
  auto spread = [&](std::vector<int64_t>& coefficients) {
    std::vector<int64_t> all(order_.size(), 0);
    for (size_t i = 0; i < coefficients.size(); ++i)
      all[order_[prefix.size() + i]] = coefficients[i];
    coefficients = std::move(all);
  };
  for (Case& c : result.cases) {
    for (HalfSpace& h : c.conditions) spread(h.coefficients);
    for (AffineValue& v : c.value) spread(v.coefficients);
    for (Congruence& one : c.congruences) spread(one.coefficients);
  }
  return result;
}

Attempt<Formula> Slices::innermost(const std::vector<int64_t>& prefix, const Budget& budget) {
  const auto arity = static_cast<unsigned>(order_.size());
  const auto inner = static_cast<unsigned>(order_.back());
  const isl::Set here = slice(prefix);
  const auto along = [&](isl_map* map) {  // the slice's positions by their innermost coordinate
    map = isl_map_project_out(map, isl_dim_in, inner + 1, arity - inner - 1);
    return isl_map_project_out(map, isl_dim_in, 0, inner);
  };
  // n → values that no option in a smaller slice has, and n → n' for the options in this one.
  isl_map* from = isl_map_intersect_domain(moves_.copy(), here.copy());
  isl_map* lower = isl_map_coalesce(along(isl_map_apply_range(isl_map_copy(from), known_.copy())));
  isl_set* naturals = isl_set_universe(isl_space_range(isl_map_get_space(lower)));
  for (unsigned j = 0; j < limits_.powers; ++j)
    naturals = isl_set_lower_bound_si(naturals, isl_dim_set, j, 0);
  isl_set* all = isl_set_lower_bound_si(
      isl_set_universe(isl_space_domain(isl_map_get_space(lower))), isl_dim_set, 0, 0);
  const isl::Map free(
      isl_map_coalesce(isl_map_subtract(isl_map_from_domain_and_range(all, naturals), lower)));
  isl_map* steps = isl_map_reverse(along(isl_map_intersect_range(from, here.copy())));
  const isl::Map within(isl_map_reverse(along(steps)));
  // Where the same values are free for all n, the least free values found for one n serve the
  // others.
  const isl::Map product(
      isl_map_from_domain_and_range(isl_map_domain(free.copy()), isl_map_range(free.copy())));
  const bool same_for_all = isl_map_is_equal(free.keep(), product.keep()) == isl_bool_true;
  std::map<Coefficients, std::optional<Coefficients>> least;  // free value from a bound on
  std::vector<Coefficients> values;
  Sample sample;
  sample.powers = limits_.powers;
  int64_t next_look = kFirstValues;
  for (int64_t n = 0;; ++n) {
    if (budget.spent()) return budget.why();
    const auto at = [&](const isl::Map& map) {
      return isl::Set(
          isl_map_range(isl_map_fix_si(map.copy(), isl_dim_in, 0, static_cast<int>(n))));
    };
    const auto options = elements(at(within));
    if (!options) return gave_up(prefix, "isl gave up");
    std::set<Coefficients> taken;
    for (const size_t k : *options) taken.insert(values[k]);
    const isl::Set free_here = at(free);
    if (!same_for_all) least.clear();
    std::optional<Coefficients> mex = Coefficients(limits_.powers, 0);
    do {
      Coefficients bound = *mex;
      while (taken.count(bound) > 0) ++bound.back();
      const auto [entry, is_new] = least.try_emplace(bound);
      if (is_new && !least_from(free_here, bound, entry->second))
        return gave_up(prefix, "isl gave up");
      mex = entry->second;
      if (!mex) return gave_up(prefix, "a value is beyond the powers of ω that are tried");
    } while (taken.count(*mex) > 0);
    if (*std::max_element(mex->begin(), mex->end()) >= kMaxValue)
      return gave_up(prefix, "a value is too large");
    sample.values.insert(sample.values.end(), mex->begin(), mex->end());
    values.push_back(*std::move(mex));
    if (n + 1 < next_look) continue;
    sample.size = {n + 1};
    if (auto formula = proved_guess(part_of(sample, {(n + 1) / 2}), sample, prefix, budget))
      return *std::move(formula);
    if (n + 1 >= limits_.values || out_of_steps(budget))
      return gave_up(prefix, "no guess could be proved");
    next_look = std::min(2 * next_look, limits_.values);
  }
}

Attempt<Formula> Slices::outer(std::vector<int64_t>& prefix, const Budget& budget) {
  const isl::Map before = known_;
  std::vector<Formula> inner;
  std::vector<Formula>& slices = prefix.empty() ? slices_ : inner;
  int64_t next_look = kFirstSlices;
  for (int64_t v = 0;; ++v) {
    if (prefix.empty()) {
      if (auto added = add_slice(budget); !added) return std::move(added).error();
    } else {
      prefix.push_back(v);
      Attempt<Formula> formula = solve(prefix, budget);
      prefix.pop_back();
      if (!formula) return formula;
      slices.push_back(*std::move(formula));
    }
    if (v + 1 < next_look) continue;
    const Sample test = box(slices, prefix);
    std::vector<int64_t> size = test.size;
    --size.front();
    size.back() /= kTestLength;
    const isl::Map with_slices = known_;
    known_ = before;
    if (auto whole = proved_guess(part_of(test, size), test, prefix, budget))
      return *std::move(whole);
    known_ = with_slices;
    if (v + 1 >= limits_.slices || out_of_steps(budget))
      return gave_up(prefix, "no guess could be proved");
    next_look = std::min(next_look + std::max<int64_t>(2, next_look / 2), limits_.slices);
  }
}

/// The values of the slices on a box, kTestLength times as long along the innermost coordinate as
/// for a guess.
Sample Slices::box(const std::vector<Formula>& slices, const std::vector<int64_t>& prefix) const {
  const auto count = static_cast<int64_t>(slices.size());
  Sample sample;
  sample.powers = limits_.powers;
  const size_t inner = order_.size() - prefix.size();
  sample.size.assign(inner, inner <= 2 ? 2 * count + 4 : inner == 3 ? count + 2 : count);
  sample.size[0] = count;
  sample.size.back() *= kTestLength;
  std::vector<int64_t> point(order_.size(), 0);
  for (size_t i = 0; i < prefix.size(); ++i) point[order_[i]] = prefix[i];
  std::vector<int64_t> at(inner, 0);
  for (;;) {
    for (size_t i = 0; i < inner; ++i) point[order_[prefix.size() + i]] = at[i];
    const auto values = evaluate(slices[static_cast<size_t>(at[0])], point);
    sample.values.insert(sample.values.end(), values->begin(),
                         values->end());  // a proved formula is total
    size_t i = inner;
    while (i > 0 && at[i - 1] + 1 == sample.size[i - 1]) at[--i] = 0;
    if (i == 0) return sample;
    ++at[i - 1];
  }
}

}  // namespace grundy
