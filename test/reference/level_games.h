// Cascade, nullify, pathset, election and Moore's nim by definition: moves enumerated or checked
// one by one, no theorem.
//
// In the first four a move lowers one number, its head, and sets certain others to anything. Such a
// game is given here by the list of all these choices. With "anything" replaced by "anything below
// a bound" play is finite and values are naturals; the theorems hold with ω replaced by the bound
// when that is a power of two.
#pragma once
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "value/natural.h"

namespace grundy::reference {

struct Choice {
  size_t head = 0;
  std::vector<size_t> free;
};
using Choices = std::vector<Choice>;
using Adjacency = std::vector<std::vector<size_t>>;
using Numbers = std::vector<uint64_t>;

Choices cascade_choices(size_t length);
/// Every path right and down from every cell to the lower right corner; cells row by row.
Choices nullify_choices(size_t rows, size_t columns);
/// Every directed path from every vertex that cannot be continued.
Choices pathset_choices(const Adjacency& graph);
Choices election_choices(const Adjacency& graph);

/// Whether one move leads from `before` to `after`: some choice has its head lowered and all other
/// changed numbers among its free ones.
bool is_legal(const Choices& choices, const std::vector<Natural>& before,
              const std::vector<Natural>& after);

/// All results of a move when free numbers become anything below `bound`; each once, sorted.
std::vector<Numbers> options(const Choices& choices, const Numbers& position, uint64_t bound);

/// The values of all positions with numbers below `bound`, where position n0, n1, … is entry n0 +
/// n1·bound + n2·bound² + ….
std::vector<uint64_t> all_values(const Choices& choices, size_t length, uint64_t bound);
size_t index_of(const Numbers& position, uint64_t bound);
Numbers position_at(size_t index, size_t length, uint64_t bound);

/// The vertex numbering makes every edge go up: all graphs on n vertices, as the sets of bits of 0
/// ... 2^(n(n-1)/2)
/// - 1.
Adjacency acyclic_graph(size_t vertices, uint64_t edge_set);
/// Length of the longest path from v, and mex of the levels of the out-neighbours, by recursion.
size_t longest_path(const Adjacency& graph, size_t v);
size_t mex_level(const Adjacency& graph, size_t v);
/// Σ base^level · exclusive-or of the numbers on the level.
uint64_t level_value(const Numbers& numbers, const std::vector<size_t>& levels, uint64_t base);
/// Whether the exclusive-or of the numbers is 0 on every level.
bool all_levels_zero(const std::vector<Natural>& numbers, const std::vector<size_t>& levels);

/// All results of a move in Moore's nim.
std::vector<Numbers> moore_options(const Numbers& piles, uint64_t k);
bool moore_is_legal(const std::vector<Natural>& before, const std::vector<Natural>& after,
                    uint64_t k);
/// Value and misère outcome of all positions of `piles` piles of 0 ... limit stones, indexed as in
/// all_values with bound limit + 1.
std::vector<uint64_t> moore_values(size_t piles, uint64_t limit, uint64_t k);
std::vector<bool> moore_misere_lost(size_t piles, uint64_t limit, uint64_t k);

}  // namespace grundy::reference
