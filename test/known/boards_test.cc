// Games on boards and graphs against what is published about them (boards.txt).
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "session/session.h"

namespace grundy {
namespace {

TEST(KnownBoards, Values) {
  std::ifstream file(GRUNDY_SOURCE_DIR "/test/known/boards.txt");
  Session session;
  Budget budget;
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
    for (uint64_t published = 0; numbers >> published; ++n, ++values) {
      std::string text = line.substr(0, from);
      for (size_t at = text.find('N'); at != text.npos; at = text.find('N')) text.replace(at, 1, std::to_string(n));
      const Attempt<Question> question = session.read(text, budget);
      ASSERT_TRUE(question.ok()) << text << ": " << question.error().to_string();
      const Attempt<Value> value = session.value(*question, budget);
      ASSERT_TRUE(value.ok()) << text << ": " << value.error().to_string();
      EXPECT_EQ(*value, Value(published)) << text;
    }
  }
  EXPECT_GE(values, 40u);
}

}  // namespace
}  // namespace grundy
