// Rows: heaps of take-and-break games as their players see them, things in a row out of which a
// move takes neighbours.
//
// Problem: kayles(7) → kayles(3) + kayles(3) is `hit 4` for players with pins, treblecross(5) a
// strip with crosses.
// Idea: the game's `show` line has a character for a thing, a verb, and a mark for the places a
// move empties. A move to heaps of a and b takes the things between the first a and the last b.
// Each part of the match keeps its place in its row. Another name for a sum, treblecross(n) =
// octal[0.007](n + 2), shows rows that are shorter by 2 than its heaps.
// Cost: a listing of the part's moves for each move that is read or described.
//
//   |||.|||     hit 4, of seven pins
//   1234567
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/match.h"

namespace grundy {

class Rows {
 public:
  /// `asked` are the parts as they were read, before other names for sums are written out. All
  /// outlive this.
  Rows(Session& session, Match& match, Budget& budget, const std::vector<Position>& asked);

  bool empty() const { return rows_.empty(); }
  /// Whether the part stands in a row.
  bool has(size_t part) const { return part < places_.size() && places_[part].has_value(); }
  /// The rows that have things left, each with the numbers of its things below it; every line ends
  /// in a newline.
  std::string picture() const;
  /// How the part's row is drawn: the game's `show` line, and how many more things the heap has
  /// than the row.
  struct Show {
    std::string name;     // of the game that is shown
    uint64_t offset = 0;  // a heap of n is a row of n - offset
    ShowSyntax words;
  };
  /// Of a position of a game that is shown in rows; null otherwise.
  const Show* show_of(const Position& position) const;
  /// "treblecross(5)" for a heap of the code behind it; the position's text otherwise.
  std::string name(const Position& position) const;
  /// "hit 3-4", of a part in a row.
  Attempt<std::string> describe(const PartMove& move);
  /// At most `limit` names of moves of a part in a row, the leftmost first.
  Attempt<std::vector<std::string>> moves(size_t part, size_t limit, bool& all);
  /// The move that "hit 3-4", or "hit 3-4 in 2" names; nothing for texts that begin with no verb of
  /// a row.
  Attempt<std::optional<PartMove>> read(std::string_view text);

  /// Makes the move, in the match too.
  Attempt<void> make(const PartMove& move);
  void take_back();

 private:
  struct Row {
    const Show* show;
    std::vector<std::string> cells;
  };
  struct Place {
    size_t row;
    uint64_t begin;
  };
  /// What a move takes out of a part's row, counted from 0 within the part, and the heaps before
  /// and behind.
  struct Cut {
    uint64_t first;
    uint64_t last;
    uint64_t left;
    uint64_t right;
    Sum to;
  };
  using Places = std::vector<std::optional<Place>>;

  static uint64_t heap_of(const Position& position);
  uint64_t length(size_t part) const;
  /// The moves that take neighbours out of the part's row, the leftmost first, those of few things
  /// first.
  Attempt<std::vector<Cut>> cuts(size_t part);
  Attempt<std::optional<Cut>> cut_of(const PartMove& move);
  std::string text_of(size_t part, const Cut& cut) const;

  Match& match_;
  Budget& budget_;
  std::map<const Game*, Show> shows_;
  std::vector<Row> rows_;
  Places places_;  // of the match's parts
  std::vector<std::pair<std::vector<Row>, Places>> before_;
  // Part and cut that were read last: "hit 7" is not "hit 1".
  std::optional<std::pair<size_t, Cut>> named_;
};

}  // namespace grundy
