// Certificates of positions whose moves may bind the answer: random rules, against the engine, and
// with claims that are changed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "check/check.h"
#include "proof/position.h"
#include "session/session.h"

namespace grundy {
namespace {

/// A game g(n) of some lines that take from a heap, split it, bind the answer or move again.
std::string random_replies(std::mt19937_64& random) {
  std::string rules = "game g(n)\n";
  for (uint64_t line = 2 + random() % 3; line > 0; --line) {
    const uint64_t taken = 1 + random() % 3;
    const std::string_view word = reply_word(static_cast<Reply>(random() % 3));
    if (word != reply_word(Reply::here) && random() % 2 == 0) {
      rules += fmt::format("  -> {}g(a) + g(n - {} - a) for a in 0..n - {}\n", word, taken, taken);
    } else {
      rules += fmt::format("  -> {}g(n - {})\n", word, taken);
    }
  }
  return rules;
}

Judgement judged_replies(const std::string& text) {
  const auto judgement = check_certificate(text, judge_by_isl, Budget());
  EXPECT_TRUE(judgement.ok());
  return *judgement;
}

void expect_proved(Session& session, const std::string& position, size_t& loony, size_t& forged) {
  Budget budget;
  const auto question = session.read(position, budget);
  ASSERT_TRUE(question.ok()) << question.error().to_string();
  const auto theorem = prove_position(question->parts[0], budget);
  ASSERT_TRUE(theorem.ok()) << position << theorem.error().message();
  EXPECT_TRUE(judged_replies(theorem->certificate).accepted) << theorem->certificate;
  const PositionCertificate& whole = theorem->claims;
  const Value value = *session.value(*question, budget);
  EXPECT_EQ(PositionCertificate::text_of(whole.value), value.to_string()) << position;
  loony += value.is_loony() ? 1 : 0;
  EXPECT_EQ(to_text(*position_in(theorem->certificate)), theorem->certificate);
  if (whole.kind != PositionCertificate::Kind::entailing) return;
  for (size_t i = 0; i < whole.claims.size(); ++i) {
    PositionCertificate changed = whole;
    changed.claims[i].value += whole.claims[i].value > 1 ? -1 : 1;
    EXPECT_FALSE(judged_replies(to_text(changed)).accepted) << i << theorem->certificate;
    changed = whole;
    changed.claims.erase(changed.claims.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(judged_replies(to_text(changed)).accepted) << i << theorem->certificate;
    ++forged;
  }
  // The same claims of another kind would leave out who answers.
  PositionCertificate free = whole;
  free.kind = PositionCertificate::Kind::played;
  free.claims.resize(1);
  EXPECT_FALSE(judged_replies(to_text(free)).accepted) << theorem->certificate;
}

TEST(ProveReplies, RandomRules) {
  std::mt19937_64 random(42);
  size_t loony = 0, forged = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string rules = random_replies(random);
    Session session;
    ASSERT_TRUE(session.load_rules("g.game", rules).ok()) << rules;
    for (const int n : {0, 3, 8}) expect_proved(session, fmt::format("g({})", n), loony, forged);
  }
  EXPECT_GT(loony, 10U);
  EXPECT_GT(forged, 300U);
}

TEST(ProveReplies, Boards) {
  Session session;
  ASSERT_TRUE(session
                  .load_rules("ends.game",
                              "game ends on strip\n  . . -> again # #\n  . X -> entailing # #\n"
                              "  . . . -> # . #\n")
                  .ok());
  size_t loony = 0, forged = 0;
  for (const char* board : {"..", "....", ".....", ".X..", "X.X.."})
    expect_proved(session, fmt::format("ends({})", board), loony, forged);
  EXPECT_GT(forged, 10U);
}

TEST(ProveReplies, FreePlayIsNoKindOfTheirs) {
  const std::string text =
      "grundy-certificate 1\nrule game g(n)\nrule   -> entailing g(n - 1)\ngame g\nkind play\n"
      "position g(1)\nvalue 1\nis 0 g(0)\nis 1 g(1)\nend\n";
  const Judgement judgement = judged_replies(text);
  EXPECT_FALSE(judgement.accepted);
  EXPECT_EQ(judgement.line, 4U);
}

}  // namespace
}  // namespace grundy
