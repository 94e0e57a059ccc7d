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
    for (const BoardClause& clause : board_.always) {
      slots_.assign(clause.slot_names.size(), 0);
      if (!lay(clause.condition, true, moves_.never_)) return Error::declined(refused_);
    }
    for (const BoardClause& clause : board_.over) {
      slots_.assign(clause.slot_names.size(), 0);
      if (!lay(clause.condition, false, moves_.over_)) return Error::declined(refused_);
    }
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

  /// `no A and no B` of `always`, or `some A or some B` of `over`: the patterns wherever they may stand.
  bool lay(const Expr& expr, bool no, std::vector<Placement>& to) {
    if (expr.op == (no ? Op::logical_and : Op::logical_or))
      return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& arg) { return lay(arg, no, to); });
    if (expr.op != Op::cells || expr.over_cells->kind != CellCondition::Kind::some || expr.over_cells->no != no ||
        expr.over_cells->pattern.size() != 1) {
      refused_ = "`always` or `over` has a condition of another kind";
      return false;
    }
    const CellRow& row = expr.over_cells->pattern[0];
    write_out(row, row, {}, {}, 0, 0, [&](const auto& pattern, const auto&) {
      for (size_t start = 0; start < place_.cells() && !refused_; ++start) {
        for (const Direction& direction : board_.space.directions) {
          if (auto placed = place(pattern, nullptr, start, direction, {})) add(*std::move(placed), to);
        }
      }
    });
    return refused_ == nullptr;
  }

  void add(Placement done, std::vector<Placement>& to) {
    std::sort(done.begin(), done.end(), [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
    to.push_back(std::move(done));
    if (to.size() > kMostPlacements) refused_ = "its lines can be laid in too many ways";
  }

  void lay(const BoardLine& line, size_t at, const Placement& before) {
    if (at == line.steps.size()) {
      add(before, moves_.placements_);
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
          if (auto placed = place(left, &right, start, direction, before)) lay(line, at + 1, *placed);
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

  std::optional<Placement> place(const Row& left, const Row* right, size_t start, Direction direction,
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
    if (right == nullptr) return now;
    for (size_t i = 0; i < left.size(); ++i) write(*left[i], *(*right)[i], now[spots[i]]);
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
  if (!board.ends.empty()) return Error::declined("the rule has ends of its own");
  DrawnMoves moves;
  moves.place_ = place;
  for (size_t i = 0; i < board.letters.size(); ++i) {
    if (board.letters[i]) moves.letters_.push_back(static_cast<char>(i));
  }
  if (moves.letters_.size() > kMostLetters || moves.letters_.find(kGoneSign) != std::string::npos)
    return Error::declined("it has more than 15 letters, or the letter _");
  if (auto listed = DrawnLister(rule, moves).list(); !listed) return std::move(listed).error();
  for (auto* list : {&moves.placements_, &moves.never_, &moves.over_}) {
    // What becomes of letters that can't be there is of no interest.
    for (Placement& placement : *list) {
      for (Spot& spot : placement) {
        for (size_t i = 0; i < spot.becomes.size(); ++i) {
          if ((spot.reads >> i & 1) == 0) spot.becomes[i] = static_cast<int8_t>(i);
        }
      }
    }
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  moves.never_at_.resize(place->cells());
  for (size_t i = 0; i < moves.never_.size(); ++i) {
    for (const Spot& spot : moves.never_[i]) moves.never_at_[spot.cell].push_back(i);
  }
  moves.find_turns();
  return moves;
}

/// Whether moving by a step, or turning about the upper left corner, takes every placement to one, where it fits on the
/// board.
bool DrawnMoves::keeps(bool moved, size_t down, size_t right, Turn turn) const {
  return keeps(placements_, moved, down, right, turn) && keeps(never_, moved, down, right, turn) &&
         keeps(over_, moved, down, right, turn);
}

bool DrawnMoves::keeps(const std::vector<Placement>& list, bool moved, size_t down, size_t right, Turn turn) const {
  const size_t rows = place_->rows;
  const size_t columns = place_->columns;
  for (const bool back : {false, true}) {
    if (back && !moved) break;
    for (const Placement& placement : list) {
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
      if (!std::binary_search(list.begin(), list.end(), image)) return false;
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

bool DrawnMoves::stands(const Placement& placement, const Cells& board) const {
  return std::all_of(placement.begin(), placement.end(), [&](const Spot& spot) {
    return board[spot.cell] != kGone && (spot.reads >> board[spot.cell] & 1) != 0;
  });
}

bool DrawnMoves::is_allowed(const Cells& board) const {
  return std::none_of(never_.begin(), never_.end(), [&](const Placement& one) { return stands(one, board); });
}

/// Likewise, where only these cells have changed.
bool DrawnMoves::is_allowed_at(const Placement& changed, const Cells& board) const {
  return std::all_of(changed.begin(), changed.end(), [&](const Spot& spot) {
    const std::vector<size_t>& near = never_at_[spot.cell];
    return std::none_of(near.begin(), near.end(), [&](size_t i) { return stands(never_[i], board); });
  });
}

std::vector<DrawnMoves::Cells> DrawnMoves::options(const Cells& board) const {
  std::vector<Cells> result;
  if (std::any_of(over_.begin(), over_.end(), [&](const Placement& one) { return stands(one, board); })) return result;
  for (const Placement& placement : placements_) {
    if (!stands(placement, board)) continue;
    Cells next = board;
    for (const Spot& spot : placement) next[spot.cell] = spot.becomes[static_cast<size_t>(board[spot.cell])];
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
  for (const Spot& spot : moved) after[spot.cell] = spot.becomes[static_cast<size_t>(board[spot.cell])];
  return is_allowed_at(moved, after);
}

/// The excluded pattern that stands for certain after the placement, or null.
const DrawnMoves::Placement* DrawnMoves::refusal(const Placement& placement, const std::vector<uint16_t>& can) const {
  const auto is_certain = [&](const Spot& named) {
    const uint16_t letters = can[named.cell];
    const auto own =
        std::find_if(placement.begin(), placement.end(), [&](const Spot& spot) { return spot.cell == named.cell; });
    if (own == placement.end()) return std::has_single_bit(letters) && (letters & named.reads) != 0;
    for (size_t i = 0; i < letters_.size(); ++i) {
      if (((letters & own->reads) >> i & 1) != 0 && (named.reads >> own->becomes[i] & 1) == 0) return false;
    }
    return true;
  };
  for (const Spot& spot : placement) {
    for (const size_t i : never_at_[spot.cell]) {
      if (std::all_of(never_[i].begin(), never_[i].end(), is_certain)) return &never_[i];
    }
  }
  return nullptr;
}

DrawnMoves::Look DrawnMoves::look(const Cells& board) const {
  Look look;
  look.part.assign(board.size(), Look::kNoPart);
  const auto fits = [&](const Placement& placement) {
    return std::all_of(placement.begin(), placement.end(),
                       [&](const Spot& spot) { return (spot.reads & look.can[spot.cell]) != 0; });
  };
  std::vector<bool> refused(placements_.size(), false);
  for (bool again = true; again;) {
    look.can.assign(board.size(), 0);
    for (size_t i = 0; i < board.size(); ++i) {
      if (board[i] != kGone) look.can[i] = static_cast<uint16_t>(1u << board[i]);
    }
    for (bool more = true; more;) {
      more = false;
      for (size_t p = 0; p < placements_.size(); ++p) {
        if (refused[p] || !fits(placements_[p])) continue;
        for (const Spot& spot : placements_[p]) {
          uint16_t all = look.can[spot.cell];
          for (size_t i = 0; i < letters_.size(); ++i) {
            if ((spot.reads & look.can[spot.cell]) >> i & 1) all = static_cast<uint16_t>(all | 1u << spot.becomes[i]);
          }
          more = more || all != look.can[spot.cell];
          look.can[spot.cell] = all;
        }
      }
    }
    again = false;
    for (size_t p = 0; p < placements_.size() && !never_.empty(); ++p) {
      if (refused[p] || !fits(placements_[p]) || refusal(placements_[p], look.can) == nullptr) continue;
      refused[p] = true;
      again = true;
    }
  }
  std::vector<bool> live(board.size(), false);
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (refused[p] || !fits(placements_[p])) continue;
    for (const Spot& spot : placements_[p]) {
      for (size_t i = 0; i < letters_.size(); ++i) {
        if (((spot.reads & look.can[spot.cell]) >> i & 1) != 0 && spot.becomes[i] != static_cast<int8_t>(i))
          live[spot.cell] = true;
      }
    }
  }
  // What joins live cells, and what is refused where nothing is live, each with what refuses it.
  std::vector<Placement> joints;
  std::vector<std::pair<const Placement*, const Placement*>> frozen;
  const auto first_live = [&](const Placement& placement) {
    const auto at = std::find_if(placement.begin(), placement.end(), [&](const Spot& spot) { return live[spot.cell]; });
    return at == placement.end() ? board.size() : size_t{at->cell};
  };
  for (size_t p = 0; p < placements_.size(); ++p) {
    if (!fits(placements_[p])) continue;
    Placement joint = placements_[p];
    const Placement* never = refused[p] ? refusal(joint, look.can) : nullptr;
    if (never != nullptr) joint.insert(joint.end(), never->begin(), never->end());
    if (first_live(joint) != board.size()) {
      joints.push_back(std::move(joint));
    } else if (never != nullptr) {
      frozen.emplace_back(&placements_[p], never);
    }
  }
  for (const Placement& never : never_) {
    if (fits(never) && first_live(never) != board.size()) joints.push_back(never);
  }
  std::vector<size_t> root(board.size());
  std::iota(root.begin(), root.end(), size_t{0});
  const auto find = [&](size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (const Placement& joint : joints) {
    const size_t first = first_live(joint);
    for (const Spot& spot : joint) {
      if (live[spot.cell]) root[find(spot.cell)] = find(first);
    }
  }
  std::vector<size_t> index(board.size(), Look::kNoPart);  // by root: the part
  for (size_t i = 0; i < board.size(); ++i) {
    if (!live[i]) continue;
    size_t& part = index[find(i)];
    if (part == Look::kNoPart) {
      part = look.parts.size();
      look.parts.emplace_back(board.size(), kGone);
    }
    look.part[i] = part;
  }
  for (const Placement& joint : joints) {
    Cells& part = look.parts[look.part[first_live(joint)]];
    for (const Spot& spot : joint) part[spot.cell] = board[spot.cell];
  }
  look.is_whole = !over_.empty();
  for (const auto& [placement, never] : frozen) {
    for (const Cells& part : look.parts) {
      const auto has = [&](const Spot& spot) { return part[spot.cell] != kGone; };
      look.is_whole = look.is_whole || (std::all_of(placement->begin(), placement->end(), has) &&
                                        !std::all_of(never->begin(), never->end(), has));
    }
  }
  if (look.is_whole) look.parts.assign(1, board);
  return look;
}

std::vector<DrawnMoves::Cells> DrawnMoves::parts(const Cells& board) const {
  std::vector<Cells> result = look(board).parts;
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
