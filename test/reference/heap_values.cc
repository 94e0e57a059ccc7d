#include "reference/heap_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rule/heap_splits.h"

namespace grundy::reference {

std::vector<uint32_t> heap_values(const HeapCode& code, uint64_t end) {
  std::vector<uint32_t> g;
  for (uint64_t n = 0; n < end; ++n) {
    std::vector<bool> seen(1024, false);
    const Listing listing = for_each_split(code, n, [&](std::span<const uint64_t> heaps) {
      uint32_t nim_sum = 0;
      for (const uint64_t heap : heaps) nim_sum ^= g[heap];
      if (nim_sum < seen.size()) seen[nim_sum] = true;
      return true;
    });
    EXPECT_EQ(listing, Listing::complete);
    g.push_back(static_cast<uint32_t>(std::find(seen.begin(), seen.end(), false) - seen.begin()));
  }
  return g;
}

}  // namespace grundy::reference
