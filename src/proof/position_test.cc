#include "proof/position.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "session/session.h"

namespace grundy {
namespace {

Attempt<PositionTheorem> proved_position(const std::string& text) {
  Session session;
  Budget budget;
  const auto question = session.read(text, budget);
  if (!question) return question.error();
  return prove_position(question->parts[0], budget);
}

Judgement judged_position(const std::string& text) {
  const Budget budget;
  const auto judgement = check_certificate(text, judge_by_isl, budget);
  EXPECT_TRUE(judgement.ok());
  return *judgement;
}

void expect_value_of_engine(const PositionTheorem& theorem, const std::string& text) {
  Session session;
  Budget budget;
  const auto value = session.value(*session.read(text, budget), budget);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(Value(static_cast<uint64_t>(theorem.claims.value)), *value) << text;
  EXPECT_TRUE(judged_position(theorem.certificate).accepted) << text;
}

TEST(ProvePosition, GivesTheValueOfTheEngine) {
  for (const char* text : {"cram(3x3)", "cram(3x5)", "cram(..#.|....|.#..)", "clobber(3x3)", "clobber(XOXOXO.XO)",
                           "toads(X.XOO.O)", "amazons(X..|...|..O)", "fission(...|.X.|..X)", "cannibal(XX.|OXX|XO.)",
                           "elephants(X..O.XO.XO)", "queens(3x4)", "notakto(3x3)"}) {
    const auto theorem = proved_position(text);
    ASSERT_TRUE(theorem.ok()) << text << ": " << theorem.error().message();
    expect_value_of_engine(*theorem, text);
    EXPECT_EQ(statement(theorem->claims),
              theorem->claims.position + " has the value " + std::to_string(theorem->claims.value) + ".");
  }
}

TEST(ProvePosition, ClaimsAboutWholePositionsThatAreChangedAreRefused) {
  const auto theorem = proved_position("nogo(2x3)");
  ASSERT_TRUE(theorem.ok());
  const PositionCertificate& whole = theorem->claims;
  ASSERT_GT(whole.claims.size(), 10u);
  for (size_t i = 0; i < whole.claims.size(); ++i) {
    PositionCertificate changed = whole;
    ++changed.claims[i].value;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << i;
    if (!whole.claims[i].is) {
      changed = whole;
      changed.claims[i].option = 1000;
      EXPECT_FALSE(judged_position(to_text(changed)).accepted) << i;
    }
  }
  for (const char* position :
       {"nogo(2x3", "nogo(@board.txt)", "cram(2x3)", "nogo(X..|..)", "nogo(1000000x1000000)", "nogo()"}) {
    PositionCertificate changed = whole;
    changed.claims[0].part = position;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << position;
    changed = whole;
    changed.position = position;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << position;
  }
  PositionCertificate changed = whole;
  changed.is_played = false;
  EXPECT_FALSE(judged_position(to_text(changed)).accepted);
}

TEST(ProvePosition, ClaimsThatAreChangedAreRefused) {
  const auto theorem = proved_position("clobber(XOXO|OXOX)");
  ASSERT_TRUE(theorem.ok());
  const PositionCertificate& whole = theorem->claims;
  ASSERT_GT(whole.claims.size(), 10u);
  const auto expect_refused = [](const PositionCertificate& changed) {
    const Judgement judgement = judged_position(to_text(changed));
    EXPECT_FALSE(judgement.accepted);
    EXPECT_FALSE(judgement.reason.empty());
  };
  for (size_t i = 0; i < whole.claims.size(); ++i) {
    PositionCertificate changed = whole;
    ++changed.claims[i].value;
    expect_refused(changed);
    changed = whole;
    changed.claims[i].part[0] = changed.claims[i].part[0] == '_' ? 'X' : '_';
    if (whole.claims[i].is) expect_refused(changed);
  }
  PositionCertificate changed = whole;
  ++changed.value;
  expect_refused(changed);
  changed = whole;
  std::reverse(changed.claims.begin(), changed.claims.end());
  expect_refused(changed);
  changed = whole;
  changed.claims.pop_back();
  expect_refused(changed);
  changed = whole;
  changed.position = "clobber(@board.txt)";
  expect_refused(changed);
  changed = whole;
  changed.rule = "game clobber on grid\n  XO -> .X\n";
  expect_refused(changed);
}

TEST(ProvePosition, WhatIsNotDrawnInRowsIsProvedByWholePositions) {
  for (const char* text :
       {"nogo(2x3)", "nogo(X.O|...|..X)", "node_kayles(path 6)", "node_kayles({1-2, 2-3, 3-1, 3-4})", "konane(3x4)",
        "brackets(\"(())()\")", "chomp(3x4)", "geography({1-2, 2-3, 3-4, 4-1; 1=T})",
        "hackenbush({1-2, 2-3, 3-1; 1=G})", "king_dirt(1, 1, 0, X..|...)", "sheep(2 0 0)", "kayles(12)",
        "chomp3(4, 3, 2)", "nim(9)", "grundys(14)", "kotzig(T......)", "lights(2x2)"}) {
    const auto theorem = proved_position(text);
    if (!theorem.ok()) {
      ADD_FAILURE() << text << ": " << theorem.error().message();
      continue;
    }
    EXPECT_TRUE(theorem->claims.is_played) << text;
    expect_value_of_engine(*theorem, text);
  }
}

TEST(ProvePosition, OtherGamesAreDeclined) {
  for (const char* text : {"subtract[{1, 2}](5)", "stones(2, 2)", "mock_turtles([1, 4])"}) {
    const auto theorem = proved_position(text);
    ASSERT_FALSE(theorem.ok()) << text;
    EXPECT_EQ(theorem.error().kind, Error::Kind::declined) << text;
  }
}

}  // namespace
}  // namespace grundy
