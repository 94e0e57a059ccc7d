// Boards that repeat along one direction: their values by the definition of the language, and
// random games on them.
//
// What the recursions of long boards and their certificates are compared with: moves are listed by
// trying everything, and every position that play reaches has its value once. Cost: all of these
// positions.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "rule/board_clauses.h"
#include "rule/board_meaning.h"
#include "rule/frieze.h"

namespace grundy::reference {

/// Letters column by column, as the place has them by cell.
inline std::vector<Cell> cells_of_columns(const Frieze& frieze, const Place& place,
                                          const std::string& columns) {
  const std::vector<size_t> at = frieze.cells(place);
  std::vector<Cell> cells(place.cells());
  for (size_t i = 0; i < columns.size(); ++i) {
    if (at[i] != Frieze::kNoCell) cells[at[i]] = letter_cell(columns[i]);
  }
  return cells;
}

class ValuesByMeaning {
 public:
  /// Nothing where it is no position, or so many do not suffice.
  std::optional<uint64_t> value(const Rule& rule, const PlacePointer& place,
                                const std::vector<Cell>& cells, size_t most = 20'000) {
    const BoardPosition position{&rule, {}, {}, {place, cells}};
    Fault fault;
    if (broken_clause(position, fault) != nullptr) return std::nullopt;
    values_.clear();
    return value(position, most);
  }

 private:
  std::optional<uint64_t> value(const BoardPosition& position, size_t most) {
    if (const auto known = values_.find(position.board.cells); known != values_.end())
      return known->second;
    if (values_.size() > most) return std::nullopt;
    std::vector<uint64_t> found;
    bool known = true;
    board_moves_by_definition(position, [&](const BoardMove& move) {
      const auto option = value(move.to.front(), most);
      known = option.has_value();
      if (known) found.push_back(*option);
      return known;
    });
    if (!known) return std::nullopt;
    uint64_t least = 0;
    while (std::find(found.begin(), found.end(), least) != found.end()) ++least;
    values_[position.board.cells] = least;
    return least;
  }
  std::map<std::vector<Cell>, uint64_t> values_;
};

/// A line of at most three cells that lowers the sum of the letters' weights, so that play ends:
/// the letters, the lightest one first. With edges it goes through vertices and edges in turn.
inline std::string random_line(std::mt19937_64& random, bool edges, const std::string& letters) {
  const auto weight = [&](char letter) { return letters.find(letter); };
  while (true) {
    const size_t count = 1 + random() % 3;
    std::string left;
    std::string right;
    size_t before = 0;
    size_t after = 0;
    const bool from_edge = edges && random() % 2 == 0;
    for (size_t i = 0; i < count; ++i) {
      const bool is_edge = edges && (i % 2 == 0) == from_edge;
      for (std::string* side : {&left, &right}) {
        side->push_back(is_edge ? "#-"[random() % 2] : ".XO"[random() % 3]);
        (side == &left ? before : after) += weight(side->back());
      }
    }
    if (left[0] == '#') continue;  // the line would be a comment
    if (after < before) return fmt::format("  {} -> {}\n", left, right);
  }
}

/// A game `g` of one or two such lines.
inline std::string random_game(std::mt19937_64& random, const std::string& space) {
  const bool edges = space.ends_with("edges");
  std::string rule = fmt::format("game g on {}\n", space);
  const std::string letters = random() % 2 == 0 ? "#-.XO" : "#-XO.";
  for (size_t lines = 1 + random() % 2; lines > 0; --lines)
    rule += random_line(random, edges, letters);
  if (random() % 4 == 0) rule += edges ? "  always no X - X\n" : "  always no XX\n";
  return rule;
}

}  // namespace grundy::reference
