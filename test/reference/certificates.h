// Certificates in tests: made of a rule, tampered with, judged.
#pragma once
#include <gtest/gtest.h>

#include <string>

#include "check/check.h"
#include "language/rulebook.h"
#include "proof/certificate.h"
#include "proof/prove.h"

namespace grundy::reference {

/// The certificate of the theorem about a game of these rules, which has to be proved.
inline std::string certificate(const std::string& rules, const std::string& game) {
  Rulebook book;
  EXPECT_TRUE(book.load_text("rules", rules)) << rules;
  const Attempt<const Rule*> rule = book.rule(game);
  EXPECT_TRUE(rule) << game;
  Budget budget;
  const Attempt<Theorem> theorem = prove(**rule, {}, budget);
  EXPECT_TRUE(theorem && theorem->is_proved()) << rules;
  const Attempt<std::string> text = certificate_of(*theorem, budget);
  EXPECT_TRUE(text) << rules << (text ? "" : text.error().message());
  return text ? *text : "";
}

/// The text with the first place of `from` changed; there has to be one.
inline std::string changed(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The checker's word on a certificate that it can read to an end.
inline Judgement judged(const std::string& text, unsigned threads = 1) {
  Budget budget;
  budget.set_threads(threads);
  const Attempt<Judgement> judgement = check_certificate(text, judge_by_isl, budget);
  EXPECT_TRUE(judgement) << text;
  return judgement ? *judgement : Judgement{};
}

}  // namespace grundy::reference
