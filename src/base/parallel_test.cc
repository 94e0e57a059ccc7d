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

}  // namespace
}  // namespace grundy
