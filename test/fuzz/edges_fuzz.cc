// Any bytes as a file of edges: an error, or values that agree with their definition. Read in one
// piece and in small pieces by some threads, the answer is the same.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "engine/graph/graph.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::abort();
}

void check_values(const grundy::Graph& graph, grundy::Graph::Vertex v) {
  std::set<uint32_t> values;
  bool leads_to_lost = false;
  for (const grundy::Graph::Vertex option : graph.successors(v)) {
    values.insert(graph.grundy(option));
    leads_to_lost = leads_to_lost || graph.is_lost_misere(option);
  }
  uint32_t mex = 0;
  while (values.contains(mex)) ++mex;
  require(graph.grundy(v) == mex, "the value is the mex of the options' values");
  require(graph.is_lost_misere(v) == (!graph.successors(v).empty() && !leads_to_lost),
          "the misère outcome");
  require(graph.find(graph.name(v)) == v, "a vertex is found by its name");
}

void check_error(const grundy::Error& error) {
  require(!error.diagnostics.empty() && !error.message().empty(), "an error says something");
  const std::string text = error.to_string();
  require(std::none_of(text.begin(), text.end(), [](char c) { return c == '\0' || c == '\x1B'; }),
          "it can be printed");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  grundy::Budget budget;
  budget.set_memory_limit(uint64_t{256} << 20);
  const grundy::Attempt<grundy::Graph> graph = grundy::Graph::parse(text, "edges", budget);
  const size_t chunk = size == 0 ? 1 : 1 + data[size / 2] % 16;
  budget.set_threads(1 + static_cast<unsigned>(chunk % 3));
  const grundy::Attempt<grundy::Graph> again = grundy::Graph::parse(text, "edges", budget, chunk);
  require(graph.ok() == again.ok(), "small pieces make no difference");
  if (!graph.ok()) {
    check_error(graph.error());
    require(graph.error().to_string() == again.error().to_string(),
            "small pieces make no difference to errors");
    return 0;
  }
  require(graph->edge_count() == again->edge_count(), "small pieces make no difference to edges");
  uint64_t vertices = 0;
  const auto visit = [&](grundy::Graph::Vertex v) {
    check_values(*graph, v);
    const std::optional<grundy::Graph::Vertex> other = again->find(graph->name(v));
    require(other && again->grundy(*other) == graph->grundy(v),
            "small pieces make no difference to values");
  };
  std::set<grundy::Graph::Vertex> seen;
  grundy::NumberReader reader(text, "edges", budget);
  uint64_t row[2];
  while (reader.next_row(row)) {
    for (const uint64_t name : row) {
      const std::optional<grundy::Graph::Vertex> v = graph->find(name);
      require(v.has_value(), "each vertex of an edge is found");
      if (!seen.insert(*v).second) continue;
      ++vertices;
      visit(*v);
    }
  }
  require(vertices == graph->vertex_count(), "the vertices are those of the edges");
  return 0;
}
