// PlaceSearch: values of boards on one place, whatever its size; words of 64, 128 or 512 bits are
// chosen by the cells.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/board/board_code.h"
#include "engine/board/in_set.h"

namespace grundy {

class PartStore;

constexpr size_t kMostSearchedCells = 512;

class PlaceSearch {
 public:
  virtual ~PlaceSearch() = default;
  /// From now on; the store outlives the search. An error: the budget is spent.
  virtual Attempt<void> keep_in(PartStore& store, Budget& budget) = 0;
  virtual Attempt<uint64_t> value(const std::vector<Cell>& cells, Budget& budget) = 0;
  virtual Attempt<bool> has_value(const std::vector<Cell>& cells, uint64_t value,
                                  Budget& budget) = 0;
  /// Whether the player to move wins the sum of these boards and nim heaps in misère play. Declines
  /// where it isn't known that play ends, heaps of more than 1000, and after `most` states.
  virtual Attempt<bool> wins_misere(std::span<const std::vector<Cell>> boards,
                                    std::span<const uint64_t> heaps, uint64_t most,
                                    Budget& budget) = 0;
  /// The independent parts of a board, each with its cells alone; others are kNothing, 0.
  virtual std::vector<std::vector<uint8_t>> parts(const std::vector<Cell>& cells) = 0;
  /// The boards after each move, by class of letters.
  virtual std::vector<std::vector<uint8_t>> options(const std::vector<Cell>& cells) const = 0;
  virtual SearchWork work() const = 0;
  /// What was derived from the drawings: "8 symmetries", "parts at one look", …
  virtual std::vector<std::string> derived() const = 0;
  /// That, and what was done: "2 classes of letters", "43248 parts kept in 2 MiB", …
  virtual std::vector<std::string> facts() const = 0;
};

/// Declines boards of more than kMostSearchedCells cells or too many classes of letters.
Attempt<std::unique_ptr<PlaceSearch>> place_search(BoardCode code, Alphabet alphabet);

}  // namespace grundy
