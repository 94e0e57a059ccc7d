// nullify(A): choose a path of neighbouring cells of a matrix that only goes right and down, lower
// its first cell by at least 1 and set its other cells to anything (Codeforces 1451F, "Nullify the
// Matrix").
//
// Theorem. The coefficient of ω^d in the value is the exclusive-or of the cells at distance d from
// the lower right corner, that is of the anti-diagonal whose cells need d steps to get there.
// Proof. A path meets each of the diagonals d, d − 1, … at most once, highest first, and can be
// continued to the corner, so it reaches one cell of each. Play ends: read the cells by falling
// distance, and a move lowers the first one that it changes. The rest is in levels.h. Only the
// player's loss was asked for on Codeforces: all diagonals have exclusive-or 0.
//
// All winning moves are finitely many: on each diagonal whose exclusive-or must change, one cell is
// changed, and any cell on it that lies right of and below the one before will do. They are listed
// in the order of their cells. Linear time for one move.
#include "engine/family/nullify.h"

#include <algorithm>
#include <cassert>

#include "engine/family/families.h"
#include "engine/family/levels.h"
#include "game/key.h"

namespace grundy {
namespace {

constexpr std::string_view kNullifyExample = "nullify([[1, 2], [3, 4]])";

std::vector<uint32_t> diagonals(size_t cells, size_t columns) {
  std::vector<uint32_t> levels(cells);
  const size_t rows = columns == 0 ? 0 : cells / columns;
  size_t i = 0;
  for (size_t r = 0; r < rows; ++r)
    for (size_t c = 0; c < columns; ++c)
      levels[i++] = static_cast<uint32_t>((rows - 1 - r) + (columns - 1 - c));
  return levels;
}

/// At most `limit` sets of cells that one move can change and that change the diagonals as
/// `difference` says.
template <class Number>
Attempt<std::vector<std::vector<uint32_t>>> paths(std::span<const Number> cells,
                                                  std::span<const uint32_t> levels, size_t columns,
                                                  std::span<const Number> difference, size_t limit,
                                                  Budget& budget) {
  const size_t rows = cells.size() / columns;
  const std::vector<uint32_t> changed = changed_levels(difference);
  const auto below = [&](uint32_t cell, size_t step) {
    const size_t steps = levels[cell] - changed[step];
    const size_t row = cell / columns, column = cell % columns;
    // Down i and right steps − i, as far as the matrix goes.
    const size_t right = columns - 1 - column;
    std::vector<uint32_t> reached;
    for (size_t down = steps > right ? steps - right : 0; down <= std::min(steps, rows - 1 - row);
         ++down)
      reached.push_back(static_cast<uint32_t>((row + down) * columns + column + (steps - down)));
    return reached;
  };
  return descents(
      lowered_by(difference.back(), static_cast<uint32_t>(difference.size() - 1), cells, levels),
      changed.size(), limit, budget, below);
}

/// A key holds the numbers of rows and of columns, then the cells row by row.
class NullifyGame final : public LevelGame {
 public:
  Position at(size_t rows, size_t columns, std::span<const Natural> cells) const {
    Position position{this, {rows, columns}};
    for (const Natural& cell : cells) append(position.key, cell);
    return position;
  }

  std::string name() const override { return "nullify"; }
  std::string text(const Position& position, size_t limit) const override {
    const std::vector<Natural> cells = numbers(position);
    std::vector<size_t> row_ends(position.key[0]);
    for (size_t row = 0; row < row_ends.size(); ++row)
      row_ends[row] = (row + 1) * columns(position);
    return "nullify(" +
           matrix_text(
               row_ends, [&](size_t i) { return cells[i]; }, limit) +
           ")";
  }
  std::vector<Natural> numbers(const Position& position) const override {
    KeyReader reader(position.key);
    const uint64_t rows = reader.word();
    std::vector<Natural> cells(rows * reader.word());
    for (Natural& cell : cells) cell = reader.natural();
    return cells;
  }
  Position with(const Position& position, std::span<const Natural> numbers) const override {
    return at(position.key[0], columns(position), numbers);
  }
  std::string place_name(const Position& position, size_t place) const override {
    return "(" + std::to_string(place / columns(position) + 1) + ", " +
           std::to_string(place % columns(position) + 1) + ")";
  }
  std::string options_in_words(const Position&) const override {
    return "one cell is lowered, and the other cells of a path from it, which only goes right and "
           "down, become anything";
  }

