#include "base/lines.h"

#include <gtest/gtest.h>

namespace grundy {
namespace {

TEST(Lines, AreTakenOneAfterAnother) {
  std::string_view text = "code 0.77\nvalues 12\nempty \nlast";
  EXPECT_EQ(take_line(text, "values"), std::nullopt);
  EXPECT_EQ(take_line(text, "cod"), std::nullopt);
  EXPECT_EQ(take_line(text, "code"), "0.77");
  EXPECT_EQ(take_line(text, "values"), "12");
  EXPECT_EQ(take_line(text, "empty"), "");
  EXPECT_EQ(take_line(text, "last"), std::nullopt) << "no newline";
  EXPECT_EQ(text, "last");
}

TEST(Lines, NumbersAreWhole) {
  uint64_t number = 5;
  EXPECT_TRUE(read_number("18446744073709551615", number));
  EXPECT_EQ(number, UINT64_MAX);
  EXPECT_TRUE(read_number("00ff", number, 16));
  EXPECT_EQ(number, 255u);
  for (const char* text : {"", "1x", "-1", " 1", "18446744073709551616"})
    EXPECT_FALSE(read_number(text, number)) << text;
  EXPECT_FALSE(read_number(std::nullopt, number));
}

}  // namespace
}  // namespace grundy
