#include "proof/lost_conditions.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "language/rulebook.h"
#include "proof/claim_text.h"
#include "proof/prove.h"

namespace grundy {
namespace {

using Lost = std::function<bool(const std::vector<int64_t>&)>;

Sample sample_of(size_t arity, int64_t side, const Lost& lost) {
  Sample sample{std::vector<int64_t>(arity, side), 1, {}};
  for_each_point(sample.size, [&](size_t /*index*/, const std::vector<int64_t>& x) {
    sample.values.push_back(lost(x) ? 0 : 1);
    return true;
  });
  return sample;
}

const std::vector<std::string> kNames = {"a", "b", "c", "d"};

std::vector<std::string> found(size_t arity, int64_t side, const Lost& lost) {
  return lost_conditions({kNames.begin(), kNames.begin() + static_cast<std::ptrdiff_t>(arity)},
                         sample_of(arity, side, lost));
}

TEST(LostConditions, ThePlainestOfThoseThatFit) {
  EXPECT_EQ(found(1, 40, [](const auto& x) { return x[0] % 3 == 0; })[0], "a % 3 = 0");
  EXPECT_EQ(found(1, 40, [](const auto& x) { return x[0] % 7 == 1 || x[0] % 7 == 4; })[0],
            "(a % 7 = 1 or a % 7 = 4)");
  EXPECT_EQ(found(2, 20, [](const auto& x) { return std::abs(x[0] - x[1]) <= 1; })[0],
            "abs(a - b) <= 1");
  EXPECT_EQ(found(2, 20, [](const auto& x) { return x[0] == x[1]; })[0], "a = b");
  EXPECT_EQ(found(2, 20, [](const auto& x) { return x[0] == 2 * x[1] + 1; })[0], "a = 2*b + 1");
  EXPECT_EQ(found(2, 20, [](const auto& x) { return x[0] % 2 == 0 && x[1] % 2 == 0; })[0],
            "a % 2 = 0 and b % 2 = 0");
  EXPECT_EQ(found(3, 9,
                  [](const auto& x) {
                    return std::max({x[0], x[1], x[2]}) % 3 == 0;
                  })[0],
            "max(a, b, c) % 3 = 0");
  EXPECT_EQ(found(4, 7, [](const auto& x) { return x[0] == x[2] && x[1] == x[3]; })[0],
            "a = c and b = d");
  EXPECT_EQ(found(3, 9, [](const auto& x) { return x[0] % 2 + x[1] % 2 + x[2] % 2 == 2; })[0],
            "a % 2 + b % 2 + c % 2 = 2");
}

TEST(LostConditions, InPartsOfTheBox) {
  EXPECT_EQ(found(2, 20,
                  [](const auto& x) { return x[0] % 2 == 0 ? x[1] == x[0] : x[1] == x[0] + 3; })[0],
            "a % 2 = 0 and a = b or a % 2 = 1 and a + 3 = b");
  EXPECT_EQ(found(3, 9,
                  [](const auto& x) {
                    const int64_t most = std::max({x[0], x[1], x[2]});
                    return x[0] + x[1] + x[2] == 2 * most;
                  })[0],
            "a = max(a, b, c) and a = b + c or b = max(a, b, c) and a + c = b or c = max(a, b, c) "
            "and a + b = c");
}

TEST(LostConditions, NothingIsSaidOfNothing) {
  EXPECT_TRUE(found(2, 12, [](const auto& /*x*/) { return true; }).empty());
  EXPECT_TRUE(found(2, 12, [](const auto& /*x*/) { return false; }).empty());
  std::mt19937 random(1);
  EXPECT_TRUE(found(2, 12, [&](const auto& /*x*/) { return random() % 3 == 0; }).empty());
}

TEST(LostConditions, TheyFitTheBox) {
  Rulebook rules;
  ASSERT_TRUE(rules.load_text("t", "game t(a, b)\n  -> t(a - 1, b) if a > 0\n").ok());
  const Rule& rule = **rules.rule("t");
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const int64_t m = 2 + static_cast<int64_t>(random() % 4);
    const int64_t r = static_cast<int64_t>(random() % 5);
    const int64_t s = static_cast<int64_t>(random() % 3);
    const int kind = static_cast<int>(random() % 4);
    const Lost lost = [&](const std::vector<int64_t>& x) {
      if (kind == 0) return (x[0] + x[1]) % m == r % m;
      if (kind == 1) return x[0] % m == r % m && x[1] >= s;
      if (kind == 2) return std::abs(x[0] - x[1]) == r;
      return x[0] % 2 == 0 ? x[1] % m == s % m : x[1] == x[0] + r;
    };
    const Sample sample = sample_of(2, 18, lost);
    for (const std::string& text : lost_conditions({"a", "b"}, sample)) {
      const Attempt<Claim> claim = read_claim(rule, "lost: " + text);
      ASSERT_TRUE(claim.ok()) << text;
      size_t at = 0;
      for_each_point(sample.size, [&](size_t /*index*/, const std::vector<int64_t>& x) {
        EXPECT_EQ(evaluate(*claim, x).has_value(), sample.values[at++] == 0)
            << text << " at " << x[0] << ", " << x[1];
        return true;
      });
    }
  }
}

TEST(LostConditions, AreProvedWhereNoLawOfValuesIs) {
  Rulebook rules;
  ASSERT_TRUE(
      rules
          .load_text("t",
                     "game tri(x, y)\n"
                     "  -> tri(x - i, y + j) for i in 2..x, j in 1..i-1\n"
                     "  -> tri(x + j, y - i) for i in 2..y, j in 1..i-1\n"
                     "game cn42(a, b, c, d)\n"
                     "  -> cn42(a - i, b - j, c, d) for i in 0..a, j in 0..b if i + j > 0\n"
                     "  -> cn42(a, b - i, c - j, d) for i in 0..b, j in 0..c if i + j > 0\n"
                     "  -> cn42(a, b, c - i, d - j) for i in 0..c, j in 0..d if i + j > 0\n"
                     "  -> cn42(a - j, b, c, d - i) for i in 0..d, j in 0..a if i + j > 0\n")
          .ok());
  const auto lost_if = [&](const char* game) {
    Budget budget;
    const Attempt<Theorem> law = prove(**rules.rule(game), {}, budget);
    EXPECT_TRUE(law.ok() && law->is_proved()) << game;
    const auto* statement = std::get_if<AutomaticStatement>(&law->statement);
    return statement == nullptr ? std::string() : statement->lost_if;
  };
  EXPECT_EQ(lost_if("tri"), "abs(x - y) <= 1");
  EXPECT_EQ(lost_if("cn42"), "a = c and b = d");
}

}  // namespace
}  // namespace grundy
