// undirected_geography(@graph.txt, v): a token stands on the vertex v of an undirected graph; a
// move shifts it along an edge to a vertex where it has not been before.
//
// Theorem (Fraenkel, Scheinerman and Ullman 1993, "Undirected edge geography", which has vertex
// geography as well). The player to move wins exactly if every maximum matching covers v. Proof.
// Let M be a maximum matching. If it misses v, the other player always answers along M: a move
// leads to a vertex that M covers, because otherwise the path played so far would augment M, and
// its partner is new. If every maximum matching covers v, the mover goes to the partner w of v; M
// without that edge is a maximum matching of the graph without v (it has ν - 1 edges, and ν(G - v)
// < ν), and it misses w. Without the vertices where the token has been, this is the theorem for the
// next position.
//
// So all winning moves are the neighbours w of v that some maximum matching of the graph without v
// misses; they are the even vertices of the forest that is grown on it from M without the edge at v
// (matching.h).
//
// Only the winner is known in general: finding the value is PSPACE-complete already on planar
// bipartite graphs of degree four (Burke, Ferland and Teng 2021, "Winning the war by
// (strategically) losing battles"), and so is telling the winner in misère play (Renault and
// Schmidt 2015, "On the complexity of the misère version of three games played on graphs"). Where
// few vertices can be reached, values are found by definition.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "engine/family/edge_list.h"
#include "engine/family/families.h"
#include "engine/family/listing.h"
#include "engine/family/matching.h"
#include "value/mex.h"

namespace grundy {
namespace {

constexpr std::string_view kGeographyExample = "undirected_geography(@graph.txt, 1)";
constexpr std::string_view kExampleVisited = "undirected_geography(@graph.txt, 1, [2, 5])";
constexpr size_t kTabledVertices = 64;
constexpr size_t kTabledPositions = 50'000;
constexpr size_t kShownPairs = 12;

/// The part of the graph that the token can get to. Its vertices are numbered anew, that of the
/// token 0.
struct Field {
  std::vector<uint64_t> names;
  Incidence graph{0, {}};
  Matching matching;  // a maximum one; it misses the token's vertex if one can
  // Neighbours of the token's vertex, by name, from which the other player loses.
  std::vector<uint32_t> to_lost;

  bool is_lost() const { return matching[0] == kNoVertex; }
};

/// Values by definition, for at most 64 vertices. A position is the set of the vertices that the
/// token can get to and the vertex where it stands; recursion goes no deeper than the vertices are
/// many.
class Table {
 public:
  explicit Table(const Incidence& graph)
      : neighbours_(graph.vertices()), values_(graph.vertices()) {
    for (uint32_t v = 0; v < graph.vertices(); ++v)
      for (const auto& [to, edge] : graph.at(v))
        if (to != v) neighbours_[v] |= uint64_t{1} << to;
  }

  /// Of the token on v with these vertices unvisited; nothing when too many positions come up.
  std::optional<uint64_t> value(uint32_t v, uint64_t unvisited) {
    const uint64_t free = reached_from(v, unvisited);
    // Stays in place while the map grows.
    uint64_t& known = values_[v].try_emplace(free, kUnknown).first->second;
    if (known != kUnknown) return known;
    if (++positions_ > kTabledPositions) return std::nullopt;
    std::vector<uint64_t> options;
    for (uint64_t to = neighbours_[v] & free; to != 0; to &= to - 1) {
      const auto w = static_cast<uint32_t>(std::countr_zero(to));
      const std::optional<uint64_t> option = value(w, free & ~(uint64_t{1} << w));
      if (!option) return std::nullopt;
      options.push_back(*option);
    }
    return known = mex(options);
  }

 private:
  static constexpr uint64_t kUnknown = UINT64_MAX;

  uint64_t reached_from(uint32_t v, uint64_t unvisited) const {
    uint64_t reached = 0;
    for (uint64_t open = neighbours_[v] & unvisited; open != 0;) {
      reached |= open;
      uint64_t further = 0;
      for (; open != 0; open &= open - 1)
        further |= neighbours_[static_cast<size_t>(std::countr_zero(open))];
      open = further & unvisited & ~reached;
    }
    return reached;
  }

  std::vector<uint64_t> neighbours_;
  std::vector<std::unordered_map<uint64_t, uint64_t>> values_;  // by the token's vertex
  size_t positions_ = 0;
};

/// The game on one graph. A key holds the vertex of the token, by its name, and those it visited
/// before.
class GeographyGame final : public FamilyGame {
 public:
  explicit GeographyGame(EdgeList graph) : graph_(std::move(graph)) {}

