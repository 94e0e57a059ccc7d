#include "engine/family/stones.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "reference/stones.h"

namespace grundy {
namespace {

constexpr uint64_t kSeed = 20240917;

/// Uniform among the numbers of the given number of digits or fewer.
Natural random_decimal(std::mt19937_64& random, size_t digits) {
  std::string text;
  for (size_t i = 0; i < digits; ++i) text += static_cast<char>('0' + random() % 10);
  return *Natural::parse(text);
}

/// Of a random size up to `digits` digits, so that all orders of magnitude occur.
Natural random_size(std::mt19937_64& random, size_t digits) {
  return random_decimal(random, 1 + random() % digits);
}

Ordinal ordinal(const Natural& x, const Natural& n) {
  return Ordinal::power_of_omega(1, x) + Ordinal(n);
}

/// Whether (b, s) -> `to` is a move.
bool is_move(const Natural& K, const Natural& b, const Natural& s, const StonesPosition& to) {
  if (to.stones == b) return to.pebbles < s;
  return to.stones < b && to.pebbles >= (b - to.stones) * K;
}

TEST(StonesTest, ValuesAreThoseOfTheDefinition) {
  for (uint64_t K = 0; K <= 5; ++K) {
    const reference::StonesByDefinition definition(K, 14);
    for (uint64_t b = 0; b <= 14; ++b) {
      for (uint64_t s = 0; s <= 15 * K + 20; ++s) {
        ASSERT_EQ(stones_value(K, b, s), definition.value(b, s)) << K << ' ' << b << ' ' << s;
      }
    }
  }
}

TEST(StonesTest, TableUpTo3000IsTheSortedTable) {
  reference::stones_table(3000,
                          [](uint32_t b, const std::vector<reference::StonesTableCell>& cells) {
                            const std::vector<StonesWordCell> row = stones_row(b);
                            ASSERT_EQ(row.size(), cells.size());
                            for (uint32_t j = 0; j < b; ++j) {
                              const StonesWordCell expected{cells[j].x, cells[j].y};
                              ASSERT_EQ(row[j], expected) << b << ' ' << j;
                              ASSERT_EQ(stones_table_word(b, j), expected) << b << ' ' << j;
                            }
                          });
}

TEST(StonesTest, RandomPointsUpTo20000AreThoseOfTheSortedTable) {
  std::mt19937_64 random(kSeed);
  reference::stones_table(
      20000, [&](uint32_t b, const std::vector<reference::StonesTableCell>& cells) {
        for (int i = 0; i < 20; ++i) {
          const uint64_t j = random() % b;
          const StonesWordCell expected{cells[j].x, cells[j].y};
          ASSERT_EQ(stones_table_word(b, j), expected) << b << ' ' << j << ", seed " << kSeed;
        }
      });
}

TEST(StonesTest, LastPlaceIsTheLastRowThatHasThePair) {
  constexpr uint64_t limit = 60;
  for (uint64_t x = 0; x <= limit; ++x) {
    for (uint64_t y = 0; y <= limit; ++y) {
      StonesPlace last{x, x + y};
      for (uint64_t b = x; b <= limit; ++b) {
        for (uint64_t j = 0; j < b; ++j) {
          if (stones_table_word(b, j) == StonesWordCell{x, y}) last = {b, j};
        }
        ASSERT_EQ(stones_last_place(b, {x, y}), last) << b << ' ' << x << ' ' << y;
      }
    }
  }
}

// Against every option with few pebbles. The value of an option with more is greater than all
// targets here.
TEST(StonesTest, MovesOfSmallPositionsAreAllMoves) {
  for (uint64_t K = 0; K <= 3; ++K) {
    const reference::StonesByDefinition definition(K, 6);
    for (uint64_t b = 0; b <= 6; ++b) {
      const uint64_t greatest = 6 * K + 6;  // coefficient of ω^0 of a target
      for (uint64_t s = 0; s <= 6 * K + 4; ++s) {
        for (uint64_t x = 0; x <= b + 1; ++x) {
          for (uint64_t n = 0; n <= greatest; ++n) {
            const Ordinal target = ordinal(x, n);
            std::vector<StonesPosition> expected;
            for (uint64_t c = 0; c <= b; ++c) {
              const uint64_t end = c < b ? c * K + greatest + (b - c) * K + 1 : s;
              for (uint64_t t = (b - c) * K; t < end; ++t) {
                if (definition.value(c, t) == target) expected.push_back({c, t});
              }
            }
            ASSERT_LE(expected.size(), 1U);
            const auto move = stones_move(K, b, s, target);
            ASSERT_EQ(move.has_value(), !expected.empty())
                << K << ' ' << b << ' ' << s << ' ' << target.to_string();
            if (move) {
              ASSERT_EQ(*move, expected.front())
                  << K << ' ' << b << ' ' << s << ' ' << target.to_string();
            }
          }
        }
      }
    }
  }
}

TEST(StonesTest, NoMoveToOmegaSquaredOrToTheOwnValue) {
  EXPECT_FALSE(stones_move(2, 5, 7, Ordinal::power_of_omega(2)));
  EXPECT_FALSE(stones_move(2, 5, 7, Ordinal::power_of_omega(2) + ordinal(1, 3)));
  EXPECT_FALSE(stones_move(2, 5, 7, Ordinal::power_of_omega(Ordinal::omega()) + 1));
  EXPECT_FALSE(stones_move(2, 5, 7, stones_value(2, 5, 7)));
  EXPECT_FALSE(stones_move(2, 0, 0, 0));
}

/// For every smaller target there is a move, legal and of exactly that value.
void expect_move_to_smaller_values(std::mt19937_64& random, size_t digits) {
  const Natural K = random() % 8 == 0 ? Natural(0) : random_size(random, 1 + random() % digits);
  const Natural b = random_size(random, digits);
  const Natural s = random() % 8 == 0 ? random_size(random, digits)
                                      : (b * K + 1) * random_decimal(random, 3) / 900;
  const Ordinal value = stones_value(K, b, s);
  if (value.is_zero()) return;
  const Natural x = value.coefficient(1);
  const Natural n = value.coefficient(0);
  Ordinal target;
  if (x.is_zero() || (random() % 2 == 0 && !n.is_zero())) {
    target = ordinal(x, random_decimal(random, digits) % n);
  } else {
    target = ordinal(random_size(random, digits) % x, random_size(random, digits));
  }
  const auto move = stones_move(K, b, s, target);
  ASSERT_TRUE(move) << K.to_string() << ' ' << b.to_string() << ' ' << s.to_string() << ' '
                    << target.to_string();
  EXPECT_TRUE(is_move(K, b, s, *move))
      << K.to_string() << ' ' << b.to_string() << ' ' << s.to_string();
  EXPECT_EQ(stones_value(K, move->stones, move->pebbles), target)
      << K.to_string() << ' ' << b.to_string();
  EXPECT_FALSE(stones_move(K, b, s, value));
}

TEST(StonesTest, MovesOfRandomPositionsReachExactlyTheTarget) {
  std::mt19937_64 random(kSeed);
  for (const size_t digits : {2, 4, 9, 18}) {
    for (int i = 0; i < 25000; ++i) expect_move_to_smaller_values(random, digits);
  }
  for (const size_t digits : {19, 20, 40, 300}) {
    for (int i = 0; i < 1000; ++i) expect_move_to_smaller_values(random, digits);
  }
}

/// The recursion at one place: T(b, j) stands on the diagonal that becomes row b, and the row
/// increases.
void expect_recursion(const Natural& b, const Natural& j) {
  const StonesCell cell = stones_table(b, j);
  const StonesPlace here = stones_last_place(b, cell);
  EXPECT_EQ(here, (StonesPlace{b, j})) << b.to_string() << ' ' << j.to_string();
  const StonesPlace before = stones_last_place(b - 1, cell);
  EXPECT_EQ(before.row + before.index + 1, b) << b.to_string() << ' ' << j.to_string();
  EXPECT_EQ(stones_table(before.row, before.index), cell) << b.to_string() << ' ' << j.to_string();
  EXPECT_LT(cell, stones_table(b, j + 1)) << b.to_string() << ' ' << j.to_string();
}

TEST(StonesTest, RecursionHoldsAtAnySize) {
  std::mt19937_64 random(kSeed);
  for (const size_t digits : {3, 9, 18, 19, 25, 100, 1000}) {
    for (int i = 0; i < 500; ++i) {
      const Natural b = random_size(random, digits) + 1;
      expect_recursion(b, random_decimal(random, digits) % b);
      expect_recursion(b, random_size(random, digits) % b);
      expect_recursion(b, b - 1 - random_size(random, digits) % b);
      // Near the ends of the lowest levels, where j is about the square root of b.
      const Natural edge = (b * random_decimal(random, 2)).isqrt();
      if (edge < b) expect_recursion(b, edge);
    }
  }
}

TEST(StonesTest, HalfWordsWordsAndNaturalsMeetAtTheirLimits) {
  for (const uint64_t limit : {uint64_t{1} << 30, kStonesWordLimit + 1}) {
    for (uint64_t b = limit - 4; b <= limit + 2; ++b) {
      for (const uint64_t j : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 15, uint64_t{1} << 20,
                               uint64_t{1} << 31, uint64_t{1} << 45, b / 3, b / 2, b - 2}) {
        if (j < b) expect_recursion(b, j);
      }
    }
  }
}

TEST(StonesTest, WalkAlongARowAgreesWithSinglePoints) {
  for (const uint64_t b :
       {uint64_t{1000000}, uint64_t{123456789}, uint64_t{1000000000000000000}, kStonesWordLimit}) {
    StonesRow walk(b);
    for (;;) {
      ASSERT_EQ(walk.cell(), stones_table_word(b, walk.index())) << b << ' ' << walk.index();
      if (walk.index() + 1 == b || walk.index() == 100000) break;
      walk.advance();
    }
  }
}

TEST(StonesTest, WholeRowOfAMillion) {
  constexpr uint64_t b = 1000000;
  const std::vector<StonesWordCell> row = stones_row(b);
  ASSERT_EQ(row.size(), b);
  for (uint64_t j = 0; j < b; ++j) ASSERT_EQ(row[j], stones_table_word(b, j)) << j;
}

}  // namespace
}  // namespace grundy
