#include "engine/ordinal/formula_value.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Coordinates at(const Natural& m, const Natural& n) { return {m, n}; }

/// n - m if n >= m, else ω + m - n - 1: nim with forced increases.
Formula forced() {
  return by_residues({2,
                      2,
                      {Case{{{{-1, 1}, 0}}, {}, {{{0, 0}, 0, 1, 0}, {{-1, 1}, 0, 1, 0}}},
                       Case{{}, {}, {{{0, 0}, 1, 1, 0}, {{1, -1}, -1, 1, 0}}}}});
}

TEST(FormulaValue, OfPositionsOfAnySize) {
  EXPECT_EQ(value_at(forced(), at(3, 5)).to_string(), "2");
  EXPECT_EQ(value_at(forced(), at(5, 3)).to_string(), "ω+1");
  const Natural large = *Natural::parse("1000000000000000000000000000000");
  EXPECT_EQ(value_at(forced(), at(0, large)).to_string(), "1000000000000000000000000000000");
  EXPECT_EQ(value_at(forced(), at(large, 7)).to_string(), "ω+999999999999999999999999999992");
}

TEST(FormulaValue, AsEvaluated) {
  // m % 2 in the first power, ⌊(m + n)/3⌋ in the last.
  const Formula formula{2, 2, {Case{{}, {}, {{{1, 0}, 0, 1, 2}, {{1, 1}, 0, 3, 0}}}}};
  const Formula plain = by_residues(formula);
  for (int64_t m = 0; m < 7; ++m) {
    for (int64_t n = 0; n < 7; ++n) {
      const auto wanted = evaluate(formula, std::vector<int64_t>{m, n}).value();
      const Ordinal value = value_at(plain, at(static_cast<uint64_t>(m), static_cast<uint64_t>(n)));
      EXPECT_EQ(value.coefficient(1), Natural(static_cast<uint64_t>(wanted[0])));
      EXPECT_EQ(value.coefficient(0), Natural(static_cast<uint64_t>(wanted[1])));
    }
  }
}

}  // namespace
}  // namespace grundy
