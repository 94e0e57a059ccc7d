// Green hackenbush as a game: positions, moves in words, explanations. The values are those of
// green_hackenbush.cc.
//
// A graph from a file is a game of its own, with the cut edges as positions; graphs that stand in
// the sum share one game.
//
// Example: green_hackenbush([[0, 1], [1, 2], [2, 0]]), a triangle on the ground, has the value 1;
// its cuts leave the values 2, 0 and 2. Analysing a position is linear in its edges.
#include <algorithm>
#include <array>

#include "engine/family/families.h"
#include "engine/family/green_hackenbush.h"
#include "engine/family/listing.h"

namespace grundy {
namespace {

constexpr std::string_view kHackenbushExample = "green_hackenbush(@graph.txt)";
constexpr size_t kShownTree = 12;
constexpr size_t kShownItems = 6;

std::string joined(const std::vector<std::string>& items) {
  std::string text;
  for (size_t i = 0; i < std::min(items.size(), kShownItems); ++i)
    text += (i == 0 ? "" : ", ") + items[i];
  if (items.size() > kShownItems) text += ", … (" + std::to_string(items.size()) + ")";
  return text;
}

/// A graph from a file makes a game of its own, whose keys hold the edges that were cut, from 0, in
/// the order of the cuts. The game of graphs that stand in the sum has keys with the edges that
/// stand, two names for each.
class HackenbushGame final : public FamilyGame {
 public:
  HackenbushGame() = default;
  explicit HackenbushGame(std::shared_ptr<const EdgeList> graph) : graph_(std::move(graph)) {}

  /// Null for graphs that stand in the sum.
  const std::shared_ptr<const EdgeList>& graph() const { return graph_; }
  Position at(std::span<const uint64_t> key) const { return {this, {key.begin(), key.end()}}; }

  std::string name() const override { return "green_hackenbush"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::span key(position.key.data(), position.key.size());
    if (!graph_) {
      Budget budget;
      const Attempt<EdgeList> edges = EdgeList::of(key, budget);
      return name() + "(" + (edges ? edges->to_string(limit) : "…") + ")";
    }
    const std::string graph = graph_->to_string(limit);
    if (key.empty()) return name() + "(" + graph + ")";
    return name() + "(" + graph + ", " +
           list_text(
               0, key.size(), [&](size_t i) { return Natural(key[i] + 1); }, limit) +
           ")";
  }
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<Sum> normal_form(const Position& position, Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;

 protected:
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  std::shared_ptr<const EdgeList> graph_;
};

class HackenbushAnalysis final : public Analysis {
 public:
  HackenbushAnalysis(const HackenbushGame& game, Position position,
                     std::shared_ptr<const EdgeList> graph, std::optional<Hackenbush> state)
      : game_(game),
        position_(std::move(position)),
        graph_(std::move(graph)),
        state_(std::move(state)) {}

  const EdgeList& graph() const { return *graph_; }
  /// By edge, whether it was cut or fell.
  std::vector<bool> gone() const {
    std::vector<bool> gone(graph_->edges().size());
    for (size_t i = 0; i < gone.size(); ++i) gone[i] = !state_->is_grounded(graph_->edges()[i].a);
    if (game_.graph()) {
      for (const uint64_t cut : position_.key) gone[cut] = true;
    }
    return gone;
  }
  /// What cutting the edge leads to.
  Position after(uint32_t edge) const {
    std::vector<uint64_t> key(position_.key.begin(), position_.key.end());
    if (game_.graph()) {
      key.push_back(edge);
      return game_.at(key);
    }
    const std::vector<uint32_t> gone = state_->gone_with(edge);
    key.clear();
    for (uint32_t i = 0; i < graph_->edges().size(); ++i) {
      if (std::binary_search(gone.begin(), gone.end(), i)) continue;
      key.push_back(graph_->name(graph_->edges()[i].a));
      key.push_back(graph_->name(graph_->edges()[i].b));
    }
    return game_.at(key);
  }
  std::string cut_in_words(uint32_t edge) const {
    const size_t falls = state_->gone_with(edge).size() - 1;
    std::string text = "cut " + graph_->edge_name(edge);
    if (falls > 0)
      text += "; " + std::to_string(falls) + (falls == 1 ? " edge falls" : " edges fall");
    return text;
  }
  bool is_grounded(uint32_t vertex) const { return state_->is_grounded(vertex); }

