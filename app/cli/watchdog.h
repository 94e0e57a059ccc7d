// Ends a command that has gone beyond a limit and does not ask its budget.
//
// All loops that may be long ask the budget and end a command in good order, with what is known by
// then. The watchdog is for what they miss: one call into a library, one huge allocation, one step
// of a loop that takes a second. It looks from a thread of its own, tells the same error and ends
// the process.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace grundy::cli {

class Watchdog {
 public:
  using Time = Budget::Clock::time_point;

  /// `end` is called once, from another thread, when the work has gone beyond the limits by more
  /// than `patience` and for some of that time, or beyond a twentieth more than the limit of
  /// memory, and is to end the process.
  Watchdog(const std::function<void(Budget&)>& limit, Budget::Clock::duration patience,
           std::function<void(const Error&)> end);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  bool is_far_beyond(Time now);

  Budget limits_;
  const Budget::Clock::duration patience_;
  const std::function<void(const Error&)> end_;
  Time over_since_ = Time::max();
  std::chrono::nanoseconds worked_before_{};  // of CPU time
  std::mutex mutex_;
  std::condition_variable changed_;
  bool done_ = false;  // the work
  std::thread thread_;
};

}  // namespace grundy::cli
