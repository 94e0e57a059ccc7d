#include "engine/heap/repeat.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "engine/heap/repeat_checkpoint.h"
#include "engine/heap/sequence.h"

namespace grundy::heap {
namespace {

namespace fs = std::filesystem;

/// A game with as many values as a stream needs, and searches for its repeat.
class Game {
 public:
  explicit Game(const std::string& text) : code(*parse_heap_code(text)), sequence(code) {
    Budget budget;
    EXPECT_TRUE(sequence.extend(Stream::kStart, budget)) << text;
  }
  Repeat search() const {
    return {sequence.values(), *Stream::open(*simple_moves(code), sequence.values())};
  }

  HeapCode code;
  Sequence sequence;
};

/// Goes on for so many pieces.
void work(Repeat& repeat, int pieces) {
  Budget budget;
  const auto found = repeat.find(budget, [&]() -> Attempt<void> {
    if (pieces-- == 0) return Error::declined("enough");
    return {};
  });
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message(), "enough");
}

TEST(Repeats, AreThePeriodsOfGuyAndSmith) {
  for (const char* text :
       {"0.044", "0.045", "0.055", "0.077", "0.107", "0.145", "0.156", "0.176", "0.177", "0.240",
        "0.340", "0.352", "0.356", "0.372", "0.375", "0.442", "0.516", "0.540", "0.730", "0.770"}) {
    const Game game(text);
    ASSERT_TRUE(game.sequence.period()) << text;
    Repeat repeat = game.search();
    Budget budget;
    const auto found = repeat.find(budget);
    ASSERT_TRUE(found) << text << ": " << found.error().message();
    EXPECT_EQ(*found, *game.sequence.period()) << text;
  }
}

/// A pre-period behind the place where the stream begins.
TEST(Repeats, LaterOnes) {
  const Game game("4.406");
  Repeat repeat = game.search();
  Budget budget;
  const auto found = repeat.find(budget);
  ASSERT_TRUE(found) << found.error().message();
  EXPECT_EQ(*found, (Period{.preperiod = 294'097, .period = 44}));
}

TEST(Repeats, AnswerToTheBudget) {
  const Game game("0.106");
  Repeat repeat = game.search();
  Budget budget;
  budget.set_time_limit(0.01);
  const auto found = repeat.find(budget);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, Error::Kind::declined);
}

class RepeatCheckpoints : public ::testing::Test {
 private:
  fs::path folder_ = fs::temp_directory_path() / ("grundy-repeat-" + std::to_string(getpid()));

 protected:
  RepeatCheckpoints() { fs::create_directory(folder_); }
  ~RepeatCheckpoints() override { fs::remove_all(folder_); }

  const std::string path_ = folder_.string();
  const Game game_ = Game("0.106");

  std::string text() const {
    std::stringstream text;
    text << std::ifstream(path_ + "/stream", std::ios::binary).rdbuf();
    return text.str();
  }
  void write(const std::string& text) const {
    std::ofstream(path_ + "/stream", std::ios::binary)
        .write(text.data(), static_cast<std::streamsize>(text.size()));
  }
  void save(const Repeat& repeat) const {
    const auto saved = RepeatCheckpoint(path_, game_.code).save(repeat);
    ASSERT_TRUE(saved) << saved.error().message();
  }
  Attempt<void> load(Repeat& repeat, const HeapCode& code) const {
    return RepeatCheckpoint(path_, code).load(repeat);
  }
};

/// However often a search is ended, what is kept at a place is the same.
TEST_F(RepeatCheckpoints, GoOnAsIfNothingHadHappened) {
  Repeat straight = game_.search();
  work(straight, 6);
  save(straight);
  const std::string expected = text();
  for (const std::vector<int>& parts : {std::vector<int>{1, 5}, {3, 3}, {2, 1, 3}, {0, 6}}) {
    fs::remove(path_ + "/stream");
    for (const int part : parts) {
      Repeat repeat = game_.search();
      const auto loaded = load(repeat, game_.code);
      ASSERT_TRUE(loaded) << loaded.error().message();
      work(repeat, part);
      save(repeat);
    }
    EXPECT_EQ(text(), expected);
  }
}

TEST_F(RepeatCheckpoints, OfAnotherGame) {
  Repeat repeat = game_.search();
  save(repeat);
  const auto loaded = load(repeat, *parse_heap_code("0.104"));
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().message(),
            "the checkpoint '" + path_ + "' is one of the game 0.106, not of 0.104");
}

/// A changed byte anywhere, a shorter or longer file: nothing of it is used.
TEST_F(RepeatCheckpoints, Damaged) {
  Repeat repeat = game_.search();
  work(repeat, 2);
  save(repeat);
  const std::string good = text();
  Repeat other = game_.search();
  const Repeat::State before = other.state();
  std::mt19937 random(20260103);
  const auto expect_refused = [&](const std::string& bad) {
    write(bad);
    const auto loaded = load(other, game_.code);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().kind, Error::Kind::input);
    EXPECT_NE(loaded.error().message().find("is damaged"), std::string::npos)
        << loaded.error().message();
    EXPECT_EQ(other.state(), before);
    EXPECT_TRUE(other.stations().empty());
  };
  for (int k = 0; k < 100; ++k) {
    std::string bad = good;
    bad[random() % bad.size()] ^= static_cast<char>(1 + random() % 127);
    expect_refused(bad);
    expect_refused(good.substr(0, random() % good.size()));
  }
  expect_refused("");
  expect_refused(good + "\n");
  write(good);
  EXPECT_TRUE(load(other, game_.code));
  EXPECT_EQ(other.state(), repeat.state());
}

}  // namespace
}  // namespace grundy::heap
