// The token game on an explicit graph, read off its definition: slow and obvious.
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace grundy::reference {

using Edges = std::vector<std::pair<uint64_t, uint64_t>>;

struct VertexFacts {
  uint64_t grundy = 0;
  bool lost_misere = false;  // the player to move loses when who cannot move wins
};

/// Whether some vertex can be reached from itself: by the transitive closure. Cubic in the vertices and more.
bool has_cycle(const Edges& edges);
/// Every vertex that some edge has, with what the definitions say of it; requires a graph without cycles.
std::map<uint64_t, VertexFacts> graph_facts(const Edges& edges);

}  // namespace grundy::reference
