#include "engine/automatic/law.h"

#include <gtest/gtest.h>

#include "engine/automatic/learn.h"
#include "engine/automatic/search.h"
#include "language/rulebook.h"

namespace grundy::automatic {
namespace {

constexpr const char* kLawGames = R"(
game heaps(a, b)
  -> heaps(x, b) for x < a
  -> heaps(a, y) for y < b

game signed(n)
  -> signed((n - 3) / 2 + 1) if n >= 2
  -> signed(max(n - 4, 0)) if n >= 1 and (n - 5) % 3 = 1
  -> signed((n ^^ 1) - 2) if n >= 2 and (n ^^ 1) < n + 2

game ten(n)
  -> ten(n - 1)
  -> ten(n/10) if n > 0

game up(n)
  -> up(n + 1)

game product(a, b)
  -> product(a * b, b - 1)
)";

class LawTest : public testing::Test {
 protected:
  const Rule& rule(const char* name) {
    if (!loaded_) {
      EXPECT_TRUE(rules_.load_text("test", kLawGames));
    }
    loaded_ = true;
    return **rules_.rule(name);
  }

  /// Every change of one target or of one state's acceptance is refuted, unless the words stay the
  /// same.
  void mutants_are_refuted(const FoundLaw& found, const Rule& of) {
    Workshop shop(found.law.numeration, budget_);
    const auto moves = read_moves(shop, of);
    ASSERT_TRUE(moves);
    const std::vector<Track> tracks = [&] {
      std::vector<Track> result;
      for (size_t i = 0; i < of.arity() + (found.law.kind == LawKind::values ? 1 : 0); ++i)
        result.push_back(static_cast<Track>(i));
      return result;
    }();
    const auto words = [&](const Automaton& a) {
      return shop.both(shop.instance(a, tracks), shop.anything(tracks));
    };
    const Relation right = words(found.law.automaton);
    size_t refuted = 0;
    const auto expect_refuted = [&](const Automaton& mutant) {
      // Languages are closed under leading zeros; others are no sets of numbers.
      if (mutant.next(mutant.start, 0) != mutant.start || words(mutant) == right) return;
      const LawVerdict verdict = decide_law(shop, *moves, found.law.kind, mutant);
      EXPECT_EQ(verdict.kind, LawVerdict::Kind::refuted) << verdict.flaw;
      EXPECT_EQ(verdict.position.size(), of.arity());
      ++refuted;
    };
    for (uint32_t state = 0; state < found.law.automaton.states(); ++state) {
      Automaton mutant = found.law.automaton;
      mutant.accepting[state] = static_cast<char>(1 - mutant.accepting[state]);
      expect_refuted(mutant);
    }
    for (size_t i = 0; i < found.law.automaton.target.size(); i += 3) {
      Automaton mutant = found.law.automaton;
      mutant.target[i] = (mutant.target[i] + 1) % mutant.states();
      expect_refuted(mutant);
    }
    EXPECT_GE(refuted, 3u);
  }

  Rulebook rules_;
  bool loaded_ = false;
  Budget budget_;
};

TEST_F(LawTest, MutantsAreRefuted) {
  for (const char* name : {"heaps", "wythoff", "mark"}) {
    const auto found = find_law(rule(name), {}, budget_);
    ASSERT_TRUE(found) << name;
    mutants_are_refuted(*found, rule(name));
  }
}

TEST_F(LawTest, LawsHoldBeyondTheLearnedTable) {
  for (const char* name : {"heaps", "lasker", "mark"}) {
    const auto found = find_law(rule(name), {}, budget_);
    ASSERT_TRUE(found) << name;
    ASSERT_EQ(found->law.kind, LawKind::values);
    const size_t arity = rule(name).arity();
    const int64_t side = arity == 1 ? 400 : 60;
    ASSERT_LT(found->side, side);
    const auto box = value_box(rule(name), {}, side, budget_);
    ASSERT_TRUE(box);
    // A learner that is given the larger table finds the same automaton.
    int64_t own = 1;
    for (size_t i = 0; found->law.numeration.term(i) <= side; ++i)
      own = found->law.numeration.term(i);
    const auto again = learn(found->law.numeration, *box, own, LawKind::values, 400, budget_);
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, found->law.automaton);
  }
}

// Few digits tell few states: large bases need large tables.
TEST_F(LawTest, LargeBases) {
  const auto found = find_law(rule("ten"), {}, budget_);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->law.kind, LawKind::losing);
  ASSERT_EQ(found->law.numeration.digits(), 10);
  const Automaton& law = found->law.automaton;
  std::vector<bool> lost{true};
  for (size_t n = 1; n < 300'000; ++n) lost.push_back(!lost[n - 1] && !lost[n / 10]);
  for (size_t n = 0; n < lost.size(); ++n) {
    uint32_t state = law.start;
    for (const char digit : std::to_string(n)) state = law.next(state, digit - '0');
    EXPECT_EQ(law.accepting[state] != 0, lost[n]) << n;
  }
}

/// Moves read as automata are those of the rule, negative terms and all.
TEST_F(LawTest, NegativeTermsHaveTheirMeaning) {
  Workshop shop(Numeration::base(2), budget_);
  const auto lines = line_moves(shop, rule("signed"));
  ASSERT_TRUE(lines) << lines.error().message();
  for (int64_t n = 0; n < 64; ++n) {
    std::vector<std::pair<bool, int64_t>> wanted{
        {n >= 2, (n >= 3 ? (n - 3) / 2 : -1) + 1},
        {n >= 1 && ((n - 5) % 3 + 3) % 3 == 1, std::max<int64_t>(n - 4, 0)},
        {n >= 2 && (n ^ 1) < n + 2, (n ^ 1) - 2}};
    for (size_t i = 0; i < 3; ++i) {
      const Track to = (*lines)[i].parts[0][0];
      Relation here = shop.both((*lines)[i].moves, shop.is_zero(track_term(0) - constant_term(n)));
      EXPECT_EQ(!here.empty(), wanted[i].first && wanted[i].second >= 0) << n << " " << i;
      if (here.empty()) continue;
      here = shop.both(here, shop.is_zero(track_term(to) - constant_term(wanted[i].second)));
      EXPECT_FALSE(here.empty()) << n << " " << i;
    }
  }
}

TEST_F(LawTest, WhatIsOutOfReachIsDeclined) {
  Workshop shop(Numeration::base(2), budget_);
  EXPECT_EQ(read_moves(shop, rule("product")).error().message(), "it multiplies variables");
  EXPECT_EQ(read_moves(shop, rule("up")).error().message(),
            "no list of measures was found that every move lowers");
}

}  // namespace
}  // namespace grundy::automatic
