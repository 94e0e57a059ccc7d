#include "proof/automatic_certificate.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "check/check.h"
#include "language/rulebook.h"
#include "proof/automatic.h"
#include "proof/certificate.h"
#include "proof/certified.h"
#include "proof/claim_text.h"

namespace grundy {
namespace {

class AutomaticCertificateTest : public testing::Test {
 protected:
  AutomaticCertificateTest() {
    for (const char* file : {"digits", "automata"})
      EXPECT_TRUE(
          rules_.load_file(std::string(GRUNDY_SOURCE_DIR) + "/test/proof/" + file + ".game"));
  }
  Attempt<std::string> certificate(const char* game, const char* where = "") {
    const Rule& rule = **rules_.rule(game);
    const auto domain = *where == 0 ? automatic::Domain() : *read_domain(rule, where);
    const auto theorem = prove_automatic(rule, budget_, domain);
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
  for (const char* game : {"heaps", "even_second", "mark", "three", "wythoff", "wythoff2"}) {
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
           {"row 1 1 1 1 7", "row 1 1 1 1 0"},
           {"row 0 0 0 0\nlabel 0 0\ncover\n", ""},
       }) {
    EXPECT_FALSE(judged(*text, from, to).accepted) << from << " -> " << to;
  }
}

TEST_F(AutomaticCertificateTest, LawsOfADomainAndOfPowers) {
  const auto text = certificate("chocolate4", "4*y <= z");
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_TRUE(judged(*text, "where 4*y <= z", "where 4*y <= z").accepted);
  EXPECT_EQ(theorem_in(*text)->theorem.where, "4*y <= z");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"where 4*y <= z\n", ""},  // of all positions it is no law
           {"where 4*y <= z", "where 4*y <= z + 1"},
           {"where 4*y <= z", "where 4*y <= z and z >= 1"},  // a move leaves it
           {"where 4*y <= z", "where 4*y <= x"},
           {"where 4*y <= z", "where 4*y - z <= 0 or"},
           {"where 4*y <= z", "where"},
           {"law 1", "law 2"},
       }) {
    EXPECT_FALSE(judged(*text, from, to).accepted) << from << " -> " << to;
  }
  const auto powers = certificate("delete_nim");
  ASSERT_TRUE(powers) << powers.error().message();
  EXPECT_TRUE(judged(*powers, "law 2", "law 2").accepted);
  EXPECT_FALSE(judged(*powers, "law 2", "law 1").accepted);
  EXPECT_FALSE(judged(*powers, "law 2", "law 3").accepted);
}

TEST_F(AutomaticCertificateTest, ShippedOnesAreAccepted) {
  size_t accepted = 0;
  for (const char* name : {"chocolate1.cert", "automatic.certs"}) {
    std::ifstream file(std::string(GRUNDY_SOURCE_DIR) + "/data/" + name);
    std::string text;
    for (std::string line; std::getline(file, line);) {
      text += line + "\n";
      if (line != "end") continue;
      EXPECT_TRUE(check_certificate(text, judge_by_isl, budget_)->accepted) << name;
      ++accepted;
      text.clear();
    }
  }
  EXPECT_EQ(accepted, 16U);
}

/// What a binder is follows from the coordinate that tells it, here once with a factor and once by
/// way of another binder.
TEST_F(AutomaticCertificateTest, BindersThatCoordinatesTell) {
  ASSERT_TRUE(rules_.load_text(
      "test",
      "game mixed(a, b)\n  -> mixed(a - k, b)  for k in 1..a\n  -> mixed(a, y)  for y < b\n"
      "game across(a, b)\n  -> across(a - k - l, b - l)  for k >= 1, l in 0..k\n"
      "  -> across(a, b - 1 - l)  for l >= 0\n"
      "game given(a, b)\n  -> given(k, a - k - 1)  for k < a\n"));
  for (const char* game : {"mixed", "across", "given"}) {
    const auto text = certificate(game);
    ASSERT_TRUE(text) << game << ": " << text.error().message();
    EXPECT_TRUE(check_certificate(*text, judge_by_isl, budget_)->accepted) << game;
  }
  // A move more, and one less, of the same shape: the law is another.
  const auto text = certificate("mixed");
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"mixed(a - k, b)", "mixed(a - k - 1, b)"},
           {"mixed(a - k, b)", "mixed(a - 2*k, b)"},
           {"for k in 1..a", "for k in 0..a"},
           {"for k in 1..a", "for k in 2..a"},
       }) {
    EXPECT_FALSE(judged(*text, from, to).accepted) << from << " -> " << to;
  }
}

