// Play that goes round, from texts to answers: random rules and graphs against the definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "generate/environment.h"
#include "reference/graph.h"
#include "reference/rules.h"
#include "run_program.h"
#include "session/equal.h"
#include "session/match.h"
#include "session/session.h"
#include "session/table.h"

namespace grundy {
namespace {

using reference::Arcs;
using reference::Ending;

/// A rule with positions 0 … size - 1 between which play may go to and fro.
struct RoundRule {
  std::string text;
  uint32_t size = 0;
};

RoundRule random_round_rule(std::mt19937_64& random, uint32_t most) {
  RoundRule rule;
  const auto below = [&](uint64_t n) { return random() % n; };
  rule.size = 2 + static_cast<uint32_t>(below(most - 1));
  rule.text = "game r(n)\n";
  for (uint64_t lines = 1 + below(3); lines > 0; --lines) {
    const uint64_t modulus = 2 + below(4);
    switch (below(3)) {
      case 0:
        rule.text +=
            fmt::format("  -> r((n*{} + {}) % {})", 1 + below(4), below(rule.size), rule.size);
        break;
      case 1:
        rule.text += fmt::format("  -> r(n - {})", below(4));
        break;
      case 2:
        rule.text += fmt::format("  -> r((n + k*k) % {}) for k in 1..{}", rule.size, 1 + below(3));
        break;
    }
    rule.text += fmt::format(" if n % {} != {} and n < {}\n", modulus, below(modulus), rule.size);
  }
  return rule;
}

Arcs arcs_of(const Rule& rule, uint32_t size) {
  Arcs arcs(size);
  for (uint32_t n = 0; n < size; ++n) {
    for (const RuleSum& to : reference::moves(rule, {n}, 100).results)
      arcs[n].push_back(static_cast<uint32_t>(to.at(0).coordinates[0]));
  }
  return arcs;
}

Value defined_value(const Arcs& arcs, const std::vector<std::optional<uint64_t>>& numbers,
                    uint32_t v) {
  if (numbers[v]) return Value(*numbers[v]);
  std::vector<uint64_t> exits;
  for (const uint32_t to : arcs[v]) {
    if (numbers[to]) exits.push_back(*numbers[to]);
  }
  return Value::loopy(exits);
}

TEST(Round, RandomRulesHaveTheValuesOfTheDefinition) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1),
                 rules = generate::from_environment("GRUNDY_RULES", 60);
  uint64_t loopy = 0;
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    std::mt19937_64 random(seed);
    const RoundRule rule = random_round_rule(random, 30);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, rule.text));
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("r.game", rule.text).ok());
    const Arcs arcs = arcs_of(**session.rulebook().rule("r"), rule.size);
    const auto numbers = reference::numbers(arcs);
    Budget budget;
    for (uint32_t n = 0; n < rule.size; ++n) {
      const auto question = session.read(fmt::format("r({})", n), budget);
      const auto value = session.value(*question, budget);
      ASSERT_TRUE(value.ok()) << n << ": " << value.error().to_string();
      ASSERT_EQ(*value, defined_value(arcs, numbers, n)) << n;
      loopy += value->is_loopy() ? 1 : 0;
    }
  }
  if (rules >= 60) {
    EXPECT_GT(loopy, rules);
  }
}

