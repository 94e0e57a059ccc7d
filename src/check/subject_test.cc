#include "check/subject.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(SubjectTest, ARuleAndItsLines) {
  Subject subject;
  const std::string text = "game g(n)\n  -> g(n - 1)\n  -> g(n - k) for k in {2, 3}\n";
  ASSERT_FALSE(subject.read(text, 2, "g", 5));
  EXPECT_EQ(subject.line_of(subject.rule().moves[0]), 3u);
  EXPECT_EQ(subject.line_of(subject.rule().moves[1]), 4u);
}

TEST(SubjectTest, RefusalsNameTheLine) {
  struct Case {
    const char* text;
    const char* game;
    size_t line;
    const char* reason;
  };
  for (const Case& one :
       {Case{"game g(n)\n  -> g(n - )\n", "g", 3, "expected"},
        Case{"game g(n)\n  -> g(n - k) for k in @file\n", "g", 3, "file"},
        Case{"game g(n)\n  -> g(n - 1)\n", "nim", 7, "the rule is of another game"},
        Case{"game g(n)\n  -> g(n - 1)\n", "h", 7, "the rule is of another game"}}) {
    Subject subject;
    const auto bad = subject.read(one.text, 2, one.game, 7);
    ASSERT_TRUE(bad) << one.text;
    EXPECT_EQ(bad->line, one.line) << one.text;
    EXPECT_NE(bad->reason.find(one.reason), std::string::npos) << bad->reason;
    EXPECT_FALSE(bad->accepted);
  }
}

}  // namespace
}  // namespace grundy