  const EdgeList& graph() const { return graph_; }
  Position at(uint64_t vertex, std::span<const uint64_t> visited) const {
    Position position{this, {vertex}};
    position.key.insert(position.key.end(), visited.begin(), visited.end());
    return position;
  }

  std::string name() const override { return "undirected_geography"; }
  std::string text(const Position& position, size_t limit) const override {
    return name() + "(" + graph_.to_string(limit) + ", " + std::to_string(position.key[0]) +
           (position.key.size() == 1
                ? ""
                : ", " + list_text(
                             1, position.key.size(),
                             [&](size_t i) { return Natural(position.key[i]); }, limit)) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget&) const override {
    if (!incidence_) incidence_.emplace(graph_.vertices(), graph_.edges());
    std::vector<uint64_t> visited(position.key.begin() + 1, position.key.end());
    visited.push_back(position.key[0]);
    std::vector<uint64_t> names;
    for (const auto& [to, edge] : incidence_->at(*graph_.find(position.key[0])))
      names.push_back(graph_.name(to));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const uint64_t name : names) {
      if (std::find(visited.begin(), visited.end(), name) != visited.end()) continue;
      if (!sink({at(name, visited)})) return Ended::stopped;
    }
    return Ended::complete;
  }
  /// The order of the visits says nothing.
  Attempt<Sum> normal_form(const Position& position, Budget&) const override {
    Position sorted = position;
    std::sort(sorted.key.begin() + 1, sorted.key.end());
    return Sum{std::move(sorted)};
  }
  std::string move_in_words(const Position& from, const Sum& to) const override {
    return "from vertex " + std::to_string(from.key[0]) + " to " +
           std::to_string(to.front().key[0]);
  }

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  EdgeList graph_;
  mutable std::optional<Incidence> incidence_;
};

class GeographyAnalysis final : public Analysis {
 public:
  GeographyAnalysis(const GeographyGame& game, Position position, Field field)
      : game_(game),
        position_(std::move(position)),
        vertex_(position_.key[0]),
        field_(std::move(field)) {}

  Attempt<Ordinal> value(Budget&) const override {
    if (field_.is_lost()) return Ordinal();
    if (is_small()) {
      Table table(field_.graph);
      if (const std::optional<uint64_t> value = table.value(0, all_but_token()))
        return Ordinal(*value);
    }
    return Error::declined(
        "of " + to_string(position_) +
        " only the winner is known by a theorem: to find values is PSPACE-complete, and " +
        std::to_string(field_.names.size() - 1) +
        " vertices to go to are too many for a table; played alone, its winning moves are known");
  }

  Attempt<bool> is_lost(Play play, Budget&) const override {
    if (play == Play::misere) return misere_declined();
    return field_.is_lost();
  }

  Attempt<MoveSet> winning_moves(Play play, size_t limit, Budget&) const override {
    if (play == Play::misere) return misere_declined();
    return moves(field_.to_lost, limit);
  }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    if (value.is_zero()) return winning_moves(Play::normal, limit, budget);
    std::vector<uint32_t> neighbours = to_other();
    if (!value.is_finite() || Ordinal(field_.names.size()) < value || neighbours.empty())
      return MoveSet{};
    if (is_small()) {
      Table table(field_.graph);
      bool known = true;
      std::erase_if(neighbours, [&](uint32_t w) {
        const std::optional<uint64_t> option =
            table.value(w, all_but_token() & ~(uint64_t{1} << w));
        known = known && option;
        return !option || Ordinal(*option) != value;
      });
      if (known) return moves(neighbours, limit);
    }
    // The value of the position is 0 if it is known at all, so these moves are never needed to win
    // a sum.
    return MoveSet{.moves = {}, .all = false};
  }

  std::string explanation() const override {
    const std::string token = std::to_string(vertex_);
    size_t pairs = 0;
    std::string list;
    for (uint32_t v = 0; v < field_.names.size(); ++v) {
      const uint32_t w = field_.matching[v];
      if (w == kNoVertex || w < v) continue;
      if (++pairs > kShownPairs) continue;
      list += (pairs == 1 ? "" : ", ") + std::to_string(field_.names[v]) + "–" +
              std::to_string(field_.names[w]);
    }
    if (pairs > kShownPairs) list += ", …";
    std::string text =
        "The player to move wins exactly if every maximum matching covers the token's vertex, " +
        token + ".\n";
    if (field_.names.size() == 1) return text + "The token can go nowhere.\n";
    text += "A maximum matching of the " + std::to_string(field_.names.size()) +
            " vertices where the token can be has " + std::to_string(pairs) +
            (pairs == 1 ? " edge: " : " edges: ") + list + ".\n";
    if (field_.is_lost()) {
      return text + "It misses " + token +
             ", so the other player wins by always moving to the partner of the vertex where the "
             "token is: there is\n"
             "one each time, because otherwise the path of the token would make the matching "
             "larger.\n";
    }
    return text + "Every one covers " + token +
           ". The player to move wins by always moving to the partner of the vertex where the "
           "token is: there is\n"
           "one each time, because otherwise along the path of the token a matching as large could "
           "miss " +
           token + ".\n" +
           (is_small() ? "A value is found by definition, from all positions that can come up, "
                         "when they are few.\n"
                       : "");
  }

