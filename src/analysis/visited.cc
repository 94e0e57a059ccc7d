#include "analysis/visited.h"

#include <algorithm>

#include "rule/evaluate.h"

namespace grundy {
namespace {

__extension__ using Wide = __int128;

}  // namespace

const std::vector<std::vector<int64_t>>& SmallPoints::of(const AffineSpace& space) {
  constexpr size_t kPoints = 81;
  constexpr int64_t kMost = 2;  // of a slot
  const size_t slots = space.intervals().size();
  if (!points_.empty() && points_[0].size() >= space.dimensions()) return points_;
  points_.clear();
  Patience patience(uint64_t{1000});
  std::vector<int64_t> point(slots);
  for (bool more = true; more && points_.size() < kPoints;) {
    std::vector<int64_t> all = point;
    Fault fault;
    for (size_t d = slots; d < space.dimensions(); ++d) {
      Environment environment = point;
      all.push_back(evaluate(space.term(d), environment, fault, &patience));
    }
    if (fault.kind == Fault::Kind::none) points_.push_back(std::move(all));
    if (fault.kind == Fault::Kind::out_of_patience) break;
    size_t i = 0;
    while (i < slots && ++point[i] > kMost) point[i++] = 0;
    more = i < slots;
  }
  return points_;
}

void Visited::meet(const LinearForm& form, bool equality) {
  forms_.push_back(form);
  if (equality) forms_.push_back(negative(form));
}

bool Visited::implies(LinearForm form) {
  // Most often by one of the forms alone, slots being natural.
  const auto at_least = [&](const LinearForm& less) {
    const size_t size = std::max(form.coefficients.size(), less.coefficients.size());
    for (size_t i = 0; i < size; ++i) {
      const int64_t more = (i < form.coefficients.size() ? form.coefficients[i] : 0) -
                           (i < less.coefficients.size() ? less.coefficients[i] : 0);
      if (more < 0 || (more > 0 && i >= space_.intervals().size())) return false;
    }
    return form.constant >= less.constant;
  };
  if (at_least({}) || std::any_of(forms_.begin(), forms_.end(), at_least)) return true;
  if (refutes(form)) return false;
  form = negative(std::move(form));
  form.constant -= 1;
  std::vector<LinearForm> without = forms_;
  without.push_back(std::move(form));
  const isl::Set none = space_.conjunction(without);
  return none && isl_set_is_empty(none.keep()) == isl_bool_true;
}

/// Whether the form is negative at some small point where the loops may come.
bool Visited::refutes(const LinearForm& form) {
  const auto& points = points_.of(space_);
  return std::any_of(points.begin(), points.end(), [&](const std::vector<int64_t>& point) {
    const auto is_negative = [&](const LinearForm& f) {
      Wide value = f.constant;
      for (size_t d = 0; d < f.coefficients.size(); ++d)
        value += static_cast<Wide>(f.coefficients[d]) * point[d];
      return value < 0;
    };
    return is_negative(form) && std::none_of(forms_.begin(), forms_.end(), is_negative);
  });
}

bool Visited::implies(const Expr& condition) {
  bool exact = true;
  std::vector<LinearForm> forms;
  if (space_.conjuncts(condition, exact, forms))
    return exact &&
           std::all_of(forms.begin(), forms.end(), [&](const LinearForm& f) { return implies(f); });
  const isl::Set holds = space_.set(condition, exact);
  return exact &&
         isl_set_is_subset(space_.conjunction(forms_).keep(), holds.keep()) == isl_bool_true;
}

}  // namespace grundy
