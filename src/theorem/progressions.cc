// Three in arithmetic progression: a heap a becomes the two heaps a - b and a - 2b.
//
// Theorem. Let j be the place of the lowest 2 among the ternary digits of a, from 0. The value of a
// is the j-th odious number (one with an odd number of binary digits 1: 1, 2, 4, 7, 8, …), and 0 if
// a has no digit 2.
// Proof. Let v(a) = j, or ∞ without a 2, and y = a - b, x = a - 2b, where the lowest digit of b
// that is not 0 is at place i. Below i the digits of a, y, x agree, and at i they are 0, 1, 2 in
// some order. If there is a 2 below i, v(x) = v(y), the option has value 0, and a has another
// value. Else exactly one of the three has v = i. The nim-sum of two odious numbers is not odious,
// and not 0 if they differ; so the option could have the value of a only if one of x, y had value 0
// and the other that of a, or v(x) = v(y) = ∞ = v(a): neither is so.
// For smaller values w than that of a, let v(a) = j. b = 3^j leaves v(x) = v(y), the value 0. Any
// other w is o(p) or o(p) ⊕ o(q) for odious numbers o(p), o(q) below o(j): an odious w itself, and
// of an evil w the highest bit and the rest. So let p < j, and p < q < j or q = ∞. Take for x the
// digits of a below p, 1 - a_p at p, and above it a 2 at q and else zeros, with a 1 at j if that is
// needed for x and a to have the same parity. Then x < a and v(x) = q; and y = (x + a)/2 has the
// digits of a below p, and 2 at p, so v(y) = p.
#include <fmt/format.h>

#include <algorithm>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

/// The ternary digits, lowest first.
std::vector<uint64_t> ternary(Natural n) {
  std::vector<uint64_t> digits;
  for (; !n.is_zero(); n = n / Natural(3)) digits.push_back((n % Natural(3)).small());
  return digits;
}

Natural number_of(const std::vector<uint64_t>& digits) {
  Natural n;
  for (size_t i = digits.size(); i > 0; --i) n = n * Natural(3) + Natural(digits[i - 1]);
  return n;
}

uint64_t odious(uint64_t place) { return 2 * place + (__builtin_parityll(place) == 0 ? 1 : 0); }

/// The place of an odious number among these.
size_t place_of(uint64_t number) { return number / 2; }

size_t lowest_two(const std::vector<uint64_t>& digits) {
  return static_cast<size_t>(std::find(digits.begin(), digits.end(), 2) - digits.begin());
}

class Progressions final : public Conclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "If the lowest 2 among the ternary digits of {0} is at place j, from 0, the value of {0} "
        "is the j-th of the odious numbers 1, 2, 4, 7, 8, … (from 0); without a 2 it is 0.",
        names[0]);
  }

  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    const std::vector<uint64_t> digits = ternary(position[0]);
    const size_t two = lowest_two(digits);
    return two == digits.size() ? Ordinal() : Ordinal(odious(two));
  }

  /// One option, as the two numbers that are left.
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget&) const override {
    const Natural& a = position[0];
    std::vector<uint64_t> x = ternary(a);
    const size_t j = lowest_two(x);
    if (!value.is_small() || limit == 0 || j == x.size() || value.small() >= odious(j))
      return std::nullopt;
    const uint64_t w = value.small();
    if (w == 0) {
      x[j] = 0;
    } else {
      const bool is_odious = __builtin_parityll(w) == 1;
      const uint64_t high = uint64_t{1} << (63 - __builtin_clzll(w));
      const size_t one = place_of(is_odious ? w : high), other = place_of(w ^ high);
      const size_t p = is_odious ? one : std::min(one, other);
      x[p] = 1 - x[p];
      std::fill(x.begin() + static_cast<std::ptrdiff_t>(p) + 1, x.end(), 0);
      if (!is_odious) x[std::max(one, other)] = 2;
      if (number_of(x).bit(0) != a.bit(0)) x[j] = 1;
    }
    const Natural least = number_of(x);
    return Options{{{least, (least + a) / Natural(2)}}, false};
  }
};

}  // namespace

std::unique_ptr<Conclusion> progressions() { return std::make_unique<Progressions>(); }

}  // namespace grundy
