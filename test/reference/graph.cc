#include "reference/graph.h"

#include <algorithm>
#include <cstddef>
#include <set>

namespace grundy::reference {
namespace {

const VertexFacts& facts_of(uint64_t vertex, const Edges& edges,
                            std::map<uint64_t, VertexFacts>& known) {
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

std::vector<Ending> endings(const Arcs& arcs, bool misere) {
  std::vector<Ending> result(arcs.size());
  for (size_t v = 0; v < arcs.size(); ++v) {
    if (arcs[v].empty()) result[v].outcome = misere ? 'N' : 'P';
  }
  bool more = true;
  for (uint64_t moves = 1; more; ++moves) {
    std::vector<Ending> next = result;
    for (size_t v = 0; v < arcs.size(); ++v) {
      if (result[v].outcome != 'D') continue;
      bool leads_to_lost = false, all_won = true;
      for (const uint32_t to : arcs[v]) {
        leads_to_lost = leads_to_lost || result[to].outcome == 'P';
        all_won = all_won && result[to].outcome == 'N';
      }
      if (leads_to_lost || all_won) next[v] = {leads_to_lost ? 'N' : 'P', moves};
    }
    more = next != result;
    result = std::move(next);
  }
  return result;
}

std::vector<std::optional<uint64_t>> numbers(const Arcs& arcs) {
  std::vector<std::optional<uint64_t>> result(arcs.size());
  const auto has_option = [&](uint32_t v, uint64_t number) {
    return std::any_of(arcs[v].begin(), arcs[v].end(),
                       [&](uint32_t to) { return result[to] == number; });
  };
  for (bool more = true; more;) {
    more = false;
    for (uint32_t v = 0; v < arcs.size(); ++v) {
      if (result[v]) continue;
      uint64_t mex = 0;
      while (has_option(v, mex)) ++mex;
      const bool all_answered = std::all_of(arcs[v].begin(), arcs[v].end(), [&](uint32_t to) {
        return result[to] || has_option(to, mex);
      });
      if (!all_answered) continue;
      result[v] = mex;
      more = true;
    }
  }
  return result;
}

Arcs sum(const Arcs& a, const Arcs& b) {
  Arcs result;
  const auto width = static_cast<uint32_t>(b.size());
  for (uint32_t u = 0; u < a.size(); ++u) {
    for (uint32_t v = 0; v < width; ++v) {
      std::vector<uint32_t>& to = result.emplace_back();
      for (const uint32_t x : a[u]) to.push_back(x * width + v);
      for (const uint32_t y : b[v]) to.push_back(u * width + y);
    }
  }
  return result;
}

}  // namespace grundy::reference
