#include "engine/loopy/loopy_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "engine/family/graph_game.h"
#include "engine/graph/delay.h"
#include "engine/loopy/rule_graph.h"
#include "engine/loopy/sum_graph.h"
#include "engine/round.h"

namespace grundy {
namespace {

constexpr SumGraph::Limits kReachedSums{uint64_t{1} << 22, uint64_t{1} << 26, uint64_t{1} << 16};
constexpr SumGraph::Limits kReachedPositions{uint64_t{1} << 25, uint64_t{1} << 31, 0};
constexpr size_t kValuesNamed = 12;

/// What both solvers have: a graph with labels, and its vertices' names.
class LabelledSolver : public RoundSolver {
 public:
  std::string_view engine() const override { return "loopy"; }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    auto v = vertex(option, budget);
    if (!v) return std::move(v).error();
    return labels().value(arcs(), *v);
  }

  std::optional<uint64_t> moves_to_end(const Sum& sum, Budget& budget) override {
    const auto v = vertex(sum, budget);
    return v ? labels().moves_to_end(arcs(), *v) : std::nullopt;
  }

  std::optional<uint64_t> delay(const Sum& sum, Budget& budget) override {
    const auto v = vertex(sum, budget);
    if (!v || labels().is_infinite(*v)) return std::nullopt;
    if (!delays_) delays_.emplace(labels(), arcs().vertices());
    return delays_->of(labels(), *v);
  }

  std::string explanation(const Position& position) override {
    Budget budget;
    const auto v = vertex({position}, budget);
    return v ? reason(*v) : "";
  }

 protected:
  std::optional<LabelDelays> delays_;  // of the labels; none before they are asked for

  virtual Attempt<uint32_t> vertex(const Sum& sum, Budget& budget) = 0;
  virtual ArcSpans arcs() const = 0;
  virtual const LoopyLabels& labels() const = 0;
  virtual std::string text(uint32_t v) const = 0;

 private:
  bool has_option(uint32_t v, uint32_t number) const {
    const auto options = arcs().of(v);
    return std::any_of(options.begin(), options.end(), [&](uint32_t to) {
      return !labels().is_infinite(to) && labels().number(to) == number;
    });
  }

  std::string reason(uint32_t v) const {
    const std::string own = shortened_to(text(v), 60);
    if (arcs().of(v).empty()) return fmt::format("{} has no move: its value is 0.\n", own);
    std::set<Value> values;
    uint32_t mex = 0;
    while (has_option(v, mex)) ++mex;
    const uint32_t* greater = nullptr;  // an option that has to be answered
    const uint32_t* unanswered = nullptr;
    const auto options = arcs().of(v);
    for (const uint32_t& to : options) {
      if (values.size() <= kValuesNamed) values.insert(labels().value(arcs(), to));
      if (!labels().is_infinite(to) && labels().number(to) < mex) continue;
      greater = &to;
      if (labels().is_infinite(to) && !has_option(to, mex)) unanswered = &to;
    }
    std::string list;
    size_t count = 0;
    for (const Value& value : values)
      list += ++count > kValuesNamed ? ", …" : (list.empty() ? "" : ", ") + value.to_string();
    std::string reasons = fmt::format("The moves from {} lead to {}.\n", own, list);
    if (unanswered != nullptr) {
      return reasons + fmt::format(
                           "It has no number: the least that is free is {}, but from {}\n"
                           "no move leads back to value {}, so that whoever goes there need not "
                           "come to an end.\n",
                           mex, shortened_to(text(*unanswered), 60), mex);
    }
    reasons += fmt::format("The least number that is free is {}: its value.\n", mex);
    if (greater != nullptr)
      reasons += fmt::format(
          "From all else that a move leads to, such as {},\n"
          "a move leads back to value {}, each time nearer to the end.\n",
          shortened_to(text(*greater), 60), mex);
    return reasons;
  }
};

/// An explicit graph, labelled when it was read.
class GraphSolver final : public LabelledSolver {
 public:
  explicit GraphSolver(const GraphGame& game) : game_(game) {}
  std::string knows() const override { return "the labels of the graph"; }
  Work work() const override { return {game_.vertex_count(), game_.graph().edge_count(), {}, {}}; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget&) override {
    std::vector<Value> result;
    result.reserve(positions.size());
    for (const Position& position : positions)
      result.push_back(game_.labels().value(arcs(), GraphGame::vertex(position)));
    return result;
  }

