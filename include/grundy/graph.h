/// @file
/// The values of the vertices of a directed graph, on which a token is moved along arcs.
///
/// @code
/// const std::vector<uint32_t> arcs = {2, 1, 2, 0, 1, 0};  // 2 → 1, 2 → 0, 1 → 0
/// const grundy::Result<grundy::GraphValues> graph = grundy::graph_values(3, arcs);
/// std::cout << graph->values[2] << ", and after 2 → 1: " << graph->values[1] << '\n';
/// // 2, and after 2 → 1: 1
/// @endcode
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "grundy/session.h"

namespace grundy::face {

struct GraphValues {
  std::vector<uint32_t> values;        ///< Of each vertex; UINT32_MAX where that is no number.
  std::map<uint32_t, Value> infinite;  ///< The values ∞(K) of those vertices.
  std::vector<bool> lost;              ///< Whether the player to move loses in misère play.
  /// Vertices, each with an arc to the next, the last to the first; empty: none.
  std::vector<uint32_t> cycle;
};

/// Of the vertices 0, …, vertices - 1. The arcs are pairs of numbers one behind the other, all
/// below `vertices`, fewer than 2^32 - 1 arcs. The limits, the stop flag and the threads of
/// `options` count.
Result<GraphValues> graph_values(uint32_t vertices, std::span<const uint32_t> arcs,
                                 const SessionOptions& options = {});

}  // namespace grundy::face
