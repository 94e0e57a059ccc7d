#include "engine/table/wanted_positions.h"

#include <algorithm>

namespace grundy {

bool ListedPositions::each(const std::function<bool(const RulePosition&)>& visit) const {
  return std::all_of(positions_.begin(), positions_.end(), visit);
}

Boxes ListedPositions::corners() const {
  Boxes corners;
  for (const RulePosition& one : positions_) {
    std::vector<int64_t>& most = corners[one.game];
    most.resize(one.coordinates.size());
    for (size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], one.coordinates[i]);
  }
  return corners;
}

bool ListedPositions::keep(size_t i, size_t j) const {
  return each([&](const RulePosition& one) { return one.coordinates[i] <= one.coordinates[j]; });
}

bool BoxPositions::each(const std::function<bool(const RulePosition&)>& visit) const {
  RulePosition position{&rule_, least_};
  std::vector<int64_t>& c = position.coordinates;
  for (;;) {
    if (!visit(position)) return false;
    size_t i = c.size();
    while (i > 0 && c[i - 1] == most_[i - 1]) {
      c[i - 1] = least_[i - 1];
      --i;
    }
    if (i == 0) return true;
    ++c[i - 1];
  }
}

}  // namespace grundy
