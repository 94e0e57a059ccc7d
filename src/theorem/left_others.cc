// Heaps that become a smaller number which does not divide them.
//
// Theorem (Iannucci and Larsson 2021). The value of n = 2^a·(2m + 1) is m.
// Proof. A smaller number with the odd part 2m + 1 divides n, so no option has the value m. For j <
// m, 2j + 1 is an option unless it divides n. Then it divides 2m + 1, which is at least three times
// as much, and 2^(a + 1)·(2j + 1) < n is an option: n has fewer twos.
#include <fmt/format.h>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

class LeftOthers final : public Conclusion {
 public:
  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "The value of {0} is (d - 1)/2, where d is the greatest odd divisor of {0}; it is 0 for "
        "{0} = 0.",
        names[0]);
  }
  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    return Ordinal(number(position[0]));
  }
  /// The numbers 2^b·(2·value + 1).
  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget&) const override {
    Options result;
    const Natural& n = position[0];
    if (!value.is_finite()) return result;
    const Natural two(2);
    for (Natural left = value.finite() * two + Natural(1); left < n; left = left * two) {
      if ((n % left).is_zero()) continue;
      if (result.positions.size() == limit) {
        result.all = false;
        break;
      }
      result.positions.push_back({left});
    }
    return result;
  }

 private:
  static Natural number(Natural n) {
    if (n.is_zero()) return n;
    while (!n.bit(0)) n = n >> 1;
    return n >> 1;
  }
};

}  // namespace

std::unique_ptr<Conclusion> left_others() { return std::make_unique<LeftOthers>(); }

}  // namespace grundy
