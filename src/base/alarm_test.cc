#include "base/alarm.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

/// Waits until the flag is up; false when a minute has passed.
bool rises(const std::atomic<bool>& flag) {
  const auto start = Budget::Clock::now();
  while (!flag && Budget::Clock::now() - start < std::chrono::seconds(60))
    std::this_thread::yield();
  return flag;
}

TEST(Alarm, RingsWhenTheTimeIsOver) {
  Budget budget;
  budget.set_time_limit(0.01);
  std::atomic<bool> rung = false;
  const Alarm alarm(budget, [&] { rung = true; });
  EXPECT_TRUE(rises(rung));
  EXPECT_TRUE(budget.spent());
}

TEST(Alarm, RingsWhenTheUserStops) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.set_stop_flag(&stop);
  std::atomic<bool> rung = false;
  const Alarm alarm(budget, [&] { rung = true; });
  EXPECT_FALSE(rung);
  stop = true;
  EXPECT_TRUE(rises(rung));
}

TEST(Alarm, IsSilentWhenTheWorkEndsBefore) {
  std::atomic<bool> stop = false;
  std::atomic<bool> rung = false;
  Budget budget;
  budget.set_stop_flag(&stop);
  budget.set_time_limit(1000);
  {
    const Alarm alarm(budget, [&] { rung = true; });
  }
  stop = true;
  EXPECT_FALSE(rung);
}

TEST(Alarm, AShareOfTheTimeIsTheTime) {
  Budget budget;
  budget.set_time_limit(1000);
  const Budget::Share share(budget, 1e-5);
  std::atomic<bool> rung = false;
  const Alarm alarm(budget, [&] { rung = true; });
  EXPECT_TRUE(rises(rung));
}

}  // namespace
}  // namespace grundy
