#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>

#include "engine/all_families.h"
#include "game/nim_heap.h"
#include "reference/family_positions.h"
#include "reference/graph.h"

namespace grundy {
namespace {

class DagTest : public ::testing::Test {
 protected:
  DagTest() {
    directory_ =
        std::filesystem::temp_directory_path() / ("grundy-dag-" + std::to_string(::getpid()));
    std::filesystem::create_directories(directory_);
  }
  ~DagTest() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, std::string_view text) const {
    std::string path = (directory_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  Attempt<reference::Position> position(const std::string& path, const Natural& vertex) {
    const Argument arguments[] = {{FileName{path}, {}}, {vertex, {}}};
    return reference::read(*find_family("dag"), {}, arguments, budget_);
  }
  std::string error(const std::string& path, const Natural& vertex) {
    const auto read = position(path, vertex);
    return read ? "no error" : read.error().to_string();
  }
  static std::vector<std::string> targets(const reference::MoveSet& set) {
    std::vector<std::string> to;
    for (const reference::Move& move : set.moves) to.push_back(move.to);
    return to;
  }

  std::filesystem::path directory_;
  Budget budget_;
};

TEST_F(DagTest, APosition) {
  // 0 and 1 are ends; 5 leads to values 0, 0, 1, 2.
  const std::string path = write("edges", "2 0\n3 2\n3 0\n5 1\n5 0\n5 2\n5 3\n5 0\n");
  const auto five = position(path, 5);
  ASSERT_TRUE(five.ok());
  const std::string prefix = "dag(@" + path + ", ";
  EXPECT_EQ((*five)->to_string(), prefix + "5)");
  EXPECT_EQ(*(*five)->value(budget_), Ordinal(3));
  EXPECT_FALSE(*(*five)->is_lost(Play::normal, budget_));
  const auto zero = (*five)->moves_to(0, 10, budget_);
  EXPECT_EQ(targets(*zero), (std::vector<std::string>{prefix + "0)", prefix + "1)"}));
  EXPECT_TRUE(zero->all);
  EXPECT_EQ(targets(*(*five)->winning_moves(Play::normal, 10, budget_)), targets(*zero));
  const auto cut = (*five)->moves_to(0, 1, budget_);
  EXPECT_EQ(targets(*cut), (std::vector<std::string>{prefix + "0)"}));
  EXPECT_FALSE(cut->all);
  EXPECT_EQ(targets(*(*five)->moves_to(2, 10, budget_)), (std::vector<std::string>{prefix + "3)"}));
  EXPECT_TRUE((*five)->moves_to(3, 10, budget_)->moves.empty());
  EXPECT_TRUE((*five)->moves_to(Ordinal::omega(), 10, budget_)->moves.empty());
  // Misère: 2 leads only to 0, where who is to move wins; so 2 is lost, and 3 and 5 are won by
  // moving there.
  EXPECT_TRUE(*(*position(path, 2))->is_lost(Play::misere, budget_));
  EXPECT_FALSE(*(*position(path, 0))->is_lost(Play::misere, budget_));
  EXPECT_FALSE(*(*five)->is_lost(Play::misere, budget_));
  EXPECT_EQ(targets(*(*five)->winning_moves(Play::misere, 10, budget_)),
            (std::vector<std::string>{prefix + "2)"}));
  EXPECT_EQ(
      (*five)->explanation(),
      "From vertex 5 the token can move to 0 (value 0), 1 (value 0), 2 (value 1), 3 (value 2).\n"
      "The least value not among {0, 1, 2} is 3: the value of vertex 5.\n");
  EXPECT_EQ((*position(path, 1))->explanation(), "No edge leaves vertex 1: its value is 0.\n");
}

TEST_F(DagTest, ManyOptionsAreShownInPart) {
  std::string text;
  for (int from = 0; from <= 40; ++from) {
    for (int to = 0; to < from; ++to)
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
  }
  const auto position_40 = position(write("edges", text), 40);
  ASSERT_TRUE(position_40.ok());
  const std::string explanation = (*position_40)->explanation();
  EXPECT_NE(explanation.find("15 (value 15) and 24 more vertices.\n"), std::string::npos)
      << explanation;
  EXPECT_NE(explanation.find("14, 15, …} is 40"), std::string::npos) << explanation;
}

TEST_F(DagTest, FileNamesAreWrittenSoThatTheyCanBeReadBack) {
  const std::string path = write("my edges", "1 0\n");
  EXPECT_EQ((*position(path, 1))->to_string(), "dag(@\"" + path + "\", 1)");
}

TEST_F(DagTest, AgreesWithTheDefinition) {
  constexpr uint64_t kSeed = 3;
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < 100; ++i) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", graph " + std::to_string(i));
    const uint64_t vertices = 2 + random() % 12;
    reference::Edges edges;
    std::string text;
    for (uint64_t left = random() % 40; left > 0; --left) {
      const uint64_t from = 1 + random() % (vertices - 1), to = random() % from;
      edges.emplace_back(from, to);
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
    }
    const std::string path = write("random" + std::to_string(i), text);
    const auto facts = reference::graph_facts(edges);
    for (const auto& [name, fact] : facts) {
      const auto read = position(path, name);
      ASSERT_TRUE(read.ok());
      const reference::Position& own = *read;
      ASSERT_EQ(*own.value(budget_), Ordinal(fact.grundy));
      ASSERT_EQ(*own.is_lost(Play::normal, budget_), fact.grundy == 0);
      ASSERT_EQ(*own.is_lost(Play::misere, budget_), fact.lost_misere);
      for (uint64_t value = 0; value <= fact.grundy + 1; ++value) {
        std::set<uint64_t> options;
        for (const auto& [from, to] : edges) {
          if (from == name && facts.at(to).grundy == value) options.insert(to);
        }
        std::vector<std::string> expected;
        for (const uint64_t to : options)
          expected.push_back("dag(@" + path + ", " + std::to_string(to) + ")");
        ASSERT_EQ(targets(*own.moves_to(value, 100, budget_)), expected);
      }
      const auto winning = own.winning_moves(Play::misere, 100, budget_);
      std::set<std::string> expected;
      for (const auto& [from, to] : edges) {
        if (from == name && facts.at(to).lost_misere)
          expected.insert("dag(@" + path + ", " + std::to_string(to) + ")");
      }
      const std::vector<std::string> found = targets(*winning);
      ASSERT_EQ(std::set<std::string>(found.begin(), found.end()), expected);
      ASSERT_EQ(found.size(), expected.size());
    }
  }
}

