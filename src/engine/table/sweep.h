// A table of one game filled in order by machine code (code/jit/jit.h), and its values.
//
//   plan (code/sweep_plan.h)   in which order, by which loops, with which running sets
//   sweep/schedule.h           which cells each thread fills, and when
//   sweep/rings.h              where the running set of a cell is kept; running_sets.h their memory
//   sweep/worker.h             one thread's share
//   sweep/sweeper.h            all together, with values that outgrow their cells and the end of
//                              the budget
//   sweep/kept_sets.h, file.h  what a later run goes on from
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/pages.h"
#include "code/jit/jit.h"
#include "engine/engine.h"
#include "engine/table/file.h"
#include "engine/table/value_table.h"

namespace grundy {

/// Cells of a table from which on it pays to look for orders that moves keep (analysis/order.h):
/// isl takes a millisecond.
constexpr uint64_t kLeastForOrders = uint64_t{1} << 16;

/// For tests: what is used, and what is looked at once more.
struct SweepWays {
  double least_work = 4e6;                       // options for which running sets are looked for
  uint64_t least_for_tiles = uint64_t{1} << 18;  // cells for which tiles and threads are used
  bool verify = false;  // every option is checked to lie in the part of the table that is filled
  uint64_t piece = uint64_t{1} << 16;  // cells between two reports, where there are no tiles
  // Of a table in a file: when set, what is filled is kept at every chance, and then this is
  // called.
  std::function<void()> after_keeping = nullptr;
};

/// The values of all positions of a box: 1, 2 or 4 bytes each, as the largest needs.
class SweptTable final : public ValueTable {
 public:
  /// Fills the table, of positions with x_i <= x_j for all (i, j) in `within`, which no move must
  /// leave. Declines when the rule can't be compiled or some cell has no value: then other ways can
  /// be tried. Ends, before anything is allocated, for a table that does not fit the budget.
  static Attempt<SweptTable> fill(const Rule& rule, std::span<const int64_t> most,
                                  std::vector<std::pair<size_t, size_t>> within, Budget& budget,
                                  Work& work, const SweepWays& ways = {});
  /// The same by a plan.
  static Attempt<SweptTable> fill(SweepPlan plan, Budget& budget, Work& work,
                                  const SweepWays& ways = {});

  /// The same in a file, which takes no memory and goes on where an earlier run ended. The file has
  /// all its values then and no name yet; there is none when this declines.
  static Attempt<TableFile> fill_file(const Rule& rule, std::span<const int64_t> most,
                                      const std::string& path, Budget& budget, Work& work,
                                      const SweepWays& ways = {});

  bool covers(std::span<const int64_t> coordinates) const;
  uint32_t value(std::span<const int64_t> coordinates) const;

  bool covers(const Rule* game, std::span<const int64_t> coordinates) const override {
    return game == rule_ && covers(coordinates);
  }
  uint32_t value(const Rule* /*game*/, std::span<const int64_t> coordinates) const override {
    return value(coordinates);
  }
  std::string_view way() const override { return kSwept; }

  /// How tables of this kind are filled, in memory and in files.
  static constexpr std::string_view kSwept = "table, filled in order by native code";

 private:
  SweptTable(SweepPlan plan, unsigned width, Pages cells)
      : rule_(plan.rule),
        most_(std::move(plan.most)),
        stride_(std::move(plan.stride)),
        first_(plan.first),
        within_(std::move(plan.within)),
        width_(width),
        cells_(std::move(cells)) {}

  const Rule* rule_;
  std::vector<int64_t> most_;
  std::vector<int64_t> stride_;
  int64_t first_;
  std::vector<std::pair<size_t, size_t>> within_;
  unsigned width_;
  Pages cells_;
};

}  // namespace grundy
