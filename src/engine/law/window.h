// The window engine: heaps of which the options are the last few, at any size.
//
// Let the options of n be l(n), l(n) + 1, …, n - 1, all of them, where l(n + 1) is l(n) or l(n) +
// 1. Then the values of l(n), …, n are 0, …, n - l(n) in some order: where l stands still n has a
// new value, n - l(n); where it moves on, n has the value of l(n) - 1, which has left the window.
// So one value needs a chain of heaps, not a table: for `half`, lower n to at least n/2, log n of
// them; where n - l(n) is the same for a while, one step passes over all of it.
//
//   half(n): g(2k) = k, g(2k + 1) = g(k)        (Levine 2006: the sequence where each window has
//                                               every value once)
//   take 1 to K from n: g(n) = n mod (K + 1)    whatever K
//
// Whether a rule is of this kind is a question about integer sets; costs some thousand steps of
// isl, and for a value log n evaluations of l for each step of the chain.
#pragma once
#include "engine/engine.h"

namespace grundy {

const Engine* window_engine();

}  // namespace grundy
