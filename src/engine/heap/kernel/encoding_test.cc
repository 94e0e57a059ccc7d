#include "engine/heap/kernel/encoding.h"

#include <gtest/gtest.h>

#include <vector>

namespace grundy::heap {
namespace {

TEST(Encoding, IsALinearBijectionWithTheClassOnTop) {
  for (const unsigned bits : {1u, 3u, 8u}) {
    for (uint32_t mask = 1; mask < 1u << bits; ++mask) {
      const Encoding encoding(mask, bits);
      std::vector<bool> taken(1u << bits);
      std::vector<uint32_t> last(2, UINT32_MAX);  // value, by class
      for (uint32_t value = 0; value < 1u << bits; ++value) {
        const uint32_t code = encoding.encode(value);
        ASSERT_LT(code, 1u << bits);
        EXPECT_FALSE(taken[code]);
        taken[code] = true;
        EXPECT_EQ(encoding.decode(code), value);
        const uint32_t of_class = code >> (bits - 1);
        EXPECT_EQ(of_class, encoding.class_of(value));
        EXPECT_EQ(encoding.value(encoding.index(value), of_class), value);
        // Within a class codes keep the order of values.
        if (last[of_class] != UINT32_MAX) {
          EXPECT_GT(code, encoding.encode(last[of_class]));
        }
        last[of_class] = value;
        EXPECT_EQ(encoding.encode(value ^ 1) ^ code, encoding.encode(1)) << "linear";
      }
    }
  }
  EXPECT_TRUE(Encoding().is_identity());
  EXPECT_EQ(Encoding().encode(123456), 123456u);
}

}  // namespace
}  // namespace grundy::heap
