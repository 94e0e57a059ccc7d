// Along which steps neighbouring positions may share the options of a line (running.h).
#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "analysis/order.h"
#include "rule/evaluate.h"
#include "rule/rule.h"

namespace grundy {

// Of a running set: an added or removed option in so many cases at most.
constexpr size_t kMostChanges = 4;

/// Steps that go forward in the sweep order. The distance between the line's own options comes
/// first, then steps along one coordinate, late ones first, then (for few coordinates) all others
/// that change each coordinate by one at most. `part` is the only part of the line.
std::vector<std::vector<int64_t>> steps_to_try(const MoveLine& line, const Part& part,
                                               std::span<const SweepStep> order);

/// Whether the line changes by one option at most along the step, both ways, at some small
/// positions: most steps fail here, and isl is not asked.
class SmallPositions {
 public:
  SmallPositions(const Rule& rule, const MoveLine& line, std::span<const int64_t> box);
  bool allow(const std::vector<int64_t>& step);

 private:
  static constexpr int64_t kHigh = 8;
  static constexpr int64_t kLow = 5;
  using Options = std::set<std::vector<int64_t>>;

  /// Nothing where there are too many choices, or a term has no value.
  std::optional<Options> options(const std::vector<int64_t>& position);

  Rule one_;  // with the line alone
  std::span<const int64_t> box_;
  std::vector<std::vector<int64_t>> positions_;
  Patience patience_{uint64_t{5000}};
};

}  // namespace grundy
