#include "cli/quantity.h"

#include <gtest/gtest.h>

namespace grundy::cli {
namespace {

TEST(Quantity, Counts) {
  EXPECT_EQ(*parse_count("0", "--upto"), 0u);
  EXPECT_EQ(*parse_count("1234567", "--upto"), 1'234'567u);
  EXPECT_EQ(*parse_count("1_000_000", "--upto"), 1'000'000u);
  EXPECT_EQ(*parse_count("3e5", "--upto"), 300'000u);
  EXPECT_EQ(*parse_count("3E0", "--upto"), 3u);
  EXPECT_EQ(*parse_count("10^9", "--upto"), 1'000'000'000u);
  EXPECT_EQ(*parse_count("2^20", "--upto"), 1'048'576u);
  EXPECT_EQ(*parse_count("7^0", "--upto"), 1u);
  EXPECT_EQ(*parse_count("0^7", "--upto"), 0u);
  EXPECT_EQ(*parse_count("0e99999999999999999999", "--upto"), 0u);
  EXPECT_EQ(*parse_count("1^99999999999999999999", "--upto"), 1u);
  EXPECT_EQ(*parse_count("10^18", "--upto"), 1'000'000'000'000'000'000u);
}

TEST(Quantity, WhatIsNoCount) {
  for (const char* text : {"", "_1", "1_", "1__0", "-1", "+1", "1.5e3", "1e", "e3", "1e2e3", "0x10",
                           " 1", "1 ", "^"}) {
    EXPECT_EQ(parse_count(text, "--upto").error().message(),
              std::string("--upto takes a natural number such as 1000000, 1e6 or 10^6, not '") +
                  text + "'");
  }
  for (const char* text : {"1000000000000000001", "99999999999999999999999999999999", "1e19",
                           "2^60", "10^1000000000000", "10^99999999999999999999"}) {
    EXPECT_EQ(parse_count(text, "--upto").error().message(),
              std::string("--upto is at most 10^18, not '") + text + "'");
  }
}

TEST(Quantity, Durations) {
  EXPECT_EQ(*parse_duration("90", "--budget"), 90);
  EXPECT_EQ(*parse_duration("0.5s", "--budget"), 0.5);
  EXPECT_EQ(*parse_duration("30m", "--budget"), 1800);
  EXPECT_EQ(*parse_duration("1.5h", "--budget"), 5400);
  EXPECT_EQ(*parse_duration("2d", "--budget"), 172800);
  for (const char* text : {"", "m", "0", "-1s", "3 m", "3w", "nan", "inf", "1e999"}) {
    EXPECT_EQ(parse_duration(text, "--budget").error().message(),
              std::string("--budget takes a time such as 90s, 30m or 2h, not '") + text + "'");
  }
}

TEST(Quantity, Sizes) {
  EXPECT_EQ(*parse_size("1"), 1u);
  EXPECT_EQ(*parse_size("1e9"), 1'000'000'000u);
  EXPECT_EQ(*parse_size("20KiB"), 20u << 10);
  EXPECT_EQ(*parse_size("500M"), 500u << 20);
  EXPECT_EQ(*parse_size("1.5g"), 3u << 29);
  EXPECT_EQ(*parse_size("4GB"), uint64_t{4} << 30);
  EXPECT_EQ(*parse_size("2TiB"), uint64_t{2} << 40);
  EXPECT_EQ(*parse_size("1e300"), 9'000'000'000'000'000'000u);
  for (const char* text : {"", "x", "0", "-1", "GiB", "4X", "4GiBs", "nan"})
    EXPECT_EQ(parse_size(text).error().message(),
              std::string("'") + text + "' is no memory size; an example is 4GiB");
}

}  // namespace
}  // namespace grundy::cli
