// Lists whose rule says how play ends, by what their moves say, against the definition.
#include "analysis/list_ends.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/plan.h"
#include "engine/sum.h"
#include "reference/loaded_game.h"
#include "rule/board_clauses.h"

namespace grundy {
namespace {

using reference::LoadedList;

/// Who wins, by definition; the lists of moves that leave the other player lost.
class ByDefinition {
 public:
  bool wins(const BoardPosition& position) {
    const auto known = wins_.find(position.sets[0]);
    if (known != wins_.end()) return known->second;
    Fault fault;
    const BoardClause* end = end_of_play(position, fault);
    const bool result = end != nullptr ? end->wins : !winning(position).empty();
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return wins_[position.sets[0]] = result;
  }
  std::set<NaturalSet> winning(const BoardPosition& position) {
    std::set<NaturalSet> result, all;
    board_moves_by_definition(position, [&](const BoardMove& move) {
      all.insert(move.to.at(0).sets[0]);
      return true;
    });
    for (const NaturalSet& to : all) {
      if (!wins({position.game, {0}, {to}, {}})) result.insert(to);
    }
    return result;
  }

 private:
  std::map<NaturalSet, bool> wins_;
};

void compare(const std::string& text) {
  LoadedList list(text);
  ByDefinition reference;
  Solvers solvers;
  std::mt19937 random(1);
  for (int i = 0; i < 25; ++i) {
    NaturalSet numbers(1 + random() % 4);
    for (int64_t& one : numbers)
      one = static_cast<int64_t>(random() % (numbers.size() > 2 ? 5 : 9));
    const Position here = list.at(numbers);
    const BoardPosition there = list.game->position(here);
    const auto answer =
        solve_sum({here}, Play::normal, 1000, solvers, list.budget, Sought::outcome);
    ASSERT_TRUE(answer.ok()) << text << to_string(here) << answer.error().to_string();
    ASSERT_EQ(answer->outcome == Outcome::N, reference.wins(there)) << text << to_string(here);
    ASSERT_EQ(answer->play, Play::normal);
    Fault fault;
    if (answer->outcome != Outcome::N || end_of_play(there, fault) != nullptr) continue;
    std::set<NaturalSet> moves;
    for (const SumMove& move : answer->winning_moves)
      moves.insert(list.game->position(move.move.to.at(0)).sets[0]);
    ASSERT_EQ(moves, reference.winning(there)) << text << to_string(here);
  }
}

std::string game_of(const std::string& end, const std::string& lines, const std::string& head) {
  return "game g(" + head + ")\n  " + end + "\n" + lines;
}

const std::vector<std::string> kPlaces = {
    "  -> g(a[i -> k]) for i in 1..len(a), k < a[i]\n",
    "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in {1, 3, 4}\n",
    "  -> g(a[i -> a[i] - k]) for i in 1..len(a), k in 2..3\n",
    "  -> g(a[i -> a[i]/2]) for i in 1..len(a) if a[i] > 0\n",
    "  -> g(a[i -> k]) for i in 1..len(a), k < a[i] if k > 0\n  -> g(a[i -> []]) for i in "
    "1..len(a)\n"};
const std::vector<std::string> kElements = {
    "  -> g(a - [x] + [k]) for x in a, k < x\n",
    "  -> g(a - [x]) for x in a\n  -> g(a - [x] + [k]) for x in a, k < x if k > 0\n",
    "  -> g(a - [x] + [x - 2]) for x in a if x % 2 = 0\n  -> g(a - [x]) for x in a if x % 2 = 1\n"};
const std::vector<std::string> kConditions = {
    "sum(a) = 0",
    "len(a) = 0 or max(a) = 0",
    "all(x = 0 for x in a)",
    "all(a[i] < 1 for i in 1..len(a))",
    "not any(x > 0 for x in a)",
    "count(x > 0 for x in a) = 0",
    "or(a) = 0",
    "len(a) = 0",
    "all(x <= 1 for x in a)",
    "all(x = 0 for x in a if x % 2 = 0) and all(x < 1 for x in a if x % 2 = 1)",
    "count(x > 1 for x in a) = 0",
    "sum(x for x in a if x > 1) = 0"};

TEST(ListEnds, WhoWinsByDefinition) {
  for (const std::string& condition : kConditions) {
    for (const char* end : {"win if ", "lose if "}) {
      for (const std::string& lines : kPlaces) compare(game_of(end + condition, lines, "[a]"));
      for (const std::string& lines : kElements) {
        compare(game_of(end + condition, lines, "[a]"));
        compare(game_of(end + condition, lines, "bag [a]"));
      }
    }
  }
}

/// The play that the clause asks for without it, "normal" or "misere"; empty if it says more than
/// the moves do.
std::string told(const std::string& text) {
  LoadedList list(text);
  const auto plain = without_told_ends(list.game->board_rule());
  return !plain ? "" : plain->is_misere ? "misere" : "normal";
}

TEST(ListEnds, WhatTheMovesSay) {
  const auto nim = [](const std::string& end) { return told(game_of(end, kPlaces[0], "[a]")); };
  const auto by_two = [](const std::string& end) { return told(game_of(end, kPlaces[2], "[a]")); };
  for (const char* end : {"max(a) = 0", "max(a) < 1", "sum(a) <= 0", "0 = sum(a)", "or(a) = 0",
                          "all(x = 0 for x in a)", "not max(a) > 0"}) {
    EXPECT_EQ(nim(std::string("win if ") + end), "misere") << end;
    EXPECT_EQ(nim(std::string("lose if ") + end), "normal") << end;
  }
  EXPECT_EQ(by_two("win if max(a) <= 1"), "misere");
  EXPECT_EQ(by_two("win if max(a) = 0"), "");
  EXPECT_EQ(by_two("lose if max(a) = 0"), "normal");
  EXPECT_EQ(nim("win if max(a) = 1"), "");
  EXPECT_EQ(nim("lose if max(a) <= 1"), "");
  EXPECT_EQ(nim("win if min(a) = 0"), "");
  EXPECT_EQ(nim("win if sum(a) = 1"), "");
  EXPECT_EQ(nim("win if sum(x - 1 for x in a) = 0"), "");
  EXPECT_EQ(nim("win if len(a) = 0"), "");
  EXPECT_EQ(nim("win if max(a) = 0\n  lose if sum(a) = 0"), "");
}

TEST(ListEnds, OfAnySize) {
  LoadedList list(game_of("win if max(a) = 0", kPlaces[0], "[a]"));
  Solvers solvers;
  const Position won = list.at({1'000'000'000'000, 999'999'999'999, 5, 1, 1, 1});
  const auto answer = solve_sum({won}, Play::normal, 5, solvers, list.budget, Sought::outcome);
  ASSERT_TRUE(answer.ok());
  ASSERT_FALSE(answer->winning_moves.empty());
  const auto after =
      solve_sum({answer->winning_moves[0].move.to.at(0)}, Play::normal, 5, solvers, list.budget);
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(after->outcome, Outcome::P);
}

}  // namespace
}  // namespace grundy
