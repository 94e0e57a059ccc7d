// Options whose values lie side by side in the table, 32 at a time (AVX2).
//
// Values are single bytes below 64: 8·g + i becomes bit i of byte g, by two lookups in registers
// for values below 16 and eight comparisons for all others. Each of 32 lanes collects its own eight
// bytes; after the loop all lanes are joined into one word, which is worth it from 64 options on.
#include "code/jit/generator.h"

#if defined(GRUNDY_JIT)
#include <array>

namespace grundy::jit {
namespace {

constexpr int kTogether = 32;
constexpr int kLeast = 64;  // options for which joining pays

/// Read by the machine code, 32 bytes at a time.
struct Constants {
  std::array<uint8_t, 32> low;                   // 1 << i for i < 8, else 0; by i below 16, twice
  std::array<uint8_t, 32> high;                  // 1 << (i - 8) for 8 <= i
  std::array<uint8_t, 32> bit;                   // 1 << (i % 8)
  std::array<uint8_t, 32> from_16;               // the bits of values that are 16 or more
  std::array<uint8_t, 32> eights;                // … of the multiple of 8 in a value
  std::array<std::array<uint8_t, 32>, 8> eight;  // 8·g
  std::array<uint8_t, 32> backwards;             // within 16 bytes
  std::array<uint8_t, 32> first_of_four;         // bytes
};

constexpr Constants make_constants() {
  Constants c{};
  for (size_t i = 0; i < 32; ++i) {
    const size_t at = i % 16;
    c.bit[i] = static_cast<uint8_t>(1U << at % 8);
    c.low[i] = at < 8 ? c.bit[i] : 0;
    c.high[i] = at < 8 ? 0 : c.bit[i];
    c.from_16[i] = 0x30;
    c.eights[i] = 0x38;
    for (size_t g = 0; g < 8; ++g) c.eight[g][i] = static_cast<uint8_t>(8 * g);
    c.backwards[i] = static_cast<uint8_t>(15 - at);
    c.first_of_four[i] = i % 4 == 0 ? 0xFF : 0;
  }
  return c;
}

constexpr Constants kConstants = make_constants();

}  // namespace

/// Whether options with these distances can be marked together: each part moves by one cell of one
/// byte or stays, and one moves.
bool Generator::can_be_wide(std::span<const Stride> strides) const {
  if (!wide_ || verify_ || shape_.width != 1 || shape_.marks != SweepShape::Marks::word ||
      sink_.kind != Sink::Kind::marks)
    return false;
  bool any = false;
  for (const Stride& stride : strides) {
    if (stride.times || stride.bytes > 1 || stride.bytes < -1) return false;
    any = any || stride.bytes != 0;
  }
  return any;
}

/// Marks the first of `count` options, 32 at a time, where they are many; leaves `at` and `count`
/// at the rest.
void Generator::wide_options(const std::vector<Gp>& at, std::span<const Stride> strides,
                             const Gp& count) {
  using x86::Xmm;
  using x86::Ymm;
  const Label few = cc_.newLabel();
  const Label head = cc_.newLabel();
  const Label large = cc_.newLabel();
  const Label next = cc_.newLabel();
  cc_.cmp(count, kLeast);
  cc_.jl(few);
  Gp constants = cc_.newIntPtr();
  cc_.mov(constants, reinterpret_cast<uint64_t>(&kConstants));
  const auto constant = [&](size_t offset) {
    return x86::ymmword_ptr(constants, static_cast<int32_t>(offset));
  };
  Ymm seen[8];
  for (Ymm& one : seen) {
    one = cc_.newYmm();
    cc_.vpxor(one, one, one);
  }
  Ymm low = cc_.newYmm();
  Ymm high = cc_.newYmm();
  cc_.vmovdqu(low, constant(offsetof(Constants, low)));
  cc_.vmovdqu(high, constant(offsetof(Constants, high)));
  // The order of the options does not matter as long as all parts have the same one.
  bool up = false;
  bool down = false;
  for (const Stride& stride : strides) {
    up = up || stride.bytes == 1;
    down = down || stride.bytes == -1;
  }
  cc_.bind(head);
  Ymm values = cc_.newYmm();
  Ymm some = cc_.newYmm();
  for (size_t p = 0; p < at.size(); ++p) {
    const Ymm& into = p == 0 ? values : some;
    if (strides[p].bytes == 0) {
      cc_.vpbroadcastb(into, x86::byte_ptr(at[p]));
    } else if (strides[p].bytes == 1) {
      cc_.vmovdqu(into, x86::ymmword_ptr(at[p]));
    } else {
      cc_.vmovdqu(into, x86::ymmword_ptr(at[p], 1 - kTogether));
      if (up && down) {
        cc_.vpshufb(into, into, constant(offsetof(Constants, backwards)));
        cc_.vpermq(into, into, 0x4E);
      }
    }
    if (p > 0) cc_.vpxor(values, values, some);
  }
  cc_.vptest(values, constant(offsetof(Constants, from_16)));
  cc_.jnz(large);
  cc_.vpshufb(some, low, values);
  cc_.vpor(seen[0], seen[0], some);
  cc_.vpshufb(some, high, values);
  cc_.vpor(seen[1], seen[1], some);
  cc_.bind(next);
  for (size_t p = 0; p < at.size(); ++p) {
    if (strides[p].bytes != 0) cc_.add(at[p], strides[p].bytes * kTogether);
  }
  cc_.sub(count, kTogether);
  cc_.cmp(count, kTogether);
  cc_.jge(head);
  const Label join = cc_.newLabel();
  cc_.jmp(join);

  cc_.bind(large);
  Ymm bits = cc_.newYmm();
  cc_.vmovdqu(bits, constant(offsetof(Constants, bit)));
  cc_.vpshufb(bits, bits, values);
  cc_.vpand(values, values, constant(offsetof(Constants, eights)));
  for (size_t g = 0; g < 8; ++g) {
    cc_.vpcmpeqb(some, values, constant(offsetof(Constants, eight) + g * 32));
    cc_.vpand(some, some, bits);
    cc_.vpor(seen[g], seen[g], some);
  }
  cc_.jmp(next);

  // From 32 bytes for each group of eight values to one.
  cc_.bind(join);
  Xmm half = cc_.newXmm();
  Xmm sets[8];
  for (size_t g = 0; g < 8; ++g) {
    sets[g] = seen[g].xmm();
    cc_.vextracti128(half, seen[g], 1);
    cc_.vpor(sets[g], sets[g], half);
  }
  for (size_t g = 0; g < 8; g += 2) {  // 8 bytes each
    cc_.vpunpckhqdq(half, sets[g], sets[g + 1]);
    cc_.vpunpcklqdq(sets[g], sets[g], sets[g + 1]);
    cc_.vpor(sets[g], sets[g], half);
  }
  for (size_t g = 0; g < 8; g += 4) {  // 4 bytes each
    cc_.vshufps(half, sets[g], sets[g + 2], 0xDD);
    cc_.vshufps(sets[g], sets[g], sets[g + 2], 0x88);
    cc_.vpor(sets[g], sets[g], half);
    for (const int shift : {16, 8}) {
      cc_.vpsrld(half, sets[g], shift);
      cc_.vpor(sets[g], sets[g], half);
    }
    cc_.vpand(
        sets[g], sets[g],
        x86::xmmword_ptr(constants, static_cast<int32_t>(offsetof(Constants, first_of_four))));
  }
  cc_.vpackusdw(sets[0], sets[0], sets[4]);
  cc_.vpackuswb(sets[0], sets[0], sets[0]);
  Gp joined = cc_.newInt64();
  cc_.vmovq(joined, sets[0]);
  cc_.or_(seen_[0], joined);
  cc_.bind(few);
}

}  // namespace grundy::jit

#endif
