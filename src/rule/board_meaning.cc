#include "rule/board_meaning.h"

#include <algorithm>
#include <set>

#include "rule/board_clauses.h"
#include "rule/lay.h"
#include "rule/lists.h"
#include "rule/position_reader.h"

namespace grundy {
namespace {

constexpr size_t kMaxPartsOfBoardSum = 1'000'000;

bool failed(const Fault& fault) { return fault.kind != Fault::Kind::none; }

/// Whether the term asks for cells, whose patterns may speak of any variable.
bool asks_cells(const Expr& expr) {
  if (expr.over_cells && !is_of_list(*expr.over_cells) &&
      expr.over_cells->kind != CellCondition::Kind::member &&
      expr.over_cells->kind != CellCondition::Kind::greatest)
    return true;
  if (std::any_of(expr.args.begin(), expr.args.end(), asks_cells)) return true;
  if (!expr.quantifier) return false;
  const Quantifier& q = *expr.quantifier;
  const auto in_binder = [](const Binder& binder) {
    return std::any_of(binder.low.begin(), binder.low.end(), asks_cells) ||
           std::any_of(binder.high.begin(), binder.high.end(), asks_cells);
  };
  return asks_cells(q.condition) || std::any_of(q.filter.begin(), q.filter.end(), asks_cells) ||
         std::any_of(q.binders.begin(), q.binders.end(), in_binder);
}

/// [d] <= a
bool binds_list(const Binder& binder) {
  return binder.values.size() == 1 && binder.values[0].over_cells &&
         binder.values[0].over_cells->kind == CellCondition::Kind::below;
}

/// After how many of the line's binders the condition can be looked at.
size_t binders_before(const BoardLine& line, const Expr& condition) {
  for (size_t i = line.binders.size(); i > 0; --i) {
    const auto& slots = line.binders[i - 1].slots;
    if (asks_cells(condition) || std::any_of(slots.begin(), slots.end(), [&](size_t slot) {
          return mentions(condition, slot);
        }))
      return i;
  }
  return 0;
}

}  // namespace

struct BoardMoves::Room {
  /// What a line without steps tells of all positions.
  struct LinePlan {
    explicit LinePlan(const BoardLine& line) {
      if (!line.steps.empty()) return;
      for (const Binder& binder : line.binders) {
        std::vector<size_t>& bound = binds_list(binder) ? lists : chosen;
        bound.insert(bound.end(), binder.slots.begin(), binder.slots.end());
      }
      for (const Expr& condition : line.conditions)
        known_from.push_back(binders_before(line, condition));
    }
    std::vector<size_t> known_from;  // for each condition the binders before it
    std::vector<size_t> chosen;      // slots
    std::vector<size_t> lists;       // those that lists are chosen for
  };

  std::vector<LinePlan> plans;
  BoardMove move;
  BoardSum spare;
  Environment slots;
  std::vector<char> holds;

  /// Makes place for the next move.
  void clear() {
    for (; !move.to.empty(); move.to.pop_back()) spare.push_back(std::move(move.to.back()));
  }
  BoardPosition position() {
    if (spare.empty()) return {};
    BoardPosition result = std::move(spare.back());
    spare.pop_back();
    return result;
  }
};

namespace {

/// Lists the moves of one line.
class LineLister {
 public:
  LineLister(const BoardPosition& here, size_t line, BoardMoves::Room& room,
             const std::function<bool(BoardMove&)>& visit, Fault& fault, Patience* patience)
      : here_(here),
        rule_(*here.game->board),
        line_(rule_.lines[line]),
        number_(line),
        plan_(room.plans[line]),
        room_(room),
        visit_(visit),
        fault_(fault),
        patience_(patience),
        reader_(here, line_.is_letter_slot),
        slots_(room.slots),
        holds_(room.holds) {}

