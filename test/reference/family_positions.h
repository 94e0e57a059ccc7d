// Positions of families for tests: read from plain numbers, and the numbers read back from the text
// of a move.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/family/family.h"
#include "engine/family/level_graph.h"
#include "reference/level_games.h"

namespace grundy::reference {

/// A move as the user sees it.
struct Move {
  std::string to;
  std::string how;
  std::string condition;
};
struct MoveSet {
  std::vector<Move> moves;
  bool all = true;
};

/// A position with all that is asked of it, and the games it belongs to.
class Position {
 public:
  Position(std::shared_ptr<Games> games, grundy::Position position)
      : games_(std::move(games)), position_(std::move(position)) {}
  const Position* operator->() const { return this; }

  const grundy::Position& position() const { return position_; }
  std::string to_string() const { return grundy::to_string(position_); }
  Attempt<Ordinal> value(Budget& budget) const {
    auto analysis = analysed(budget);
    if (!analysis) return std::move(analysis).error();
    return (*analysis)->value(budget);
  }
  Attempt<bool> is_lost(Play play, Budget& budget) const {
    auto analysis = analysed(budget);
    if (!analysis) return std::move(analysis).error();
    return (*analysis)->is_lost(play, budget);
  }
  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const {
    auto analysis = analysed(budget);
    if (!analysis) return std::move(analysis).error();
    return shown((*analysis)->moves_to(value, limit, budget));
  }
  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget& budget) const {
    auto analysis = analysed(budget);
    if (!analysis) return std::move(analysis).error();
    return shown((*analysis)->winning_moves(play, limit, budget));
  }
  std::string explanation() const {
    Budget budget;
    return (*analysed(budget))->explanation();
  }

 private:
  Attempt<std::shared_ptr<const Analysis>> analysed(Budget& budget) const {
    return dynamic_cast<const FamilyGame&>(*position_.game).analysed(position_, budget);
  }
  Attempt<MoveSet> shown(Attempt<grundy::MoveSet> found) const {
    if (!found) return std::move(found).error();
    MoveSet result{{}, found->all};
    for (const grundy::Move& move : found->moves) {
      result.moves.push_back({grundy::to_string(move.to, kWholeBytes),
                              position_.game->move_in_words(position_, move.to), move.condition});
    }
    return result;
  }

  std::shared_ptr<Games> games_;
  grundy::Position position_;
};

inline std::vector<Natural> naturals(const Numbers& numbers) {
  return {numbers.begin(), numbers.end()};
}
inline Argument list(const Numbers& numbers) { return {naturals(numbers), {}}; }
inline Argument rows(const std::vector<Numbers>& numbers) {
  std::vector<std::vector<Natural>> result;
  for (const Numbers& row : numbers) result.push_back(naturals(row));
  return {result, {}};
}
inline LevelGraph level_graph(const Adjacency& graph) {
  std::vector<LevelGraph::Edge> edges;
  for (size_t u = 0; u < graph.size(); ++u)
    for (size_t v : graph[u]) edges.emplace_back(u, v);
  return LevelGraph::from_edges(static_cast<uint32_t>(graph.size()), edges);
}
inline Argument file(const std::string& path) { return {FileName{path}, {}}; }
inline ParameterArgument parameter(std::string name, uint64_t value) {
  return {std::move(name), Natural(value), false, {}};
}

inline Attempt<Position> read(const Family& family, std::span<const ParameterArgument> parameters,
                              std::span<const Argument> arguments, Budget& budget) {
  auto games = std::make_shared<Games>();
  Attempt<grundy::Position> position = family.read(parameters, arguments, *games, budget);
  if (!position) return std::move(position).error();
  return Position(std::move(games), *std::move(position));
}
inline Attempt<Position> read(const Family& family,
                              const std::vector<ParameterArgument>& parameters,
                              const std::vector<Argument>& arguments) {
  Budget budget;
  return read(family, parameters, arguments, budget);
}

/// The message with which the family refuses these arguments, with its place; "" when it does not.
inline std::string refusal(const Family& family, const std::vector<ParameterArgument>& parameters,
                           const std::vector<Argument>& arguments) {
  const Attempt<Position> position = read(family, parameters, arguments);
  return position.ok() ? "" : position.error().to_string();
}

/// All numbers behind the first '(' that do not belong to a file name: "moore[k=2]([3, 5])" gives
/// 3, 5.
inline std::vector<Natural> numbers_in(std::string_view text) {
  std::vector<Natural> numbers;
  size_t i = text.find('(');
  if (i != std::string_view::npos && i + 1 < text.size() && text[i + 1] == '@')
    i = text.find(", [", i);
  for (; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) continue;
    const size_t begin = i;
    while (i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0) ++i;
    numbers.push_back(*Natural::parse(text.substr(begin, i - begin)));
  }
  return numbers;
}

/// The numbers after each move, sorted, if they fit into 64 bits.
inline std::vector<Numbers> results(const MoveSet& set) {
  std::vector<Numbers> sorted;
  for (const Move& move : set.moves) {
    Numbers& result = sorted.emplace_back();
    for (const Natural& number : numbers_in(move.to)) result.push_back(number.to_uint64().value());
  }
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// A value Σ ω^l · c with the digits c of `value` to the base `base`.
inline Ordinal with_omega_for(uint64_t value, uint64_t base) {
  std::vector<Ordinal::Term> terms;
  for (uint64_t level = 0; value > 0; ++level, value /= base)
    terms.push_back({Ordinal(level), Natural(value % base)});
  return Ordinal::from_terms(terms);
}

/// A text file that lives as long as this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("grundy_" + std::to_string(::getpid()) + "_" + std::to_string(count++) + ".txt"))
                .string();
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The file of a graph for pathset and election.
inline std::string graph_text(const Adjacency& graph, const Numbers& numbers) {
  size_t edges = 0;
  std::string numbers_line, edge_lines;
  for (uint64_t number : numbers) numbers_line += std::to_string(number) + " ";
  for (size_t u = 0; u < graph.size(); ++u)
    for (size_t v : graph[u]) {
      ++edges;
      edge_lines += std::to_string(u + 1) + " " + std::to_string(v + 1) + "\n";
    }
  return std::to_string(graph.size()) + " " + std::to_string(edges) + "\n" + numbers_line + "\n" +
         edge_lines;
}

}  // namespace grundy::reference
