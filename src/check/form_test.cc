#include "check/form.h"

#include <gtest/gtest.h>

#include "language/rulebook.h"

namespace grundy {
namespace {

class FormTest : public testing::Test {
 protected:
  FormTest() : nim_(*book_.rule("nim").value()) {
    formula_.powers = {{1}, 3};
    formula_.cases.resize(1);
    formula_.cases[0].value = {{{1, 1, 0}, 5}};
    formula_.measures = {{{1}, 6}};
    formula_.witnesses.resize(1);
    formula_.witnesses[0].line = 7;
    formula_.witnesses[0].move = 1;
    formula_.witnesses[0].binders = {{{0, 1, 0}, 8}};
    formula_.witnesses[0].option = {{{0, 1, 0}, 9}};
    periodic_.kind = Certificate::Kind::periodic;
    periodic_.all_but = {{1}, 3};
    periodic_.preperiod = periodic_.saltus = {{0}, 4};
    periodic_.period = {{1}, 5};
    periodic_.window = {{0, 1}, 6};
  }

  /// "line: reason"; empty when it has the form.
  std::string flaw(const Certificate& certificate) {
    Judgement judgement;
    if (has_form(certificate, nim_, judgement)) return "";
    return std::to_string(judgement.line) + ": " + judgement.reason;
  }

  Rulebook book_;
  const Rule& nim_;
  Certificate formula_;
  Certificate periodic_;
};

TEST_F(FormTest, Right) {
  EXPECT_EQ(flaw(formula_), "");
  EXPECT_EQ(flaw(periodic_), "");
  EXPECT_EQ(powers(formula_), 1u);
  EXPECT_EQ(asked(formula_), 1u);
  EXPECT_EQ(asked(periodic_), 1u);
}

TEST_F(FormTest, Formulas) {
  const auto with = [&](auto change) {
    Certificate c = formula_;
    change(c);
    return flaw(c);
  };
  EXPECT_EQ(with([](auto& c) { c.powers.numbers = {0}; }), "3: there are 1 to 16 powers of ω");
  EXPECT_EQ(with([](auto& c) { c.cases.clear(); }), "3: there is no case");
  EXPECT_EQ(with([](auto& c) {
              c.cases[0].value[0].numbers = {0, 1, 0};
            }),
            "5: a divisor is at least 1");
  EXPECT_EQ(with([](auto& c) { c.cases[0].value[0].numbers = {1, 1}; }), "5: expected 3 numbers");
  EXPECT_EQ(with([](auto& c) {
              c.cases[0].residues = {{{1, 2, 0}, 4}};
            }),
            "4: there is no such coordinate");
  EXPECT_EQ(with([](auto& c) { c.measures[0].numbers = {-1}; }), "6: expected natural numbers");
  EXPECT_EQ(with([](auto& c) { c.witnesses[0].move = 2; }), "7: the rule has no such line");
  EXPECT_EQ(with([](auto& c) { c.witnesses[0].binders.clear(); }), "7: expected 1 lines 'with'");
  EXPECT_EQ(with([](auto& c) {
              c.witnesses[0].lets = {{{2, 1, 0, 0}, 8}};
            }),
            "8: expected 4 numbers");
}

TEST_F(FormTest, Periods) {
  const auto with = [&](auto change) {
    Certificate c = periodic_;
    change(c);
    return flaw(c);
  };
  EXPECT_EQ(with([](auto& c) { c.all_but.numbers = {2}; }), "3: expected 0 or 1");
  EXPECT_EQ(with([](auto& c) { c.period.numbers = {0}; }), "5: a period is at least 1");
  EXPECT_EQ(with([](auto& c) { c.numbers = {{3, 3}, 2}; }), "2: expected growing positive numbers");
  EXPECT_EQ(with([](auto& c) { c.window.numbers = {0}; }), "6: expected 2 numbers");
}

}  // namespace
}  // namespace grundy
