// The closed forms of rule games with infinitely many moves: by the definition (mex over the
// options' values, rays included), and their winning moves.
#include "engine/family/closed_form.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "session/session.h"
#include "value/mex.h"

namespace grundy {
namespace {

Coordinates coordinates_of(const Position& position) {
  return rule_game(position)->coordinates(position);
}

Ordinal value_of(Session& session, const std::string& sum) {
  Budget budget;
  const auto question = session.read(sum, budget);
  EXPECT_TRUE(question.ok()) << question.error().to_string();
  const auto value = session.value(*question, budget);
  EXPECT_TRUE(value.ok()) << value.error().to_string();
  return value.ok() ? value->ordinal() : Ordinal();
}

/// Position (m, n) leads to (m, k), k < n, and for each l in changes(m) to (l, k) for all k from
/// least(n) on.
struct PileGame {
  const char* name;
  std::function<std::vector<uint64_t>(uint64_t)> changes;
  std::function<uint64_t(uint64_t)> least;
};

const std::vector<PileGame>& pile_games() {
  const auto one_less = [](uint64_t m) {
    return m == 0 ? std::vector<uint64_t>{} : std::vector<uint64_t>{m - 1};
  };
  const auto any_less = [](uint64_t m) {
    std::vector<uint64_t> result(m);
    for (uint64_t l = 0; l < m; ++l) result[l] = l;
    return result;
  };
  static const std::vector<PileGame> kGames = {
      {"free", one_less, [](uint64_t) { return 0; }},
      {"forced", one_less, [](uint64_t n) { return n; }},
      {"strict", one_less, [](uint64_t n) { return n + 1; }},
      {"anydrop", any_less, [](uint64_t) { return 0; }},
      {"cascade2", any_less, [](uint64_t) { return 0; }}};
  return kGames;
}

// The row of each m is computed from the rows before it: from some pile on, a row goes up by one
// with each stone. That is seen on the part of the row that is computed, and is what makes the
// options of the next row a ray.
TEST(ClosedForm, PilesByDefinition) {
  constexpr uint64_t kRows = 7;
  constexpr uint64_t kPiles = 40;
  Session session;
  for (const PileGame& game : pile_games()) {
    std::vector<std::vector<Ordinal>> rows;
    for (uint64_t m = 0; m < kRows; ++m) {
      std::vector<Ordinal> row;
      for (uint64_t n = 0; n < kPiles; ++n) {
        std::vector<Ordinal> values(row.begin(), row.end());
        std::vector<Ray> rays;
        for (const uint64_t l : game.changes(m)) {
          for (uint64_t k = game.least(n); k < kPiles; ++k) values.push_back(rows[l][k]);
          const uint64_t from = std::max(game.least(n), kPiles / 2);
          for (uint64_t k = kPiles / 2; k + 1 < kPiles; ++k)
            ASSERT_EQ(rows[l][k + 1], rows[l][k].successor());
          rays.push_back(
              {from < kPiles ? rows[l][from] : rows[l][kPiles - 1] + Ordinal(from - kPiles + 1)});
        }
        row.push_back(mex(values, rays));
        EXPECT_EQ(value_of(session, fmt::format("{}({}, {})", game.name, m, n)), row.back())
            << game.name << m << n;
      }
      rows.push_back(std::move(row));
    }
  }
}

Natural random_number(std::mt19937_64& random) {
  switch (random() % 3) {
    case 0:
      return random() % 6;
    case 1:
      return random() % 1000;
    default:
      return Natural::pow(10, 12 + random() % 20) + random() % 10;
  }
}

// The winning move from a sum of two positions is legal and leads to value 0.
TEST(ClosedForm, WinningMoves) {
  Session session;
  Budget budget;
  std::mt19937_64 random(1);
  for (const PileGame& game : pile_games()) {
    for (int round = 0; round < 500; ++round) {
      std::vector<Natural> c;
      for (int i = 0; i < 4; ++i) c.push_back(random_number(random));
      const std::string sum =
          fmt::format("{0}({1}, {2}) + {0}({3}, {4})", game.name, c[0].to_string(),
                      c[1].to_string(), c[2].to_string(), c[3].to_string());
      SCOPED_TRACE(sum);
      const auto question = session.read(sum, budget);
      ASSERT_TRUE(question.ok());
      const auto answer = session.solve(*question, Play::normal, 16, budget);
      ASSERT_TRUE(answer.ok());
      EXPECT_EQ(answer->mover_wins(), answer->values[0] != answer->values[1]);
      EXPECT_TRUE(answer->all_winning_moves);
      for (const SumMove& move : answer->winning_moves) {
        const auto to = session.read(to_string(move.move.to), budget);
        ASSERT_TRUE(to.ok());
        EXPECT_EQ(Value(value_of(session, to_string(move.move.to))),
                  *answer->values[1 - move.part]);
        const Coordinates from = coordinates_of(question->parts[move.part]);
        const Coordinates left = coordinates_of(to->parts[0]);
        const Natural &m = from[0], &n = from[1], &l = left[0], &k = left[1];
        const bool lowered = l == m && k < n;
        const std::string name = game.name;
        const bool step = name == "anydrop" || name == "cascade2" ? l < m : l + 1 == m;
        const bool changed = step && (name == "forced" ? k >= n : name == "strict" ? k > n : true);
        EXPECT_TRUE(lowered || changed) << to_string(move.move.to);
      }
    }
  }
}

TEST(ClosedForm, CascadeOfThree) {
  Session session;
  // By definition on a box: every option has another value, and every smaller value up to a bound
  // is an option's.
  EXPECT_EQ(value_of(session, "cascade3(3, 1, 4)").to_string(), "ω^2·3+ω+4");
  EXPECT_EQ(value_of(session, "cascade3(0, 0, 0)"), Ordinal(0));
  Budget budget;
  for (uint64_t a = 0; a < 3; ++a) {
    for (uint64_t b = 0; b < 3; ++b) {
      for (uint64_t c = 0; c < 3; ++c) {
        for (uint64_t x = 0; x < 4; ++x) {
          for (uint64_t y = 0; y < 4; ++y) {
            for (uint64_t z = 0; z < 4; ++z) {
              const bool option = x < a || (x == a && (y < b || (y == b && z < c)));
              const auto question = session.read(
                  fmt::format("cascade3({}, {}, {}) + cascade3({}, {}, {})", a, b, c, x, y, z),
                  budget);
              const auto answer = session.solve(*question, Play::normal, 4, budget);
              const bool from_first = answer->mover_wins() && answer->winning_moves[0].part == 0;
              EXPECT_EQ(from_first, option);
              if (!from_first) continue;
              EXPECT_EQ(to_string(answer->winning_moves[0].move.to),
                        fmt::format("cascade3({}, {}, {})", x, y, z));
            }
          }
        }
      }
    }
  }
}

TEST(ClosedForm, RecognisedHoweverItIsWritten) {
  Session session;
  const auto loaded = session.rulebook().load_text("x.game", R"(
game forced_turned(size, left)
  -> forced_turned(size - k, left)      for k in 1..size
  -> forced_turned(size + k, left - 1)  for k

game column3(c, a, b)
  -> column3(z, x, y)  for x, y, z  if x < a or (x = a and (y < b or (y = b and z < c)))

game pebbles(s, b)
  -> pebbles(s - k, b)  for k in 1..s
  -> pebbles(t, c)      for c, t  if c < b and t + 5 * c >= 5 * b

game nearly(m, n)
  -> nearly(m, k)      for k < n
  -> nearly(m - 1, k)  for k >= n  if m > 0 and k != 77
)");
  ASSERT_TRUE(loaded.ok());
  for (int m = 0; m < 5; ++m) {
    for (int n = 0; n < 9; ++n) {
      EXPECT_EQ(
          value_of(session, fmt::format("forced_turned({}, {}) + forced({}, {})", n, m, m, n)),
          Ordinal(0));
      EXPECT_EQ(
          value_of(session, fmt::format("column3({0}, 2, {1}) + cascade3(2, {1}, {0})", n, m)),
          Ordinal(0));
      EXPECT_EQ(
          value_of(session, fmt::format("pebbles({0}, {1}) + stones[K=5]({1}, {0})", 3 * n, m)),
          Ordinal(0));
    }
  }
  // All but one number can be reached from nearly(1, 0); in forced it is all of them.
  EXPECT_EQ(value_of(session, "nearly(1, 0)"), Ordinal(77));
  EXPECT_EQ(value_of(session, "forced(1, 0)"), Ordinal::omega());
}

TEST(ClosedForm, StonesOfAnySize) {
  Session session;
  EXPECT_EQ(value_of(session, "stones[K=2](4, 7)").to_string(), "ω+3");
  EXPECT_EQ(value_of(session, "stones(3, 5)").to_string(), "ω·3+2");
  EXPECT_EQ(value_of(session, "stones[K=0](3, 5)").to_string(), "ω·3+5");
  Budget budget;
  std::mt19937_64 random(3);
  for (int round = 0; round < 200; ++round) {
    const std::string sum =
        fmt::format("stones[K=3]({}, {}) + stones({}, {})", random_number(random).to_string(),
                    random_number(random).to_string(), random_number(random).to_string(),
                    random_number(random).to_string());
    SCOPED_TRACE(sum);
    const auto question = session.read(sum, budget);
    ASSERT_TRUE(question.ok());
    const auto answer = session.solve(*question, Play::normal, 16, budget);
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(answer->mover_wins(), answer->values[0] != answer->values[1]);
    for (const SumMove& move : answer->winning_moves) {
      EXPECT_EQ(Value(value_of(session, to_string(move.move.to))), *answer->values[1 - move.part]);
      const auto to = session.read(to_string(move.move.to), budget);
      const Coordinates from = coordinates_of(question->parts[move.part]);
      const Coordinates now = coordinates_of(to->parts[0]);
      const Natural K = move.part == 0 ? 3 : 1;
      EXPECT_TRUE((now[0] == from[0] && now[1] < from[1]) ||
                  (now[0] < from[0] && now[1] >= (from[0] - now[0]) * K));
    }
  }
}

}  // namespace
}  // namespace grundy
