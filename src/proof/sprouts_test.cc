// Certificates of drawings of Sprouts.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "check/check.h"
#include "proof/position.h"
#include "session/session.h"

namespace grundy {
namespace {

Attempt<PositionTheorem> proved_drawing(const std::string& text) {
  Session session;
  Budget budget;
  const auto question = session.read("sprouts(" + text + ")", budget);
  if (!question) return question.error();
  return prove_position(question->parts[0], budget);
}

Judgement judged_drawing(const std::string& text) {
  const Budget budget;
  const auto judgement = check_certificate(text, judge_by_isl, budget);
  EXPECT_TRUE(judgement.ok());
  return *judgement;
}

TEST(ProveSprouts, GivesTheValueOfTheEngine) {
  for (const char* text : {"0", "1", "2", "3", "4", "5", "6", "0.AB.}AB.}", "0*2.1a1a.}",
                           "0.0.AB.}AB.0.}", "1.1.2.}", "ABC.0.}ABC.0.}", "0.A_B.}A_B.0.}0.0.}"}) {
    const auto theorem = proved_drawing(text);
    ASSERT_TRUE(theorem.ok()) << text << ": " << theorem.error().message();
    EXPECT_TRUE(judged_drawing(theorem->certificate).accepted) << text;
    Session session;
    Budget budget;
    const auto value = session.value(*session.read(theorem->claims.position, budget), budget);
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(Value(static_cast<uint64_t>(theorem->claims.value)), *value) << text;
    const auto read = position_in(theorem->certificate);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(to_text(*read), theorem->certificate);
  }
}

TEST(ProveSprouts, ClaimsThatAreChangedAreRefused) {
  const auto theorem = proved_drawing("4");
  ASSERT_TRUE(theorem.ok());
  const PositionCertificate& whole = theorem->claims;
  ASSERT_GT(whole.claims.size(), 20u);
  size_t needed = 0;
  for (size_t i = 0; i < whole.claims.size(); ++i) {
    PositionCertificate changed = whole;
    ++changed.claims[i].value;
    Judgement judgement = judged_drawing(to_text(changed));
    EXPECT_FALSE(judgement.accepted) << i;
    EXPECT_EQ(judgement.line, i + 5) << judgement.reason;
    changed = whole;
    changed.claims.erase(changed.claims.begin() + static_cast<std::ptrdiff_t>(i));
    needed += judged_drawing(to_text(changed)).accepted ? 0 : 1;
    if (whole.claims[i].is) continue;
    changed = whole;
    changed.claims[i].option = 0;
    EXPECT_FALSE(judged_drawing(to_text(changed)).accepted) << i;
    changed.claims[i].option = 1000;
    EXPECT_FALSE(judged_drawing(to_text(changed)).accepted) << i;
  }
  EXPECT_GT(needed, whole.claims.size() * 9 / 10);
}

TEST(ProveSprouts, WrongValuesAndDrawingsAreRefused) {
  const auto theorem = proved_drawing("3");
  ASSERT_TRUE(theorem.ok());
  PositionCertificate changed = theorem->claims;
  changed.value = 0;
  EXPECT_EQ(judged_drawing(to_text(changed)).line, 4u);
  for (const char* drawing :
       {"4", "", "0", "0.AB.}AB", "A.B.}", "0.AB.}AB.}A.}", "01.}", "0*.", "*3.}", "0*0.}", "3.}",
        "0.}}", "99999", "0*99999999999999999999.}", "a b"}) {
    changed = theorem->claims;
    changed.position = fmt::format("sprouts({})", drawing);
    EXPECT_EQ(judged_drawing(to_text(changed)).accepted, false) << drawing;
    changed = theorem->claims;
    changed.claims[0].part = drawing;
    EXPECT_FALSE(judged_drawing(to_text(changed)).accepted) << drawing;
  }
}

TEST(ProveSprouts, OtherTextsAreRefusedAtTheirLine) {
  const auto theorem = proved_drawing("2");
  ASSERT_TRUE(theorem.ok());
  const std::string& whole = theorem->certificate;
  const auto with = [&](const std::string& before, const std::string& after) {
    std::string text = whole;
    const size_t at = text.find(before);
    EXPECT_NE(at, text.npos) << before;
    return text.replace(at, before.size(), after);
  };
  EXPECT_EQ(judged_drawing(with("drawing", "drawn")).line, 3u);
  EXPECT_EQ(judged_drawing(with("value 0", "value -1")).line, 4u);
  EXPECT_EQ(judged_drawing(with("value 0", "value 0 0")).line, 4u);
  EXPECT_FALSE(judged_drawing(with("\nend\n", "\n")).accepted);
  EXPECT_FALSE(judged_drawing(with("\nend\n", "\nend\nend\n")).accepted);
  EXPECT_FALSE(judged_drawing(with("\nis ", "\nwas ")).accepted);
}

TEST(ProveSprouts, TheBudgetEndsIt) {
  Session session;
  Budget budget;
  std::atomic<bool> stop{true};
  budget.set_stop_flag(&stop);
  Budget free;
  const auto theorem = prove_position(session.read("sprouts(9)", free)->parts[0], budget);
  ASSERT_FALSE(theorem.ok());
  EXPECT_TRUE(theorem.error().is_end);
  const auto small = proved_drawing("3");
  const auto judgement = check_certificate(small->certificate, judge_by_isl, budget);
  ASSERT_FALSE(judgement.ok());
  EXPECT_EQ(judgement.error().kind, Error::Kind::declined);
}

}  // namespace
}  // namespace grundy
