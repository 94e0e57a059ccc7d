#include "engine/automatic/lost.h"

#include <gtest/gtest.h>

#include "engine/automatic/search.h"
#include "language/rulebook.h"

namespace grundy::automatic {
namespace {

constexpr const char* kLostGames = R"(
game swap(a, b)
  -> swap(b, x) for x < a if x <= b
  -> swap(a - 1, a - 1) if a > b

game ends(a, b)
  -> ends(x, b) for x < a
  -> ends(a, b - 2*k) for k >= 1
  -> 0 if a = b and a % 3 = 1

game three(a, b, c)
  -> three(a - 1, b - 1, c)
  -> three(a, max(b - 2, 0), c) if b >= 1
  -> three(a, b, z) for z < c if (a ^^ z) >= 1

game cone(a, b)
  -> cone(a - k, b - l) for k >= 1, l in k..2*k
  -> cone(a - 1, b) if b % 4 != 1

game apart(n)
  -> apart(a) + apart(b) for a, b if a + b = n - 1

game higher(a, b)
  -> higher(a - 1, b + 5)
)";

class LostTest : public testing::Test {
 protected:
  LostTest() { EXPECT_TRUE(rules_.load_text("test", kLostGames)); }
  std::optional<ValueBox> box(const Rule& rule, const Numeration& numeration, int64_t side,
                              const Domain& domain = {}) {
    Workshop shop(numeration, budget_);
    const auto moves = read_moves(shop, rule, domain);
    EXPECT_TRUE(moves) << rule.name << ": " << (moves ? "" : moves.error().message());
    return moves ? lost_box(shop, *moves, domain, side, budget_) : std::nullopt;
  }
  const Rule& rule(const char* name) { return **rules_.rule(name); }

  Rulebook rules_;
  Budget budget_;
};

TEST_F(LostTest, LostPositionsAreThoseOfValueZero) {
  struct Case {
    const char* game;
    Numeration numeration;
    int64_t side;
  };
  const Case cases[] = {
      {"wythoff", Numeration::zeckendorf(), 55}, {"wythoff", Numeration::base(3), 27},
      {"swap", Numeration::base(2), 32},         {"ends", Numeration::base(3), 27},
      {"three", Numeration::base(2), 16},        {"mark", Numeration::base(2), 256},
      {"cone", Numeration::base(2), 64},         {"cone", Numeration::base(3), 81},
      {"king", Numeration::quadratic(2, 1), 41}};
  for (const Case& one : cases) {
    const Rule& game = rule(one.game);
    const auto lost = box(game, one.numeration, one.side);
    ASSERT_TRUE(lost) << one.game;
    const auto values = value_box(game, {}, one.side, budget_);
    ASSERT_TRUE(values) << one.game;
    for (size_t i = 0; i < values->values.size(); ++i)
      ASSERT_EQ(lost->values[i] == 0, values->values[i] == 0) << one.game << " at " << i;
  }
}

TEST_F(LostTest, SumsAndMovesOutOfBoxesAreNotForIt) {
  EXPECT_FALSE(box(rule("apart"), Numeration::base(2), 16));
  EXPECT_FALSE(box(rule("higher"), Numeration::base(2), 16));
  EXPECT_FALSE(box(rule("wythoff"), Numeration::base(2), 4096));
}

}  // namespace
}  // namespace grundy::automatic