 private:
  bool is_small() const { return field_.names.size() <= kTabledVertices; }
  uint64_t all_but_token() const {
    return (UINT64_MAX >> (64 - field_.names.size())) & ~uint64_t{1};
  }

  Error misere_declined() const {
    return Error::declined(
        "the outcome of " + to_string(position_) +
        " under misère play is not known by a theorem: the problem is PSPACE-complete");
  }

  /// The neighbours of the token's vertex, by name, each once.
  std::vector<uint32_t> to_other() const {
    std::vector<uint32_t> neighbours;
    for (const auto& [to, edge] : field_.graph.at(0))
      if (to != 0) neighbours.push_back(to);
    const auto by_name = [this](uint32_t v, uint32_t w) {
      return field_.names[v] < field_.names[w];
    };
    std::sort(neighbours.begin(), neighbours.end(), by_name);
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    return neighbours;
  }

  MoveSet moves(std::span<const uint32_t> targets, size_t limit) const {
    MoveSet set;
    set.all = targets.size() <= limit;
    std::vector<uint64_t> visited(position_.key.begin() + 1, position_.key.end());
    visited.push_back(vertex_);
    for (const uint32_t target : targets.first(std::min(targets.size(), limit)))
      set.moves.push_back({{game_.at(field_.names[target], visited)}, ""});
    return set;
  }

  const GeographyGame& game_;
  Position position_;
  uint64_t vertex_;  // of the token, by name
  Field field_;
};

Attempt<void> find_moves(Field& field, Budget& budget) {
  Attempt<Matching> matching = maximum_matching(field.graph, budget);
  if (!matching) return std::move(matching).error();
  field.matching = *std::move(matching);
  AlternatingForest forest(field.graph);
  if (Attempt<bool> grown = forest.augment(field.matching, kNoVertex, budget); !grown)
    return grown.error();
  if (forest.can_be_missed(0)) {
    forest.make_miss(field.matching, 0);
    return {};
  }
  Matching rest = field.matching;
  rest[rest[0]] = kNoVertex;
  rest[0] = kNoVertex;
  if (Attempt<bool> grown = forest.augment(rest, 0, budget); !grown) return grown.error();
  for (const auto& [to, edge] : field.graph.at(0))
    if (to != 0 && forest.can_be_missed(to)) field.to_lost.push_back(to);
  const auto by_name = [&](uint32_t v, uint32_t w) { return field.names[v] < field.names[w]; };
  std::sort(field.to_lost.begin(), field.to_lost.end(), by_name);
  field.to_lost.erase(std::unique(field.to_lost.begin(), field.to_lost.end()), field.to_lost.end());
  return {};
}

Attempt<Field> make_field(const EdgeList& list, uint32_t token, std::vector<bool> closed,
                          Budget& budget) {
  const size_t edges = list.edges().size();
  const uint64_t kept = list.vertices() * 4 * sizeof(uint32_t) + edges * 2 * sizeof(Incidence::End);
  const uint64_t scratch =
      kept + list.vertices() * (AlternatingForest::kBytesPerVertex + 4 * sizeof(uint32_t)) +
      edges * sizeof(Edge);
  if (!budget.take_memory(kept + scratch)) return budget.too_large("the graph", kept + scratch);
  if (budget.spent()) return budget.why();

  Field field;
  std::vector<Edge> rest;
  {
    const Incidence whole(list.vertices(), list.edges());
    std::vector<uint32_t> number(list.vertices(), kNoVertex);
    std::vector<uint32_t> reached = {token};
    number[token] = 0;
    for (size_t i = 0; i < reached.size(); ++i) {
      for (const auto& [to, edge] : whole.at(reached[i])) {
        if (closed[to] || number[to] != kNoVertex) continue;
        number[to] = static_cast<uint32_t>(reached.size());
        reached.push_back(to);
      }
    }
    for (const uint32_t v : reached) field.names.push_back(list.name(v));
    for (const auto& [a, b] : list.edges())
      if (number[a] != kNoVertex && number[b] != kNoVertex) rest.push_back({number[a], number[b]});
  }
  const auto vertices = static_cast<uint32_t>(field.names.size());
  field.graph = Incidence(vertices, rest);
  if (Attempt<void> done = find_moves(field, budget); !done) return std::move(done).error();
  budget.give_back_memory(scratch);
  return field;
}