  bool list() {
    slots_.assign(here_.coordinates.begin(), here_.coordinates.end());
    slots_.resize(line_.slot_names.size());
    slots_.board = &reader_;
    holds_.clear();
    chosen_ = plan_.chosen;
    if (line_.steps.empty()) {
      holds_.assign(line_.conditions.size(), 0);
      return choose(0);
    }
    open_.assign(slots_.size(), 0);
    for (const Binder& binder : line_.binders) {
      for (const size_t slot : binder.slots) open_[slot] = 1;
    }
    // What a term on the left speaks of has its value before cells are looked at.
    std::set<size_t> first;
    for (const Step& step : line_.steps) {
      for (const CellRow& row : step.left) terms_seen(row, first);
    }
    return bind_all(first, [&] { return step(0, here_.board); });
  }

 private:
  using Next = std::function<bool()>;

  /// The choices of the binders from `next` on. A condition is looked at as soon as what it speaks
  /// of is chosen; if it has no value there, another one may be false later.
  bool choose(size_t next) {
    for (size_t i = 0; i < plan_.known_from.size(); ++i) {
      if (plan_.known_from[i] != next) continue;
      holds_[i] = evaluate(line_.conditions[i], slots_, fault_, patience_) != 0;
      if (fault_.kind == Fault::Kind::out_of_patience) return false;
      if (failed(fault_)) {
        holds_[i] = 0;
        fault_ = {};
      } else if (holds_[i] == 0) {
        return true;
      }
    }
    if (next == line_.binders.size()) return lead(here_.board);
    return for_each_choice(
        std::span<const Binder>(&line_.binders[next], 1), slots_, INT64_MAX, fault_,
        [&] { return choose(next + 1); }, patience_);
  }

  /// Conditions that were not found to hold.
  bool others_hold() {
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      if (!holds_.empty() && holds_[i] != 0) continue;
      if (evaluate(line_.conditions[i], slots_, fault_, patience_) == 0 || failed(fault_))
        return false;
    }
    return true;
  }

  void slots_of(const Expr& expr, std::set<size_t>& result) const {
    for (size_t slot = here_.coordinates.size(); slot < open_.size(); ++slot) {
      if (open_[slot] != 0 && mentions(expr, slot)) result.insert(slot);
    }
  }
  /// Slots that terms of a row mention, but for those that stand alone.
  void terms_seen(const CellRow& row, std::set<size_t>& result) const {
    for (const Item& item : row) {
      if (item.kind == Item::Kind::term) slots_of(item.term, result);
      if (item.repeat == Item::Repeat::times && item.times.op != Op::slot)
        slots_of(item.times, result);
      terms_seen(item.group, result);
    }
  }
  /// All slots that a row has.
  void slots_seen(const CellRow& row, std::set<size_t>& result) const {
    for (const Item& item : row) {
      if (item.kind == Item::Kind::term) slots_of(item.term, result);
      if (item.kind == Item::Kind::slot && open_[item.slot] != 0) result.insert(item.slot);
      if (item.repeat == Item::Repeat::times) slots_of(item.times, result);
      slots_seen(item.group, result);
    }
  }

  /// Calls next for each choice of the variables in `wanted` that have no value yet, and of those
  /// that they depend on.
  bool bind_all(const std::set<size_t>& wanted, const Next& next) {
    for (const Binder& binder : line_.binders) {
      const bool here = std::any_of(binder.slots.begin(), binder.slots.end(), [&](size_t slot) {
        return open_[slot] != 0 && wanted.contains(slot);
      });
      if (!here) continue;
      std::set<size_t> needed;
      for (const auto* bounds : {&binder.low, &binder.high, &binder.values}) {
        for (const Expr& bound : *bounds) slots_of(bound, needed);
      }
      for (const size_t slot : binder.slots) needed.erase(slot);
      if (!needed.empty()) return bind_all(needed, [&] { return bind_all(wanted, next); });
      const std::vector<char> before = open_;
      for (const size_t slot : binder.slots) open_[slot] = 0;
      bool more = true;
      for_each_choice(
          std::span<const Binder>(&binder, 1), slots_, INT64_MAX, fault_,
          [&] {
            chosen_.insert(chosen_.end(), binder.slots.begin(), binder.slots.end());
            more = bind_all(wanted, next);
            chosen_.resize(chosen_.size() - binder.slots.size());
            return more;
          },
          patience_);
      open_ = before;
      return more && !failed(fault_);
    }
    return next();
  }

