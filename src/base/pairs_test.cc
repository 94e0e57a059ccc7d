#include "base/pairs.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <utility>

#include "base/instruction_sets.h"
#include "base/reader.h"

namespace grundy {
namespace {

using End = PairSource::End;
using Pairs = std::vector<std::pair<uint64_t, uint64_t>>;

// All pairs of a source, its parts one behind the other; the first end that is none of a whole
// part.
std::pair<End, Pairs> scan(const PairSource& source, unsigned parts = 1) {
  Pairs pairs;
  const auto visit = [&](std::span<const uint64_t> numbers) {
    for (size_t i = 0; i < numbers.size(); i += 2) pairs.emplace_back(numbers[i], numbers[i + 1]);
    return true;
  };
  const std::vector<uint64_t> places = source.cut(parts);
  EXPECT_EQ(places.size(), parts + 1);
  EXPECT_EQ(places.back(), source.size());
  for (unsigned i = 0; i < parts; ++i) {
    const End end = source.scan(places[i], places[i + 1], visit, [](size_t) { return true; });
    if (end != End::done) return {end, pairs};
  }
  return {End::done, pairs};
}

// What NumberReader makes of a text; nothing when it finds an error.
std::optional<Pairs> read(std::string_view text) {
  Budget budget;
  NumberReader reader(text, "t", budget);
  Pairs pairs;
  std::array<uint64_t, 2> row{};
  while (reader.next_row(row)) pairs.emplace_back(row[0], row[1]);
  if (reader.failed()) return {};
  return pairs;
}

TEST(PairSourceTest, RegularTexts) {
  const std::string_view texts[] = {
      "",
      "1 2",
      "1 2\n",
      "1 2\r\n3 4\r\n",
      "  12\t 3456  \n\n \t\r\n# 5 6\n7 8# 9\n9 1 # x é\n#",
      "\xEF\xBB\xBF# 1 2\n3 4",
      "\xEF\xBB\xBF\t1 2\n3 4",
      "0 00\n0000000000000000001 18446744\n",
      "9223372036854775807 0\n1234567890123456789 98765432109876543\n",
      "1 12\n123 1234\n12345 123456\n1234567 12345678\n123456789 1234567890\n12345678901 "
      "123456789012\n"
      "1234567890123 12345678901234\n123456789012345 1234567890123456\n12345678901234567 "
      "123456789012345678\n",
  };
  for (const std::string_view text : texts) {
    const std::optional<Pairs> expected = read(text);
    ASSERT_TRUE(expected.has_value()) << text;
    for (const size_t chunk : {1, 2, 7, 64, 1000}) {
      for (const unsigned parts : {1, 2, 3, 10}) {
        const auto [end, pairs] = scan(PairSource(text, chunk), parts);
        EXPECT_EQ(end, End::done) << text << "\nchunk " << chunk << ", parts " << parts;
        EXPECT_EQ(pairs, *expected) << text << "\nchunk " << chunk << ", parts " << parts;
      }
    }
  }
}

// Whatever is not regular is left to NumberReader, right or wrong.
TEST(PairSourceTest, IrregularTexts) {
  const std::string_view texts[] = {"1\n",
                                    "1 2 3\n",
                                    "1,2\n",
                                    "(1 2)\n",
                                    "x\n",
                                    "1 x\n",
                                    "-1 2\n",
                                    "1 2x\n",
                                    "1x 2\n",
                                    "1#2\n",
                                    "é 2\n",
                                    "9223372036854775808 1\n",
                                    "18446744073709551616 1\n",
                                    "00000000000000000001 1\n",
                                    "123456789012345678901234 5 6\n",
                                    "1 123456789012345678901234\n",
                                    "1234567890123456789012345 6\n",
                                    "1 2\n3 4\n5",
                                    "1 2\n\v3 4\n",
                                    std::string_view("1 2\0\n", 5),
                                    std::string_view("1 2\n\0", 5)};
  for (const std::string_view text : texts) {
    for (const size_t chunk : {1, 5, 1000}) {
      for (const unsigned parts : {1, 3}) {
        EXPECT_EQ(scan(PairSource(text, chunk), parts).first, End::irregular) << text;
      }
    }
  }
}

// Any text over a small alphabet: what is done is right, and what is right is done, but for long
// numbers.
TEST(PairSourceTest, AgreesWithTheReader) {
  constexpr uint64_t kSeed = 7;
  std::mt19937_64 random(kSeed);
  const std::string_view alphabets[] = {"0123456789  \n\n\t\r#,()xé", "0123456789   \n\n\n\r",
                                        "19 \n"};
  size_t regular = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string_view alphabet = alphabets[random() % std::size(alphabets)];
    std::string text;
    for (size_t length = random() % 40; length > 0; --length)
      text += alphabet[random() % alphabet.size()];
    const std::optional<Pairs> expected = read(text);
    const auto [end, pairs] =
        scan(PairSource(text, 1 + random() % 20), 1 + static_cast<unsigned>(random() % 4));
    ASSERT_EQ(end == End::done, expected.has_value()) << "seed " << kSeed << ": " << text;
    if (!expected) continue;
    ASSERT_EQ(pairs, *expected) << "seed " << kSeed << ": " << text;
    ++regular;
  }
  EXPECT_GT(regular, 1000u);
}

// Numbers of all lengths in lines of the usual kind, with something unusual now and then, by every
// instruction set.
TEST(PairSourceTest, LongTexts) {
  constexpr uint64_t kSeed = 8;
  std::mt19937_64 random(kSeed);
  const int64_t all = instruction_sets();
  for (int i = 0; i < 40; ++i) {
    const uint64_t longest = 1 + random() % 10;
    const uint64_t unusual = i % 4 == 0 ? 0 : 1 + random() % 500;
    const std::string_view extras[] = {" ",        "\t", "# 7\n", "\r\n", "\n", "123456789012 34\n",
                                       "\t5 6 # 7"};
    std::string text;
    for (size_t lines = 1 + random() % 3000; lines > 0; --lines) {
      for (const char separator : {' ', '\n'}) {
        for (uint64_t digits = 1 + random() % longest; digits > 0; --digits)
          text += static_cast<char>('0' + random() % 10);
        text += separator;
      }
      if (unusual > 0 && random() % unusual == 0) text += extras[random() % std::size(extras)];
    }
    const std::optional<Pairs> expected = read(text);
    for (int64_t rest = all; rest != 0; rest &= rest - 1) {
      limit_instruction_sets(rest & -rest);
      const auto [end, pairs] = scan(PairSource(text, 10'000), 1 + static_cast<unsigned>(i % 3));
      ASSERT_EQ(end == End::done, expected.has_value()) << "seed " << kSeed << ", text " << i;
      if (expected) {
        ASSERT_EQ(pairs, *expected) << "seed " << kSeed << ", text " << i;
      }
    }
  }
  limit_instruction_sets(0);
}

TEST(PairSourceTest, AComplaintEndsTheScan) {
  const PairSource source("1 2\n3 4\n5 6\n", 4);
  size_t numbers = 0, bytes = 0;
  const auto visit = [&](std::span<const uint64_t> some) { return (numbers += some.size()) < 4; };
  EXPECT_EQ(source.scan(0, 12, visit, [](size_t) { return true; }), End::stopped);
  EXPECT_EQ(numbers, 4u);
  numbers = 0;
  const auto all = [&](std::span<const uint64_t> some) { return (numbers += some.size()) < 100; };
  EXPECT_EQ(source.scan(0, 12, all, [&](size_t read) { return (bytes += read) < 8; }),
            End::stopped);
  EXPECT_EQ(bytes, 8u);
  EXPECT_EQ(numbers, 4u);
}

// A line that is longer than any with two numbers and a few words is not kept whole.
TEST(PairSourceTest, LongLines) {
  const std::string comment = "1 2 #" + std::string(500'000, 'x') + "\n3 4\n";
  EXPECT_EQ(scan(PairSource(comment, 100)).second, (Pairs{{1, 2}, {3, 4}}));
  const std::string endless = "1 2 #" + std::string(3'000'000, 'x') + "\n3 4\n";
  EXPECT_EQ(scan(PairSource(endless, 100)).first, End::irregular);
}

class PairFileTest : public ::testing::Test {
 protected:
  PairFileTest() {
    directory_ =
        std::filesystem::temp_directory_path() / ("grundy-pairs-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  ~PairFileTest() override { std::filesystem::remove_all(directory_); }
  std::string write(std::string_view text) const {
    std::string path = (directory_ / "file").string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::filesystem::path directory_;
};

TEST_F(PairFileTest, LargeFiles) {
  std::string text;
  Pairs expected;
  for (uint64_t i = 0; i < 100'000; ++i) {
    expected.emplace_back(i * i * i, i);
    text += std::to_string(i * i * i) + " " + std::to_string(i) +
            (i % 1000 == 7 ? " # mark\r\n" : "\n");
  }
  const std::optional<PairSource> source = PairSource::open(write(text));
  ASSERT_TRUE(source.has_value());
  EXPECT_EQ(source->size(), text.size());
  for (const unsigned parts : {1, 2, 5}) {
    const auto [end, pairs] = scan(*source, parts);
    EXPECT_EQ(end, End::done);
    EXPECT_EQ(pairs, expected);
  }
}

TEST_F(PairFileTest, WhatIsNoSuchFile) {
  EXPECT_FALSE(PairSource::open((directory_ / "missing").string()).has_value());
  EXPECT_FALSE(PairSource::open(directory_.string()).has_value());
  EXPECT_FALSE(PairSource::open(write("")).has_value());
  EXPECT_FALSE(PairSource::open(write("1 2\n") + std::string("\0", 1)).has_value());
  const std::string pipe = (directory_ / "pipe").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(PairSource::open(pipe).has_value());  // without waiting for a writer
}

TEST_F(PairFileTest, AFileThatShrinks) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "12345 67890\n";
  const std::string path = write(text);
  const std::optional<PairSource> source = PairSource::open(path);
  ASSERT_TRUE(source.has_value());
  const std::vector<uint64_t> places = source->cut(2);
  std::filesystem::resize_file(path, 1000);
  for (unsigned i = 0; i < 2; ++i) {
    const auto all = [](std::span<const uint64_t>) { return true; };
    EXPECT_EQ(source->scan(places[i], places[i + 1], all, [](size_t) { return true; }),
              End::irregular);
  }
}

}  // namespace
}  // namespace grundy
