// Sprouts against maps drawn on the sphere (reference/drawn_sprouts.h): values, misère outcomes,
// moves and lands.
#include "engine/sprouts/sprouts.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <set>

#include "engine/plan.h"
#include "engine/search/by_definition.h"
#include "engine/search/play_out.h"
#include "engine/sprouts/drawing.h"
#include "engine/sprouts/game.h"
#include "engine/sprouts/notation.h"
#include "reference/drawn_sprouts.h"
#include "session/session.h"

namespace grundy {
namespace {

using reference::DrawnSprouts;
using sprouts::Cartographer;
using sprouts::Drawing;

class SproutsTest : public ::testing::Test {
 protected:
  Position read(const std::string& inside) {
    Attempt<Question> question = session_.read("sprouts(" + inside + ")", budget_);
    EXPECT_TRUE(question.ok()) << inside << ": " << question.error().to_string();
    return question->parts.at(0);
  }
  Position read(const DrawnSprouts& drawn) {
    return read(drawn.text().empty() ? "0" : drawn.text());
  }
  std::set<Sum> options(const Position& position) {
    std::set<Sum> list;
    const auto listed = position.game->options(
        position, [&](const Sum& option) { return list.insert(sorted(option)).second; }, budget_);
    EXPECT_TRUE(listed.ok());
    EXPECT_EQ(*listed, Ended::complete);  // each once
    return list;
  }
  Sum normal(const Position& position) {
    return sorted(*position.game->normal_form(position, budget_));
  }
  /// A position some lines on.
  DrawnSprouts drawn(size_t spots, size_t lines) {
    DrawnSprouts result(spots);
    for (size_t k = 0; k < lines; ++k) {
      const std::vector<DrawnSprouts> next = result.lines();
      if (next.empty()) break;
      result = next[random_() % next.size()];
    }
    return result;
  }
  void expect_as_drawn(Solver& solver, const DrawnSprouts& drawn,
                       const DrawnSprouts::Known& known) {
    const Position position = read(drawn);
    SCOPED_TRACE(to_string(position));
    const auto value = solver.values({&position, 1}, budget_);
    ASSERT_TRUE(value.ok()) << value.error().to_string();
    EXPECT_EQ(value->front(), Value(known.value));
    for (uint64_t n = 0; n < 3; ++n)
      EXPECT_EQ(*solver.has_value(position, Value(n), budget_), n == known.value);
    EXPECT_EQ(*solver.outcome(position, Play::misere, budget_),
              known.misere_won ? Outcome::N : Outcome::P);
  }