/// Everything that is said of a sum of two positions, by working back from the ends of play.
void compare_sum(Session& session, const Arcs& arcs, const std::vector<Ending>& ends, uint32_t u,
                 uint32_t v, Play play) {
  SCOPED_TRACE(fmt::format("r({}) + r({}), {}", u, v, play == Play::normal ? "normal" : "misère"));
  const auto size = static_cast<uint32_t>(arcs.size());
  Budget budget;
  const auto question = session.read(fmt::format("r({}) + r({})", u, v), budget);
  const auto answer = session.solve(*question, play, 1000, budget);
  ASSERT_TRUE(answer.ok()) << answer.error().to_string();
  const Ending& here = ends[u * size + v];
  ASSERT_EQ(letter(answer->outcome), here.outcome);
  if (!answer->goes_round) return;
  if (here.outcome != 'D') {
    ASSERT_EQ(answer->moves_to_end, std::optional<uint64_t>(here.moves));
  }
  std::set<std::pair<size_t, std::string>> wanted[3];  // winning, drawing, losing
  const auto sort = [&](size_t part, uint32_t from, const auto& at) {
    for (const uint32_t to : arcs[from]) {
      const char after = ends[at(to)].outcome;
      wanted[after == 'P' ? 0 : after == 'D' ? 1 : 2].emplace(part, fmt::format("r({})", to));
    }
  };
  sort(0, u, [&](uint32_t to) { return to * size + v; });
  sort(1, v, [&](uint32_t to) { return u * size + to; });
  const auto found = [](const std::vector<SumMove>& moves) {
    std::set<std::pair<size_t, std::string>> set;
    for (const SumMove& move : moves) set.emplace(move.part, to_string(move.move.to));
    return set;
  };
  ASSERT_EQ(found(answer->winning_moves), wanted[0]);
  if (here.outcome == 'D') {
    ASSERT_EQ(found(answer->drawing_moves), wanted[1]);
    ASSERT_EQ(found(answer->losing_moves), wanted[2]);
  }
  if (here.outcome == 'N') {
    ASSERT_EQ(answer->winning_moves.at(0).moves_to_end, std::optional<uint64_t>(here.moves));
  }
}

TEST(Round, SumsAgreeWithPlay) {
  const uint64_t first = generate::from_environment("GRUNDY_SEED", 1),
                 rules = generate::from_environment("GRUNDY_RULES", 25);
  for (uint64_t seed = first; seed < first + rules; ++seed) {
    std::mt19937_64 random(seed);
    const RoundRule rule = random_round_rule(random, 7);
    SCOPED_TRACE(fmt::format("GRUNDY_SEED={} GRUNDY_RULES=1\n{}", seed, rule.text));
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("r.game", rule.text).ok());
    const Arcs arcs = arcs_of(**session.rulebook().rule("r"), rule.size);
    for (const Play play : {Play::normal, Play::misere}) {
      const auto ends = reference::endings(reference::sum(arcs, arcs), play == Play::misere);
      for (uint32_t u = 0; u < rule.size; ++u) {
        for (uint32_t v = 0; v < rule.size; ++v) compare_sum(session, arcs, ends, u, v, play);
        if (HasFatalFailure()) return;
      }
    }
  }
}

// The machine needs no more moves than it says, whatever the other player does.
TEST(Round, TheWinnerWinsInTime) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    std::mt19937_64 random(seed);
    const RoundRule rule = random_round_rule(random, 12);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, rule.text));
    Session session;
    ASSERT_TRUE(session.rulebook().load_text("r.game", rule.text).ok());
    Budget budget;
    const auto question = session.read(
        fmt::format("r({}) + r({}) + *1", random() % rule.size, random() % rule.size), budget);
    Match match(session, Play::normal, budget, 0);
    ASSERT_TRUE(match.begin(question->parts).ok());
    const auto answer = session.solve(*question, Play::normal, 1, budget);
    ASSERT_TRUE(answer.ok());
    if (answer->outcome != Outcome::N || !answer->moves_to_end) continue;
    uint64_t moves = 0;
    for (bool winner = true; !match.over(); winner = !winner, ++moves) {
      ASSERT_LT(moves, *answer->moves_to_end);
      if (winner) {
        const auto advice = match.advise();
        ASSERT_TRUE(advice.ok()) << advice.error().to_string();
        ASSERT_TRUE(advice->wins());
        match.make(advice->move);
        continue;
      }
      std::vector<PartMove> all;
      for (size_t part = 0; part < match.parts().size(); ++part) {
        bool complete = true;
        const auto some = match.moves(part, 1000, complete);
        ASSERT_TRUE(some.ok());
        all.insert(all.end(), some->begin(), some->end());
      }
      match.make(all[random() % all.size()]);
    }
    EXPECT_EQ(moves % 2, 1U);
  }
}

