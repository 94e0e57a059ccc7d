// Codeforces 1149E, Election Promises: n and m, the taxes h1 … hn of n cities, and m roads u v of
// an acyclic network. A move lowers the tax of a city by at least 1 and sets the taxes of the
// cities that its roads lead to to anything; who can't move loses. The answer is LOSE, or WIN and
// the taxes after a winning move.
//
// The theorem is in engine/family/election.cc. Of the winning moves, the one of the first city that
// has one is given.
#include <fmt/format.h>

#include "engine/family/election.h"
#include "session/contest/contests.h"
#include "session/contest/input.h"

namespace grundy::contest {

Attempt<std::string> cf1149e(NumberReader& reader) {
  Budget& budget = reader.budget();
  uint64_t size[2];
  if (Attempt<void> read = read_line(reader, "the numbers of cities and of roads", size); !read)
    return std::move(read).error();
  const auto [cities, roads] = size;
  if (cities == 0) return reader.error_at_row("there is at least one city");
  if (cities >= UINT32_MAX) return reader.error_at_row("there can be at most 4294967294 cities");
  std::vector<uint64_t> taxes;
  if (Attempt<void> read = read_line(reader, "the taxes of the cities", cities, taxes); !read)
    return std::move(read).error();

  reader.set_noun("city number");
  std::vector<LevelGraph::Edge> edges;
  for (uint64_t i = 0; i < roads; ++i) {
    uint64_t road[2];
    if (Attempt<void> read = read_line(reader, "a road", road); !read)
      return std::move(read).error();
    for (const uint64_t city : road) {
      if (city == 0 || city > cities)
        return reader.error_at_row(
            fmt::format("there is no city {}, they are numbered from 1 to {}", city, cities));
    }
    if (Attempt<void> room = make_room(edges, reader.source(), budget); !room)
      return std::move(room).error();
    edges.emplace_back(static_cast<uint32_t>(road[0] - 1), static_cast<uint32_t>(road[1] - 1));
  }
  if (Attempt<void> end = read_end(reader); !end) return std::move(end).error();

  // The offsets, order, levels and indegrees of the vertices; the targets.
  const uint64_t bytes = cities * (8 + 4 + 4 + 4) + roads * 4;
  if (!budget.take_memory(bytes)) return budget.too_large(reader.source(), bytes);
  const LevelGraph graph = LevelGraph::from_edges(static_cast<uint32_t>(cities), edges);
  budget.give_back_memory(edges.capacity() * sizeof(LevelGraph::Edge));
  std::vector<LevelGraph::Edge>().swap(edges);
  if (budget.spent()) return budget.why();
  const Attempt<std::vector<uint32_t>> order = topological_order(graph);
  if (!order) return Error::input(fmt::format("{}: {}", reader.source(), order.error().message()));
  if (budget.spent()) return budget.why();
  const std::vector<uint32_t> levels = mex_levels(graph, *order);
  if (budget.spent()) return budget.why();

  const std::vector<Change<uint64_t>> move = election_winning_move(taxes, graph, levels);
  if (move.empty()) return std::string("LOSE\n");
  for (const Change<uint64_t>& change : move) taxes[change.place] = change.to;
  std::string output = "WIN\n";
  if (Attempt<void> written = append_line(output, taxes, budget); !written)
    return std::move(written).error();
  return output;
}

}  // namespace grundy::contest
