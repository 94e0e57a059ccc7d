#include "engine/loopy/outcome_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/relation.h"
#include "language/rulebook.h"
#include "rule/meaning.h"

namespace grundy {
namespace {

const char* const kLoopyRules[] = {
    "game g(n)\n  -> g(n - 3)\n  -> g(n + 1)  if n >= 1\n",
    "game g(n)\n  -> g(n - 2)\n  -> g(n - 3)\n  -> g(n + 1)  if n % 2 = 1\n",
    "game g(n)\n  -> g(n - 3)\n  -> g(n + 1)\n",
    "game g(n)\n  -> g((n + 2) % 7)  if n % 7 != 0\n  -> g((n + 3) % 7)  if n % 7 != 0\n",
    "game g(n)\n  -> g(n - 1)  if n % 3 = 1\n  -> g(n + 2)  if n >= 1\n  -> g(n - 4)\n",
    "game g(a, b)\n  -> g(a - 1, b)\n  -> g(a, b - 1)\n  -> g(a + 1, b - 1)\n",
    "game g(a, b)\n  -> g(a - x, b - y)  for x <= 1, y <= 1  if x + y > 0\n  -> g(a + 1, b)  if a "
    "+ b > 0\n",
};

struct Lawful {
  explicit Lawful(const char* text) : context(isl::make_context(20'000'000)) {
    EXPECT_TRUE(book.load_text("test", text).ok()) << text;
    rule = *book.rule("g");
    moves = move_relation(context.get(), *rule);
    Budget budget;
    Attempt<Formula> found = outcome_law(*rule, *moves, budget);
    EXPECT_TRUE(found.ok()) << text;
    if (found) law = *std::move(found);
  }
  std::vector<std::vector<int64_t>> options(const std::vector<int64_t>& point) const {
    std::vector<std::vector<int64_t>> result;
    moves_by_definition(*rule, point, 1 << 20,
                        [&](const RuleSum& sum) { result.push_back(sum.at(0).coordinates); });
    return result;
  }

  Rulebook book;
  isl::Context context;
  const Rule* rule = nullptr;
  std::optional<isl::Map> moves;
  Formula law;
};

TEST(OutcomeLaw, IsThatOfLargerBoxes) {
  for (const char* text : kLoopyRules) {
    const Lawful game(text);
    const size_t arity = game.rule->arity();
    Budget budget;
    const auto box =
        labelled_outcomes(*game.rule, std::vector<int64_t>(arity, arity == 1 ? 1000 : 60),
                          std::vector<int64_t>(arity, arity == 1 ? 300 : 28), budget);
    ASSERT_TRUE(box.ok()) << text;
    EXPECT_FALSE(disagreement(game.law, *box)) << text;
  }
}

// Who plays by the law from a won position wins against random play, within the moves that it
// tells.
TEST(OutcomeLaw, TheCounterIsPlayedOut) {
  std::mt19937_64 random(1);
  for (const char* text : kLoopyRules) {
    const Lawful game(text);
    const auto told = [&](const std::vector<int64_t>& point) { return *evaluate(game.law, point); };
    for (int round = 0; round < 100; ++round) {
      std::vector<int64_t> here(game.rule->arity());
      for (int64_t& c : here) c = static_cast<int64_t>(random() % 100);
      if (told(here)[0] == outcome_number(Outcome::D)) {
        const auto options = game.options(here);
        EXPECT_TRUE(std::any_of(options.begin(), options.end(),
                                [&](const auto& to) { return told(to)[0] == 2; }));
        EXPECT_TRUE(std::none_of(options.begin(), options.end(),
                                 [&](const auto& to) { return told(to)[0] == 0; }));
        continue;
      }
      bool wins = told(here)[0] == outcome_number(Outcome::N);
      for (int64_t left = told(here)[1];; --left) {
        const auto options = game.options(here);
        if (options.empty()) break;
        ASSERT_GT(left, 0) << text;
        if (wins) {
          here = *std::min_element(options.begin(), options.end(),
                                   [&](const auto& a, const auto& b) { return told(a) < told(b); });
          EXPECT_EQ(told(here)[0], 0);
        } else {
          here = options[random() % options.size()];
          EXPECT_EQ(told(here)[0], 1);
        }
        wins = !wins;
      }
      EXPECT_FALSE(wins) << text;
    }
  }
}

TEST(OutcomeLaw, AFalseOneIsSeen) {
  for (const char* text : kLoopyRules) {
    const Lawful game(text);
    ASSERT_EQ(is_outcome_law(*game.moves, game.law), true) << text;
    for (size_t i = 0; i < game.law.cases.size(); ++i) {
      Formula changed = game.law;
      int64_t& outcome = changed.cases[i].value[0].constant;
      outcome = (outcome + 1) % 3;
      EXPECT_NE(is_outcome_law(*game.moves, changed), true) << text << i;
      Formula constant = game.law;
      AffineValue& counter = constant.cases[i].value[1];
      if (std::count(counter.coefficients.begin(), counter.coefficients.end(), 0) ==
          static_cast<std::ptrdiff_t>(counter.coefficients.size()))
        continue;
      counter = {std::vector<int64_t>(constant.arity, 0), 1, 1, 0};
      EXPECT_NE(is_outcome_law(*game.moves, constant), true) << text << i;
    }
  }
}

// A counter that is twice the moves proves the outcomes, but does not count.
TEST(OutcomeLaw, TheCounterCountsMoves) {
  for (const char* text : kLoopyRules) {
    const Lawful game(text);
    EXPECT_EQ(counts_moves(*game.moves, game.law), true) << text;
    Formula twice = game.law;
    bool ends_only = true;
    for (Case& one : twice.cases) {
      AffineValue& counter = one.value[1];
      for (int64_t& c : counter.coefficients) c *= 2;
      counter.constant *= 2;
      const bool is_lost = one.value[0].constant == outcome_number(Outcome::P);
      ends_only =
          ends_only &&
          (!is_lost || counter == AffineValue{std::vector<int64_t>(twice.arity, 0), 0, 1, 0});
    }
    if (ends_only) continue;
    EXPECT_EQ(is_outcome_law(*game.moves, twice), true) << text;
    EXPECT_EQ(counts_moves(*game.moves, twice), false) << text;
  }
}

TEST(OutcomeLaw, NoneWhereNoneIsFound) {
  Rulebook book;
  ASSERT_TRUE(
      book.load_text(
              "test",
              "game g(n)\n  -> g(n - k)  for k in 1..n  if (n + k) % 11 < 4\n  -> g(n + 1)\n")
          .ok());
  const isl::Context context = isl::make_context(20'000'000);
  const Rule& rule = **book.rule("g");
  const auto moves = move_relation(context.get(), rule);
  ASSERT_TRUE(moves.has_value());
  Budget budget;
  const auto law = outcome_law(rule, *moves, budget);
  if (law) {
    EXPECT_EQ(is_outcome_law(*moves, *law), true);
  } else {
    EXPECT_EQ(law.error().kind, Error::Kind::declined);
  }
}

}  // namespace
}  // namespace grundy
