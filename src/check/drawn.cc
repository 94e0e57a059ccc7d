#include "check/drawn.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "rule/evaluate.h"

namespace grundy {

/// Lists the placements of the lines of a rule on a place.
class DrawnLister {
 public:
  DrawnLister(const Rule& rule, DrawnMoves& moves) : board_(*rule.board), place_(*moves.place_), moves_(moves) {}

  Attempt<void> list() {
    for (const BoardLine& line : board_.lines) {
      if (line.to || line.steps.empty()) return Error::declined("a line leads to other games");
      if (std::any_of(line.conditions.begin(), line.conditions.end(), speaks_of_more))
        return Error::declined("a line has a condition over cells");
      slots_.assign(line.slot_names.size(), 0);
      Fault fault;
      for_each_choice(line.binders, slots_, static_cast<int64_t>(place_.cells()), fault, [&] {
        for (const Expr& condition : line.conditions) {
          if (evaluate(condition, slots_, fault) == 0) return true;
        }
        lay(line, 0, {});
        return !refused_;
      });
      if (fault.kind != Fault::Kind::none) return Error::declined(describe(fault.kind));
      if (refused_) return Error::declined(refused_);
    }
    std::sort(moves_.placements_.begin(), moves_.placements_.end());
    moves_.placements_.erase(std::unique(moves_.placements_.begin(), moves_.placements_.end()),
                             moves_.placements_.end());
    return {};
  }

 private:
  static constexpr size_t kMostPlacements = 20'000;
  static constexpr uint64_t kMostTries = 20'000'000;
  using Placement = DrawnMoves::Placement;
  using Spot = DrawnMoves::Spot;

  static bool speaks_of_more(const Expr& expr) {
    return expr.op == Op::cells || expr.op == Op::cell_count || expr.quantifier ||
           std::any_of(expr.args.begin(), expr.args.end(), speaks_of_more);
  }

