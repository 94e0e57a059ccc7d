// Which vector instruction sets this machine has, as bits HWY_AVX2 and so on of Highway; and the
// choice among the functions that a source of Highway's has compiled for each of them.
//
// The header files of Highway are all that is used of it: its shared library measures the
// resolution of a timer whenever a program starts, which takes 3 ms.
#pragma once
#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace grundy {

/// What functions may use: the instruction sets of this machine and of its operating system, or
/// those of them that limit_instruction_sets() left. One of the bits stands for plain loops, which
/// are always there.
int64_t instruction_sets();

/// For tests: from now on only these, a part of all; 0 for all again. Not while other threads are
/// in vector code.
void limit_instruction_sets(int64_t sets);

/// The place of the best of these sets in the list of functions that GRUNDY_FOR_INSTRUCTION_SETS
/// makes.
constexpr size_t place_of_best(int64_t sets) {
  const auto in_list =
      static_cast<uint64_t>(sets) >> (HWY_HIGHEST_TARGET_BIT + 1 - HWY_MAX_DYNAMIC_TARGETS);
  return static_cast<size_t>(std::countr_zero(in_list | uint64_t{1} << HWY_MAX_DYNAMIC_TARGETS));
}

}  // namespace grundy

/// In the namespace around HWY_NAMESPACE, once: makes GRUNDY_BEST(function) the one of the best
/// instruction set.
#define GRUNDY_FOR_INSTRUCTION_SETS(function)                                              \
  constexpr decltype(&HWY_STATIC_DISPATCH(function)) function##_for_instruction_sets[] = { \
      HWY_CHOOSE_TARGET_LIST(function), HWY_CHOOSE_FALLBACK(function)}

#define GRUNDY_BEST(function)                                                             \
  (function##_for_instruction_sets[::grundy::place_of_best(::grundy::instruction_sets() & \
                                                           (HWY_TARGETS))])
