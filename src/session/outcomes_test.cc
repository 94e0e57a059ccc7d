// Ends of a rule's own and moves of one player, against their meaning.
#include "session/outcomes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "proof/theorem_text.h"
#include "session/condition.h"
#include "session/count.h"
#include "session/law.h"
#include "session/table.h"
#include "session/winning.h"

namespace grundy {
namespace {

/// A random game on (a, b) with its meaning.
struct RandomGame {
  explicit RandomGame(uint32_t seed) : random(seed) {
    win_modulus = 4 + below(5);
    win_rest = below(win_modulus);
    lose_below = below(4);
    win_first = below(2) == 0;
    for (int64_t k = 1; k <= 4; ++k) {
      if (below(2) == 0) left.push_back(k);
      if (below(2) == 0) right.push_back(k);
    }
    left.push_back(5);
    right.push_back(5);
    has_ends = below(4) != 0;
    has_sides = below(4) != 0;
  }
  int64_t below(int64_t n) { return static_cast<int64_t>(random() % static_cast<uint64_t>(n)); }

  std::string text() const {
    const std::string win = fmt::format("  win if (a + 2*b) % {} = {}\n", win_modulus, win_rest);
    const std::string lose = fmt::format("  lose if a + b < {}\n", lose_below);
    std::string result = "game g(a, b)\n";
    if (has_ends) result += win_first ? win + lose : lose + win;
    result += fmt::format("  {}-> g(a - k, b) for k in {{{}}}\n", has_sides ? "left " : "",
                          fmt::join(left, ", "));
    result += fmt::format("  {}-> g(a, b - k) for k in {{{}}}\n", has_sides ? "right " : "",
                          fmt::join(right, ", "));
    return result + "  -> g(a - 1, b - 1) if any(k*k = a for k <= 4)\n";
  }

  bool wins(int64_t a, int64_t b, int turn) {
    const auto [at, fresh] = known.try_emplace({a, b, turn}, false);
    if (!fresh) return at->second;
    const bool won = (a + 2 * b) % win_modulus == win_rest;
    const bool lost = a + b < lose_below;
    bool result = false;
    if (has_ends && (won || lost)) {
      result = won && lost ? win_first : won;
    } else {
      const auto leads = [&](int64_t c, int64_t d) {
        result = result || (c >= 0 && d >= 0 && !wins(c, d, 1 - turn));
      };
      for (const int64_t k : left) {
        if (!has_sides || turn == 0) leads(a - k, b);
      }
      for (const int64_t k : right) {
        if (!has_sides || turn == 1) leads(a, b - k);
      }
      if (a == 0 || a == 1 || a == 4 || a == 9 || a == 16) leads(a - 1, b - 1);
    }
    return known[{a, b, turn}] = result;
  }

  /// What winning moves lead to, each with the least k of a line with k that leads there.
  std::map<std::pair<int64_t, int64_t>, std::optional<int64_t>> winning(int64_t a, int64_t b,
                                                                        int turn) {
    std::map<std::pair<int64_t, int64_t>, std::optional<int64_t>> result;
    if (has_ends && ((a + 2 * b) % win_modulus == win_rest || a + b < lose_below)) return result;
    const auto leads = [&](int64_t c, int64_t d, std::optional<int64_t> k) {
      if (c < 0 || d < 0 || wins(c, d, 1 - turn)) return;
      std::optional<int64_t>& least = result[{c, d}];
      if (k && (!least || *k < *least)) least = k;
    };
    for (const int64_t k : left) {
      if (!has_sides || turn == 0) leads(a - k, b, k);
    }
    for (const int64_t k : right) {
      if (!has_sides || turn == 1) leads(a, b - k, k);
    }
    if (a == 0 || a == 1 || a == 4 || a == 9 || a == 16) leads(a - 1, b - 1, {});
    return result;
  }