  Session session_;
  Budget budget_;
  std::mt19937 random_{5};
};

TEST_F(SproutsTest, AllPositionsOfThreeSpotsAreAsDrawn) {
  std::map<std::string, DrawnSprouts::Known> known;
  DrawnSprouts::find(DrawnSprouts(3), known);
  EXPECT_EQ(known.size(), 867u);
  const auto solver = sprouts_engine()->open(*read("3").game);
  for (const auto& [text, here] : known) {
    const Position position = read(text.empty() ? "0" : text);
    EXPECT_EQ(solver->values({&position, 1}, budget_)->front(), Value(here.value)) << text;
    EXPECT_EQ(*solver->outcome(position, Play::misere, budget_),
              here.misere_won ? Outcome::N : Outcome::P)
        << text;
  }
}

TEST_F(SproutsTest, RandomPositionsOfMoreSpotsAreAsDrawn) {
  std::map<std::string, DrawnSprouts::Known> known;
  const auto solver = sprouts_engine()->open(*read("3").game);
  for (int round = 0; round < 60; ++round) {
    const size_t spots = 4 + random_() % 3;
    const DrawnSprouts one = drawn(spots, 3 * spots - 6 + random_() % 2);
    expect_as_drawn(*solver, one, DrawnSprouts::find(one, known));
  }
}

TEST_F(SproutsTest, LinesOfAllPositionsOfThreeSpotsAreAsDrawn) {
  for (const auto& [text, one] : DrawnSprouts::all(3)) {
    std::set<Sum> wanted;
    for (const DrawnSprouts& next : one.lines()) wanted.insert(normal(read(next)));
    EXPECT_EQ(options(read(one)), wanted) << text;
  }
}

TEST_F(SproutsTest, LinesAreThoseThatCanBeDrawn) {
  for (int round = 0; round < 60; ++round) {
    const size_t spots = 1 + random_() % 5;
    const DrawnSprouts one = drawn(spots, random_() % (2 * spots));
    const Position position = read(one);
    std::set<Sum> wanted;
    for (const DrawnSprouts& next : one.lines()) wanted.insert(normal(read(next)));
    EXPECT_EQ(options(position), wanted) << to_string(position);
    const Sum parts = normal(position);
    for (const Sum& option : wanted) {
      EXPECT_NE(position.game->move_in_words(position, option), "") << to_string(option);
      EXPECT_TRUE(*position.game->is_option(position, option, budget_)) << to_string(option);
    }
    EXPECT_FALSE(*position.game->is_option(position, parts, budget_));
    EXPECT_EQ(*position.game->has_options(position, budget_), !wanted.empty());
  }
}

TEST_F(SproutsTest, LandsAreOneForAllNamesOrdersAndHands) {
  Cartographer cartographer;
  for (int round = 0; round < 300; ++round) {
    const size_t spots = 2 + random_() % 6;
    const Drawing drawing = SproutsGame::drawing(read(drawn(spots, 1 + random_() % (2 * spots))));
    std::vector<sprouts::Symbol> names(60);
    std::iota(names.begin(), names.end(), sprouts::kLetter);
    std::shuffle(names.begin(), names.end(), random_);
    std::vector<std::vector<Drawing>> regions(1);
    Drawing word;
    for (const sprouts::Symbol symbol : drawing) {
      if (symbol == sprouts::kEndRegion) {
        if (random_() % 2 == 0) {
          for (Drawing& one : regions.back()) std::reverse(one.begin(), one.end());
        }
        std::shuffle(regions.back().begin(), regions.back().end(), random_);
        regions.emplace_back();
      } else if (symbol == sprouts::kEndBoundary) {
        std::rotate(word.begin(),
                    word.begin() + static_cast<std::ptrdiff_t>(random_() % word.size()),
                    word.end());
        regions.back().push_back(word);
        word.clear();
      } else {
        word.push_back(symbol < sprouts::kLetter ? symbol : names[symbol - sprouts::kLetter]);
      }
    }
    regions.pop_back();
    std::shuffle(regions.begin(), regions.end(), random_);
    Drawing other;
    for (const std::vector<Drawing>& region : regions) {
      for (const Drawing& one : region) other += one + Drawing{sprouts::kEndBoundary};
      other += sprouts::kEndRegion;
    }
    const std::vector<Drawing> lands = cartographer.lands(drawing);
    EXPECT_EQ(cartographer.lands(other), lands) << sprouts::drawing_text(drawing, 1000);
    for (const Drawing& land : lands)
      EXPECT_EQ(cartographer.lands(land), std::vector<Drawing>{land});
  }
}

TEST_F(SproutsTest, ManyLikeRingsHaveOneForm) {
  Drawing rings, turned;
  for (sprouts::Symbol ring = 0; ring < 12; ++ring) {
    const auto a = static_cast<sprouts::Symbol>(sprouts::kLetter + 2 * ring);
    const auto b = static_cast<sprouts::Symbol>(a + 1);
    rings += {a, b, sprouts::kEndBoundary};
    turned = Drawing{b, a, sprouts::kEndBoundary} + turned;
  }
  rings += sprouts::kEndRegion;
  turned = Drawing{sprouts::kEndRegion} + turned;
  for (sprouts::Symbol ring = 0; ring < 12; ++ring) {
    const auto a = static_cast<sprouts::Symbol>(sprouts::kLetter + 2 * ring);
    const auto b = static_cast<sprouts::Symbol>(a + 1);
    const Drawing inside = {
        a, b, sprouts::kEndBoundary, 0, sprouts::kEndBoundary, sprouts::kEndRegion};
    rings += inside;
    turned = inside + turned;
  }
  turned.erase(turned.find(Drawing{sprouts::kEndRegion, sprouts::kEndRegion}), 1);
  turned += sprouts::kEndRegion;
  Cartographer cartographer;
  const std::vector<Drawing> lands = cartographer.lands(rings);
  EXPECT_EQ(lands.size(), 1u);
  EXPECT_EQ(cartographer.lands(turned), lands);
}

TEST_F(SproutsTest, WhatIsLeftOutChangesNothing) {
  const std::pair<const char*, const char*> alike[] = {{"0.AB.}AB.}", "0.BA.}AB.}"},
                                                       {"0.2.1}2}", "1.0.2}"},
                                                       {"AB2.0}AB2}", "2BA.0.}B2A.}"},
                                                       {"ABC.}ABC.0.0}", "A.B.C}ABC.0*2.}"},
                                                       {"AA.0.0}", "2.0.0.}"},
                                                       {"A1A.0.}2}", "12.0.}"},
                                                       {"AxBx.0}AB.0}", "AxBx.0.}BA.0.}"},
                                                       {"A_B_.0.}A_B_.}", "AB.0.}AB.}"}};
  for (const auto& [one, other] : alike) EXPECT_EQ(normal(read(one)), normal(read(other))) << one;
}

TEST_F(SproutsTest, TextsAreReadBack) {
  for (const char* text : {"0", "1", "5", "200", "0.0.AB.}AB.}", "0*4.AB.}AB.}", "12*3.0.}2.0.}",
                           "1a1a.}", "Z_a__.}2Z_.a__.}", "0.0.}0.}"}) {
    EXPECT_EQ(to_string(read(text), kWholeBytes), std::string("sprouts(") + text + ")");
  }
  EXPECT_EQ(to_string(read(" 0. 0 . A B }AB } ] !")), "sprouts(0.0.AB.}AB.})");
  EXPECT_EQ(to_string(read("0*5")), "sprouts(5)");
  EXPECT_EQ(to_string(read("10^2")), "sprouts(100)");
  for (int round = 0; round < 100; ++round) {
    const Position position = read(drawn(5, random_() % 9));
    EXPECT_EQ(read(sprouts::drawing_text(SproutsGame::drawing(position), kWholeBytes)), position);
    for (const Position& land : normal(position)) {
      EXPECT_EQ(read(sprouts::drawing_text(SproutsGame::drawing(land), kWholeBytes)), land);
      EXPECT_EQ(normal(land), Sum{land});
    }
  }
}

TEST_F(SproutsTest, ErrorsShowTheirPlace) {
  const std::pair<const char*, std::pair<size_t, const char*>> wrong[] = {
      {"sprouts()", {9, "expected a number of spots"}},
      {"sprouts(AB.}A.})", {10, "'B' stands once"}},
      {"sprouts(AB.}A.}AB)", {16, "third time"}},
      {"sprouts(30.)", {9, "three lines"}},
      {"sprouts(01.)", {10, "alone on its boundary"}},
      {"sprouts(0..)", {11, "needs a vertex"}},
      {"sprouts(0.}})", {12, "needs a boundary"}},
      {"nim(2) + sprouts(0.?)", {20, "found '?'"}},
      {"sprouts(AB*2.}AB.})", {11, "can't stand several times"}},
      {"sprouts(0*.)", {11, "how many"}},
      {"sprouts(0*99999999999.)", {11, "at most 2000"}},
      {"sprouts(5 5)", {11, "one number of spots"}},
      {"sprouts(0.}!0.)", {13, "behind '!'"}},
      {"sprouts[k=1](3)", {9, "no parameters"}},
  };
  for (const auto& [text, place] : wrong) {
    const auto read = session_.read(text, budget_);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().kind, Error::Kind::input) << text;
    EXPECT_EQ(read.error().diagnostics[0].column, place.first) << read.error().to_string();
    EXPECT_NE(read.error().message().find(place.second), std::string::npos)
        << read.error().to_string();
  }
  for (const char* text : {"sprouts(201)", "sprouts(10^18)", "sprouts(99999999999999999999999)"}) {
    const auto read = session_.read(text, budget_);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().kind, Error::Kind::declined);
  }
}

