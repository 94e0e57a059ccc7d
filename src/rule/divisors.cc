#include "rule/divisors.h"

#include <algorithm>
#include <numeric>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr uint64_t kTried = 1000;      // as divisors, one after the other
constexpr uint64_t kStepsAtOnce = 64;  // of rho between two common divisors

__extension__ typedef unsigned __int128 DoubleWord;  // NOLINT: `using` would not be an extension

uint64_t product_modulo(uint64_t a, uint64_t b, uint64_t n) {
  return static_cast<uint64_t>(static_cast<DoubleWord>(a) * b % n);
}

/// A divisor of an odd composite number that is neither 1 nor the number, unless this walk finds
/// none.
uint64_t walked_divisor(uint64_t n, uint64_t shift) {
  const auto next = [&](uint64_t x) { return (product_modulo(x, x, n) + shift) % n; };
  uint64_t ahead = 2;
  for (uint64_t length = 1;; length *= 2) {
    const uint64_t waits = ahead;
    for (uint64_t done = 0; done < length; done += kStepsAtOnce) {
      uint64_t from = ahead;
      uint64_t all = 1;
      const uint64_t steps = std::min(kStepsAtOnce, length - done);
      for (uint64_t i = 0; i < steps; ++i) {
        ahead = next(ahead);
        all = product_modulo(all, ahead > waits ? ahead - waits : waits - ahead, n);
      }
      uint64_t common = std::gcd(all, n);
      if (common == 1) continue;
      for (common = 1; common == 1;) {
        from = next(from);
        common = std::gcd(from > waits ? from - waits : waits - from, n);
      }
      return common;
    }
  }
}

void add_primes_of(uint64_t n, std::vector<uint64_t>& primes) {
  if (n == 1) return;
  if (is_prime(static_cast<int64_t>(n))) {
    primes.push_back(n);
    return;
  }
  uint64_t divisor = n;
  for (uint64_t shift = 1; divisor == n; ++shift) divisor = walked_divisor(n, shift);
  add_primes_of(divisor, primes);
  add_primes_of(n / divisor, primes);
}

}  // namespace

std::vector<int64_t> divisors_between(int64_t n, int64_t low, int64_t high) {
  std::vector<uint64_t> primes;
  auto rest = static_cast<uint64_t>(n);
  for (uint64_t p = 2; p <= kTried && p * p <= rest; p += p == 2 ? 1 : 2) {
    for (; rest % p == 0; rest /= p) primes.push_back(p);
  }
  add_primes_of(rest, primes);
  std::sort(primes.begin(), primes.end());
  std::vector<int64_t> divisors{1};
  size_t begin = 0;  // of those that have the last prime as often as it came
  for (size_t i = 0; i < primes.size(); ++i) {
    if (i == 0 || primes[i] != primes[i - 1]) begin = 0;
    const size_t end = divisors.size();
    for (; begin < end; ++begin)
      divisors.push_back(divisors[begin] * static_cast<int64_t>(primes[i]));
  }
  std::erase_if(divisors, [&](int64_t d) { return d < low || d > high; });
  std::sort(divisors.begin(), divisors.end());
  return divisors;
}

}  // namespace grundy
