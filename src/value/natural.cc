#include "value/natural.h"

#include <gmp.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

namespace grundy {

struct Natural::Big {
  std::atomic<uint64_t> owners{1};
  mpz_t z;

  Big() { mpz_init(z); }
  ~Big() { mpz_clear(z); }
};

/// Any Natural as an operand for GMP, without memory of its own.
struct Natural::View {
  explicit View(const Natural& n) {
    if (n.is_big()) {
      z = n.big()->z;
      return;
    }
    constexpr size_t kLimbs = (64 + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS;
    uint64_t rest = n.small();
    for (size_t i = 0; i < kLimbs; ++i) {
      limbs[i] = static_cast<mp_limb_t>(rest);
      rest = GMP_NUMB_BITS < 64 ? rest >> (GMP_NUMB_BITS % 64) : 0;
    }
    z = mpz_roinit_n(header, limbs, kLimbs);
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;

  mp_limb_t limbs[64 / GMP_NUMB_BITS + 1];
  mpz_t header;
  mpz_srcptr z;
};

namespace {

/// The lowest 64 bits.
uint64_t low_word(mpz_srcptr z) {
  uint64_t word = 0;
  for (size_t shift = 0, i = 0; shift < 64; shift += GMP_NUMB_BITS, ++i) {
    word |= static_cast<uint64_t>(mpz_getlimbn(z, static_cast<mp_size_t>(i))) << shift;
  }
  return word;
}

uint64_t bits_of(mpz_srcptr z) { return mpz_sgn(z) == 0 ? 0 : mpz_sizeinbase(z, 2); }

uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}

}  // namespace

uint64_t Natural::make_big(uint64_t n) {
  Big* big = new Big;
  mpz_import(big->z, 1, -1, sizeof n, 0, 0, &n);
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(big)) + 1;
}

Natural Natural::adopt(Big* result) {
  if (bits_of(result->z) >= 64)
    return from_word(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(result)) + 1);
  const uint64_t n = low_word(result->z);
  delete result;
  return Natural(n);
}

void Natural::share() const { big()->owners.fetch_add(1, std::memory_order_relaxed); }

void Natural::release() {
  if (big()->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete big();
}

std::optional<uint64_t> Natural::to_uint64() const {
  if (is_small()) return small();
  if (bits_of(big()->z) > 64) return std::nullopt;
  return low_word(big()->z);
}

uint64_t Natural::bit_length() const {
  return is_small() ? static_cast<uint64_t>(std::bit_width(small())) : bits_of(big()->z);
}

bool Natural::bit(uint64_t i) const {
  if (is_small()) return i < 64 && (small() >> i & 1) != 0;
  return i < bits_of(big()->z) && mpz_tstbit(big()->z, static_cast<mp_bitcnt_t>(i)) != 0;
}

std::vector<uint64_t> Natural::words() const {
  std::vector<uint64_t> words((bit_length() + 63) / 64);
  if (!words.empty()) mpz_export(words.data(), nullptr, -1, sizeof(uint64_t), 0, 0, View(*this).z);
  return words;
}

Natural Natural::from_words(std::span<const uint64_t> words) {
  while (!words.empty() && words.back() == 0) words = words.first(words.size() - 1);
  if (words.empty()) return 0;
  if (words.size() == 1) return words.front();
  Big* result = new Big;
  mpz_import(result->z, words.size(), -1, sizeof(uint64_t), 0, 0, words.data());
  return adopt(result);
}

Natural Natural::add(const Natural& a, const Natural& b) {
  Big* result = new Big;
  mpz_add(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural Natural::subtract(const Natural& a, const Natural& b) {
  Big* result = new Big;
  mpz_sub(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural Natural::multiply(const Natural& a, const Natural& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  Big* result = new Big;
  mpz_mul(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural Natural::quotient(const Natural& a, const Natural& b) {
  if (a.is_small()) return 0;  // then b is big, hence greater
  Big* result = new Big;
  mpz_fdiv_q(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural Natural::remainder(const Natural& a, const Natural& b) {
  if (a.is_small()) return a;
  Big* result = new Big;
  mpz_fdiv_r(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural operator<<(const Natural& a, uint64_t bits) {
  if (a.is_zero() || bits == 0) return a;
  if (a.is_small() && bits < 64 && bits + a.bit_length() < 64) return a.small() << bits;
  auto* result = new Natural::Big;
  mpz_mul_2exp(result->z, Natural::View(a).z, static_cast<mp_bitcnt_t>(bits));
  return Natural::adopt(result);
}

Natural operator>>(const Natural& a, uint64_t bits) {
  if (bits >= a.bit_length()) return 0;
  if (a.is_small()) return a.small() >> bits;
  auto* result = new Natural::Big;
  mpz_fdiv_q_2exp(result->z, Natural::View(a).z, static_cast<mp_bitcnt_t>(bits));
  return Natural::adopt(result);
}

Natural Natural::exclusive_or(const Natural& a, const Natural& b) {
  Big* result = new Big;
  mpz_xor(result->z, View(a).z, View(b).z);
  return adopt(result);
}

Natural Natural::bitwise_and(const Natural& a, const Natural& b) {
  if (a.is_small()) return a.small() & low_word(b.big()->z);
  if (b.is_small()) return b.small() & low_word(a.big()->z);
  Big* result = new Big;
  mpz_and(result->z, a.big()->z, b.big()->z);
  return adopt(result);
}

std::strong_ordering Natural::compare(const Natural& a, const Natural& b) {
  if (a.is_small()) return std::strong_ordering::less;
  if (b.is_small()) return std::strong_ordering::greater;
  return mpz_cmp(a.big()->z, b.big()->z) <=> 0;
}

std::optional<Natural> Natural::parse(std::string_view digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.size() <= 19) {  // 10^19 < 2^64
    uint64_t n = 0;
    for (char digit : digits) n = n * 10 + static_cast<uint64_t>(digit - '0');
    return Natural(n);
  }
  Big* result = new Big;
  mpz_set_str(result->z, std::string(digits).c_str(), 10);
  return adopt(result);
}

std::string Natural::to_string() const {
  if (is_small()) return std::to_string(small());
  std::string text(mpz_sizeinbase(big()->z, 10) + 2,
                   '\0');  // room for a sign and the final zero byte
  mpz_get_str(text.data(), 10, big()->z);
  text.resize(text.find('\0'));
  return text;
}

size_t Natural::hash() const {
  if (is_small()) return static_cast<size_t>(mix(small()));
  uint64_t hash = 0;
  for (uint64_t word : words()) hash = mix(hash ^ word) + word;
  return static_cast<size_t>(hash);
}

Natural Natural::isqrt() const {
  if (is_small()) {
    const uint64_t n = small();
    auto root = static_cast<uint64_t>(std::sqrt(static_cast<double>(n)));
    while (root * root > n) --root;
    while ((root + 1) * (root + 1) <= n) ++root;
    return root;
  }
  Big* result = new Big;
  mpz_sqrt(result->z, big()->z);
  return adopt(result);
}

Natural Natural::pow(const Natural& base, uint64_t exponent) {
  if (base <= 1) return exponent == 0 ? Natural(1) : base;
  Natural result = 1;
  for (auto i = std::bit_width(exponent); i-- > 0;) {
    result = result * result;
    if (exponent >> i & 1) result = result * base;
  }
  return result;
}

}  // namespace grundy