  Attempt<Ordinal> value(Budget&) const override {
    return Ordinal(state_ ? state_->value() : uint64_t{0});
  }

  Attempt<MoveSet> moves_to(const Ordinal& value, size_t limit, Budget& budget) const override {
    MoveSet set;
    if (!state_ || !value.is_finite() || !value.finite().is_small()) return set;
    Attempt<std::vector<uint32_t>> cuts = state_->cuts_to(value.finite().small(), budget);
    if (!cuts) return std::move(cuts).error();
    set.all = cuts->size() <= limit;
    for (const uint32_t edge : std::span(*cuts).first(std::min(cuts->size(), limit))) {
      if (budget.spent()) return budget.why();
      set.moves.push_back({{after(edge)}, ""});
    }
    return set;
  }

  std::string explanation() const override {
    std::string text =
        "Fusion principle: the vertices of a cycle may be fused to one; its edges become loops, "
        "worth 1 each.\n"
        "Colon principle: an edge that carries alone what is above it, of value x, is worth 1 + "
        "x.\n";
    if (!state_) return text + "There are no edges: the value is 0.\n";
    const std::vector<Hackenbush::Fused> tree = state_->fused_tree(kShownTree + 1);
    std::vector<std::array<std::string, 4>> rows = {
        {"fused vertices", "loops", "edges up (worth)", "value"}};
    for (size_t i = 0; i < std::min(tree.size(), kShownTree); ++i) {
      std::vector<std::string> vertices, edges;
      for (const uint32_t vertex : tree[i].vertices)
        vertices.push_back(std::to_string(graph_->name(vertex)));
      uint32_t up = 0;
      for (size_t j = 0; j < tree[i].bridges.size(); ++j) {
        edges.push_back(std::to_string(tree[i].bridges[j] + 1) + " (" +
                        std::to_string(tree[i].worths[j]) + ")");
        up ^= tree[i].worths[j];
      }
      std::string sum = std::to_string(tree[i].value);
      if (tree[i].loops > 0 && !edges.empty())
        sum = std::to_string(tree[i].loops % 2) + " ⊕ " + std::to_string(up) + " = " + sum;
      rows.push_back({joined(vertices), std::to_string(tree[i].loops),
                      edges.empty() ? "none" : joined(edges), sum});
    }
    std::array<size_t, 4> widths{};
    for (const auto& row : rows)
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
    for (const auto& row : rows)
      text += "  " + padded(row[0], widths[0]) + "  " + padded(row[1], widths[1]) + "  " +
              padded(row[2], widths[2]) + "  " + row[3] + "\n";
    if (tree.size() > kShownTree) text += "  … and more\n";
    return text + "The value of the row with the ground, 0, is that of the position.\n";
  }

