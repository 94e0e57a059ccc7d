// Linear forms and the sets of points where they are 0 or natural, for those that read rules as
// sets (pieces.h).
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/affine.h"
#include "analysis/isl.h"

namespace grundy {

/// Numbers in forms and sets are at most this.
constexpr int64_t kLargestFactor = int64_t{1} << 52;

LinearForm number_form(int64_t value);
LinearForm dimension_form(size_t dimension);
int64_t coefficient(const LinearForm& form, size_t dimension);
/// a + factor·b; nothing beyond kLargestFactor.
std::optional<LinearForm> plus(const LinearForm& a, int64_t factor, const LinearForm& b);
LinearForm shifted(LinearForm form, int64_t by);
LinearForm minus_form(const LinearForm& form);
bool is_number(const LinearForm& form);
bool same_form(const LinearForm& a, const LinearForm& b);
/// The dimension that the form is, if it is one.
std::optional<size_t> single_dimension(const LinearForm& form);

isl_space* space_of(isl_ctx* context, size_t dimensions);
/// Where the forms of `zero` are 0 and those of `natural` are not negative.
isl::Set points_where(isl_ctx* context, size_t dimensions, const std::vector<LinearForm>& zero,
                      const std::vector<LinearForm>& natural);
isl::Set meet_sets(const isl::Set& a, const isl::Set& b);
isl::Set join_sets(isl::Set a, isl::Set b);
bool is_empty_set(const isl::Set& set);
/// Whether the form is negative at every point of the set.
bool excludes(isl_ctx* context, size_t dimensions, const isl::Set& set, const LinearForm& natural);
/// Where the form leaves the remainder `rest` modulo `by`.
isl::Set congruent(isl_ctx* context, size_t dimensions, const LinearForm& form, int64_t rest,
                   int64_t by);
/// The least and the greatest value of the form on the set, if they are less than kFewOfAtom apart.
constexpr int64_t kFewOfAtom = 64;
std::optional<std::pair<int64_t, int64_t>> few_values_of(isl_ctx* context, size_t dimensions,
                                                         const isl::Set& set,
                                                         const LinearForm& form);

}  // namespace grundy
