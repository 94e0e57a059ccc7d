// Nimstring against the replies of every position, on random strings between a few coins and on
// small boards.
#include "engine/entailing/nimstring.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/entailing/nimber_set.h"
#include "engine/entailing/string_search.h"
#include "game/bound.h"
#include "session/session.h"

namespace grundy {
namespace {

/// By the definition of W (nimber_set.h), one position after another.
class ByReplies {
 public:
  Value value(const Position& position) {
    if (const auto known = known_.find(position); known != known_.end()) return known->second;
    NimberSet set;
    Budget budget;
    EXPECT_TRUE(position.game->options(
        position,
        [&](const Sum& option) {
          const Value to = value(option.back());
          if (option.size() == 2) {
            EXPECT_TRUE(is_another_turn(option[0]));
            to.is_loony() ? set.add_all() : set.add_all_but(to.ordinal().small());
          } else if (!to.is_loony()) {
            set.add(to.ordinal().small());
          }
          return true;
        },
        budget));
    return known_[position] = set.value();
  }

 private:
  std::map<Position, Value> known_;
};

class NimstringTest : public ::testing::Test {
 protected:
  Position read(const std::string& text) {
    const auto question = session_.read(text, budget_);
    EXPECT_TRUE(question) << question.error().to_string();
    return question->parts.at(0);
  }
  Value value(const Position& position) {
    StringSearch search(NimstringGame::frame(position));
    return *search.value(NimstringGame::strings(position), budget_);
  }
  Session session_;
  Budget budget_;
};

TEST_F(NimstringTest, RandomStrings) {
  std::mt19937_64 random(16);
  ByReplies by_replies;
  size_t loony = 0, large = 0;
  for (int round = 0; round < 400; ++round) {
    const uint64_t coins = 2 + random() % 5, strings = 1 + random() % 11;
    std::string text;
    for (uint64_t i = 0; i < strings; ++i) {
      const uint64_t a = random() % (coins + 1), b = random() % (coins + 1);
      if (a != b) text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", a, b);
    }
    const Position position = read("nimstring([" + text + "])");
    ASSERT_EQ(value(position), by_replies.value(position)) << text;
    loony += value(position).is_loony() ? 1 : 0;
    large += value(position) > Value(uint64_t{1}) && !value(position).is_loony() ? 1 : 0;
  }
  EXPECT_GT(loony, 40U);
  EXPECT_GT(large, 20U);
}

TEST_F(NimstringTest, BoardsWithLinesDrawn) {
  std::mt19937_64 random(17);
  ByReplies by_replies;
  for (int round = 0; round < 150; ++round) {
    const uint64_t rows = 1 + random() % 3, columns = 1 + random() % 3;
    const uint64_t lines = (rows + 1) * columns + rows * (columns + 1);
    std::string drawn;
    uint64_t left = lines;
    for (uint64_t i = 1; i <= lines; ++i) {
      if (left <= 12 && random() % 3 != 0) continue;
      if (left > 12 || random() % 2 == 0) {
        drawn += (drawn.empty() ? "" : ", ") + std::to_string(i);
        --left;
      }
    }
    const Position position = read(fmt::format("nimstring({}x{}, [{}])", rows, columns, drawn));
    ASSERT_EQ(value(position), by_replies.value(position)) << to_string(position);
    ASSERT_EQ(read(to_string(position)), position);
  }
}

TEST_F(NimstringTest, HasAValue) {
  std::mt19937_64 random(18);
  for (const auto& frame : {StringFrame::board(2, 3), StringFrame::board(3, 3)}) {
    StringSearch asked(frame), told(frame);
    for (int round = 0; round < 200; ++round) {
      const uint64_t all = (uint64_t{1} << frame.ends.size()) - 1;
      const uint64_t strings = random() & (random() | random()) & all;
      const Value value = *told.value(strings, budget_);
      for (uint64_t n = 0; n < 4; ++n)
        ASSERT_EQ(*asked.has_value(strings, Value(n), budget_), value == Value(n)) << strings;
      ASSERT_EQ(*asked.has_value(strings, Value::loony(), budget_), value.is_loony()) << strings;
      ASSERT_FALSE(*asked.has_value(strings, Value(uint64_t{1} << 60), budget_));
      ASSERT_FALSE(*asked.has_value(strings, Value(Ordinal::omega()), budget_));
    }
  }
}

TEST_F(NimstringTest, WholeBoards) {
  const std::pair<const char*, uint64_t> boards[] = {{"1x1", 1}, {"1x2", 1}, {"1x3", 1}, {"1x4", 1},
                                                     {"2x2", 0}, {"2x3", 1}, {"3x2", 1}, {"2x4", 0},
                                                     {"3x3", 2}, {"2x5", 0}};
  for (const auto& [size, expected] : boards)
    EXPECT_EQ(value(read(fmt::format("nimstring({})", size))), Value(expected)) << size;
  ByReplies by_replies;
  EXPECT_EQ(by_replies.value(read("nimstring(2x2)")), Value(uint64_t{0}));
}

TEST_F(NimstringTest, WrongTextsAreLocated) {
  for (const char* text :
       {"nimstring()", "nimstring(2)", "nimstring(0x3)", "nimstring(9x9)", "nimstring(2x2, [13])",
        "nimstring(2x2, [1", "nimstring([[1, 1]])", "nimstring([[0, 1], 2])",
        "nimstring(99999999999999999999x2)", "nimstring([[0,1]] x)"}) {
    const auto question = session_.read(text, budget_);
    ASSERT_FALSE(question) << text;
    EXPECT_EQ(question.error().kind, Error::Kind::input) << text;
    EXPECT_GT(question.error().diagnostics[0].line, 0U) << text;
  }
}

}  // namespace
}  // namespace grundy
