#include "rule/exact.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "generate/rules.h"
#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

RuleSum narrow(const ExactSum& sum) {
  RuleSum result;
  for (const ExactPosition& part : sum) {
    RulePosition position{part.game, {}};
    for (const Natural& c : part.coordinates)
      position.coordinates.push_back(static_cast<int64_t>(c.small()));
    result.push_back(std::move(position));
  }
  return result;
}

/// The moves as the definition in 64 bits has them, in its order; nothing where it meets a fault.
std::optional<std::vector<RuleSum>> listed(const Rule& rule,
                                           const std::vector<int64_t>& coordinates) {
  std::vector<RuleSum> result;
  Patience patience(100'000);
  const Fault fault = moves_by_definition(
      rule, coordinates, 50, [&](RuleSum sum) { result.push_back(std::move(sum)); }, &patience);
  return fault.kind == Fault::Kind::none ? std::optional(std::move(result)) : std::nullopt;
}

TEST(Exact, MovesOfRandomRulesAreThoseInSixtyFourBits) {
  size_t compared = 0;
  const Budget budget;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const generate::RandomRules rules = generate::random_rules(seed);
    Rulebook book;
    ASSERT_TRUE(book.load_text("random", rules.text).ok());
    std::mt19937_64 random(seed);
    for (const generate::RandomGame& game : rules.games) {
      const auto rule = book.rule(game.name);
      if (!rule || (*rule)->moves_by_code || (*rule)->board) continue;
      for (int i = 0; i < 5; ++i) {
        std::vector<int64_t> small;
        Coordinates coordinates;
        for (size_t c = 0; c < game.arity; ++c) {
          small.push_back(static_cast<int64_t>(random() % 12));
          coordinates.emplace_back(static_cast<uint64_t>(small.back()));
        }
        const auto expected = listed(**rule, small);
        std::vector<RuleSum> found;
        const auto exact =
            for_each_exact_move(**rule, coordinates, budget, [&](const ExactSum& sum) {
              found.push_back(narrow(sum));
              return true;
            });
        if (!expected || !exact) continue;
        ++compared;
        ASSERT_EQ(found, *expected) << rules.text << " " << to_string(coordinates);
      }
    }
  }
  EXPECT_GT(compared, 900U);
}

/// The terms and conditions of a line, as `n` and `m` make them.
std::vector<std::string> moves_of(const std::string& lines,
                                  const std::vector<std::string>& coordinates) {
  Rulebook book;
  const auto loaded = book.load_text("test", "game g(n, m)\n" + lines);
  EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
  Coordinates here;
  for (const std::string& one : coordinates) here.push_back(*Natural::parse(one));
  std::vector<std::string> result;
  const auto listed =
      for_each_exact_move(**book.rule("g"), here, Budget(), [&](const ExactSum& sum) {
        result.push_back(sum.empty() ? "0" : to_string(sum[0].coordinates));
        return true;
      });
  if (!listed) result.push_back(listed.error().message());
  return result;
}

TEST(Exact, NumbersBeyondSixtyFourBits) {
  const std::string big = "1000000000000000000000";  // 10^21
  EXPECT_EQ(moves_of("  -> g(n*3/4 - 1, m)", {big, "0"}),
            std::vector<std::string>{"(749999999999999999999, 0)"});
  EXPECT_EQ(moves_of("  -> g(k, isqrt(n)) for k in 7..7 if k**30 < n*n", {big, "0"}),
            std::vector<std::string>{"(7, 31622776601)"});
  EXPECT_EQ(
      moves_of("  -> g(n ^^ 1, n | m) if n & 1 = 0 and n >> 69 = 1 and m << 69 <= n", {big, "1"}),
      std::vector<std::string>{"(1000000000000000000001, 1000000000000000000001)"});
  EXPECT_EQ(
      moves_of(
          "  -> g(gcd(n, m), n % m) if issquare(n*n) and ispower(n*n*n, 10) and n not in {1, 2}",
          {big, "75"}),
      std::vector<std::string>{"(25, 25)"});
  EXPECT_EQ(
      moves_of("  -> g(m - n, m)\n  -> g((m - n) / 7 + n, m)\n  -> g((m - n) % 7, m)", {big, "3"}),
      (std::vector<std::string>{"(857142857142857142857, 3)", "(4, 3)"}));
  EXPECT_EQ(moves_of("  -> g(k, m) for k in {n - 1, m - n, m} if all(k + i > i for i in 1..3)",
                     {big, "3"}),
            (std::vector<std::string>{"(999999999999999999999, 3)", "(3, 3)"}));
}

TEST(Exact, SaysWhatItDoesNotList) {
  const std::string big = "1000000000000000000000";
  EXPECT_EQ(moves_of("  -> g(n - k, m) for k >= 1", {big, "0"}).back(),
            "a range without an upper end in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(n - k, m) for k in 1..n", {big, "0"}).back(),
            "more than 16777216 choices in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(n / m, m)", {big, "0"}).back(),
            "division by zero in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(isqrt(m - n), m)", {big, "0"}).back(),
            "the square root of a negative number in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(n - 1, m) if isprime(n)", {big, "0"}).back(),
            "whether a number beyond 2^63 is prime in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(n - 1, m) if 2**n > m", {big, "0"}).back(),
            "a number of more than a million bits in a move from g(" + big + ", 0)");
  EXPECT_EQ(moves_of("  -> g(n - 1, m) if (n << n) > m", {big, "0"}).back(),
            "a number of more than a million bits in a move from g(" + big + ", 0)");
}

}  // namespace
}  // namespace grundy
