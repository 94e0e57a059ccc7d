// Terms and conditions of a move line as integer sets of isl.
//
// The dimensions of a line's space are
//
//   - its coordinates,
//   - its binders,
//   - and, as needed, one for each term that is not affine ("opaque"): n/2, k*k.
//
// All facts about an opaque term, such as 2·(n/2) <= n <= 2·(n/2) + 1, go into facts(). So every
// set built here contains the true one, and is the true one where no opaque term depends on a
// binder.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/interval.h"
#include "analysis/isl.h"
#include "rule/rule.h"

namespace grundy {

/// constant + Σ coefficient·dimension.
struct LinearForm {
  std::vector<int64_t> coefficients;
  int64_t constant = 0;
};

class AffineSpace {
 public:
  /// The space of the slots of `line`, a line of a game with `arity` coordinates. The context must
  /// outlive it.
  AffineSpace(isl_ctx* context, const MoveLine& line, size_t arity);

  /// The term as a linear form, opaque terms included; nothing when a coefficient is too large.
  std::optional<LinearForm> linear(const Expr& expr);
  /// The condition as a set; `exact` becomes false when the set is only known to contain the
  /// condition's.
  isl::Set set(const Expr& condition, bool& exact);
  /// The same as forms that are all 0 or more; false, and none, where the condition is no
  /// conjunction of such.
  bool conjuncts(const Expr& condition, bool& exact, std::vector<LinearForm>& forms);
  /// The points where all of these are 0 or more.
  isl::Set conjunction(const std::vector<LinearForm>& forms) const;
  /// Forms that are 0 or more however the binders are chosen: slots are natural, tuples lie within
  /// their sets' bounds, opaque terms used so far have the values that they have.
  std::vector<LinearForm> identities();
  /// The identities and the binders' ranges, and that these forms are 0 or more.
  isl::Set facts(std::vector<LinearForm> forms = {});

  /// The points of the set in which each opaque min and max is one of its arguments, as far as
  /// these are linear and not many; facts() leaves that out, since it makes a union of the set.
  isl::Set with_extremes(isl::Set set);

  size_t dimensions() const { return slots_ + opaque_.size(); }
  size_t arity() const { return arity_; }
  /// The term that dimension i stands for.
  Expr term(size_t dimension) const;
  /// Whether the dimension is an opaque term that depends on a binder.
  bool depends_on_binder(size_t dimension) const;
  /// The linear form as a term.
  Expr expr(const LinearForm& form) const;
  LinearForm difference(const LinearForm& a, const LinearForm& b) const;
  const std::vector<Interval>& intervals() const { return intervals_; }

 private:
  struct Opaque {
    Expr expr;
    std::string key;
  };
  bool add_linear(const Expr& expr, int64_t factor, LinearForm& form);
  size_t opaque(const Expr& expr);
  void facts_about(size_t dimension, const Expr& expr, const std::vector<Interval>& intervals,
                   std::vector<LinearForm>& result);
  void compare(const Expr& left, const Expr& right, int64_t slack, bool& exact,
               std::vector<LinearForm>& result);
  isl::Set comparison(const Expr& left, const Expr& right, int64_t slack, bool& exact);
  bool conjuncts(const Expr& condition, bool negated, bool& exact, std::vector<LinearForm>& forms);
  isl::Set set(const Expr& condition, bool negated, bool& exact);

  isl_ctx* context_;
  const MoveLine& line_;
  size_t arity_;
  size_t slots_;                     // coordinates and the line's own binders
  std::vector<Interval> intervals_;  // where the binders' ranges hold
  std::vector<Interval> wide_;       // of the slots, also where they don't
  std::vector<Opaque> opaque_;
};

}  // namespace grundy
