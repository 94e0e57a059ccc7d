// pathset(D): an acyclic graph with a natural number on each vertex; choose a directed path, lower
// the number of its first vertex by at least 1 and set the numbers of its other vertices to
// anything.
//
// Theorem. Let level(v) be the length of the longest path from v. The coefficient of ω^l in the
// value is the exclusive-or of the numbers on level l. Proof. Levels fall along every edge, so a
// path meets each level at most once, the first vertex being alone on its own; and a longest path
// from a vertex of level l meets every level below l. Play ends: in a topological order of the
// vertices, a move lowers the first number that it changes. The rest is in levels.h. The mex of the
// levels of the out-neighbours (right for election) would be wrong: on the path a → b → c it puts a
// and c on the same level, and the numbers 1, 0, 1 would be called lost, but (1, 0, 1) → (0, 0, 0)
// is a move.
//
// All winning moves are finitely many: on each level whose exclusive-or must change, one vertex is
// changed, and any that can be reached from the one before will do. O(n + m) for each move listed,
// levels included.
#include "engine/family/pathset.h"

#include <algorithm>
#include <cassert>

#include "engine/family/families.h"

namespace grundy {
namespace {

constexpr std::string_view kPathsetExample = "pathset(@graph.txt)";

/// At most `limit` sets of vertices that one move can change and that change the levels as
/// `difference` says.
template <class Number>
Attempt<std::vector<std::vector<uint32_t>>> paths(std::span<const Number> numbers,
                                                  const LevelGraph& graph,
                                                  std::span<const uint32_t> levels,
                                                  std::span<const Number> difference, size_t limit,
                                                  Budget& budget) {
  const std::vector<uint32_t> changed = changed_levels(difference);
  std::vector<uint64_t> seen_in(graph.vertices(), 0);  // the search that met the vertex last
  uint64_t search = 0;
  std::vector<uint32_t> open;
  const auto below = [&](uint32_t from, size_t step) {
    const uint32_t goal = changed[step];
    std::vector<uint32_t> reached;
    ++search;
    open.assign(1, from);
    while (!open.empty()) {
      const uint32_t v = open.back();
      open.pop_back();
      for (uint32_t target : graph.out(v)) {
        if (levels[target] < goal || seen_in[target] == search) continue;
        seen_in[target] = search;
        (levels[target] == goal ? reached : open).push_back(target);
      }
    }
    std::sort(reached.begin(), reached.end());
    return reached;
  };
  return descents(
      lowered_by(difference.back(), static_cast<uint32_t>(difference.size() - 1), numbers, levels),
      changed.size(), limit, budget, below);
}

class PathsetGame final : public GraphLevelGame {
 public:
  explicit PathsetGame(NumberedGraph graph)
      : GraphLevelGame("pathset", graph, longest_path_levels(graph.graph, graph.order)) {}
  std::string options_in_words(const Position&) const override {
    return "one number is lowered, and the others on a path from it become anything";
  }

 protected:
  /// The vertices lie on one path, and its first one is lowered.
  bool is_one_move(const Position&, std::span<const size_t> changed,
                   std::span<const Natural> before, std::span<const Natural> after) const override {
    std::vector<size_t> path(changed.begin(), changed.end());
    std::sort(path.begin(), path.end(),
              [&](size_t a, size_t b) { return levels()[a] > levels()[b]; });
    for (size_t i = 1; i < path.size(); ++i) {
      if (!reaches(static_cast<uint32_t>(path[i - 1]), static_cast<uint32_t>(path[i])))
        return false;
    }
    return after[path[0]] < before[path[0]];
  }
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  bool reaches(uint32_t from, uint32_t to) const {
    std::vector<bool> seen(graph().vertices());
    std::vector<uint32_t> open = {from};
    while (!open.empty()) {
      const uint32_t v = open.back();
      open.pop_back();
      for (const uint32_t target : graph().out(v)) {
        if (target == to) return true;
        if (levels()[target] <= levels()[to] || seen[target]) continue;
        seen[target] = true;
        open.push_back(target);
      }
    }
    return false;
  }
};

class PathsetAnalysis final : public LevelAnalysis {
 public:
  PathsetAnalysis(const PathsetGame& game, const Position& position)
      : LevelAnalysis(game, position, {game.levels().begin(), game.levels().end()}), game_(game) {}

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit,
                         Budget& budget) const override {
    return finite_routes(paths(numbers(), game_.graph(), levels(), difference, limit, budget));
  }
  std::string_view theorem() const override {
    return "The level of a vertex is the length of the longest path from it; the exclusive-or of "
           "the numbers on level l is the coefficient of ω^l.";
  }

  const PathsetGame& game_;
};

Attempt<std::shared_ptr<const Analysis>> PathsetGame::analyse(const Position& position,
                                                              Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<PathsetAnalysis>(*this, position));
}

class PathsetFamily final : public Family {
 public:
  std::string_view name() const override { return "pathset"; }
  std::string_view example() const override { return kPathsetExample; }
  std::string_view documentation() const override {
    return "An acyclic graph with a number on each vertex: choose a directed path, lower the "
           "number of its first vertex by at\n"
           "least 1, and set the numbers of its other vertices to anything.\n"
           "The coefficient of ω^l in the value is the exclusive-or of the numbers on level l, "
           "where the level of a vertex is\n"
           "the length of the longest path from it.\n"
           "The file holds the numbers of vertices and of edges; then a line with the numbers on "
           "the vertices; then a line\n"
           "u v for each edge from u to v, vertices counting from 1. A list after the file "
           "replaces the numbers in it:\n"
           "  pathset(@graph.txt)     pathset(@graph.txt, [5, 0, 7])\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    return read_graph_position<PathsetGame>(name(), kPathsetExample, parameters, arguments, games,
                                            budget);
  }
};

}  // namespace

std::vector<Change<uint64_t>> pathset_winning_move(std::span<const uint64_t> numbers,
                                                   const LevelGraph& graph,
                                                   std::span<const uint32_t> levels) {
  std::vector<uint64_t> difference = level_sums(numbers, levels);
  while (!difference.empty() && difference.back() == 0) difference.pop_back();
  if (difference.empty()) return {};
  Budget budget;
  budget.set_memory_limit(UINT64_MAX);
  const auto found =
      paths(numbers, graph, levels, std::span<const uint64_t>(difference), 1, budget);
  assert(found.ok() && !found->empty());
  return changes_of<uint64_t>(found->front(), numbers, levels, difference);
}

const Family* pathset_family() {
  static const PathsetFamily family;
  return &family;
}

}  // namespace grundy