 private:
  Attempt<uint32_t> vertex(const Sum& sum, Budget&) override {
    return GraphGame::vertex(sum.at(0));
  }
  ArcSpans arcs() const override { return game_.arcs(); }
  const LoopyLabels& labels() const override { return game_.labels(); }
  std::string text(uint32_t v) const override {
    return "vertex " + std::to_string(game_.graph().name(v));
  }

  const GraphGame& game_;
};

/// All that play can lead to from the positions asked for so far: a SumGraph, or a RuleGraph.
template <class Reached>
class ReachedSolver final : public LabelledSolver {
 public:
  explicit ReachedSolver(Reached graph) : graph_(std::move(graph)) {}
  std::string knows() const override {
    return "all positions that play can lead to, where it goes round";
  }
  Work work() const override { return {graph_.size(), graph_.options(), {}, {}}; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget& budget) override {
    std::vector<Sum> sums;
    sums.reserve(positions.size());
    for (const Position& position : positions) sums.push_back({position});
    auto vertices = reach(sums, budget);
    if (!vertices) return std::move(vertices).error();
    std::vector<Value> result;
    result.reserve(positions.size());
    for (const uint32_t v : *vertices) result.push_back(labels_.value(arcs(), v));
    return result;
  }

 private:
  Attempt<std::vector<uint32_t>> reach(std::span<const Sum> sums, Budget& budget) {
    auto vertices = graph_.reach(sums, budget);
    if (!vertices) return vertices;
    const std::pair<uint64_t, uint32_t> state{graph_.restarts(), graph_.size()};
    if (labelled_ == state) return vertices;
    auto labels = LoopyLabels::of(arcs(), budget);
    if (!labels) return std::move(labels).error();
    labels_ = *std::move(labels);
    labelled_ = state;
    delays_.reset();
    return vertices;
  }
  Attempt<uint32_t> vertex(const Sum& sum, Budget& budget) override {
    auto vertices = reach({&sum, 1}, budget);
    if (!vertices) return std::move(vertices).error();
    return vertices->front();
  }
  ArcSpans arcs() const override { return graph_.arcs(); }
  const LoopyLabels& labels() const override { return labels_; }
  std::string text(uint32_t v) const override { return to_string(graph_.at(v), kShownBytes, 60); }

  Reached graph_;
  LoopyLabels labels_;
  std::optional<std::pair<uint64_t, uint32_t>> labelled_;  // restarts and vertices
};

class LabelledGraphEngine final : public Engine {
 public:
  std::string_view name() const override { return "labels"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* graph = as<GraphGame>(&game);
    return graph == nullptr ? nullptr : std::make_unique<GraphSolver>(*graph);
  }
};

class LoopyEngine final : public Engine {
 public:
  std::string_view name() const override { return "loopy"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* rule = as<RuleGame>(&game);
    if (rule != nullptr && RuleGraph::suits(*rule))
      return std::make_unique<ReachedSolver<RuleGraph>>(RuleGraph(*rule, kReachedPositions));
    return std::make_unique<ReachedSolver<SumGraph>>(SumGraph(kReachedSums));
  }
};

}  // namespace

const Engine* labelled_graph_engine() {
  static const LabelledGraphEngine engine;
  return &engine;
}

const Engine* loopy_engine() {
  static const LoopyEngine engine;
  return &engine;
}

}  // namespace grundy
