// Heaps from which a number is taken that has no common divisor with the heap.
//
// Theorem (Iannucci and Larsson 2021, "totative"). If 1 <= k < n and gcd(k, n) = 1, and k is taken
// or left, the value of n > 1 is the place of its least prime factor among the primes, and that of
// 1 is 0. If 1 may also be emptied, the values 0 and 1 of even heaps and of 1 change places.
// Proof. Numbers with the same least prime factor p are not coprime, so no option has the value of
// n; a smaller prime than p is coprime to n and an option.
#include <fmt/format.h>

#include <numeric>

#include "rule/evaluate.h"
#include "theorem/conclusion.h"
#include "theorem/factors.h"

namespace grundy {
namespace {

constexpr uint64_t kMostPlaces = 100'000;  // primes that are counted one by one

class Coprimes final : public Conclusion {
 public:
  explicit Coprimes(bool one_too) : one_(one_too ? 1 : 0) {}

  std::string text(const std::vector<std::string>& names) const override {
    const std::string place =
        fmt::format("i if the least prime factor of {} is the i-th prime", names[0]);
    return one_ == 0
               ? fmt::format("The value of {} is {}.", names[0], place)
               : fmt::format("The value of {0} is 0 for even {0}, and else {1}.", names[0], place);
  }

  Attempt<Ordinal> value(const Coordinates& position, const Budget& budget) const override {
    const Natural& n = position[0];
    if (n.is_zero()) return Ordinal();
    if (n == Natural(1)) return Ordinal(one_);
    if (!n.bit(0)) return Ordinal(1 - one_);
    for (const uint64_t p : {3, 5, 7, 11, 13}) {
      if (!(n % Natural(p)).is_zero()) continue;
      const auto place = primes_up_to(p, budget);
      if (!place) return budget.why();
      return Ordinal(*place);
    }
    if (!n.is_small())
      return Error::declined(
          fmt::format("the least prime factor of {} is not looked for beyond 2^63", n.to_string()));
    const uint64_t p = least_factor(n.small());
    if (p > kMostCounted)
      return Error::declined(fmt::format("the primes up to {} are not counted", p));
    const auto place = primes_up_to(p, budget);
    if (!place) return budget.why();
    return Ordinal(*place);
  }

  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    if (!value.is_finite()) return Options{};
    if (!position[0].is_small())
      return Error::declined("the numbers coprime to it are not listed beyond 2^63");
    const uint64_t n = position[0].small();
    const Natural wanted = value.finite();
    Options result;
    if (n == 1) {
      if (one_ == 1 && wanted.is_zero()) result.positions.push_back({Natural(0)});
      return result;
    }
    if (n == 0) return result;
    if (wanted == Natural(one_)) {  // of the heap 1
      result.positions.push_back({Natural(1)});
      return result;
    }
    if (wanted > Natural(kMostPlaces))
      return Error::declined("the options of so large a value are not looked for");
    // Odd multiples of the i-th prime and of no smaller one; the value 0 or 1 of even heaps belongs
    // to 2.
    uint64_t p = 1;
    for (uint64_t i = wanted.is_zero() ? 1 : wanted.small(); i > 0 && p < n; --i) {
      do ++p;
      while (!is_prime(static_cast<int64_t>(p)));
    }
    if (n % p == 0) return result;
    for (uint64_t left = p; left < n; left += p) {
      if (left / p % 1024 == 0 && budget.spent()) return budget.why();
      if (std::gcd(left, n) != 1 || (p > 2 && least_factor(left) != p)) continue;
      if (result.positions.size() == limit) {
        result.all = false;
        break;
      }
      result.positions.push_back({Natural(left)});
    }
    return result;
  }

 private:
  uint64_t one_;  // the value of 1
};

}  // namespace

std::unique_ptr<Conclusion> taken_coprimes(bool one_too) {
  return std::make_unique<Coprimes>(one_too);
}

}  // namespace grundy
