// The positions that were met, and their values: a hash table.
//
// For games whose coordinates fill no box, or of whose box play meets little. A position of d coordinates takes 8·d + 4
// bytes, in the order of discovery, and 5.3 to 10.7 bytes of an open-addressing index of 32-bit numbers that is at most
// three quarters full.
#pragma once
#include <map>
#include <span>
#include <vector>

#include "base/budget.h"
#include "engine/table/store.h"
#include "engine/table/value_table.h"

namespace grundy {

class MemoMarks;

class MemoStore final : public ValueTable {
 public:
  struct Table {
    uint32_t number = 0;
    size_t width = 1;
    std::vector<int64_t> coordinates;  // width each
    std::vector<uint32_t> values;
    std::vector<uint32_t> index;  // 0: free; else number of the position plus one
  };
  using Target = Table*;
  using Marks = MemoMarks;

  MemoStore(const std::vector<const Rule*>& games, Budget& budget);
  MemoStore(const MemoStore&) = delete;
  MemoStore& operator=(const MemoStore&) = delete;
  /// What more is needed is taken from this budget from now on: the one before need not be there any more.
  void charge(Budget& budget) {
    budget_ = &budget;
    failed_ = false;
  }

  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override;
  uint32_t value(const Rule* game, std::span<const int64_t> coordinates) const override;
  std::string_view way() const override { return "memo"; }

  Target target(const Rule* game) { return &tables_.at(game); }
  /// The position's number, a new one if it was not known. Without memory for it, failed() holds from then on.
  PositionId find(Target table, std::span<const int64_t> coordinates);
  uint32_t& value(PositionId id) { return by_number_[id >> 32]->values[id & UINT32_MAX]; }
  const Rule* locate(PositionId id, std::vector<int64_t>& coordinates) const;

  bool failed() const { return failed_; }
  uint64_t met() const;
  uint64_t needed() const { return needed_; }

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
