#include "session/sum_svg.h"

#include <gtest/gtest.h>

#include "session/session.h"

namespace grundy {
namespace {

std::string drawn(const std::string& text) {
  Session session;
  Budget budget;
  const auto question = session.read(text, budget);
  EXPECT_TRUE(question.ok()) << text;
  return sum_svg(question->parts);
}

size_t count(const std::string& text, const std::string& piece) {
  size_t found = 0;
  for (size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + piece.size()))
    ++found;
  return found;
}

TEST(SumSvg, HeapsAreDotsAndBoardsAreBoards) {
  EXPECT_EQ(count(drawn("kayles(5) + nim(3)"), "<circle"), 8U);
  EXPECT_EQ(count(drawn("wythoff(2, 4)"), "<circle"), 6U);
  const std::string both = drawn("nim(2) + cram(2x3)");
  EXPECT_EQ(count(both, "<svg "), 2U);  // the board within the sum
  EXPECT_EQ(count(both, "</svg>"), 2U);
  EXPECT_EQ(count(both, "<circle"), 2U);
}

TEST(SumSvg, WhatIsTooLargeIsText) {
  const std::string large = drawn("nim(10000000)");
  EXPECT_EQ(count(large, "<circle"), 0U);
  EXPECT_NE(large.find(">10000000<"), large.npos);
  const std::string many = drawn("200*kayles(3)");
  EXPECT_EQ(count(many, "<circle"), 300U);
  EXPECT_EQ(count(many, "…"), 1U);
  EXPECT_NE(drawn("nim{}").find(">0<"), std::string::npos);
}

}  // namespace
}  // namespace grundy
