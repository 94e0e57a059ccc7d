#include "session/contest/lines.h"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

namespace grundy::contest {
namespace {

using Lines = std::vector<std::pair<size_t, std::string>>;  // with their numbers

Lines lines_of(std::string_view text, size_t chunk) {
  Budget budget;
  LineReader reader(text, "in", budget, chunk);
  Lines lines;
  for (;;) {
    const Attempt<std::optional<std::string_view>> line = reader.next();
    EXPECT_TRUE(line.ok());
    if (!line.ok() || !*line) return lines;
    lines.emplace_back(reader.line_number(), std::string(**line));
  }
}

/// Character by character.
Lines lines_by_definition(std::string_view text) {
  Lines lines;
  std::string line;
  size_t number = 1;
  const auto end_line = [&] {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
      line.pop_back();
    if (!line.empty()) lines.emplace_back(number, line);
    line.clear();
    ++number;
  };
  for (const char c : text) {
    if (c == '\n') {
      end_line();
    } else {
      line += c;
    }
  }
  end_line();
  return lines;
}

TEST(ContestLines, BlankLinesAndLineEnds) {
  for (const size_t chunk : {1u, 2u, 3u, 100u}) {
    EXPECT_EQ(lines_of("", chunk), Lines());
    EXPECT_EQ(lines_of("\n \n\t\r", chunk), Lines());
    EXPECT_EQ(lines_of("\n ab \r\n\nc", chunk), Lines({{2, " ab"}, {4, "c"}}));
  }
}

TEST(ContestLines, ChunksMakeNoDifference) {
  constexpr uint64_t kSeed = 142;
  std::mt19937_64 random(kSeed);
  constexpr std::string_view kAlphabet = "ab \n\n\r\t";
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (size_t length = random() % 50; length > 0; --length)
      text += kAlphabet[random() % kAlphabet.size()];
    ASSERT_EQ(lines_of(text, 1 + random() % 9), lines_by_definition(text))
        << "seed " << kSeed << ": " << text;
  }
}

TEST(ContestLines, StopsWhenAskedOrOutOfMemory) {
  const std::atomic<bool> stop = true;
  Budget stopped;
  stopped.set_stop_flag(&stop);
  LineReader never("a\n", "in", stopped);
  EXPECT_EQ(never.next().error().kind, Error::Kind::declined);

  Budget small;
  small.set_memory_limit(100'000);
  const std::string text = "ab\n" + std::string(200'000, '-');
  LineReader reader(text, "in", small, 1000);
  EXPECT_EQ(**reader.next(), "ab");
  const Attempt<std::optional<std::string_view>> line = reader.next();
  ASSERT_FALSE(line.ok());
  EXPECT_EQ(line.error().kind, Error::Kind::declined);
}

}  // namespace
}  // namespace grundy::contest
