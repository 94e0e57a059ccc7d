#include "check/drawn_lister.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "rule/evaluate.h"
#include "rule/lay.h"

namespace grundy {

class DrawnLister::Laying {
 public:
  Laying(const Rule& rule, DrawnMoves& moves)
      : board_(*rule.board), place_(*moves.place_), moves_(moves) {}

  Attempt<void> list() {
    for (const BoardLine& line : board_.lines) {
      if (line.to || line.steps.empty()) return Error::declined("a line leads to other games");
      if (std::any_of(line.conditions.begin(), line.conditions.end(), speaks_of_more))
        return Error::declined("a line has a condition over cells");
      slots_.assign(line.slot_names.size(), 0);
      const bool good = for_each_of(line.binders, [&] {
        for (const Expr& condition : line.conditions) {
          if (evaluate(condition, slots_, fault_) == 0) return;
        }
        lay(line, 0, {});
      });
      if (!good) return why();
    }
    for (const BoardClause& clause : board_.always) {
      slots_.assign(clause.slot_names.size(), 0);
      if (!lay(clause.condition, true, moves_.never_)) return why();
    }
    for (const BoardClause& clause : board_.over) {
      slots_.assign(clause.slot_names.size(), 0);
      if (!lay(clause.condition, false, moves_.over_)) return why();
    }
    return {};
  }

 private:
  static constexpr size_t kMostPlacements = 20'000;
  static constexpr uint64_t kMostTries = 20'000'000;
  using Placement = DrawnMoves::Placement;
  using Spot = DrawnMoves::Spot;
  using Row = std::vector<const Item*>;

  /// A row of a pattern with its runs written out.
  struct Written {
    Row left;
    Row right;
    std::vector<std::pair<size_t, const Item*>> ends;  // after so many cells the item does not fit
    bool begins_at_edge = false;
    bool ends_at_edge = false;
  };
  /// Where a row lies: the way to its next cell, and to the first one of the next row.
  struct Turn {
    Direction along;
    Direction next;
  };

  Error why() const { return Error::declined(refused_ ? refused_ : describe(fault_.kind)); }

  static bool speaks_of_more(const Expr& expr) {
    return expr.op == Op::cells || expr.op == Op::cell_count || expr.quantifier ||
           std::any_of(expr.args.begin(), expr.args.end(), speaks_of_more);
  }

  /// do() for each choice of the binders; false after a fault, and where something is refused.
  template <class Do>
  bool for_each_of(const std::vector<Binder>& binders, const Do& act) {
    const auto limit = static_cast<int64_t>(place_.cells());
    for_each_choice(binders, slots_, limit, fault_, [&] {
      act();
      return !refused_;
    });
    return !refused_ && fault_.kind == Fault::Kind::none;
  }

  /// `no A and no B` and `every X reaches …` of `always`, or `some A or some B` of `over`.
  bool lay(const Expr& expr, bool no, std::vector<Placement>& to) {
    if (expr.op == (no ? Op::logical_and : Op::logical_or))
      return std::all_of(expr.args.begin(), expr.args.end(),
                         [&](const Expr& arg) { return lay(arg, no, to); });
    if (no && expr.op == Op::quantifier && expr.value != 0 && expr.quantifier->filter.empty())
      return for_each_of(expr.quantifier->binders,
                         [&] { lay(expr.quantifier->condition, no, to); });
    refused_ = "`always` or `over` has a condition of another kind";
    if (expr.op != Op::cells) return false;
    const CellCondition& cells = *expr.over_cells;
    if (no && !cells.no && cells.kind == CellCondition::Kind::every_reaches &&
        !cells.reach.negated) {
      refused_ = nullptr;
      moves_.walks_.push_back({letters_of(cells.item), letters_of(cells.reach.target),
                               letters_of(cells.reach.through)});
      return refused_ == nullptr;
    }
    if (cells.kind != CellCondition::Kind::some || cells.no != no) return false;
    refused_ = nullptr;
    for_each_placement(cells.pattern, nullptr, {}, {},
                       [&](Placement placed) { add(std::move(placed), to); });
    return refused_ == nullptr;
  }

  uint16_t letters_of(const std::vector<Item>& item) {
    if (item.empty()) return 0;
    if (item[0].kind != Item::Kind::letters && item[0].kind != Item::Kind::slot)
      refused_ = "`always` or `over` has a condition of another kind";
    return letters(item[0]);
  }

