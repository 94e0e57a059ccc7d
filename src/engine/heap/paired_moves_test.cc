#include "engine/heap/paired_moves.h"

#include <gtest/gtest.h>

#include "engine/heap/kernel/split_sets.h"
#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

/// Whether the code has this move, and the value is that of the heaps, far out too.
void are_moves(const std::string& text, const Natural& heap) {
  SCOPED_TRACE(text + " from " + heap.to_string());
  const HeapCode code = reference::heap_code(text);
  KnownValues values(code);
  Budget budget;
  ASSERT_TRUE(values.extend_to(heap, budget));
  size_t found = 0;
  for (const uint64_t value : {0, 1, 2, 5, 19}) {
    for (const auto& split : paired_splits(code, values, heap, Natural(value), 20, budget)) {
      ++found;
      Natural sum, tokens;
      for (const Natural& one : split) {
        EXPECT_GE(one, Natural(1));
        sum = sum ^ values.at(one);
        tokens = tokens + one;
      }
      EXPECT_EQ(sum, Natural(value));
      ASSERT_LE(tokens, heap);
      const HeapDigit& digit = code.digit(static_cast<int64_t>((heap - tokens).small()));
      const std::vector<uint64_t> heaps(split.size(), 1);  // any sizes are allowed
      EXPECT_TRUE(digit.allows(heaps));
    }
  }
  EXPECT_GT(found, 3u);
}

TEST(PairedMoves, AreMovesToTheValue) {
  for (const char* code : {"{2,5}.0", "0.{0,4}", "{3+}.0", "0.8", "0.28", "{2,4}.3"}) {
    are_moves(code, Natural(60));
    are_moves(code, Natural(1001));
    if (std::string(code) != "{2,4}.3") are_moves(code, *Natural::parse("1000000000000"));
  }
}

TEST(PairedMoves, AreForMany) {
  EXPECT_FALSE(splits_are_many(reference::heap_code("{2,5}.0"), Natural(20)));
  EXPECT_TRUE(splits_are_many(reference::heap_code("{2,5}.0"), Natural(200)));
  EXPECT_FALSE(splits_are_many(reference::heap_code("0.77"), Natural(1'000'000)));
  EXPECT_FALSE(splits_are_many(reference::heap_code("0.8"), Natural(200)));
}

}  // namespace
}  // namespace grundy::heap
