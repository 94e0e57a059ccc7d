// One table on its way: filled by machine code, alone or in several threads, in memory or in a
// file.
//
// Problem: the code fills cells that are one after another, of a fixed width, whose values are
// below a limit; a table has threads, values that turn out larger, a limit of time, and a file from
// which a later run goes on.
// Idea: workers (worker.h) take the pieces of a schedule (schedule.h) and meet after each round.
// Then one thread settles all that came up: wider cells and more room for running sets, what is to
// be kept on the disk, the end of the budget. Running sets are handed down from row to row, but for
// those that go along the row.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "base/lease.h"
#include "base/pages.h"
#include "engine/table/file.h"
#include "engine/table/sweep.h"
#include "engine/table/sweep/worker.h"

namespace grundy {

class Sweeper {
 public:
  /// The values go to the file, if there is one, from what it keeps on.
  Sweeper(const SweepPlan& plan, TableFile* file, Budget& budget, const SweepWays& ways);
  Sweeper(const Sweeper&) = delete;
  Sweeper& operator=(const Sweeper&) = delete;

  enum class Outcome { filled, not_compiled, no_room_for_sets };
  Attempt<Outcome> run(Work& work);
  unsigned width() const { return width_; }
  /// The cells of a table in memory, which are no longer accounted for here.
  Pages take_cells();

 private:
  using Exit = JitSweep::Exit;

  bool start();
  Schedule schedule() const;
  bool can_be_tiled() const;

  Attempt<Outcome> in_order();
  Attempt<Outcome> in_tiles();
  Attempt<Outcome> settle();

  Attempt<bool> make_room_for(uint64_t value);
  bool lay_out(uint64_t limit, SweepShape shape);
  Attempt<void> widen(unsigned width);
  uint8_t* cells() const { return file_ != nullptr ? file_->cells() : cells_.data(); }
  void place();

  Attempt<bool> resume();
  Attempt<void> keep(uint64_t filled);
  Error spent(uint64_t filled);
  void describe(Work& work) const;

  const SweepPlan& plan_;
  TableFile* file_;
  Budget& budget_;
  const SweepWays& ways_;
  uint64_t begin_;            // cells before it have their values from an earlier run
  bool sets_loaded_ = false;  // and the running sets are theirs
  Lease memory_;
  Pages cells_;  // in memory
  unsigned width_ = 1;
  SweepShape shape_;
  uint64_t limit_ = 0;  // all values are below
  uint64_t whole_ = 0;  // in tiles: cells before it are filled
  bool has_plain_lines_ = false;
  SweepJob job_;
  std::vector<Worker> workers_;
};

}  // namespace grundy
