#include "base/reader.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "value/natural.h"

namespace grundy {
namespace {

using Rows = std::vector<std::vector<uint64_t>>;
using Token = NumberReader::Token;

// Chunk sizes that cut tokens at every place, and the ordinary one.
constexpr size_t kChunks[] = {1, 2, 3, 7, 64, NumberReader::kChunk};

// The rows of `width` numbers, or the error's text.
std::string edges(std::string_view text, size_t width = 2, size_t chunk = NumberReader::kChunk) {
  Budget budget;
  NumberReader reader(text, "f.txt", budget, chunk);
  reader.set_noun("vertex number");
  std::vector<uint64_t> row(width);
  std::string out;
  while (reader.next_row(row)) {
    for (const uint64_t n : row) out += std::to_string(n) + " ";
    out.back() = '\n';
  }
  return reader.failed() ? reader.error().to_string() : out;
}

std::string heaps(std::string_view text, size_t chunk = NumberReader::kChunk) {
  Budget budget;
  NumberReader reader(text, "f.txt", budget, chunk);
  reader.set_noun("heap size");
  const Attempt<std::vector<Natural>> list = read_list<Natural>(reader);
  if (!list) return list.error().to_string();
  std::string out;
  for (const Natural& n : *list) out += n.to_string() + "\n";
  return out;
}

std::string rows(std::string_view text, RowLengths lengths = RowLengths::equal,
                 size_t chunk = NumberReader::kChunk) {
  Budget budget;
  NumberReader reader(text, "f.txt", budget, chunk);
  const Attempt<std::vector<std::vector<Natural>>> list = read_rows<Natural>(reader, lengths);
  if (!list) return list.error().to_string();
  std::string out;
  for (const std::vector<Natural>& row : *list) {
    for (const Natural& n : row) out += n.to_string() + " ";
    out += "\n";
  }
  return out;
}

class ReaderTest : public ::testing::Test {
 protected:
  ReaderTest() {
    directory_ =
        std::filesystem::temp_directory_path() / ("grundy-reader-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  ~ReaderTest() override { std::filesystem::remove_all(directory_); }
  std::string path(const std::string& name) const { return (directory_ / name).string(); }
  std::string write(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path directory_;
};

TEST(ReaderRowsTest, BlanksCommentsAndLineEnds) {
  for (const size_t chunk : kChunks) {
    EXPECT_EQ(edges("", 2, chunk), "");
    EXPECT_EQ(edges("\n\n# only this", 2, chunk), "");
    EXPECT_EQ(edges("1 2", 2, chunk), "1 2\n");
    EXPECT_EQ(edges("\xEF\xBB\xBF"
                    "1\t 2 \r\n\r\n  3 4# x\n#5 6\n\t7 8#\n 007 000000000000000000000000000009\n",
                    2, chunk),
              "1 2\n3 4\n7 8\n7 9\n");
    EXPECT_EQ(edges("9223372036854775807 0\n", 2, chunk), "9223372036854775807 0\n");
    EXPECT_EQ(edges("1 2 3\n4 5 6", 3, chunk), "1 2 3\n4 5 6\n");
  }
}

TEST(ReaderRowsTest, ErrorsShowTheirPlace) {
  for (const size_t chunk : kChunks) {
    EXPECT_EQ(edges("1 2\n# c\n3 x7\n", 2, chunk),
              "f.txt:3:3: error: expected a vertex number, found 'x7'\n  3 x7\n    ^~\n");
    EXPECT_EQ(edges("1 12b 3", 2, chunk),
              "f.txt:1:3: error: expected a vertex number, found '12b'\n  1 12b 3\n    ^~~\n");
    EXPECT_EQ(edges("1 -2", 2, chunk),
              "f.txt:1:3: error: expected a vertex number, found '-2'\n  1 -2\n    ^~\n");
    EXPECT_EQ(edges("1,2", 2, chunk),
              "f.txt:1:2: error: expected a vertex number, found ','\n  1,2\n   ^\n");
    EXPECT_EQ(edges("1\r\n", 2, chunk),
              "f.txt:1:2: error: expected 2 vertex numbers on a line, found only 1\n  1\n   ^\n");
    EXPECT_EQ(edges("\n1 2  44 # c\n", 2, chunk),
              "f.txt:2:6: error: expected the end of the line after 2 vertex numbers, found '44'\n "
              " 1 2  44 # c\n      "
              " ^~\n");
    EXPECT_EQ(edges("1 9223372036854775808\n", 2, chunk),
              "f.txt:1:3: error: a vertex number must be below 2^63\n  1 9223372036854775808\n    "
              "^~~~~~~~~~~~~~~~~~~\n");
    EXPECT_EQ(edges("\xEF\xBB\xBFü 1", 2, chunk),
              "f.txt:1:1: error: expected a vertex number, found 'ü'\n  ü 1\n  ^\n");
    EXPECT_EQ(edges(std::string_view("1 \0\x1Bz\xFF 2", 8), 2, chunk),
              "f.txt:1:3: error: expected a vertex number, found '??z?'\n  1 ??z? 2\n    ^~~~\n");
  }
}

TEST(ReaderRowsTest, LongLinesAreShownInPart) {
  // Far from both ends of a line of many characters of two bytes each.
  std::string text = "1 2\n";
  for (int i = 0; i < 20000; ++i) text += "    ";
  text += "5 6 y ";
  for (int i = 0; i < 20000; ++i) text += "é";
  for (const size_t chunk : {size_t{100}, NumberReader::kChunk}) {
    Budget budget;
    NumberReader reader(text, "f.txt", budget, chunk);
    std::array<uint64_t, 3> row{};
    std::array<uint64_t, 2> first{};
    ASSERT_TRUE(reader.next_row(first));
    ASSERT_FALSE(reader.next_row(row));
    const Diagnostic& diagnostic = reader.error().diagnostics.front();
    EXPECT_EQ(diagnostic.message, "expected a number, found 'y'");
    EXPECT_EQ(diagnostic.line, 2u);
    EXPECT_EQ(diagnostic.column, 80005u);
    EXPECT_LT(diagnostic.excerpt.size(), 300u);
    EXPECT_NE(diagnostic.excerpt.find("5 6 y éé"), std::string::npos);
  }
  // The column counts characters, those included that the buffer no longer has.
  std::string accents = "(";
  for (int i = 0; i < 9000; ++i) accents += "7, ";
  EXPECT_NE(rows(accents + "ö", RowLengths::any, 64)
                .find("f.txt:1:27002: error: expected a number, found 'ö'"),
            std::string::npos);
}

TEST(ReaderRowsTest, LongTokensAreShownInPart) {
  EXPECT_NE(edges("1 " + std::string(1000, 'z')).find("found '" + std::string(40, 'z') + "…'\n"),
            std::string::npos);
  const std::string digits(100'000, '9');
  EXPECT_NE(
      edges("1 " + digits + "\n").find("f.txt:1:3: error: a vertex number must be below 2^63\n"),
      std::string::npos);
  EXPECT_NE(edges("1 2 " + digits + "\n").find("found '" + digits.substr(0, 40) + "…'\n"),
            std::string::npos);
}

TEST(ReaderListTest, NumbersOfAnySize) {
  const std::string large = "1" + std::string(100'000, '0') + "1";
  for (const size_t chunk : {size_t{1}, size_t{64}, NumberReader::kChunk}) {
    EXPECT_EQ(heaps("3\n5\n\n# none\n  7 # last", chunk), "3\n5\n7\n");
    EXPECT_EQ(
        heaps("9223372036854775807\n9223372036854775808\n18446744073709551615\n18446744073709551616"
              "\n",
              chunk),
        "9223372036854775807\n9223372036854775808\n18446744073709551615\n18446744073709551616\n");
    EXPECT_EQ(heaps("0\n00\n000000000000000000000000000000000000000000000017\n99999999999999999999"
                    "\n010000000000000000000000\n",
                    chunk),
              "0\n0\n17\n99999999999999999999\n10000000000000000000000\n");
    EXPECT_EQ(heaps(large + "\n4", chunk), large + "\n4\n");
    EXPECT_EQ(heaps("3\n4 5\n", chunk),
              "f.txt:2:3: error: expected one heap size on a line, found '5'\n  4 5\n    ^\n");
    EXPECT_EQ(heaps("3\n4, 5\n", chunk),
              "f.txt:2:2: error: expected one heap size on a line, found ','\n  4, 5\n   ^\n");
    EXPECT_EQ(heaps("3\n1e9", chunk),
              "f.txt:2:1: error: expected a heap size, found '1e9'\n  1e9\n  ^~~\n");
  }
}

TEST(ReaderListTest, TooManyDigits) {
  const std::string text = "1\n" + std::string(NumberReader::kMaxDigits + 1, '1') + "\n";
  EXPECT_NE(heaps(text).find("f.txt:2:1: error: a heap size of more than 10000000 digits\n"),
            std::string::npos);
}

TEST(ReaderListTest, ALineOfManyMegabytes) {
  const std::string blanks(30'000'000, ' ');
  EXPECT_EQ(heaps("#" + blanks + "\n" + blanks + "5" + blanks + "\n6"), "5\n6\n");
  EXPECT_NE(heaps(blanks + "x").find("f.txt:1:30000001: error: expected a heap size, found 'x'"),
            std::string::npos);
  EXPECT_NE(heaps(std::string(30'000'000, 'x')).find("f.txt:1:1: error"), std::string::npos);
}

TEST(ReaderMatrixTest, Notations) {
  for (const size_t chunk : kChunks) {
    EXPECT_EQ(rows("1 2 3\n4 5 6\n", RowLengths::equal, chunk), "1 2 3 \n4 5 6 \n");
    EXPECT_EQ(rows("1,2\n(3, 4)\n( 5 ,6 ) # c\n", RowLengths::equal, chunk), "1 2 \n3 4 \n5 6 \n");
    EXPECT_EQ(rows("1 2\n3\n", RowLengths::any, chunk), "1 2 \n3 \n");
    EXPECT_EQ(rows("1 2\n  3 # c\n", RowLengths::equal, chunk),
              "f.txt:2:3: error: this row has length 1, the rows above have length 2\n    3 # c\n  "
              "  ^\n");
    EXPECT_EQ(rows("1,\n", RowLengths::any, chunk),
              "f.txt:1:3: error: expected a number, found the end of the line\n  1,\n    ^\n");
    EXPECT_EQ(rows("1,,2\n", RowLengths::any, chunk),
              "f.txt:1:3: error: expected a number, found ','\n  1,,2\n    ^\n");
    EXPECT_EQ(rows("(1 2\n", RowLengths::any, chunk),
              "f.txt:1:5: error: expected a ')', found the end of the line\n  (1 2\n      ^\n");
    EXPECT_EQ(rows("1 2)\n", RowLengths::any, chunk),
              "f.txt:1:4: error: expected the end of the line, found ')'\n  1 2)\n     ^\n");
    EXPECT_EQ(rows("(1) 2\n", RowLengths::any, chunk),
              "f.txt:1:5: error: expected the end of the line, found '2'\n  (1) 2\n      ^\n");
    EXPECT_EQ(rows("()\n", RowLengths::any, chunk),
              "f.txt:1:2: error: expected a number, found ')'\n  ()\n   ^\n");
  }
}

// Any text over a small alphabet is read alike whatever the chunks, and errors have the same place.
TEST(ReaderRowsTest, ChunksMakeNoDifference) {
  constexpr uint64_t kSeed = 71;
  std::mt19937_64 random(kSeed);
  constexpr std::string_view kAlphabet = "0123456789  \n\n\t\r#,()xé";
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (size_t length = random() % 60; length > 0; --length)
      text += kAlphabet[random() % kAlphabet.size()];
    const std::string as_edges = edges(text), as_heaps = heaps(text), as_rows = rows(text);
    const size_t chunk = 1 + random() % 9;
    ASSERT_EQ(edges(text, 2, chunk), as_edges) << "seed " << kSeed << ": " << text;
    ASSERT_EQ(heaps(text, chunk), as_heaps) << "seed " << kSeed << ": " << text;
    ASSERT_EQ(rows(text, RowLengths::equal, chunk), as_rows) << "seed " << kSeed << ": " << text;
  }
}

TEST_F(ReaderTest, Files) {
  Budget budget;
  std::string text;
  Rows expected;
  for (uint64_t i = 0; i < 300'000; ++i) {
    expected.push_back({i * i, i});
    text +=
        std::to_string(i * i) + " " + std::to_string(i) + (i % 1000 == 7 ? " # mark\r\n" : "\n");
  }
  Attempt<NumberReader> reader = NumberReader::open(write("rows", text), budget);
  ASSERT_TRUE(reader.ok());
  EXPECT_TRUE(reader->can_be_reopened());
  std::array<uint64_t, 2> row{};
  size_t count = 0;
  while (reader->next_row(row)) {
    ASSERT_LT(count, expected.size());
    ASSERT_EQ(row[0], expected[count][0]);
    ASSERT_EQ(row[1], expected[count][1]);
    ++count;
  }
  EXPECT_FALSE(reader->failed());
  EXPECT_EQ(count, expected.size());
}

TEST_F(ReaderTest, FilesThatCannotBeRead) {
  Budget budget;
  const std::string missing = path("missing");
  Attempt<NumberReader> reader = NumberReader::open(missing, budget);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().to_string(),
            "error: can't read '" + missing + "': No such file or directory\n");
  EXPECT_EQ(reader.error().kind, Error::Kind::input);
  reader = NumberReader::open("/", budget);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(reader.error().to_string(), "error: can't read '/': Is a directory\n");
  EXPECT_FALSE(NumberReader::open(std::string("/dev/null\0x", 11), budget).ok());
  EXPECT_FALSE(NumberReader::open("", budget).ok());
  if (::geteuid() != 0) {
    const std::string closed = write("closed", "1 2\n");
    ::chmod(closed.c_str(), 0);
    reader = NumberReader::open(closed, budget);
    ASSERT_FALSE(reader.ok());
    EXPECT_EQ(reader.error().to_string(),
              "error: can't read '" + closed + "': Permission denied\n");
  }
}

TEST_F(ReaderTest, Pipes) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream out(pipe);
    for (int i = 0; i < 50'000; ++i) out << i << "\n";
  });
  Budget budget;
  Attempt<NumberReader> reader = NumberReader::open(pipe, budget);
  ASSERT_TRUE(reader.ok());
  EXPECT_FALSE(reader->can_be_reopened());
  const Attempt<std::vector<Natural>> list = read_list<Natural>(*reader);
  writer.join();
  ASSERT_TRUE(list.ok());
  ASSERT_EQ(list->size(), 50'000u);
  EXPECT_EQ(list->back(), Natural(49'999));
}

TEST(ReaderBudgetTest, StopsWhenAsked) {
  const std::atomic<bool> stop = true;
  Budget budget;
  budget.set_stop_flag(&stop);
  NumberReader reader("1\n2\n", "f.txt", budget);
  EXPECT_EQ(reader.next(), Token::failed);
  EXPECT_EQ(reader.error().kind, Error::Kind::declined);
  EXPECT_EQ(reader.next(), Token::failed);
}

TEST(ReaderBudgetTest, MemoryIsTakenBeforeItIsUsed) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "1\n";
  Budget budget;
  budget.set_memory_limit(1 << 20);
  {
    NumberReader reader(text, "f.txt", budget);
    const Attempt<std::vector<Natural>> list = read_list<Natural>(reader);
    ASSERT_FALSE(list.ok());
    EXPECT_EQ(list.error().kind, Error::Kind::declined);
    EXPECT_NE(list.error().message().find("f.txt would need 1 MiB"), std::string::npos)
        << list.error().message();
  }
  Budget small;
  small.set_memory_limit(10'000);
  const std::string digits(100'000, '7');
  NumberReader reader(digits, "f.txt", small);
  EXPECT_FALSE(read_list<Natural>(reader).ok());
}

TEST(ReaderBudgetTest, ProgressIsInBytes) {
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += "12345\n";
  Budget budget;
  uint64_t last = 0;
  budget.set_progress([&](const Progress& progress) {
    EXPECT_EQ(progress.what, "bytes");
    EXPECT_EQ(progress.total, text.size());
    EXPECT_GT(progress.done, last);
    last = progress.done;
  });
  NumberReader reader(text, "f.txt", budget, 1000);
  while (reader.next() != Token::end) {
  }
  EXPECT_FALSE(reader.failed());
  EXPECT_LE(last, text.size());
}

}  // namespace
}  // namespace grundy
