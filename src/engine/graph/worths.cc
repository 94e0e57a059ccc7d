#include "engine/graph/worths.h"

#include <algorithm>

#include "base/parallel.h"
#include "engine/graph/worth_search.h"

namespace grundy {

Attempt<bool> find_worths(const Adjacency& graph, ArcTrend trend, std::span<Worth> worths,
                          Budget& budget) {
  const uint64_t vertices = graph.vertices(), edges = graph.targets.size();
  const uint64_t blocks = std::max<uint64_t>(vertices / VertexBlock::kSize, 1);
  const auto threads =
      static_cast<unsigned>(std::min<uint64_t>(blocks, std::max(1U, budget.threads())));
  in_parallel(threads, [&](unsigned i) {
    for (uint64_t v = vertices * i / threads; v < vertices * (i + 1) / threads; ++v) {
      worths[v] = graph.begins[v] == graph.begins[v + 1] ? kNoWorth : kUnknownWorth;
    }
  });
  WorthSearch search{graph, worths, trend.falling >= trend.rising, budget, threads};
  bool done = true;
  if (trend.falling == edges || trend.rising == edges) {
    value_in_order(search);
  } else {
    done = value_by_walks(search);
  }
  if (budget.spent()) return budget.why();
  if (search.out_of_memory)
    return budget.too_large("the paths along the graph", vertices * sizeof(uint32_t));
  return done;
}

}  // namespace grundy
