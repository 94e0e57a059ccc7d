// election(D): an acyclic graph with a natural number on each vertex; lower one number by at least
// 1 and set the numbers of its out-neighbours to anything (Codeforces 1149E, "Election Promises").
//
// Theorem. Let level(v) be the mex of the levels of the out-neighbours of v. The coefficient of ω^l
// in the value is the exclusive-or of the numbers on level l. Proof. Because level(v) is a mex, no
// out-neighbour of v is on its level, and there is one on every lower level. (Out-neighbours on
// higher levels do no harm.) Play ends: in a topological order of the vertices, a move lowers the
// first number that it changes. The rest is in levels.h. The longest path (right for pathset) would
// be wrong: with edges a → b, b → c it puts a, b, c on three levels and calls the numbers 1, 0, 1
// won, but a and c are both on level 0 here, and the position is lost.
//
// A move from v to a given value exists exactly if exclusive-or with the difference of its level
// lowers v, and there is an out-neighbour on each other level that must change. If no level holds
// two of its out-neighbours the move is unique, otherwise they are infinitely many, of which the
// least and the rule are given. O(n + m) for all of them together.
#include "engine/family/election.h"

#include <algorithm>
#include <optional>

#include "engine/family/families.h"

namespace grundy {
namespace {

constexpr std::string_view kElectionExample = "election(@graph.txt)";
constexpr uint32_t kNoPlace = UINT32_MAX;
constexpr size_t kShownLevels = 5;
constexpr size_t kShownVertices = 8;

/// Finds the moves that change the levels as `difference` says, vertex by vertex.
template <class Number>
class Moves {
 public:
  struct Move {
    // The vertex that is lowered, then out-neighbours, highest level first.
    std::vector<uint32_t> places;
    bool unique = true;  // no other move from the same vertex has the same effect on the levels
  };

  Moves(std::span<const Number> numbers, const LevelGraph& graph, std::span<const uint32_t> levels,
        std::span<const Number> difference)
      : numbers_(numbers),
        graph_(graph),
        levels_(levels),
        difference_(difference),
        changed_(changed_levels(difference)),
        least_(levels.empty() ? 0 : *std::max_element(levels.begin(), levels.end()) + size_t{1},
               kNoPlace) {}

  std::optional<Move> from(uint32_t v) {
    const Number by = change(levels_[v]);
    if (by == Number(0) || !((numbers_[v] ^ by) < numbers_[v])) return std::nullopt;
    Move move;
    for (uint32_t u : graph_.out(v)) {
      uint32_t& least = least_[levels_[u]];
      if (least != kNoPlace && least != u) move.unique = false;
      least = std::min(least, u);
    }
    bool reaches_all = true;
    move.places.push_back(v);
    for (uint32_t level : changed_) {
      if (level == levels_[v]) continue;
      if (least_[level] == kNoPlace) {
        reaches_all = false;
        break;
      }
      move.places.push_back(least_[level]);
    }
    for (uint32_t u : graph_.out(v)) least_[levels_[u]] = kNoPlace;
    if (!reaches_all) return std::nullopt;
    return move;
  }

 private:
  Number change(uint32_t level) const {
    return level < difference_.size() ? difference_[level] : Number(0);
  }

  std::span<const Number> numbers_;
  const LevelGraph& graph_;
  std::span<const uint32_t> levels_;
  std::span<const Number> difference_;
  std::vector<uint32_t> changed_;
  std::vector<uint32_t> least_;  // by level: the least out-neighbour of the vertex at hand there
};

class ElectionGame final : public GraphLevelGame {
 public:
  explicit ElectionGame(NumberedGraph graph)
      : GraphLevelGame("election", graph, mex_levels(graph.graph, graph.order)) {}
  std::string options_in_words(const Position&) const override {
    return "one number is lowered, and those of its out-neighbours become anything";
  }

