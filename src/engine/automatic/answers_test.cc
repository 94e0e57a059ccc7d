#include "engine/automatic/answers.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/heap/heap.h"
#include "game/games.h"
#include "language/rulebook.h"

namespace grundy {
namespace {

class AutomaticAnswers : public testing::Test {
 protected:
  AutomaticAnswers() {
    EXPECT_TRUE(rules_.load_text(
        "test",
        "game heaps(a, b)\n  -> heaps(x, b) for x < a\n  -> heaps(a, y) for y < b\n"
        "game brown(a, b)\n  -> brown(a - 2*i, b + i) for i in 1..a/2\n"
        "  -> brown(a + i, b - 2*i) for i in 1..b/2\n"));
  }
  const RuleGame& game(const char* name) { return games_.of(**rules_.rule(name)); }

  Rulebook rules_;
  Games games_;
  Budget budget_;
};

TEST_F(AutomaticAnswers, ValuesAndMovesOfLargeHeaps) {
  const RuleGame& heaps = game("heaps");
  const auto solver = automatic_engine()->open(heaps);
  ASSERT_TRUE(solver);
  const Natural a = Natural::pow(10, 30), b = Natural::pow(3, 40);
  const Position position = heaps.at(Coordinates{a, b});
  const auto values = solver->values({&position, 1}, budget_);
  ASSERT_TRUE(values) << values.error().message();
  EXPECT_EQ((*values)[0], Value(Ordinal(a ^ b)));
  const auto moves = solver->moves_to(position, Value(), 5, budget_);
  ASSERT_TRUE(moves) << moves.error().message();
  ASSERT_EQ(moves->moves.size(), 1u);
  EXPECT_TRUE(moves->all);
  EXPECT_EQ(moves->moves[0].to, Sum{heaps.at(Coordinates{b, b})});
}

// Its moves leave every box.
TEST_F(AutomaticAnswers, LawsOfGamesThatFillNoBox) {
  const RuleGame& brown = game("brown");
  const auto solver = automatic_engine()->open(brown);
  ASSERT_TRUE(solver);
  const Natural a = Natural::pow(10, 30);
  for (uint64_t more = 0; more < 4; ++more) {
    const Position position = brown.at(Coordinates{a, a + Natural(more)});
    EXPECT_EQ(*solver->outcome(position, Play::normal, budget_),
              more <= 1 ? Outcome::P : Outcome::N);
  }
}

TEST_F(AutomaticAnswers, TakeAndBreakGamesAreForKernelsFirst) {
  const RuleGame& kayles = game("kayles");
  const auto solver = automatic_engine()->open(kayles);
  ASSERT_TRUE(solver);
  const Position some = kayles.at(Coordinates{Natural(1'000)});
  EXPECT_EQ(solver->cost({&some, 1}), cost::kAutomatonOfHeaps);
}

TEST_F(AutomaticAnswers, WhoWinsWhereNoValueIsKnown) {
  const RuleGame& wythoff = game("wythoff");
  const auto solver = automatic_engine()->open(wythoff);
  ASSERT_TRUE(solver);
  // ⌊kφ⌋ = (k + ⌊√5k²⌋)/2, and the other heap has k more.
  const Natural k = Natural::pow(10, 25) + Natural(9);
  const Natural a = (k + (Natural(5) * k * k).isqrt()) / Natural(2);
  const Position lost = wythoff.at(Coordinates{a, a + k});
  EXPECT_EQ(*solver->outcome(lost, Play::normal, budget_), Outcome::P);
  const Position won = wythoff.at(Coordinates{a, a + k + Natural(5)});
  EXPECT_EQ(*solver->outcome(won, Play::normal, budget_), Outcome::N);
  const auto moves = solver->moves_to(won, Value(), 10, budget_);
  ASSERT_TRUE(moves) << moves.error().message();
  EXPECT_TRUE(moves->all);
  ASSERT_GE(moves->moves.size(), 1u);
  for (const Move& move : moves->moves)
    EXPECT_EQ(*solver->outcome(move.to[0], Play::normal, budget_), Outcome::P);
  EXPECT_FALSE(solver->values({&won, 1}, budget_));
}

TEST_F(AutomaticAnswers, MovesToSumsAreThoseOfTheListing) {
  const RuleGame& lasker = game("lasker");
  const auto solver = automatic_engine()->open(lasker);
  const auto listing = heap_engine()->open(lasker);
  const auto moves_of = [&](Solver& asked, const Position& position, uint64_t value) {
    std::multiset<std::string> texts;
    const auto moves = asked.moves_to(position, Value(Ordinal(value)), 1000, budget_);
    EXPECT_TRUE(moves) << moves.error().message();
    EXPECT_TRUE(moves->all);
    for (const Move& move : moves->moves) texts.insert(to_string(sorted(move.to)));
    return texts;
  };
  size_t compared = 0;
  for (uint64_t n = 0; n <= 24; ++n) {
    const Position position = lasker.at(Coordinates{n});
    for (uint64_t value = 0; value <= 9; ++value) {
      const auto all = moves_of(*listing, position, value);
      EXPECT_EQ(moves_of(*solver, position, value), all) << n << " to " << value;
      compared += all.size();
    }
  }
  EXPECT_GT(compared, 200u);
  const Position far = lasker.at(Coordinates{Natural::pow(10, 30)});
  const auto values = solver->values({&far, 1}, budget_);
  ASSERT_TRUE(values);
  const auto moves = solver->moves_to(far, Value(), 3, budget_);
  ASSERT_TRUE(moves) << moves.error().message();
  ASSERT_GE(moves->moves.size(), 1u);
  for (const Move& move : moves->moves) EXPECT_EQ(*solver->value_of(move.to, budget_), Value());
  EXPECT_EQ(*solver->count_moves_to(far, Value(), budget_),
            std::optional<Natural>(2));  // all, and two halves
}

}  // namespace
}  // namespace grundy
