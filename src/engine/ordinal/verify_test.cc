#include "engine/ordinal/verify.h"

#include <gtest/gtest.h>

#include "engine/ordinal/formula.h"

namespace grundy {
namespace {

/// A game in two coordinates and its Grundy function.
struct Known {
  const char* name;
  const char* moves;
  Formula formula;
};

std::vector<Known> known_games() {
  const AffineValue zero{{0, 0}, 0, 1, 0};
  return {
      {"free",
       "{ [m, n] -> [m, k] : 0 <= k < n; [m, n] -> [m - 1, k] : m > 0 and k >= 0 }",
       {2, 2, {Case{{}, {}, {{{1, 0}, 0, 1, 2}, {{0, 1}, 0, 1, 0}}}}}},
      {"forced",
       "{ [m, n] -> [m, k] : 0 <= k < n; [m, n] -> [m - 1, k] : m > 0 and k >= n }",
       {2,
        2,
        {Case{{{{-1, 1}, 0}}, {}, {zero, {{-1, 1}, 0, 1, 0}}},
         Case{{}, {}, {{{0, 0}, 1, 1, 0}, {{1, -1}, -1, 1, 0}}}}}},
      {"diagonal",
       "{ [a, b] -> [c, d] : c < a and a - c = b - d }",
       {2, 1, {Case{{{{1, -1}, 0}}, {}, {{{0, 1}, 0, 1, 0}}}, Case{{}, {}, {{{1, 0}, 0, 1, 0}}}}}},
      {"evens",
       "{ [a, b] -> [c, b] : c < a and (a - c) % 2 = 0 }",
       {2, 1, {Case{{}, {}, {{{1, 0}, 0, 2, 0}}}}}},
  };
}

class Fixture {
 public:
  explicit Fixture(const char* moves) : context_(isl::make_context(50'000'000)) {
    moves_ = isl::Map(isl_map_read_from_str(context_.get(), moves));
    // Positions are anonymous pairs of natural numbers.
    isl_set* all = isl_set_universe(isl_space_domain(isl_map_get_space(moves_.keep())));
    all = isl_set_lower_bound_si(isl_set_lower_bound_si(all, isl_dim_set, 0, 0), isl_dim_set, 1, 0);
    all_ = isl::Set(all);
    moves_ = isl::Map(
        isl_map_intersect_range(isl_map_intersect_domain(moves_.take(), all_.copy()), all_.copy()));
  }
  isl::Map map(const Formula& formula) { return to_map(context_.get(), formula); }
  Verdict verdict(const Formula& formula) {
    return verify(moves_, map(formula), all_, moduli(formula));
  }
  Verdict at_once(const Formula& formula) { return verify(moves_, map(formula), all_, {1, 1}); }

 private:
  isl::Context context_;
  isl::Map moves_;
  isl::Set all_;
};

TEST(Verify, GrundyFunctionsAreProved) {
  for (const Known& known : known_games()) {
    Fixture game(known.moves);
    EXPECT_EQ(game.verdict(known.formula).kind, Verdict::Kind::proved) << known.name;
    EXPECT_EQ(game.at_once(known.formula).kind, Verdict::Kind::proved) << known.name;
  }
}

TEST(Verify, EveryMutationIsRefutedUnlessItIsEqual) {
  size_t refuted = 0;
  for (const Known& known : known_games()) {
    Fixture game(known.moves);
    const isl::Map right = game.map(known.formula);
    const auto try_formula = [&](const Formula& formula) {
      const Verdict verdict = game.verdict(formula);
      const bool equal = isl_map_is_equal(game.map(formula).keep(), right.keep()) == isl_bool_true;
      EXPECT_EQ(verdict.kind, equal ? Verdict::Kind::proved : Verdict::Kind::refuted) << known.name;
      EXPECT_EQ(game.at_once(formula).kind, verdict.kind) << known.name;
      if (equal) return;
      ++refuted;
      EXPECT_EQ(verdict.position.size(), 2u);
      EXPECT_NE(verdict.flaw, Verdict::Flaw::none);
    };
    for (size_t c = 0; c < known.formula.cases.size(); ++c) {
      Formula without = known.formula;
      without.cases.erase(without.cases.begin() + static_cast<std::ptrdiff_t>(c));
      try_formula(without);
      const auto change = [&](auto&& mutate) {
        for (const int64_t by : {-1, 1}) {
          Formula formula = known.formula;
          mutate(formula.cases[c], by);
          try_formula(formula);
        }
      };
      for (size_t h = 0; h < known.formula.cases[c].conditions.size(); ++h) {
        change([&](Case& one, int64_t by) { one.conditions[h].constant += by; });
        for (size_t i = 0; i < 2; ++i)
          change([&](Case& one, int64_t by) { one.conditions[h].coefficients[i] += by; });
      }
      for (size_t j = 0; j < known.formula.powers; ++j) {
        change([&](Case& one, int64_t by) { one.value[j].constant += by; });
        change([&](Case& one, int64_t by) { one.value[j].divisor += by == 1 ? 1 : 2; });
        for (size_t i = 0; i < 2; ++i)
          change([&](Case& one, int64_t by) { one.value[j].coefficients[i] += by; });
      }
    }
  }
  EXPECT_GT(refuted, 30u);
}

TEST(Verify, FlawsAreNamed) {
  Fixture game("{ [m, n] -> [m, k] : 0 <= k < n }");
  const auto value = [](int64_t factor, int64_t constant) {
    return Formula{2, 1, {Case{{}, {}, {{{0, factor}, constant, 1, 0}}}}};
  };
  EXPECT_EQ(game.verdict(value(1, 0)).kind, Verdict::Kind::proved);
  const Verdict same = game.verdict(value(0, 0));
  EXPECT_EQ(same.flaw, Verdict::Flaw::option_with_same_value);
  EXPECT_EQ(same.position, (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(game.verdict(value(2, 0)).flaw, Verdict::Flaw::value_too_large);
  const Verdict missing = game.verdict({2, 1, {Case{{{{0, 1}, -1}}, {}, {{{0, 1}, 0, 1, 0}}}}});
  EXPECT_EQ(missing.flaw, Verdict::Flaw::no_value);
  EXPECT_EQ(missing.position, (std::vector<int64_t>{0, 0}));
}

}  // namespace
}  // namespace grundy
