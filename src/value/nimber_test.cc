#include "value/nimber.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>
#include <set>

#include "value/mex.h"

namespace grundy {
namespace {

/// a⊗b by definition: the mex of a′b ⊕ ab′ ⊕ a′b′ for a′ < a, b′ < b (Conway 1976).
std::vector<std::vector<uint64_t>> products_by_definition(uint64_t limit) {
  std::vector<std::vector<uint64_t>> product(limit, std::vector<uint64_t>(limit));
  for (uint64_t a = 0; a < limit; ++a) {
    for (uint64_t b = 0; b < limit; ++b) {
      std::vector<uint64_t> options;
      for (uint64_t x = 0; x < a; ++x) {
        for (uint64_t y = 0; y < b; ++y)
          options.push_back(product[x][b] ^ product[a][y] ^ product[x][y]);
      }
      product[a][b] = mex(options);
    }
  }
  return product;
}

/// 2^i ⊗ 2^j by the rules for Fermat powers F_k = 2^(2^k) alone: F_k ⊗ x is the ordinary product
/// for x < F_k, and F_k ⊗ F_k = F_k ⊕ F_k/2. The result is a set of exponents.
using Exponents = std::set<uint64_t>;

void add_to(Exponents& sum, const Exponents& other) {
  for (uint64_t e : other) {
    if (!sum.insert(e).second) sum.erase(e);
  }
}

Exponents power_product(uint64_t i, uint64_t j);

Exponents product(const Exponents& a, const Exponents& b) {
  Exponents result;
  for (uint64_t i : a) {
    for (uint64_t j : b) add_to(result, power_product(i, j));
  }
  return result;
}

const Exponents& power_product_table(uint64_t i, uint64_t j) {
  static std::map<std::pair<uint64_t, uint64_t>, Exponents> known;
  const auto found = known.find({i, j});
  if (found != known.end()) return found->second;
  Exponents result;
  // 2^i = F_k ⊗ 2^(i - top) when i has the bit `top` = 2^k.
  const uint64_t top = std::bit_floor(i | j);
  if (top == 0) {
    result = {0};
  } else {
    const Exponents rest = power_product(i & ~top, j & ~top);
    if ((i & j & top) != 0) {
      result = product({top - 1}, rest);  // F ⊗ F ⊗ rest = F ⊗ rest ⊕ F/2 ⊗ rest
    }
    for (uint64_t e : rest) add_to(result, {e + top});
  }
  return known[{i, j}] = result;
}

Exponents power_product(uint64_t i, uint64_t j) { return power_product_table(i, j); }

Exponents exponents(const Natural& n) {
  Exponents result;
  for (uint64_t i = 0; i < n.bit_length(); ++i) {
    if (n.bit(i)) result.insert(i);
  }
  return result;
}

/// At most `ones` bits below 2^bits.
Natural sparse(std::mt19937_64& random, uint64_t bits, int ones) {
  Natural n;
  for (int i = 0; i < ones; ++i) n = n ^ (Natural(1) << random() % bits);
  return n;
}

TEST(NimberTest, SmallProductsByDefinition) {
  const auto expected = products_by_definition(40);
  for (uint64_t a = 0; a < 40; ++a) {
    for (uint64_t b = 0; b < 40; ++b) {
      ASSERT_EQ(nim_multiply(a, b), expected[a][b]) << a << " " << b;
      ASSERT_EQ(nim_multiply(Natural(a), Natural(b)), Natural(expected[a][b])) << a << " " << b;
    }
  }
}

TEST(NimberTest, ProductsOfPowersOfTwo) {
  for (uint64_t i = 0; i < 64; ++i) {
    for (uint64_t j = 0; j < 64; ++j) {
      const Natural result = nim_multiply(uint64_t{1} << i, uint64_t{1} << j);
      ASSERT_EQ(exponents(result), power_product(i, j)) << i << " " << j;
    }
  }
  for (uint64_t i = 0; i < 512; i += 7) {
    for (uint64_t j = 0; j < 512; j += 5) {
      ASSERT_EQ(exponents(nim_multiply(Natural(1) << i, Natural(1) << j)), power_product(i, j))
          << i << " " << j;
    }
  }
}

TEST(NimberTest, RandomProductsByFermatPowers) {
  std::mt19937_64 random(1);
  for (uint64_t bits : {16, 32, 63, 64, 65, 128, 200, 512}) {
    for (int i = 0; i < 60; ++i) {
      const Natural a = sparse(random, bits, 8), b = sparse(random, i % 3 == 0 ? 20 : bits, 8);
      ASSERT_EQ(exponents(nim_multiply(a, b)), product(exponents(a), exponents(b)))
          << a.to_string() << " " << b.to_string();
    }
  }
}

TEST(NimberTest, WordsAndNaturalsAgree) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const uint64_t a = random(), b = random() >> (i % 64);
    ASSERT_EQ(nim_multiply(Natural(a), Natural(b)), Natural(nim_multiply(a, b))) << a << " " << b;
    const Natural big = Natural(1) << 64;  // a field extension keeps the products of the field
    ASSERT_EQ(nim_multiply(big ^ a, Natural(b)),
              nim_multiply(big, Natural(b)) ^ nim_multiply(a, b));
  }
}

TEST(NimberTest, SquareRootsAndInverses) {
  std::mt19937_64 random(3);
  for (uint64_t n = 1; n < 70'000; n += n < 1000 ? 1 : 97) {
    ASSERT_EQ(nim_multiply(nim_square_root(n), nim_square_root(n)), n);
    ASSERT_EQ(nim_multiply(nim_inverse(n), Natural(n)), 1) << n;
  }
  for (uint64_t bits : {32, 63, 64, 65, 128, 129, 1000}) {
    for (int i = 0; i < 100; ++i) {
      const Natural a = sparse(random, bits, static_cast<int>(bits));
      ASSERT_EQ(nim_multiply(nim_square_root(a), nim_square_root(a)), a) << a.to_string();
      if (!a.is_zero()) {
        ASSERT_EQ(nim_multiply(nim_inverse(a), a), 1) << a.to_string();
      }
    }
  }
  EXPECT_EQ(nim_square_root(0), 0);
}

}  // namespace
}  // namespace grundy
