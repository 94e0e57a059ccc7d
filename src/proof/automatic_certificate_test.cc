#include "proof/automatic_certificate.h"

#include <gtest/gtest.h>

#include "check/check.h"
#include "proof/automatic.h"
#include "proof/certificate.h"
#include "rule/rulebook.h"

namespace grundy {
namespace {

class AutomaticCertificateTest : public testing::Test {
 protected:
  AutomaticCertificateTest() {
    EXPECT_TRUE(rules_.load_file(std::string(GRUNDY_SOURCE_DIR) + "/test/proof/digits.game"));
  }
  Attempt<std::string> certificate(const char* game) {
    const auto theorem = prove_automatic(**rules_.rule(game), budget_);
    if (!theorem) return theorem.error();
    return certificate_of(*theorem, budget_);
  }
  Judgement judged(std::string text, const std::string& from, const std::string& to) {
    const size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return *check_certificate(text, judge_by_isl, budget_);
  }

  Rulebook rules_;
  Budget budget_;
};

TEST_F(AutomaticCertificateTest, LawsAreAccepted) {
  for (const char* game : {"heaps", "even_second", "mark", "three", "wythoff"}) {
    const auto text = certificate(game);
    ASSERT_TRUE(text) << game << ": " << text.error().message();
    EXPECT_TRUE(check_certificate(*text, judge_by_isl, budget_)->accepted) << game;
  }
}

TEST_F(AutomaticCertificateTest, WhatIsTamperedWithIsRejected) {
  const auto text = certificate("heaps");
  ASSERT_TRUE(text);
  EXPECT_TRUE(judged(*text, "end\n", "end\n").accepted);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"for x <= a - 1", "for x <= a - 2"},
           {"system 2", "system 3"},
           {"system 2", "system 1 1"},
           {"law 1", "law 0"},
           {"state 1 0 1 1 0 1 0 0 1", "state 1 0 1 1 0 1 0 1 1"},
           {"state 1 0 1 1 0 1 0 0 1", "state 1 1 1 1 0 1 0 0 1"},
           {"state 0 1 1", "state 1 1 1"},
           {"measure 1 1", "measure 1 0"},
           {"measure 1 1", "measure 0 0"},
           {"label 0 0\n", "label\n"},
           {"label 0 1\n", "label 1 1\n"},
           {"label 0 1\n", "label 0 99\n"},
           {"row 1 1 1 1 8", "row 1 1 1 1 0"},
           {"row 0 0 0 0\nlabel 0 0\ncover\n", ""},
       }) {
    EXPECT_FALSE(judged(*text, from, to).accepted) << from << " -> " << to;
  }
}

}  // namespace
}  // namespace grundy