  /// Whether values that the board gave lie in the ranges of their binders.
  bool binders_hold() {
    for (const Binder& binder : line_.binders) {
      const int64_t value = slots_[binder.slots[0]];
      const auto term = [&](const std::vector<Expr>& one) {
        return evaluate(one[0], slots_, fault_, patience_);
      };
      switch (binder.kind) {
        case Binder::Kind::range:
          if ((!binder.low.empty() && value < term(binder.low)) ||
              (!binder.high.empty() && value > term(binder.high)))
            return false;
          break;
        case Binder::Kind::equal:
          if (value != term(binder.low)) return false;
          break;
        case Binder::Kind::in_set: {
          std::vector<int64_t> tuple;
          for (const size_t slot : binder.slots) tuple.push_back(slots_[slot]);
          if (!binder.set->contains(tuple.data())) return false;
          break;
        }
        case Binder::Kind::values:
          if (std::none_of(binder.values.begin(), binder.values.end(), [&](const Expr& one) {
                return evaluate(one, slots_, fault_, patience_) == value;
              }))
            return false;
          break;
      }
      if (failed(fault_)) return false;
    }
    return true;
  }

  bool step(size_t number, const Board& board) {
    if (failed(fault_)) return false;
    if (number == line_.steps.size()) return finish(board);
    const Step& here = line_.steps[number];
    if (here.kind == Step::Kind::every) return every(number, board);
    Layer layer(rule_.space, board, line_.is_letter_slot, slots_, &open_, fault_, patience_,
                line_.binders);
    return layer.match(here.left, here.along, [&](const Placement& placement) {
      std::set<size_t> needed;
      for (const CellRow& row : here.right) slots_seen(row, needed);
      return bind_all(needed, [&] {
        Board changed = board;
        const size_t marks = changed_.size();
        const bool valid = board.place->kind == SpaceKind::word
                               ? write_word(here, placement[0], changed)
                               : write(here, placement, changed);
        const bool more = !valid || step(number + 1, changed);
        changed_.resize(marks);
        written_.resize(marks);
        return more && !failed(fault_);
      });
    });
  }

  bool every(size_t number, const Board& board) {
    const Step& here = line_.steps[number];
    std::set<size_t> needed;
    for (const auto* row : {&here.item, &here.written, &here.reach.target, &here.reach.through})
      slots_seen(*row, needed);
    return bind_all(needed, [&] {
      Layer layer(rule_.space, board, line_.is_letter_slot, slots_, &open_, fault_, patience_,
                  line_.binders);
      Board changed = board;
      std::vector<size_t> cells;
      if (here.from != kNoSlot) {
        for (const size_t cell :
             layer.reached(static_cast<size_t>(slots_[here.from]), here.reach.through)) {
          if (layer.fits(here.item[0], cell)) cells.push_back(cell);
        }
      } else {
        for (size_t cell = 0; cell < board.cells.size(); ++cell) {
          if (layer.fits(here.item[0], cell) && layer.reaches(cell, here.reach))
            cells.push_back(cell);
        }
      }
      for (const size_t cell : cells) {
        if (!become(here.written[0], &here.item[0], board.cells[cell], changed.cells[cell]))
          return !failed(fault_);
      }
      return step(number + 1, changed);
    });
  }

