// Games on boards and graphs against what is published about them (boards.txt).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "session/session.h"

namespace grundy {
namespace {

/// The value that the program finds for a position with N in it.
void expect_value(Session& session, std::string text, size_t n, uint64_t value) {
  for (size_t at = text.find('N'); at != text.npos; at = text.find('N'))
    text.replace(at, 1, std::to_string(n));
  Budget budget;
  const Attempt<Question> question = session.read(text, budget);
  ASSERT_TRUE(question.ok()) << text << ": " << question.error().to_string();
  const Attempt<Value> found = session.value(*question, budget);
  ASSERT_TRUE(found.ok()) << text << ": " << found.error().to_string();
  EXPECT_EQ(*found, Value(value)) << text;
}

TEST(KnownBoards, Values) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/test/known/boards.txt");
  Session session;
  size_t values = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const size_t from = line.rfind(" from ");
    ASSERT_NE(from, line.npos) << line;
    std::istringstream numbers(line.substr(from + 6));
    size_t n = 0;
    char colon = 0;
    numbers >> n >> colon;
    ASSERT_EQ(colon, ':') << line;
    for (uint64_t published = 0; numbers >> published; ++n, ++values)
      expect_value(session, line.substr(0, from), n, published);
  }
  EXPECT_GE(values, 40u);
}

/// data/strips, boards of at most so many cells.
TEST(KnownBoards, StripsOfAFewRows) {
  constexpr size_t kMostCells = 12;
  Session session;
  size_t files = 0;
  for (const char* game : {"cram", "clobber", "cannibal", "nogo", "node_kayles", "snort"}) {
    for (size_t rows = 2; rows <= 5; ++rows, ++files) {
      std::ifstream file(GRUNDY_SOURCE_DIR "/data/strips/" + (game + std::to_string(rows)) + ".b");
      std::string position;
      ASSERT_TRUE(std::getline(file, position)) << game << rows;
      size_t n = 0;
      size_t lines = 0;
      for (uint64_t value = 0; file >> n >> value;) {
        ASSERT_EQ(n, ++lines) << position;
        if (rows * n <= kMostCells) expect_value(session, position.substr(2), n, value);
      }
      EXPECT_GE(lines, 3u) << position;
    }
  }
  EXPECT_EQ(files, 24u);
}

}  // namespace
}  // namespace grundy
