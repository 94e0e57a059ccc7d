#include "engine/ordinal/formula_value.h"

#include <algorithm>
#include <vector>

namespace grundy {
namespace {

/// Σ coefficients·coordinates + constant as a difference of naturals.
struct Difference {
  Natural plus;
  Natural minus;
  bool natural() const { return plus >= minus; }
};

Difference linear(const std::vector<int64_t>& coefficients, int64_t constant,
                  const Coordinates& position) {
  Difference sum;
  auto add = [&](int64_t factor, const Natural& number) {
    const Natural product =
        Natural(factor < 0 ? 0 - static_cast<uint64_t>(factor) : static_cast<uint64_t>(factor)) *
        number;
    (factor < 0 ? sum.minus : sum.plus) = (factor < 0 ? sum.minus : sum.plus) + product;
  };
  for (size_t i = 0; i < coefficients.size(); ++i) add(coefficients[i], position[i]);
  add(constant, 1);
  return sum;
}

bool applies(const Case& c, const Coordinates& position) {
  for (size_t i = 0; i < position.size(); ++i) {
    if (position[i] % Natural(static_cast<uint64_t>(c.moduli[i])) !=
        Natural(static_cast<uint64_t>(c.residues[i])))
      return false;
  }
  return std::all_of(c.conditions.begin(), c.conditions.end(), [&](const HalfSpace& h) {
    return linear(h.coefficients, h.constant, position).natural();
  });
}

}  // namespace

Ordinal value_at(const Formula& formula, const Coordinates& position) {
  for (const Case& c : formula.cases) {
    if (!applies(c, position)) continue;
    std::vector<Ordinal::Term> terms;
    for (size_t j = 0; j < c.value.size(); ++j) {
      const Difference sum = linear(c.value[j].coefficients, c.value[j].constant, position);
      terms.push_back(
          {c.value.size() - 1 - j,
           (sum.plus - sum.minus) / Natural(static_cast<uint64_t>(c.value[j].divisor))});
    }
    return Ordinal::from_terms(std::move(terms));
  }
  return {};  // not reached: a proved formula is total
}

}  // namespace grundy
