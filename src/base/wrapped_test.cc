// Lines broken between words.
#include "base/wrapped.h"

#include <gtest/gtest.h>

#include <string>

namespace grundy {
namespace {

TEST(Wrapped, BetweenWordsAtAHundredColumns) {
  const std::string word(49, 'x');
  EXPECT_EQ(wrapped(""), "");
  EXPECT_EQ(wrapped("a b"), "a b");
  EXPECT_EQ(wrapped(word + " " + word + " y"), word + " " + word + "\ny");
  EXPECT_EQ(wrapped(word + " " + word + " " + std::string(120, 'z')),
            word + " " + word + "\n" + std::string(120, 'z'));
  // A letter may have several bytes.
  EXPECT_EQ(wrapped(std::string(98, 'x') + " …"), std::string(98, 'x') + " …");
}

TEST(Wrapped, ParagraphsKeepTheirIndentation) {
  const std::string word(60, 'x');
  EXPECT_EQ(wrapped("a\nb"), "a\nb");
  EXPECT_EQ(wrapped("  " + word + " " + word), "  " + word + "\n  " + word);
  EXPECT_EQ(wrapped("  1. " + word + " " + word), "  1. " + word + "\n     " + word);
}

}  // namespace
}  // namespace grundy
