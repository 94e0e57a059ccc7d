#include "cli/watchdog.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace grundy::cli {
namespace {

using std::chrono::milliseconds;

struct Recorder {
  std::atomic<bool> stop = false;
  std::promise<std::string> message;
  std::atomic<int> calls = 0;

  auto end() {
    return [this](const Error& error) {
      if (++calls == 1) message.set_value(error.message());
    };
  }
  auto limit(double seconds) {
    return [this, seconds](Budget& budget) {
      budget.set_stop_flag(&stop);
      if (seconds > 0) budget.set_time_limit(seconds);
    };
  }
};

/// Works until there is a message.
std::string worked_until(std::future<std::string> message) {
  while (message.wait_for(milliseconds(0)) != std::future_status::ready) {
  }
  return message.get();
}

TEST(Watchdog, EndsWorkThatGoesOnBeyondItsTime) {
  Recorder seen;
  const auto start = Budget::Clock::now();
  const Watchdog watchdog(seen.limit(0.05), milliseconds(100), seen.end());
  EXPECT_NE(worked_until(seen.message.get_future()).find("time limit of 0.05 s"),
            std::string::npos);
  EXPECT_GE(Budget::Clock::now() - start, milliseconds(150));
}

TEST(Watchdog, EndsWorkThatIsInterrupted) {
  Recorder seen;
  const Watchdog watchdog(seen.limit(0), milliseconds(10), seen.end());
  seen.stop = true;
  EXPECT_EQ(worked_until(seen.message.get_future()), "interrupted");
}

TEST(Watchdog, LeavesWorkAloneThatEndsInTime) {
  Recorder seen;
  {
    const Watchdog watchdog(seen.limit(0.05), milliseconds(500), seen.end());
    std::this_thread::sleep_for(milliseconds(80));
  }
  EXPECT_EQ(seen.calls, 0);
}

}  // namespace
}  // namespace grundy::cli
