#include "engine/ordinal/slices.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "engine/ordinal/guess.h"
#include "engine/ordinal/verify.h"

namespace grundy {
namespace {

constexpr size_t kMostCases = 16;
constexpr int64_t kFirstValues = 8;  // of an innermost slice
constexpr int64_t kFirstSlices = 4;
constexpr int64_t kMaxValue = int64_t{1} << 40;

class Slices {
 public:
  Slices(const isl::Map& moves, const std::vector<size_t>& order, const SlicesLimits& limits, Budget& budget)
      : moves_(moves), order_(order), limits_(limits), budget_(budget), context_(isl_map_get_ctx(moves.keep())) {
    const auto arity = static_cast<unsigned>(order.size());
    known_ = isl::Map(isl_map_empty(isl_space_alloc(context_, 0, arity, static_cast<unsigned>(limits.powers))));
  }

  Result<SlicesFound> all() {
    std::vector<int64_t> prefix;
    SlicesFound found;
    Result<Formula> formula = solve(prefix);
    if (formula) {
      found.whole = *std::move(formula);
    } else if (budget_.spent()) {
      return std::move(formula).error();
    } else {
      found.slices = std::move(outermost_);
      found.reason = formula.error().message();
    }
    return found;
  }

 private:
  /// The positions whose outermost coordinates are these.
  isl::Set slice(const std::vector<int64_t>& prefix) const {
    isl_set* set = isl_set_universe(isl_space_domain(isl_map_get_space(moves_.keep())));
    for (unsigned i = 0; i < order_.size(); ++i) set = isl_set_lower_bound_si(set, isl_dim_set, i, 0);
    for (size_t i = 0; i < prefix.size(); ++i)
      set = isl_set_fix_si(set, isl_dim_set, static_cast<unsigned>(order_[i]), static_cast<int>(prefix[i]));
    return isl::Set(set);
  }

  Error gave_up(const std::vector<int64_t>& prefix, const char* why) const {
    if (isl_ctx_last_error(context_) == isl_error_quota) return Error::declined("too many steps of isl");
    const std::string where =
        prefix.empty() ? "all slices at once" : fmt::format("slice ({})", fmt::join(prefix, ", "));
    return Error::declined(fmt::format("no formula was found for {}: {}", where, why));
  }

  bool out_of_patience() const {
    return std::chrono::duration<double>(Budget::Clock::now() - start_).count() > limits_.seconds;
  }

  /// Finds the formula of a slice, proves it, and adds it to what is known.
  Result<Formula> solve(std::vector<int64_t>& prefix) {
    return prefix.size() + 1 == order_.size() ? innermost(prefix) : outer(prefix);
  }

  /// The first guess that is proved on the slice.
  std::optional<Formula> proved_guess(const Sample& sample, const Sample& test, const std::vector<int64_t>& prefix) {
    const isl::Set where = slice(prefix);
    for (int64_t modulus = 1; modulus <= limits_.modulus && (modulus == 1 || 2 * modulus <= sample.size[0]);
         ++modulus) {
      if (out_of_patience()) return std::nullopt;
      const auto formula = guess(sample, modulus, kMostCases, budget_);
      if (!formula || disagreement(*formula, test)) continue;
      const Formula whole = embedded(*formula, prefix);
      const isl::Map values = isl::Map(isl_map_intersect_domain(to_map(context_, whole).take(), where.copy()));
      const isl::Map with(isl_map_union(known_.copy(), values.copy()));
      const Verdict verdict = verify(moves_, with, where, moduli(whole));
      if (verdict.kind != Verdict::Kind::proved) continue;
      known_ = isl::Map(isl_map_coalesce(isl_map_union(known_.take(), values.copy())));
      return whole;
    }
    return std::nullopt;
  }

  /// A formula of the inner coordinates as one of all, in the order of the rule.
  Formula embedded(const Formula& formula, const std::vector<int64_t>& prefix) const {
    Formula result = formula;
    result.arity = order_.size();
    auto spread = [&](std::vector<int64_t>& coefficients) {
      std::vector<int64_t> all(order_.size(), 0);
      for (size_t i = 0; i < coefficients.size(); ++i) all[order_[prefix.size() + i]] = coefficients[i];
      coefficients = std::move(all);
    };
    for (Case& c : result.cases) {
      for (HalfSpace& h : c.conditions) spread(h.coefficients);
      for (AffineValue& v : c.value) spread(v.coefficients);
      for (Congruence& one : c.congruences) spread(one.coefficients);
    }
    return result;
  }

