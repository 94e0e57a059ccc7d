#include "engine/ordinal/formula_text.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

const std::vector<std::string> kNames = {"m", "n"};

Formula with(std::vector<Case> cases) { return {2, cases[0].value.size(), std::move(cases)}; }
AffineValue number(int64_t n) { return {{0, 0}, n, 1, 0}; }

TEST(FormulaText, Conditions) {
  const auto text = [](const Case& c, Notation notation = Notation::text) {
    return condition_text(with({c}), 0, kNames, notation);
  };
  EXPECT_EQ(text({{}, {}, {number(0)}}), "always");
  EXPECT_EQ(text({{{{-1, 1}, 0}}, {}, {number(0)}}), "n >= m");
  EXPECT_EQ(text({{{{-1, 1}, -1}}, {}, {number(0)}}), "n > m");
  EXPECT_EQ(text({{{{-1, 1}, -3}}, {}, {number(0)}}), "n >= m + 3");
  EXPECT_EQ(text({{{{-2, 1}, 3}}, {}, {number(0)}}), "n + 3 >= 2·m");
  EXPECT_EQ(text({{{{1, 0}, -4}}, {}, {number(0)}}), "m >= 4");
  EXPECT_EQ(text({{{{-1, 0}, 4}}, {}, {number(0)}}), "m <= 4");
  EXPECT_EQ(text({{{{-1, 0}, 0}}, {}, {number(0)}}), "m = 0");
  EXPECT_EQ(text({{{{-1, 1}, -1}, {{1, -1}, 1}}, {}, {number(0)}}), "n = m + 1");
  EXPECT_EQ(text({{{{0, 1}, -2}}, {{{1, 1}, 3, 2}}, {number(0)}}), "n >= 2 and (m + n) % 3 = 2");
  EXPECT_EQ(text({{}, {{{1, 0}, 2, 1, 2}}, {number(0)}}), "m/2 % 2 = 1");
  EXPECT_EQ(text({{{{-1, 1}, 0}}, {{{1, 0}, 2, 1, 2}}, {number(0)}}, Notation::latex),
            "n \\ge m \\text{ and } \\lfloor m/2 \\rfloor \\equiv 1 \\pmod{2}");
}

TEST(FormulaText, LastCase) {
  const Case last{{}, {}, {number(1)}};
  EXPECT_EQ(condition_text(with({{{{{-1, 1}, 0}}, {}, {number(0)}}, last}), 1, kNames), "n < m");
  EXPECT_EQ(condition_text(with({{{{{0, 1}, -3}}, {}, {number(0)}}, last}), 1, kNames), "n <= 2");
  EXPECT_EQ(condition_text(with({{{}, {{{0, 1}, 2, 0}}, {number(0)}}, last}), 1, kNames),
            "otherwise");
  const Case first{{{{-1, 1}, 0}}, {}, {number(0)}};
  EXPECT_EQ(condition_text(with({first, first, last}), 2, kNames), "otherwise");
}

TEST(FormulaText, Values) {
  const auto text = [](std::vector<AffineValue> value, Notation notation = Notation::text) {
    return value_text({{}, {}, std::move(value)}, kNames, notation);
  };
  EXPECT_EQ(text({number(0)}), "0");
  EXPECT_EQ(text({{{1, -1}, -1, 1, 0}}), "m - n - 1");
  EXPECT_EQ(text({{{1, 2}, -1, 2, 0}}), "(m + 2·n - 1)/2");
  EXPECT_EQ(text({{{1, 0}, 0, 1, 4}}), "m % 4");
  EXPECT_EQ(text({number(1), {{0, 1}, 0, 1, 0}}), "ω + n");
  EXPECT_EQ(text({{{2, 0}, 1, 1, 0}, {{0, 1}, 0, 2, 0}}), "ω·(2·m + 1) + n/2");
  EXPECT_EQ(text({{{1, 0}, 0, 1, 2}, {{0, 1}, 0, 1, 3}}), "ω·(m % 2) + (n % 3)");
  EXPECT_EQ(text({{{1, 0}, 0, 1, 0}, number(0), number(3)}), "ω^2·m + 3");
  EXPECT_EQ(text({{{1, 0}, 0, 1, 2}, {{1, 1}, 0, 3, 0}}, Notation::latex),
            "\\omega \\cdot (m \\bmod 2) + \\lfloor (m + n)/3 \\rfloor");
}

}  // namespace
}  // namespace grundy
