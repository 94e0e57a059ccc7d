// nullify(A): choose a path of neighbouring cells of a matrix that only goes right and down, lower its first cell by at
// least 1 and set its other cells to anything (Codeforces 1451F, "Nullify the Matrix").
//
// Theorem. The coefficient of ω^d in the value is the exclusive-or of the cells at distance d from the lower right
// corner, that is of the anti-diagonal whose cells need d steps to get there. Proof. A path meets each of the diagonals
// d, d − 1, … at most once, highest first, and can be continued to the corner, so it reaches one cell of each. Play
// ends: read the cells by falling distance, and a move lowers the first one that it changes. The rest is in levels.h.
// Only the player's loss was asked for on Codeforces: all diagonals have exclusive-or 0.
//
// All winning moves are finitely many: on each diagonal whose exclusive-or must change, one cell is changed, and any
// cell on it that lies right of and below the one before will do. They are listed in the order of their cells. Linear
// time for one move.
#include "engine/family/nullify.h"

#include <algorithm>
#include <cassert>

#include "engine/family/families.h"
#include "engine/family/levels.h"

namespace grundy {
namespace {

constexpr std::string_view kNullifyExample = "nullify([[1, 2], [3, 4]])";

std::vector<uint32_t> diagonals(size_t cells, size_t columns) {
  std::vector<uint32_t> levels(cells);
  const size_t rows = columns == 0 ? 0 : cells / columns;
  size_t i = 0;
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) levels[i++] = static_cast<uint32_t>((rows - 1 - r) + (columns - 1 - c));
  return levels;
}

/// At most `limit` sets of cells that one move can change and that change the diagonals as `difference` says.
template <class Number>
Attempt<std::vector<std::vector<uint32_t>>> paths(std::span<const Number> cells, std::span<const uint32_t> levels,
                                                  size_t columns, std::span<const Number> difference, size_t limit,
                                                  Budget& budget) {
  const size_t rows = cells.size() / columns;
  const std::vector<uint32_t> changed = changed_levels(difference);
  const auto below = [&](uint32_t cell, size_t step) {
    const size_t steps = levels[cell] - changed[step];
    const size_t row = cell / columns, column = cell % columns;
    // Down i and right steps − i, as far as the matrix goes.
    const size_t right = columns - 1 - column;
    std::vector<uint32_t> reached;
    for (size_t down = steps > right ? steps - right : 0; down <= std::min(steps, rows - 1 - row); ++down)
      reached.push_back(static_cast<uint32_t>((row + down) * columns + column + (steps - down)));
    return reached;
  };
  return descents(lowered_by(difference.back(), static_cast<uint32_t>(difference.size() - 1), cells, levels),
                  changed.size(), limit, budget, below);
}

class NullifyPosition final : public LevelPosition {
 public:
  NullifyPosition(std::vector<Natural> cells, size_t rows, size_t columns)
      : LevelPosition(std::move(cells), diagonals(rows * columns, columns)), columns_(columns), row_ends_(rows) {
    for (size_t row = 0; row < rows; ++row) row_ends_[row] = (row + 1) * columns;
  }

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit, Budget& budget) const override {
    return finite_routes(paths(numbers(), levels(), columns_, difference, limit, budget));
  }
  std::string notation(const NumberAt& number, size_t limit) const override {
    return "nullify(" + matrix_text(row_ends_, number, limit) + ")";
  }
  std::string place_name(size_t place) const override {
    return "(" + std::to_string(place / columns_ + 1) + ", " + std::to_string(place % columns_ + 1) + ")";
  }
  std::string_view theorem() const override {
    return "The cells that are l steps from the lower right corner form a diagonal; their exclusive-or is the "
           "coefficient of "
           "ω^l.\nCells are named (row, column), from 1.";
  }
  std::string_view game() const override { return "nullify"; }

  size_t columns_;
  std::vector<size_t> row_ends_;
};

class NullifyGame final : public NativeGame {
 public:
  std::string_view name() const override { return "nullify"; }
  std::string_view example() const override { return kNullifyExample; }
  std::string_view documentation() const override {
    return "Nullify the matrix (Codeforces 1451F): choose a path of neighbouring cells that only goes right and down, "
           "lower\n"
           "its first cell by at least 1, and set its other cells to any numbers.\n"
           "The coefficient of ω^d in the value is the exclusive-or of the cells d steps from the lower right corner.\n"
           "The matrix stands in the sum or in a file with one row a line:\n"
           "  nullify([[1, 2], [3, 4]])     nullify(@matrix.txt)\n";
  }
  Attempt<std::shared_ptr<const NativePosition>> read(std::span<const ParameterArgument> parameters,
                                                      std::span<const Argument> arguments,
                                                      Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kNullifyExample, 1, 1, parameters, arguments); !fits)
      return fits.error();
    Attempt<std::vector<std::vector<Natural>>> rows =
        read_number_rows(arguments[0], kNullifyExample, RowLengths::equal, budget);
    if (!rows) return std::move(rows).error();
    const size_t columns = rows->empty() ? 0 : rows->front().size();
    const size_t count = rows->size() * columns;
    const uint64_t bytes = count * (sizeof(Natural) + sizeof(uint32_t)) + rows->size() * sizeof(size_t);
    if (count > UINT32_MAX || !budget.take_memory(bytes)) return budget.too_large("nullify", bytes);
    std::vector<Natural> cells;
    cells.reserve(count);
    for (std::vector<Natural>& row : *rows) {
      cells.insert(cells.end(), row.begin(), row.end());
      row = {};
    }
    return std::shared_ptr<const NativePosition>(
        std::make_shared<NullifyPosition>(std::move(cells), rows->size(), columns));
  }
};

}  // namespace

bool nullify_is_lost(std::span<const uint64_t> cells, size_t columns) {
  if (cells.empty()) return true;
  const size_t rows = cells.size() / columns;
  std::vector<uint64_t> sums(rows + columns - 1);
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c) sums[r + c] ^= cells[r * columns + c];
  return std::all_of(sums.begin(), sums.end(), [](uint64_t sum) { return sum == 0; });
}

std::vector<Change<uint64_t>> nullify_winning_move(std::span<const uint64_t> cells, size_t columns) {
  if (nullify_is_lost(cells, columns)) return {};
  const std::vector<uint32_t> levels = diagonals(cells.size(), columns);
  std::vector<uint64_t> difference = level_sums(cells, std::span<const uint32_t>(levels));
  while (difference.back() == 0) difference.pop_back();
  Budget budget;
  budget.set_memory_limit(UINT64_MAX);
  const auto found =
      paths(cells, std::span<const uint32_t>(levels), columns, std::span<const uint64_t>(difference), 1, budget);
  assert(found.ok() && !found->empty());
  return changes_of<uint64_t>(found->front(), cells, levels, difference);
}

const NativeGame* nullify_game() {
  static const NullifyGame game;
  return &game;
}

}  // namespace grundy
