#include "check/obligation.h"

#include <gtest/gtest.h>

#include <map>

#include "reference/certificates.h"

namespace grundy {
namespace {

/// That n is the value of nim, with the witness "with k = w, to w".
constexpr const char* kNim =
    "grundy-certificate 1\n"
    "rule game nim(n)\n"
    "rule   -> nim(k)  for k <= n - 1\n"
    "game nim\n"
    "kind formula\n"
    "powers 1\n"
    "case\n"
    "value 1 1 0\n"
    "measure 1\n"
    "witness 1\n"
    "if 1 -1 -1\n"
    "with 0 1 0\n"
    "to 0 1 0\n"
    "end\n";

struct Stated {
  bool stated = false;
  std::vector<Obligation> obligations;
  Judgement judgement;
};

Stated stated(const std::string& text) {
  Certificate certificate;
  Stated result;
  EXPECT_TRUE(read_certificate(text, certificate, result.judgement)) << result.judgement.reason;
  result.stated = state_obligations(certificate, result.obligations, result.judgement);
  return result;
}

/// The flaws that the obligations have, by line, and how many have a solution.
size_t failing(const std::vector<Obligation>& obligations) {
  const auto context = logic::make_context(1'000'000);
  size_t count = 0;
  for (const Obligation& one : obligations) {
    const auto decision = logic::decide(context.get(), one.problem, [] { return false; });
    EXPECT_NE(decision.kind, logic::Decision::Kind::unknown);
    count += decision.kind == logic::Decision::Kind::possible ? 1 : 0;
  }
  return count;
}

TEST(Obligations, OfNim) {
  const Stated nim = stated(kNim);
  ASSERT_TRUE(nim.stated);
  std::map<std::string, size_t> flaws;
  for (const Obligation& one : nim.obligations) flaws.emplace(one.flaw, one.line);
  EXPECT_EQ(flaws, (std::map<std::string, size_t>{{"a move does not lower the measures", 9},
                                                  {"a smaller ordinal has no witness", 7},
                                                  {"an option has the same value", 7},
                                                  {"the coefficient is no natural number", 8},
                                                  {"the witness is no move of that line", 10}}));
  EXPECT_EQ(failing(nim.obligations), 0u);
}

TEST(Obligations, WrongClaimsHaveSolutions) {
  for (const auto& [from, to] : std::map<std::string, std::string>{{"value 1 1 0", "value 1 2 0"},
                                                                   {"to 0 1 0", "to 0 1 1"},
                                                                   {"measure 1", "measure 0"},
                                                                   {"if 1 -1 -1", "if 1 -1 -2"}}) {
    const Stated wrong = stated(reference::changed(kNim, from, to));
    ASSERT_TRUE(wrong.stated) << to;
    EXPECT_GT(failing(wrong.obligations), 0u) << to;
  }
}

TEST(Obligations, WhatClaimsNothing) {
  const Stated other = stated(reference::changed(kNim, "game nim\nkind", "game kayles\nkind"));
  EXPECT_FALSE(other.stated);
  EXPECT_EQ(other.judgement.line, 4u);
  EXPECT_EQ(other.judgement.reason, "the rule is of another game");
  const Stated broken = stated(reference::changed(kNim, "k <= n - 1", "k <= m"));
  EXPECT_FALSE(broken.stated);
  EXPECT_EQ(broken.judgement.line, 3u);
}

}  // namespace
}  // namespace grundy