TEST_F(SproutsTest, SumsAreSolvedInBothKindsOfPlay) {
  for (const char* text :
       {"sprouts(2) + nim(2)", "sprouts(0.AB.}AB.}) + kayles(3)", "sprouts(2) + sprouts(1) + *1"}) {
    const auto question = session_.read(text, budget_);
    ASSERT_TRUE(question.ok());
    for (const Play play : {Play::normal, Play::misere}) {
      const auto answer = session_.solve(*question, play, 1000, budget_);
      ASSERT_TRUE(answer.ok()) << answer.error().to_string();
      EXPECT_EQ(answer->mover_wins(), *PlayOut(play, budget_).mover_wins(question->parts)) << text;
      EXPECT_TRUE(answer->all_winning_moves);
      EXPECT_EQ(answer->winning_moves.empty(), !answer->mover_wins());
    }
  }
}

TEST_F(SproutsTest, AllWinningMovesAreTold) {
  for (const Play play : {Play::normal, Play::misere}) {
    for (int round = 0; round < 10; ++round) {
      const Position position = read(drawn(4, 4 + random_() % 3));
      const auto solver = sprouts_engine()->open(*position.game);
      std::set<Sum> wanted, told;
      for (const Sum& option : options(position)) {
        if (!*PlayOut(play, budget_).mover_wins({option.begin(), option.end()}))
          wanted.insert(option);
      }
      const auto moves = solver->winning_moves(position, play, 1000, budget_);
      ASSERT_TRUE(moves.ok());
      for (const Move& move : moves->moves) told.insert(sorted(move.to));
      EXPECT_EQ(told, wanted) << to_string(position);
    }
  }
}

