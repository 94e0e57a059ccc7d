#include "value/natural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>

namespace grundy {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr uint64_t kMax = ~uint64_t{0};

Natural natural(Wide n) {
  const uint64_t words[] = {static_cast<uint64_t>(n), static_cast<uint64_t>(n >> 64)};
  return Natural::from_words(words);
}

/// Numbers around the borders between the forms.
std::vector<uint64_t> border_numbers() {
  std::vector<uint64_t> numbers;
  for (int i : {0, 1, 2, 16, 31, 32, 33, 62, 63}) {
    for (uint64_t around : {-2, -1, 0, 1, 2}) numbers.push_back((uint64_t{1} << i) + around);
  }
  numbers.push_back(1'000'000'007);
  return numbers;
}

std::vector<uint64_t> random_numbers(unsigned seed, size_t count) {
  std::mt19937_64 random(seed);
  std::vector<uint64_t> numbers;
  while (numbers.size() < count) numbers.push_back(random() >> (random() % 64));
  return numbers;
}

Natural random_natural(std::mt19937_64& random, size_t max_words) {
  std::vector<uint64_t> words(random() % (max_words + 1));
  for (uint64_t& word : words) word = random() % 4 == 0 ? (random() % 2 == 0 ? 0 : kMax) : random();
  return Natural::from_words(words);
}

/// Decimal digits of a sum and of a multiple by 256, by hand.
std::string decimal_from_bytes(std::span<const uint8_t> bytes) {
  std::vector<unsigned> digits{0};  // lowest first
  for (uint8_t byte : bytes) {
    unsigned carry = byte;
    for (unsigned& digit : digits) {
      carry += digit * 256;
      digit = carry % 10;
      carry /= 10;
    }
    for (; carry > 0; carry /= 10) digits.push_back(carry % 10);
  }
  std::string text;
  for (size_t i = digits.size(); i-- > 0;) text += static_cast<char>('0' + digits[i]);
  return text;
}

TEST(NaturalTest, ArithmeticAgreesWithMachineWords) {
  std::vector<uint64_t> numbers = border_numbers();
  for (uint64_t n : random_numbers(1, 100)) numbers.push_back(n);
  for (uint64_t a : numbers) {
    for (uint64_t b : numbers) {
      const Natural x = a, y = b;
      ASSERT_EQ(x + y, natural(Wide{a} + b)) << a << " " << b;
      ASSERT_EQ(x * y, natural(Wide{a} * b)) << a << " " << b;
      ASSERT_EQ(x ^ y, Natural(a ^ b)) << a << " " << b;
      ASSERT_EQ(x & y, Natural(a & b)) << a << " " << b;
      ASSERT_EQ(x <=> y, a <=> b) << a << " " << b;
      ASSERT_EQ(x == y, a == b) << a << " " << b;
      if (a >= b) {
        ASSERT_EQ(x - y, Natural(a - b)) << a << " " << b;
      }
      if (b > 0) {
        ASSERT_EQ(x / y, Natural(a / b)) << a << " " << b;
        ASSERT_EQ(x % y, Natural(a % b)) << a << " " << b;
      }
      const Wide big = Wide{a} * b, other = (Wide{b} << 64) + a;
      ASSERT_EQ(natural(big) <=> natural(other), big <=> other) << a << " " << b;
      ASSERT_EQ(natural(big) ^ natural(other), natural(big ^ other)) << a << " " << b;
      ASSERT_EQ(natural(big) & natural(other), natural(big & other)) << a << " " << b;
      ASSERT_EQ(natural(big) & x, natural(big & a)) << a << " " << b;
      ASSERT_EQ(natural(big) % natural(other / 3 + 1), natural(big % (other / 3 + 1)))
          << a << " " << b;
      ASSERT_EQ(natural(other) / natural(big + 1), natural(other / (big + 1))) << a << " " << b;
    }
  }
}

TEST(NaturalTest, ShiftsAgreeWithMachineWords) {
  for (uint64_t n : border_numbers()) {
    for (uint64_t shift = 0; shift <= 64; ++shift) {
      ASSERT_EQ(Natural(n) << shift, natural(shift < 64 ? Wide{n} << shift : Wide{n} << 63 << 1))
          << n << " " << shift;
      ASSERT_EQ(Natural(n) >> shift, Natural(shift < 64 ? n >> shift : 0)) << n << " " << shift;
      ASSERT_EQ(natural(Wide{n} << 63) >> shift, natural(Wide{n} << 63 >> shift))
          << n << " " << shift;
    }
  }
  EXPECT_EQ(Natural(0) << kMax, 0);
  EXPECT_EQ((Natural(1) << 1000) >> kMax, 0);
}

TEST(NaturalTest, EqualNumbersHaveOneForm) {
  const Natural limit = Natural::kSmallLimit;
  EXPECT_FALSE(limit.is_small());
  const Natural below[] = {
      limit - 1,
      limit * limit / limit / 2 * 2 - 1,
      (limit ^ 1) % 2 + (limit - 2),
      (limit * 4) / 4 - 1,
      (limit << 100 >> 100) - 1,
      *Natural::parse("9223372036854775807"),
  };
  for (const Natural& n : below) {
    EXPECT_TRUE(n.is_small());
    EXPECT_EQ(n.small(), Natural::kSmallLimit - 1);
    EXPECT_EQ(n.hash(), Natural(Natural::kSmallLimit - 1).hash());
  }
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const Natural a = random_natural(random, 4), b = random_natural(random, 4);
    const Natural round_trip = (a + b) - b;
    ASSERT_EQ(round_trip, a);
    ASSERT_EQ(round_trip.is_small(), a < limit);
    ASSERT_EQ(round_trip.hash(), a.hash());
  }
}

TEST(NaturalTest, BigArithmeticKeepsTheLaws) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Natural a = random_natural(random, 5), b = random_natural(random, 5),
                  c = random_natural(random, 3) + 1;
    ASSERT_EQ((a + b) * c, a * c + b * c);
    ASSERT_EQ(a / c * c + a % c, a);
    ASSERT_LT(a % c, c);
    ASSERT_EQ((a ^ b) ^ b, a);
    ASSERT_EQ((a ^ b) + ((a & b) << 1), a + b);
    ASSERT_EQ(a <=> b, a + c <=> b + c);
    ASSERT_EQ(a >> 70, a / Natural::pow(2, 70));
    ASSERT_EQ(a << 70, a * Natural::pow(2, 70));
    ASSERT_LE(a.isqrt() * a.isqrt(), a);
    ASSERT_GT((a.isqrt() + 1) * (a.isqrt() + 1), a);
  }
}

