// In which order a table of a game can be filled, and how far its coordinates reach.
//
// Every move of chomp2(a, b) lowers a, or keeps a and lowers b: filled in the order of (a, b), the
// table has each option before it is read. Moves are sets of isl that may be larger than the true
// ones, so that an order or a bound that is found holds, and some are missed.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "rule/rule.h"

namespace grundy {

/// One coordinate of a lexicographic order in which every move goes down.
struct SweepStep {
  size_t coordinate = 0;
  bool descending = false;  // the move raises the coordinate: large values come first
};

/// A lexicographic order of coordinates that every move lowers, every coordinate named once;
/// nothing when none is found, when moves lead to another game, or the game is another name for a
/// sum. Filling a table in this order finds every option filled already. Where it is ascending in
/// its deciding coordinates it also proves that play ends.
std::optional<std::vector<SweepStep>> sweep_order(const Rule& rule);

/// Whether every move to a position of the same game leaves the step's coordinate as it is or takes
/// it back in the order.
bool goes_on_in_rows(const Rule& rule, const SweepStep& step);

/// Pairs (i, j) such that no move leads from a position with x_i <= x_j to one without: chomp3
/// stays within c <= b <= a. All parts of a move that are positions of the same game are looked at;
/// another name for a sum has no pairs.
std::vector<std::pair<size_t, size_t>> kept_orders(const Rule& rule);

/// For every game that can be reached: the greatest value of each coordinate.
using Boxes = std::map<const Rule*, std::vector<int64_t>>;

/// The boxes that hold all positions reachable from the given ones; nothing when a coordinate may
/// grow without a bound in sight.
std::optional<Boxes> reachable_boxes(const Boxes& start);

/// All games that can be reached from these, themselves included.
std::vector<const Rule*> reachable_games(const std::vector<const Rule*>& start);

}  // namespace grundy
