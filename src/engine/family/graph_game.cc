#include "engine/family/graph_game.h"

#include <algorithm>

#include "base/lease.h"
#include "engine/family/listing.h"

namespace grundy {
namespace {

constexpr std::string_view kGraphExample = "graph(@edges.txt, 17)";

class GraphFamily final : public Family {
 public:
  std::string_view name() const override { return "graph"; }
  std::string_view example() const override { return kGraphExample; }
  std::string_view documentation() const override {
    return "Move a token along the edges of a directed graph; who can't move loses. Play may go "
           "round: it is a draw when\n"
           "neither player can force an end.\n\n"
           "graph(@edges.txt, 17) is the position with the token on vertex 17. The file has one "
           "edge a line, two numbers\n"
           "below 2^63: from where, to where. '#' starts a comment. The vertices are those that "
           "some edge has.\n\n"
           "A vertex has a number as its value, as in play that must end, or it is ∞(K), where K "
           "has the numbers among the\n"
           "values of its out-neighbours (Smith 1966; Fraenkel and Perl 1975). ∞(K) is won if K "
           "has 0, else drawn.\n"
           "dag is the same game on graphs without cycles, in less memory, and misère play of a "
           "single token as well.\n";
  }

  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (auto right = check_arguments(name(), kGraphExample, 2, 2, parameters, arguments); !right)
      return std::move(right).error();
    const auto* file = std::get_if<FileName>(&arguments[0].value);
    const auto* vertex = std::get_if<Natural>(&arguments[1].value);
    if (file == nullptr || vertex == nullptr)
      return Error::input("graph takes a file of edges and a vertex, as in " +
                          std::string(kGraphExample));
    const std::string kept_as = "graph " + file_state(file->path);
    const Game* known = games.find(kept_as);
    if (known == nullptr) {
      auto made = GraphGame::read(file->path, budget);
      if (!made) return std::move(made).error();
      known = &games.keep(kept_as, *std::move(made));
    }
    const auto& game = static_cast<const GraphGame&>(*known);
    const auto v = vertex->is_small() ? game.find(vertex->small()) : std::nullopt;
    if (v) return game.at(*v);
    return no_such_vertex(file->path, *vertex, game.vertex_count(), game.graph().smallest(),
                          game.graph().largest());
  }
};

}  // namespace

Attempt<std::unique_ptr<GraphGame>> GraphGame::read(const std::string& path, Budget& budget) {
  std::unique_ptr<GraphGame> game(new GraphGame(path));
  if (auto filled = game->fill(EdgeSource::file(path, budget), budget); !filled) {
    budget.give_back_memory(game->graph_.numbering_bytes());
    return std::move(filled).error();
  }
  return game;
}

Attempt<void> GraphGame::fill(EdgeSource source, Budget& budget) {
  Lease memory(budget);
  const auto nothing_more = [](uint64_t, uint64_t) { return uint64_t{0}; };
  if (auto trend = graph_.read(source, nothing_more, memory, budget); !trend)
    return std::move(trend).error();
  const uint32_t vertices = graph_.adjacency().vertices();
  is_target_.resize(vertices);
  for (const Vertex v : arcs().targets) is_target_[v] = true;
  for (Vertex v = 0; v < vertices; ++v)
    vertex_count_ += is_target_[v] || !arcs().of(v).empty() ? 1 : 0;
  auto labels = LoopyLabels::of(arcs(), budget);
  if (!labels) return std::move(labels).error();
  labels_ = *std::move(labels);
  memory.keep(4 * graph_.edge_count() + 4 * (vertices + uint64_t{1}));
  return {};
}

std::optional<GraphGame::Vertex> GraphGame::find(uint64_t name) const {
  const std::optional<Vertex> v = graph_.place(name);
  return v && (is_target_[*v] || !arcs().of(*v).empty()) ? v : std::nullopt;
}

std::string GraphGame::text(const Position& position, size_t) const {
  return "graph(" + file_argument(path_) + ", " + std::to_string(graph_.name(vertex(position))) +
         ")";
}

/// In the order of their names.
Attempt<Ended> GraphGame::list_options(const Position& position, const OptionSink& sink,
                                       Budget&) const {
  const std::span<const Vertex> targets = arcs().of(vertex(position));
  std::vector<Vertex> sorted(targets.begin(), targets.end());
  std::sort(sorted.begin(), sorted.end(),
            [&](Vertex a, Vertex b) { return graph_.name(a) < graph_.name(b); });
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  for (const Vertex to : sorted) {
    if (!sink({at(to)})) return Ended::stopped;
  }
  return Ended::complete;
}

Attempt<bool> GraphGame::has_options(const Position& position, Budget&) const {
  return !arcs().of(vertex(position)).empty();
}

const Family* graph_family() {
  static const GraphFamily family;
  return &family;
}

}  // namespace grundy