TEST(Round, Equality) {
  Session session;
  Budget budget;
  const auto compared = [&](const char* a, const char* b) {
    return *compare(session, *session.read(a, budget), *session.read(b, budget), budget);
  };
  EXPECT_TRUE(compared("inf(0, 2) + *3", "∞(3, 1)").equal);
  EXPECT_TRUE(compared("inf + *w", "inf(1) + inf(2)").equal);
  const Comparison exits = compared("inf(1, 5)", "inf(1, 2)");
  EXPECT_FALSE(exits.equal);
  EXPECT_EQ(to_string(*exits.witness), "*2");
  EXPECT_EQ(exits.outcomes, (std::array{Outcome::D, Outcome::N}));
  EXPECT_TRUE(exits.played);
  const Comparison number = compared("inf(1, 5)", "*4");
  EXPECT_EQ(to_string(*number.witness), "*4");
  EXPECT_EQ(number.outcomes, (std::array{Outcome::D, Outcome::P}));
  EXPECT_TRUE(number.played);
}

// Round a circle labels from below, or by one side, go wrong: with 0 as its end and steps of 2 and
// 3 on 7 places the places have these values, which sums of two confirm.
TEST(Round, Circles) {
  Session session;
  Budget budget;
  for (uint32_t places = 2; places <= 9; ++places) {
    for (const std::vector<uint32_t>& steps :
         {std::vector<uint32_t>{1, 2}, {2, 3}, {1, 4}, {3}, {1, 2, 5}}) {
      Arcs arcs(places);
      for (uint32_t k = 1; k < places; ++k) {
        for (const uint32_t s : steps) arcs[k].push_back((k + s) % places);
      }
      const auto numbers = reference::numbers(arcs);
      for (uint32_t k = 0; k < places; ++k) {
        const std::string text =
            fmt::format("windup[places={}, S={{{}}}]({})", places, fmt::join(steps, ", "), k);
        const auto question = session.read(text, budget);
        ASSERT_TRUE(question.ok()) << question.error().to_string();
        const auto value = session.value(*question, budget);
        ASSERT_TRUE(value.ok()) << text << value.error().to_string();
        EXPECT_EQ(*value, defined_value(arcs, numbers, k)) << text;
      }
    }
  }
}

// Epstein's game: the square below n is added or taken away. The lost positions up to 1200 as
// published (OEIS A005240).
constexpr const char* kEpstein =
    "game epstein(n)\n  -> epstein(n + isqrt(n)**2)  if n > 0\n"
    "  -> epstein(n - isqrt(n)**2)  if n > 0\n";

TEST(Round, WhoWinsIsSeenNearWhereNumbersGrow) {
  Session session;
  ASSERT_TRUE(session.load_rules("epstein", kEpstein).ok());
  const auto outcome = [&](uint64_t n) -> std::optional<Outcome> {
    Budget budget;
    const auto question = session.read(fmt::format("epstein({})", n), budget);
    const auto answer = session.solve(*question, Play::normal, 16, budget);
    if (answer && answer->outcome == Outcome::N) {
      EXPECT_FALSE(answer->winning_moves.empty()) << n;
    }
    return answer ? std::optional(answer->outcome) : std::nullopt;
  };
  for (const uint64_t lost : {0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257}) {
    EXPECT_EQ(outcome(lost), Outcome::P) << lost;
    // Whoever can go there wins.
    for (uint64_t n = 1; n <= 2 * lost; ++n) {
      uint64_t root = 1;
      while ((root + 1) * (root + 1) <= n) ++root;
      if (n + root * root == lost || n - root * root == lost) {
        EXPECT_EQ(outcome(n), Outcome::N) << n;
      }
    }
    Budget budget;
    const auto question = session.read(fmt::format("epstein({})", lost), budget);
    EXPECT_EQ(*session.value(*question, budget), Value());
  }
}

