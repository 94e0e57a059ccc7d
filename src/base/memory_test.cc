// Memory in large pieces: pages, arrays on them, and leases of a budget.
#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "base/large_array.h"
#include "base/lease.h"
#include "base/pages.h"

namespace grundy {
namespace {

TEST(Pages, AreZeroAndMove) {
  for (const uint64_t size : {uint64_t{0}, uint64_t{1}, uint64_t{5000}, uint64_t{9} << 20}) {
    Pages pages(size);
    ASSERT_EQ(pages.size(), size);
    ASSERT_NE(pages.data(), nullptr);
    EXPECT_TRUE(
        std::all_of(pages.data(), pages.data() + size, [](uint8_t byte) { return byte == 0; }));
    if (size > 0) pages.data()[size - 1] = 7;
    uint8_t* const data = pages.data();
    Pages other(std::move(pages));
    EXPECT_EQ(other.data(), data);
    EXPECT_EQ(other.size(), size);
    EXPECT_TRUE(size == 0 || other.data()[size - 1] == 7);
  }
  // Nothing is written, so nothing is taken.
  EXPECT_EQ(Pages(uint64_t{1} << 36).size(), uint64_t{1} << 36);
  EXPECT_THROW(Pages(uint64_t{1} << 60), std::bad_alloc);
}

TEST(LargeArray, HoldsNumbers) {
  LargeArray<uint32_t> array(100'000);
  for (size_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], 0u);
  for (size_t i = 0; i < array.size(); ++i) array[i] = static_cast<uint32_t>(i * i);
  EXPECT_EQ(array.span().size(), array.size());
  EXPECT_EQ(array.span()[99'999], static_cast<uint32_t>(uint64_t{99'999} * 99'999));
  EXPECT_EQ(LargeArray<uint64_t>().size(), 0u);
}

TEST(Lease, IsGivenBackAtTheEnd) {
  Budget budget;
  budget.set_memory_limit(100);
  {
    Lease lease(budget);
    EXPECT_TRUE(lease.take(60));
    EXPECT_FALSE(lease.take(50));
    EXPECT_TRUE(lease.take(40));
    lease.give_back(30);
    EXPECT_TRUE(budget.take_memory(30));
    budget.give_back_memory(30);
    const Lease moved(std::move(lease));
    EXPECT_FALSE(budget.take_memory(31));
  }
  EXPECT_TRUE(budget.take_memory(100));
  budget.give_back_memory(100);
  {
    Lease lease(budget);
    EXPECT_TRUE(lease.take(70));
    lease.keep(20);
  }
  EXPECT_TRUE(budget.take_memory(80));
  EXPECT_FALSE(budget.take_memory(1));
}

}  // namespace
}  // namespace grundy
