#include "base/instruction_sets.h"

#include <atomic>

#if HWY_ARCH_X86
#include <cpuid.h>
#endif

namespace grundy {
namespace {

constexpr int64_t kPlain = HWY_SCALAR | HWY_EMU128;

#if HWY_ARCH_X86

struct Registers {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
};

/// What the processor says of itself; zeros where it knows no such leaf.
Registers cpuid(unsigned leaf) {
  Registers r;
  if (__get_cpuid_count(leaf, 0, &r.a, &r.b, &r.c, &r.d) == 0) return {};
  return r;
}

/// As the compiler's built-in functions tell, which ask the operating system too whether it keeps
/// the registers; the bits beside them are of instructions that not every compiler knows by name,
/// and need no more from the system.
int64_t of_this_machine() {
  const unsigned first = cpuid(1).c;
  const unsigned seventh = cpuid(7).c;
  const unsigned extended = cpuid(0x80000001).c;
  int64_t sets = kPlain;
  if (!__builtin_cpu_supports("ssse3")) return sets;
  sets |= HWY_SSSE3;
  constexpr unsigned kAesAndPclmul = bit_AES | bit_PCLMUL;
  if (!__builtin_cpu_supports("sse4.2") || (first & kAesAndPclmul) != kAesAndPclmul) return sets;
  sets |= HWY_SSE4;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2") ||
      (first & bit_F16C) == 0 || (extended & bit_LZCNT) == 0) {
    return sets;
  }
  sets |= HWY_AVX2;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
      !__builtin_cpu_supports("avx512cd")) {
    return sets;
  }
  sets |= HWY_AVX3;
  constexpr unsigned kIceLake = bit_AVX512VBMI | bit_AVX512VBMI2 | bit_GFNI | bit_VAES |
                                bit_VPCLMULQDQ | bit_AVX512VNNI | bit_AVX512BITALG |
                                bit_AVX512VPOPCNTDQ;
  if ((seventh & kIceLake) == kIceLake) sets |= HWY_AVX3_DL;
  return sets;
}

#else

int64_t of_this_machine() { return HWY_STATIC_TARGET | kPlain; }

#endif

std::atomic<int64_t> limit = 0;

}  // namespace

int64_t instruction_sets() {
  static const int64_t all = of_this_machine();
  const int64_t left = limit.load(std::memory_order_relaxed);
  return left == 0 ? all : all & left;
}

void limit_instruction_sets(int64_t sets) { limit.store(sets, std::memory_order_relaxed); }

}  // namespace grundy