  void add(Placement done, std::vector<Placement>& to) {
    std::sort(done.begin(), done.end(),
              [](const Spot& a, const Spot& b) { return a.cell < b.cell; });
    to.push_back(std::move(done));
    if (to.size() > kMostPlacements) refused_ = "its lines can be laid in too many ways";
  }

  void lay(const BoardLine& line, size_t at, const Placement& before) {
    if (at == line.steps.size()) {
      add(before, moves_.placements_);
      return;
    }
    const Step& step = line.steps[at];
    const auto go_on = [&](const Placement& placed) { lay(line, at + 1, placed); };
    if (step.kind == Step::Kind::every) {
      if (auto changed = with_neighbours(step, before)) go_on(*changed);
    } else {
      for_each_placement(step.left, &step.right, step.along, before, go_on);
    }
  }

  /// `every X that u reaches -> O`, u being a cell with a name and the walk one step.
  std::optional<Placement> with_neighbours(const Step& step, Placement now) {
    const bool is_letter =
        step.item[0].kind == Item::Kind::letters || step.item[0].kind == Item::Kind::slot;
    if (step.from == kNoSlot || !step.reach.through.empty() || step.reach.negated || !is_letter) {
      refused_ = "a line is not drawn in letters";
      return std::nullopt;
    }
    const uint16_t seen = letters(step.item[0]);
    const auto from = static_cast<size_t>(slots_[step.from]);
    std::vector<size_t> near = cells_next_to(board_.space, place_, from);
    std::sort(near.begin(), near.end());
    near.erase(std::unique(near.begin(), near.end()), near.end());
    for (const size_t cell : near) {
      if (cell == from) continue;
      Spot& spot = now[spot_of(cell, now)];
      Spot changed = spot;
      write(step.item[0], step.written[0], changed);
      for (size_t i = 0; i < moves_.letters_.size(); ++i) {
        if ((seen >> spot.becomes[i] & 1) != 0) spot.becomes[i] = changed.becomes[i];
      }
    }
    return now;
  }

  // Rows written out.

  /// take(placement) for each place of the pattern; `right`: what is written, null where nothing
  /// is.
  template <class Take>
  void for_each_placement(const Pattern& left, const Pattern* right,
                          const std::vector<Direction>& along, const Placement& before,
                          const Take& take) {
    std::vector<std::vector<Written>> rows;  // by row: the ways to write it out
    for (size_t r = 0; r < left.size() && !refused_; ++r) {
      rows.emplace_back();
      write_out(left[r], right != nullptr ? (*right)[r] : left[r], {}, 0, 0, rows.back());
    }
    if (place_.is_graph() && left.size() > 1) refused_ = "a block on a graph";
    std::vector<const Written*> chosen;
    choose(rows, chosen, [&] {
      for (const Turn& turn : turns(left.size(), along)) {
        for (size_t start = 0; start < place_.cells() && !refused_; ++start) {
          std::vector<char> used(place_.cells(), 0);
          lay_row(chosen, 0, start, turn, right != nullptr, before, used, take);
        }
      }
    });
  }

  template <class Then>
  void choose(const std::vector<std::vector<Written>>& rows, std::vector<const Written*>& chosen,
              const Then& then) {
    if (refused_) return;
    if (chosen.size() == rows.size()) return then();
    for (const Written& written : rows[chosen.size()]) {
      if (!chosen.empty() && written.left.size() != chosen[0]->left.size()) continue;
      chosen.push_back(&written);
      choose(rows, chosen, then);
      chosen.pop_back();
    }
  }

