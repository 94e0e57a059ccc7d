// Heaps from which a divisor is taken, and heaps that become one of their divisors.
//
// Theorem (Iannucci and Larsson 2021, "aliquot"). If a divisor d < n is taken from n, the value of
// n is the number of twos in n. If n may be taken whole too, it is one more; the empty heap has
// value 0.
// Proof. If d has fewer twos than n, n - d has as many as d; if it has as many, n - d has more. So
// no option has the value of n, and 2^i, for each i below the number of twos, leads to value i.
//
// Theorem (folklore; it is nim on exponents). If n becomes a divisor d < n, the value of n is the
// number of its prime factors, each counted as often as it divides n: a divisor lowers some
// exponents, and any smaller sum can be reached. If it is divided by one prime, each move takes one
// factor: the value is that number modulo 2. If it is divided by a power of one prime, the game is
// nim, a heap for each prime.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "theorem/conclusion.h"
#include "theorem/factors.h"

namespace grundy {
namespace {

uint64_t twos_of(const Natural& n) {
  uint64_t count = 0;
  while (!n.bit(count)) ++count;
  return count;
}

Error factors_unknown(const Natural& n) {
  return Error::declined(
      fmt::format("the factors of {} are not looked for beyond 2^63", n.to_string()));
}

/// The heaps that a divisor below n leads to, if they have the value.
Attempt<Conclusion::Options> options_by_divisors(
    const Natural& n, size_t limit, const Budget& budget,
    const std::function<std::optional<Natural>(uint64_t)>& wanted) {
  if (!n.is_small()) return factors_unknown(n);
  Conclusion::Options result;
  for (const uint64_t d : divisors_of(n.small())) {
    if (budget.spent()) return budget.why();
    const auto option = wanted(d);
    if (!option) continue;
    if (result.positions.size() == limit) {
      result.all = false;
      break;
    }
    result.positions.push_back({*option});
  }
  return result;
}

class TakenDivisors final : public Conclusion {
 public:
  explicit TakenDivisors(bool the_heap_too) : more_(the_heap_too ? 1 : 0) {}

  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format("The value of {0} is {1}the number of twos in {0}.", names[0],
                       more_ == 1 ? "one more than " : "");
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    return Ordinal(number(position[0]));
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    const Natural& n = position[0];
    if (n.is_zero()) return Options{};
    return options_by_divisors(n, limit, budget, [&](uint64_t d) -> std::optional<Natural> {
      if (more_ == 0 && Natural(d) == n) return std::nullopt;
      const Natural left = n - Natural(d);
      return Ordinal(number(left)) == value ? std::optional(left) : std::nullopt;
    });
  }

 private:
  uint64_t number(const Natural& n) const { return n.is_zero() ? 0 : twos_of(n) + more_; }

  uint64_t more_;
};

class LeftDivisors final : public Conclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "The value of {0} is the number of prime factors of {0}, each as often as it divides {0}.",
        names[0]);
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    const Natural& n = position[0];
    if (!n.is_small()) return factors_unknown(n);
    return Ordinal(n.is_zero() ? 0 : prime_factors(n.small()).size());
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    const Natural& n = position[0];
    if (n.is_zero()) return Options{};
    return options_by_divisors(n, limit, budget, [&](uint64_t d) -> std::optional<Natural> {
      const bool fits = Natural(d) != n && Ordinal(prime_factors(d).size()) == value;
      return fits ? std::optional(Natural(d)) : std::nullopt;
    });
  }
};

/// The heap is divided by a prime, once, or as often as one likes.
class DividedByPrimes final : public Conclusion {
 public:
  explicit DividedByPrimes(bool often) : often_(often) {}

  std::string text(const std::vector<std::string>& names) const override {
    return often_ ? fmt::format(
                        "The value of {0} is the nim-sum of the exponents of the primes "
                        "in {0}.",
                        names[0])
                  : fmt::format(
                        "The value of {0} is 1 if it has an odd number of prime factors, "
                        "each as often as it divides {0}, and 0 if not.",
                        names[0]);
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    const Natural& n = position[0];
    if (!n.is_small()) return factors_unknown(n);
    return Ordinal(n.is_zero() ? 0 : number(prime_factors(n.small())));
  }
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& /*budget*/) const override {
    const Natural& n = position[0];
    if (n.is_zero()) return Options{};
    if (!n.is_small()) return factors_unknown(n);
    const std::vector<uint64_t> factors = prime_factors(n.small());
    Options result;
    uint64_t left = n.small();
    for (size_t i = 0; i < factors.size(); ++i) {
      const bool is_first = i == 0 || factors[i - 1] != factors[i];
      if (is_first) left = n.small();
      if (!is_first && !often_) continue;
      left /= factors[i];
      if (Ordinal(number(prime_factors(left))) != value) continue;
      result.all = result.positions.size() < limit;
      if (!result.all) break;
      result.positions.push_back({Natural(left)});
    }
    return result;
  }

 private:
  /// Of the factors, ascending.
  uint64_t number(const std::vector<uint64_t>& factors) const {
    if (!often_) return factors.size() % 2;
    uint64_t sum = 0;
    for (size_t i = 0, end = 0; i < factors.size(); i = end) {
      while (end < factors.size() && factors[end] == factors[i]) ++end;
      sum ^= end - i;
    }
    return sum;
  }

  bool often_;
};

}  // namespace

std::unique_ptr<Conclusion> divided_by_primes(bool often) {
  return std::make_unique<DividedByPrimes>(often);
}
std::unique_ptr<Conclusion> taken_divisors(bool the_heap_too) {
  return std::make_unique<TakenDivisors>(the_heap_too);
}
std::unique_ptr<Conclusion> left_divisors() { return std::make_unique<LeftDivisors>(); }

}  // namespace grundy
