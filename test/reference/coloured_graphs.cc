#include "reference/coloured_graphs.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace grundy {

ColouredGraph graph_of(size_t vertices, size_t kinds) {
  ColouredGraph graph;
  graph.vertices = vertices;
  graph.kinds = kinds;
  for (size_t i = 0; i < kinds; ++i) graph.names[i] = i + 1;
  return graph;
}
void join(ColouredGraph& graph, size_t v, size_t w, size_t kind, size_t back) {
  graph.rows[kind][v] |= uint64_t{1} << w;
  graph.rows[back][w] |= uint64_t{1} << v;
}
ColouredGraph renamed(const ColouredGraph& graph, const Order& order, std::mt19937_64& random) {
  ColouredGraph result = graph_of(graph.vertices, graph.kinds);
  Order kinds(graph.kinds);
  std::iota(kinds.begin(), kinds.end(), size_t{0});
  std::shuffle(kinds.begin(), kinds.end(), random);
  for (size_t v = 0; v < graph.vertices; ++v) result.colours[order[v]] = graph.colours[v];
  for (size_t kind = 0; kind < graph.kinds; ++kind) {
    result.names[kinds[kind]] = graph.names[kind];
    for (size_t v = 0; v < graph.vertices; ++v) {
      for (size_t w = 0; w < graph.vertices; ++w) {
        if ((graph.rows[kind][v] >> w & 1) != 0)
          result.rows[kinds[kind]][order[v]] |= uint64_t{1} << order[w];
      }
    }
  }
  return result;
}
Order shuffled(size_t vertices, std::mt19937_64& random) {
  Order order(vertices);
  std::iota(order.begin(), order.end(), size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  return order;
}
Words form_of(const ColouredGraph& graph, uint64_t most) {
  GraphForm form;
  const std::span<const uint64_t> words = form.of(graph, most);
  return {words.begin(), words.end()};
}

std::vector<ColouredGraph> special_graphs() {
  std::vector<ColouredGraph> graphs;
  const auto make = [&](size_t vertices, const auto& is_edge) {
    ColouredGraph graph = graph_of(vertices, 1);
    for (size_t v = 0; v < vertices; ++v) {
      for (size_t w = v + 1; w < vertices; ++w) {
        if (is_edge(v, w)) join(graph, v, w, 0, 0);
      }
    }
    graphs.push_back(graph);
  };
  make(64, [](size_t, size_t) { return false; });
  make(64, [](size_t, size_t) { return true; });
  make(64, [](size_t v, size_t w) { return w - v == 1 || w - v == 63; });  // a cycle
  make(63, [](size_t v, size_t w) { return v == (w - 1) / 2; });           // a tree
  make(64, [](size_t v, size_t w) { return v / 4 == w / 4; });             // 16 complete ones
  make(60, [](size_t v, size_t w) {
    return v / 5 == w / 5 && (w - v == 1 || w - v == 4);
  });  // 12 cycles
  make(64, [](size_t v, size_t w) {
    return (v ^ w) == ((v ^ w) & -(v ^ w));
  });  // a cube of 6 dimensions
  make(36,
       [](size_t v, size_t w) { return (v / 6 == w / 6 && w - v == 1) || w - v == 6; });  // a grid
  make(40, [](size_t v, size_t w) {
    return w == v + 20 || (v < 20 && w < 20 && w - v == 1);
  });                                // a comb
  make(10, [](size_t v, size_t w) {  // Petersen's
    return v < 5 && w < 5 ? w - v == 1 || w - v == 4
           : v >= 5       ? (w - v) % 5 == 2 || (w - v) % 5 == 3
                          : w == v + 5;
  });
  make(13, [](size_t v, size_t w) {  // Paley's
    const std::array<size_t, 6> squares = {1, 3, 4, 9, 10, 12};
    return std::find(squares.begin(), squares.end(), w - v) != squares.end();
  });
  return graphs;
}

}  // namespace grundy
