#include "base/budget.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <limits>
#include <thread>
#include <vector>

#include "base/process_memory.h"

namespace grundy {
namespace {

constexpr uint64_t kGiB = uint64_t{1} << 30;

TEST(BudgetTest, WithoutLimitsItIsNeverSpent) {
  Budget budget;
  EXPECT_FALSE(budget.spent());
  EXPECT_EQ(budget.threads(), 1u);
  const auto physical =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  EXPECT_LE(budget.memory_limit(), physical / 4 * 3);
  EXPECT_GT(budget.memory_limit(), physical / 2);
}

TEST(BudgetTest, TimeEnds) {
  Budget budget;
  budget.set_time_limit(0.02);
  const auto start = Budget::Clock::now();
  while (!budget.spent() && Budget::Clock::now() - start < std::chrono::seconds(60))
    std::this_thread::yield();
  EXPECT_TRUE(budget.spent());
  EXPECT_GE(Budget::Clock::now() - start, std::chrono::milliseconds(19));
  EXPECT_EQ(budget.why().kind, Error::Kind::declined);
  EXPECT_EQ(
      budget.why().message(),
      "not finished within the time limit of 0.02 s; a longer one is given with --time-limit");
}

TEST(BudgetTest, StrangeTimeLimits) {
  Budget budget;
  for (double none : {1e9, 1e300, std::numeric_limits<double>::infinity(),
                      std::numeric_limits<double>::quiet_NaN()}) {
    budget.set_time_limit(0);
    EXPECT_TRUE(budget.spent());
    budget.set_time_limit(none);
    EXPECT_FALSE(budget.spent()) << none;
  }
  budget.set_time_limit(999'999'999);
  EXPECT_FALSE(budget.spent());
  budget.set_time_limit(-5);
  EXPECT_TRUE(budget.spent());
}

TEST(BudgetTest, APartEndsByItsSteps) {
  Budget whole;
  std::atomic<bool> stop{false};
  whole.set_stop_flag(&stop);
  whole.set_memory_limit(kGiB);
  whole.count(1000);
  const Budget part(whole, 100);
  EXPECT_EQ(part.memory_limit(), kGiB);
  part.count(99);
  EXPECT_FALSE(part.spent());
  part.count(1);
  EXPECT_TRUE(part.out_of_steps());
  EXPECT_TRUE(part.spent());
  EXPECT_EQ(part.why().message(), "too many steps");
  EXPECT_EQ(part.why().kind, Error::Kind::declined);
  EXPECT_FALSE(part.why().is_end);
  EXPECT_FALSE(whole.spent());
  // What ends the whole ends its parts.
  const Budget other(whole, 100);
  stop = true;
  EXPECT_TRUE(other.spent());
  EXPECT_EQ(other.why().message(), "interrupted");
  EXPECT_TRUE(other.why().is_end);
}

TEST(BudgetTest, TheStopFlagInterrupts) {
  Budget budget;
  std::atomic<bool> stop{false};
  budget.set_stop_flag(&stop);
  EXPECT_FALSE(budget.spent());
  stop = true;
  EXPECT_TRUE(budget.spent());
  EXPECT_EQ(budget.why().message(), "interrupted");
  EXPECT_EQ(budget.why().kind, Error::Kind::declined);
}

TEST(BudgetTest, MemoryIsTakenUpToTheLimit) {
  Budget budget;
  budget.set_memory_limit(100);
  EXPECT_FALSE(budget.take_memory(101));
  EXPECT_TRUE(budget.take_memory(60));
  EXPECT_FALSE(budget.take_memory(41));
  EXPECT_FALSE(budget.take_memory(std::numeric_limits<uint64_t>::max()));
  EXPECT_TRUE(budget.take_memory(40));
  EXPECT_TRUE(budget.take_memory(0));
  EXPECT_FALSE(budget.take_memory(1));
  budget.give_back_memory(10);
  EXPECT_TRUE(budget.take_memory(10));
  budget.set_memory_limit(50);
  EXPECT_FALSE(budget.take_memory(1));
}

TEST(BudgetTest, MemoryIsCountedAcrossThreads) {
  Budget budget;
  budget.set_memory_limit(30'000);
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 10'000; ++j) taken += budget.take_memory(1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, 30'000);
}

TEST(BudgetTest, TooLargeNamesTheLimit) {
  Budget budget;
  budget.set_memory_limit(kGiB);
  const Error error = budget.too_large("a table of 10^9 positions", 2 * kGiB);
  EXPECT_EQ(error.kind, Error::Kind::declined);
  EXPECT_EQ(error.message(),
            "a table of 10^9 positions would need 2 GiB, more than the memory limit of 1 GiB "
            "leaves; it is raised with "
            "--memory-limit");
  // No limit helps where the machine has less.
  const std::string message = budget.too_large("a table", uint64_t{1} << 60).message();
  EXPECT_TRUE(message.starts_with(
      "a table would need 1 EiB, more than the memory limit of 1 GiB leaves; this machine "
      "has "))
      << message;
}

TEST(BudgetTest, ProgressIsThrottled) {
  Budget budget;
  budget.progress("positions", 1);  // nobody listens
  std::vector<uint64_t> reports;
  budget.set_progress([&](const Progress& progress) {
    EXPECT_EQ(progress.what, "positions");
    EXPECT_EQ(progress.total, 7u);
    reports.push_back(progress.done);
  });
  const auto start = Budget::Clock::now();
  uint64_t done = 0;
  while (reports.size() < 3 && Budget::Clock::now() - start < std::chrono::seconds(60))
    budget.progress("positions", ++done, 7);
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_GE(Budget::Clock::now() - start, std::chrono::milliseconds(299));
  EXPECT_EQ(reports.back(), done);
}

TEST(BudgetTest, ReportsDoNotOverlap) {
  Budget budget;
  std::atomic<int> running{0}, overlaps{0}, reports{0};
  budget.set_progress([&](const Progress&) {
    if (++running > 1) ++overlaps;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    --running;
    ++reports;
  });
  std::vector<std::thread> threads;
  const auto start = Budget::Clock::now();
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (reports < 2 && Budget::Clock::now() - start < std::chrono::seconds(60))
        budget.progress("positions", 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(reports, 2);
  EXPECT_EQ(overlaps, 0);
}

TEST(BudgetTest, FormatsBytes) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1024), "1 KiB");
  EXPECT_EQ(format_bytes(1536), "1.5 KiB");
  EXPECT_EQ(format_bytes(kGiB / 1024 - 1), "1 MiB");
  EXPECT_EQ(format_bytes(3 * kGiB + kGiB / 5), "3.2 GiB");
  EXPECT_EQ(format_bytes(1000 * kGiB), "1000 GiB");
  EXPECT_EQ(format_bytes(std::numeric_limits<uint64_t>::max()), "16 EiB");
}

