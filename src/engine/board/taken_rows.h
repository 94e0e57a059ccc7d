// Strips of which a move takes neighbours, any number of them, out of a row without gaps.
//
// Problem: `[XO#]+! -> .+` topples dominoes up to a gap; on 400 cells that are 80,000 ways of
// laying it, of 133 cells.
// Idea: where each line asks for letters of one set, S, and writes letters that are not in it,
// nothing ever becomes S again. Rows of S without a gap are independent and only their lengths
// count: a move takes L neighbours out of n, at an end where the line has a run with `!`, anywhere
// else, and leaves rows of a and b with a + b + L = n. A line takes one length, or all from a least
// one on; of the latter the options of n + 1 are those of n and one length more.
// Example: a row of n dominoes is a nim heap of n. X+ -> .+ takes any number of neighbours: Tac Tix
// on a strip.
// Cost: values up to n in n steps for runs with `!`, n² for others.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/engine.h"
#include "rule/cells.h"

namespace grundy {

const Engine* taken_rows_engine();

/// The moves of such a rule and the values of its rows.
class TakenRows {
 public:
  /// None for other rules, and for those without a run.
  static std::optional<TakenRows> of(const Rule& rule);

  bool is_taken(Cell cell) const { return has_letter(letters_, cell); }
  /// Of a row of `length`.
  Attempt<uint64_t> value(size_t length, Budget& budget);

  /// A move, ordered as the rule lists them: by line, to the left first, by the cell where it
  /// begins.
  struct Taken {
    size_t line = 0;
    bool to_the_right = false;
    size_t begins = 0;
    size_t count = 0;
    size_t first = 0;  // the cells from here on
    Cell written = 0;  // in their place
    friend auto operator<=>(const Taken&, const Taken&) = default;
  };
  /// The moves in a row of `length` cells from cell `first` on that leave this value, each result
  /// once.
  Attempt<void> moves_to(uint64_t value, size_t first, size_t length, Budget& budget,
                         std::vector<Taken>& found);

 private:
  struct Take {
    size_t least = 0;      // cells
    bool is_open = false;  // or more
    bool at_an_end = false;
    Cell written = 0;
    // Open, by value: an option of the newest row has it, and of all longer ones.
    std::vector<uint8_t> met{};
  };
  static std::optional<Take> take_of(const BoardLine& line, Letters& letters);
  void add();

  Letters letters_;
  std::vector<Take> takes_;
  std::vector<uint64_t> values_;  // by length
  uint64_t least_ = 0;            // that no `met` has
};

}  // namespace grundy
