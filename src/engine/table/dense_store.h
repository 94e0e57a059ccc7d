// A table with a cell of 4 bytes for every position of a box, for each of several games.
//
//   wythoff up to (3, 4)   20 cells; (a, b) is cell 5·a + b
#pragma once
#include <map>
#include <span>
#include <vector>

#include "analysis/order.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/table/store.h"
#include "engine/table/value_table.h"

namespace grundy {

class DenseMarks;

class DenseStore final : public ValueTable {
 public:
  struct Table {
    PositionId offset = 0;
    std::vector<int64_t> size;  // by coordinate
    std::vector<int64_t> stride;
  };
  using Target = const Table*;
  using Marks = DenseMarks;

  /// Refuses, before anything is allocated, boxes that do not fit the budget.
  static Attempt<DenseStore> make(const Boxes& boxes, Budget& budget);
  /// Cells of such boxes; UINT64_MAX when there are more than 2^62.
  static uint64_t cells(const Boxes& boxes);

  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override;
  uint32_t value(const Rule* game, std::span<const int64_t> coordinates) const override {
    return values_[find(&tables_.at(game), coordinates)];
  }
  std::string_view way() const override {
    return is_in_order_ ? "table, filled in order" : "table";
  }
  void set_in_order() { is_in_order_ = true; }

  /// Of a game without a box, which no move leads to: a table with no room, for a choice that is no
  /// move is looked up with the others, somewhere.
  Target target(const Rule* game);
  PositionId find(Target table, std::span<const int64_t> coordinates) const {
    PositionId id = table->offset;
    for (size_t i = 0; i < coordinates.size(); ++i)
      id += static_cast<uint64_t>(coordinates[i]) * static_cast<uint64_t>(table->stride[i]);
    return id;
  }
  uint32_t& value(PositionId id) { return values_[id]; }
  uint32_t* values() { return values_.data(); }
  const Rule* locate(PositionId id, std::vector<int64_t>& coordinates) const;

  // Every position has its cell from the start.
  static constexpr bool failed() { return false; }
  static constexpr uint64_t met() { return 0; }
  static constexpr uint64_t needed() { return 0; }

 private:
  std::map<const Rule*, Table> tables_;
  std::map<const Rule*, Table> nowhere_;  // of games without a box
  std::vector<uint32_t> values_;
  bool is_in_order_ = false;
};

}  // namespace grundy