  std::mt19937_64 random;
  int64_t win_modulus, win_rest, lose_below;
  bool win_first, has_ends, has_sides;
  std::vector<int64_t> left, right;
  std::map<std::tuple<int64_t, int64_t, int>, bool> known;
};

/// The number of winning moves and the least k of one, against the meaning.
void compare_moves(RandomGame& game, Session& session, const Question& begun, bool is_won,
                   int64_t a, int64_t b, int turn) {
  if (is_won) return;
  Budget budget;
  const Attempt<Answer> answer = session.solve(begun, Play::normal, 1, budget);
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  const auto expected = game.winning(a, b, turn);
  const auto count = count_winning_moves(session, begun, *answer, Counted::results, budget);
  ASSERT_TRUE(count.ok()) << count.error().message();
  EXPECT_EQ(*count, Natural(expected.size())) << a << " " << b << " " << turn << "\n"
                                              << game.text();
  std::optional<int64_t> least;
  for (const auto& [to, k] : expected) {
    if (k && (!least || *k < *least)) least = k;
  }
  const auto found = extreme_winning_move(session, begun, *answer, Extreme::least, "k", budget);
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_EQ(found->has_value(), least.has_value()) << a << " " << b << " " << turn << "\n"
                                                   << game.text();
  if (*found && least) {
    EXPECT_EQ((*found)->value, *least) << a << " " << b << " " << turn << "\n" << game.text();
  }
}

TEST(Outcomes, TablesAndCountsAgreeWithTheMeaning) {
  for (uint32_t seed = 101; seed <= 125; ++seed) {
    RandomGame game(seed);
    Session session;
    ASSERT_TRUE(session.load_rules("g.game", game.text()).ok()) << game.text();
    Budget budget;
    const Attempt<TabledGame> tabled = tabled_game(session, "g", budget);
    ASSERT_TRUE(tabled.ok()) << tabled.error().message();
    EXPECT_EQ(tabled->outcomes_only, game.has_ends || game.has_sides);
    EXPECT_EQ(tabled->coordinates(), (std::vector<std::string>{"a", "b"}));
    Table table = table_of(*tabled, {{2, 12}, {0, 15}});
    const auto filled = fill_table_with_outcomes(session, *tabled, table, false, budget);
    ASSERT_TRUE(filled.ok()) << filled.error().message();
    std::map<char, uint64_t> counts;
    size_t place = 0;
    for (int64_t a = 2; a <= 13; ++a) {
      for (int64_t b = 0; b <= 14; ++b) {
        const bool left = game.wins(a, b, 0);
        const bool right = game.has_sides ? game.wins(a, b, 1) : left;
        const char expected = left && right ? 'N' : left ? 'L' : right ? 'R' : 'P';
        ASSERT_EQ(table.cell(place++), std::string(1, expected)) << a << " " << b << "\n"
                                                                 << game.text();
        ++counts[expected];
      }
    }
    if (!tabled->outcomes_only) continue;
    for (const char letter : {'P', 'N', 'L', 'R', 'D'}) {
      const auto where =
          PositionCondition::read(fmt::format("outcome = {}", letter), *tabled, true);
      ASSERT_TRUE(where.ok()) << where.error().message();
      const auto counted = count_values(session, *tabled, table.box, &*where, nullptr, budget);
      ASSERT_TRUE(counted.ok()) << counted.error().message();
      EXPECT_EQ(counted->positions(), Natural(counts[letter])) << letter << "\n" << game.text();
    }
  }
}

TEST(Outcomes, DrawsAreInTables) {
  Session session;
  ASSERT_TRUE(
      session
          .load_rules(
              "swings.game",
              "game swings(n, m)\n  win if n = m\n  -> swings(n - 1, m)\n  -> swings(m, n)\n")
          .ok());
  Budget budget;
  const Attempt<TabledGame> tabled = tabled_game(session, "swings", budget);
  ASSERT_TRUE(tabled.ok());
  Table table = table_of(*tabled, {{0, 5}, {0, 5}});
  ASSERT_TRUE(fill_table_with_outcomes(session, *tabled, table, false, budget).ok());
  for (size_t i = 0; i < 25; ++i) {
    const Question one =
        *session.read(fmt::format("swings({}, {})", i / 5, i % 5), budget, Asks::outcomes);
    const auto answer = solve_outcome(session, one, Play::normal, 0, budget);
    ASSERT_TRUE(answer.ok());
    EXPECT_EQ(table.cell(i), std::string(1, answer->letter())) << i;
  }
}

TEST(Outcomes, SoughtAloneAreThoseOfValues) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("games.game",
                              "game round(n, m)\n  -> round(m, n) if n != m\n  -> round(n - 1, "
                              "m)\n  -> nim(n + m) if n % 3 = 1\n"
                              "game drop([a])\n  -> drop(a[i -> []]) for i in 1..len(a) if i = 1 "
                              "or a[i] > a[i-1]\n")
                  .ok());
  Budget budget;
  std::vector<std::string> sums = {"cram(3x4)", "wythoff(3, 5)", "wythoff(3, 6)", "forced(2, 1)",
                                   "kayles(7) + nim(2)"};
  for (int n = 0; n <= 5; ++n) {
    for (int m = 0; m <= 5; ++m) sums.push_back(fmt::format("round({}, {})", n, m));
  }
  std::mt19937_64 random(7);
  for (int i = 0; i < 40; ++i) {
    std::vector<uint64_t> list;
    for (size_t length = random() % 8; list.size() < length;) list.push_back(random() % 9);
    sums.push_back(fmt::format("drop([{}])", fmt::join(list, ", ")));
  }
  for (const std::string& sum : sums) {
    const Attempt<Question> question = session.read(sum, budget);
    ASSERT_TRUE(question.ok()) << sum << question.error().message();
    const auto whole = session.solve(*question, Play::normal, 16, budget);
    const auto alone = session.solve(*question, Play::normal, 16, budget, Sought::outcome);
    ASSERT_TRUE(whole.ok() && alone.ok()) << sum;
    EXPECT_EQ(letter(alone->outcome), letter(whole->outcome)) << sum;
    EXPECT_FALSE(alone->value.has_value()) << sum;
    EXPECT_EQ(alone->winning_moves.empty(), whole->winning_moves.empty()) << sum;
  }
}

