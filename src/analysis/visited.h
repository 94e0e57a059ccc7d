// Which choices of binders nested loops visit, and what is true of all of them: a condition that is
// need not be tested.
//
// At first all choices are visited for which the line's terms are what they are; each bound that
// becomes part of a loop leaves fewer. A question is answered by the first that can: one of the
// known forms alone implies it; a small point, with all slots up to 2, refutes it; or isl decides.
// Most questions end before isl is asked.
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/affine.h"

namespace grundy {

/// The form with all signs changed.
inline LinearForm negative(LinearForm form) {
  for (int64_t& coefficient : form.coefficients) coefficient = -coefficient;
  form.constant = -form.constant;
  return form;
}

/// Points of a line's space whose slots are small, with the values of all other dimensions.
class SmallPoints {
 public:
  /// Some points; found again when the space has got further dimensions.
  const std::vector<std::vector<int64_t>>& of(const AffineSpace& space);

 private:
  std::vector<std::vector<int64_t>> points_;
};

class Visited {
 public:
  /// All choices. The space and the points must outlive the object; the space may get further
  /// dimensions.
  Visited(AffineSpace& space, SmallPoints& points)
      : space_(space), points_(points), forms_(space.identities()) {}

  /// From now on the form is 0 or more, or (equality) 0.
  void meet(const LinearForm& form, bool equality);
  /// Whether the form is 0 or more wherever the loops come, or (equality) 0.
  bool implies(LinearForm form);
  bool implies(const LinearForm& form, bool equality) {
    return implies(form) && (!equality || implies(negative(form)));
  }
  /// Whether the condition is true wherever the loops come.
  bool implies(const Expr& condition);

 private:
  bool refutes(const LinearForm& form);

  AffineSpace& space_;
  SmallPoints& points_;
  std::vector<LinearForm> forms_;  // all of them are 0 or more
};

}  // namespace grundy
