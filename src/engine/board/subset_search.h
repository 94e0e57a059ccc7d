// SubsetSearch: values of sets that moves take elements from (subset_code.h).
//
// Elements that no move needs or takes together are played apart, and an element alone is worth 1
// or 0.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/board/in_set.h"
#include "engine/board/subset_code.h"

namespace grundy {

class PartStore;

class SubsetMover {
 public:
  using Part = uint64_t;  // a set that does not fall apart

  explicit SubsetMover(const SubsetCode& code) : code_(code) {}
  /// Those of the set in which there is a move.
  std::vector<Part> parts(uint64_t set) const;

  /// Elements that stand alone are alike.
  PartKey key(Part part) const {
    return (part & (part - 1)) == 0 ? PartKey::of(0, 1) : PartKey::of(part, 0);
  }
  uint64_t cost(Part part) const { return static_cast<uint64_t>(std::popcount(part)); }
  template <class Take>
  Attempt<void> options(Part part, const Take& take) {
    for (const SubsetMove& move : code_.moves) {
      if ((move.needs & ~part) != 0) continue;
      const std::vector<Part> option = parts(part & ~move.takes);
      if (!take(std::span<const Part>(option), 0u)) break;
    }
    return {};
  }

 private:
  const SubsetCode& code_;
};

class SubsetSearch {
 public:
  /// For the position and all that follow it; declines as subset_code does.
  static Attempt<std::unique_ptr<SubsetSearch>> of(const BoardPosition& position,
                                                   const Budget& budget);

  /// From now on; the store outlives the search. An error: the budget is spent.
  Attempt<void> keep_in(PartStore& store, Budget& budget);
  /// Whether it is a position of those that may be asked.
  bool holds(const BoardPosition& position) const { return set_of(position).has_value(); }
  Attempt<uint64_t> value(const BoardPosition& position, Budget& budget);
  Attempt<bool> has_value(const BoardPosition& position, uint64_t value, Budget& budget);

  SearchWork work() const { return work_; }

 private:
  explicit SubsetSearch(SubsetCode code) : code_(std::move(code)), mover_(code_) {}
  std::optional<uint64_t> set_of(const BoardPosition& position) const;

  SubsetCode code_;
  SubsetMover mover_;
  PartTable table_;
  SearchWork work_;
};

}  // namespace grundy
