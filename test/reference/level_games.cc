#include "reference/level_games.h"

#include <algorithm>
#include <map>
#include <set>

namespace grundy::reference {
namespace {

void extend_paths(const Adjacency& graph, std::vector<size_t>& path, Choices& choices) {
  const std::vector<size_t>& out = graph[path.back()];
  if (out.empty()) choices.push_back({path.front(), {path.begin() + 1, path.end()}});
  for (size_t v : out) {
    path.push_back(v);
    extend_paths(graph, path, choices);
    path.pop_back();
  }
}

uint64_t least_missing(const std::set<uint64_t>& values) {
  uint64_t v = 0;
  while (values.count(v) > 0) ++v;
  return v;
}

}  // namespace

Choices cascade_choices(size_t length) {
  Choices choices;
  for (size_t head = 0; head < length; ++head) {
    choices.push_back({head, {}});
    for (size_t right = head + 1; right < length; ++right) choices.back().free.push_back(right);
  }
  return choices;
}

Choices nullify_choices(size_t rows, size_t columns) {
  Adjacency graph(rows * columns);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) {
      if (c + 1 < columns) graph[r * columns + c].push_back(r * columns + c + 1);
      if (r + 1 < rows) graph[r * columns + c].push_back((r + 1) * columns + c);
    }
  return pathset_choices(graph);
}

Choices pathset_choices(const Adjacency& graph) {
  Choices choices;
  for (size_t v = 0; v < graph.size(); ++v) {
    std::vector<size_t> path = {v};
    extend_paths(graph, path, choices);
  }
  return choices;
}

Choices election_choices(const Adjacency& graph) {
  Choices choices;
  for (size_t v = 0; v < graph.size(); ++v) choices.push_back({v, graph[v]});
  return choices;
}

bool is_legal(const Choices& choices, const std::vector<Natural>& before,
              const std::vector<Natural>& after) {
  if (before.size() != after.size()) return false;
  for (const Choice& choice : choices) {
    if (!(after[choice.head] < before[choice.head])) continue;
    std::vector<bool> may_change(before.size(), false);
    may_change[choice.head] = true;
    for (size_t i : choice.free) may_change[i] = true;
    bool fits = true;
    for (size_t i = 0; i < before.size(); ++i)
      fits = fits && (may_change[i] || before[i] == after[i]);
    if (fits) return true;
  }
  return false;
}

std::vector<Numbers> options(const Choices& choices, const Numbers& position, uint64_t bound) {
  std::set<Numbers> results;
  for (const Choice& choice : choices) {
    Numbers result = position;
    for (uint64_t head = 0; head < position[choice.head]; ++head) {
      result[choice.head] = head;
      for (size_t i : choice.free) result[i] = 0;
      // Counts through all contents of the free places.
      for (;;) {
        results.insert(result);
        size_t i = 0;
        while (i < choice.free.size() && ++result[choice.free[i]] == bound)
          result[choice.free[i++]] = 0;
        if (i == choice.free.size()) break;
      }
    }
  }
  return {results.begin(), results.end()};
}

size_t index_of(const Numbers& position, uint64_t bound) {
  size_t index = 0;
  for (size_t i = position.size(); i-- > 0;) index = index * bound + position[i];
  return index;
}

Numbers position_at(size_t index, size_t length, uint64_t bound) {
  Numbers position(length);
  for (uint64_t& number : position) {
    number = index % bound;
    index /= bound;
  }
  return position;
}

std::vector<uint64_t> all_values(const Choices& choices, size_t length, uint64_t bound) {
  constexpr uint64_t kUnknown = UINT64_MAX;
  size_t positions = 1;
  for (size_t i = 0; i < length; ++i) positions *= bound;
  std::vector<uint64_t> values(positions, kUnknown);
  const std::function<uint64_t(size_t)> value = [&](size_t index) {
    if (values[index] != kUnknown) return values[index];
    std::set<uint64_t> seen;
    for (const Numbers& option : options(choices, position_at(index, length, bound), bound))
      seen.insert(value(index_of(option, bound)));
    return values[index] = least_missing(seen);
  };
  for (size_t index = 0; index < positions; ++index) value(index);
  return values;
}