  void lay(const BoardLine& line, size_t at, const Placement& before) {
    if (at == line.steps.size()) {
      Placement done = before;
      std::sort(done.begin(), done.end(), [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
      moves_.placements_.push_back(std::move(done));
      if (moves_.placements_.size() > kMostPlacements) refused_ = "its lines can be laid in too many ways";
      return;
    }
    const Step& step = line.steps[at];
    if (step.kind != Step::Kind::laid || step.left.size() != 1 || step.right.size() != 1) {
      refused_ = "a line is not drawn in a row";
      return;
    }
    write_out(step.left[0], step.right[0], {}, {}, 0, 0, [&](const auto& left, const auto& right) {
      for (size_t start = 0; start < place_.cells() && !refused_; ++start) {
        for (const Direction& direction : step.along.empty() ? board_.space.directions : step.along) {
          if (auto placed = place(left, right, start, direction, before)) lay(line, at + 1, *placed);
        }
      }
    });
  }

  using Row = std::vector<const Item*>;
  /// Both sides with their runs written out, in every way that fits the board.
  template <class Take>
  void write_out(const CellRow& left, const CellRow& right, Row from, Row to, size_t i, size_t j, const Take& take) {
    if (refused_ || from.size() > std::max(place_.rows, place_.columns)) return;
    if (i == left.size() && j == right.size()) {
      if (from.size() == to.size() && !from.empty()) take(from, to);
      return;
    }
    const auto is_open = [](const CellRow& row, size_t k) {
      return k < row.size() && (row[k].repeat == Item::Repeat::star || row[k].repeat == Item::Repeat::plus);
    };
    // What stands before the next open run of each side, and then both runs, as often as each other.
    if (i < left.size() && !is_open(left, i))
      return put(left[i], from, [&](Row next) { write_out(left, right, std::move(next), to, i + 1, j, take); });
    if (j < right.size() && !is_open(right, j))
      return put(right[j], to, [&](Row next) { write_out(left, right, from, std::move(next), i, j + 1, take); });
    if (i == left.size() || j == right.size() || left[i].all || left[i].kind == Item::Kind::group) {
      refused_ = "a run of another kind";
      return;
    }
    for (size_t times = left[i].repeat == Item::Repeat::plus ? 1 : 0; times <= std::max(place_.rows, place_.columns);
         ++times) {
      Row more = from;
      more.insert(more.end(), times, &left[i]);
      Row written = to;
      written.insert(written.end(), times, &right[j]);
      write_out(left, right, std::move(more), std::move(written), i + 1, j + 1, take);
    }
  }
  template <class Then>
  void put(const Item& item, Row row, const Then& then) {
    int64_t times = 1;
    if (item.repeat == Item::Repeat::times) {
      Fault fault;
      times = evaluate(item.times, slots_, fault);
      if (fault.kind != Fault::Kind::none) refused_ = "a count of cells can't be told";
    }
    if (item.all || item.kind == Item::Kind::group || item.kind == Item::Kind::edge)
      refused_ = "an item of another kind";
    if (refused_ || times < 0 || times > static_cast<int64_t>(place_.cells())) return;
    row.insert(row.end(), static_cast<size_t>(times), &item);
    then(std::move(row));
  }

  std::optional<Placement> place(const Row& left, const Row& right, size_t start, Direction direction,
                                 const Placement& before) {
    if (++tries_ > kMostTries) refused_ = "its lines can be laid in too many ways";
    Placement now = before;
    std::vector<size_t> spots;
    std::optional<size_t> cell = start;
    for (const Item* item : left) {
      if (!cell) return std::nullopt;
      const std::optional<size_t> spot = read(*item, *cell, now);
      if (!spot) return std::nullopt;
      spots.push_back(*spot);
      cell = place_.step(*cell, direction);
    }
    for (size_t i = 0; i < left.size(); ++i) write(*left[i], *right[i], now[spots[i]]);
    return now;
  }

  /// The letters of an item as bits.
  uint16_t letters(const Item& item) {
    uint16_t result = 0;
    for (size_t i = 0; i < moves_.letters_.size(); ++i) {
      const Cell letter = letter_cell(moves_.letters_[i]);
      const bool has = item.kind == Item::Kind::letters ? has_letter(item.letters, letter)
                                                        : item.slot < slots_.size() && slots_[item.slot] == letter;
      if (has) result = static_cast<uint16_t>(result | 1u << i);
    }
    return result;
  }

  /// The cell's place among the spots, if the item may lie on it.
  std::optional<size_t> read(const Item& item, size_t cell, Placement& now) {
    if (item.kind == Item::Kind::cell && slots_[item.slot] != static_cast<int64_t>(cell)) return std::nullopt;
    if (item.named != kNoSlot) {
      if (slots_.size() <= item.named) slots_.resize(item.named + 1);
      if (item.known && slots_[item.named] != static_cast<int64_t>(cell)) return std::nullopt;
      slots_[item.named] = static_cast<int64_t>(cell);
    }
    auto at = std::find_if(now.begin(), now.end(), [&](const Spot& spot) { return spot.cell == cell; });
    if (at == now.end()) {
      Spot fresh;
      fresh.cell = static_cast<uint32_t>(cell);
      fresh.reads = static_cast<uint16_t>((1u << moves_.letters_.size()) - 1);
      std::iota(fresh.becomes.begin(), fresh.becomes.end(), int8_t{0});
      at = now.insert(now.end(), fresh);
    }
    if (item.kind == Item::Kind::letters || item.kind == Item::Kind::slot) {
      const uint16_t wanted = letters(item);
      uint16_t fitting = 0;
      for (size_t i = 0; i < moves_.letters_.size(); ++i) {
        if ((at->reads >> i & 1) != 0 && (wanted >> at->becomes[i] & 1) != 0)
          fitting = static_cast<uint16_t>(fitting | 1u << i);
      }
      at->reads = fitting;
      if (fitting == 0) return std::nullopt;
    } else if (item.kind != Item::Kind::any && item.kind != Item::Kind::cell) {
      refused_ = "an item of another kind";
    }
    return static_cast<size_t>(at - now.begin());
  }

  void write(const Item& left, const Item& right, Spot& spot) {
    if (right.kind == Item::Kind::any) return;
    if (right.kind == Item::Kind::letters && right.listed.size() > 1) {
      if (left.listed.size() != right.listed.size()) refused_ = "letters that are not exchanged one by one";
      for (int8_t& letter : spot.becomes) {
        const auto number = static_cast<size_t>(letter);
        if (refused_ || number >= moves_.letters_.size()) continue;
        const size_t at = left.listed.find(moves_.letters_[number]);
        if (at != std::string::npos) letter = static_cast<int8_t>(moves_.letters_.find(right.listed[at]));
      }
      return;
    }
    if (right.kind != Item::Kind::letters && right.kind != Item::Kind::slot) {
      refused_ = "an item of another kind";
      return;
    }
    const uint16_t letter = letters(right);
    if (!std::has_single_bit(letter)) {
      refused_ = "what is written is no letter";
      return;
    }
    spot.becomes.fill(static_cast<int8_t>(std::countr_zero(letter)));
  }

  const BoardRule& board_;
  const Place& place_;
  DrawnMoves& moves_;
  Environment slots_;
  uint64_t tries_ = 0;
  const char* refused_ = nullptr;
};

Attempt<DrawnMoves> DrawnMoves::of(const Rule& rule, const PlacePointer& place) {
  if (rule.board == nullptr || rule.arity() > 0 || place == nullptr)
    return Error::declined("it is no game of cells alone");
  const BoardRule& board = *rule.board;
  if ((place->kind != SpaceKind::strip && place->kind != SpaceKind::grid) || board.space.numbers)
    return Error::declined("the board is no strip and no grid of letters");
  if (place->cells() > kMostCells) return Error::declined(fmt::format("more than {} cells", kMostCells));
  if (!board.always.empty() || !board.over.empty()) return Error::declined("the rule has `always` or `over`");
  if (!board.ends.empty()) return Error::declined("the rule has ends of its own");
  DrawnMoves moves;
  moves.place_ = place;
  for (size_t i = 0; i < board.letters.size(); ++i) {
    if (board.letters[i]) moves.letters_.push_back(static_cast<char>(i));
  }
  if (moves.letters_.size() > kMostLetters || moves.letters_.find(kGoneSign) != std::string::npos)
    return Error::declined("it has more than 15 letters, or the letter _");
  if (auto listed = DrawnLister(rule, moves).list(); !listed) return std::move(listed).error();
  // What becomes of letters that can't be there is of no interest.
  for (Placement& placement : moves.placements_) {
    for (Spot& spot : placement) {
      for (size_t i = 0; i < spot.becomes.size(); ++i) {
        if ((spot.reads >> i & 1) == 0) spot.becomes[i] = static_cast<int8_t>(i);
      }
    }
  }
  std::sort(moves.placements_.begin(), moves.placements_.end());
  moves.placements_.erase(std::unique(moves.placements_.begin(), moves.placements_.end()), moves.placements_.end());
  moves.find_turns();
  return moves;
}

/// Whether moving by a step, or turning about the upper left corner, takes every placement to one, where it fits on the board.
bool DrawnMoves::keeps(bool moved, size_t down, size_t right, Turn turn) const {
  const size_t rows = place_->rows;
  const size_t columns = place_->columns;
  for (const bool back : {false, true}) {
    if (back && !moved) break;
    for (const Placement& placement : placements_) {
      Placement image;
      for (Spot spot : placement) {
        size_t row = spot.cell / columns;
        size_t column = spot.cell % columns;
        if (turn.exchange) std::swap(row, column);
        if (row >= rows || column >= columns) break;
        if (turn.rows) row = rows - 1 - row;
        if (turn.columns) column = columns - 1 - column;
        if (back && (row < down || column < right)) break;
        row = back ? row - down : row + down;
        column = back ? column - right : column + right;
        if (row >= rows || column >= columns) break;
        spot.cell = static_cast<uint32_t>(row * columns + column);
        image.push_back(spot);
      }
      if (image.size() < placement.size()) continue;
      std::sort(image.begin(), image.end(), [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
      if (!std::binary_search(placements_.begin(), placements_.end(), image)) return false;
    }
  }
  return true;
}

void DrawnMoves::find_turns() {
  const Turn none{false, false, false};
  moves_freely_ = keeps(true, 1, 0, none) && keeps(true, 0, 1, none);
  turns_.push_back(none);
  if (!moves_freely_) return;
  for (const bool exchange : {false, true}) {
    if (exchange && place_->kind == SpaceKind::strip) continue;
    for (const bool rows : {false, true}) {
      for (const bool columns : {false, true}) {
        const Turn turn{exchange, rows, columns};
        if ((exchange || rows || columns) && keeps(false, 0, 0, turn)) turns_.push_back(turn);
      }
    }
  }
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
    result.push_back(letter_cell(letter == kGone ? kGoneSign : letters_[static_cast<size_t>(letter)]));
  return result;
}

std::vector<DrawnMoves::Cells> DrawnMoves::options(const Cells& board) const {
  std::vector<Cells> result;
  for (const Placement& placement : placements_) {
    const bool fits = std::all_of(placement.begin(), placement.end(), [&](const Spot& spot) {
      return board[spot.cell] != kGone && (spot.reads >> board[spot.cell] & 1) != 0;
    });
    if (!fits) continue;
    Cells next = board;
    for (const Spot& spot : placement) next[spot.cell] = spot.becomes[static_cast<size_t>(board[spot.cell])];
    result.push_back(std::move(next));
  }
  return result;
}

std::vector<DrawnMoves::Cells> DrawnMoves::parts(const Cells& board) const {
  std::vector<uint16_t> can(board.size(), 0);
  for (size_t i = 0; i < board.size(); ++i) {
    if (board[i] != kGone) can[i] = static_cast<uint16_t>(1u << board[i]);
  }
  const auto fits = [&](const Placement& placement) {
    return std::all_of(placement.begin(), placement.end(),
                       [&](const Spot& spot) { return (spot.reads & can[spot.cell]) != 0; });
  };
  for (bool more = true; more;) {
    more = false;
    for (const Placement& placement : placements_) {
      if (!fits(placement)) continue;
      for (const Spot& spot : placement) {
        uint16_t all = can[spot.cell];
        for (size_t i = 0; i < letters_.size(); ++i) {
          if ((spot.reads & can[spot.cell]) >> i & 1) all = static_cast<uint16_t>(all | 1u << spot.becomes[i]);
        }
        more = more || all != can[spot.cell];
        can[spot.cell] = all;
      }
    }
  }
  std::vector<bool> live(board.size(), false);
  std::vector<const Placement*> possible;
  for (const Placement& placement : placements_) {
    if (!fits(placement)) continue;
    possible.push_back(&placement);
    for (const Spot& spot : placement) {
      for (size_t i = 0; i < letters_.size(); ++i) {
        if (((spot.reads & can[spot.cell]) >> i & 1) != 0 && spot.becomes[i] != static_cast<int8_t>(i))
          live[spot.cell] = true;
      }
    }
  }
  std::vector<size_t> root(board.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  const auto first_live = [&](const Placement& placement) {
    const auto at = std::find_if(placement.begin(), placement.end(), [&](const Spot& spot) { return live[spot.cell]; });
    return at == placement.end() ? board.size() : size_t{at->cell};
  };
  for (const Placement* placement : possible) {
    const size_t first = first_live(*placement);
    for (const Spot& spot : *placement) {
      if (live[spot.cell]) root[find(spot.cell)] = find(first);
    }
  }
  std::vector<Cells> result;
  std::vector<size_t> index(board.size(), board.size());  // by root: the part
  for (const Placement* placement : possible) {
    const size_t first = first_live(*placement);
    if (first == board.size()) continue;
    size_t& part = index[find(first)];
    if (part == board.size()) {
      part = result.size();
      result.emplace_back(board.size(), kGone);
    }
    for (const Spot& spot : *placement) result[part][spot.cell] = board[spot.cell];
  }
  for (Cells& part : result) part = least_image(part);
  std::sort(result.begin(), result.end());
  return result;
}

DrawnMoves::Cells DrawnMoves::least_image(const Cells& part) const {
  if (!moves_freely_) return part;
  const size_t columns = place_->columns;
  size_t top = place_->rows, bottom = 0, left = columns, right = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    if (part[i] == kGone) continue;
    top = std::min(top, i / columns);
    bottom = std::max(bottom, i / columns);
    left = std::min(left, i % columns);
    right = std::max(right, i % columns);
  }
  const size_t height = bottom - top + 1;
  const size_t width = right - left + 1;
  Cells best;
  for (const Turn& turn : turns_) {
    const size_t down = turn.exchange ? width : height;
    const size_t across = turn.exchange ? height : width;
    if (down > place_->rows || across > columns) continue;
    Cells image(part.size(), kGone);
    for (size_t r = 0; r < height; ++r) {
      for (size_t c = 0; c < width; ++c) {
        size_t row = turn.exchange ? c : r;
        size_t column = turn.exchange ? r : c;
        if (turn.rows) row = down - 1 - row;
        if (turn.columns) column = across - 1 - column;
        image[row * columns + column] = part[(top + r) * columns + left + c];
      }
    }
    if (best.empty() || image < best) best = std::move(image);
  }
  return best;
}

std::string DrawnMoves::text(const Cells& part) const {
  const size_t columns = place_->columns;
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
  size_t row = 0;
  size_t column = 0;
  for (const char c : text) {
    if (c == '|') {
      ++row;
      column = 0;
      continue;
    }
    const size_t letter = letters_.find(c);
    if (row >= place_->rows || column >= place_->columns) return Error::input("the part is larger than the board");
    if (letter == std::string::npos && c != kGoneSign) return Error::input("a cell holds no letter of the game");
    if (c != kGoneSign) result[row * place_->columns + column] = static_cast<int8_t>(letter);
    ++column;
  }
  return result;
}

}  // namespace grundy