TEST_F(DagTest, Errors) {
  const std::string path = write("edges", "5 2\n9 5\n");
  EXPECT_EQ(error(path, 3),
            "error: " + path +
                " has no vertex 3; it has 3 vertices, the least is 2 and the greatest 9\n");
  EXPECT_EQ(error(path, Natural::pow(10, 30)),
            "error: " + path +
                " has no vertex 1000000000000000000000000000000; it has 3 vertices, the least is 2 "
                "and the greatest 9\n");
  EXPECT_EQ(error(write("empty", ""), 3),
            "error: " + (directory_ / "empty").string() + " has no vertex 3; it has no edges\n");
  EXPECT_EQ(
      error((directory_ / "none").string(), 3),
      "error: can't read '" + (directory_ / "none").string() + "': No such file or directory\n");
  const std::string cycle = write("cycle", "1 2\n2 1\n");
  EXPECT_EQ(error(cycle, 1), cycle +
                                 ":2:1: error: this edge closes the cycle 1 -> 2 -> 1, so play "
                                 "need not end\n  2 1\n  ^~~\n");

  const Family& dag = *find_family("dag");
  const std::vector<std::vector<Argument>> wrong = {
      {},
      {{FileName{path}, {}}},
      {{FileName{path}, {}}, {Natural(2), {}}, {Natural(2), {}}},
      {{Natural(2), {}}, {FileName{path}, {}}},
      {{FileName{path}, {}}, {std::vector<Natural>{2}, {}}},
  };
  for (const std::vector<Argument>& arguments : wrong) {
    const auto read = reference::read(dag, {}, arguments, budget_);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().diagnostics.front().line, 0u);
    EXPECT_NE(read.error().message().find("dag(@edges.txt, 17)"), std::string::npos)
        << read.error().message();
  }
  const ParameterArgument parameter{"k", Natural(2), false, {}};
  const Argument arguments[] = {{FileName{path}, {}}, {Natural(2), {}}};
  EXPECT_FALSE(reference::read(dag, {&parameter, 1}, arguments, budget_).ok());
}