Adjacency acyclic_graph(size_t vertices, uint64_t edge_set) {
  Adjacency graph(vertices);
  for (size_t u = 0; u < vertices; ++u)
    for (size_t v = u + 1; v < vertices; ++v) {
      if ((edge_set & 1) != 0) graph[u].push_back(v);
      edge_set >>= 1;
    }
  return graph;
}

size_t longest_path(const Adjacency& graph, size_t v) {
  size_t length = 0;
  for (size_t w : graph[v]) length = std::max(length, 1 + longest_path(graph, w));
  return length;
}

size_t mex_level(const Adjacency& graph, size_t v) {
  std::set<uint64_t> levels;
  for (size_t w : graph[v]) levels.insert(mex_level(graph, w));
  return least_missing(levels);
}

uint64_t level_value(const Numbers& numbers, const std::vector<size_t>& levels, uint64_t base) {
  std::map<size_t, uint64_t> sums;
  for (size_t i = 0; i < numbers.size(); ++i) sums[levels[i]] ^= numbers[i];
  uint64_t value = 0;
  for (const auto& [level, sum] : sums) {
    uint64_t power = 1;
    for (size_t i = 0; i < level; ++i) power *= base;
    value += power * sum;
  }
  return value;
}

bool all_levels_zero(const std::vector<Natural>& numbers, const std::vector<size_t>& levels) {
  std::map<size_t, Natural> sums;
  for (size_t i = 0; i < numbers.size(); ++i) sums[levels[i]] = sums[levels[i]] ^ numbers[i];
  return std::all_of(sums.begin(), sums.end(),
                     [](const auto& sum) { return sum.second.is_zero(); });
}

std::vector<Numbers> moore_options(const Numbers& piles, uint64_t k) {
  std::vector<Numbers> results;
  // Every position with no pile greater, then those in which the right number of piles is lower.
  Numbers result(piles.size(), 0);
  for (;;) {
    uint64_t lowered = 0;
    for (size_t i = 0; i < piles.size(); ++i) lowered += result[i] < piles[i];
    if (1 <= lowered && lowered <= k) results.push_back(result);
    size_t i = 0;
    while (i < piles.size() && ++result[i] > piles[i]) result[i++] = 0;
    if (i == piles.size()) return results;
  }
}

bool moore_is_legal(const std::vector<Natural>& before, const std::vector<Natural>& after,
                    uint64_t k) {
  if (before.size() != after.size()) return false;
  uint64_t lowered = 0;
  for (size_t i = 0; i < before.size(); ++i) {
    if (before[i] < after[i]) return false;
    lowered += after[i] < before[i];
  }
  return 1 <= lowered && lowered <= k;
}

std::vector<uint64_t> moore_values(size_t piles, uint64_t limit, uint64_t k) {
  std::vector<uint64_t> values;
  // An option has a smaller index than the position: no number grows.
  size_t positions = 1;
  for (size_t i = 0; i < piles; ++i) positions *= limit + 1;
  for (size_t index = 0; index < positions; ++index) {
    std::set<uint64_t> seen;
    for (const Numbers& option : moore_options(position_at(index, piles, limit + 1), k))
      seen.insert(values[index_of(option, limit + 1)]);
    values.push_back(least_missing(seen));
  }
  return values;
}

std::vector<bool> moore_misere_lost(size_t piles, uint64_t limit, uint64_t k) {
  std::vector<bool> lost;
  size_t positions = 1;
  for (size_t i = 0; i < piles; ++i) positions *= limit + 1;
  for (size_t index = 0; index < positions; ++index) {
    const std::vector<Numbers> moves = moore_options(position_at(index, piles, limit + 1), k);
    bool can_leave_lost = false;
    for (const Numbers& option : moves)
      can_leave_lost = can_leave_lost || lost[index_of(option, limit + 1)];
    lost.push_back(!moves.empty() && !can_leave_lost);  // who cannot move has won
  }
  return lost;
}

}  // namespace grundy::reference
