#include "engine/search/retrograde.h"

namespace grundy {

Attempt<Retrograde> Retrograde::of(std::span<const Sum> starts, Play play, SumGraph::Limits limits,
                                   Budget& budget) {
  SumGraph graph(limits);
  if (auto reached = graph.reach(starts, budget); !reached) return std::move(reached).error();
  auto labels = LoopyLabels::outcomes_of(graph.arcs(), play, budget);
  if (!labels) return std::move(labels).error();
  return Retrograde(std::move(graph), *std::move(labels));
}

Attempt<uint32_t> Retrograde::vertex(const Sum& sum, Budget& budget) {
  auto vertices = graph_.reach({&sum, 1}, budget);
  if (!vertices) return std::move(vertices).error();
  if (vertices->front() >= known_)
    return Error::internal("play does not lead to " + to_string(sum, kShownBytes, kShownBytes));
  return vertices->front();
}

Attempt<Outcome> Retrograde::outcome(const Sum& sum, Budget& budget) {
  auto v = vertex(sum, budget);
  if (!v) return std::move(v).error();
  return labels_.outcome(graph_.arcs(), *v);
}

std::optional<uint64_t> Retrograde::moves_to_end(const Sum& sum, Budget& budget) {
  const auto v = vertex(sum, budget);
  return v ? labels_.moves_to_end(graph_.arcs(), *v) : std::nullopt;
}

}  // namespace grundy
