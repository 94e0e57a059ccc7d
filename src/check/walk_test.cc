#include "check/walk.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

const WalkGame& late() {
  static const WalkGame game =
      WalkGame::make(parse_heap_code("4.406").value(), 59, false, Budget()).value();
  return game;
}

TEST(Walk, RanksAreValuesOfOneClass) {
  const WalkGame& game = late();
  for (uint32_t rank = 0; rank < WalkGame::kRanks; ++rank) {
    EXPECT_EQ(game.rank(game.common(5, rank)), rank);
    EXPECT_EQ(game.rank(game.rare(5, rank)), rank);
    EXPECT_TRUE(game.is_common(5, game.common(5, rank)));
    EXPECT_FALSE(game.is_common(5, game.rare(5, rank)));
  }
}

/// A walk from the middle of the first values goes on as the definition does.
TEST(Walk, GoesOnAsDefined) {
  const WalkGame& game = late();
  const uint64_t from = WalkGame::kStart - 16 * Walk::kStep;
  Walk walk(game, from, std::span(game.ranks).first(from));
  while (walk.end() < WalkGame::kStart) {
    ASSERT_TRUE(walk.step()) << walk.flaw();
    ASSERT_TRUE(walk.look()) << walk.flaw();
  }
  for (uint64_t n = from; n < WalkGame::kStart; ++n) ASSERT_EQ(*walk.at(n), game.ranks[n]) << n;
}

TEST(Walk, GamesThatTheTheoremIsNotAbout) {
  const auto reason = [](const char* code, uint32_t mask) {
    const auto made = WalkGame::make(parse_heap_code(code).value(), mask, false, Budget());
    return made ? "" : made.error().message();
  };
  EXPECT_EQ(reason("0.3", 1), "the theorem is about moves to two heaps");
  EXPECT_NE(reason("0.77", 1), "") << "kayles has rares for ever by this mask";
}

}  // namespace
}  // namespace grundy
