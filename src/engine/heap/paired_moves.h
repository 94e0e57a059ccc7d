// Moves to many heaps that leave a wanted value: two equal heaps beside others.
//
// Problem: a heap of 60 tokens has half a million splits into five heaps, and one of 10^12 has too
// many for any listing.
// Idea: two equal heaps are 0 together. So one heap c, some of 1 token and one small heap bring the
// value, and what is left goes into two equal heaps if it is even. Far out c follows from the
// period.
// Example: {2,5}.0 from 60 to the value 0: 1, 1, 28, 15, 15.
// Cost: a look at each heap up to a period, for each small heap and number of tokens taken.
#pragma once
#include <vector>

#include "engine/heap/known_values.h"
#include "rule/heap_code.h"

namespace grundy::heap {

/// Whether a heap has so many splits into three heaps or more that nobody wants to see all.
bool splits_are_many(const HeapCode& code, const Natural& heap);

/// At most `limit` splits of the heap to the value, of three heaps or more, each with its heaps
/// rising. Not all there are; none does not say that there is none. Requires that the values are
/// known up to the heap.
std::vector<std::vector<Natural>> paired_splits(const HeapCode& code, const KnownValues& values,
                                                const Natural& heap, const Natural& value,
                                                size_t limit, const Budget& budget);

}  // namespace grundy::heap
