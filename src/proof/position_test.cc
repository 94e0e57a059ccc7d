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
  for (const char* text :
       {"cram(3x3)", "cram(3x5)", "cram(..#.|....|.#..)", "clobber(3x3)", "clobber(XOXOXO.XO)",
        "toads(X.XOO.O)", "amazons(X..|...|..O)", "fission(...|.X.|..X)", "cannibal(XX.|OXX|XO.)",
        "elephants(X..O.XO.XO)", "queens(3x4)", "notakto(3x3)"}) {
    const auto theorem = proved_position(text);
    ASSERT_TRUE(theorem.ok()) << text << ": " << theorem.error().message();
    expect_value_of_engine(*theorem, text);
    EXPECT_EQ(statement(theorem->claims), theorem->claims.position + " has the value " +
                                              std::to_string(theorem->claims.value) + ".");
  }
}

TEST(ProvePosition, ClaimsAboutWholePositionsThatAreChangedAreRefused) {
  const auto theorem = proved_position("king_dirt(1, 1, 0, X..|...)");
  ASSERT_TRUE(theorem.ok());
  const PositionCertificate& whole = theorem->claims;
  ASSERT_EQ(whole.kind, PositionCertificate::Kind::played);
  ASSERT_GT(whole.claims.size(), 10u);
  for (size_t i = 0; i < whole.claims.size(); ++i) {
    PositionCertificate changed = whole;
    ++changed.claims[i].value;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << i;
  }
  for (const char* position :
       {"king_dirt(1, 1, 0, X..|...", "king_dirt(1, 1, 0, @board.txt)", "cram(2x3)",
        "king_dirt(1, 1, 0)", "king_dirt(1, 1, 0, 1000000x1000000)", "king_dirt()"}) {
    PositionCertificate changed = whole;
    changed.claims[0].part = position;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << position;
    changed = whole;
    changed.position = position;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << position;
  }
  PositionCertificate changed = whole;
  changed.kind = PositionCertificate::Kind::drawn;
  EXPECT_FALSE(judged_position(to_text(changed)).accepted);
}

// Of parts on boards replies are numbers in the line of a value; of parts of graphs each is a claim
// of its own.
TEST(ProvePosition, RepliesThatAreChangedAreRefused) {
  size_t replies = 0;
  for (const char* text : {"nogo(2x3)", "nogo(1x9)", "clobber(XOXO|OXOX)",
                           "king_dirt(1, 1, 0, X..|...)", "snort(grid 3x3)"}) {
    const auto theorem = proved_position(text);
    ASSERT_TRUE(theorem.ok()) << text;
    const PositionCertificate& whole = theorem->claims;
    EXPECT_EQ(to_text(*position_in(to_text(whole))), to_text(whole)) << text;
    for (size_t i = 0; i < whole.claims.size(); ++i) {
      PositionCertificate changed = whole;
      if (!whole.claims[i].is) {
        ++replies;
        changed.claims[i].option = 1000;
        EXPECT_FALSE(judged_position(to_text(changed)).accepted) << text << i;
        continue;
      }
      changed.claims[i].replies.push_back(1);
      EXPECT_FALSE(judged_position(to_text(changed)).accepted) << text << i;
      for (size_t k = 0; k < whole.claims[i].replies.size(); ++k) {
        ++replies;
        changed = whole;
        changed.claims[i].replies[k] = k % 2 == 0 ? 1000 : 0;
        EXPECT_FALSE(judged_position(to_text(changed)).accepted) << text << i;
        changed.claims[i].replies.erase(changed.claims[i].replies.begin() +
                                        static_cast<std::ptrdiff_t>(k));
        EXPECT_FALSE(judged_position(to_text(changed)).accepted) << text << i;
      }
    }
  }
  EXPECT_GT(replies, 200u);
}

TEST(ProvePosition, EachClaimInALineOfItsOwnIsTakenToo) {
  constexpr const char* kParts =
      "grundy-certificate 1\nrule game cram on grid\nrule   . . -> # #\ngame cram\nkind position\n"
      "position cram(...|...|...)\nvalue 0\nis 1 .|.\nis 1 .|.|.\nnot 0 5 __.|...|...\nnot 0 5 "
      "._.|._.|...\n"
      "is 0 ...|...|...\nend\n";
  constexpr const char* kPositions =
      "grundy-certificate 1\nrule game nogo on grid\nrule   . -> s  for s in \"OX\"\n"
      "rule   always every X reaches . through X and every O reaches . through O\ngame nogo\nkind "
      "play\n"
      "position nogo(..)\nvalue 1\nis 0 nogo(.X)\nis 0 nogo(.O)\nis 0 nogo(X.)\nis 0 nogo(O.)\nis "
      "1 nogo(..)\nend\n";
  for (const std::string text : {kParts, kPositions})
    EXPECT_TRUE(judged_position(text).accepted) << text;
}

