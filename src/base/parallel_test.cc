#include "base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>

namespace grundy {
namespace {

TEST(Parallel, EachWorkIsDoneOnce) {
  for (const unsigned count : {0u, 1u, 2u, 9u}) {
    std::vector<std::atomic<int>> done(count);
    in_parallel(count, [&](unsigned i) { ++done[i]; });
    for (const auto& times : done) EXPECT_EQ(times, 1);
  }
}

TEST(Parallel, TheFirstIsInThisThread) {
  const auto here = std::this_thread::get_id();
  std::vector<std::thread::id> ids(3);
  in_parallel(3, [&](unsigned i) { ids[i] = std::this_thread::get_id(); });
  EXPECT_EQ(ids[0], here);
}

#ifdef __linux__
TEST(Parallel, ProcessorsAreThoseOfTheProcess) {
  cpu_set_t before;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(processors(), static_cast<unsigned>(CPU_COUNT(&before)));
  int last = 0;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &before)) last = i;
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(processors(), 1u);
  EXPECT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
}
#endif

}  // namespace
}  // namespace grundy