  Result<Formula> innermost(const std::vector<int64_t>& prefix) {
    const auto inner = static_cast<unsigned>(order_.back());
    // n → values of the options in smaller slices, and n → n' for the options in this one.
    const isl::Set here = slice(prefix);
    isl_map* from = isl_map_intersect_domain(moves_.copy(), here.copy());
    const isl::Map lower(isl_map_coalesce(isl_map_apply_range(isl_map_copy(from), known_.copy())));
    const isl::Map within(isl_map_intersect_range(from, here.copy()));
    Sample sample;
    sample.powers = limits_.powers;
    int64_t next_look = kFirstValues;
    for (int64_t n = 0;; ++n) {
      if (budget_.spent()) return budget_.why();
      isl_set* at = isl_set_fix_si(here.copy(), isl_dim_set, inner, static_cast<int>(n));
      isl_set* taken = isl_set_apply(isl_set_copy(at), lower.copy());
      isl_set* options = isl_set_apply(at, within.copy());
      for (int64_t k = 0; k < n; ++k) {
        isl_set* one = isl_set_fix_si(isl_set_copy(options), isl_dim_set, inner, static_cast<int>(k));
        const isl_bool none = isl_set_is_empty(one);
        isl_set_free(one);
        if (none != isl_bool_false) continue;
        isl_set* point = isl_set_universe(isl_set_get_space(taken));
        for (unsigned j = 0; j < limits_.powers; ++j) {
          const int64_t c = sample.values[static_cast<size_t>(k) * limits_.powers + j];
          point = isl_set_fix_val(point, isl_dim_set, j, isl_val_int_from_si(context_, c));
        }
        taken = isl_set_union(taken, point);
      }
      isl_set_free(options);
      isl_set* naturals = isl_set_universe(isl_set_get_space(taken));
      for (unsigned j = 0; j < limits_.powers; ++j) naturals = isl_set_lower_bound_si(naturals, isl_dim_set, j, 0);
      const isl::Set mex(isl_set_lexmin(isl_set_subtract(naturals, isl_set_coalesce(taken))));
      if (!mex) return gave_up(prefix, "isl gave up");
      if (isl_set_is_empty(mex.keep()) != isl_bool_false)
        return gave_up(prefix, "a value is beyond the powers of ω that are tried");
      isl_point* point = isl_set_sample_point(mex.copy());
      for (unsigned j = 0; j < limits_.powers; ++j) {
        const isl::Val c(isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(j)));
        const bool small = isl_val_cmp_si(c.keep(), static_cast<long>(kMaxValue)) < 0;
        sample.values.push_back(small ? isl_val_get_num_si(c.keep()) : kMaxValue);
      }
      isl_point_free(point);
      if (n + 1 < next_look) continue;
      sample.size = {n + 1};
      if (auto formula = proved_guess(sample, sample, prefix)) return *std::move(formula);
      if (n + 1 >= limits_.values || out_of_patience()) return gave_up(prefix, "no guess could be proved");
      next_look = std::min(2 * next_look, limits_.values);
    }
  }

  Result<Formula> outer(std::vector<int64_t>& prefix) {
    const isl::Map before = known_;
    std::vector<Formula> slices;
    int64_t next_look = kFirstSlices;
    for (int64_t v = 0;; ++v) {
      prefix.push_back(v);
      Result<Formula> formula = solve(prefix);
      prefix.pop_back();
      if (!formula) return formula;
      if (prefix.empty()) outermost_.push_back(*formula);
      slices.push_back(*std::move(formula));
      if (v + 1 < next_look) continue;
      const Sample sample = box(slices, prefix, 1);
      const isl::Map with_slices = known_;
      known_ = before;
      if (auto whole = proved_guess(sample, box(slices, prefix, 3), prefix)) return *std::move(whole);
      known_ = with_slices;
      if (v + 1 >= limits_.slices || out_of_patience()) return gave_up(prefix, "no guess could be proved");
      next_look = std::min(next_look + std::max<int64_t>(2, next_look / 2), limits_.slices);
    }
  }

  /// The values of the slices on a box; `times` as long along the innermost coordinate as for a guess.
  Sample box(const std::vector<Formula>& slices, const std::vector<int64_t>& prefix, int64_t times) const {
    const auto count = static_cast<int64_t>(slices.size());
    Sample sample;
    sample.powers = limits_.powers;
    const size_t inner = order_.size() - prefix.size();
    sample.size.assign(inner, inner <= 2 ? 2 * count + 4 : inner == 3 ? count + 2 : count);
    sample.size[0] = count;
    sample.size.back() *= times;
    std::vector<int64_t> point(order_.size(), 0);
    for (size_t i = 0; i < prefix.size(); ++i) point[order_[i]] = prefix[i];
    std::vector<int64_t> at(inner, 0);
    for (;;) {
      for (size_t i = 0; i < inner; ++i) point[order_[prefix.size() + i]] = at[i];
      const auto values = evaluate(slices[static_cast<size_t>(at[0])], point);
      sample.values.insert(sample.values.end(), values->begin(), values->end());  // a proved formula is total
      size_t i = inner;
      while (i > 0 && at[i - 1] + 1 == sample.size[i - 1]) at[--i] = 0;
      if (i == 0) return sample;
      ++at[i - 1];
    }
  }

  const isl::Map& moves_;
  const std::vector<size_t>& order_;
  const SlicesLimits& limits_;
  Budget& budget_;
  isl_ctx* context_;
  isl::Map known_;
  std::vector<Formula> outermost_;  // slices
  Budget::Clock::time_point start_ = Budget::Clock::now();
};

}  // namespace

Result<SlicesFound> search_slices(const isl::Map& moves, const std::vector<size_t>& order, const SlicesLimits& limits,
                                  Budget& budget) {
  return Slices(moves, order, limits, budget).all();
}

Result<Formula> formula_by_slices(const isl::Map& moves, const std::vector<size_t>& order, const SlicesLimits& limits,
                                  Budget& budget) {
  Result<SlicesFound> found = search_slices(moves, order, limits, budget);
  if (!found) return std::move(found).error();
  if (!found->whole) return Error::declined("declined: " + found->reason);
  return by_residues(*found->whole);
}

}  // namespace grundy
