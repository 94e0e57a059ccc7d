// Data sets for programs that learn: each line against the definition, worked out here anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "run_program.h"

namespace grundy::test {
namespace {

using Json = nlohmann::json;
using Heaps = std::multiset<int>;

std::vector<Json> lines_of(const Words& words) {
  const Finished ran = run_program(GRUNDY_PROGRAM, words);
  EXPECT_EQ(ran.status, 0) << ran.err;
  std::vector<Json> result;
  std::istringstream text(ran.out);
  for (std::string line; std::getline(text, line);) result.push_back(Json::parse(line));
  return result;
}

/// What a heap can become.
std::vector<Heaps> options_of_heap(const std::string& game, int heap) {
  std::vector<Heaps> result;
  for (int take = 1; take <= heap; ++take) {
    if (game == "nim") result.push_back({heap - take});
    if (game == "subtract[{1, 2, 3}]" && take <= 3) result.push_back({heap - take});
    if (game == "kayles" && take <= 2)
      for (int a = heap - take; 2 * a >= heap - take; --a) result.push_back({a, heap - take - a});
  }
  return result;
}

/// A position's heaps from "nim(3) + nim(5)".
std::vector<int> heaps_of(const std::string& text) {
  std::vector<int> result;
  for (size_t at = text.find('('); at != text.npos; at = text.find('(', at + 1)) {
    // The bracket of the coordinates, not one within parameters.
    result.push_back(std::stoi(text.substr(at + 1)));
  }
  return result;
}

struct Known {
  std::map<Heaps, int> value;
  std::map<Heaps, int> distance;
  std::string game;

  static Heaps replaced(Heaps heaps, int heap, const Heaps& to) {
    heaps.erase(heaps.find(heap));
    for (const int one : to)
      if (one > 0) heaps.insert(one);
    return heaps;
  }
  /// By definition on the whole sum, not by nim-sums.
  int value_of(const Heaps& heaps) {
    if (const auto found = value.find(heaps); found != value.end()) return found->second;
    std::set<int> seen;
    for (const int heap : heaps)
      for (const Heaps& to : options_of_heap(game, heap))
        seen.insert(value_of(replaced(heaps, heap, to)));
    int least = 0;
    while (seen.count(least) > 0) ++least;
    return value[heaps] = least;
  }
  int distance_of(const Heaps& heaps) {
    if (const auto found = distance.find(heaps); found != distance.end()) return found->second;
    const bool is_lost = value_of(heaps) == 0;
    int best = is_lost ? -1 : 1'000'000;
    for (const int heap : heaps) {
      for (const Heaps& to : options_of_heap(game, heap)) {
        const Heaps next = replaced(heaps, heap, to);
        if (is_lost) best = std::max(best, distance_of(next));
        if (!is_lost && value_of(next) == 0) best = std::min(best, distance_of(next));
      }
    }
    return distance[heaps] = best + 1;
  }
};

TEST(Dataset, EachLineByDefinition) {
  for (const std::string game : {"nim", "kayles", "subtract[{1, 2, 3}]"}) {
    Known known;
    known.game = game;
    const std::vector<Json> lines = lines_of(
        {"dataset", "--quiet", "--games", game, "--count", "250", "--upto", "7", "--parts", "4"});
    ASSERT_EQ(lines.size(), 250U);
    std::set<std::string> positions;
    int lost = 0;
    for (const Json& line : lines) {
      const std::string text = line["position"];
      EXPECT_TRUE(positions.insert(text).second) << text;
      const std::vector<int> parts = heaps_of(text);
      Heaps heaps;
      for (const int one : parts)
        if (one > 0) heaps.insert(one);
      EXPECT_EQ(line["game"], game);
      EXPECT_EQ(line["value"], known.value_of(heaps)) << text;
      EXPECT_EQ(line["outcome"], known.value_of(heaps) == 0 ? "P" : "N") << text;
      EXPECT_EQ(line["distance"], known.distance_of(heaps)) << text;
      lost += line["outcome"] == "P" ? 1 : 0;
      std::vector<std::set<Heaps>> legal(parts.size());
      for (size_t i = 0; i < parts.size(); ++i)
        for (const Heaps& to : options_of_heap(game, parts[i])) legal[i].insert(to);
      std::set<size_t> winning = line["winning"];
      for (size_t i = 0; i < line["moves"].size(); ++i) {
        const Json& move = line["moves"][i];
        const size_t part = move["part"];
        const std::vector<int> to = heaps_of(move["to"]);
        ASSERT_EQ(legal[part].erase(Heaps(to.begin(), to.end())), 1U) << text << " " << move;
        EXPECT_EQ(winning.count(i) > 0, known.value_of(Known::replaced(
                                            heaps, parts[part], Heaps(to.begin(), to.end()))) == 0);
      }
      for (const auto& rest : legal) EXPECT_TRUE(rest.empty()) << text;
    }
    EXPECT_GT(lost, 40) << game;
  }
}

TEST(Dataset, HalfOfThePositionsAreLost) {
  for (const std::string game : {"nim", "kayles", "wythoff", "subtract[{1, 4}]", "euclid"}) {
    const std::vector<Json> lines =
        lines_of({"dataset", "--quiet", "--games", game, "--count", "400"});
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                            [](const Json& one) { return one["outcome"] == "P"; }),
              200)
        << game;
  }
}

