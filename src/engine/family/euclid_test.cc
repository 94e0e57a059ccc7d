// Euclid's values against the table's, for several least numbers, and far out against the recursion's own consequences.
#include "engine/family/euclid.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/table/finite.h"
#include "session/session.h"

namespace grundy {
namespace {

TEST(Euclid, ValuesAndMovesAreThoseOfTheTable) {
  for (const int least : {0, 1, 2, 3, 7}) {
    Session session;
    Budget budget;
    const auto rule = session.game(fmt::format("euclid[least={}]", least), budget);
    ASSERT_TRUE(rule.ok());
    const RuleGame& game = session.games().of(**rule);
    const auto closed = euclid_engine()->open(game);
    const auto table = finite_engine()->open(game);
    ASSERT_NE(closed, nullptr);
    for (int64_t a = 0; a <= 30; ++a) {
      for (int64_t b = 0; b <= 30; ++b) {
        const Position here = game.at(std::vector<int64_t>{a, b});
        const auto ours = closed->values({&here, 1}, budget);
        const auto theirs = table->values({&here, 1}, budget);
        ASSERT_TRUE(ours.ok() && theirs.ok());
        ASSERT_EQ(ours->front(), theirs->front()) << to_string(here);
        for (uint64_t value = 0; value < 6; ++value) {
          const auto texts = [&](const Attempt<MoveSet>& moves) {
            std::set<std::string> result;
            for (const Move& move : moves->moves) result.insert(to_string(move.to));
            return result;
          };
          const auto our_moves = closed->moves_to(here, Value(value), 100, budget);
          const auto their_moves = table->moves_to(here, Value(value), 100, budget);
          ASSERT_TRUE(our_moves.ok() && their_moves.ok());
          ASSERT_EQ(texts(our_moves), texts(their_moves)) << to_string(here) << " to " << value;
        }
      }
    }
  }
}

TEST(Euclid, RulesInOtherWords) {
  const auto made = [](Session& session, const std::string& first, const std::string& second) {
    const auto loaded = session.rulebook().load_text("own", fmt::format("game own(a, b)\n  {}\n  {}\n", first, second));
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
    Budget budget;
    return &session.games().of(**session.game("own", budget));
  };
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"-> own(a - k*b, b)  for k in 1..a/b if b > 0 and a >= b", "-> own(a, b - k*a)  for k in 1..b if a >= 1"},
           {"-> own(a, b - a*k)  for k in 1..b/max(a, 1) if a != 0",
            "-> own(a - b*k, b)  for k in 1..a if b > 0 and k*b <= a"},
           {"-> own(a - k*b, b)  for k in 1..a if 0 < b and k*b < a",
            "-> own(a, b - k*a)  for k in 1..b if a > 0 and b - k*a > 0"},
           {"-> own(a - k*b, b)  for k in 1..(a-1)/b if b > 0 and a > 0",
            "-> own(a, b - k*a)  for k in 1..b if a > 0 and b - k*a >= 1"}}) {
    Session session;
    Budget budget;
    const RuleGame& game = *made(session, first, second);
    const auto closed = euclid_engine()->open(game);
    ASSERT_NE(closed, nullptr) << first << "\n" << second;
    const auto table = finite_engine()->open(game);
    for (int64_t a = 0; a <= 12; ++a) {
      for (int64_t b = 0; b <= 12; ++b) {
        const Position here = game.at(std::vector<int64_t>{a, b});
        ASSERT_EQ(closed->values({&here, 1}, budget)->front(), table->values({&here, 1}, budget)->front())
            << to_string(here) << "\n"
            << first << "\n"
            << second;
      }
    }
  }
  for (const auto& [first, second] : std::vector<std::pair<std::string, std::string>>{
           {"-> own(a - k*b, b)  for k in 1..a if b > 0 and a > b", "-> own(a, b - k*a)  for k in 1..b if a > 0"},
           {"-> own(a - k*b, b)  for k in 2..a if b > 0", "-> own(a, b - k*a)  for k in 2..b if a > 0"},
           {"-> own(a - k*b, b)  for k in 1..a if b > 0 and k*b < a", "-> own(a, b - k*a)  for k in 1..b if a > 0"},
           {"-> own(b, a - k*b)  for k in 1..a if b > 0", "-> own(a, b - k*a)  for k in 1..b if a > 0"}}) {
    Session session;
    EXPECT_EQ(euclid_engine()->open(*made(session, first, second)), nullptr) << first << "\n" << second;
  }
}

TEST(Euclid, FarPairs) {
  Session session;
  Budget budget;
  const auto value = [&](const std::string& sum) {
    const auto question = session.read(sum, budget);
    EXPECT_TRUE(question.ok());
    return session.value(*question, budget)->to_string();
  };
  EXPECT_EQ(value("euclid(3000000000000000000000000, 3)"), "1000000000000000000000000");
  EXPECT_EQ(value("euclid[least=1](3000000000000000000000000, 3)"), "999999999999999999999999");
  // Neighbours among Fibonacci's numbers are near the golden ratio: lost or won as the ratio is below or above.
  EXPECT_EQ(value("euclid(1779979416004714189, 2880067194370816120)"), "0");
  EXPECT_EQ(value("euclid(1100087778366101931, 1779979416004714189)"), "1");
}

}  // namespace
}  // namespace grundy