TEST(BudgetTest, AMeterAsksWhenEnoughStepsHaveComeTogether) {
  std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  BudgetMeter meter(budget, 10);
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(meter.spent());
  EXPECT_TRUE(meter.spent());
  EXPECT_FALSE(meter.spent(9));
  EXPECT_TRUE(meter.spent(7));
}

#ifndef __SANITIZE_ADDRESS__  // whose own memory is not told apart
TEST(BudgetTest, WhatNobodyCountedIsSeenWhereTheProcessIsWatched) {
  constexpr size_t kBytes = size_t{256} << 20;
  const auto after_a_look = [] { std::this_thread::sleep_for(std::chrono::milliseconds(10)); };
  Budget budget;
  budget.set_memory_limit(process_memory(Budget::Clock::now()) + kBytes / 2);
  Budget unwatched;
  unwatched.set_memory_limit(budget.memory_limit());
  budget.watch_process_memory();
  EXPECT_FALSE(budget.spent());
  {
    const std::vector<char> large(kBytes, 1);
    after_a_look();
    EXPECT_TRUE(budget.spent());
    EXPECT_FALSE(unwatched.spent());
  }
  after_a_look();
  EXPECT_TRUE(budget.spent()) << "until it is forgiven";
  EXPECT_NE(budget.why().message().find("memory limit of"), std::string::npos);
  budget.forgive_memory();
  EXPECT_FALSE(budget.spent());
}
#endif

}  // namespace
}  // namespace grundy