 private:
  const HackenbushGame& game_;
  Position position_;
  std::shared_ptr<const EdgeList> graph_;
  std::optional<Hackenbush> state_;  // the edges that stand; empty when there are none
};

/// The state of a graph whose edges are all grounded before those of `cut` go; an input error for
/// an edge that is not.
Attempt<std::optional<Hackenbush>> state_of(const EdgeList& list, const std::vector<bool>& cut,
                                            bool check, Budget& budget) {
  const size_t edges = list.edges().size();
  if (edges == 0) return std::optional<Hackenbush>();
  const auto floating = [&](size_t edge) {
    return list.error_at_edge(
        edge, list.edge_name(edge) + " is not connected to the ground, vertex 0", budget);
  };
  const uint64_t bytes = list.vertices() * sizeof(uint32_t) + edges * 2 * sizeof(Incidence::End);
  if (!budget.take_memory(bytes)) return budget.too_large("the graph", bytes);
  const Incidence graph(list.vertices(), list.edges());
  const std::optional<uint32_t> ground = list.find(0);
  if (!ground) return floating(0);
  const bool whole = std::find(cut.begin(), cut.end(), true) == cut.end();
  if (check) {
    Attempt<Hackenbush> all =
        Hackenbush::make(graph, edges, *ground, std::vector<bool>(edges, false), budget);
    if (!all) return std::move(all).error();
    for (size_t i = 0; i < edges; ++i) {
      if (!all->is_grounded(list.edges()[i].a)) return floating(i);
    }
    if (whole) {
      budget.give_back_memory(bytes);
      return std::optional(*std::move(all));
    }
  }
  Attempt<Hackenbush> rest = Hackenbush::make(graph, edges, *ground, cut, budget);
  if (!rest) return std::move(rest).error();
  budget.give_back_memory(bytes);
  return std::optional(*std::move(rest));
}

Attempt<std::shared_ptr<const Analysis>> HackenbushGame::analyse(const Position& position,
                                                                 Budget& budget) const {
  std::shared_ptr<const EdgeList> list = graph_;
  if (!list) {
    Attempt<EdgeList> own =
        EdgeList::of(std::span(position.key.data(), position.key.size()), budget);
    if (!own) return std::move(own).error();
    list = std::make_shared<EdgeList>(*std::move(own));
  }
  std::vector<bool> cut(list->edges().size(), false);
  if (graph_) {
    for (const uint64_t edge : position.key) cut[edge] = true;
  }
  Attempt<std::optional<Hackenbush>> state = state_of(*list, cut, false, budget);
  if (!state) return std::move(state).error();
  return std::shared_ptr<const Analysis>(
      std::make_shared<HackenbushAnalysis>(*this, position, std::move(list), *std::move(state)));
}

Attempt<Ended> HackenbushGame::list_options(const Position& position, const OptionSink& sink,
                                            Budget& budget) const {
  auto analysis = analysed(position, budget);
  if (!analysis) return std::move(analysis).error();
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  if (here.graph().edges().empty()) return Ended::complete;
  const std::vector<bool> gone = here.gone();
  for (uint32_t edge = 0; edge < gone.size(); ++edge) {
    if (gone[edge]) continue;
    if (budget.spent()) return budget.why();
    if (!sink({here.after(edge)})) return Ended::stopped;
  }
  return Ended::complete;
}

/// Cuts that others make needless are left out, and the order of cuts and edges and of the ends of
/// an edge.
Attempt<Sum> HackenbushGame::normal_form(const Position& position, Budget& budget) const {
  Position normal{this, {}};
  if (!graph_) {
    std::vector<std::pair<uint64_t, uint64_t>> edges;
    for (size_t i = 0; i < position.key.size(); i += 2)
      edges.push_back(std::minmax<uint64_t>(position.key[i], position.key[i + 1]));
    std::sort(edges.begin(), edges.end());
    for (const auto& [a, b] : edges) {
      normal.key.push_back(a);
      normal.key.push_back(b);
    }
    return Sum{std::move(normal)};
  }
  if (position.key.empty()) return Sum{position};
  auto analysis = analysed(position, budget);
  if (!analysis) return std::move(analysis).error();
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  const std::vector<bool> gone = here.gone();
  for (uint32_t edge = 0; edge < gone.size(); ++edge) {
    const auto& [a, b] = graph_->edges()[edge];
    if (gone[edge] && (here.is_grounded(a) || here.is_grounded(b))) normal.key.push_back(edge);
  }
  return Sum{std::move(normal)};
}

std::string HackenbushGame::move_in_words(const Position& from, const Sum& to) const {
  Budget budget;
  auto analysis = analysed(from, budget);
  if (!analysis) return {};
  const auto& here = static_cast<const HackenbushAnalysis&>(**analysis);
  if (graph_) return here.cut_in_words(static_cast<uint32_t>(to.front().key.back()));
  // The edges that are missing afterwards; one of them takes the others along.
  std::vector<uint32_t> missing;
  const Key& left = to.front().key;
  for (size_t i = 0, j = 0; i < from.key.size(); i += 2) {
    if (j < left.size() && left[j] == from.key[i] && left[j + 1] == from.key[i + 1]) {
      j += 2;
    } else {
      missing.push_back(static_cast<uint32_t>(i / 2));
    }
  }
  for (const uint32_t edge : missing) {
    if (here.after(edge) == to.front()) return here.cut_in_words(edge);
  }
  return {};
}

class HackenbushFamily final : public Family {
 public:
  std::string_view name() const override { return "green_hackenbush"; }
  std::string_view example() const override { return kHackenbushExample; }
  std::string_view documentation() const override {
    return "Green hackenbush: cut an edge of a graph; all that is then not connected to the "
           "ground, vertex 0, falls and is gone.\n"
           "The file has an edge a line, two numbers, in any order of edges and ends; '#' starts a "
           "comment. Edges may repeat, and\n"
           "may join a vertex to itself; every edge must be connected to the ground. The edges may "
           "stand in the sum as well:\n"
           "  green_hackenbush(@graph.txt)     green_hackenbush([[0, 1], [1, 2], [2, 0]])\n"
           "A list after the graph names edges that were cut, numbered from 1 in the order of the "
           "file:\n"
           "  green_hackenbush(@graph.txt, [3, 17])\n\n"
           "The vertices of a cycle may be fused to one, its edges becoming loops of value 1 "
           "(fusion principle); an edge that\n"
           "carries alone what is above it, of value x, is worth 1 + x (colon principle); what "
           "stands on one vertex is a sum.\n"
           "So a triangle on the ground is worth 1 ⊕ 1 ⊕ 1 = 1, and a path of n edges is the nim "
           "heap n.\n"
           "Source: Berlekamp, Conway and Guy, Winning Ways, chapter 7. All winning moves are "
           "found, in a second or so for a\n"
           "million edges.\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits =
            check_arguments(name(), kHackenbushExample, 1, 2, parameters, arguments);
        !fits)
      return fits.error();
    const auto* file = std::get_if<FileName>(&arguments[0].value);
    const std::string name = file == nullptr ? "" : "green_hackenbush " + file_state(file->path);
    const Game* known = file == nullptr ? nullptr : games.find(name);
    std::shared_ptr<const EdgeList> list;
    if (known != nullptr) {
      list = static_cast<const HackenbushGame*>(known)->graph();
    } else {
      Attempt<EdgeList> read = EdgeList::read(arguments[0], kHackenbushExample, budget);
      if (!read) return std::move(read).error();
      list = std::make_shared<EdgeList>(*std::move(read));
    }
    const size_t edges = list->edges().size();
    std::vector<uint64_t> cuts;
    std::vector<bool> cut(edges, false);
    if (arguments.size() == 2) {
      Attempt<std::vector<Natural>> numbers =
          read_number_list(arguments[1], "green_hackenbush(@graph.txt, [3])", budget);
      if (!numbers) return std::move(numbers).error();
      for (const Natural& number : *numbers) {
        if (number.is_zero() || Natural(edges) < number)
          return Error::input("there is no edge " + short_digits(number) +
                              "; the edges are numbered from 1 to " + std::to_string(edges));
        cuts.push_back(number.small() - 1);
        if (cut[cuts.back()]) return Error::input("edge " + number.to_string() + " is cut twice");
        cut[cuts.back()] = true;
      }
    }
    Attempt<std::optional<Hackenbush>> state = state_of(*list, cut, known == nullptr, budget);
    if (!state) return std::move(state).error();
    if (file != nullptr) {
      if (known == nullptr) known = &games.keep(name, std::make_unique<HackenbushGame>(list));
      const auto& game = static_cast<const HackenbushGame&>(*known);
      Position position = game.at(cuts);
      game.remember(position,
                    std::make_shared<HackenbushAnalysis>(game, position, list, *std::move(state)));
      return position;
    }
    std::vector<uint64_t> standing;
    for (size_t i = 0; i < edges; ++i) {
      if (cut[i] || !(*state)->is_grounded(list->edges()[i].a)) continue;
      standing.push_back(list->name(list->edges()[i].a));
      standing.push_back(list->name(list->edges()[i].b));
    }
    const auto& game = games.get<HackenbushGame>("green_hackenbush");
    Position position = game.at(standing);
    if (cuts.empty())
      game.remember(position,
                    std::make_shared<HackenbushAnalysis>(game, position, list, *std::move(state)));
    return position;
  }
};

}  // namespace

const Family* green_hackenbush_family() {
  static const HackenbushFamily family;
  return &family;
}

}  // namespace grundy