TEST(Outcomes, LawsSayWhoWins) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("laws.game",
                              "game race(n)\n  win if n % 7 = 3\n  -> race(n - k) for k in 1..2\n"
                              "game sides(a, b)\n  left -> sides(a - k, b) for k in 1..2\n"
                              "  right -> sides(a, b - k) for k in {1, 3}\n")
                  .ok());
  Budget budget;
  const auto race = find_law(session, "race", {}, budget);
  ASSERT_TRUE(race.ok()) << race.error().message();
  EXPECT_NE(statement(race->theorem).find("lost for the mover exactly if (n % 7 = 0 or n % 7 = 4)"),
            std::string::npos)
      << statement(race->theorem);
  const auto sides = find_law(session, "sides", {}, budget);
  ASSERT_TRUE(sides.ok()) << sides.error().message();
  EXPECT_NE(
      statement(sides->theorem)
          .find("Left to move loses exactly if a <= b, and Right to move loses exactly if b <= a"),
      std::string::npos)
      << statement(sides->theorem);
  EXPECT_TRUE(sides->theorem.is_proved());
  EXPECT_FALSE(find_law(session, "race", {.formula = "n % 3"}, budget).ok());
}

TEST(Outcomes, AgreeWithTheMeaning) {
  for (uint32_t seed = 1; seed <= 12; ++seed) {
    RandomGame game(seed);
    Session session;
    ASSERT_TRUE(session.load_rules("g.game", game.text()).ok()) << game.text();
    Budget budget;
    for (int64_t a = 0; a <= 9; ++a) {
      for (int64_t b = 0; b <= 9; ++b) {
        const Attempt<Question> question =
            session.read(fmt::format("g({}, {})", a, b), budget, Asks::outcomes);
        ASSERT_TRUE(question.ok()) << question.error().message() << game.text();
        EXPECT_EQ(question->outcomes_only, game.has_ends || game.has_sides);
        if (!question->outcomes_only) continue;
        const Attempt<OutcomeAnswer> answer =
            solve_outcome(session, *question, Play::normal, 100, budget);
        ASSERT_TRUE(answer.ok()) << answer.error().message();
        ASSERT_EQ(answer->starts.size(), game.has_sides ? 2U : 1U);
        for (size_t turn = 0; turn < answer->starts.size(); ++turn) {
          const Start& start = answer->starts[turn];
          ASSERT_EQ(start.outcome == Outcome::N, game.wins(a, b, static_cast<int>(turn)))
              << a << " " << b << " " << turn << "\n"
              << game.text();
          if (seed <= 3 && a <= 3)
            compare_moves(game, session, begun_by(*question, turn), start.is_won, a, b,
                          static_cast<int>(turn));
          EXPECT_EQ(start.winning_moves.empty(), start.outcome == Outcome::P || start.is_won);
          for (const Sum& move : start.winning_moves) {
            const Coordinates to = rule_game(move[0])->coordinates(move[0]);
            EXPECT_FALSE(game.wins(static_cast<int64_t>(to[0].small()),
                                   static_cast<int64_t>(to[1].small()),
                                   1 - static_cast<int>(turn)));
          }
        }
      }
    }
  }
}

/// Whether whose turn it is wins the game of lists below.
bool wins_list(const std::vector<int64_t>& list) {
  if (std::accumulate(list.begin(), list.end(), int64_t{0}) % 4 == 1) return true;
  if (list.size() < 2) return false;
  for (size_t i = 0; i < list.size(); ++i) {
    std::vector<int64_t> to = list;
    to.erase(to.begin() + static_cast<std::ptrdiff_t>(i));
    if (!wins_list(to)) return true;
  }
  std::vector<int64_t> halved;
  for (const int64_t x : list) halved.push_back(x / 2);
  return halved != list && !wins_list(halved);
}

