// The terms of a game that are heaps of nim; see hidden_nim.h for the theorem.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/affine.h"
#include "rule/rule.h"

namespace grundy {

/// How the coordinates of all positions at hand stand: one after another at least `gap` apart, or
/// in no order.
struct CoordinateOrder {
  int direction = 0;  // 1: rising, -1: falling, 0: in none
  int64_t gap = 0;
};

/// A line that takes k >= 1.
struct LineByMultiples {
  std::vector<int64_t> rates;  // coordinate i changes by rates[i]·k
  // It is a move where all these are natural; k is the last dimension.
  std::vector<LinearForm> bounds;
};

/// The heaps of positions in an order. Coordinates are below 2^62.
class HiddenHeaps {
 public:
  HiddenHeaps(std::vector<LineByMultiples> lines, std::vector<LinearForm> heaps, int64_t most)
      : lines_(std::move(lines)), heaps_(std::move(heaps)), most_(most) {}

  const std::vector<LinearForm>& heaps() const { return heaps_; }
  /// How much a move may change a heap; 0 where it is as much as there is.
  int64_t most() const { return most_; }
  /// The nim-sum of the heaps, or of their remainders by most() + 1; nothing when one is beyond
  /// 2^63.
  std::optional<uint64_t> value(const std::vector<int64_t>& position) const;
  /// The different positions of this value that a move leads to.
  std::vector<std::vector<int64_t>> moves_to(const std::vector<int64_t>& position,
                                             uint64_t value) const;

 private:
  /// What counts of a heap of this size.
  int64_t rest(int64_t size) const { return most_ == 0 ? size : size % (most_ + 1); }

  std::vector<LineByMultiples> lines_;
  std::vector<LinearForm> heaps_;
  int64_t most_;
};

class HiddenHeapsOfRule {
 public:
  /// Whether each line leads to one position of the game, by one number at most.
  static bool accepts(const Rule& rule);
  /// For a rule that is accepted, and outlives this.
  explicit HiddenHeapsOfRule(const Rule& rule) : rule_(&rule) {}

  /// The heaps of the position and of all that follow it; null where none are seen.
  const HiddenHeaps* at(const std::vector<int64_t>& position);

 private:
  const Rule* rule_;
  std::array<std::optional<std::optional<HiddenHeaps>>, 5> by_order_;  // once it was looked for
};

/// "c - b - 1".
std::string linear_text(const LinearForm& form, const std::vector<std::string>& names);

}  // namespace grundy
