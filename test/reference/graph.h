// The token game on an explicit graph, read off its definition: slow and obvious.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace grundy::reference {

using Edges = std::vector<std::pair<uint64_t, uint64_t>>;

/// "u v" for each, a line each.
inline std::string edge_lines(const Edges& edges) {
  std::string text;
  for (const auto& [from, to] : edges)
    text += std::to_string(from) + " " + std::to_string(to) + "\n";
  return text;
}

struct VertexFacts {
  uint64_t grundy = 0;
  bool lost_misere = false;  // the player to move loses when who cannot move wins
};

/// Whether some vertex can be reached from itself: by the transitive closure. Cubic in the vertices
/// and more.
bool has_cycle(const Edges& edges);
/// Every vertex that some edge has, with what the definitions say of it; requires a graph without
/// cycles.
std::map<uint64_t, VertexFacts> graph_facts(const Edges& edges);

/// Where the arcs of each vertex lead; there may be cycles.
using Arcs = std::vector<std::vector<uint32_t>>;

/// Who wins, and how many moves play lasts when the winner hurries and the loser delays.
struct Ending {
  char outcome = 'D';
  uint64_t moves = 0;
  friend bool operator==(const Ending&, const Ending&) = default;
};
/// Move by move from the ends of play.
std::vector<Ending> endings(const Arcs& arcs, bool misere);
/// The numbers of the vertices that have one, by Smith's definition, in the order in which they are
/// met again and again: the least that no numbered option has, if from each other option an option
/// has it.
std::vector<std::optional<uint64_t>> numbers(const Arcs& arcs);
/// The sum: the vertices (u, v) have the number u·V + v, where b has V vertices.
Arcs sum(const Arcs& a, const Arcs& b);

}  // namespace grundy::reference