TEST_F(AutomaticCertificateTest, AndsAndOrs) {
  ASSERT_TRUE(
      rules_.load_text("test",
                       "game submasks(x)\n  -> submasks(x - d)  for d in 1..x  if x & d = d\n"
                       "game covered(a, b)\n  -> covered(k, b)  for k < a  if k | b = a | b\n"
                       "  -> covered(a, k)  for k < b  if k | a = a | b\n"));
  const auto submasks = certificate("submasks");
  ASSERT_TRUE(submasks) << submasks.error().message();
  EXPECT_TRUE(check_certificate(*submasks, judge_by_isl, budget_)->accepted);
  EXPECT_FALSE(judged(*submasks, "x & d = d", "x & d = 0").accepted);
  const auto covered = certificate("covered");
  ASSERT_TRUE(covered) << covered.error().message();
  EXPECT_TRUE(check_certificate(*covered, judge_by_isl, budget_)->accepted);
  EXPECT_TRUE(judged(*covered, "k | b = a | b", "k + b - (k & b) = a | b").accepted);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"k | b = a | b", "k & b = a & b"},
                                                        {"k | b = a | b", "k | b = a"},
                                                        {"k | b = a | b", "k | b >= 0"}})
    EXPECT_FALSE(judged(*covered, from, to).accepted) << to;
}

TEST_F(AutomaticCertificateTest, Distances) {
  ASSERT_TRUE(rules_.load_text(
      "test",
      "game nearer(a, b)\n  -> nearer(x, b)  for x < a  if abs(x - b) <= abs(a - b)\n"
      "  -> nearer(a, y)  for y < b  if abs(a - y) <= abs(a - b)\n"));
  const auto text = certificate("nearer");
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_TRUE(judged(*text, "abs(a - b)", "abs(b - a)").accepted);
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"abs(x - b) <= abs(a - b)", "abs(x - b) >= abs(a - b)"},
           {"abs(x - b) <= abs(a - b)", "abs(x - b) <= a - b - 1 and x >= b + 1"},
           {"abs(x - b) <= abs(a - b)", "abs(x - b) <= abs(a + b)"},
       }) {
    EXPECT_FALSE(judged(*text, from, to).accepted) << from << " -> " << to;
  }
}

TEST_F(AutomaticCertificateTest, QuotientsOfWhatMayBeNegative) {
  ASSERT_TRUE(
      rules_.load_text("test",
                       "game even(a, b)\n  -> even(x, b)  for x < a  if (x - b) % 2 = 0\n"
                       "  -> even(a, y)  for y < b\n"
                       "game halves(a, b)\n  -> halves(x, b)  for x < a\n"
                       "  -> halves(a, y)  for y < b  if (y - a)/2 >= 1 or (a - y) % 4 = 1\n"));
  struct Change {
    const char* game;
    std::string from, to;
    bool same_law;  // by definition
  };
  std::map<std::string, std::string> texts;
  for (const char* game : {"even", "halves"}) {
    const auto text = certificate(game);
    ASSERT_TRUE(text) << game << ": " << text.error().message();
    EXPECT_TRUE(judged(*text, "end\n", "end\n").accepted) << game;
    texts[game] = *text;
  }
  for (const auto& [game, from, to, same_law] : std::vector<Change>{
           {"even", "(x - b)%2 = 0", "(x - b - 1)%2 = 0", false},
           {"even", "(x - b)%2 = 0", "(x - b)%3 = 0", true},
           {"even", "(x - b)%2 = 0", "(x - b)/2 = 0", true},
           {"halves", "(a - y)%4 = 1", "(a - y)%4 = 3", false},
           {"halves", "(a - y)%4 = 1", "(a - y)%5 = 1", true},
           {"halves", "(a - y)%4 = 1", "(y - a)%4 = 1", false},
           {"halves", "1 <= (y - a)/2", "1 <= (y - a + 1)/2", false},
           {"halves", "1 <= (y - a)/2", "0 <= (y - a)/2", false},
       }) {
    EXPECT_EQ(judged(texts[game], from, to).accepted, same_law) << from << " -> " << to;
  }
}

TEST_F(AutomaticCertificateTest, FibonacciNumbers) {
  const auto text = certificate("no_fibonacci");
  ASSERT_TRUE(text) << text.error().message();
  EXPECT_TRUE(judged(*text, "system 1 1", "system 1 1").accepted);
  EXPECT_FALSE(judged(*text, "system 1 1", "system 2").accepted);
  EXPECT_FALSE(judged(*text, "5*k*k + 4", "5*k*k + 5").accepted);
}

}  // namespace
}  // namespace grundy
