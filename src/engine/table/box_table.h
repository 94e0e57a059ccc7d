// The values of all positions of a box, in memory or in a file.
//
//   Attempt<BoxTable> table = BoxTable::fill(wythoff, {0, 0}, {100, 100}, budget, work);
//   table->value({3, 5})   // 0: who is to move loses
//
// Where the moves lead to positions that fill no box, or one that does not fit memory, both
// decline. Then finite.h follows positions one by one, and BoxTable::follow those of a small box.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/engine.h"
#include "engine/table/file.h"
#include "engine/table/value_table.h"

namespace grundy {

class BoxTable {
 public:
  /// For the positions x with least <= x <= most of a game that is no other name for a sum.
  /// Declines, with the reason, when some of them has no value.
  static Attempt<BoxTable> fill(const Rule& rule, std::vector<int64_t> least,
                                std::vector<int64_t> most, Budget& budget, Work& work);
  /// The same where they lead to positions that fill no box, one by one, a few hundred thousand at
  /// most.
  static Attempt<BoxTable> follow(const Rule& rule, std::vector<int64_t> least,
                                  std::vector<int64_t> most, Budget& budget, Work& work);
  uint32_t value(std::span<const int64_t> coordinates) const {
    return table_->value(rule_, coordinates);
  }
  std::string_view way() const { return table_->way(); }

 private:
  BoxTable(const Rule* rule, std::unique_ptr<const ValueTable> table)
      : rule_(rule), table_(std::move(table)) {}
  const Rule* rule_;
  std::unique_ptr<const ValueTable> table_;
};

/// A file with the values of all positions of a box that this corner lies in, written as they are
/// found, so that they need no memory and an ended run goes on. It is to be committed. Declines
/// when the rule can't be compiled, or leads to other games, or some cell has no value.
Attempt<TableFile> fill_box_file(const Rule& rule, std::vector<int64_t> corner,
                                 const std::string& path, Budget& budget, Work& work);

/// Whether a table of these cells may be made for positions of which few are asked.
bool fits_memory(uint64_t cells, const Budget& budget);

}  // namespace grundy
