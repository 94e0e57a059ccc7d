// dag(@edges.txt, v): a token stands on the vertex v of a graph without cycles; a move shifts it
// along an edge.
//
// Every game whose play must end and whose positions are finitely many is such a graph. Values are
// the mex of the values of the out-neighbours (Sprague 1935, Grundy 1939); in misère play a vertex
// is lost when it has out-neighbours and none of them is lost. Both are found for all vertices when
// the file is read: graph.h.
#include <algorithm>
#include <memory>

#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "engine/graph/graph.h"

namespace grundy {
namespace {

constexpr std::string_view kDagExample = "dag(@edges.txt, 17)";
// An explanation names so many out-neighbours, and so many values.
constexpr size_t kShown = 16;

/// The game on the graph of one file. A key holds the vertex.
class DagGame final : public FamilyGame {
 public:
  DagGame(std::string path, Graph graph) : path_(std::move(path)), graph_(std::move(graph)) {}

  Position at(Graph::Vertex vertex) const { return {this, {vertex}}; }
  static Graph::Vertex vertex(const Position& position) {
    return static_cast<Graph::Vertex>(position.key[0]);
  }
  const Graph& graph() const { return graph_; }

  std::string name() const override { return "dag"; }
  std::string text(const Position& position, size_t) const override {
    return "dag(" + file_argument(path_) + ", " + std::to_string(graph_.name(vertex(position))) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget&) const override {
    for (const uint64_t name : successors(vertex(position), [](Graph::Vertex) { return true; })) {
      if (!sink({at(*graph_.find(name))})) return Ended::stopped;
    }
    return Ended::complete;
  }
  Attempt<bool> has_options(const Position& position, Budget&) const override {
    return !graph_.successors(vertex(position)).empty();
  }

  /// The names of the distinct out-neighbours that are wanted, in ascending order.
  template <class Wanted>
  std::vector<uint64_t> successors(Graph::Vertex from, const Wanted& wanted) const {
    std::vector<uint64_t> names;
    for (const Graph::Vertex v : graph_.successors(from)) {
      if (wanted(v)) names.push_back(graph_.name(v));
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  std::string path_;
  Graph graph_;
};

class DagAnalysis final : public Analysis {
 public:
  DagAnalysis(const DagGame& game, Graph::Vertex vertex)
      : game_(game), graph_(game.graph()), vertex_(vertex) {}

  Attempt<Ordinal> value(Budget&) const override { return Ordinal(graph_.grundy(vertex_)); }

  Attempt<bool> is_lost(Play play, Budget&) const override {
    return play == Play::normal ? graph_.grundy(vertex_) == 0 : graph_.is_lost_misere(vertex_);
  }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget&) const override {
    return moves([&](Graph::Vertex v) { return Ordinal(graph_.grundy(v)) == value; }, limit);
  }

  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget&) const override {
    return moves(
        [&](Graph::Vertex v) {
          return play == Play::normal ? graph_.grundy(v) == 0 : graph_.is_lost_misere(v);
        },
        limit);
  }

  std::string explanation() const override {
    const std::vector<uint64_t> names =
        game_.successors(vertex_, [](Graph::Vertex) { return true; });
    const std::string own = std::to_string(graph_.name(vertex_));
    if (names.empty()) return "No edge leaves vertex " + own + ": its value is 0.\n";
    std::string text = "From vertex " + own + " the token can move to";
    for (size_t i = 0; i < std::min(names.size(), kShown); ++i) {
      text += (i == 0 ? " " : ", ") + std::to_string(names[i]) + " (value " +
              std::to_string(graph_.grundy(*graph_.find(names[i]))) + ")";
    }
    if (names.size() > kShown)
      text += " and " + std::to_string(names.size() - kShown) + " more vertices";

    std::vector<uint32_t> values;
    for (const Graph::Vertex v : graph_.successors(vertex_)) values.push_back(graph_.grundy(v));
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    text += ".\nThe least value not among {";
    for (size_t i = 0; i < std::min(values.size(), kShown); ++i)
      text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
    if (values.size() > kShown) text += ", …";
    return text + "} is " + std::to_string(graph_.grundy(vertex_)) + ": the value of vertex " +
           own + ".\n";
  }

 private:
  template <class Wanted>
  MoveSet moves(const Wanted& wanted, size_t limit) const {
    const std::vector<uint64_t> names = game_.successors(vertex_, wanted);
    MoveSet set;
    set.all = names.size() <= limit;
    for (const uint64_t name : std::span(names).first(std::min(names.size(), limit)))
      set.moves.push_back({{game_.at(*graph_.find(name))}, ""});
    return set;
  }

  const DagGame& game_;
  const Graph& graph_;
  Graph::Vertex vertex_;
};

Attempt<std::shared_ptr<const Analysis>> DagGame::analyse(const Position& position, Budget&) const {
  return std::shared_ptr<const Analysis>(std::make_shared<DagAnalysis>(*this, vertex(position)));
}

class DagFamily final : public Family {
 public:
  std::string_view name() const override { return "dag"; }
  std::string_view example() const override { return kDagExample; }
  std::string_view documentation() const override {
    return "Move a token along the edges of a directed graph without cycles; who can't move "
           "loses.\n\n"
           "dag(@edges.txt, 17) is the position with the token on vertex 17. The file has one edge "
           "a line, two numbers\n"
           "below 2^63: from where, to where. '#' starts a comment. The vertices are those that "
           "some edge has.\n\n"
           "The value of a vertex is the least natural number that is not the value of an "
           "out-neighbour (Sprague 1935,\n"
           "Grundy 1939). All values are found in one pass over the graph, and misère play of a "
           "single token as well.\n"
           "A cycle is an error: play would not have to end.\n";
  }

  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> right = check_arguments(name(), kDagExample, 2, 2, parameters, arguments);
        !right) {
      return std::move(right).error();
    }
    const auto* file = std::get_if<FileName>(&arguments[0].value);
    const auto* vertex = std::get_if<Natural>(&arguments[1].value);
    if (file == nullptr || vertex == nullptr) {
      return Error::input("dag takes a file of edges and a vertex, as in " +
                          std::string(kDagExample));
    }
    const std::string name = "dag " + file_state(file->path);
    const Game* known = games.find(name);
    if (known == nullptr) {
      Attempt<Graph> graph = Graph::read(file->path, budget);
      if (!graph) return std::move(graph).error();
      known = &games.keep(name, std::make_unique<DagGame>(file->path, *std::move(graph)));
    }
    const auto& game = static_cast<const DagGame&>(*known);
    const std::optional<Graph::Vertex> v =
        vertex->is_small() ? game.graph().find(vertex->small()) : std::nullopt;
    if (v) return game.at(*v);
    return no_such_vertex(file->path, *vertex, game.graph().vertex_count(), game.graph().smallest(),
                          game.graph().largest());
  }
};

}  // namespace

const Family* dag_family() {
  static const DagFamily family;
  return &family;
}

}  // namespace grundy