 protected:
  /// One of the vertices is lowered, and the others are its out-neighbours.
  bool is_one_move(const Position&, std::span<const size_t> changed,
                   std::span<const Natural> before, std::span<const Natural> after) const override {
    return std::any_of(changed.begin(), changed.end(), [&](size_t head) {
      if (!(after[head] < before[head])) return false;
      const auto out = graph().out(static_cast<uint32_t>(head));
      return std::all_of(changed.begin(), changed.end(), [&](size_t v) {
        return v == head || std::find(out.begin(), out.end(), v) != out.end();
      });
    });
  }
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;
};

class ElectionAnalysis final : public LevelAnalysis {
 public:
  ElectionAnalysis(const ElectionGame& game, const Position& position)
      : LevelAnalysis(game, position, {game.levels().begin(), game.levels().end()}), game_(game) {}

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit,
                         Budget& budget) const override {
    Moves<Natural> moves(numbers(), game_.graph(), levels(), difference);
    Routes found;
    for (uint32_t v = 0; v < game_.graph().vertices() && found.routes.size() < limit; ++v) {
      if (v % 4096 == 0 && budget.spent()) return budget.why();
      auto move = moves.from(v);
      if (!move) continue;
      if (!move->unique) found.all = false;
      found.routes.push_back(
          {std::move(move->places), move->unique ? "" : condition(v, difference)});
    }
    return found;
  }

  /// All moves that lower v: where it has several out-neighbours on a level, only the exclusive-or
  /// of their numbers is bound.
  std::string condition(uint32_t v, std::span<const Natural> difference) const {
    std::vector<uint32_t> out(game_.graph().out(v).begin(), game_.graph().out(v).end());
    std::sort(out.begin(), out.end(), [this](uint32_t a, uint32_t b) {
      return levels()[a] != levels()[b] ? levels()[a] > levels()[b] : a < b;
    });
    out.erase(std::unique(out.begin(), out.end()), out.end());
    std::string text;
    size_t groups = 0;
    for (size_t begin = 0, end; begin < out.size(); begin = end) {
      const uint32_t level = levels()[out[begin]];
      Natural sum = level < difference.size() ? difference[level] : Natural(0);
      for (end = begin; end < out.size() && levels()[out[end]] == level; ++end)
        sum = sum ^ numbers()[out[end]];
      if (end - begin == 1) continue;
      if (++groups > kShownLevels) continue;
      text += text.empty() ? "vertices " : "; vertices ";
      for (size_t i = begin; i < std::min(end, begin + kShownVertices); ++i)
        text += (i == begin ? "" : ", ") + std::to_string(out[i] + 1);
      if (end - begin > kShownVertices) text += ", … (" + std::to_string(end - begin) + " of them)";
      text += " become any numbers with exclusive-or " + sum.to_string();
    }
    if (groups > kShownLevels)
      text += "; likewise on " + std::to_string(groups - kShownLevels) + " more levels";
    return text;
  }

  std::string_view theorem() const override {
    return "The level of a vertex is the least number that is not the level of an out-neighbour; "
           "the exclusive-or of the numbers on level l is the coefficient of ω^l.";
  }

  const ElectionGame& game_;
};

Attempt<std::shared_ptr<const Analysis>> ElectionGame::analyse(const Position& position,
                                                               Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<ElectionAnalysis>(*this, position));
}

class ElectionFamily final : public Family {
 public:
  std::string_view name() const override { return "election"; }
  std::string_view example() const override { return kElectionExample; }
  std::string_view documentation() const override {
    return "Election promises (Codeforces 1149E): an acyclic graph with a number on each vertex; "
           "lower one number by at least\n"
           "1, and set the numbers of its out-neighbours to anything.\n"
           "The coefficient of ω^l in the value is the exclusive-or of the numbers on level l, "
           "where the level of a vertex is\n"
           "the least number that is not the level of an out-neighbour.\n"
           "The file holds the numbers of vertices and of edges; then a line with the numbers on "
           "the vertices; then a line\n"
           "u v for each edge from u to v, vertices counting from 1. A list after the file "
           "replaces the numbers in it:\n"
           "  election(@graph.txt)     election(@graph.txt, [5, 0, 7])\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    return read_graph_position<ElectionGame>(name(), kElectionExample, parameters, arguments, games,
                                             budget);
  }
};

}  // namespace

std::vector<Change<uint64_t>> election_winning_move(std::span<const uint64_t> numbers,
                                                    const LevelGraph& graph,
                                                    std::span<const uint32_t> levels) {
  std::vector<uint64_t> difference = level_sums(numbers, levels);
  while (!difference.empty() && difference.back() == 0) difference.pop_back();
  Moves<uint64_t> moves(numbers, graph, levels, difference);
  for (uint32_t v = 0; !difference.empty() && v < graph.vertices(); ++v)
    if (const auto move = moves.from(v))
      return changes_of<uint64_t>(move->places, numbers, levels, difference);
  return {};
}

const Family* election_family() {
  static const ElectionFamily family;
  return &family;
}

}  // namespace grundy
