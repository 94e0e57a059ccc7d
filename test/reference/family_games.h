// Staircase nim, green hackenbush, undirected geography and coin turning by definition: options one
// by one, values as mex, no theorem. And positions read back from the text of a move.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/family/family.h"
#include "reference/family_positions.h"

namespace grundy::reference {

/// Values as the least number that no option has; each position is looked at once.
template <class Position>
class ByDefinition {
 public:
  using Options = std::function<std::vector<Position>(const Position&)>;
  explicit ByDefinition(Options options) : options_(std::move(options)) {}

  uint64_t value(const Position& position) {
    const auto known = values_.find(position);
    if (known != values_.end()) return known->second;
    std::vector<bool> present;
    for (const Position& option : options_(position)) {
      const uint64_t v = value(option);
      if (v >= present.size()) present.resize(v + 1, false);
      present[v] = true;
    }
    uint64_t mex = 0;
    while (mex < present.size() && present[mex]) ++mex;
    values_.emplace(position, mex);
    return mex;
  }

 private:
  Options options_;
  std::map<Position, uint64_t> values_;
};

/// Coins on the steps 1, 2, 3, ….
std::vector<Numbers> stair_options(const Numbers& coins);

using EdgePairs = std::vector<std::pair<uint64_t, uint64_t>>;
inline Argument edges(const EdgePairs& pairs) {
  std::vector<std::vector<Natural>> result;
  for (const auto& [a, b] : pairs) result.push_back({a, b});
  return {result, {}};
}

/// The edges of `edges` among those of the set `left` (bit i for edge i) that are connected to
/// vertex 0.
uint64_t grounded(const EdgePairs& edges, uint64_t left);
/// The set that is left when this edge is cut.
uint64_t hackenbush_option(const EdgePairs& edges, uint64_t left, size_t cut);
std::vector<uint64_t> hackenbush_options(const EdgePairs& edges, uint64_t left);

/// The set of vertices (bit v) where the token was before, and where it is.
using GeographyState = std::pair<uint64_t, uint64_t>;
std::vector<GeographyState> geography_options(const EdgePairs& edges, const GeographyState& state);

/// The sets of coins (bit n for coin n) that a move of the game `name`, played with the coins 0 …
/// size - 1, turns; the greatest of a set goes from heads to tails.
std::vector<uint64_t> coin_moves(const std::string& name, size_t size);
/// In the product of two games: coin (x, y) has the bit x·columns + y.
std::vector<uint64_t> coin_product_moves(const std::vector<uint64_t>& xs,
                                         const std::vector<uint64_t>& ys, size_t columns);
/// The positions, as sets of heads, that these moves lead to.
std::vector<uint64_t> coin_options(const std::vector<uint64_t>& moves, uint64_t heads);

/// The arguments of the only position in a sum.
std::vector<Argument> arguments_of(const std::string& sum);
/// The position that this text of it is read as.
Position read_back(const Family& game, const std::string& text);

}  // namespace grundy::reference
