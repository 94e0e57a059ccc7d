// Ends work that does not ask the budget itself, such as one call into a library that runs for
// minutes.
//
//   const Alarm alarm(budget, [context] { isl_ctx_abort(context); });
//   isl_set* least = isl_set_lexmin(set);  // null soon after the time is over or the user asked to
//                                          stop
//
// Idea: a thread sleeps beside the work, looks at the clock and at the stop flag some fifty times a
// second, and rings once. Steps are not watched: where they end a search must not depend on the
// clock.
// Cost: starting a thread, some ten microseconds; nothing where nothing can end the work.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "base/budget.h"

namespace grundy {

class Alarm {
 public:
  /// `ring` is called at most once, from another thread, while the alarm lives; it must not throw.
  /// Without threads, as on a page, it is never called.
  Alarm(const Budget& budget, std::function<void()> ring);
  ~Alarm();
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  void watch();

  const Budget::Clock::time_point deadline_;
  const std::atomic<bool>* const stop_;
  const std::function<void()> ring_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;  // the work
  std::thread thread_;
};

}  // namespace grundy
