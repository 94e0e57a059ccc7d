// StringSearch: values of positions of Nimstring. Their parts have no coin to take
// (string_mover.h), and the search asks of each as little as it can (engine/board/in_set.h).
//
// Cost: 4x4 boxes have 2.3 million parts that are looked at, 3x4 some 80,000.
#pragma once
#include <functional>
#include <memory>

#include "base/budget.h"
#include "engine/entailing/nimstring.h"
#include "engine/solver.h"

namespace grundy {

class StringSearch {
 public:
  explicit StringSearch(const StringFrame& frame);
  ~StringSearch();

  /// The value of the position with these strings: a number or loony.
  Attempt<Value> value(uint64_t strings, Budget& budget);
  /// Whether it is this one; asks less.
  Attempt<bool> has_value(uint64_t strings, const Value& value, Budget& budget);
  Work work() const;

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace grundy
