#include "proof/theorem.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

Rule rule() {
  Rule rule;
  rule.name = rule.full_name = "g";
  rule.coordinates = {"n"};
  return rule;
}

TEST(Theorem, StandsAsItWasMade) {
  const Rule g = rule();
  const Theorem nothing = unknown(g, "it is another name for a sum");
  EXPECT_EQ(nothing.status(), Theorem::Status::unknown);
  EXPECT_EQ(nothing.reason(), "it is another name for a sum");
  EXPECT_EQ(nothing.slices(), nullptr);
  EXPECT_EQ(nothing.formula(), nullptr);

  const Theorem seen{&g, Law{1, 2, 0, {0, 1, 2}}, Conjectured{{100}, "no theorem"}};
  EXPECT_EQ(seen.status(), Theorem::Status::conjectured);
  EXPECT_EQ(seen.reason(), "no theorem");
  EXPECT_EQ(seen.conjecture()->tested, std::vector<int64_t>{100});
  EXPECT_EQ(seen.law()->period, 2u);

  const Theorem wrong{&g, FormulaLaw{}, Refuted{{3}, "1", "2", ""}};
  EXPECT_EQ(wrong.status(), Theorem::Status::refuted);
  EXPECT_EQ(wrong.refutation()->position, std::vector<int64_t>{3});
  EXPECT_EQ(wrong.reason(), "");
  EXPECT_NE(wrong.formula(), nullptr);

  const Theorem right{&g, Law{0, 7, 0, {0, 0, 1, 1, 0, 2, 1}}, Proved{SubtractionProof{5, false}}};
  EXPECT_TRUE(right.is_proved());
  EXPECT_EQ(right.proof<SubtractionProof>()->window, 5u);
  EXPECT_EQ(right.proof<FormulaProof>(), nullptr);
  EXPECT_EQ(wrong.proof<SubtractionProof>(), nullptr);
}

TEST(Theorem, Recurrences) {
  EXPECT_FALSE(recurrence(Statement{}).has_value());
  EXPECT_FALSE(recurrence(FormulaLaw{}).has_value());
  const auto numbers = [](const Statement& statement) {
    const Recurrence found = recurrence(statement).value();
    return std::vector<uint64_t>{found.preperiod, found.period, found.saltus};
  };
  EXPECT_EQ(numbers(Law{1, 4, 4, {}}), (std::vector<uint64_t>{1, 4, 4}));
  EXPECT_EQ(numbers(LongPeriod{9, 4}), (std::vector<uint64_t>{9, 4, 0}));
  EXPECT_EQ(numbers(heap::Regularity{6, 13, 8, {2}, {}}), (std::vector<uint64_t>{6, 13, 8}));
}

TEST(Theorem, FormulasAreStatedInWords) {
  const Rule g = rule();
  const Formula parity{
      1, 1, {Case{{{{1}, -3}}, {}, {{{1}, 0, 1, 2}}}, Case{{}, {}, {{{0}, 5, 1, 0}}}}};
  const FormulaLaw law = law_of(g, parity);
  EXPECT_EQ(law.cases, (std::vector<StatedCase>{{"n >= 3", "n % 2"}, {"n <= 2", "5"}}));
  EXPECT_EQ(law.latex, (std::vector<StatedCase>{{"n \\ge 3", "(n \\bmod 2)"}, {"n \\le 2", "5"}}));
  EXPECT_EQ(stated(g, parity), law.cases);
  for (const Case& c : law.formula->cases) EXPECT_EQ(c.moduli, std::vector<int64_t>{2});
}

}  // namespace
}  // namespace grundy
