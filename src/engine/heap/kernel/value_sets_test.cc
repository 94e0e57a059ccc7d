#include "engine/heap/kernel/value_sets.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace grundy::heap {
namespace {

TEST(ValueSets, MovedByANimSum) {
  std::mt19937_64 random(20261122);
  for (uint32_t v = 0; v < 64; ++v) {
    const uint64_t word = random();
    const uint64_t moved = permuted(word, v);
    for (uint32_t i = 0; i < 64; ++i) ASSERT_EQ(moved >> i & 1, word >> (i ^ v) & 1) << v;
  }
  for (const uint32_t v : {0u, 1u, 63u, 64u, 129u, 255u}) {
    std::vector<uint64_t> from(4), to(4);
    for (uint64_t& word : from) word = random() & random();
    for (uint64_t& word : to) word = random() & random();
    const std::vector<uint64_t> before = to;
    add_shifted(to.data(), from.data(), from.size(), v);
    for (uint32_t x = 0; x < 256; ++x) {
      const uint64_t wanted =
          (before[x / 64] >> x % 64 & 1) | (from[(x ^ v) / 64] >> (x ^ v) % 64 & 1);
      ASSERT_EQ(to[x / 64] >> x % 64 & 1, wanted) << v << ' ' << x;
    }
  }
}

}  // namespace
}  // namespace grundy::heap
