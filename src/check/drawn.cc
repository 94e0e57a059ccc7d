#include "check/drawn.h"

#include <fmt/format.h>

#include <algorithm>

#include "check/drawn_lister.h"
#include "rule/lay.h"

namespace grundy {
namespace {

/// Cells of a row, as parts are written.
size_t row_length(const Place& place) { return place.is_graph() ? place.cells() : place.columns; }

}  // namespace

/// Without order, and what is found by cell.
Attempt<DrawnMoves> DrawnMoves::listed(const Rule& rule, const PlacePointer& place,
                                       size_t most_cells) {
  if (rule.board == nullptr || rule.arity() > 0 || place == nullptr)
    return Error::declined("it is no game of cells alone");
  const BoardRule& board = *rule.board;
  if (!board.has_board() || board.space.kind == SpaceKind::word || board.space.numbers)
    return Error::declined("the board is no place of letters");
  if (place->cells() > most_cells)
    return Error::declined(fmt::format("more than {} cells", most_cells));
  if (!board.ends.empty()) return Error::declined("the rule has ends of its own");
  DrawnMoves moves;
  moves.place_ = place;
  moves.directions_ = board.space.directions;
  for (size_t i = 0; i < board.letters.size(); ++i) {
    if (board.letters[i]) moves.letters_.push_back(static_cast<char>(i));
  }
  if (moves.letters_.size() > kMostLetters || moves.letters_.find(kGoneSign) != std::string::npos)
    return Error::declined("it has more than 15 letters, or the letter _");
  if (auto listed = DrawnLister::list(rule, moves); !listed) return std::move(listed).error();
  for (auto* list : {&moves.placements_, &moves.never_, &moves.over_}) {
    // What becomes of letters that can't be there is of no interest.
    for (Placement& placement : *list) {
      for (Spot& spot : placement) {
        for (size_t i = 0; i < spot.becomes.size(); ++i) {
          if ((spot.reads >> i & 1) == 0) spot.becomes[i] = static_cast<int8_t>(i);
        }
      }
    }
  }
  const auto may_stay = [](const Spot& spot) {
    for (size_t i = 0; i < spot.becomes.size(); ++i) {
      if ((spot.reads >> i & 1) != 0 && spot.becomes[i] == static_cast<int8_t>(i)) return true;
    }
    return false;
  };
  const auto may_change_nothing = [&](const Placement& placement) {
    return std::all_of(placement.begin(), placement.end(), may_stay);
  };
  if (std::any_of(moves.placements_.begin(), moves.placements_.end(), may_change_nothing))
    return Error::declined("a move may leave the board as it is");
  if (!moves.walks_.empty()) {
    for (uint32_t cell = 0; cell < place->cells(); ++cell) {
      moves.next_.emplace_back();
      for (const size_t next : cells_next_to(board.space, *place, cell))
        moves.next_.back().push_back(static_cast<uint32_t>(next));
    }
    if (auto added = moves.add_twins(); !added) return std::move(added).error();
  }
  return moves;
}

void DrawnMoves::finish() {
  for (auto* list : {&placements_, &never_, &over_}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::sort(walks_.begin(), walks_.end());
  never_at_.resize(place_->cells());
  for (size_t i = 0; i < never_.size(); ++i) {
    for (const Spot& spot : never_[i]) never_at_[spot.cell].push_back(i);
  }
}

Attempt<DrawnMoves> DrawnMoves::of(const Rule& rule, const PlacePointer& place) {
  Attempt<DrawnMoves> moves = listed(rule, place, kMostCells);
  if (!moves) return moves;
  moves->finish();
  moves->find_images();
  moves->find_contracted();
  return moves;
}

Attempt<DrawnMoves> DrawnMoves::along(const Rule& rule, const Frieze& frieze, size_t columns,
                                      size_t extent) {
  const PlacePointer place = frieze.place(columns);
  Attempt<DrawnMoves> moves = listed(rule, place, kMostCellsAlong);
  if (!moves) return moves;
  if (moves->walks()) return Error::declined("`always` asks for walks");
  const size_t rows = frieze.height();
  moves->place_ = rectangle(SpaceKind::grid, rows, columns);
  moves->gone_.assign(rows * columns, true);
  std::vector<size_t> renumbered(place->cells());
  const std::vector<size_t> cells = frieze.cells(*place);
  for (size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] == Frieze::kNoCell) continue;
    renumbered[cells[i]] = i % rows * columns + i / rows;
    moves->gone_[renumbered[cells[i]]] = false;
  }
  for (auto* list : {&moves->placements_, &moves->never_, &moves->over_}) {
    for (Placement& placement : *list) {
      for (Spot& spot : placement) spot.cell = static_cast<uint32_t>(renumbered[spot.cell]);
      std::sort(placement.begin(), placement.end(),
                [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
    }
    std::erase_if(*list,
                  [&](const Placement& placement) { return moves->width(placement) > extent; });
  }
  moves->finish();
  return moves;
}

Attempt<DrawnMoves::Cells> DrawnMoves::cells(const Board& board) const {
  Cells result;
  for (const Cell cell : board.cells) {
    const size_t letter = is_letter_cell(cell) ? letters_.find(letter_of(cell)) : std::string::npos;
    if (letter == std::string::npos) return Error::input("a cell holds no letter of the game");
    result.push_back(static_cast<int8_t>(letter));
  }
  return result;
}

std::vector<Cell> DrawnMoves::letters(const Cells& board) const {
  std::vector<Cell> result;
  for (const int8_t letter : board)
    result.push_back(
        letter_cell(letter == kGone ? kGoneSign : letters_[static_cast<size_t>(letter)]));
  return result;
}

bool DrawnMoves::stands(const Placement& placement, const Cells& board) const {
  return std::all_of(placement.begin(), placement.end(), [&](const Spot& spot) {
    return board[spot.cell] != kGone && (spot.reads >> board[spot.cell] & 1) != 0;
  });
}

bool DrawnMoves::is_allowed(const Cells& board) const {
  return std::none_of(never_.begin(), never_.end(),
                      [&](const Placement& one) { return stands(one, board); }) &&
         all_reach(board);
}

/// Likewise, where only these cells have changed.
bool DrawnMoves::is_allowed_at(const Placement& changed, const Cells& board) const {
  return all_reach(board) && std::all_of(changed.begin(), changed.end(), [&](const Spot& spot) {
           const std::vector<size_t>& near = never_at_[spot.cell];
           return std::none_of(near.begin(), near.end(),
                               [&](size_t i) { return stands(never_[i], board); });
         });
}

std::vector<DrawnMoves::Cells> DrawnMoves::options(const Cells& board) const {
  std::vector<Cells> result;
  if (std::any_of(over_.begin(), over_.end(),
                  [&](const Placement& one) { return stands(one, board); }))
    return result;
  for (const Placement& placement : placements_) {
    if (!stands(placement, board)) continue;
    Cells next = board;
    for (const Spot& spot : placement)
      next[spot.cell] = spot.becomes[static_cast<uint8_t>(board[spot.cell])];
    if (is_allowed_at(placement, next)) result.push_back(std::move(next));
  }
  return result;
}

std::vector<size_t> DrawnMoves::first_placements() const {
  std::vector<size_t> result;
  for (size_t i = 0; i < placements_.size(); ++i) {
    if (std::any_of(placements_[i].begin(), placements_[i].end(),
                    [&](const Spot& spot) { return spot.cell % place_->columns == 0; }))
      result.push_back(i);
  }
  return result;
}

size_t DrawnMoves::width(const Placement& placement) const {
  size_t first = place_->columns;
  size_t end = 0;
  for (const Spot& spot : placement) {
    first = std::min(first, spot.cell % place_->columns);
    end = std::max(end, spot.cell % place_->columns + 1);
  }
  return end - std::min(first, end);
}

size_t DrawnMoves::width(size_t placement) const { return width(placements_[placement]); }

size_t DrawnMoves::reach() const {
  size_t most = 1;
  for (const auto* list : {&placements_, &never_}) {
    for (const Placement& placement : *list) most = std::max(most, width(placement));
  }
  return most;
}

bool DrawnMoves::play(size_t placement, size_t column, const Cells& board, Cells& after) const {
  if (column + width(placement) > place_->columns) return false;
  Placement moved = placements_[placement];
  for (Spot& spot : moved) spot.cell += static_cast<uint32_t>(column);
  if (!stands(moved, board)) return false;
  after = board;
  for (const Spot& spot : moved)
    after[spot.cell] = spot.becomes[static_cast<uint8_t>(board[spot.cell])];
  return is_allowed_at(moved, after);
}

std::string DrawnMoves::text(const Cells& part) const {
  const size_t columns = row_length(*place_);
  size_t rows = 0;
  size_t width = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == kGone) continue;
    rows = std::max(rows, i / columns + 1);
    width = std::max(width, i % columns + 1);
  }
  std::string text;
  for (size_t r = 0; r < rows; ++r) {
    if (r > 0) text += '|';
    for (size_t c = 0; c < width; ++c) {
      const int8_t letter = part[r * columns + c];
      text += letter == kGone ? kGoneSign : letters_[static_cast<size_t>(letter)];
    }
  }
  return text;
}

Attempt<DrawnMoves::Cells> DrawnMoves::read(std::string_view text) const {
  Cells result(place_->cells(), kGone);
  const size_t columns = row_length(*place_);
  size_t row = 0;
  size_t column = 0;
  for (const char c : text) {
    if (c == '|') {
      ++row;
      column = 0;
      continue;
    }
    const size_t letter = letters_.find(c);
    if (row >= result.size() / std::max<size_t>(columns, 1) || column >= columns ||
        (c != kGoneSign && !is_there(row * columns + column)))
      return Error::input("the part is larger than the board");
    if (letter == std::string::npos && c != kGoneSign)
      return Error::input("a cell holds no letter of the game");
    if (c != kGoneSign) result[row * columns + column] = static_cast<int8_t>(letter);
    ++column;
  }
  return result;
}

}  // namespace grundy
