#include "proof/claim_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace grundy {
namespace {

class ClaimTextTest : public testing::Test {
 protected:
  Attempt<Claim> read(std::string_view text) {
    return read_claim(*book_.rule("forced").value(), text);
  }
  Rulebook book_;
};

TEST_F(ClaimTextTest, CasesAndPowersOfOmega) {
  const Claim claim = read("n >= m: n - m; m = 7: w^2*n + 3; ω·(m - n) + 1").value();
  EXPECT_EQ(claim.arity, 2u);
  EXPECT_EQ(claim.powers, 3u);
  ASSERT_EQ(claim.cases.size(), 3u);
  EXPECT_EQ(claim.cases[0].condition, "n >= m");
  EXPECT_EQ(claim.cases[2].condition, "");
  EXPECT_EQ(claim.cases[2].value, "ω·(m - n) + 1");
  const auto at = [&](int64_t m, int64_t n) {
    return evaluate(claim, std::vector<int64_t>{m, n}).value();
  };
  EXPECT_EQ(at(2, 5), (std::vector<int64_t>{0, 0, 3}));
  EXPECT_EQ(at(7, 5), (std::vector<int64_t>{5, 0, 3}));
  EXPECT_EQ(at(9, 5), (std::vector<int64_t>{0, 4, 1}));
}

TEST_F(ClaimTextTest, AsLawsArePrinted) {
  const Claim claim = read("n - m if n >= m; m = 7: 3; 1 otherwise").value();
  ASSERT_EQ(claim.cases.size(), 3u);
  EXPECT_EQ(claim.cases[0].condition, "n >= m");
  EXPECT_EQ(claim.cases[0].value, "n - m");
  EXPECT_EQ(claim.cases[2].condition, "");
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{2, 5}), std::vector<int64_t>{3});
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{7, 5}), std::vector<int64_t>{3});
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{9, 5}), std::vector<int64_t>{1});
  const auto wrong = [&](std::string_view text) {
    const Error error = read(text).error();
    return fmt::format("{}: {}", error.diagnostics[0].column, error.diagnostics[0].message);
  };
  EXPECT_EQ(wrong("n if"), "3: expected a condition");
  EXPECT_EQ(wrong("if n > 2"), "1: expected a value");
  EXPECT_EQ(wrong("otherwise"), "1: expected a value");
  EXPECT_EQ(wrong("1 otherwise 3"), "13: expected ';' or the end");
  EXPECT_EQ(wrong("1 otherwise; 3"), "14: a case without a condition must be the last one");
  EXPECT_EQ(wrong("1 if n = 2: 3"), "11: expected ';' between two cases, found ':'");
}

TEST_F(ClaimTextTest, SignsOfMathematics) {
  const Claim claim = read("m ⊕ n if m ≥ 2 and n ≠ 3; m×n − 1 if m ≤ 1; ω otherwise").value();
  EXPECT_EQ(claim.cases[0].value, "m ⊕ n");
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{6, 5}), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{1, 5}), (std::vector<int64_t>{0, 4}));
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{6, 3}), (std::vector<int64_t>{1, 0}));
}

TEST_F(ClaimTextTest, AValueMayLack) {
  const Claim claim = read("n > 3: n - 5; n = 2: 1").value();
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{0, 7}), std::vector<int64_t>{2});
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{0, 4}), std::nullopt) << "negative";
  EXPECT_EQ(evaluate(claim, std::vector<int64_t>{0, 3}), std::nullopt) << "no case";
}

TEST_F(ClaimTextTest, AsAMap) {
  const isl::Context context = isl::make_context(10'000'000);
  const isl::Map map = to_map(context.get(), read("n >= m: n - m; w + m - n - 1").value());
  const isl::Map wanted(isl_map_read_from_str(
      context.get(),
      "{ [m, n] -> [0, n - m] : 0 <= m <= n; [m, n] -> [1, m - n - 1] : 0 <= n < m }"));
  const isl::Set naturals(isl_set_read_from_str(context.get(), "{ [m, n] : m, n >= 0 }"));
  const isl::Map here(isl_map_intersect_domain(map.copy(), naturals.copy()));
  EXPECT_EQ(isl_map_is_equal(here.keep(), wanted.keep()), isl_bool_true);
  EXPECT_FALSE(to_map(context.get(), read("m*n").value()));
}

TEST_F(ClaimTextTest, ErrorsHavePlaces) {
  const auto wrong = read("n >= m: ω·ω");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().diagnostics[0].column, 9u);
  EXPECT_EQ(wrong.error().message(), "expected a sum of terms w^k*t, with t and k free of w");
}

TEST_F(ClaimTextTest, CallsAndNumerations) {
  const Claim claim = read("m < 3: floor(n*phi) + 1; shift(floor(m*phi^2))").value();
  EXPECT_EQ(claim.numeration->name(), "zeckendorf");
  EXPECT_EQ(claim.cases[0].value, "floor(n*phi) + 1");
  EXPECT_EQ(claim.cases[1].value, "shift(floor(m*phi^2))");
  const auto at = [&](int64_t m, int64_t n) {
    return evaluate(claim, std::vector<int64_t>{m, n})->back();
  };
  EXPECT_EQ(at(1, 10), 17);  // ⌊16.18…⌋ + 1
  EXPECT_EQ(at(3, 0), 11);   // 7 = 1010, 10100 is 8 + 3
  const Claim base = read("base 3: lost: shift(m) = n").value();
  EXPECT_TRUE(base.losing);
  EXPECT_TRUE(evaluate(base, std::vector<int64_t>{4, 12}).has_value());
  EXPECT_FALSE(evaluate(base, std::vector<int64_t>{4, 11}).has_value());
  const auto wrong = read("zeckendof: n");
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().diagnostics[0].column, 1u);
  EXPECT_EQ(read("floor(n*phi").error().diagnostics[0].column, 1u);
}

TEST_F(ClaimTextTest, Domains) {
  const Rule& rule = **book_.rule("forced");
  const automatic::Domain domain = *read_domain(rule, "m <= 2*n and (m = 0 or n = 1)");
  EXPECT_EQ(domain.text, "m <= 2*n and (m = 0 or n = 1)");
  EXPECT_TRUE(is_inside(domain, {2, 1}));
  EXPECT_FALSE(is_inside(domain, {3, 1}));
  EXPECT_FALSE(read_domain(rule, "k <= 2").ok());
  EXPECT_FALSE(read_domain(rule, "").ok());
}

}  // namespace
}  // namespace grundy
