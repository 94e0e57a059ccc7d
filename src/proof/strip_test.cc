#include "proof/strip.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "rule/rulebook.h"
#include "session/session.h"

namespace grundy {
namespace {

/// A rulebook with a game `g`, or the built-in games.
Attempt<StripTheorem> proved_strip(const std::string& rule, const std::string& family) {
  Rulebook book;
  EXPECT_TRUE(rule.empty() || book.load_text("test", rule).ok()) << rule;
  const auto found = book.rule(family.substr(0, family.find('(')));
  EXPECT_TRUE(found.ok());
  Budget budget;
  return prove_strip(**found, family, budget);
}

Judgement judged_strip(const std::string& text) {
  const Budget budget;
  const auto judgement = check_certificate(text, judge_by_isl, budget);
  EXPECT_TRUE(judgement.ok());
  return *judgement;
}

struct StripLaw {
  const char* rule;
  const char* family;
  int64_t preperiod, period;
};

TEST(ProveStrip, FindsThePeriodsOfTheirCodes) {
  const StripLaw laws[] = {
      {"", "cram(1xn)", 53, 34},  // 0.07, Dawson's Kayles (Guy and Smith 1956)
      {"", "cram(.{k})", 53, 34},
      {"game g on strip\n  . -> #\n  .. -> ##\n", "g(1xn)", 71, 12},      // 0.77, Kayles
      {"game g on strip\n  . -> X\n  always no XX\n", "g(1xn)", 52, 34},  // 0.137, Dawson's Chess
  };
  for (const StripLaw& law : laws) {
    SCOPED_TRACE(law.family);
    const auto theorem = proved_strip(law.rule, law.family);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(theorem->claims.law_preperiod, law.preperiod);
    EXPECT_EQ(theorem->claims.law_period, law.period);
    EXPECT_TRUE(judged_strip(theorem->certificate).accepted);
  }
}

/// Boards of every length up to some that no search of theirs takes long for.
TEST(ProveStrip, SaysWhatTheEnginesSay) {
  const StripLaw laws[] = {
      {"game g on grid start XO|OX\n  XX -> .X\n  OO -> .O\n  XO -> ..\n", "g(1xn)", 53, 34},
      {"game g on strip\n  . -> #\n  .. -> ##\n", "g(#.{n}...)", 68, 12},
      {"game g on strip\n  . -> X\n  always no XX\n", "g(X.{n}.X)", 53, 34},
      {"game g on grid\n  .. -> ##  along right\n  X. -> #X\n", "g(X.{n}X)", 381, 34},
      {"game g on grid\n  .. -> ##  along right\n  X. -> #X\n", "g(X.{n})", 230, 34},
      {"game g on grid\n  .. -> ##  along down\n  . -> #  along right\n", "g(2xn)", 0, 2},
  };
  for (const StripLaw& law : laws) {
    SCOPED_TRACE(law.rule);
    const auto theorem = proved_strip(law.rule, law.family);
    ASSERT_TRUE(theorem.ok()) << theorem.error().message();
    EXPECT_EQ(theorem->claims.law_preperiod, law.preperiod);
    EXPECT_EQ(theorem->claims.law_period, law.period);
    Session session;
    Budget budget;
    ASSERT_TRUE(session.rulebook().load_text("test", law.rule).ok());
    for (size_t n = 1; n < 36; ++n) {
      std::string board;
      for (const char c : std::string(law.family)) {
        if (c == '{') {
          const char last = board.back();
          board.pop_back();
          board += std::string(n, last);
          board += '{';
        } else {
          board += c;
        }
      }
      for (size_t at; (at = board.find("{n}")) != std::string::npos;) board.erase(at, 3);
      if (const size_t at = board.find("xn"); at != std::string::npos) board.replace(at, 2, "x" + std::to_string(n));
      const auto question = session.read(board, budget);
      ASSERT_TRUE(question.ok()) << board << question.error().to_string();
      const auto value = session.value(*question, budget);
      ASSERT_TRUE(value.ok()) << board;
      const StripCertificate& claims = theorem->claims;
      const auto m = static_cast<int64_t>(n);
      const int64_t index = m < claims.law_preperiod + claims.law_period
                                ? m
                                : claims.law_preperiod + (m - claims.law_preperiod) % claims.law_period;
      EXPECT_EQ(*value, Value(static_cast<uint64_t>(claims.values[static_cast<size_t>(index)]))) << board;
    }
  }
}

TEST(ProveStrip, ClaimsThatAreChangedAreRefused) {
  const auto theorem = proved_strip("game g on strip\n  . -> #\n  .. -> ##\n", "g(1xn)");
  ASSERT_TRUE(theorem.ok()) << theorem.error().message();
  const StripCertificate& whole = theorem->claims;
  const auto expect_refused = [](const StripCertificate& changed) {
    const Judgement judgement = judged_strip(to_text(changed));
    EXPECT_FALSE(judgement.accepted) << to_text(changed);
    EXPECT_FALSE(judgement.reason.empty());
  };
  StripCertificate changed = whole;
  --changed.preperiod;
  expect_refused(changed);
  changed = whole;
  ++changed.period;
  expect_refused(changed);
  changed = whole;
  --changed.law_preperiod;
  changed.values.pop_back();
  expect_refused(changed);
  changed = whole;
  changed.law_period /= 2;
  changed.values.resize(static_cast<size_t>(changed.law_preperiod + changed.law_period));
  expect_refused(changed);
  for (size_t i = 0; i < whole.values.size(); ++i) {
    changed = whole;
    ++changed.values[i];
    expect_refused(changed);
  }
  changed = whole;
  changed.parts[0].period = "#";
  expect_refused(changed);
  changed = whole;
  changed.parts.clear();
  expect_refused(changed);
  changed = whole;
  changed.far = 1;
  expect_refused(changed);
  changed = whole;
  changed.family = "g(#{n})";
  expect_refused(changed);
  changed = whole;
  changed.rule = "game g on strip\n  . -> #\n";
  expect_refused(changed);
}

TEST(ProveStrip, TextsCutShortAreRefused) {
  const auto theorem = proved_strip("", "cram(1xn)");
  ASSERT_TRUE(theorem.ok());
  const std::string& text = theorem->certificate;
  for (size_t length = 0; length < text.size(); length += 1 + text.size() / 40)
    EXPECT_FALSE(judged_strip(text.substr(0, length)).accepted);
  const auto read = strip_in(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(to_text(*read), text);
}

TEST(ProveStrip, DeclinesWithAnExample) {
  const auto why = [](const char* rule, const char* family) {
    const auto theorem = proved_strip(rule, family);
    EXPECT_FALSE(theorem.ok());
    return theorem ? "" : theorem.error().message();
  };
  EXPECT_NE(why("", "cram(2xn)").find("a move leaves"), std::string::npos);
  EXPECT_NE(why("", "clobber(1xn)").find("no period was seen"), std::string::npos);
  EXPECT_NE(why("", "nogo(1xn)"), "");
  EXPECT_NE(why("", "toppling(1xn)").find("any number of cells"), std::string::npos);
  EXPECT_NE(why("game g on strip\n  . -> X\n  always no XX\n", "g(XX.{n})").find("no positions"), std::string::npos);
}

}  // namespace
}  // namespace grundy
