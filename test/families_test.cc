// Positions of families as values: written and read back, listed, valued by their theorem and by
// definition, played.
#include "engine/family/families.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/plan.h"
#include "engine/search/by_definition.h"
#include "engine/search/play_out.h"
#include "reference/family_positions.h"
#include "session/equal.h"
#include "session/match.h"

namespace grundy {
namespace {

/// Sums of families alone whose positions have finitely many options.
const char* const kFinite[] = {
    "moore[k=2]([2, 1, 2])",
    "moore[k=1]([3, 1])",
    "moore[k=3]([1, 2, 1, 1])",
    "stair([2, 1, 2])",
    "stair([0, 3])",
    "turtles([2, 4])",
    "mock_turtles([0, 3])",
    "ruler([3, 4])",
    "turtles_x_ruler([[2, 2]])",
    "mock_turtles_x_turtles([[0, 2], [1, 1]])",
    "green_hackenbush([[0, 1], [1, 2], [2, 0], [1, 3]])",
    "green_hackenbush([[0, 1], [1, 2], [2, 3], [0, 0]])",
    "undirected_geography([[1, 2], [2, 3], [3, 4], [4, 1], [1, 3]], 1)",
    "undirected_geography([[1, 2], [2, 3]], 1, [3])",
};
/// With infinitely many options.
const char* const kEndless[] = {
    "cascade([2, 1, 3])",
    "cascade([[1, 2], [0, 3]])",
    "nullify([[1, 2], [0, 1]])",
};

class FamiliesTest : public ::testing::Test {
 protected:
  Position read(const std::string& text) {
    Attempt<Question> question = session_.read(text, budget_);
    EXPECT_TRUE(question.ok()) << text << ": " << question.error().to_string();
    EXPECT_EQ(question->parts.size(), 1U);
    return question->parts.at(0);
  }
  std::vector<Sum> options(const Position& position) {
    std::vector<Sum> list;
    const auto listed = position.game->options(
        position,
        [&](Sum option) {
          list.push_back(std::move(option));
          return list.size() < 10'000;
        },
        budget_);
    EXPECT_TRUE(listed.ok()) << listed.error().to_string();
    return list;
  }
  /// By the definition of play, sharing nothing with the engines but the lister of options.
  bool mover_wins(const Sum& sum, Play play) {
    const auto [known, fresh] =
        outcomes_[static_cast<size_t>(play)].try_emplace(sorted(sum), false);
    if (!fresh) return known->second;
    bool any = false, wins = false;
    for (size_t i = 0; i < sum.size(); ++i) {
      for (const Sum& option : options(sum[i])) {
        any = true;
        wins = !mover_wins(replaced(sum, i, option), play) || wins;
      }
    }
    if (!any) wins = play == Play::misere;
    return outcomes_[static_cast<size_t>(play)][sorted(sum)] = wins;
  }

