#include "theorem/factors.h"

#include <algorithm>
#include <numeric>

#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr uint64_t kTriedOut = 1000;  // factors below are found by division

uint64_t product_mod(uint64_t a, uint64_t b, uint64_t n) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Wide>(a) * b % n);
}

bool is_prime_number(uint64_t n) { return n <= INT64_MAX && is_prime(static_cast<int64_t>(n)); }

/// A factor of n, which is composite and odd, neither 1 nor n (Brent 1980).
uint64_t some_factor(uint64_t n) {
  for (uint64_t c = 1;; ++c) {
    const auto step = [&](uint64_t x) { return (product_mod(x, x, n) + c) % n; };
    uint64_t slow = 2, fast = 2, saved = 2, product = 1;
    uint64_t found = 1;
    while (found == 1) {
      saved = slow;
      const uint64_t from = fast;
      for (int i = 0; i < 128; ++i) {  // a common divisor is sought once for so many steps
        slow = step(slow);
        fast = step(step(fast));
        product = product_mod(product, slow > fast ? slow - fast : fast - slow, n);
      }
      found = std::gcd(product, n);
      if (found != n) continue;
      slow = saved;
      fast = from;
      for (found = 1; found == 1;) {
        slow = step(slow);
        fast = step(step(fast));
        found = std::gcd(slow > fast ? slow - fast : fast - slow, n);
      }
      break;
    }
    if (found != n) return found;
  }
}

void add_factors(uint64_t n, std::vector<uint64_t>& factors) {
  if (n == 1) return;
  if (is_prime_number(n)) {
    factors.push_back(n);
    return;
  }
  const uint64_t one = some_factor(n);
  add_factors(one, factors);
  add_factors(n / one, factors);
}

}  // namespace

std::vector<uint64_t> prime_factors(uint64_t n) {
  std::vector<uint64_t> factors;
  for (uint64_t p = 2; p < kTriedOut && p * p <= n; ++p) {
    for (; n % p == 0; n /= p) factors.push_back(p);
  }
  add_factors(n, factors);
  std::sort(factors.begin(), factors.end());
  return factors;
}

uint64_t least_factor(uint64_t n) {
  for (uint64_t p = 2; p < kTriedOut; ++p) {
    if (n % p == 0) return p;
  }
  return prime_factors(n).front();
}

std::vector<uint64_t> divisors_of(uint64_t n) {
  std::vector<uint64_t> result = {1};
  uint64_t last = 0;
  size_t before = 0;
  for (const uint64_t p : prime_factors(n)) {
    // A repeated prime multiplies the divisors that its last repeat gave.
    const size_t from = p == last ? before : 0;
    const size_t end = result.size();
    before = end;
    for (size_t i = from; i < end; ++i) result.push_back(result[i] * p);
    last = p;
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<uint64_t> primes_up_to(uint64_t n, const Budget& budget) {
  constexpr uint64_t kTermsOfStep = 32;
  if (n < 2) return 0;
  // Lucy_Hedgehog's form of Legendre's count: numbers up to i, and up to n/i, without a factor
  // below p.
  const auto root = static_cast<uint64_t>(integer_root(static_cast<int64_t>(n)));
  std::vector<uint64_t> low(root + 1), high(root + 1);
  for (uint64_t i = 1; i <= root; ++i) {
    low[i] = i - 1;
    high[i] = n / i - 1;
  }
  for (uint64_t p = 2; p <= root; ++p) {
    if (low[p] == low[p - 1]) continue;
    const uint64_t most = std::min(root, n / p / p);
    budget.count(most / kTermsOfStep);
    if (p < 1000 && budget.spent()) return std::nullopt;
    const uint64_t before = low[p - 1];
    for (uint64_t i = 1; i <= most; ++i)
      high[i] -= (i * p <= root ? high[i * p] : low[n / i / p]) - before;
    for (uint64_t i = root; i >= p * p; --i) low[i] -= low[i / p] - before;
  }
  return high[1];
}

}  // namespace grundy