  std::vector<Turn> turns(size_t rows, const std::vector<Direction>& along) const {
    if (place_.is_graph()) return {{}};
    std::vector<Turn> result;
    const auto clockwise = [](Direction d) { return Direction{d.right, -d.down}; };
    if (rows == 1 || !along.empty()) {
      for (const Direction& d : along.empty() ? board_.space.directions : along)
        result.push_back({d, clockwise(d)});
      return result;
    }
    // Of a block: all its turns and reflections. Steps to the six sides of a hexagon follow each
    // other.
    const std::vector<Direction> sides =
        board_.space.hex
            ? std::vector<Direction>{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}
            : std::vector<Direction>{{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    for (size_t i = 0; i < sides.size(); ++i) {
      result.push_back({sides[i], sides[(i + 1) % sides.size()]});
      result.push_back({sides[i], sides[(i + sides.size() - 1) % sides.size()]});
    }
    return result;
  }

  static bool is_open(const CellRow& row, size_t k) {
    return k < row.size() &&
           (row[k].repeat == Item::Repeat::star || row[k].repeat == Item::Repeat::plus);
  }

  /// Both sides with their runs in every length that fits the board.
  void write_out(const CellRow& left, const CellRow& right, const Written& done, size_t i, size_t j,
                 std::vector<Written>& to) {
    const size_t longest =
        place_.is_graph() ? place_.cells() : std::max(place_.rows, place_.columns);
    if (refused_ || done.left.size() > longest) return;
    if (i == left.size() && j == right.size()) {
      if (done.left.size() == done.right.size() && !done.left.empty()) to.push_back(done);
      return;
    }
    Written next = done;
    // What stands before the next open run of each side, and then both runs, as often as each
    // other.
    if (i < left.size() && !is_open(left, i)) {
      if (left[i].kind == Item::Kind::edge) {
        if (i > 0 && i + 1 < left.size()) refused_ = "an item of another kind";
        (i == 0 ? next.begins_at_edge : next.ends_at_edge) = true;
      } else if (!put(left[i], times(left[i]), next.left)) {
        return;
      }
      end_run(left[i], next);
      return write_out(left, right, next, i + 1, j, to);
    }
    if (j < right.size() && !is_open(right, j)) {
      if (right[j].kind != Item::Kind::edge && !put(right[j], times(right[j]), next.right)) return;
      return write_out(left, right, next, i, j + 1, to);
    }
    if (i == left.size() || j == right.size()) {
      refused_ = "a run of another kind";
      return;
    }
    const int64_t least = left[i].repeat == Item::Repeat::plus ? 1 : 0;
    for (int64_t count = least; count <= static_cast<int64_t>(longest) && !refused_; ++count) {
      next = done;
      if (!put(left[i], count, next.left) || !put(right[j], count, next.right)) return;
      end_run(left[i], next);
      write_out(left, right, next, i + 1, j + 1, to);
    }
  }

  void end_run(const Item& run, Written& next) {
    if (!run.all) return;
    if (run.kind == Item::Kind::group || place_.is_graph()) refused_ = "a run of another kind";
    next.ends.emplace_back(next.left.size(), &run);
  }

  int64_t times(const Item& item) {
    if (item.repeat != Item::Repeat::times) return 1;
    const int64_t times = evaluate(item.times, slots_, fault_);
    if (fault_.kind != Fault::Kind::none) refused_ = "a count of cells can't be told";
    return times;
  }

  bool put(const Item& item, int64_t times, Row& row) {
    if (item.kind == Item::Kind::edge) refused_ = "an item of another kind";
    if (refused_ || times < 0 || times > static_cast<int64_t>(place_.cells())) return false;
    for (int64_t k = 0; k < times; ++k) {
      if (item.kind == Item::Kind::group) {
        for (const Item& one : item.group) row.push_back(&one);
      } else {
        row.push_back(&item);
      }
    }
    return true;
  }

  // Rows laid.

  template <class Take>
  void lay_row(const std::vector<const Written*>& rows, size_t r, size_t start, const Turn& turn,
               bool writes, const Placement& before, std::vector<char>& used, const Take& take) {
    const Written& row = *rows[r];
    if (row.begins_at_edge && place_.step(start, {-turn.along.down, -turn.along.right})) return;
    std::vector<size_t> cells;
    lay_cells(row, cells, start, turn, before, used, [&](Placement now) {
      const std::optional<size_t> beyond =
          place_.is_graph() ? std::nullopt : place_.step(cells.back(), turn.along);
      if (row.ends_at_edge && (place_.is_graph() || beyond)) return;
      for (const auto& [count, item] : row.ends) {
        const std::optional<size_t> cell =
            count < cells.size() ? std::optional(cells[count]) : beyond;
        if (!cell || (count == cells.size() && used[*cell] != 0)) continue;
        if (!narrow(now[spot_of(*cell, now)], static_cast<uint16_t>(~letters(*item)))) return;
      }
      if (writes) {
        for (size_t i = 0; i < cells.size(); ++i)
          write(*row.left[i], *row.right[i], now[spot_of(cells[i], now)]);
      }
      if (r + 1 == rows.size()) return take(now);
      if (const auto next = place_.step(cells.front(), turn.next))
        lay_row(rows, r + 1, *next, turn, writes, now, used, take);
    });
  }

  template <class Take>
  void lay_cells(const Written& row, std::vector<size_t>& cells, size_t start, const Turn& turn,
                 const Placement& before, std::vector<char>& used, const Take& take) {
    if (++tries_ > kMostTries) refused_ = "its lines can be laid in too many ways";
    if (refused_) return;
    if (cells.size() == row.left.size()) return take(before);
    const Item& item = *row.left[cells.size()];
    // A cell with a name may be met again: a path is closed there.
    const bool closes = item.known || item.kind == Item::Kind::cell;
    for (const size_t cell : next_cells(cells, start, turn)) {
      const char met = used[cell];
      if (met != 0 && !closes) continue;
      Placement now = before;
      if (!read(item, cell, now)) continue;
      used[cell] = 1;
      cells.push_back(cell);
      lay_cells(row, cells, start, turn, now, used, take);
      cells.pop_back();
      used[cell] = met;
    }
  }

  std::vector<size_t> next_cells(const std::vector<size_t>& cells, size_t start,
                                 const Turn& turn) const {
    if (cells.empty()) return {start};
    if (place_.is_graph()) {
      std::vector<size_t> near = place_.neighbours(cells.back());
      std::sort(near.begin(), near.end());
      near.erase(std::unique(near.begin(), near.end()), near.end());
      return near;
    }
    const std::optional<size_t> next = place_.step(cells.back(), turn.along);
    return next ? std::vector<size_t>{*next} : std::vector<size_t>();
  }

  /// The letters of an item as bits.
  uint16_t letters(const Item& item) {
    uint16_t result = 0;
    for (size_t i = 0; i < moves_.letters_.size(); ++i) {
      const Cell letter = letter_cell(moves_.letters_[i]);
      const bool has = item.kind == Item::Kind::any ||
                       (item.kind == Item::Kind::letters
                            ? has_letter(item.letters, letter)
                            : item.slot < slots_.size() && slots_[item.slot] == letter);
      if (has) result = static_cast<uint16_t>(result | 1u << i);
    }
    return result;
  }

  /// The cell's place among the spots.
  size_t spot_of(size_t cell, Placement& now) const {
    const auto at =
        std::find_if(now.begin(), now.end(), [&](const Spot& spot) { return spot.cell == cell; });
    if (at != now.end()) return static_cast<size_t>(at - now.begin());
    Spot fresh;
    fresh.cell = static_cast<uint32_t>(cell);
    fresh.reads = static_cast<uint16_t>((1u << moves_.letters_.size()) - 1);
    std::iota(fresh.becomes.begin(), fresh.becomes.end(), int8_t{0});
    now.push_back(fresh);
    return now.size() - 1;
  }

  /// The spot holds one of these letters; false where it can't.
  bool narrow(Spot& spot, uint16_t wanted) const {
    uint16_t fitting = 0;
    for (size_t i = 0; i < moves_.letters_.size(); ++i) {
      if ((spot.reads >> i & 1) != 0 && (wanted >> spot.becomes[i] & 1) != 0)
        fitting = static_cast<uint16_t>(fitting | 1u << i);
    }
    spot.reads = fitting;
    return fitting != 0;
  }

  /// Whether the item may lie on the cell.
  bool read(const Item& item, size_t cell, Placement& now) {
    if (item.kind == Item::Kind::cell && slots_[item.slot] != static_cast<int64_t>(cell))
      return false;
    if (item.named != kNoSlot) {
      if (slots_.size() <= item.named) slots_.resize(item.named + 1);
      if (item.known && slots_[item.named] != static_cast<int64_t>(cell)) return false;
      slots_[item.named] = static_cast<int64_t>(cell);
    }
    Spot& spot = now[spot_of(cell, now)];
    if (item.kind == Item::Kind::letters || item.kind == Item::Kind::slot)
      return narrow(spot, letters(item));
    if (item.kind != Item::Kind::any && item.kind != Item::Kind::cell)
      refused_ = "an item of another kind";
    return !refused_;
  }

  void write(const Item& left, const Item& right, Spot& spot) {
    if (right.kind == Item::Kind::any) return;
    if (right.kind == Item::Kind::letters && right.listed.size() > 1) {
      if (left.listed.size() != right.listed.size())
        refused_ = "letters that are not exchanged one by one";
      for (int8_t& letter : spot.becomes) {
        const size_t number = static_cast<uint8_t>(letter);
        if (refused_ || number >= moves_.letters_.size()) continue;
        const size_t at = left.listed.find(moves_.letters_[number]);
        if (at != std::string::npos)
          letter = static_cast<int8_t>(moves_.letters_.find(right.listed[at]));
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
  Fault fault_;
  uint64_t tries_ = 0;
  const char* refused_ = nullptr;
};

Attempt<void> DrawnLister::list(const Rule& rule, DrawnMoves& moves) {
  return Laying(rule, moves).list();
}

}  // namespace grundy