  Session session_;
  Budget budget_;
  std::map<Sum, bool> outcomes_[2];
};

TEST_F(FamiliesTest, TextsReadBackAreTheSamePositions) {
  for (const auto* list : {&kFinite[0], &kEndless[0]}) {
    const size_t count = list == &kFinite[0] ? std::size(kFinite) : std::size(kEndless);
    for (size_t i = 0; i < count; ++i) {
      const Position position = read(list[i]);
      EXPECT_EQ(to_string(position), list[i]);
      EXPECT_EQ(read(to_string(position)), position);
      for (const Sum& option : options(position)) {
        ASSERT_EQ(option.size(), 1U);
        const Position again = read(to_string(option, kWholeBytes));
        EXPECT_EQ(*again.game->normal_form(again, budget_),
                  *option[0].game->normal_form(option[0], budget_))
            << to_string(option);
        EXPECT_EQ(hash_of(again), hash_of(Position(again)));
      }
    }
  }
}

TEST_F(FamiliesTest, TheoremsAgreeWithTheDefinition) {
  for (const char* text : kFinite) {
    SCOPED_TRACE(text);
    const Position position = read(text);
    const auto theorem = family_engine()->open(*position.game);
    const auto definition = by_definition_engine()->open(*position.game);
    ASSERT_TRUE(theorem && definition);
    const auto wanted = definition->values({&position, 1}, budget_);
    ASSERT_TRUE(wanted.ok()) << wanted.error().to_string();
    const auto value = theorem->values({&position, 1}, budget_);
    if (value) {
      EXPECT_EQ(*value, *wanted);
    }
    EXPECT_EQ(wanted->front().outcome() == Outcome::N, mover_wins({position}, Play::normal));
    for (const Play play : {Play::normal, Play::misere}) {
      const auto outcome = theorem->outcome(position, play, budget_);
      if (outcome) {
        EXPECT_EQ(*outcome == Outcome::N, mover_wins({position}, play));
      }
      EXPECT_EQ(*PlayOut(play, budget_).mover_wins({position}), mover_wins({position}, play));
    }
    for (uint64_t target = 0; target < 4; ++target) {
      const auto moves = theorem->moves_to(position, Value(target), 1000, budget_);
      if (!moves || !moves->all) continue;
      std::set<Sum> listed, defined;
      for (const Move& move : moves->moves) {
        listed.insert(*move.to[0].game->normal_form(move.to[0], budget_));
        EXPECT_NE(position.game->move_in_words(position, move.to), "");
      }
      for (const Sum& option : options(position)) {
        if (definition->value_of(option, budget_)->ordinal() == Ordinal(target))
          defined.insert(*option[0].game->normal_form(option[0], budget_));
      }
      EXPECT_EQ(listed, defined) << target;
    }
  }
}

TEST_F(FamiliesTest, ListedOptionsAreMovesAndOthersAreNot) {
  for (const char* text : kFinite) {
    SCOPED_TRACE(text);
    const Sum here = *live_parts({read(text)}, budget_);
    if (here.size() != 1) continue;
    EXPECT_FALSE(*here[0].game->is_option(here[0], here, budget_));
    for (const Sum& option : options(here[0]))
      EXPECT_TRUE(*here[0].game->is_option(here[0], *live_parts(option, budget_), budget_))
          << to_string(option);
  }
  const auto is_option = [&](const char* from, const char* to) {
    const Sum here = *live_parts({read(from)}, budget_);
    return *here[0].game->is_option(here[0], *live_parts({read(to)}, budget_), budget_);
  };
  EXPECT_TRUE(is_option("cascade([2, 1, 3])", "cascade([1, 9, 7])"));
  EXPECT_TRUE(is_option("cascade([2, 1, 3])", "cascade([2, 0, 1000000000000000000000])"));
  EXPECT_TRUE(is_option("cascade([2, 1, 3])", "cascade([0, 0, 0])"));
  EXPECT_TRUE(is_option("cascade([1, 1, 3])", "cascade([5, 3])"));
  EXPECT_FALSE(is_option("cascade([2, 1, 3])", "cascade([2, 2, 1])"));
  EXPECT_FALSE(is_option("cascade([2, 1, 3])", "cascade([3, 0, 0])"));
  EXPECT_TRUE(is_option("nullify([[1, 2], [0, 1]])", "nullify([[0, 7], [0, 9]])"));
  EXPECT_FALSE(is_option("nullify([[1, 2], [0, 1]])", "nullify([[0, 7], [3, 1]])"));
  EXPECT_FALSE(is_option("nullify([[1, 2], [0, 1]])", "nullify([[1, 3], [0, 1]])"));
}

TEST_F(FamiliesTest, SumsWithOtherPartsAreSearchedTogether) {
  for (const char* text : {"moore[k=2]([1, 2, 2]) + kayles(3)", "stair([1, 2]) + *2 + nim(1)",
                           "green_hackenbush([[0, 1], [1, 2], [0, 2]]) + ruler([3])",
                           "undirected_geography([[1, 2], [2, 3], [3, 1]], 1) + grundys(5)"}) {
    SCOPED_TRACE(text);
    const Attempt<Question> question = session_.read(text, budget_);
    ASSERT_TRUE(question.ok()) << question.error().to_string();
    const Sum whole(question->parts.begin(), question->parts.end());
    for (const Play play : {Play::normal, Play::misere}) {
      const auto answer = session_.solve(*question, play, 1000, budget_);
      ASSERT_TRUE(answer.ok()) << answer.error().to_string();
      EXPECT_EQ(answer->mover_wins(), mover_wins(whole, play));
      std::set<Sum> listed, defined;
      for (const SumMove& move : answer->winning_moves)
        listed.insert(sorted(replaced(whole, move.part, move.move.to)));
      for (size_t i = 0; i < whole.size(); ++i) {
        for (const Sum& option : options(whole[i])) {
          if (!mover_wins(replaced(whole, i, option), play))
            defined.insert(sorted(replaced(whole, i, option)));
        }
      }
      EXPECT_EQ(listed, defined);
    }
  }
}

TEST_F(FamiliesTest, EqualityIsCheckedByPlay) {
  const auto a = session_.read("moore[k=2]([1, 2, 2])", budget_),
             b = session_.read("stair([1, 2, 4])", budget_);
  const auto compared = compare(session_, *a, *b, budget_);
  ASSERT_TRUE(compared.ok()) << compared.error().to_string();
  EXPECT_TRUE(compared->equal || compared->played);
}

TEST_F(FamiliesTest, TheMachineWinsFromWonPositions) {
  std::mt19937 random(7);
  for (const char* text :
       {"moore[k=2]([3, 5, 7])", "stair([3, 1, 4])", "cascade([1, 0, 2])",
        "nullify([[1, 2], [3, 4]])", "green_hackenbush([[0, 1], [1, 2], [2, 3], [0, 2]])",
        "ruler([3, 4]) + moore[k=1]([2])", "undirected_geography([[1, 2], [2, 3], [3, 4]], 1)"}) {
    SCOPED_TRACE(text);
    const auto question = session_.read(text, budget_);
    ASSERT_TRUE(question.ok());
    Match match(session_, Play::normal, budget_, 0);
    ASSERT_TRUE(match.begin(question->parts).ok());
    bool machine = true, wins = false;
    for (int turn = 0; turn < 200 && !match.over(); ++turn) {
      if (machine) {
        const auto advice = match.advise();
        ASSERT_TRUE(advice.ok()) << advice.error().to_string();
        EXPECT_TRUE(advice->wins() || !wins);
        wins = advice->wins();
        match.make(advice->move);
      } else {
        bool all = true;
        const auto moves = match.moves(random() % match.parts().size(), 50, all);
        ASSERT_TRUE(moves.ok());
        const PartMove& move = (*moves)[random() % moves->size()];
        const auto read =
            match.read(std::to_string(move.part + 1) + ": " + to_string(move.to, kWholeBytes));
        EXPECT_TRUE(read.ok()) << read.error().to_string();
        match.make(move);
      }
      machine = !machine;
    }
    EXPECT_TRUE(match.over());
    if (wins) {
      EXPECT_FALSE(machine);
    }
  }
}

}  // namespace
}  // namespace grundy
