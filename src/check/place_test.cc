#include "check/place.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

using logic::Decision;
using logic::Linear;
using logic::Problem;

/// n % 2 if n % 2 = 1 and n >= 3; n / 1 otherwise.
Certificate certificate() {
  Certificate c;
  c.powers = {{1}};
  c.cases.resize(2);
  c.cases[0].conditions = {{{1, -3}}};
  c.cases[0].residues = {{{0, 2, 1}}};
  c.cases[0].value = {{{1, 0, 1}}};
  c.cases[1].value = {{{1, 1, 0}}};
  return c;
}

bool possible(const Problem& problem) {
  const auto context = logic::make_context(1'000'000);
  return logic::decide(context.get(), problem, [] { return false; }).kind ==
         Decision::Kind::possible;
}

TEST(Place, Moduli) {
  Certificate c = certificate();
  EXPECT_EQ(moduli_of(c, 1), std::vector<int64_t>{2});
  c.cases[1].residues = {{{0, 3, 0}}};
  EXPECT_EQ(moduli_of(c, 1), std::vector<int64_t>{6});
  EXPECT_EQ(moduli_of(c, 2), (std::vector<int64_t>{6, 1}));
  c.cases[1].residues = {{{0, kMostResidueClasses, 0}}, {{0, 3, 0}}};
  EXPECT_EQ(moduli_of(c, 1), std::nullopt);
}

TEST(Place, ClassesOfResidues) {
  Problem problem;
  const Linear n = problem.natural();
  std::vector<std::vector<int64_t>> seen;
  const auto note = [&](const std::vector<int64_t>& residues) {
    seen.push_back(residues);
    return seen.size() < 4;
  };
  for_each_class({2, 3}, {n, n}, note);
  EXPECT_EQ(seen, (std::vector<std::vector<int64_t>>{{0, 0}, {1, 0}, {0, 1}, {1, 1}}));
  seen.clear();
  for_each_class({2, 1}, {2 * n + logic::number(1), n}, note);
  EXPECT_EQ(seen, (std::vector<std::vector<int64_t>>{{1, 0}})) << "2·n + 1 is odd";
}

TEST(Place, CasesThatApply) {
  const Certificate c = certificate();
  const auto holds_at = [&](int64_t n, size_t i) {
    Problem problem;
    const ClassPlace place = place_in(problem, {2}, {logic::number(n)}, {n % 2});
    if (!case_is_possible(c.cases[i], place.residues)) return false;
    problem.require(case_applies(c, i, place));
    return possible(problem);
  };
  for (int64_t n = 0; n < 8; ++n) {
    EXPECT_EQ(holds_at(n, 0), n % 2 == 1 && n >= 3) << n;
    EXPECT_EQ(holds_at(n, 1), n % 2 == 0 || n < 3) << n;
  }
}

TEST(Place, Values) {
  const Certificate c = certificate();
  Problem problem;
  const ClassPlace place{{logic::number(6)}, {0}};
  EXPECT_EQ(case_value(problem, c, 1, place), std::vector<Linear>{logic::number(6)});
}

}  // namespace
}  // namespace grundy
