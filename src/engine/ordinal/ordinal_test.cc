// The ordinal engine against closed forms that it does not know of, and its moves against the
// rules.
#include "engine/ordinal/ordinal.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "reference/positions.h"
#include "session/session.h"

namespace grundy {
namespace {

const Rule& rule_of(Session& session, const std::string& game) {
  Budget budget;
  const auto rule = session.game(game, budget);
  EXPECT_TRUE(rule.ok()) << rule.error().to_string();
  return **rule;
}

std::vector<Coordinates> box(size_t arity, uint64_t size) {
  std::vector<Coordinates> result = {{}};
  for (size_t i = 0; i < arity; ++i) {
    std::vector<Coordinates> longer;
    for (const Coordinates& point : result) {
      for (uint64_t c = 0; c <= size; ++c) {
        longer.push_back(point);
        longer.back().push_back(c);
      }
    }
    result = std::move(longer);
  }
  return result;
}

TEST(OrdinalEngine, AgreesWithTheClosedForms) {
  Session session;
  for (const char* game : {"free", "forced", "strict", "anydrop", "cascade2", "cascade3"}) {
    SCOPED_TRACE(game);
    const Rule& rule = rule_of(session, game);
    auto opened = reference::Evaluator::of(*ordinal_engine(), rule);
    ASSERT_TRUE(opened.has_value());
    reference::Evaluator closed(rule);
    ASSERT_NE(closed.solver().engine(), "ordinal");
    Budget budget;
    std::vector<Coordinates> points = box(rule.arity(), rule.arity() == 2 ? 12 : 5);
    Coordinates far;
    for (size_t i = 0; i < rule.arity(); ++i) far.push_back(Natural::pow(10, 30) + Natural(i * i));
    points.push_back(far);
    const auto values = opened->values(points, budget);
    ASSERT_TRUE(values.ok()) << values.error().to_string();
    const auto wanted = closed.values(points, budget);
    ASSERT_TRUE(wanted.ok());
    EXPECT_EQ(*values, *wanted);
    // The moves of every smaller value, and of some that are not smaller.
    for (const Coordinates& point : box(rule.arity(), 3)) {
      for (const uint64_t limit : {0U, 1U, 100U}) {
        for (const Ordinal& value : *values) {
          if (value.size() > 3) continue;
          const auto moves = opened->moves_to(point, value, limit, budget);
          const auto known = closed.moves_to(point, value, limit, budget);
          ASSERT_TRUE(moves.ok() && known.ok());
          std::set<std::string> a;
          std::set<std::string> b;
          for (const Move& move : moves->moves) a.insert(to_string(move.to));
          for (const Move& move : known->moves) b.insert(to_string(move.to));
          if (limit != 1) {
            EXPECT_EQ(a, b) << to_string(point) << " to " << value.to_string();
          }
          EXPECT_EQ(a.size(), b.size());
          EXPECT_EQ(moves->all, known->all);
        }
        if (rule.arity() > 2) break;
      }
    }
  }
}

/// Stones and pebbles has no formula for all positions, but the engine's slices agree with its
/// closed form.
TEST(OrdinalEngine, AnswersFromSlices) {
  Session session;
  const Rule& rule = rule_of(session, "stones[K=2]");
  auto opened = reference::Evaluator::of(*ordinal_engine(), rule);
  reference::Evaluator closed(rule);
  ASSERT_TRUE(opened.has_value());
  ASSERT_NE(closed.solver().engine(), "ordinal");
  Budget budget;
  std::vector<Coordinates> points;
  for (const uint64_t b : {0, 1, 2, 3, 5, 8, 13, 15, 17, 18}) {
    for (uint64_t s = 0; s < 45; ++s) {
      Coordinates& point = points.emplace_back();
      point.push_back(b);
      point.push_back(s);
    }
    points.back()[1] = Natural::pow(10, 30);
  }
  const auto values = opened->values(points, budget);
  const auto wanted = closed.values(points, budget);
  ASSERT_TRUE(values.ok() && wanted.ok());
  EXPECT_EQ(*values, *wanted);
  size_t moves = 0;
  for (size_t i = 0; i < points.size(); i += 7) {
    for (size_t j = 0; j < points.size(); j += 29) {
      const Ordinal& value = (*wanted)[j];
      const auto found = opened->moves_to(points[i], value, 100, budget);
      const auto known = closed.moves_to(points[i], value, 100, budget);
      ASSERT_TRUE(found.ok() && known.ok());
      std::set<std::string> all;
      for (const Move& move : found->moves) all.insert(to_string(move.to));
      for (const Move& move : known->moves)
        EXPECT_EQ(all.count(to_string(move.to)), 1u) << to_string(move.to);
      EXPECT_EQ(found->moves.empty(), known->moves.empty());
      moves += all.size();
    }
  }
  EXPECT_GT(moves, 100u);
  const Coordinates beyond = {Natural(1000), Natural(5)};
  const auto declined = opened->values({&beyond, 1}, budget);
  ASSERT_FALSE(declined.ok());
  EXPECT_NE(declined.error().message().find("slices are computed up to b = 64"), std::string::npos);
}

TEST(OrdinalEngine, InfinitelyManyWinningMovesAreDescribed) {
  Session session;
  ASSERT_TRUE(session.rulebook().load_text(
      "x.game", "game twice(m, n)\n  -> twice(m - 1, k)  for k >= 2*n  if m > 0\n"));
  Budget budget;
  const auto question = session.read("twice(3, 2)", budget);
  const auto answer = session.solve(*question, Play::normal, 16, budget);
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  EXPECT_EQ(answer->value, Ordinal(1));
  ASSERT_EQ(answer->winning_moves.size(), 1u);
  EXPECT_FALSE(answer->all_winning_moves);
  EXPECT_EQ(to_string(answer->winning_moves[0].move.to), "twice(2, 4)");
  EXPECT_EQ(answer->winning_moves[0].move.condition, "m = 2 and n >= 4");
}

TEST(OrdinalEngine, AThirdCoordinate) {
  Session session;
  ASSERT_TRUE(session.rulebook().load_text("x.game", R"(
game beside(m, n, c)
  -> beside(m, k, c)      for k < n
  -> beside(m - 1, k, c)  for k      if m > 0
  -> beside(x, y, k)      for k < c, x, y
)"));
  Budget budget;
  for (uint64_t m = 0; m < 4; ++m) {
    for (uint64_t n = 0; n < 4; ++n) {
      for (uint64_t c = 0; c < 4; ++c) {
        const auto question = session.read(fmt::format("beside({}, {}, {})", m, n, c), budget);
        const auto value = session.value(*question, budget);
        ASSERT_TRUE(value.ok()) << value.error().to_string();
        EXPECT_EQ(*value, Ordinal::power_of_omega(1, 2 * c + m % 2) + Ordinal(n));
      }
    }
  }
}

TEST(OrdinalEngine, DeclinesWithoutALaw) {
  Session session;
  ASSERT_TRUE(session.rulebook().load_text("x.game", R"(
game changed(m, a, b)
  -> changed(m, k, b)      for k < a
  -> changed(m, a, k)      for k < b
  -> changed(m - 1, k, k)  for k >= a + b  if m > 0

game product(m, n)
  -> product(m - 1, k)  for k >= n*n  if m > 0
)"));
  Budget budget;
  for (const char* sum : {"changed(2, 3, 4)", "product(1, 2)"}) {
    const auto question = session.read(sum, budget);
    ASSERT_TRUE(question.ok());
    const auto value = session.value(*question, budget);
    ASSERT_FALSE(value.ok()) << sum;
    EXPECT_EQ(value.error().kind, Error::Kind::declined);
  }
}

}  // namespace
}  // namespace grundy
