#include "engine/heap/known_values.h"

#include <gtest/gtest.h>

namespace grundy::heap {
namespace {

TEST(KnownValues, AsFarAsIsAskedAndThenForEver) {
  KnownValues kayles(*parse_heap_code("0.77"));
  Budget budget;
  ASSERT_TRUE(kayles.extend_to(10, budget).ok());
  EXPECT_EQ(kayles.at(10), Natural(2));
  // A number beyond any table: the period answers.
  const Natural large = *Natural::parse("1000000000000000000000000000007");
  ASSERT_TRUE(kayles.extend_to(large, budget).ok());
  ASSERT_TRUE(kayles.period());
  EXPECT_EQ(kayles.period()->period, 12u);
  EXPECT_LT(kayles.computed(), 100'000u);
  EXPECT_EQ(kayles.at(large), Natural(kayles.sequence().at(72 + (large % 12).small())));
}

TEST(KnownValues, WithASaltus) {
  // Taking one token, or splitting: the values grow with the heap.
  KnownValues lasker(*parse_heap_code("4.[3]"));
  Budget budget;
  const auto done = lasker.extend_to(1000, budget);
  ASSERT_TRUE(done.ok()) << done.error().message();
  EXPECT_EQ(lasker.at(7), Natural(8));
  EXPECT_EQ(lasker.at(8), Natural(7));
}

TEST(KnownValues, WhatIsOutOfReachIsDeclined) {
  Budget budget;
  budget.set_memory_limit(1 << 20);
  const Natural large = *Natural::parse("1000000000000000000000000000000");
  KnownValues nim(*parse_heap_code("0.[3]"));
  const auto refused = nim.extend_to(large, budget);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(
      refused.error().message(),
      "no theorem gives a period, and a table as far as what is asked for is beyond the memory "
      "limit of 1 MiB");
}

}  // namespace
}  // namespace grundy::heap