TEST(Dataset, BoardsAndSeveralCoordinates) {
  for (const std::string game : {"cram(2x3)", "wythoff", "cram", "sprouts(2)"}) {
    const std::vector<Json> lines =
        lines_of({"dataset", "--quiet", "--games", game, "--count", "40", "--parts", "2"});
    ASSERT_EQ(lines.size(), 40U) << game;
    for (const Json& line : lines) {
      const Finished solved = run_program(GRUNDY_PROGRAM, {"solve", "--json", "--moves", "1000",
                                                           line["position"].get<std::string>()});
      const Json answer = Json::parse(solved.out);
      EXPECT_EQ(answer["outcome"], line["outcome"]) << line;
      EXPECT_EQ(answer["value"]["text"], std::to_string(line["value"].get<int>())) << line;
      EXPECT_EQ(answer["winning_moves"].empty(), line["winning"].empty()) << line;
    }
  }
}

TEST(Dataset, TheSameSeedGivesTheSameLines) {
  const Words words = {"dataset", "--quiet", "--games", "nim, subtract[{1, 4}], kayles",
                       "--count", "200"};
  const std::string first = run_program(GRUNDY_PROGRAM, words).out;
  EXPECT_EQ(first, run_program(GRUNDY_PROGRAM, words).out);
  Words other = words;
  other.insert(other.end(), {"--seed", "2"});
  EXPECT_NE(first, run_program(GRUNDY_PROGRAM, other).out);
}

TEST(Dataset, WrongAndTooMuch) {
  const auto status = [](const Words& words) {
    Words all = {"dataset"};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(GRUNDY_PROGRAM, all).status;
  };
  EXPECT_EQ(status({}), 2);
  EXPECT_EQ(status({"--games", ","}), 2);
  EXPECT_EQ(status({"--games", "nosuch"}), 2);
  EXPECT_EQ(status({"--games", "nim(3) + nim(4)"}), 2);
  EXPECT_EQ(status({"--games", "nim", "--parts", "0"}), 2);
  EXPECT_EQ(status({"--games", "nim", "--parts", "9"}), 2);
  EXPECT_EQ(status({"--games", "nim", "--upto", "10000000"}), 2);
  EXPECT_EQ(status({"--games", "forced"}), 1);
  EXPECT_EQ(status({"--games", "windup[places=10, S={2, 3}]"}), 1);
  EXPECT_EQ(status({"--games", "nim", "--upto", "2", "--parts", "1", "--count", "10"}), 1);
  EXPECT_EQ(status({"--games", "nim", "--upto", "1000000", "--memory-limit", "100MB",
                    "--time-limit", "20"}),
            1);
  EXPECT_EQ(status({"--games", "nim", "--count", "0"}), 0);
}

}  // namespace
}  // namespace grundy::test