// A session reads a file once, unless it changes.
TEST_F(DagTest, AFileIsReadOnce) {
  std::string text;
  for (int v = 1; v < 20'000; ++v) text += std::to_string(v) + " " + std::to_string(v - 1) + "\n";
  const std::string path = write("edges", text);
  budget_.set_memory_limit(1 << 20);  // enough for the graph once, not a hundred times
  Games games;
  const auto read = [&](uint64_t vertex) {
    const Argument arguments[] = {{FileName{path}, {}}, {Natural(vertex), {}}};
    return find_family("dag")->read({}, arguments, games, budget_);
  };
  const auto value = [&](const Position& position) {
    return *(*dynamic_cast<const FamilyGame&>(*position.game).analysed(position, budget_))
                ->value(budget_);
  };
  const Attempt<Position> first = read(2);
  for (uint64_t v = 0; v < 100; ++v) {
    const auto position = read(v);
    ASSERT_TRUE(position.ok()) << position.error().to_string();
    EXPECT_EQ(position->game, first->game);
    EXPECT_EQ(value(*position), Ordinal(v % 2));
  }
  write("edges", "1 0\n2 1\n2 0\n");
  EXPECT_EQ(value(*read(2)), Ordinal(2));
  EXPECT_EQ(value(*first), Ordinal(uint64_t{0}));
}

TEST(FamiliesListTest, AreInOrderAndFound) {
  const std::span<const Family* const> games = families();
  for (size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(find_family(games[i]->name()), games[i]);
    EXPECT_TRUE(games[i]->example().starts_with(games[i]->name()));
    if (i > 0) {
      EXPECT_LT(games[i - 1]->name(), games[i]->name());
    }
  }
  EXPECT_EQ(find_family("dags"), nullptr);
  EXPECT_EQ(find_family(""), nullptr);
}

// A position whose value is known, and of whose play nothing is said.
class Heap final : public Analysis {
 public:
  explicit Heap(uint64_t size) : size_(size) {}
  Attempt<Ordinal> value(Budget&) const override { return Ordinal(size_); }
  Attempt<MoveSet> moves_to(const Ordinal& value, size_t, Budget&) const override {
    MoveSet set;
    if (value < Ordinal(size_)) set.moves.push_back({{nim_heap(value)}, ""});
    return set;
  }
  std::string explanation() const override { return ""; }

 private:
  uint64_t size_;
};

TEST(AnalysisTest, DefaultsFollowFromTheValue) {
  Budget budget;
  EXPECT_TRUE(*Heap(0).is_lost(Play::normal, budget));
  EXPECT_FALSE(*Heap(3).is_lost(Play::normal, budget));
  EXPECT_EQ(to_string(Heap(3).winning_moves(Play::normal, 5, budget)->moves.at(0).to), "*0");
  EXPECT_TRUE(Heap(0).winning_moves(Play::normal, 5, budget)->moves.empty());
  const auto misere = Heap(3).is_lost(Play::misere, budget);
  ASSERT_FALSE(misere.ok());
  EXPECT_EQ(misere.error().kind, Error::Kind::declined);
  EXPECT_FALSE(Heap(3).winning_moves(Play::misere, 5, budget).ok());
}

}  // namespace
}  // namespace grundy