  /// What is written over `old`, which was seen as `seen`. False when that is nothing a cell can
  /// hold.
  bool become(const Item& item, const Item* seen, Cell old, Cell& cell) {
    switch (item.kind) {
      case Item::Kind::any:
        cell = old;
        return true;
      case Item::Kind::letters: {
        if (item.listed.size() == 1) {
          cell = letter_cell(item.listed[0]);
          return true;
        }
        if (seen == nullptr || seen->kind != Item::Kind::letters || !is_letter_cell(old))
          return false;
        const size_t at = seen->listed.find(letter_of(old));
        if (at >= item.listed.size()) return false;
        cell = letter_cell(item.listed[at]);
        return true;
      }
      case Item::Kind::slot:
        cell = slots_[item.slot];
        return true;
      case Item::Kind::term: {
        const bool uses_old = mentions(item.term, item.slot);
        if (uses_old && is_letter_cell(old)) return false;
        slots_[item.slot] = old;
        const int64_t value = evaluate(item.term, slots_, fault_, patience_);
        cell = value;
        return value >= 0 && !failed(fault_);
      }
      case Item::Kind::cell:
      case Item::Kind::edge:
      case Item::Kind::group:
        break;
    }
    return false;
  }

  /// The items of a row's cells one by one, its open runs repeated as often as those seen.
  bool spread(const CellRow& row, const LaidRow& laid, std::vector<const Item*>& items,
              std::vector<size_t>& runs) {
    size_t run = 0;
    for (const Item& item : row) {
      if (item.kind == Item::Kind::edge) continue;
      int64_t repeats = 1;
      if (item.repeat == Item::Repeat::times) {
        repeats = evaluate(item.times, slots_, fault_, patience_);
      } else if (item.repeat != Item::Repeat::once) {
        if (run >= laid.runs.size()) return false;
        repeats = laid.runs[run++];
      }
      if (repeats < 0 || failed(fault_)) return false;
      for (int64_t i = 0; i < repeats; ++i) {
        if (item.kind == Item::Kind::group) {
          for (const Item& inner : item.group) items.push_back(&inner);
        } else {
          items.push_back(&item);
        }
        if (items.size() > laid.cells.size() + 1'000'000) return false;
      }
      runs.resize(items.size(), item.is_run() ? static_cast<size_t>(&item - row.data()) + 1 : 0);
    }
    return true;
  }

  bool write(const Step& step, const Placement& placement, Board& board) {
    for (size_t r = 0; r < placement.size(); ++r) {
      const LaidRow& laid = placement[r];
      std::vector<const Item*> items;
      std::vector<size_t> runs;
      if (!spread(step.right[r], laid, items, runs) || items.size() != laid.cells.size())
        return false;
      for (size_t i = 0; i < items.size(); ++i) {
        const size_t cell = laid.cells[i];
        const Cell old = board.cells[cell];
        if (!become(*items[i], laid.items[i], old, board.cells[cell])) return false;
        if (board.cells[cell] == old) continue;
        // Of a run's cells the first and the last are named.
        const size_t count = changed_.size();
        const bool goes_on = runs[i] != 0 && i >= 2 && runs[i - 1] == runs[i] &&
                             runs[i - 2] == runs[i] && count >= 2 &&
                             changed_[count - 1] == laid.cells[i - 1] &&
                             changed_[count - 2] != laid.cells[i - 1];
        const bool extends = goes_on && run_begins_before(laid, runs, i, changed_[count - 2]);
        if (extends) {
          changed_.back() = cell;
          written_.back() = board.cells[cell];
        } else {
          changed_.push_back(cell);
          written_.push_back(board.cells[cell]);
        }
      }
    }
    return true;
  }

  static bool run_begins_before(const LaidRow& laid, const std::vector<size_t>& runs, size_t i,
                                size_t cell) {
    for (size_t j = i; j-- > 0 && runs[j] == runs[i];) {
      if (laid.cells[j] == cell) return true;
    }
    return false;
  }

