// Boards searched and valued by the definition of their language, for tests.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/board/place_search.h"
#include "rule/board.h"

namespace grundy {

using Cells = std::vector<Cell>;

/// Values as the language defines them: no parts, no symmetries.
class BoardDefinition {
 public:
  BoardDefinition(const Rule& rule, PlacePointer place) : rule_(rule), place_(std::move(place)) {}

  BoardPosition at(const Cells& cells) const;
  bool is_legal(const Cells& cells) const;
  std::set<Cells> options(const Cells& cells) const;
  uint64_t value(const Cells& cells);
  /// Whether the player to move wins the boards and the nim heap together where who can't move
  /// wins.
  bool wins_misere(const std::vector<Cells>& boards, uint64_t heap);

 private:
  const Rule& rule_;
  PlacePointer place_;
  std::map<Cells, uint64_t> values_;
  std::map<std::pair<std::vector<Cells>, uint64_t>, bool> wins_;
};

/// Compares moves, parts and values of `rounds` random boards of these letters on the place, the
/// ones that the rule allows; failures are those of the test that runs.
void compare_boards(const Rule& rule, const PlacePointer& place, const std::string& letters,
                    int rounds, uint64_t seed);

/// … of every board of these letters.
void compare_all_boards(const Rule& rule, const PlacePointer& place, const std::string& letters);

/// A graph of the vertices 1, 2, …; its edges name them from 0.
PlacePointer graph_place(size_t vertices, std::vector<Place::Edge> edges, bool edge_cells);

/// A rule file, the first game of which is compared.
struct BoardExample {
  const char* text;
  const char* letters;
};
void compare_examples(const std::vector<BoardExample>& examples,
                      const std::vector<PlacePointer>& places, int rounds);

}  // namespace grundy