TEST(Round, NumbersThatGrowToABoundHaveValues) {
  constexpr uint32_t kMost = 1'000'000;
  Session session;
  ASSERT_TRUE(session
                  .load_rules("double",
                              "game double(n)\n"
                              "  -> double(n + 1) if n < 1000000\n"
                              "  -> double(2*n) if 2*n <= 1000000\n")
                  .ok());
  std::vector<uint8_t> values(kMost + 1, 0);
  for (uint32_t n = kMost; n-- > 1;) {
    const int one = values[n + 1], two = 2 * n <= kMost ? values[2 * n] : 3;
    while (values[n] == one || values[n] == two) ++values[n];
  }
  for (const uint32_t n : {1u, 17u, 1000u, 333'333u, 499'999u, 500'000u, 500'001u, 999'999u}) {
    Budget budget;
    const auto question = session.read(fmt::format("double({})", n), budget);
    const auto value = session.value(*question, budget);
    ASSERT_TRUE(value.ok()) << n;
    EXPECT_EQ(value->to_string(), std::to_string(values[n])) << n;
  }
}

TEST(Round, FarBoundsAreAsNone) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("far",
                              "game far(n)\n"
                              "  -> far(n + 1) if n < 10**15\n"
                              "  -> far(2*n) if n <= 10**14\n")
                  .ok());
  Budget budget;
  const auto question = session.read("far(17)", budget);
  const auto answer = session.solve(*question, Play::normal, 16, budget);
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message().find("who wins is undecided"), std::string::npos);
}

TEST(Round, FarMovesAreListedWhereTheyAreFew) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("odd",
                              "game odd(n)\n"
                              "  -> odd(n - d) for d in 1..n-1 if n % d = 0 and d % 2 = 1\n")
                  .ok());
  Budget budget;
  const auto question = session.read("odd(1000000000000)", budget);
  const auto answer = session.solve(*question, Play::normal, 16, budget);
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->winning_moves.size(), 13u);  // 5**0, …, 5**12 are taken
  EXPECT_TRUE(answer->all_winning_moves);
}

TEST(Round, TablesWhereNumbersGrow) {
  Session session;
  ASSERT_TRUE(session.load_rules("epstein", kEpstein).ok());
  Budget budget;
  const TabledGame game = *tabled_game(session, "epstein", budget);
  EXPECT_TRUE(game.outcomes_only);
  Table table = table_of(game, {{Natural(0), Natural(1201)}});
  ASSERT_TRUE(fill_table_with_outcomes(session, game, table, false, budget).ok());
  std::vector<uint64_t> lost;
  for (uint64_t n = 0; n <= 1200; ++n) {
    if (table.cell(n) == "P") lost.push_back(n);
    EXPECT_NE(table.cell(n), "D");
  }
  EXPECT_EQ(lost,
            (std::vector<uint64_t>{0,   5,   20,  29,  45,  80,  101, 116, 135,  145, 165, 173,
                                   236, 257, 397, 404, 445, 477, 540, 565, 580,  585, 629, 666,
                                   836, 845, 885, 909, 944, 949, 954, 975, 1125, 1177}));
  EXPECT_EQ(table.cell(1), "N");
  EXPECT_EQ(table.cell(2), "?");
  const auto undecided = chosen_positions(session, game, table, "outcome = undecided", false);
  ASSERT_TRUE(undecided.ok());
  EXPECT_EQ(undecided->members[0].first, Coordinates{Natural(2)});
}

TEST(Round, WhatIsWrongIsTold) {
  const auto run = [](const std::vector<std::string>& words) {
    return test::run_program(GRUNDY_PROGRAM, words, "");
  };
  EXPECT_EQ(run({"value", "inf(3, [2])"}).status, 2);
  EXPECT_EQ(run({"value", "inf{3}"}).status, 2);
  EXPECT_EQ(run({"value", "∞"}).out, "∞\n");
  EXPECT_EQ(run({"value", "inf(2, 0, 2)"}).out, "∞(0, 2)\n");
  const auto limited =
      run({"value", "--quiet", "--memory-limit", "20MiB", "king_race[size=2000](1999, 1999)"});
  EXPECT_EQ(limited.status, 1);
  EXPECT_NE(limited.err.find("memory limit of 20"), std::string::npos) << limited.err;
}

}  // namespace
}  // namespace grundy
