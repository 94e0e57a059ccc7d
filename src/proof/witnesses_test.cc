#include "proof/witnesses.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"
#include "rule/print.h"

namespace grundy {
namespace {

/// A certificate that n is the value of `game`, one coordinate, without its witnesses.
Certificate identity(const Rule& rule) {
  Certificate certificate;
  certificate.rule = print_rule(rule);
  certificate.game = rule.name;
  certificate.powers = {{1}};
  Certificate::Case& one = certificate.cases.emplace_back();
  one.value = {{{1, 1, 0}}};
  certificate.measures = {{{1}}};
  return certificate;
}

TEST(Witnesses, OfNim) {
  Rulebook book;
  const Rule& nim = *book.rule("nim").value();
  const auto found = find_witnesses(identity(nim), nim, Budget());
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 1u);
  const Certificate::Witness& one = found->front();
  EXPECT_EQ(one.move, 1);
  // n, the smaller value w, 1: with k = w, to w.
  EXPECT_EQ(one.binders, (std::vector<Row>{{{0, 1, 0}}}));
  EXPECT_EQ(one.option, (std::vector<Row>{{{0, 1, 0}}}));
  EXPECT_EQ(one.conditions, (std::vector<Row>{{{1, -1, -1}}})) << "n - w - 1 >= 0";
}

TEST(Witnesses, TheBudgetEndsTheSearch) {
  Rulebook book;
  const Rule& nim = *book.rule("nim").value();
  Budget budget;
  const std::atomic<bool> stop = true;
  budget.set_stop_flag(&stop);
  const auto found = find_witnesses(identity(nim), nim, budget);
  ASSERT_FALSE(found.ok());
  EXPECT_TRUE(found.error().is_end);
}

TEST(Witnesses, LinesThatTheCheckerDoesNotTake) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text("x.game", "game odd(n)\n  -> odd(k) for k < n if k * n % 2 = 0\n").ok());
  const Rule& odd = *book.rule("odd").value();
  const auto found = find_witnesses(identity(odd), odd, Budget());
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().message(),
            "the checker does not take a line of the rule: it has a product of variables");
}

}  // namespace
}  // namespace grundy
