#include "cli/batch_source.h"

#include <gtest/gtest.h>

namespace grundy::cli {
namespace {

TEST(BatchSource, TakesWholeLines) {
  std::string text = "\xEF\xBB\xBFnim(3)\r\n\n# a comment\n  kayles(5) \nnim(";
  size_t number = 0;
  const std::vector<face::BatchLine> lines = take_lines(text, number, false);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].number, 1U);
  EXPECT_EQ(lines[0].text, "nim(3)");
  EXPECT_EQ(lines[1].number, 4U);
  EXPECT_EQ(lines[1].text, "kayles(5)");
  EXPECT_EQ(text, "nim(");
  text += "4)";
  const std::vector<face::BatchLine> last = take_lines(text, number, true);
  ASSERT_EQ(last.size(), 1U);
  EXPECT_EQ(last[0].number, 5U);
  EXPECT_EQ(last[0].text, "nim(4)");
  EXPECT_EQ(text, "");
}

}  // namespace
}  // namespace grundy::cli
