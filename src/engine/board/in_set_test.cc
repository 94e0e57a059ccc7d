#include "engine/board/in_set.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "reference/boards_by_hand.h"

namespace grundy {
namespace {

using reference::HandClobber;
using reference::HandCram;
using reference::HandNogo;

/// A move deletes the vertices of an edge all of which are there; what no edge joins any more is
/// played apart.
class Deletion {
 public:
  using Part = uint64_t;
  Deletion(unsigned vertices, unsigned edges, std::mt19937_64& random) {
    for (unsigned i = 0; i < edges; ++i) {
      uint64_t edge = 0;
      for (unsigned k = 0; k <= random() % 3; ++k) edge |= uint64_t{1} << random() % vertices;
      edges_.push_back(edge);
    }
  }
  explicit Deletion(std::vector<uint64_t> edges) : edges_(std::move(edges)) {}

  PartKey key(uint64_t part) const { return PartKey::of(part, 0); }
  uint64_t cost(uint64_t part) const { return static_cast<uint64_t>(std::popcount(part)); }
  std::vector<uint64_t> split(uint64_t rest) const {
    std::vector<uint64_t> parts;
    while (rest != 0) {
      uint64_t part = rest & -rest;
      for (uint64_t before = 0; before != part;) {
        before = part;
        for (const uint64_t edge : edges_) {
          if ((edge & ~(rest | part)) == 0 && (edge & part) != 0) part |= edge;
        }
      }
      rest &= ~part;
      parts.push_back(part);
    }
    return parts;
  }
  template <class Take>
  Attempt<void> options(uint64_t part, const Take& take) const {
    for (uint32_t i = 0; i < edges_.size(); ++i) {
      if ((edges_[i] & ~part) != 0) continue;
      const std::vector<uint64_t> parts = split(part & ~edges_[i]);
      if (!take(std::span<const uint64_t>(parts), i)) break;
    }
    return {};
  }
  /// By definition, and nothing falls apart.
  uint64_t mex(uint64_t part) {
    const auto known = mex_.find(part);
    if (known != mex_.end()) return known->second;
    ValueSet found;
    for (const uint64_t edge : edges_) {
      if ((edge & ~part) == 0) found.add(mex(part & ~edge));
    }
    return mex_[part] = found.mex();
  }