  bool write_word(const Step& step, const LaidRow& laid, Board& board) {
    std::vector<Cell> letters;
    const CellRow& right = step.right.empty() ? empty_ : step.right[0];
    const CellRow& left = step.left[0];
    // Where each run and each ? of the left side lies.
    std::vector<std::pair<size_t, size_t>> runs;  // first cell, cells
    std::vector<size_t> anys;
    size_t at = 0;
    size_t time = 0;
    for (const Item& item : left) {
      if (item.kind == Item::Kind::edge) continue;
      const size_t width = item.kind == Item::Kind::group ? item.group.size() : 1;
      if (!item.is_run()) {
        if (item.kind == Item::Kind::any) anys.push_back(at);
        ++at;
        continue;
      }
      const size_t cells = static_cast<size_t>(laid.times[time++]) * width;
      runs.emplace_back(at, cells);
      at += cells;
    }
    size_t run = 0;
    size_t any = 0;
    for (const Item& item : right) {
      if (item.kind == Item::Kind::edge) continue;
      if (!item.is_run()) {
        if (item.kind == Item::Kind::any) {
          if (any >= anys.size()) return false;
          letters.push_back(board.cells[laid.cells[anys[any++]]]);
          continue;
        }
        Cell cell = 0;
        const size_t across = letters.size();
        const bool seen = across < laid.cells.size();
        if (!become(item, seen ? laid.items[across] : nullptr,
                    seen ? board.cells[laid.cells[across]] : 0, cell))
          return false;
        letters.push_back(cell);
        continue;
      }
      size_t count = 0;
      size_t from = 0;
      const size_t width = item.kind == Item::Kind::group ? item.group.size() : 1;
      if (item.repeat == Item::Repeat::times) {
        const int64_t times = evaluate(item.times, slots_, fault_, patience_);
        if (times < 0 || times > 1'000'000 || failed(fault_)) return false;
        count = static_cast<size_t>(times) * width;
        from = run < runs.size() ? runs[run].first : 0;
      } else {
        if (run >= runs.size()) return false;
        count = runs[run].second;
        from = runs[run].first;
      }
      const size_t seen = run < runs.size() ? runs[run].second : 0;
      ++run;
      for (size_t i = 0; i < count; ++i) {
        const Item& one = item.kind == Item::Kind::group ? item.group[i % width] : item;
        const bool across = i < seen;
        Cell cell = 0;
        if (!become(one, across ? laid.items[from + i] : nullptr,
                    across ? board.cells[laid.cells[from + i]] : 0, cell))
          return false;
        if (cell == 0) return false;
        letters.push_back(cell);
      }
    }
    const size_t begin = laid.cells.front();
    for (const size_t cell : {laid.cells.front(), laid.cells.back()}) {
      if (changed_.empty() || changed_.back() != cell) {
        changed_.push_back(cell);
        written_.push_back(0);
      }
    }
    const auto first = board.cells.begin() + static_cast<std::ptrdiff_t>(begin);
    board.cells.erase(first, first + static_cast<std::ptrdiff_t>(laid.cells.size()));
    board.cells.insert(board.cells.begin() + static_cast<std::ptrdiff_t>(begin), letters.begin(),
                       letters.end());
    board.place = rectangle(SpaceKind::word, 1, board.cells.size());
    return true;
  }

