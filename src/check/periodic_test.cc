#include "check/periodic.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

/// subtract[{2, 5}]: 0011021, again and again.
Certificate finite() {
  Certificate c;
  c.kind = Certificate::Kind::periodic;
  c.all_but = {{0}, 1};
  c.numbers = {{2, 5}, 2};
  c.preperiod = {{0}, 3};
  c.period = {{7}, 4};
  c.saltus = {{0}, 5};
  c.window = {{0, 5}, 6};
  c.values = {{{0, 0, 1, 1, 0, 2, 1}, 7}};
  return c;
}

/// All but 1, 2, 3: four times each number.
Certificate all_but() {
  Certificate c = finite();
  c.all_but.numbers = {1};
  c.numbers.numbers = {1, 2, 3};
  c.period.numbers = {4};
  c.saltus.numbers = {1};
  c.window.numbers = {0, 3};
  c.values[0].numbers = {0, 0, 0, 0};
  return c;
}

std::string flaw(const Certificate& c) {
  const auto judgement = check_values(c, Budget());
  EXPECT_TRUE(judgement.ok());
  return judgement->accepted ? "" : std::to_string(judgement->line) + ": " + judgement->reason;
}

TEST(CheckPeriodic, Accepted) {
  EXPECT_EQ(flaw(finite()), "");
  EXPECT_EQ(flaw(all_but()), "");
}

TEST(CheckPeriodic, Rejected) {
  const auto with = [](Certificate c, auto change) {
    change(c);
    return flaw(c);
  };
  EXPECT_EQ(with(finite(), [](auto& c) { c.values[0].numbers[3] = 2; }),
            "7: the value of 3 is 1, not 2");
  EXPECT_EQ(with(finite(), [](auto& c) { c.values[0].numbers.pop_back(); }),
            "7: there are fewer values than the pre-period and a period");
  EXPECT_EQ(with(finite(),
                 [](auto& c) {
                   c.window.numbers = {0, 4};
                 }),
            "6: the window is as long as the greatest number of the set");
  EXPECT_EQ(with(finite(), [](auto& c) { c.saltus.numbers = {1}; }),
            "5: the values of a finite set do not grow");
  EXPECT_EQ(
      with(finite(), [](auto& c) { c.period.numbers = {8}, c.values[0].numbers.push_back(0); }),
      "5: the value of 9 is not that of 1 plus the saltus");
  EXPECT_EQ(with(all_but(), [](auto& c) { c.saltus.numbers = {2}; }),
            "5: the value of 4 is not that of 0 plus the saltus");
  EXPECT_EQ(with(finite(), [](auto& c) { c.window.numbers[0] = int64_t{1} << 30; }),
            "6: the checker computes 4194304 values at most");
}

TEST(CheckPeriodic, TheBudgetEndsIt) {
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  EXPECT_FALSE(check_values(finite(), budget).ok());
}

}  // namespace
}  // namespace grundy
