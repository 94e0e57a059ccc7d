// What a computation may use: time, memory, and the user's patience. Everything long asks it.
//
// Memory is counted by those who allocate much (tables, stacks), before they allocate, so that a
// refusal comes in place of a crash. Steps are counted by those who work, where a search without a
// natural end has to end at the same place on every machine, however busy: a clock would find one
// law today and none tomorrow. A Budget may be asked from several threads.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/attempt.h"

namespace grundy {

/// How far a long computation is; `total` is 0 when unknown. `what` names the unit, as in
/// "positions".
struct Progress {
  std::string_view what;
  uint64_t done = 0;
  uint64_t total = 0;
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  /// No time limit; a memory limit of three quarters of the machine's memory.
  Budget();

  /// A part of `whole` for a piece of work: the limits of time and memory, the stop flag and no
  /// more than `steps` steps; one thread, and no progress is told. `whole` outlives it only as far
  /// as its stop flag does.
  Budget(const Budget& whole, uint64_t steps);

  /// From now on; a limit of 10^9 seconds or more is none.
  void set_time_limit(double seconds);
  void set_memory_limit(uint64_t bytes) { memory_limit_ = bytes; }
  uint64_t memory_limit() const { return memory_limit_; }
  /// From now on the budget is spent, too, once the process has more memory than the limit as it is
  /// now, and a little more. A process has some memory of its own, so that limits below
  /// kLeastProcessLimit are taken for that.
  void watch_process_memory();
  static constexpr uint64_t kLeastProcessLimit = uint64_t{32} << 20;
  /// What took too much memory is given up: the work may go on with what is left.
  void forgive_memory();
  /// How many times the usual number of steps the searches may take that end by counted steps, and
  /// not by time; at least 1. Budgets for a number of steps have as many times that number.
  void set_effort(uint64_t effort) { effort_ = effort; }
  uint64_t effort() const { return effort_; }
  void set_threads(unsigned threads) { threads_ = threads; }
  /// Threads that may be used, at least 1.
  unsigned threads() const { return threads_; }
  /// A flag that another thread or a signal handler raises to end the work soon.
  void set_stop_flag(const std::atomic<bool>* stop) { stop_ = stop; }
  const std::atomic<bool>* stop_flag() const { return stop_; }
  /// `report` is never called twice at a time, and first some tenth of a second from now.
  void set_progress(std::function<void(const Progress&)> report);

  /// Counts steps, each some tenths of a microsecond of work, against the limit of a part.
  void count(uint64_t steps) const { steps_.fetch_add(steps, std::memory_order_relaxed); }
  /// Whether the steps of a part are done.
  bool out_of_steps() const { return steps_.load(std::memory_order_relaxed) >= step_limit_; }

  /// Whether time, steps or the process's memory are over or the user asked to stop. About 30 ns:
  /// ask once in some thousand steps.
  bool spent() const;
  /// The reason, when spent() holds.
  Error why() const;

  /// Whether the user set a time limit.
  bool has_time_limit() const { return deadline_ != Clock::time_point::max(); }
  /// When the time is over; time_point::max() without a limit.
  Clock::time_point deadline() const { return deadline_; }
  /// While it lives, only this fraction of the time that is left may be used, or only so much time.
  class Share {
   public:
    Share(Budget& budget, double fraction);
    Share(Budget& budget, Clock::duration most);
    ~Share() { budget_.deadline_ = whole_; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    Budget& budget_;
    Clock::time_point whole_;
  };

  /// Bytes that were taken and not given back.
  uint64_t memory_used() const { return memory_used_; }
  /// Takes `bytes` of the memory limit; false when they are not left, and then nothing is taken.
  bool take_memory(uint64_t bytes);
  void give_back_memory(uint64_t bytes) { memory_used_ -= bytes; }
  /// Declines because `what` would need `bytes`.
  Error too_large(std::string_view what, uint64_t bytes) const;

  /// Reports at most some ten times a second; cheap otherwise.
  void progress(std::string_view what, uint64_t done, uint64_t total = 0) const;

 private:
  bool process_is_too_large(Clock::time_point now) const;

  std::atomic<uint64_t> memory_used_{0};
  uint64_t memory_limit_;
  uint64_t watched_limit_ = UINT64_MAX;  // of the process; UINT64_MAX: not watched
  mutable std::atomic<bool> too_large_{false};
  unsigned threads_ = 1;
  uint64_t effort_ = 1;
  double seconds_ = 0;
  Clock::time_point deadline_ = Clock::time_point::max();
  uint64_t step_limit_ = UINT64_MAX;
  mutable std::atomic<uint64_t> steps_{0};
  const std::atomic<bool>* stop_ = nullptr;
  std::function<void(const Progress&)> report_;
  mutable std::atomic<Clock::time_point> next_report_{};
  mutable std::mutex reporting_;
};

/// Asks a budget once in a while, for loops of which a step costs less than a look.
///
///   BudgetMeter meter(budget);
///   for (const Part& part : parts) {
///     if (meter.spent(part.size())) return budget.why();
///     …
///   }
class BudgetMeter {
 public:
  explicit BudgetMeter(const Budget& budget, uint64_t steps_between_looks = 4096)
      : budget_(budget), steps_between_looks_(steps_between_looks) {}

  /// Counts steps; the budget is asked when enough of them have come together.
  bool spent(uint64_t steps = 1) {
    steps_ += steps;
    if (steps_ < steps_between_looks_) return false;
    steps_ = 0;
    return budget_.spent();
  }

 private:
  const Budget& budget_;
  const uint64_t steps_between_looks_;
  uint64_t steps_ = 0;
};

/// "3.2 GiB".
std::string format_bytes(uint64_t bytes);

}  // namespace grundy
