#include "reference/graph.h"

#include <cstddef>
#include <set>

namespace grundy::reference {
namespace {

const VertexFacts& facts_of(uint64_t vertex, const Edges& edges, std::map<uint64_t, VertexFacts>& known) {
  if (const auto found = known.find(vertex); found != known.end()) return found->second;
  std::set<uint64_t> values;
  bool can_move = false;
  bool can_move_to_lost = false;
  for (const auto& [from, to] : edges) {
    if (from != vertex) continue;
    const VertexFacts& option = facts_of(to, edges, known);
    values.insert(option.grundy);
    can_move = true;
    can_move_to_lost = can_move_to_lost || option.lost_misere;
  }
  VertexFacts facts;
  while (values.contains(facts.grundy)) ++facts.grundy;
  facts.lost_misere = can_move && !can_move_to_lost;
  return known[vertex] = facts;
}

}  // namespace

bool has_cycle(const Edges& edges) {
  std::set<std::pair<uint64_t, uint64_t>> reach(edges.begin(), edges.end());
  for (std::size_t before = 0; before != reach.size();) {
    before = reach.size();
    std::set<std::pair<uint64_t, uint64_t>> more = reach;
    for (const auto& [a, b] : reach) {
      for (const auto& [from, to] : edges) {
        if (from == b) more.emplace(a, to);
      }
    }
    reach = std::move(more);
  }
  for (const auto& [a, b] : reach) {
    if (a == b) return true;
  }
  return false;
}

std::map<uint64_t, VertexFacts> graph_facts(const Edges& edges) {
  std::map<uint64_t, VertexFacts> known;
  for (const auto& [from, to] : edges) {
    facts_of(from, edges, known);
    facts_of(to, edges, known);
  }
  return known;
}

}  // namespace grundy::reference
