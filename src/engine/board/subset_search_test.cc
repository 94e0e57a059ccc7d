// Sets that moves take elements from: values against the definition of the rule, and which rules
// they are.
#include "engine/board/subset_search.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "language/rulebook.h"
#include "rule/board_meaning.h"

namespace grundy {
namespace {

struct SetGame {
  explicit SetGame(const std::string& lines) {
    const auto loaded = book.load_text("test", "game g({S})\n" + lines);
    EXPECT_TRUE(loaded.ok()) << (loaded.ok() ? "" : loaded.error().to_string());
    rule = *book.rule("g");
  }
  BoardPosition at(NaturalSet set) const { return {rule, {0}, {std::move(set)}, {}}; }

  /// By the moves as the language defines them.
  uint64_t value(const NaturalSet& set) {
    const auto known = values.find(set);
    if (known != values.end()) return known->second;
    ValueSet found;
    const Fault fault = board_moves_by_definition(at(set), [&](const BoardMove& move) {
      found.add(value(move.to.at(0).sets.at(0)));
      return true;
    });
    EXPECT_EQ(fault.kind, Fault::Kind::none);
    return values[set] = found.mex();
  }

  Rulebook book;
  const Rule* rule = nullptr;
  std::map<NaturalSet, uint64_t> values;
};

TEST(SubsetSearch, ValuesByDefinition) {
  std::mt19937 random(20260104);
  for (const char* lines : {
           "  -> g({x for x in S if x % j != 0})  for j in S if j > 0\n",
           "  -> g({x for x in S if x ^^ v != x - v})  for v in S\n",
           "  -> g({x for x in S if x != i and x != j})  for i in S, j in S if i < j and (i + j) % "
           "3 != 0\n",
           "  -> g({x for x in S if x != i})  for i in S if i + 1 in S\n"
           "  -> g({x for x in S if abs(x - i) > 1})  for i in S if i % 2 = 0\n",
           "  -> g({x for x in S if x < i or x > i + k})  for i in S, k in 1..3 if all(t != i for "
           "t in 3..4)\n",
           "  -> g({x for x in S if x != i})  for i in S if i > 4\n",  // others have no move
       }) {
    SCOPED_TRACE(lines);
    SetGame game(lines);
    Budget budget;
    for (int round = 0; round < 12; ++round) {
      NaturalSet set;
      for (int64_t x = 0; x < 14; ++x) {
        if (random() % 3 != 0 && set.size() < 9) set.push_back(x);
      }
      auto search = SubsetSearch::of(game.at(set), budget);
      ASSERT_TRUE(search.ok()) << search.error().message();
      for (int part = 0; part < 8; ++part) {
        NaturalSet some;
        for (const int64_t x : set) {
          if (part == 0 || random() % 4 != 0) some.push_back(x);
        }
        const uint64_t wanted = game.value(some);
        ASSERT_TRUE((*search)->holds(game.at(some)));
        const auto value = (*search)->value(game.at(some), budget);
        ASSERT_TRUE(value.ok());
        EXPECT_EQ(*value, wanted);
        for (uint64_t v = 0; v < wanted + 2; ++v)
          EXPECT_EQ(*(*search)->has_value(game.at(some), v, budget), v == wanted);
      }
      EXPECT_FALSE((*search)->holds(game.at({99})));
    }
  }
}

TEST(SubsetSearch, OtherRules) {
  Budget budget;
  for (const char* lines : {
           "  -> g({x for x in S if all(x - i*k in S for i in 1..x/k)})  for k in S if k >= 2\n",
           "  -> g({x for x in S if x + 1 in S and x != k})  for k in S\n",
           "  -> g({x for x in S if x != k})  for k in S if k + 1 not in S\n",
           "  -> g({x - 1 for x in S if x > 1})  for k in S\n",
           "  -> g({x for x in S if x < k})  for k in 1..9\n",  // may take nothing
           "  -> g({x for x in S if x % (k - 1) != 0})  for k in S\n",
           "  -> g({x for x in S if x != k})  for k in S\n  over 3 in S\n",
       }) {
    SCOPED_TRACE(lines);
    SetGame game(lines);
    EXPECT_FALSE(SubsetSearch::of(game.at({1, 2, 3}), budget).ok());
  }
}

}  // namespace
}  // namespace grundy