 protected:
  /// The cells lie on one path that goes right and down, and the first one is lowered.
  bool is_one_move(const Position& position, std::span<const size_t> changed,
                   std::span<const Natural> before, std::span<const Natural> after) const override {
    for (size_t i = 1; i < changed.size(); ++i) {
      if (changed[i] % columns(position) < changed[i - 1] % columns(position)) return false;
    }
    return after[changed[0]] < before[changed[0]];
  }
  /// Row by row is along the path.
  uint64_t rank(const Position&, size_t place) const override { return UINT64_MAX - place; }
  bool sets_others(const Position& position, size_t place) const override {
    return place + 1 < position.key[0] * columns(position);
  }
  Attempt<std::shared_ptr<const Analysis>> analyse(const Position& position,
                                                   Budget& budget) const override;

 private:
  static size_t columns(const Position& position) { return position.key[1]; }
};

class NullifyAnalysis final : public LevelAnalysis {
 public:
  NullifyAnalysis(const NullifyGame& game, const Position& position)
      : LevelAnalysis(game, position,
                      diagonals(position.key[0] * position.key[1], position.key[1])),
        columns_(position.key[1]) {}

 private:
  Attempt<Routes> routes(std::span<const Natural> difference, size_t limit,
                         Budget& budget) const override {
    return finite_routes(paths(numbers(), levels(), columns_, difference, limit, budget));
  }
  std::string_view theorem() const override {
    return "The cells that are l steps from the lower right corner form a diagonal; their "
           "exclusive-or is the coefficient of ω^l.\n"
           "Cells are named (row, column), from 1.";
  }

  size_t columns_;
};

Attempt<std::shared_ptr<const Analysis>> NullifyGame::analyse(const Position& position,
                                                              Budget& budget) const {
  const uint64_t bytes = position.key.size() * (sizeof(Natural) + sizeof(uint32_t));
  if (!budget.take_memory(bytes)) return budget.too_large("nullify", bytes);
  return std::shared_ptr<const Analysis>(std::make_shared<NullifyAnalysis>(*this, position));
}

class NullifyFamily final : public Family {
 public:
  std::string_view name() const override { return "nullify"; }
  std::string_view example() const override { return kNullifyExample; }
  std::string_view documentation() const override {
    return "Nullify the matrix (Codeforces 1451F): choose a path of neighbouring cells that only "
           "goes right and down, lower\n"
           "its first cell by at least 1, and set its other cells to any numbers.\n"
           "The coefficient of ω^d in the value is the exclusive-or of the cells d steps from the "
           "lower right corner.\n"
           "The matrix stands in the sum or in a file with one row a line:\n"
           "  nullify([[1, 2], [3, 4]])     nullify(@matrix.txt)\n";
  }
  Attempt<Position> read(std::span<const ParameterArgument> parameters,
                         std::span<const Argument> arguments, Games& games,
                         Budget& budget) const override {
    if (Attempt<void> fits = check_arguments(name(), kNullifyExample, 1, 1, parameters, arguments);
        !fits)
      return fits.error();
    Attempt<std::vector<std::vector<Natural>>> rows =
        read_number_rows(arguments[0], kNullifyExample, RowLengths::equal, budget);
    if (!rows) return std::move(rows).error();
    const size_t columns = rows->empty() ? 0 : rows->front().size();
    const size_t count = rows->size() * columns;
    const uint64_t bytes =
        count * (sizeof(Natural) + sizeof(uint32_t)) + rows->size() * sizeof(size_t);
    if (count > UINT32_MAX || !budget.take_memory(bytes)) return budget.too_large("nullify", bytes);
    std::vector<Natural> cells;
    cells.reserve(count);
    for (std::vector<Natural>& row : *rows) {
      cells.insert(cells.end(), row.begin(), row.end());
      row = {};
    }
    return games.get<NullifyGame>("nullify").at(rows->size(), columns, cells);
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

std::vector<Change<uint64_t>> nullify_winning_move(std::span<const uint64_t> cells,
                                                   size_t columns) {
  if (nullify_is_lost(cells, columns)) return {};
  const std::vector<uint32_t> levels = diagonals(cells.size(), columns);
  std::vector<uint64_t> difference = level_sums(cells, std::span<const uint32_t>(levels));
  while (difference.back() == 0) difference.pop_back();
  Budget budget;
  budget.set_memory_limit(UINT64_MAX);
  const auto found = paths(cells, std::span<const uint32_t>(levels), columns,
                           std::span<const uint64_t>(difference), 1, budget);
  assert(found.ok() && !found->empty());
  return changes_of<uint64_t>(found->front(), cells, levels, difference);
}

const Family* nullify_family() {
  static const NullifyFamily family;
  return &family;
}

}  // namespace grundy
