// Where the values of positions are kept: a dense table when every game's coordinates fill a box, else a hash table.
//
// Both give every position a number (id) and keep 32 bits a value. Dense: 4 bytes a cell, the id is the place in the
// table. Memo: the coordinates (8 bytes each) and the value of a position in the order of discovery, and an
// open-addressing index of 32-bit numbers at most three quarters full: 8·d + 4 + 5.3 to 10.7 bytes a position of d
// coordinates.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "analysis/order.h"
#include "base/budget.h"
#include "rule/rule.h"

namespace grundy {

using PositionId = uint64_t;

/// Marks in place of a value. Values are below kOpenValue: a mex is at most the number of options, and there are fewer
/// positions than that.
constexpr uint32_t kUnknownValue = UINT32_MAX;
constexpr uint32_t kOpenValue = UINT32_MAX - 1;  // being worked on: all on the present line of play

class DenseStore {
 public:
  struct Table {
    PositionId offset = 0;
    std::vector<int64_t> size;  // by coordinate
    std::vector<int64_t> stride;
  };

  /// Refuses, before anything is allocated, a box that does not fit the budget.
  static Attempt<DenseStore> make(const Boxes& boxes, Budget& budget);
  /// Cells of such boxes; UINT64_MAX when there are more than 2^62.
  static uint64_t cells(const Boxes& boxes);

  const Table& table(const Rule* game) const { return tables_.at(game); }
  bool covers(const Rule* game, std::span<const int64_t> coordinates) const;
  PositionId find(const Table& table, std::span<const int64_t> coordinates) const {
    PositionId id = table.offset;
    for (size_t i = 0; i < coordinates.size(); ++i)
      id += static_cast<uint64_t>(coordinates[i]) * static_cast<uint64_t>(table.stride[i]);
    return id;
  }
  uint32_t& value(PositionId id) { return values_[id]; }
  uint32_t* values() { return values_.data(); }
  const Rule* locate(PositionId id, std::vector<int64_t>& coordinates) const;
  const std::map<const Rule*, Table>& tables() const { return tables_; }

 private:
  std::map<const Rule*, Table> tables_;
  std::vector<uint32_t> values_;
};

class MemoStore {
 public:
  struct Table {
    uint32_t number = 0;
    size_t width = 1;
    std::vector<int64_t> coordinates;  // width each
    std::vector<uint32_t> values;
    std::vector<uint32_t> index;  // 0: free; else number of the position plus one
  };

  MemoStore(const std::vector<const Rule*>& games, Budget& budget);
  /// What more is needed is taken from this budget from now on: the one before need not be there any more.
  void charge(Budget& budget) {
    budget_ = &budget;
    failed_ = false;
  }

  Table& table(const Rule* game) { return tables_.at(game); }
  /// The position's number, a new one if it was not known. Without memory for it, failed() holds from then on.
  PositionId find(Table& table, const int64_t* coordinates);
  bool failed() const { return failed_; }
  uint64_t needed() const { return needed_; }
  uint32_t& value(PositionId id) { return by_number_[id >> 32]->values[id & UINT32_MAX]; }
  const Rule* locate(PositionId id, std::vector<int64_t>& coordinates) const;
  uint64_t size() const;

 private:
  bool grow(Table& table);
  std::map<const Rule*, Table> tables_;
  std::vector<Table*> by_number_;
  std::vector<const Rule*> games_;
  Budget* budget_;
  bool failed_ = false;
  uint64_t needed_ = 0;
};

}  // namespace grundy
