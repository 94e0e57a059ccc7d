// Coloured graphs for tests of their forms.
#pragma once
#include <random>
#include <vector>

#include "engine/board/graph_form.h"

namespace grundy {

using Order = std::vector<size_t>;
using Words = std::vector<uint64_t>;

/// Without pairs; kind i has the name i + 1.
ColouredGraph graph_of(size_t vertices, size_t kinds);
void join(ColouredGraph& graph, size_t v, size_t w, size_t kind, size_t back);
/// A random order of the vertices.
Order shuffled(size_t vertices, std::mt19937_64& random);
/// Vertex v becomes order[v], and the kinds come in another order.
ColouredGraph renamed(const ColouredGraph& graph, const Order& order, std::mt19937_64& random);
/// Graphs with many symmetries, and regular ones without.
std::vector<ColouredGraph> special_graphs();

constexpr uint64_t kEnough = 100'000;
/// Empty where more than `most` vertices had to be set before others.
Words form_of(const ColouredGraph& graph, uint64_t most = kEnough);

}  // namespace grundy