TEST_F(SproutsTest, AMemoryLimitEndsNoSearchThatCanGoOn) {
  const Position position = read("8");
  for (const uint64_t mebibytes : {64, 4, 2}) {
    Budget small;
    small.set_memory_limit(mebibytes << 20);
    const auto value = sprouts_engine()->open(*position.game)->values({&position, 1}, small);
    ASSERT_TRUE(value.ok()) << value.error().to_string();
    EXPECT_EQ(value->front(), Value());
  }
  Budget none;
  none.set_memory_limit(1000);
  const auto told = sprouts_engine()->open(*position.game)->values({&position, 1}, none);
  ASSERT_FALSE(told.ok());
  EXPECT_EQ(told.error().kind, Error::Kind::declined);
}

TEST_F(SproutsTest, AStoppedSearchSaysWhatItKnows) {
  const Position position = read("9");
  Budget part(budget_, 200'000);  // steps
  const auto told = sprouts_engine()->open(*position.game)->values({&position, 1}, part);
  ASSERT_FALSE(told.ok());
  EXPECT_NE(told.error().message().find("the value is"), std::string::npos)
      << told.error().message();
}

TEST_F(SproutsTest, SpotsInMiserePlayAreAsPublished) {
  const char* const kWon = "100011";  // OEIS A164950 from 1 spot on (Lemoine and Viennot 2009)
  for (size_t spots = 1; spots <= 6; ++spots) {
    const Position position = read(std::to_string(spots));
    const auto solver = sprouts_engine()->open(*position.game);
    EXPECT_EQ(*solver->outcome(position, Play::misere, budget_),
              kWon[spots - 1] == '1' ? Outcome::N : Outcome::P);
  }
}

TEST_F(SproutsTest, LimitsEndTheSearch) {
  const Position position = read("12");
  std::atomic<bool> stop{true};
  for (const Play play : {Play::normal, Play::misere}) {
    Budget stopped;
    stopped.set_stop_flag(&stop);
    const auto solver = sprouts_engine()->open(*position.game);
    const auto told = solver->outcome(position, play, stopped);
    ASSERT_FALSE(told.ok());
    EXPECT_TRUE(told.error().is_end) << told.error().to_string();
    Budget part(budget_, 2000);  // steps
    const auto again = solver->outcome(position, play, part);
    ASSERT_FALSE(again.ok());
    EXPECT_EQ(again.error().kind, Error::Kind::declined);
  }
}

TEST_F(SproutsTest, BrusselsSproutsLastAsLongAsTheTheoremSays) {
  const std::pair<const char*, uint64_t> known[] = {
      {"brussels_sprouts(0)", 0},      {"brussels_sprouts(1)", 3},
      {"brussels_sprouts(2)", 8},      {"brussels_sprouts([1])", 0},
      {"brussels_sprouts([2, 3])", 5}, {"brussels_sprouts([1, 1, 5])", 8}};
  for (const auto& [text, moves] : known) {
    const Position position = session_.read(text, budget_)->parts.at(0);
    EXPECT_EQ(to_string(position), text);
    const Value parity(moves % 2);
    const auto definition = by_definition_engine()->open(*position.game);
    EXPECT_EQ(definition->values({&position, 1}, budget_)->front(), parity);
    Plan plan(*position.game);
    EXPECT_EQ(plan.values({&position, 1}, budget_)->front(), parity);
    for (const Play play : {Play::normal, Play::misere}) {
      const bool wins = *PlayOut(play, budget_).mover_wins({position});
      EXPECT_EQ(*plan.outcome(position, play, budget_), wins ? Outcome::N : Outcome::P);
      EXPECT_EQ(plan.winning_moves(position, play, 1000, budget_)->moves.empty(),
                !wins || moves == 0);
    }
    size_t length = 0;  // of play at random
    for (Sum sum = *live_parts({position}, budget_); !sum.empty(); ++length) {
      const size_t at = random_() % sum.size();
      std::vector<Sum> list;
      ASSERT_TRUE(sum[at].game->options(
          sum[at], [&](const Sum& option) { return list.push_back(option), true; }, budget_));
      sum = *live_parts(replaced(sum, at, list[random_() % list.size()]), budget_);
    }
    EXPECT_EQ(length, moves);
  }
  for (const char* text :
       {"brussels_sprouts([[4, 1000], [6, 1]])", "brussels_sprouts(1000000000000000000)"})
    EXPECT_EQ(to_string(session_.read(text, budget_)->parts.at(0)), text);
  for (const char* text : {"brussels_sprouts([0])", "brussels_sprouts([[1, 2, 3]])",
                           "brussels_sprouts(1, 2)", "brussels_sprouts[k=2](1)"})
    EXPECT_FALSE(session_.read(text, budget_).ok()) << text;
}

}  // namespace
}  // namespace grundy