TEST(NaturalTest, Bits) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    const Natural a = random_natural(random, 3);
    Natural sum;
    for (uint64_t bit = 0; bit < 200; ++bit) {
      if (a.bit(bit)) sum = sum + (Natural(1) << bit);
    }
    ASSERT_EQ(sum, a);
    ASSERT_FALSE(a.bit(kMax));
    ASSERT_EQ(Natural::from_words(a.words()), a);
    const uint64_t length = a.bit_length();
    ASSERT_LT(a, Natural(1) << length);
    ASSERT_TRUE(length == 0 || a >= Natural(1) << (length - 1));
    ASSERT_EQ(a.to_uint64().has_value(), length <= 64);
    if (length <= 64) {
      ASSERT_EQ(Natural(*a.to_uint64()), a);
    }
  }
  EXPECT_TRUE(Natural().words().empty());
  EXPECT_EQ(Natural::from_words(std::vector<uint64_t>{7, 0, 0}), 7);
}

TEST(NaturalTest, Powers) {
  for (uint64_t base : {0, 1, 2, 3, 10, 1000}) {
    Natural power = 1;
    for (uint64_t exponent = 0; exponent < 100; ++exponent) {
      ASSERT_EQ(Natural::pow(base, exponent), power) << base << " " << exponent;
      power = power * base;
    }
  }
  EXPECT_EQ(Natural::pow(0, kMax), 0);
  EXPECT_EQ(Natural::pow(1, kMax), 1);
}

TEST(NaturalTest, SquareRootsNearSquares) {
  for (uint64_t root :
       {1u, 2u, 3u, 1000u, 94906265u, 94906266u, 94906267u, 3037000498u, 3037000499u}) {
    ASSERT_EQ(Natural(root * uint64_t{root}).isqrt(), root);
    ASSERT_EQ(Natural(root * uint64_t{root} - 1).isqrt(), root - 1);
  }
  EXPECT_EQ(Natural(Natural::kSmallLimit - 1).isqrt(), 3037000499);
  EXPECT_EQ(Natural(kMax).isqrt(), 0xffffffff);
}

TEST(NaturalTest, TextAgreesWithLongHandDecimals) {
  std::mt19937_64 random(5);
  for (size_t length = 0; length < 60; ++length) {
    std::vector<uint8_t> bytes(length);
    Natural n;
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(random());
      n = n * 256 + byte;
    }
    const std::string digits = decimal_from_bytes(bytes);
    ASSERT_EQ(n.to_string(),
              digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1)));
    ASSERT_EQ(Natural::parse(digits), n);
    ASSERT_EQ(Natural::parse("000" + digits), n);
  }
  for (uint64_t n : border_numbers()) {
    ASSERT_EQ(Natural(n).to_string(), std::to_string(n));
    ASSERT_EQ(Natural::parse(std::to_string(n)), Natural(n));
  }
}

TEST(NaturalTest, ParseRefusesWhatIsNoNumber) {
  for (const char* text :
       {"", " ", "-1", "+1", "1 ", " 1", "1a", "0x10", "1.0", "1e3", "12345678901234567890123 4"}) {
    EXPECT_FALSE(Natural::parse(text)) << text;
  }
  EXPECT_FALSE(Natural::parse(std::string_view("1\0", 2)));
  EXPECT_FALSE(Natural::parse(std::string_view("11111111111111111111111\0", 24)));
}

TEST(NaturalTest, AMillionDigits) {
  const Natural n = Natural::pow(10, 1'000'000) - 1;
  const std::string digits(1'000'000, '9');
  EXPECT_EQ(n.to_string(), digits);
  EXPECT_EQ(Natural::parse(digits), n);
}

TEST(NaturalTest, IsAConstant) {
  constexpr Natural five = 5;
  static_assert(five.small() == 5 && !five.is_zero());
  static constinit Natural changed = 6;
  changed = changed * changed;
  EXPECT_EQ(changed, 36);
}

TEST(NaturalTest, CopiesAndMoves) {
  const Natural big = Natural(kMax) * kMax;
  Natural a = big, b = 3;
  Natural& alias = a;
  a = alias;
  EXPECT_EQ(a, big);
  a = std::move(alias);
  EXPECT_EQ(a, big);
  b = a;
  a = 1;
  EXPECT_EQ(b, big);
  const Natural c = std::move(b);
  EXPECT_EQ(c, big);
}

TEST(NaturalTest, BigNumbersAreSharedAmongThreads) {
  const Natural big = Natural(kMax) * kMax;
  const Natural expected = big + 1;
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 5000; ++j) {
        Natural copy = big;
        const Natural other = copy;
        copy = copy + 1;
        if (copy != expected || other != big) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace grundy
