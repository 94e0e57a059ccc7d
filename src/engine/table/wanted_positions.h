// The positions whose values are asked for: a list of them, or all of a box.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "analysis/order.h"
#include "rule/meaning.h"
#include "rule/rule.h"

namespace grundy {

class WantedPositions {
 public:
  virtual ~WantedPositions() = default;
  /// Calls visit for one after another until it gives false; whether it never did.
  virtual bool each(const std::function<bool(const RulePosition&)>& visit) const = 0;
  /// Of each game, the greatest coordinates.
  virtual Boxes corners() const = 0;
  /// Whether all have x_i <= x_j.
  virtual bool keep(size_t i, size_t j) const = 0;
};

class ListedPositions : public WantedPositions {
 public:
  explicit ListedPositions(std::vector<RulePosition> positions)
      : positions_(std::move(positions)) {}
  bool each(const std::function<bool(const RulePosition&)>& visit) const override;
  Boxes corners() const override;
  bool keep(size_t i, size_t j) const override;

 private:
  std::vector<RulePosition> positions_;
};

/// All positions between two corners, the last coordinate changing fastest.
class BoxPositions : public WantedPositions {
 public:
  BoxPositions(const Rule& rule, std::vector<int64_t> least, std::vector<int64_t> most)
      : rule_(rule), least_(std::move(least)), most_(std::move(most)) {}
  bool each(const std::function<bool(const RulePosition&)>& visit) const override;
  Boxes corners() const override { return {{&rule_, most_}}; }
  bool keep(size_t i, size_t j) const override { return most_[i] <= least_[j]; }

 private:
  const Rule& rule_;
  std::vector<int64_t> least_;
  std::vector<int64_t> most_;
};

}  // namespace grundy
