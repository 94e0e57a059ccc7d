// Memory of a Budget that is given back at the end of a scope, whatever way the scope is left.
//
//   Lease memory(budget);
//   if (!memory.take(bytes)) return budget.too_large("the graph", bytes);
#pragma once
#include <utility>

#include "base/budget.h"

namespace grundy {

/// Memory taken from a budget until the end of the scope.
class Lease {
 public:
  explicit Lease(Budget& budget) : budget_(&budget) {}
  Lease(Lease&& other) noexcept : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
  Lease& operator=(Lease&&) = delete;
  ~Lease() { budget_->give_back_memory(bytes_); }

  /// False when the budget has no more; what was taken before stays.
  bool take(uint64_t bytes) {
    if (!budget_->take_memory(bytes)) return false;
    bytes_ += bytes;
    return true;
  }
  void give_back(uint64_t bytes) {
    budget_->give_back_memory(bytes);
    bytes_ -= bytes;
  }

  uint64_t bytes() const { return bytes_; }

  /// Leaves bytes taken beyond the end of the scope.
  void keep(uint64_t bytes) { bytes_ -= bytes; }

 private:
  Budget* budget_;
  uint64_t bytes_ = 0;
};

}  // namespace grundy