Attempt<std::shared_ptr<const Analysis>> GeographyGame::analyse(const Position& position,
                                                                Budget& budget) const {
  std::vector<bool> closed(graph_.vertices(), false);
  for (size_t i = 1; i < position.key.size(); ++i) closed[*graph_.find(position.key[i])] = true;
  Attempt<Field> field =
      make_field(graph_, *graph_.find(position.key[0]), std::move(closed), budget);
  if (!field) return std::move(field).error();
  return std::shared_ptr<const Analysis>(
      std::make_shared<GeographyAnalysis>(*this, position, *std::move(field)));
}

class GeographyFamily final : public Family {
 public:
  std::string_view name() const override { return "undirected_geography"; }
  std::string_view example() const override { return kGeographyExample; }
  std::string_view documentation() const override {
    return "Undirected geography: move a token along the edges of a graph, never to a vertex where "
           "it has been.\n"
           "The file has an edge a line, two numbers below 2^63; '#' starts a comment. The second "
           "argument is the token's vertex;\n"
           "a list behind it names vertices where the token was before. The edges may stand in the "
           "sum as well:\n"
           "  undirected_geography(@graph.txt, 1)             undirected_geography(@graph.txt, 3, "
           "[1, 2])\n"
           "  undirected_geography([[1, 2], [2, 3]], 2)\n\n"
           "The player to move wins exactly if every maximum matching covers the token's vertex "
           "(Fraenkel, Scheinerman and\n"
           "Ullman 1993), and all winning moves are known: on a path of vertices 1–2–3 the token "
           "wins from 2, and loses from 1.\n"
           "The value is known where it is 0 and for small graphs; in general it is "
           "PSPACE-complete (Burke, Ferland and Teng 2021).\n"
           "So is misère play.\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits =
            check_arguments(name(), kGeographyExample, 2, 3, parameters, arguments);
        !fits)
      return fits.error();
    Attempt<const GeographyGame*> game = game_on(arguments[0], games, budget);
    if (!game) return std::move(game).error();
    const EdgeList& list = (*game)->graph();
    const auto* vertex = std::get_if<Natural>(&arguments[1].value);
    if (vertex == nullptr)
      return Error::input("expected the number of the token's vertex, as in " +
                          std::string(kGeographyExample));
    const std::optional<uint32_t> token = list.find(*vertex);
    if (!token) return unknown_vertex(*vertex, list);
    std::vector<uint64_t> visited;
    if (arguments.size() == 3) {
      Attempt<std::vector<Natural>> names = read_number_list(arguments[2], kExampleVisited, budget);
      if (!names) return std::move(names).error();
      for (const Natural& name : *names) {
        const std::optional<uint32_t> v = list.find(name);
        if (!v) return unknown_vertex(name, list);
        if (*v == *token)
          return Error::input("the token's vertex " + name.to_string() + " was visited before");
        visited.push_back(name.small());
      }
    }
    Position position = (*game)->at(vertex->small(), visited);
    if (auto analysed = (*game)->analysed(position, budget); !analysed)
      return std::move(analysed).error();
    return position;
  }

 private:
  static Attempt<const GeographyGame*> game_on(const Argument& graph, Games& games,
                                               Budget& budget) {
    const auto* file = std::get_if<FileName>(&graph.value);
    std::string name = "undirected_geography ";
    if (file != nullptr) {
      name += file_state(file->path);
      if (const Game* known = games.find(name)) return static_cast<const GeographyGame*>(known);
    }
    Attempt<EdgeList> list = EdgeList::read(graph, kGeographyExample, budget);
    if (!list) return std::move(list).error();
    if (file == nullptr) name += list->to_string(SIZE_MAX);
    return &games.get<GeographyGame>(name, *std::move(list));
  }

  static Error unknown_vertex(const Natural& name, const EdgeList& list) {
    return Error::input("the graph has no vertex " + short_digits(name) + "; " +
                        (list.vertices() == 0
                             ? "it has no edges"
                             : "its " + std::to_string(list.vertices()) +
                                   " vertices are those that some edge has, the first of them " +
                                   std::to_string(list.name(0))));
  }
};

}  // namespace

const Family* undirected_geography_family() {
  static const GeographyFamily family;
  return &family;
}

}  // namespace grundy
