#include "base/sha256.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace grundy {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, and of the
// square roots of the first eight: that is what FIPS 180-4 says, and integer roots compute them.
constexpr uint64_t kShaPrimes = 64;

__extension__ typedef unsigned __int128 ShaWide;

constexpr ShaWide shifted_root(ShaWide number, int degree) {
  ShaWide root = 0;
  for (int bit = 40; bit >= 0; --bit) {
    const ShaWide tried = root | static_cast<ShaWide>(1) << bit;
    ShaWide power = 1;
    for (int i = 0; i < degree; ++i) power *= tried;
    if (power <= number) root = tried;
  }
  return root;
}

constexpr std::array<uint32_t, kShaPrimes> root_bits(int degree) {
  std::array<uint32_t, kShaPrimes> result{};
  size_t count = 0;
  for (uint64_t n = 2; count < kShaPrimes; ++n) {
    bool prime = true;
    for (uint64_t d = 2; d * d <= n; ++d) prime = prime && n % d != 0;
    if (!prime) continue;
    result[count++] =
        static_cast<uint32_t>(shifted_root(static_cast<ShaWide>(n) << (32 * degree), degree));
  }
  return result;
}

constexpr std::array<uint32_t, kShaPrimes> kCubeRoots = root_bits(3);
constexpr std::array<uint32_t, kShaPrimes> kSquareRoots = root_bits(2);

void add_block(std::array<uint32_t, 8>& state, const unsigned char* block) {
  std::array<uint32_t, 64> w{};
  for (size_t i = 0; i < 16; ++i) {
    for (size_t k = 0; k < 4; ++k) w[i] = w[i] << 8 | block[4 * i + k];
  }
  for (size_t i = 16; i < 64; ++i) {
    const uint32_t low = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const uint32_t high = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (size_t i = 0; i < 64; ++i) {
    const uint32_t choice = (e & f) ^ (~e & g);
    const uint32_t first =
        h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + kCubeRoots[i] + w[i];
    const uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + first;
    d = c;
    c = b;
    b = a;
    a = first + second;
  }
  const std::array<uint32_t, 8> added = {a, b, c, d, e, f, g, h};
  for (size_t i = 0; i < 8; ++i) state[i] += added[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<uint32_t, 8> state{};
  for (size_t i = 0; i < 8; ++i) state[i] = kSquareRoots[i];
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const uint64_t bits = uint64_t{bytes.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xFF);
  for (size_t at = 0; at < padded.size(); at += 64)
    add_block(state, reinterpret_cast<const unsigned char*>(padded.data()) + at);
  std::string text;
  for (const uint32_t word : state) text += fmt::format("{:08x}", word);
  return text;
}

}  // namespace grundy
