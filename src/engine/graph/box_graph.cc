#include "engine/graph/box_graph.h"

#include <algorithm>
#include <optional>

#include "engine/ordinal/sample.h"
#include "rule/meaning.h"

namespace grundy {

uint32_t BoxGraph::vertex(const std::vector<int64_t>& point) const {
  int64_t place = 0;
  for (size_t i = 0; i < sides.size(); ++i) place = place * sides[i] + point[i];
  return static_cast<uint32_t>(place);
}

Attempt<BoxGraph> box_graph(const Rule& rule, std::vector<int64_t> sides, Budget& budget) {
  const int64_t farthest = 2 * *std::max_element(sides.begin(), sides.end());
  BoxGraph graph{std::move(sides), {0}, {}};
  uint32_t outside = 1;
  for (const int64_t side : graph.sides) outside *= static_cast<uint32_t>(side);
  std::optional<Error> failed;
  for_each_point(graph.sides, [&](size_t index, const std::vector<int64_t>& point) {
    if ((index & 255) == 0 && budget.spent()) {
      failed = budget.why();
      return false;
    }
    const Fault fault = moves_by_definition(rule, point, farthest, [&](const RuleSum& sum) {
      const std::vector<int64_t>& option = sum.at(0).coordinates;
      const bool inside = std::equal(option.begin(), option.end(), graph.sides.begin(), std::less<>());
      graph.targets.push_back(inside ? graph.vertex(option) : outside);
    });
    if (fault.kind != Fault::Kind::none) failed = Error::declined(describe(fault.kind));
    const auto first = graph.targets.begin() + graph.begins.back();
    std::sort(first, graph.targets.end());
    graph.targets.erase(std::unique(first, graph.targets.end()), graph.targets.end());
    graph.begins.push_back(static_cast<uint32_t>(graph.targets.size()));
    return !failed;
  });
  if (failed) return *std::move(failed);
  graph.targets.push_back(outside);
  graph.begins.push_back(static_cast<uint32_t>(graph.targets.size()));
  return graph;
}

}  // namespace grundy
