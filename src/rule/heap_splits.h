// The moves of a take-and-break game, listed: how one heap is split.
//
// From a heap of 5 the code 0.7 allows 4, 1 + 3 and 2 + 2. Sizes are chosen from the least heap on,
// each at least as large as the one before: each split comes once, and a listing that is stopped
// early costs little, however large the heap.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "rule/evaluate.h"
#include "rule/heap_code.h"

namespace grundy {

/// How a listing ended.
enum class Listing {
  complete,        // every move was visited
  stopped,         // by the visitor
  too_many_heaps,  // a move leads to more than kMostHeaps heaps
  out_of_patience,
};

constexpr uint64_t kMostHeaps = 1'000'000;  // that a listed move leads to

/// Calls visit(the heaps, smallest first) for every move from a heap of n <= 2^62 tokens, each
/// once, until visit gives false; no heaps are the game that is over. In CGSuite's order: by digit
/// from left to right, then by number of heaps, then from the least heaps on. Moves that are not
/// listed cost little: a few of them can be had from a heap of any size.
Listing for_each_split(const HeapCode& code, uint64_t n,
                       const std::function<bool(std::span<const uint64_t>)>& visit,
                       Patience* patience = nullptr);

}  // namespace grundy