TEST(ProvePosition, ClaimsThatAreChangedAreRefused) {
  const auto theorem = proved_position("clobber(XOXO|OXOX|XOXO)");
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

TEST(ProvePosition, WhatIsDrawnInLettersIsProvedByParts) {
  for (const char* text :
       {"nogo(2x3)", "nogo(X.O|...|..X)", "nogo(1x12)", "node_kayles(path 6)",
        "node_kayles({1-2, 2-3, 3-1, 3-4})", "node_kayles(grid 4x5)", "snort(grid 3x3)",
        "arc_kayles(cycle 9)", "konane(XOXO|O..X|XOXO)", "kotzig(T......)",
        "geography({1-2, 2-3, 3-4, 4-1; 1=T})", "edge_geography({1-2, 2-3, 3-1, 3-4; 1=T})",
        "triangle(complete 4)", "trominoes(3x4)", "toppling(1x6)", "push(XX.X..)",
        "toads[A=1, B=2](X.XOO.O)", "kotzig[{1, 3}](T......)"}) {
    const auto theorem = proved_position(text);
    if (!theorem.ok()) {
      ADD_FAILURE() << text << ": " << theorem.error().message();
      continue;
    }
    EXPECT_EQ(theorem->claims.kind, PositionCertificate::Kind::drawn) << text;
    expect_value_of_engine(*theorem, text);
  }
}

TEST(ProvePosition, OtherPositionsAreProvedByWholePositions) {
  for (const char* text :
       {"brackets(\"(())()\")", "chomp(3x4)", "hackenbush({1-2, 2-3, 3-1; 1=G})",
        "king_dirt(1, 1, 0, X..|...)", "sheep(2 0 0)", "kayles(12)", "chomp3(4, 3, 2)", "nim(9)",
        "nim(300)", "grundys(14)", "lights(2x2)", "subtract[{1, 2}](5)"}) {
    const auto theorem = proved_position(text);
    if (!theorem.ok()) {
      ADD_FAILURE() << text << ": " << theorem.error().message();
      continue;
    }
    EXPECT_EQ(theorem->claims.kind, PositionCertificate::Kind::played) << text;
    expect_value_of_engine(*theorem, text);
  }
}

TEST(ProvePosition, AMoveMayLeadToOtherGames) {
  Session session;
  ASSERT_TRUE(session.load_rules("test", R"(game first(n)
  -> second(n - 1) + third(n - 2)
  -> first(n - 3)
game second[K = 2](n)
  -> second[K = K](n - k) for k in 1..K
  -> first(n - 2) + second[K = K](n - 2)
game third(n)
  -> third(n - 2)
game both(n)
  -> second[K = 3](n - 1) + second(n - 1)
)"));
  Budget budget;
  for (const char* text : {"first(9)", "second(7)"}) {
    const auto question = session.read(text, budget);
    const auto theorem = prove_position(question->parts[0], budget);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(Value(static_cast<uint64_t>(theorem->claims.value)),
              *session.value(*question, budget))
        << text;
    PositionCertificate changed = theorem->claims;
    EXPECT_TRUE(judged_position(to_text(changed)).accepted);
    changed.claims[0].part = "nim(0)";
    EXPECT_FALSE(judged_position(to_text(changed)).accepted);
  }
  const auto other = session.read("both(4)", budget);
  EXPECT_EQ(prove_position(other->parts[0], budget).error().kind, Error::Kind::declined);
}

// The statement names the parameters, and so does the rule.
TEST(ProvePosition, ParametersAreNamed) {
  const auto theorem = proved_position("toads[A=1, B=2](X.XOO.O)");
  ASSERT_TRUE(theorem.ok());
  EXPECT_EQ(theorem->claims.position, "toads[A=1, B=2, J=1, F=0](X.XOO.O)");
  for (const char* position : {"toads[A=1, B=1, J=1, F=0](X.XOO.O)", "toads[A=1, B=2](X.XOO.O)"}) {
    PositionCertificate changed = theorem->claims;
    changed.position = position;
    EXPECT_FALSE(judged_position(to_text(changed)).accepted) << position;
  }
}

TEST(ProvePosition, OtherGamesAreDeclined) {
  for (const char* text : {"stones(2, 2)", "mock_turtles([1, 4])"}) {
    const auto theorem = proved_position(text);
    ASSERT_FALSE(theorem.ok()) << text;
    EXPECT_EQ(theorem.error().kind, Error::Kind::declined) << text;
  }
}

}  // namespace
}  // namespace grundy