  bool all_hold(const std::vector<Expr>& conditions) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Expr& condition) {
      return !failed(fault_) && evaluate(condition, slots_, fault_, patience_) != 0;
    });
  }

  bool finish(const Board& board) {
    std::set<size_t> needed;
    for (size_t slot = 0; slot < open_.size(); ++slot) {
      if (open_[slot] != 0) needed.insert(slot);
    }
    return bind_all(needed, [&] { return !binders_hold() ? !failed(fault_) : lead(board); });
  }

  /// The move of the present choice.
  bool lead(const Board& board) {
    if (!others_hold()) return !failed(fault_);
    BoardMove& move = room_.move;
    room_.clear();
    bool natural = true;
    if (!line_.to) {
      move.to.push_back({here_.game, here_.coordinates, here_.sets, board});
    } else {
      for (const BoardPart& part : line_.parts) {
        const auto add = [&] {
          if (!all_hold(part.condition)) return !failed(fault_);
          BoardPosition to = room_.position();
          natural = place(part, board, to);
          if (!natural || failed(fault_)) return false;
          if (move.to.size() >= kMaxPartsOfBoardSum)
            fault_ = {Fault::Kind::too_many_parts, part.span};
          move.to.push_back(std::move(to));
          return !failed(fault_);
        };
        for_each_choice(std::span<const Binder>(part.binders), slots_, INT64_MAX, fault_, add,
                        patience_);
        if (failed(fault_)) return false;
        if (!natural) return true;
      }
    }
    for (const BoardPosition& to : move.to) {
      if (to.game->board && broken_clause(to, fault_, patience_) != nullptr) return !failed(fault_);
    }
    if (failed(fault_)) return false;
    move.line = number_;
    move.changed = changed_;
    move.written = written_;
    move.slots = chosen_;
    move.chosen.clear();
    for (const size_t slot : chosen_) move.chosen.push_back(slots_[slot]);
    move.lists.clear();
    for (const size_t slot : plan_.lists) move.lists.push_back(slots_.elements(slot));
    return visit_(move);
  }

  bool place(const BoardPart& part, const Board& board, BoardPosition& to) {
    to.game = part.game;
    to.coordinates.clear();
    for (const Expr& term : part.coordinates) {
      const int64_t value = evaluate(term, slots_, fault_, patience_);
      if (value < 0 || failed(fault_)) return false;
      to.coordinates.push_back(value);
    }
    to.sets.resize(part.sets.size());
    size_t made = 0;
    for (size_t i = 0; i < part.coordinates.size(); ++i) {
      const CoordinateKind kind =
          part.game->board ? part.game->board->kinds[i] : CoordinateKind::number;
      if (kind == CoordinateKind::number) continue;
      const SetTerm& term = part.sets[made];
      NaturalSet& set = to.sets[made++];
      set.clear();
      const bool natural = is_list(kind) ? list_of(term.list, slots_, fault_, patience_, set)
                                         : elements_listed(term, slots_, fault_, patience_, set);
      if (!natural) return false;
      if (kind != CoordinateKind::list) std::sort(set.begin(), set.end());
      if (kind == CoordinateKind::set) set.erase(std::unique(set.begin(), set.end()), set.end());
    }
    to.board = part.game->board && part.game->board->has_board() ? board : Board();
    return true;
  }

  const BoardPosition& here_;
  const BoardRule& rule_;
  const BoardLine& line_;
  size_t number_;
  const BoardMoves::Room::LinePlan& plan_;
  BoardMoves::Room& room_;
  const std::function<bool(BoardMove&)>& visit_;
  Fault& fault_;
  Patience* patience_;
  PositionReader reader_;
  Environment& slots_;
  std::vector<char> open_;  // by slot: a variable of `for` that has no value yet
  // Of lines without steps: for each condition whether it holds with what is chosen.
  std::vector<char>& holds_;
  std::vector<size_t> chosen_;
  std::vector<size_t> changed_;
  std::vector<Cell> written_;
  const CellRow empty_;
};

}  // namespace

BoardMoves::BoardMoves(const Rule& rule) : room_(std::make_unique<Room>()) {
  for (const BoardLine& line : rule.board->lines) room_->plans.emplace_back(line);
}
BoardMoves::~BoardMoves() = default;

Fault BoardMoves::list(const BoardPosition& position, const std::function<bool(BoardMove&)>& visit,
                       Patience* patience) {
  Fault fault;
  if (is_over(position, fault, patience) || failed(fault)) return fault;
  if (const BoardClause* end = end_of_play(position, fault, patience);
      end != nullptr || failed(fault)) {
    BoardMove over;
    if (end != nullptr && end->wins) visit(over);  // to the game that is over
    return fault;
  }
  for (size_t line = 0; line < position.game->board->lines.size(); ++line) {
    if (!LineLister(position, line, *room_, visit, fault, patience).list()) break;
  }
  return fault;
}

Fault board_moves_by_definition(const BoardPosition& position,
                                const std::function<bool(BoardMove)>& visit, Patience* patience) {
  return BoardMoves(*position.game)
      .list(
          position, [&](BoardMove& move) { return visit(std::move(move)); }, patience);
}

}  // namespace grundy
