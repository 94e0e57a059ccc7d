#include "check/quotient.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "check/check.h"
#include "reference/certificates.h"

namespace grundy {
namespace {

// Of 0.3, where one or two tokens may be taken: heaps 1 and 2 of the period 1, a, b.
const QuotientCertificate kOneOrTwo = {.rule = "game heap(n) = code[0.3](n)\n",
                                       .game = "heap",
                                       .code = "0.3",
                                       .preperiod = 0,
                                       .period = 2,
                                       .order = 2,
                                       .actions = {{1, 0}},
                                       .lost = {1},
                                       .values = {0, 1}};

Judgement judged(const QuotientCertificate& certificate) {
  return reference::judged(to_text(certificate));
}

TEST(QuotientCertificate, IsAccepted) {
  const Judgement judgement = judged(kOneOrTwo);
  EXPECT_TRUE(judgement.accepted) << judgement.reason;
}

void expect_rejected(const QuotientCertificate& certificate, const std::string& reason) {
  const Judgement judgement = judged(certificate);
  EXPECT_FALSE(judgement.accepted);
  EXPECT_NE(judgement.reason.find(reason), std::string::npos) << judgement.reason;
}

TEST(QuotientCertificate, IsRejectedWhereAFieldIsWrong) {
  auto with = [](auto change) {
    QuotientCertificate c = kOneOrTwo;
    change(c);
    return c;
  };
  expect_rejected(with([](auto& c) { c.rule = "game heap(n) = code[0.7](n)\n"; }),
                  "the code of the game is 0.7");
  expect_rejected(with([](auto& c) { c.game = "kayles"; }), "another game");
  expect_rejected(with([](auto& c) { c.code = "0.31"; }), "the code of the game is 0.3");
  expect_rejected(with([](auto& c) { c.preperiod = 1; }), "expected the elements of 3 heaps");
  expect_rejected(with([](auto& c) {
                    c.preperiod = 1;
                    c.values = {0, 1, 0};
                  }),
                  "a smaller pre-period does");
  expect_rejected(with([](auto& c) {
                    c.period = 4;
                    c.values = {0, 1, 0, 1};
                  }),
                  "the period 2 does as well");
  expect_rejected(with([](auto& c) { c.order = 3; }), "3 products");
  expect_rejected(with([](auto& c) { c.actions = {{1, 1}}; }), "");
  expect_rejected(with([](auto& c) { c.actions = {{0, 1}}; }), "no product of generators");
  expect_rejected(with([](auto& c) { c.actions = {{1, 2}}; }), "2 is no element");
  expect_rejected(with([](auto& c) { c.lost = {0}; }), "the identity is not in P");
  expect_rejected(with([](auto& c) { c.lost = {}; }), "not told apart");
  expect_rejected(with([](auto& c) { c.lost = {1, 1}; }), "stands twice");
  expect_rejected(with([](auto& c) { c.values = {1, 0}; }), "");
  expect_rejected(with([](auto& c) { c.values = {0, 0}; }), "");
}

TEST(QuotientCertificate, IsRejectedWhereALineIsMissingOrTooMany) {
  const std::string text = to_text(kOneOrTwo);
  const Budget budget;
  size_t lines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  for (size_t gone = 0; gone < lines; ++gone) {
    std::string rest;
    size_t line = 0;
    for (size_t begin = 0; begin < text.size(); ++line) {
      const size_t end = text.find('\n', begin) + 1;
      if (line != gone) rest += text.substr(begin, end - begin);
      begin = end;
    }
    const auto judgement = check_certificate(rest, judge_by_isl, budget);
    ASSERT_TRUE(judgement);
    EXPECT_FALSE(judgement->accepted) << "without line " << gone + 1;
  }
  const auto judgement = check_certificate(text + "more\n", judge_by_isl, budget);
  ASSERT_TRUE(judgement);
  EXPECT_FALSE(judgement->accepted);
}

}  // namespace
}  // namespace grundy
