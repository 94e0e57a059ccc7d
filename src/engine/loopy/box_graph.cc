#include "engine/loopy/box_graph.h"

#include <algorithm>
#include <optional>

#include "engine/ordinal/sample.h"
#include "rule/meaning.h"

namespace grundy {

Attempt<BoxGraph> box_graph(const Rule& rule, const std::vector<int64_t>& sides, Budget& budget) {
  const int64_t farthest = 2 * *std::max_element(sides.begin(), sides.end());
  std::vector<int64_t> most = sides;
  for (int64_t& side : most) --side;
  BoxGraph graph{BoxCells(most), {0}, {}};
  const uint32_t outside = graph.cells.cell(most) + 1;
  std::optional<Error> failed;
  for_each_point(sides, [&](size_t index, const std::vector<int64_t>& point) {
    if ((index & 255) == 0 && budget.spent()) {
      failed = budget.why();
      return false;
    }
    const Fault fault = moves_by_definition(rule, point, farthest, [&](const RuleSum& sum) {
      const std::vector<int64_t>& option = sum.at(0).coordinates;
      graph.targets.push_back(graph.cells.has(option) ? graph.cells.cell(option) : outside);
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
