// Running sets that grow, and that are written and read.
#include "engine/table/sweep/running_sets.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/table/sweep/kept_sets.h"

namespace grundy {
namespace {

using Marks = SweepShape::Marks;

/// Some bytes for the words and the counts of a slot, of values below 64.
void write_slot(RunningSets& sets, size_t set, const Ring& ring, uint64_t seed) {
  uint8_t* slot = sets.slot(set, ring);
  const uint64_t word = seed * 0x9E3779B97F4A7C15;
  std::memcpy(slot + sets.layout().words_at, &word, 8);
  if (sets.slot_bytes(set) == sets.layout().counts_at()) return;
  for (uint32_t value = 0; value < 64; ++value) {
    const uint32_t count = static_cast<uint32_t>(seed) * 1000 + value;
    std::memcpy(slot + sets.layout().counts_at() + 4 * value, &count, 4);
  }
}
bool has_slot(const RunningSets& sets, size_t set, const Ring& ring, uint64_t seed) {
  const uint8_t* slot = sets.slot(set, ring);
  const uint64_t word = seed * 0x9E3779B97F4A7C15;
  if (std::memcmp(slot + sets.layout().words_at, &word, 8) != 0) return false;
  if (sets.slot_bytes(set) == sets.layout().counts_at()) return true;
  for (uint32_t value = 0; value < 64; ++value) {
    const uint32_t count = static_cast<uint32_t>(seed) * 1000 + value;
    if (std::memcmp(slot + sets.layout().counts_at() + 4 * value, &count, 4) != 0) return false;
  }
  return true;
}

class RunningSetsTest : public ::testing::Test {
 protected:
  RunningSetsTest() : memory_(budget_) { fill(sets_); }
  static void fill(RunningSets& sets) {
    sets.add(Chains::in_order(5), false);
    sets.add(Chains::in_tiles(21, 1, 10, 4), true);
  }
  Budget budget_;
  Lease memory_;
  RunningSets sets_;
};

TEST_F(RunningSetsTest, SlotsOfAWordAndOfMore) {
  const SlotLayout word = SlotLayout::of(Marks::word, 64);
  EXPECT_EQ(word.counts_at(), 8u);
  EXPECT_EQ(word.bytes(false), 8u);
  EXPECT_EQ(word.bytes(true), 8u + 4 * 64);
  const SlotLayout more = SlotLayout::of(Marks::bytes, 1024);
  EXPECT_EQ(more.words_at, 8u);
  EXPECT_EQ(more.counts_at(), 8u + (1024 + 256) / 8);
}

TEST_F(RunningSetsTest, GrowingKeepsTheSetsAndThePlaces) {
  SweepState first, second;
  SweepState* const states[] = {&first, &second};
  ASSERT_TRUE(sets_.lay_out(SlotLayout::of(Marks::word, 64), memory_, states));
  for (uint64_t cell = 0; cell < 5; ++cell)
    write_slot(sets_, 0, sets_.chains(0).ring_of(cell), cell + 1);
  for (uint64_t cell = 0; cell < 30; ++cell)
    write_slot(sets_, 1, sets_.chains(1).ring_of(cell), cell + 1);
  sets_.point(first, 0, sets_.chains(0).ring_of(3));
  sets_.point(first, 1, sets_.chains(1).ring_of(17));
  for (const uint64_t limit : {256, 4096}) {
    ASSERT_TRUE(sets_.lay_out(SlotLayout::of(Marks::bytes, limit), memory_, states));
    for (uint64_t cell = 0; cell < 5; ++cell)
      EXPECT_TRUE(has_slot(sets_, 0, sets_.chains(0).ring_of(cell), cell + 1)) << cell;
    for (uint64_t cell = 9; cell < 30; ++cell)
      EXPECT_TRUE(has_slot(sets_, 1, sets_.chains(1).ring_of(cell), cell + 1)) << cell;
    SweepState wanted = first;
    sets_.point(wanted, 0, sets_.chains(0).ring_of(3));
    sets_.point(wanted, 1, sets_.chains(1).ring_of(17));
    for (const size_t set : {0, 1}) {
      EXPECT_EQ(first.slot[set], wanted.slot[set]);
      EXPECT_EQ(first.ring[set], wanted.ring[set]);
      EXPECT_EQ(first.ring_end[set], wanted.ring_end[set]);
      EXPECT_EQ(second.slot_bytes[set], sets_.slot_bytes(set));
    }
    EXPECT_EQ(second.counts_at, sets_.layout().counts_at());
  }
  budget_.set_memory_limit(1 << 10);
  EXPECT_FALSE(sets_.lay_out(SlotLayout::of(Marks::bytes, 1 << 20), memory_, states));
}

TEST_F(RunningSetsTest, WhatIsWrittenIsReadAgain) {
  constexpr uint64_t kFilled = 40, kLimit = 64;
  const SlotLayout layout = SlotLayout::of(Marks::word, kLimit);
  ASSERT_TRUE(sets_.lay_out(layout, memory_, {}));
  for (uint64_t cell = 35; cell < kFilled; ++cell)
    write_slot(sets_, 0, sets_.chains(0).ring_of(cell), cell);
  for (uint64_t cell = 19; cell < kFilled; ++cell)
    write_slot(sets_, 1, sets_.chains(1).ring_of(cell), cell);
  std::string text;
  const auto sink = [&](std::string_view bytes) {
    text += bytes;
    return Attempt<void>();
  };
  ASSERT_TRUE(write_sets(sets_, kLimit, kFilled, sink).ok());
  const auto words = words_of_sets(text);
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(limit_of_sets(*words), kLimit);
  RunningSets fresh;
  fill(fresh);
  ASSERT_TRUE(fresh.lay_out(layout, memory_, {}));
  ASSERT_TRUE(read_sets(fresh, kFilled, *words));
  for (uint64_t cell = 35; cell < kFilled; ++cell)
    EXPECT_TRUE(has_slot(fresh, 0, fresh.chains(0).ring_of(cell), cell)) << cell;
  for (uint64_t cell = 19; cell < kFilled; ++cell)
    EXPECT_TRUE(has_slot(fresh, 1, fresh.chains(1).ring_of(cell), cell)) << cell;
  // A text that is cut, or longer, or another one.
  const std::span<const uint64_t> all(*words);
  EXPECT_FALSE(read_sets(fresh, kFilled, all.first(all.size() - 1)));
  std::vector<uint64_t> longer = *words;
  longer.push_back(0);
  EXPECT_FALSE(read_sets(fresh, kFilled, longer));
  EXPECT_FALSE(words_of_sets("").has_value());
  EXPECT_FALSE(words_of_sets(std::string(24, 'x')).has_value());
  EXPECT_FALSE(write_sets(sets_, kLimit, kFilled, [](std::string_view) {
                 return Attempt<void>(Error::input("full"));
               }).ok());
}

}  // namespace
}  // namespace grundy
