#include "catalogue/family.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "catalogue/codes.h"

namespace grundy::catalogue {
namespace {

std::vector<std::string> texts(std::string_view family) {
  std::vector<std::string> result;
  const auto codes = parse_families(family);
  EXPECT_TRUE(codes.ok());
  if (codes) {
    for (const HeapCode& code : *codes) result.push_back(code.text());
  }
  return result;
}

std::string slip(std::string_view family) {
  const auto codes = parse_families(family);
  EXPECT_FALSE(codes.ok());
  return codes ? "" : codes.error().message();
}

using Texts = std::vector<std::string>;

TEST(RuleFamilies, AreReadLikeSets) {
  EXPECT_EQ(texts("subtract[{a}] for a in 1..3"), (Texts{"0.3", "0.03", "0.003"}));
  EXPECT_EQ(texts("family small = subtract[{a, b}] for a in 1..2, b in a+1..3"),
            (Texts{"0.33", "0.303", "0.033"}));
  EXPECT_EQ(texts("subtract[{1, 2*a - 1}] for a in 1..3"), (Texts{"0.3", "0.303", "0.30003"}));
  EXPECT_EQ(texts("subtract[{a, b}] for a in 1..2, b in 1..2"), (Texts{"0.3", "0.33", "0.03"}));
  EXPECT_EQ(texts("subtract[{a - 2}] for a in 1..3"),
            Texts{"0.3"});  // 1 - 2 and 2 - 2 are no moves
}

TEST(RuleFamilies, WhatIsNone) {
  EXPECT_EQ(slip("subtract[{a}]"), "expected 'for'");
  EXPECT_EQ(slip("subtract[{b}] for a in 1..3"), "nothing before binds 'b'");
  EXPECT_EQ(slip("subtract[{a}] for a in 1..b"), "nothing before binds 'b'");
  EXPECT_EQ(slip("subtract[{a}] for a in 1..3, a in 1..3"), "'a' is bound already");
  EXPECT_EQ(slip("subtract[{a}] for a in 1..3 or 4"), "expected ',' or the end");
  EXPECT_EQ(slip("subtract[{a}] for a in 3..1"), "the family has no game");
  EXPECT_EQ(slip("subtract[{a"), "expected '}'");
  EXPECT_NE(slip("subtract[{a}] for a in 1..2000").find("at most 1000"), std::string::npos);
  EXPECT_NE(slip("subtract[{a, b, c}] for a in 1..999, b in 1..999, c in 1..999").find("more than"),
            std::string::npos);
}

TEST(Shards, AreDisjointAndTogetherAll) {
  const auto all = parse_families("octal<=2");
  for (const uint64_t shards : {1, 3, 7}) {
    std::vector<std::string> found;
    for (uint64_t shard = 1; shard <= shards; ++shard) {
      for (const HeapCode& code : of_shard(*all, shard, shards)) found.push_back(code.text());
    }
    std::vector<std::string> expected;
    for (const HeapCode& code : *all) expected.push_back(code.text());
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace grundy::catalogue
