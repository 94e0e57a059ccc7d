// Games with infinitely many moves, from a seeded generator: the ordinal engine and the laws that
// are proved, against values by definition (reference/rays.h).
#include "reference/rays.h"

#include <gtest/gtest.h>

#include <random>

#include "engine/ordinal/ordinal.h"
#include "proof/certificate.h"
#include "proof/prove.h"
#include "reference/positions.h"
#include "session/session.h"

namespace grundy {
namespace {

using reference::RayGame;
using reference::RayLine;
using reference::RayValue;

constexpr int64_t kGreatestM = 5;
constexpr int64_t kGreatestN = 40;

RayGame random_game(std::mt19937& random) {
  const auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  };
  RayGame game;
  const auto only = [&] {
    return pick(0, 2) == 0 ? static_cast<RayLine::Only>(pick(1, 4)) : RayLine::Only::always;
  };
  for (int64_t count = pick(1, 2); count > 0; --count) {
    RayLine line;
    line.kind = RayLine::Kind::lower;
    line.low = pick(1, 2);
    line.high = pick(0, 2) < 2 ? 0 : line.low + pick(0, 2);
    line.only = only();
    game.lines.push_back(line);
  }
  for (int64_t count = pick(1, 2); count > 0; --count) {
    RayLine line;
    line.kind = static_cast<RayLine::Kind>(pick(1, 3));
    line.drop = pick(0, 2);
    line.factor = std::max<int64_t>(pick(0, 3) - 1, 0);
    line.low = pick(0, 3);
    line.high = pick(1, 3);
    line.only = only();
    game.lines.push_back(line);
  }
  return game;
}

Ordinal ordinal(const RayValue& value) {
  return Ordinal::power_of_omega(1, static_cast<uint64_t>(value.first)) +
         Ordinal(static_cast<uint64_t>(value.second));
}

TEST(Rays, FreeAndForcedIncreases) {
  RayLine lower{RayLine::Kind::lower, 1, 1, 1, 0};
  RayLine any{RayLine::Kind::any, 1, 0, 0, 1};
  const auto free = RayGame{{lower, any}}.values(4, 20);
  RayLine more{RayLine::Kind::any, 1, 1, 0, 1};
  const auto forced = RayGame{{lower, more}}.values(4, 20);
  ASSERT_TRUE(free && forced);
  for (size_t m = 0; m <= 4; ++m) {
    for (size_t n = 0; n <= 20; ++n) {
      const auto a = static_cast<int64_t>(m);
      const auto b = static_cast<int64_t>(n);
      EXPECT_EQ((*free)[m][n], RayValue(a % 2, b));
      EXPECT_EQ((*forced)[m][n], b >= a ? RayValue(0, b - a) : RayValue(1, a - 1 - b));
    }
  }
}

TEST(Rays, TheEngineAgreesOnRandomGames) {
  constexpr uint32_t kSeed = 20240711;
  std::mt19937 random(kSeed);
  size_t agreed = 0;
  size_t infinite = 0;
  size_t laws = 0;
  for (int round = 0; round < 300 && agreed < 30; ++round) {
    const RayGame game = random_game(random);
    const std::string text = game.to_text();
    SCOPED_TRACE(text);
    const auto wanted = game.values(kGreatestM, kGreatestN);
    if (!wanted) continue;
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("g.game", text).ok());
    Budget budget;
    const auto rule = session.game("g", budget);
    ASSERT_TRUE(rule.ok());
    auto evaluator = reference::Evaluator::of(*ordinal_engine(), **rule);
    if (!evaluator) continue;
    std::vector<Coordinates> box;
    for (uint64_t m = 0; m <= kGreatestM; ++m) {
      for (uint64_t n = 0; n <= kGreatestN; ++n) {
        Coordinates& at = box.emplace_back();
        at.push_back(m);
        at.push_back(n);
      }
    }
    const auto values = evaluator->values(box, budget);
    if (!values) continue;
    for (size_t i = 0; i < box.size(); ++i) {
      const RayValue& value = (*wanted)[box[i][0].small()][box[i][1].small()];
      infinite += value.first > 0 ? 1 : 0;
      ASSERT_EQ((*values)[i], ordinal(value)) << to_string(box[i]);
    }
    ++agreed;
    if (agreed % 3 != 0) continue;
    const auto theorem = prove(**rule, {}, budget);
    if (!theorem || !theorem->is_proved()) continue;
    ++laws;
    for (const Coordinates& at : box) {
      const auto value = evaluate(*theorem->formula()->formula,
                                  std::vector<int64_t>{static_cast<int64_t>(at[0].small()),
                                                       static_cast<int64_t>(at[1].small())});
      ASSERT_TRUE(value.has_value());
      ASSERT_EQ(value->size(), 2u);
      ASSERT_EQ(RayValue(value->front(), value->back()), (*wanted)[at[0].small()][at[1].small()])
          << to_string(at);
    }
  }
  EXPECT_EQ(agreed, 30u);
  EXPECT_GT(infinite, 300u);
  EXPECT_GT(laws, 6u);
}

}  // namespace
}  // namespace grundy