TEST(Outcomes, EndsOfListsAgreeWithTheMeaning) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("g.game",
                              "game g([a])\n  win if sum(a) % 4 = 1\n  lose if len(a) < 2\n"
                              "  -> g(a[i -> []])  for i in 1..len(a)\n"
                              "  -> g([x / 2 for x in a])  if max(a) > 0\n")
                  .ok());
  Budget budget;
  for (size_t size = 0; size <= 4; ++size) {
    for (int code = 0; code < 1 << (2 * size); ++code) {
      std::vector<int64_t> list;
      for (size_t i = 0; i < size; ++i) list.push_back(code >> (2 * i) & 3);
      const auto question =
          session.read(fmt::format("g([{}])", fmt::join(list, ", ")), budget, Asks::outcomes);
      ASSERT_TRUE(question.ok()) << question.error().message();
      ASSERT_TRUE(question->outcomes_only);
      const Attempt<OutcomeAnswer> answer =
          solve_outcome(session, *question, Play::normal, 100, budget);
      ASSERT_TRUE(answer.ok()) << answer.error().message();
      EXPECT_EQ(answer->starts[0].outcome == Outcome::N, wins_list(list))
          << fmt::format("{}", fmt::join(list, ", "));
    }
  }
}

class OutcomeWords : public testing::Test {
 protected:
  explicit OutcomeWords() {
    EXPECT_TRUE(
        session_
            .load_rules("e.game",
                        "game reach(n)\n  win if n = 3\n  -> reach(n - k) for k in 1..2\n"
                        "game race(a, b)\n  left -> race(a - 1, b)\n  right -> race(a, b - 2)\n"
                        "game before(n)\n  -> reach(n - 1)\n"
                        "game both(n)\n  -> before(n - 1) + before(n - 2)\n")
            .ok());
  }
  std::string solved(const std::string& sum) {
    const Attempt<Question> question = session_.read(sum, budget_, Asks::outcomes);
    if (!question) return question.error().message();
    const Attempt<OutcomeAnswer> answer =
        solve_outcome(session_, *question, Play::normal, 100, budget_);
    return answer ? outcome_words(session_.rulebook(), *question, *answer)
                  : answer.error().message();
  }
  Session session_;
  Budget budget_;
};

TEST_F(OutcomeWords, SayWhoWins) {
  EXPECT_EQ(solved("reach(3)"), "reach(3)\nThe player to move has won: play is over.\n");
  EXPECT_EQ(solved("reach(5)"), "reach(5)\nThe player to move wins (outcome N), by\n  reach(4)\n");
  EXPECT_EQ(solved("reach(1)"), "reach(1)\nThe player to move wins (outcome N), by\n  reach(0)\n");
  EXPECT_EQ(solved("before(3)"), "before(3)\nThe player to move loses (outcome P).\n");
  EXPECT_EQ(solved("race(2, 2)"),
            "race(2, 2)\nLeft to move: Left wins, by\n  race(1, 2)\nRight to move: Left wins.\n");
  EXPECT_EQ(solved("race(1)"), "'race' has 2 coordinates, 1 given: race(a, b)");
}

TEST_F(OutcomeWords, ValuesAndSumsAreRefused) {
  const Attempt<Question> asked = session_.read("before(3)", budget_);
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().kind, Error::Kind::declined);
  EXPECT_EQ(asked.error().message(),
            "'before' has no values: its play ends by 'win if' or 'lose if', or leads to a game "
            "where it does. "
            "`grundy solve 'before(…)'` tells who wins");
  EXPECT_FALSE(session_.game("race", budget_).ok());
  const std::string no_sum =
      " has no Grundy value, since it ends by 'win if' or 'lose if': it can't be part of a sum; "
      "ask "
      "about it alone";
  EXPECT_EQ(solved("reach(3) + nim(2)"), "'reach'" + no_sum);
  EXPECT_EQ(solved("both(3)"), "'before'" + no_sum);
}

TEST(OutcomeRules, SumsWithSuchGamesAreErrors) {
  const auto message = [](const std::string& text) {
    Session session;
    const Attempt<void> loaded = session.load_rules("e.game", text);
    return loaded ? "loaded" : loaded.error().diagnostics[0].message;
  };
  EXPECT_EQ(message("game x(n)\n  lose if n = 1\n  -> x(n - 1) + x(n - 2)\n"),
            "who wins 'x' is known but it has no value: a move leads to one position of it, not to "
            "a sum");
  EXPECT_EQ(
      message("game x(n)\n  left -> x(n - 1)\ngame y(n)\n  -> x(n)\n"),
      "Left and Right have moves of their own in 'x'; only a game in which they have leads to it");
  EXPECT_EQ(message("game x(n)\n  win if n = k\n  -> x(n - 1)\n"),
            "unknown variable 'k'; bind it with 'for k …'");
  EXPECT_EQ(message("win if n = 1\n"), "'win if' and 'lose if' stand among the moves of a game");
}

}  // namespace
}  // namespace grundy
