#include "engine/heap/values.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy::heap {
namespace {

TEST(Values, PlanesForAValue) {
  EXPECT_EQ(Values::planes_for(0), 1u);
  EXPECT_EQ(Values::planes_for(255), 1u);
  EXPECT_EQ(Values::planes_for(256), 2u);
  EXPECT_EQ(Values::planes_for(1 << 16), 3u);
  EXPECT_EQ(Values::planes_for(UINT32_MAX), 4u);
}

TEST(Values, StayTheSameInEveryForm) {
  std::mt19937 random(20261122);
  std::vector<uint32_t> wanted;
  Values values;
  const auto check = [&] {
    ASSERT_EQ(values.size(), wanted.size());
    std::vector<uint32_t> copied(wanted.size());
    values.copy(0, copied);
    EXPECT_EQ(copied, wanted);
    for (uint64_t n = 0; n < wanted.size(); ++n) ASSERT_EQ(values.at(n), wanted[n]) << n;
    std::vector<uint32_t> some(wanted.size() / 3);
    values.copy(wanted.size() / 2, some);
    for (uint64_t n = 0; n < some.size(); ++n) ASSERT_EQ(some[n], wanted[wanted.size() / 2 + n]);
  };
  for (const uint32_t limit : {50u, 256u, 60'000u, 1u << 20}) {
    for (int i = 0; i < 700; ++i) {
      const auto value = static_cast<uint32_t>(random() % limit);
      values.make_fit(value);
      values.push(value);
      wanted.push_back(value);
    }
    check();
    const unsigned planes = values.planes();
    const unsigned bits = 8 * planes;
    for (const uint32_t mask : {1u, 6u, (1u << 7) | 3u}) {
      values.store_as(Encoding(mask, bits), planes);
      check();
    }
    values.reserve(2 * wanted.size());
    check();
    values.store_as({}, planes);
    check();
  }
}

TEST(Values, PlanesHaveRoomBeforeAndBehind) {
  Values values;
  for (uint32_t n = 0; n < 10; ++n) values.push(n);
  const uint8_t* plane = values.plane(0);
  for (uint64_t i = 1; i <= Values::kPad; ++i) {
    EXPECT_EQ(*(plane - i), 0);
    EXPECT_EQ(plane[9 + i], 0);
  }
  EXPECT_EQ(Values::bytes_for(100, 2), 2 * (100 + 2 * Values::kPad));
}

}  // namespace
}  // namespace grundy::heap
