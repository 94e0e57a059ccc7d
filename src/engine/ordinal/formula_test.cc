#include "engine/ordinal/formula.h"

#include <gtest/gtest.h>

#include <random>

namespace grundy {
namespace {

Formula of(std::vector<Case> cases) { return {2, cases[0].value.size(), std::move(cases)}; }

/// A formula with everything that a formula may have.
Formula random_formula(std::mt19937_64& random) {
  const auto number_in = [&](int64_t least, int64_t most) {
    return least + static_cast<int64_t>(random() % static_cast<uint64_t>(most - least + 1));
  };
  Formula formula{2, static_cast<size_t>(number_in(1, 2)), {}};
  const int64_t cases = number_in(1, 4);
  for (int64_t i = 0; i < cases; ++i) {
    Case c;
    if (number_in(0, 1) == 1)
      c.conditions.push_back({{number_in(-2, 2), number_in(-2, 2)}, number_in(-6, 6)});
    if (number_in(0, 1) == 1) {
      const int64_t modulus = number_in(2, 3);
      c.congruences.push_back({{number_in(-1, 1), number_in(-1, 1)},
                               modulus,
                               number_in(0, modulus - 1),
                               number_in(1, 2)});
    }
    for (size_t j = 0; j < formula.powers; ++j) {
      c.value.push_back({{number_in(0, 2), number_in(0, 2)},
                         number_in(0, 5),
                         number_in(1, 3),
                         number_in(0, 1) * number_in(2, 3)});
    }
    formula.cases.push_back(std::move(c));
  }
  return formula;
}

TEST(Formula, MapAndEvaluationAgree) {
  const isl::Context context = isl::make_context(50'000'000);
  std::mt19937_64 random(4);
  for (int round = 0; round < 60; ++round) {
    const Formula formula = random_formula(random);
    const isl::Map map = to_map(context.get(), formula);
    ASSERT_TRUE(map);
    const Formula plain = by_residues(formula);
    for (const Case& c : plain.cases) {
      EXPECT_TRUE(c.congruences.empty());
      for (const AffineValue& v : c.value) EXPECT_EQ(v.modulus, 0);
    }
    for (int64_t m = 0; m < 5; ++m) {
      for (int64_t n = 0; n < 5; ++n) {
        isl_set* at = isl_set_universe(isl_space_domain(isl_map_get_space(map.keep())));
        at = isl_set_fix_si(isl_set_fix_si(at, isl_dim_set, 0, static_cast<int>(m)), isl_dim_set, 1,
                            static_cast<int>(n));
        isl::Set found(isl_set_apply(at, map.copy()));
        const auto wanted = evaluate(formula, std::vector<int64_t>{m, n});
        EXPECT_EQ(evaluate(plain, std::vector<int64_t>{m, n}), wanted) << "round " << round;
        if (!wanted) {
          EXPECT_EQ(isl_set_is_empty(found.keep()), isl_bool_true);
          continue;
        }
        isl_set* one = isl_set_universe(isl_set_get_space(found.keep()));
        for (size_t j = 0; j < wanted->size(); ++j)
          one = isl_set_fix_si(one, isl_dim_set, static_cast<unsigned>(j),
                               static_cast<int>((*wanted)[j]));
        EXPECT_EQ(isl_set_is_equal(found.keep(), isl::Set(one).keep()), isl_bool_true)
            << "round " << round;
      }
    }
  }
}

TEST(Formula, Moduli) {
  EXPECT_EQ(moduli(of({{{}, {{{1, 0}, 2, 1, 2}}, {{{0, 1}, 0, 3, 0}}}})),
            (std::vector<int64_t>{4, 3}));
  EXPECT_EQ(moduli(of({{{{{3, 1}, 0}}, {}, {{{2, 1}, 0, 2, 0}}}})), (std::vector<int64_t>{1, 2}));
}

}  // namespace
}  // namespace grundy