 private:
  std::vector<uint64_t> edges_;
  std::map<uint64_t, uint64_t> mex_;
};

TEST(InSetTest, ValuesOfDeletionGamesAreThoseOfTheDefinition) {
  std::mt19937_64 random(20261122);
  for (int round = 0; round < 60; ++round) {
    Deletion game(10, 4 + static_cast<unsigned>(round % 14), random);
    Budget budget;
    PartTable table;
    InSet<Deletion> search(game, table, budget);
    search.set_play_ends(round % 2 == 0);
    for (int i = 0; i < 6; ++i) {
      const uint64_t part = random() % 1024;
      for (const uint64_t one : game.split(part)) {
        for (uint64_t value = 0; value < 5; ++value) {
          const Attempt<bool> has = search.has_value({&one, 1}, value);
          ASSERT_TRUE(has.ok());
          ASSERT_EQ(*has, game.mex(one) == value)
              << "round " << round << ", part " << one << ", value " << value;
        }
        const Attempt<uint64_t> value = search.value(one);
        ASSERT_TRUE(value.ok());
        ASSERT_EQ(*value, game.mex(one)) << "round " << round << ", part " << one;
      }
    }
  }
}

/// Whatever is asked first, each claim that a search leaves in its table holds. Asked with an empty
/// table, nothing is known of values below the one that is sought: a search that does not look for
/// them takes the part for less than it is.
TEST(InSetTest, WhateverIsAskedFirstTheTableHoldsWhatIsTrue) {
  std::mt19937_64 random(20261124);
  uint64_t large = 0;
  for (int round = 0; round < 120; ++round) {
    Deletion game(10, 6 + static_cast<unsigned>(round % 20), random);
    const uint64_t part = game.split(1023).back();
    const uint64_t value = game.mex(part);
    if (value > 1) ++large;
    for (const uint64_t asked : {value, value + 1, value == 0 ? 2 : value - 1, random() % 8}) {
      Budget budget;
      PartTable table;
      InSet<Deletion> search(game, table, budget);
      search.set_play_ends(true);
      const Attempt<bool> has = search.has_value({&part, 1}, asked);
      ASSERT_TRUE(has.ok());
      ASSERT_EQ(*has, asked == value)
          << "round " << round << ", value " << value << ", asked " << asked;
      for (uint64_t one = 1; one < 1024; ++one) {
        const Known known = table.find(game.key(one));
        if (known.is_exact) {
          ASSERT_EQ(known.value, game.mex(one))
              << "round " << round << ", part " << one << ", asked " << asked;
        }
        ASSERT_FALSE(ValueSet::of_low(known.excluded).has(game.mex(one)))
            << "round " << round << ", part " << one << ", asked " << asked;
      }
    }
  }
  EXPECT_GT(large, 20u);
}

/// A heap of nim: value 100 needs sets of more than 64 values.
class Heap {
 public:
  using Part = uint64_t;
  PartKey key(uint64_t n) const { return PartKey::of(n, 1); }
  uint64_t cost(uint64_t n) const { return n; }
  template <class Take>
  Attempt<void> options(uint64_t n, const Take& take) const {
    for (uint64_t to = 0; to < n; ++to) {
      if (!take(std::span<const uint64_t>(&to, 1), static_cast<uint32_t>(n - to))) break;
    }
    return {};
  }
};

TEST(InSetTest, SetsOfValuesGrowBeyondAWord) {
  Heap heap;
  Budget budget;
  PartTable table;
  InSet<Heap> search(heap, table, budget);
  const uint64_t large = 100;
  EXPECT_FALSE(*search.has_value({&large, 1}, 65));
  EXPECT_TRUE(*search.has_value({&large, 1}, 100));
  EXPECT_EQ(*search.value(150), 150u);
}

/// 0 → 1 → 2 → 0.
class Circle {
 public:
  using Part = uint64_t;
  PartKey key(uint64_t n) const { return PartKey::of(n, 2); }
  uint64_t cost(uint64_t) const { return 1; }
  template <class Take>
  Attempt<void> options(uint64_t n, const Take& take) const {
    const uint64_t to = (n + 1) % 3;
    take(std::span<const uint64_t>(&to, 1), 0);
    return {};
  }
};

TEST(InSetTest, PlayThatGoesRoundIsDeclined) {
  Circle circle;
  Budget budget;
  PartTable table;
  InSet<Circle> search(circle, table, budget);
  const Attempt<uint64_t> value = search.value(0);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error().kind, Error::Kind::declined);
  EXPECT_EQ(value.error().message(), "play need not end: a position comes again");
}

template <class Game>
uint64_t value_by_hand(int rows, int columns, uint64_t* expansions = nullptr) {
  Budget budget;
  Game game(rows, columns);
  PartTable table;
  InSet<Game> search(game, table, budget);
  search.set_play_ends(true);
  const Attempt<uint64_t> value = search.value(game.start());
  EXPECT_TRUE(value.ok());
  if (expansions != nullptr) *expansions = search.work().expansions;
  return value.ok() ? *value : UINT64_MAX;
}

/// Cram on rows of 1 to 11 cells is the octal game 0.07; other values: Lemoine and Viennot 2012, by
/// search.
TEST(InSetTest, BoardsByHandHaveTheirPublishedValues) {
  const std::vector<uint64_t> rows = {0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3};
  for (int n = 1; n <= 11; ++n)
    EXPECT_EQ(value_by_hand<HandCram>(1, n), rows[static_cast<size_t>(n)]) << n;
  EXPECT_EQ(value_by_hand<HandCram>(3, 4), 1u);
  EXPECT_EQ(value_by_hand<HandCram>(3, 5), 1u);
  EXPECT_EQ(value_by_hand<HandCram>(4, 5), 2u);
  EXPECT_EQ(value_by_hand<HandClobber>(3, 4), value_by_hand<HandClobber>(4, 3));
  EXPECT_EQ(value_by_hand<HandNogo>(2, 4), value_by_hand<HandNogo>(4, 2));
}

TEST(InSetTest, TheNumberOfExpansionsIsTheSameInEveryRun) {
  uint64_t first = 0;
  uint64_t second = 0;
  value_by_hand<HandCram>(4, 5, &first);
  value_by_hand<HandCram>(4, 5, &second);
  EXPECT_EQ(first, second);
  EXPECT_LT(first, 2000u);
}

/// 0 has so many options, which have none. Each holds memory of its own.
struct Wide {
  using Part = uint64_t;
  uint64_t width;
  uint64_t beyond;
  PartKey key(uint64_t part) const { return PartKey::of(part, 0); }
  uint64_t cost(uint64_t) const { return 1; }
  uint64_t bytes_beyond(uint64_t) const { return beyond; }
  template <class Take>
  Attempt<void> options(uint64_t part, const Take& take) const {
    for (uint64_t i = 1; part == 0 && i <= width && take(std::span<const uint64_t>(&i, 1), 0u);
         ++i) {
    }
    return {};
  }
};

TEST(InSetTest, OptionsAreKeptWithinTheMemoryLimit) {
  const auto value_of = [](Wide wide, uint64_t limit) {
    Budget budget;
    budget.set_memory_limit(limit);
    PartTable table;
    Attempt<uint64_t> value = Error::internal("");
    {
      InSet<Wide> search(wide, table, budget);
      value = search.value(0);
      EXPECT_LE(budget.memory_used(), limit);
    }
    EXPECT_LE(budget.memory_used(), table.bytes());
    return value;
  };
  constexpr uint64_t kMebibyte = uint64_t{1} << 20;
  for (const Wide wide : {Wide{100'000, 0}, Wide{2000, 1000}}) {
    const auto value = value_of(wide, 64 * kMebibyte);
    ASSERT_TRUE(value) << value.error().to_string();
    EXPECT_EQ(*value, 1);
    const auto refused = value_of(wide, kMebibyte);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().to_string().find("more than the memory limit"), std::string::npos);
  }
}

TEST(InSetTest, AStoppedSearchSaysWhatIsKnown) {
  Budget whole;
  Budget budget(whole, 512);
  HandCram game(5, 5);
  PartTable table;
  InSet<HandCram> search(game, table, budget);
  const Attempt<uint64_t> value = search.value(game.start());
  ASSERT_FALSE(value.ok());
  EXPECT_NE(value.error().message().find("; the value is "), std::string::npos)
      << value.error().message();
}

TEST(InSetTest, PartialValuesNameWhatIsPossible) {
  ValueSet found;
  found.add(1);
  found.add(3);
  found.add(4);
  EXPECT_EQ(partial_value(found, 2), "0, 2 or 5, not 1, 3 or 4");
  EXPECT_EQ(partial_value(found, 0), "0");
  EXPECT_EQ(partial_value(found, 40), "at most 43, not 1, 3 or 4");
  EXPECT_EQ(partial_value({}, 1), "0 or 1");
}

TEST(PartTableTest, KeepsWhatTookMostWorkWithinItsMemory) {
  Budget budget;
  budget.set_memory_limit(1 << 20);
  PartTable table;
  std::mt19937_64 random(5);
  for (uint64_t i = 0; i < 200'000; ++i) {
    Known known;
    known.is_exact = i % 3 != 0;
    (known.is_exact ? known.value : known.excluded) = i;
    table.put({i, ~i}, known, i % 1000 == 1 ? 1'000'000 : 1, budget);
    const Known again = table.find({i, ~i});
    ASSERT_EQ(again.is_exact, known.is_exact);
    ASSERT_EQ(again.is_exact ? again.value : again.excluded, i);
  }
  EXPECT_LE(table.bytes(), uint64_t{1} << 20);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < 200'000; ++i) {
    const Known known = table.find({i, ~i});
    if (known.is_exact) {
      ASSERT_EQ(known.value, i);
    }
    if (i % 1000 == 1) kept += known.is_exact ? 1 : 0;
  }
  EXPECT_GT(kept, 120u) << "of 133 exact values";
  EXPECT_FALSE(table.find({7, 7}).is_exact);
}

}  // namespace
}  // namespace grundy
