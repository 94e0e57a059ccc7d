// Who wins heap games without their values, against the values by definition.
#include "engine/heap/heap.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/plan.h"
#include "game/games.h"
#include "language/rulebook.h"
#include "reference/heap_values.h"

namespace grundy {
namespace {

TEST(Heap, WhoWinsByTwoEqualHeaps) {
  for (const char* text : {"0.77", "0.07", "0.007", "0.106", "4.3", "4!.0", "{2!}.7", "0.{2=}",
                           "0.0{2!}{2?}7", "0.000777", "0.8", "0.*", "0.3[03]", "0.[3]", "80.7",
                           "{4}.0", "{2,5}.0", "0.{4}!", "0.{4}{6}"}) {
    SCOPED_TRACE(text);
    Rulebook book;
    Games games;
    const auto loaded = book.load_text("test", "game g(n) = code[" + std::string(text) + "](n)\n");
    ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
    const RuleGame& game = games.of(**book.rule("g"));
    const std::unique_ptr<Solver> solver = heap_engine()->open(game);
    if (solver == nullptr) continue;
    Budget budget;
    const std::vector<uint32_t> values = reference::heap_values(*parse_heap_code(text), 40);
    for (uint64_t n = 40; n-- > 0;) {
      const Position here = game.at(Coordinates{Natural(n)});
      if (solver->sees_win(here)) {
        EXPECT_NE(values[n], 0u) << n;
        const auto moves = solver->winning_moves(here, Play::normal, 1, budget);
        ASSERT_TRUE(moves.ok());
        EXPECT_EQ(moves->moves.size(), 1u) << n;
      }
      const auto zero = solver->has_value(here, Value(), budget);
      const auto one = solver->has_value(here, Value(uint64_t{1}), budget);
      const auto outcome = solver->outcome(here, Play::normal, budget);
      ASSERT_TRUE(zero.ok() && one.ok() && outcome.ok());
      EXPECT_EQ(*zero, values[n] == 0) << n;
      EXPECT_EQ(*one, values[n] == 1) << n;
      EXPECT_EQ(*outcome, values[n] == 0 ? Outcome::P : Outcome::N) << n;
    }
  }
}

/// About the size from which a period is looked for first: of games without one, and of one with.
TEST(Heap, ValuesFarOut) {
  for (const char* text : {"4!.0", "0.6", "0.07"}) {
    const std::vector<uint32_t> values = reference::heap_values(*parse_heap_code(text), 17'001);
    for (const uint64_t n : {8'191, 8'192, 8'193, 12'000, 16'383, 16'384, 16'385, 16'399, 17'000}) {
      SCOPED_TRACE(fmt::format("{} at {}", text, n));
      Rulebook book;
      Games games;
      ASSERT_TRUE(book.load_text("test", fmt::format("game g(n) = code[{}](n)\n", text)).ok());
      const RuleGame& game = games.of(**book.rule("g"));
      Plan plan(game);
      Budget budget;
      const Position here = game.at(Coordinates{Natural(n)});
      const auto found = plan.values({&here, 1}, budget);
      ASSERT_TRUE(found.ok()) << found.error().to_string();
      EXPECT_EQ(found->at(0), Value(uint64_t{values[n]}));
    }
  }
}

/// No value of such heaps is computed.
TEST(Heap, WhoWinsFarOut) {
  Rulebook book;
  Games games;
  ASSERT_TRUE(book.load_text("test", "game g(n) = octal[0.00777777](n)\n").ok());
  const RuleGame& game = games.of(**book.rule("g"));
  Plan plan(game);
  Budget budget;
  const Position far = game.at(Coordinates{Natural(1'000'000'000'000'000'001)});
  EXPECT_FALSE(*plan.has_value(far, Value(), budget));
  EXPECT_EQ(*plan.outcome(far, Play::normal, budget), Outcome::N);
  const Attempt<MoveSet> moves = plan.winning_moves(far, Play::normal, 1, budget);
  ASSERT_TRUE(moves);
  EXPECT_EQ(moves->moves.size(), 1u);
}

}  // namespace
}  // namespace grundy
