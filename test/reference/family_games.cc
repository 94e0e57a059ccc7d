#include "reference/family_games.h"

#include <bit>
#include <cstdlib>

#include "language/sum_syntax.h"

namespace grundy::reference {

std::vector<Numbers> stair_options(const Numbers& coins) {
  std::vector<Numbers> options;
  for (size_t i = 0; i < coins.size(); ++i) {
    for (uint64_t taken = 1; taken <= coins[i]; ++taken) {
      Numbers option = coins;
      option[i] -= taken;
      if (i > 0) option[i - 1] += taken;
      options.push_back(std::move(option));
    }
  }
  return options;
}

uint64_t grounded(const EdgePairs& edges, uint64_t left) {
  uint64_t vertices = 1, result = 0;
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t i = 0; i < edges.size(); ++i) {
      const uint64_t edge = uint64_t{1} << i;
      const uint64_t ends = uint64_t{1} << edges[i].first | uint64_t{1} << edges[i].second;
      if ((left & edge) == 0 || (result & edge) != 0 || (vertices & ends) == 0) continue;
      result |= edge;
      vertices |= ends;
      grown = true;
    }
  }
  return result;
}

uint64_t hackenbush_option(const EdgePairs& edges, uint64_t left, size_t cut) {
  return grounded(edges, left & ~(uint64_t{1} << cut));
}

std::vector<uint64_t> hackenbush_options(const EdgePairs& edges, uint64_t left) {
  std::vector<uint64_t> options;
  for (size_t i = 0; i < edges.size(); ++i)
    if ((left >> i & 1) != 0) options.push_back(hackenbush_option(edges, left, i));
  return options;
}

std::vector<GeographyState> geography_options(const EdgePairs& edges, const GeographyState& state) {
  const auto [visited, token] = state;
  const uint64_t after = visited | uint64_t{1} << token;
  std::vector<GeographyState> options;
  for (const auto& [a, b] : edges) {
    if (a == token && (after >> b & 1) == 0) options.emplace_back(after, b);
    if (b == token && (after >> a & 1) == 0) options.emplace_back(after, a);
  }
  return options;
}

std::vector<uint64_t> coin_moves(const std::string& name, size_t size) {
  std::vector<uint64_t> moves;
  for (uint64_t set = 1; set < uint64_t{1} << size; ++set) {
    const int count = std::popcount(set);
    const bool neighbours = std::has_single_bit((set >> std::countr_zero(set)) + 1);
    const bool with_zero = (set & 1) != 0;
    bool legal = false;
    if (name == "turtles") legal = count <= 2 && !with_zero;
    if (name == "mock_turtles") legal = count <= 3;
    if (name == "ruler") legal = neighbours && !with_zero;
    if (legal) moves.push_back(set);
  }
  return moves;
}

std::vector<uint64_t> coin_product_moves(const std::vector<uint64_t>& xs,
                                         const std::vector<uint64_t>& ys, size_t columns) {
  std::vector<uint64_t> moves;
  for (const uint64_t x_set : xs) {
    for (const uint64_t y_set : ys) {
      uint64_t move = 0;
      for (size_t x = 0; x < 64; ++x)
        if ((x_set >> x & 1) != 0) move |= y_set << (x * columns);
      moves.push_back(move);
    }
  }
  return moves;
}

std::vector<uint64_t> coin_options(const std::vector<uint64_t>& moves, uint64_t heads) {
  std::vector<uint64_t> options;
  for (const uint64_t move : moves)
    if ((heads & std::bit_floor(move)) != 0) options.push_back(heads ^ move);
  return options;
}

std::vector<Argument> arguments_of(const std::string& sum) {
  const Attempt<SumSyntax> syntax = parse_sum("sum", sum);
  if (!syntax || syntax->parts.size() != 1) std::abort();
  return syntax->parts[0].arguments;
}

Position read_back(const Family& game, const std::string& text) {
  return *read(game, {}, arguments_of(text));
}

}  // namespace grundy::reference
