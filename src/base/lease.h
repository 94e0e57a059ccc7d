// Memory of a Budget that is given back at the end of a scope, whatever way the scope is left.
//
//   Lease memory(budget);
//   if (!memory.take(bytes)) return budget.too_large("the graph", bytes);
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

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

  /// Room for so many more elements of a list, which grows by doubling; false when the budget has
  /// no more.
  template <class T>
  bool room_for(size_t more, std::vector<T>& list) {
    if (list.size() + more <= list.capacity()) return true;
    const uint64_t before = list.capacity();
    const uint64_t after = std::max<uint64_t>(list.size() + more, 2 * before);
    if (!take(sizeof(T) * after)) return false;
    list.reserve(after);
    give_back(sizeof(T) * before);
    return true;
  }

  uint64_t bytes() const { return bytes_; }

  /// Leaves bytes taken beyond the end of the scope.
  void keep(uint64_t bytes) { bytes_ -= bytes; }

 private:
  Budget* budget_;
  uint64_t bytes_ = 0;
};

}  // namespace grundy
