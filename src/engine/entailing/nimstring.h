// Nimstring (Winning Ways, chapter 16): coins joined by strings, or dots and boxes whose last box
// is not worth more than the others. A player cuts a string; who frees a coin, or two, moves again,
// and who can't move loses.
//
//   nimstring(2x3)              two rows of three boxes
//   nimstring(2x3, [1, 9])      the same with two lines drawn
//   nimstring([[0, 1], [1, 2]]) strings between coins 1, 2, …; 0 is the ground
//
// Lines are numbered from 1: those between rows of dots first, row by row, then those between
// columns, row by row. A box is a coin, a line that is not drawn a string, and the ground is
// outside.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/family/family.h"
#include "game/game.h"

namespace grundy {

/// The strings there were at the beginning; `strings` of a position has a bit for each that is
/// left.
struct StringFrame {
  static constexpr size_t kMost = 64;

  size_t rows = 0;  // of boxes, 0 for coins that stand in no board
  size_t columns = 0;
  std::vector<std::pair<size_t, size_t>> ends;  // coins from 1, or 0 for the ground
  std::vector<uint64_t> of_coin;                // the strings of each coin; of the ground none

  static StringFrame board(size_t rows, size_t columns);
  static StringFrame graph(std::vector<std::pair<size_t, size_t>> ends);
  size_t other_end(size_t string, size_t coin) const {
    return ends[string].first == coin ? ends[string].second : ends[string].first;
  }
};

class NimstringGame final : public Game {
 public:
  static constexpr char kKind = 0;

  Position at(const StringFrame& frame, uint64_t strings) const;
  static StringFrame frame(const Position& position);
  static uint64_t strings(const Position& position);

  const void* kind() const override { return &kKind; }
  std::string name() const override { return "nimstring"; }
  std::string text(const Position& position, size_t limit) const override;
  Attempt<Ended> list_options(const Position& position, const OptionSink& sink,
                              Budget& budget) const override;
  Attempt<bool> has_options(const Position& position, Budget& budget) const override;
  std::string move_in_words(const Position& from, const Sum& to) const override;
  bool has_bound_replies() const override { return true; }
};

const Family* nimstring_family();

}  // namespace grundy
