// Which labels of a cover (check/cover.h) do the work of others.
//
// Problem: a row's labels are all states of the products that some witness so far leads to: sets
// that are many, and long.
// Idea: a state s can be left out beside t if t simulates s: t accepts where s does, and for each
// step of s with a letter some step of t with the same letter leads to a state that simulates where
// s is then. So every witness from s is one from t. States that do the same step for step are one
// class first (bisimulation), so that few pairs are compared.
// Example: of scaled, from both heaps k and l with k <= l <= 2k, the sets of 11,327 states become a
// few hundred rows.
// Cost: rounds × states × letters, then classes² × steps; with more than 8192 classes nothing is
// compared.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "check/cover.h"

namespace grundy {

class LabelOrder {
 public:
  using Label = std::pair<uint32_t, uint32_t>;  // which product, and its state

  /// The inclusion outlives it.
  LabelOrder(const digits::Inclusion& inclusion, const Budget& budget);

  /// The labels that a letter leads to, sorted, without those that accept nothing and those that
  /// others simulate.
  std::vector<Label> behind(const std::vector<Label>& labels, size_t letter) const;
  /// Those that leading zeros lead to.
  std::vector<Label> first() const;

 private:
  static constexpr uint32_t kHopeless = UINT32_MAX;

  void find_hopeful();
  void make_classes(const Budget& budget);
  void compare_classes(const Budget& budget);
  uint32_t class_of(const Label& label) const { return class_[begin_[label.first] + label.second]; }
  bool simulates(uint32_t above, uint32_t below) const { return below_[above][below]; }
  std::vector<Label> reached(const std::vector<Label>& labels, size_t letter) const;
  std::vector<Label> pruned(const std::vector<Label>& labels) const;

  const digits::Inclusion& inclusion_;
  std::vector<size_t> begin_;    // of each product among all states
  std::vector<uint32_t> class_;  // of each state; kHopeless: it accepts nothing
  std::vector<Label> member_;    // of each class
  // Of each class, which ones it simulates; empty: not compared.
  std::vector<std::vector<bool>> below_;
};

}  // namespace grundy
