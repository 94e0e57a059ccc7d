#include "engine/family/nim_factors.h"

#include <gtest/gtest.h>

#include <random>

#include "value/nimber.h"

namespace grundy {
namespace {

/// What the factors of d are to be, for d ⊕ a·b < a·b.
void expect_factors(const Natural& a, const Natural& b, const Natural& d) {
  const auto [p, q] = nim_factors(a, b, d);
  ASSERT_EQ(nim_multiply(p, q), d) << a.to_string() << " " << b.to_string() << " " << d.to_string();
  ASSERT_LT(p ^ a, a) << a.to_string() << " " << b.to_string() << " " << d.to_string();
  ASSERT_LT(q ^ b, b) << a.to_string() << " " << b.to_string() << " " << d.to_string();
}

// Every number below a product, of the products of all numbers below 32; they are below 256.
TEST(NimFactorsTest, AllSmallOnes) {
  for (uint64_t a = 1; a < 32; ++a) {
    for (uint64_t b = 1; b < 32; ++b) {
      const uint64_t product = nim_multiply(a, b);
      for (uint64_t less = 0; less < product; ++less) expect_factors(a, b, less ^ product);
    }
  }
}

Natural random_natural(std::mt19937_64& random, uint64_t bits) {
  std::vector<uint64_t> words(bits / 64 + 1);
  for (uint64_t& word : words) word = random();
  return Natural::from_words(words) >> (words.size() * 64 - bits);
}

TEST(NimFactorsTest, RandomOnesOfAllSizes) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 40'000; ++round) {
    const uint64_t longest = round % 100 == 0 ? 300 : round % 5 == 0 ? 64 : 16;
    const Natural a = random_natural(random, 1 + random() % longest),
                  b = random_natural(random, 1 + random() % longest);
    const Natural product = nim_multiply(a, b);
    if (product.is_zero()) continue;
    // The highest bit of the difference is one of the product's.
    uint64_t bit = random() % product.bit_length();
    while (!product.bit(bit)) ++bit;
    expect_factors(a, b, (Natural(1) << bit) ^ (random_natural(random, bit + 1) >> 1));
  }
}

}  // namespace
}  // namespace grundy
