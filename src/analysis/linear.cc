#include "analysis/linear.h"

#include <isl/mat.h>

#include <algorithm>

namespace grundy {

LinearForm number_form(int64_t value) { return {{}, value}; }
LinearForm dimension_form(size_t dimension) {
  LinearForm form;
  form.coefficients.resize(dimension + 1);
  form.coefficients[dimension] = 1;
  return form;
}
int64_t coefficient(const LinearForm& form, size_t dimension) {
  return dimension < form.coefficients.size() ? form.coefficients[dimension] : 0;
}
std::optional<LinearForm> plus(const LinearForm& a, int64_t factor, const LinearForm& b) {
  LinearForm result = a;
  result.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
  const auto add = [&](int64_t& to, int64_t by) {
    int64_t product = 0;
    return !__builtin_mul_overflow(factor, by, &product) &&
           !__builtin_add_overflow(to, product, &to) && to <= kLargestFactor &&
           to >= -kLargestFactor;
  };
  for (size_t i = 0; i < b.coefficients.size(); ++i) {
    if (!add(result.coefficients[i], b.coefficients[i])) return std::nullopt;
  }
  if (!add(result.constant, b.constant)) return std::nullopt;
  while (!result.coefficients.empty() && result.coefficients.back() == 0)
    result.coefficients.pop_back();
  return result;
}
bool is_number(const LinearForm& form) {
  return std::all_of(form.coefficients.begin(), form.coefficients.end(),
                     [](int64_t c) { return c == 0; });
}
bool same_form(const LinearForm& a, const LinearForm& b) {
  const auto difference = plus(a, -1, b);
  return difference && difference->constant == 0 && difference->coefficients.empty();
}
std::optional<size_t> single_dimension(const LinearForm& form) {
  if (form.constant != 0) return std::nullopt;
  std::optional<size_t> result;
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] == 0) continue;
    if (form.coefficients[i] != 1 || result) return std::nullopt;
    result = i;
  }
  return result;
}

isl_space* space_of(isl_ctx* context, size_t dimensions) {
  return isl_space_set_alloc(context, 0, static_cast<unsigned>(dimensions));
}

isl::Set points_where(isl_ctx* context, size_t dimensions, const std::vector<LinearForm>& zero,
                      const std::vector<LinearForm>& natural) {
  const auto rows = [&](const std::vector<LinearForm>& forms) {
    isl_mat* matrix = isl_mat_alloc(context, static_cast<unsigned>(forms.size()),
                                    static_cast<unsigned>(dimensions + 1));
    for (size_t row = 0; row < forms.size(); ++row) {
      for (size_t column = 0; column <= dimensions; ++column) {
        const int64_t value =
            column == 0 ? forms[row].constant : coefficient(forms[row], column - 1);
        matrix = isl_mat_set_element_val(matrix, static_cast<int>(row), static_cast<int>(column),
                                         isl_val_int_from_si(context, value));
      }
    }
    return matrix;
  };
  return isl::Set(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space_of(context, dimensions), rows(zero), rows(natural), isl_dim_cst, isl_dim_set,
      isl_dim_div, isl_dim_param)));
}
isl::Set meet_sets(const isl::Set& a, const isl::Set& b) {
  return isl::Set(isl_set_intersect(a.copy(), b.copy()));
}
isl::Set join_sets(isl::Set a, isl::Set b) { return isl::Set(isl_set_union(a.take(), b.take())); }
bool is_empty_set(const isl::Set& set) { return isl_set_is_empty(set.keep()) == isl_bool_true; }

bool excludes(isl_ctx* context, size_t dimensions, const isl::Set& set, const LinearForm& natural) {
  return is_empty_set(meet_sets(set, points_where(context, dimensions, {}, {natural})));
}

isl::Set congruent(isl_ctx* context, size_t dimensions, const LinearForm& form, int64_t rest,
                   int64_t by) {
  LinearForm more = form;
  more.coefficients.resize(dimensions + 1);
  more.coefficients[dimensions] = -by;
  more.constant -= rest;
  isl_set* wide = points_where(context, dimensions + 1, {more}, {}).take();
  return isl::Set(isl_set_project_out(wide, isl_dim_set, static_cast<unsigned>(dimensions), 1));
}

std::optional<std::pair<int64_t, int64_t>> few_values_of(isl_ctx* context, size_t dimensions,
                                                         const isl::Set& set,
                                                         const LinearForm& form) {
  isl_aff* aff = isl_aff_zero_on_domain(isl_local_space_from_space(space_of(context, dimensions)));
  aff = isl_aff_set_constant_val(aff, isl_val_int_from_si(context, form.constant));
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    aff = isl_aff_set_coefficient_val(aff, isl_dim_in, static_cast<int>(i),
                                      isl_val_int_from_si(context, form.coefficients[i]));
  }
  const isl::Aff function(aff);
  const isl::Val least(isl_set_min_val(set.keep(), function.keep()));
  if (!least || isl_val_is_int(least.keep()) != isl_bool_true) return std::nullopt;
  const isl::Val greatest(isl_set_max_val(set.keep(), function.keep()));
  if (!greatest || isl_val_is_int(greatest.keep()) != isl_bool_true) return std::nullopt;
  if (isl_val_cmp_si(least.keep(), -kLargestFactor) < 0 ||
      isl_val_cmp_si(greatest.keep(), kLargestFactor) > 0)
    return std::nullopt;
  const std::pair<int64_t, int64_t> result(isl_val_get_num_si(least.keep()),
                                           isl_val_get_num_si(greatest.keep()));
  if (result.second - result.first >= kFewOfAtom) return std::nullopt;
  return result;
}

LinearForm shifted(LinearForm form, int64_t by) {
  form.constant += by;
  return form;
}
LinearForm minus_form(const LinearForm& form) { return *plus(number_form(0), -1, form); }

}  // namespace grundy
