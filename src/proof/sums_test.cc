#include "proof/sums.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "session/session.h"

namespace grundy {
namespace {

constexpr const char* kSumRules = R"(
game split(n)
  -> split(a) + split(b)                for a < n, b = n - 1 - a
game three(n)
  -> three(a) + three(b) + three(c)     for a < n, b < n, c < n   if a + b + c = n - 3
  -> 0                                  if n = 1
game four(n)
  -> four(0) + four(0) + four(0) + four(n - 1)
game one(n)
  -> one(n - 1)
game other(n)
  -> other(n - 1) + split(0)
)";

struct Game {
  explicit Game(const std::string& name) : context(isl::make_context(50'000'000)) {
    Budget budget;
    EXPECT_TRUE(session.rulebook().load_text("x.game", kSumRules).ok());
    lines = sum_moves(context.get(), **session.game(name, budget));
  }
  isl::Map map(const std::string& text) {
    return isl::Map(isl_map_read_from_str(context.get(), text.c_str()));
  }
  Verdict verdict(const std::string& values) {
    const isl::Map map = this->map(values);
    const auto found = reaches(*lines, map);
    if (!found) return {};
    const isl::Set everywhere(isl_set_read_from_str(context.get(), "{ [n] : n >= 0 }"));
    return verify(*found, map, everywhere, {1});
  }

  Session session;
  isl::Context context;
  std::optional<std::vector<LineRelation>> lines;
};

TEST(Sums, WhichGames) {
  EXPECT_TRUE(Game("split").lines.has_value());
  EXPECT_TRUE(Game("three").lines.has_value());
  EXPECT_FALSE(Game("four").lines.has_value()) << "too many parts";
  EXPECT_FALSE(Game("one").lines.has_value()) << "no sums";
  EXPECT_FALSE(Game("other").lines.has_value()) << "another game";
}

/// Every formula n % 2 with another value at one place.
TEST(Sums, AFormulaIsProvedExactlyWhenItIsTrue) {
  Game game("split");
  for (int at = 0; at < 12; ++at) {
    for (int value = 0; value < 4; ++value) {
      const Verdict verdict = game.verdict(
          fmt::format("{{ [n] -> [n mod 2] : n >= 0 and n != {0}; [{0}] -> [{1}] }}", at, value));
      EXPECT_EQ(verdict.kind == Verdict::Kind::proved, value == at % 2) << at << " " << value;
      EXPECT_NE(verdict.kind, Verdict::Kind::unknown);
    }
  }
}

TEST(Sums, ThreeParts) {
  // By definition: the values of three.
  std::vector<int> g;
  for (int n = 0; n < 40; ++n) {
    std::vector<bool> seen(64, false);
    for (int a = 0; a < n; ++a) {
      for (int b = 0; b < n; ++b) {
        const int c = n - 3 - a - b;
        if (c >= 0) seen[static_cast<size_t>(g[a] ^ g[b] ^ g[c])] = true;
      }
    }
    if (n == 1) seen[0] = true;
    int mex = 0;
    while (seen[static_cast<size_t>(mex)]) ++mex;
    g.push_back(mex);
  }
  // Periodic formulas that begin like these values, and such that do not.
  Game game("three");
  int wrong = 0;
  for (int shift = 0; shift < 4; ++shift) {
    for (int period : {2, 3, 4}) {
      std::string values;
      bool fits = true;
      for (int r = 0; r < period; ++r) {
        const int value = g[static_cast<size_t>((r + shift) % period)];
        values += fmt::format("{}[n] -> [{}] : n >= 0 and n mod {} = {}", r == 0 ? "" : "; ", value,
                              period, r);
        for (int n = r; n < 40; n += period) fits = fits && g[static_cast<size_t>(n)] == value;
      }
      const Verdict verdict = game.verdict("{ " + values + " }");
      if (!fits) {
        ++wrong;
        ASSERT_EQ(verdict.kind, Verdict::Kind::refuted) << values;
      } else {
        EXPECT_NE(verdict.kind, Verdict::Kind::refuted) << values;
      }
    }
  }
  EXPECT_GT(wrong, 5);
}

TEST(Sums, ValuesHaveToBeFew) {
  Game game("split");
  EXPECT_EQ(game.verdict("{ [n] -> [n] : n >= 0 }").kind, Verdict::Kind::unknown);
  EXPECT_EQ(game.verdict("{ [n] -> [n mod 17] : n >= 0 }").kind, Verdict::Kind::unknown);
  EXPECT_EQ(game.verdict("{ [n] -> [n mod 8] : n >= 0 }").kind, Verdict::Kind::refuted);
}

}  // namespace
}  // namespace grundy
