#include "engine/automatic/relation.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy::automatic {
namespace {

/// Whether the relation holds of the numbers, track by track; with a leading zero more than they
/// need.
bool holds(const Numeration& numeration, const Relation& relation,
           const std::vector<uint64_t>& numbers) {
  std::vector<std::vector<int>> words;
  size_t length = 0;
  for (const uint64_t n : numbers) {
    words.push_back(numeration.word(n));
    length = std::max(length, words.back().size() + 1);
  }
  uint32_t state = relation.automaton.start;
  for (size_t i = 0; i < length; ++i) {
    uint32_t letter = 0, place = 1;
    for (const auto& word : words) {
      if (i + word.size() >= length)
        letter += place * static_cast<uint32_t>(word[i + word.size() - length]);
      place *= static_cast<uint32_t>(numeration.digits());
    }
    state = relation.automaton.next(state, letter);
  }
  return relation.automaton.accepting[state] != 0;
}

class RelationTest : public testing::TestWithParam<const char*> {
 protected:
  RelationTest() : numeration_(*Numeration::named(GetParam())), shop_(numeration_, budget_) {}

  bool holds(const Relation& relation, const std::vector<uint64_t>& numbers) const {
    return automatic::holds(numeration_, relation, numbers);
  }

  Budget budget_;
  Numeration numeration_;
  Workshop shop_;
  std::mt19937_64 random_{7};
};

TEST_P(RelationTest, WordsAndNumbers) {
  for (uint64_t n = 0; n < 2000; ++n) {
    const std::vector<int> word = numeration_.word(n);
    EXPECT_EQ(numeration_.number(word), Natural(n));
    int state = 0;
    for (const int digit : word) {
      state = numeration_.follow(state, digit);
      ASSERT_GE(state, 0) << n;
    }
  }
  const Natural large = Natural::pow(10, 30) + Natural(7);
  EXPECT_EQ(numeration_.number(numeration_.word(large)), large);
}

TEST_P(RelationTest, LinearAtomsAreTheirDefinition) {
  for (int round = 0; round < 12; ++round) {
    Linear term;
    std::vector<int64_t> factors;
    for (Track t = 0; t < 3; ++t) {
      factors.push_back(static_cast<int64_t>(random_() % 7) - 3);
      if (factors.back() == 0) factors.back() = 1;
      term = term + factors.back() * track_term(t);
    }
    term.constant = static_cast<int64_t>(random_() % 21) - 10;
    const Relation zero = shop_.is_zero(term), below = shop_.at_most_zero(term);
    ASSERT_FALSE(shop_.failed()) << shop_.failure();
    for (int i = 0; i < 300; ++i) {
      std::vector<uint64_t> x;
      int64_t sum = term.constant;
      for (size_t t = 0; t < 3; ++t) {
        x.push_back(random_() % 200);
        sum += factors[t] * static_cast<int64_t>(x[t]);
      }
      // Half of the time the last number is near the one that makes the sum 0.
      if (i % 2 == 0) {
        const int64_t rest = sum - factors[2] * static_cast<int64_t>(x[2]);
        x[2] = static_cast<uint64_t>(std::max<int64_t>(0, -rest / factors[2]));
        sum = rest + factors[2] * static_cast<int64_t>(x[2]);
      }
      ASSERT_EQ(holds(zero, x), sum == 0) << sum;
      ASSERT_EQ(holds(below, x), sum <= 0) << sum;
    }
  }
}

TEST_P(RelationTest, OperationsAreTheirDefinition) {
  const Relation less = shop_.less(track_term(0), track_term(1));
  const Relation twice = shop_.equal(track_term(1), 2 * track_term(2));
  const Relation both = shop_.both(less, twice), either = shop_.either(less, twice);
  const Relation neither = shop_.negation(either);
  const Relation even = shop_.exists(twice, {2});   // of track 1
  const Relation beyond = shop_.exists(less, {1});  // something is greater: a longer witness
  const Relation between = shop_.exists_all(
      {shop_.less(track_term(0), track_term(5)), shop_.less(track_term(5), track_term(1))}, {5});
  ASSERT_FALSE(shop_.failed());
  EXPECT_EQ(beyond, shop_.anything({0}));
  for (uint64_t x = 0; x < 200; x += 3) {
    for (uint64_t y = 0; y < 200; ++y) {
      const uint64_t z = y / 2 + x % 2;
      ASSERT_EQ(holds(both, {x, y, z}), x < y && y == 2 * z);
      ASSERT_EQ(holds(either, {x, y, z}), x < y || y == 2 * z);
      ASSERT_EQ(holds(neither, {x, y, z}), !(x < y || y == 2 * z));
      ASSERT_EQ(holds(even, {y}), y % 2 == 0);
      ASSERT_EQ(holds(between, {x, y}), x + 1 < y);
    }
  }
  EXPECT_EQ(shop_.least(shop_.both(even, shop_.at_most_zero(constant_term(7) - track_term(1)))),
            std::vector<Natural>{8});
}

/// That the atoms are addition follows by induction from statements about the order of words alone:
/// y is the successor of x when it is the least above it; x + 0 = x; and x + S(y) is the successor
/// of x + y.
TEST_P(RelationTest, AdditionFollowsFromTheSuccessor) {
  const Relation sum = shop_.equal(track_term(0) + track_term(1), track_term(2));
  const auto successor = [&](Track x, Track y) {
    const Relation above = shop_.less(track_term(x), track_term(y));
    const Relation between = shop_.exists_all(
        {shop_.less(track_term(x), track_term(9)), shop_.less(track_term(9), track_term(y))}, {9});
    return shop_.without(above, between);
  };
  const Relation zero = shop_.is_zero(track_term(1));
  EXPECT_EQ(shop_.both(sum, zero), shop_.both(shop_.equal(track_term(0), track_term(2)), zero));
  const auto sum_of = [&](Track x, Track y, Track z) {
    return shop_.instance(sum.automaton, {x, y, z});
  };
  const Relation next = shop_.exists_all({successor(1, 3), sum_of(0, 3, 2)}, {3});
  const Relation after = shop_.exists_all({sum_of(0, 1, 4), successor(4, 2)}, {4});
  ASSERT_FALSE(shop_.failed()) << shop_.failure();
  EXPECT_EQ(next, after);
}

INSTANTIATE_TEST_SUITE_P(Numerations, RelationTest,
                         testing::Values("base 2", "base 3", "zeckendorf", "quadratic 2 1",
                                         "quadratic 2 2", "tribonacci"),
                         [](const testing::TestParamInfo<const char*>& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

TEST(Relation, NimSumsAndPowers) {
  const Budget budget;
  Workshop shop(Numeration::base(2), budget);
  const Relation sum = shop.nim_sum(0, 1, 2), power = shop.power(0, 4);
  for (uint64_t x = 0; x < 200; ++x) {
    EXPECT_EQ(holds(shop.numeration(), power, {x}), x == 1 || x == 4 || x == 16 || x == 64);
    for (uint64_t y = 0; y < 200; y += 7) {
      EXPECT_TRUE(holds(shop.numeration(), sum, {x, y, x ^ y}));
      EXPECT_FALSE(holds(shop.numeration(), sum, {x, y, (x ^ y) + 1}));
    }
  }
  Workshop other(Numeration::zeckendorf(), budget);
  other.nim_sum(0, 1, 2);
  EXPECT_EQ(other.failure(), "exclusive-or needs base 2");
}

TEST(Relation, LimitsEndTheWork) {
  const Budget budget;
  Workshop shop(Numeration::base(2), budget, {.states = 10});
  shop.is_zero(track_term(0) - 100 * track_term(1));
  EXPECT_EQ(shop.failure(), "an automaton has too many states");
}

TEST(Numeration, Names) {
  EXPECT_FALSE(Numeration::named("base 1"));
  EXPECT_FALSE(Numeration::named("base x"));
  EXPECT_FALSE(Numeration::named("quadratic 1 2"));
  EXPECT_EQ(Numeration::named("quadratic 1 1")->name(), "zeckendorf");
}

}  // namespace
}  // namespace grundy::automatic
