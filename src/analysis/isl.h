// Ownership of isl's objects. isl is a C library in which a call takes or keeps its arguments; here
// a handle owns one object, take() hands it to a call that takes it, keep() lends it, copy() makes
// another.
#pragma once
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <memory>
#include <optional>
#include <utility>

#include "base/alarm.h"

namespace grundy::isl {

template <class T, T* (*Copy)(T*), T* (*Free)(T*)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(T* object) : object_(object) {}
  Handle(const Handle& other) : object_(Copy(other.object_)) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { Free(object_); }

  T* keep() const { return object_; }
  T* copy() const { return Copy(object_); }
  T* take() { return std::exchange(object_, nullptr); }
  /// False after an error in isl, such as too many operations.
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

using Set = Handle<isl_set, isl_set_copy, isl_set_free>;
using Map = Handle<isl_map, isl_map_copy, isl_map_free>;
using BasicSet = Handle<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using Aff = Handle<isl_aff, isl_aff_copy, isl_aff_free>;
using PwAff = Handle<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free>;
using Val = Handle<isl_val, isl_val_copy, isl_val_free>;
using Space = Handle<isl_space, isl_space_copy, isl_space_free>;
using Constraint = Handle<isl_constraint, isl_constraint_copy, isl_constraint_free>;

/// Must outlive the objects made in it; shared by those who keep some.
using Context = std::shared_ptr<isl_ctx>;

/// From now on so many steps are allowed; those done so far don't count, nor does an error that
/// they met.
inline void allow(isl_ctx* context, unsigned long operations) {
  isl_ctx_set_max_operations(context, operations);
  isl_ctx_reset_operations(context);
  isl_ctx_reset_error(context);
}

/// Whether a computation since the last allow() ended because it needed more steps or was told to.
inline bool gave_up(isl_ctx* context) {
  const isl_error error = isl_ctx_last_error(context);
  return error == isl_error_quota || error == isl_error_abort;
}

/// A context in which errors come back as null objects and no computation does more than
/// `operations` steps.
inline Context make_context(unsigned long operations) {
  Context context(isl_ctx_alloc(), isl_ctx_free);
  isl_options_set_on_error(context.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context.get(), operations);
  return context;
}

/// While it lives, the context allows as many times its steps as the budget's effort says, and its
/// computations come back as null objects soon after the time of the budget is over or the user
/// asked to stop: a step is counted, but one with long numbers may take a millisecond.
class Patience {
 public:
  Patience(const Budget& budget, isl_ctx* context)
      : context_(context),
        usual_(isl_ctx_get_max_operations(context)),
        alarm_(std::in_place, budget, [context] { isl_ctx_abort(context); }) {
    isl_ctx_set_max_operations(context, usual_ * budget.effort());
  }
  ~Patience() {
    alarm_.reset();
    isl_ctx_set_max_operations(context_, usual_);
    isl_ctx_resume(context_);
  }
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  isl_ctx* context_;
  unsigned long usual_;
  std::optional<Alarm> alarm_;
};

}  // namespace grundy::isl
