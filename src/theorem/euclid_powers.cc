// Euclid at any size where powers are taken: the larger of two numbers becomes its remainder by the
// smaller one, or a power of the smaller one is taken from it.
//
// Problem: the larger number may be 10^18, and 1 or 2 may be all that is taken.
// Idea: for a smaller number a >= 1 and a remainder r, the larger numbers are r + q·a for q >= 1.
// The powers a, a^2, a^3, … lower q by 1, a, a^2, …, which are 1 and -1 in turn modulo a + 1, and
// each position leads to the pair (r, a) besides. Without that pair the values for q = 1, 2, … are
// those of a heap of q - 1 from which 1, a, a^2, … may be taken: 0 and 1 in turn for an odd a, and
// 0 1 0 1 … 0 1 2 with period a + 1 for an even one. The pair's value is left out of the numbers.
// Example: (10, 31) has q = 3 and the pair (1, 10), whose value is 1; the third of 0 1 0 1 … is 0,
// and so is the value of (10, 31).
// Cost: the steps of Euclid's algorithm.
#include <fmt/format.h>

#include <algorithm>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

class EuclidPowers final : public Conclusion {
 public:
  explicit EuclidPowers(PairOrder order) : order_(order) {}

  std::string text(const std::vector<std::string>& names) const override {
    return fmt::format(
        "With a the smaller of {} and {}, q and r the quotient and the remainder of the larger one "
        "by a, the value is that of a heap of q - 1 from which 1, a, a^2, ... may be taken (0 1 in "
        "turn for an odd a, 0 1 0 1 ... 0 1 2 with period a + 1 for an even one), where the values "
        "from that of (r, a) on are one greater.",
        names[0], names[1]);
  }

  Attempt<Ordinal> value(const Coordinates& position, const Budget&) const override {
    return Ordinal(value_of_pair(position[0], position[1]));
  }

  std::optional<Attempt<Options>> options_of_value(const Coordinates& position,
                                                   const Ordinal& value, size_t limit,
                                                   const Budget& budget) const override {
    Options result;
    const bool turned = position[1] < position[0];
    const Natural &small = position[turned ? 1 : 0], &large = position[turned ? 0 : 1];
    if (small.is_zero() || (turned && order_ == PairOrder::sorted)) return result;
    const auto add = [&](const Natural& rest) {
      const bool exchanged =
          order_ == PairOrder::sorted ? rest < small : turned && order_ == PairOrder::kept;
      Coordinates to = exchanged ? Coordinates{rest, small} : Coordinates{small, rest};
      if (Ordinal(value_of_pair(to[0], to[1])) != value) return;
      if (std::find(result.positions.begin(), result.positions.end(), to) != result.positions.end())
        return;
      if (result.positions.size() == limit) {
        result.all = false;
      } else {
        result.positions.push_back(std::move(to));
      }
    };
    add(large % small);
    for (Natural power = small; power <= large; power = power * small) {
      if (budget.spent()) return Attempt<Options>(budget.why());
      add(large - power);
      if (small == Natural(1)) break;
    }
    return Attempt<Options>(std::move(result));
  }

 private:
  /// 0, 1 or 2, or one more.
  uint64_t value_of_pair(Natural a, Natural b) const {
    if (b < a) {
      if (order_ == PairOrder::sorted) return 0;
      std::swap(a, b);
    }
    // The pairs of Euclid's algorithm, the last one first: (0, d) has value 0.
    std::vector<std::pair<Natural, Natural>> pairs;
    while (!a.is_zero()) {
      Natural rest = b % a;
      pairs.emplace_back(a, b / a);
      b = std::move(a);
      a = std::move(rest);
    }
    uint64_t value = 0;
    for (size_t i = pairs.size(); i-- > 0;) {
      const auto& [small, quotient] = pairs[i];
      const Natural place = quotient - Natural(1);
      uint64_t heap = place.bit(0) ? 1 : 0;
      if (!small.bit(0)) {
        const Natural rest = place % (small + Natural(1));
        heap = rest == small ? 2 : (rest.bit(0) ? 1 : 0);
      }
      value = heap < value ? heap : heap + 1;
    }
    return value;
  }

  PairOrder order_;
};

}  // namespace

std::unique_ptr<Conclusion> euclid_powers(PairOrder order) {
  return std::make_unique<EuclidPowers>(order);
}

}  // namespace grundy
