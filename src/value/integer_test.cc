#include "value/integer.h"

#include <gtest/gtest.h>

#include <random>

#include "rule/evaluate.h"

namespace grundy {
namespace {

__extension__ using SignedWide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

Integer integer(SignedWide n) {
  const auto size = n < 0 ? -static_cast<UnsignedWide>(n) : static_cast<UnsignedWide>(n);
  const uint64_t words[] = {static_cast<uint64_t>(size), static_cast<uint64_t>(size >> 64)};
  return Integer(Natural::from_words(words), n < 0);
}

SignedWide random_wide(std::mt19937_64& random) {
  const auto word = [&] {
    return random() % 4 == 0 ? (random() % 2 == 0 ? 0 : ~uint64_t{0}) : random();
  };
  const SignedWide n = static_cast<SignedWide>(static_cast<UnsignedWide>(word()) << 64 | word());
  return n >> (2 + random() % 120);  // sums and negatives stay in 128 bits
}

TEST(Integer, ComputesAsTwosComplementDoes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const SignedWide a = random_wide(random);
    const SignedWide b = random_wide(random);
    const uint64_t bits = random() % 130;
    EXPECT_EQ(integer(a) + integer(b), integer(a + b));
    EXPECT_EQ(integer(a) - integer(b), integer(a - b));
    EXPECT_EQ(integer(a) & integer(b), integer(a & b));
    EXPECT_EQ(integer(a) | integer(b), integer(a | b));
    EXPECT_EQ(integer(a) ^ integer(b), integer(a ^ b));
    EXPECT_EQ(~integer(a), integer(~a));
    EXPECT_EQ(integer(a) >> bits, integer(a >> std::min<uint64_t>(bits, 127)));
    EXPECT_EQ(integer(a) <=> integer(b), a <=> b);
    const auto narrow = [](SignedWide n) {
      return static_cast<SignedWide>(static_cast<int64_t>(n)) == n;
    };
    ASSERT_EQ(integer(a).to_int64().has_value(), narrow(a));
    if (narrow(a)) {
      EXPECT_EQ(*integer(a).to_int64(), static_cast<int64_t>(a));
    }
    const SignedWide small = a >> 64;
    const SignedWide factor = b >> 64;
    EXPECT_EQ(integer(small) * integer(factor), integer(small * factor));
    if (b == 0) continue;
    const Integer q = floor_quotient(integer(a), integer(b));
    const Integer r = nonnegative_remainder(integer(a), integer(b));
    EXPECT_EQ(q, integer(a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0)));
    EXPECT_EQ(r, integer((a % b + (b < 0 ? -b : b)) % (b < 0 ? -b : b)));
  }
}

TEST(Integer, AgreesWithSixtyFourBits) {
  for (const int64_t a :
       {INT64_MIN + 1, int64_t{-7}, int64_t{-1}, int64_t{0}, int64_t{5}, INT64_MAX}) {
    for (const int64_t b : {INT64_MIN + 1, int64_t{-3}, int64_t{-1}, int64_t{2}, INT64_MAX}) {
      EXPECT_EQ(floor_quotient(Integer(a), Integer(b)), Integer(floor_quotient(a, b)));
      EXPECT_EQ(nonnegative_remainder(Integer(a), Integer(b)),
                Integer(nonnegative_remainder(a, b)));
      EXPECT_EQ(Integer(greatest_common_divisor(Integer(a).size(), Integer(b).size())),
                Integer(greatest_common_divisor(a, b)));
    }
  }
  EXPECT_EQ(Integer(INT64_MIN).to_int64(), INT64_MIN);
  EXPECT_FALSE((Integer(INT64_MIN) - Integer(1)).to_int64());
}

}  // namespace
}  // namespace grundy
