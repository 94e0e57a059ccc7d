// One thread's share of filling a table: a piece of some rows, and where its code is in it.
#pragma once
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "code/jit/jit.h"
#include "code/sweep_plan.h"
#include "engine/table/sweep/rings.h"
#include "engine/table/sweep/running_sets.h"
#include "engine/table/sweep/schedule.h"

namespace grundy {

/// What all workers of a table share; it changes only while none of them works.
struct SweepJob {
  const SweepPlan& plan;
  Budget& budget;
  Schedule schedule;
  RunningSets sets;
  std::unique_ptr<const JitSweep> code;
  bool has_stamps = false;  // the code marks values with a byte that says for which cell
};

class Worker {
 public:
  using Exit = JitSweep::Exit;

  SweepState state;
  std::vector<uint8_t> marks;  // these two are what the state points to
  std::vector<int64_t> lists;

  /// To this cell; nothing is to be done from there on.
  void put(const SweepJob& job, uint64_t cell);
  /// The cells from here on, without regard to rows.
  void begin(uint64_t count) { left_ = count; }
  /// The piece, or nothing when it is empty.
  void begin(const SweepJob& job, const Schedule::Piece& piece);

  /// Goes on with what was begun until it is done or something has to be settled: exit() says
  /// which.
  void work(const SweepJob& job);
  Exit exit() const { return exit_; }
  bool unfinished() const { return left_ > 0 || row_ + 1 < piece_.row_end; }
  /// No cell from here on was written to.
  uint64_t written(const Schedule& schedule) const;

 private:
  void to_next_row(const SweepJob& job);
  bool is_outside(const SweepPlan& plan) const;
  void point(const SweepJob& job);

  Schedule::Piece piece_;
  uint64_t row_ = 0;   // of the piece, that is at work; of its cells
  uint64_t left_ = 0;  // so many are to be done
  // Of the piece's first cell in this row: its coordinates, and where its running sets are.
  int64_t start_[kMostSweepCoordinates] = {};
  Ring rings_[kMostRunningSets];
  Exit exit_ = Exit::done;
};

}  // namespace grundy
