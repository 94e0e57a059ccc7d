// Each kernel, from the first value that it takes over, against the definition: all splits of every
// heap. What chooses among them is tested in sequence_test.cc, as are longer runs.
#include <gtest/gtest.h>

#include "engine/heap/kernel/dense.h"
#include "engine/heap/kernel/few.h"
#include "engine/heap/kernel/sets.h"
#include "engine/heap/kernel/sparse.h"
#include "engine/heap/kernel/split_sets.h"
#include "engine/heap/kernel/totals.h"
#include "reference/heap_values.h"

namespace grundy::heap {
namespace {

std::vector<uint32_t> all_of(const Values& values, uint64_t end) {
  std::vector<uint32_t> result(end);
  values.copy(0, result);
  return result;
}

TEST(KernelsByDefinition, DenseForTwoHeaps) {
  for (const char* text : {"0.77", "0.007", "4.3", "{2!}.0", "{2=}.7", "0.6", "0.3{2?}7"}) {
    SCOPED_TRACE(text);
    const HeapCode code = *parse_heap_code(text);
    const Moves moves = *simple_moves(code);
    Values values;
    Dense dense(moves, values);
    dense.advance(300);
    EXPECT_EQ(all_of(values, 300), reference::heap_values(code, 300));
    EXPECT_GT(Dense::cost(moves, values, 10), 0);
  }
}

TEST(KernelsByDefinition, TotalsForTwoHeaps) {
  for (const char* text : {"0.77", "0.007", "4.3", "{2!}.0", "{2=}.7", "0.3{2?}7", "0.0007777",
                           "4.7773", "0.6066", "{2!}.7{2!}07", "0.0{2=}{2?}7{2!}7"}) {
    SCOPED_TRACE(text);
    const HeapCode code = *parse_heap_code(text);
    const Moves moves = *simple_moves(code);
    if (moves.two.empty()) continue;
    Values values;
    Totals totals(moves, values);
    totals.advance(150);
    Totals again(moves, values);  // takes over
    again.advance(300);
    EXPECT_EQ(all_of(values, 300), reference::heap_values(code, 300));
    EXPECT_GT(Totals::cost(moves, values, 10), 0);
  }
}

TEST(KernelsByDefinition, SparseAndFewGoOnFromTheDenseOne) {
  constexpr uint64_t kEnd = 4096;
  for (const char* text : {"0.106", "0.454", "0.45", "0.64"}) {
    SCOPED_TRACE(text);
    const HeapCode code = *parse_heap_code(text);
    const Moves moves = *simple_moves(code);
    Values dense_values;
    Dense(moves, dense_values).advance(kEnd);
    const std::vector<uint32_t> wanted = all_of(dense_values, kEnd);
    const std::vector<uint32_t> first = reference::heap_values(code, 200);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), wanted.begin()));
    Values start;
    Dense(moves, start).advance(2 * Sparse::kStart);
    const Character character = find_character(moves, start);
    EXPECT_GT(character.mask, 0u);
    Values sparse_values = start;
    Sparse sparse(moves, sparse_values, character);
    EXPECT_TRUE(sparse.advance(kEnd));
    EXPECT_EQ(all_of(sparse_values, kEnd), wanted);
    uint64_t rares = 0;
    for (uint64_t n = 1; n < kEnd; ++n) rares += character.is_rare(n, wanted[n]);
    EXPECT_EQ(sparse.rares(), rares);
    if (!Few::accepts(moves, start, character)) continue;
    Values few_values = start;
    Few few(moves, few_values, character);
    EXPECT_TRUE(few.advance(kEnd));
    EXPECT_EQ(all_of(few_values, kEnd), wanted);
    EXPECT_EQ(few.rares(), rares);
  }
}

TEST(KernelsByDefinition, SetsForAllCodes) {
  int split = 0;
  for (const char* text : {"0.8", "8.3", "0.G", "0.*", "0.[3]", "80.7", "{3!}.3", "{3=,2}.1",
                           "{3?}.[7]", "0.{4+}", "{2,3}.0"}) {
    SCOPED_TRACE(text);
    const auto parsed = parse_heap_code(text);
    ASSERT_TRUE(parsed.ok()) << parsed.error().to_string();
    const HeapCode& code = *parsed;
    const std::vector<uint32_t> wanted = reference::heap_values(code, 36);
    Budget budget;
    Values values;
    Sets sets(code, values);
    ASSERT_TRUE(sets.advance(20, budget).ok());
    ASSERT_TRUE(sets.advance(36, budget).ok());
    EXPECT_EQ(all_of(values, 36), wanted);
    if (!SplitSets::accepts(code)) continue;
    ++split;
    Values others;
    SplitSets split_sets(code, others);
    ASSERT_TRUE(split_sets.advance(20, budget).ok());
    ASSERT_TRUE(split_sets.advance(36, budget).ok());
    EXPECT_EQ(all_of(others, 36), wanted);
  }
  EXPECT_GT(split, 5);
}

}  // namespace
}  // namespace grundy::heap
