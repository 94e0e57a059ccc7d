#include "check/drawn_lister.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <optional>

#include "rule/evaluate.h"

namespace grundy {

class DrawnLister::Laying {
 public:
  Laying(const Rule& rule, DrawnMoves& moves) : board_(*rule.board), place_(*moves.place_), moves_(moves) {}

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

  /// `no A and no B`, or `all(no A for …)`, of `always`, or `some A or some B` of `over`: the patterns wherever they may stand.
  bool lay(const Expr& expr, bool no, std::vector<Placement>& to) {
    if (expr.op == (no ? Op::logical_and : Op::logical_or))
      return std::all_of(expr.args.begin(), expr.args.end(), [&](const Expr& arg) { return lay(arg, no, to); });
    if (no && expr.op == Op::quantifier && expr.value == 1 && expr.quantifier->filter.empty() &&
        std::none_of(expr.quantifier->binders.begin(), expr.quantifier->binders.end(),
                     [](const Binder& binder) { return binder.kind == Binder::Kind::range && binder.high.empty(); })) {
      Fault fault;
      for_each_choice(expr.quantifier->binders, slots_, 0, fault,
                      [&] { return lay(expr.quantifier->condition, no, to); });
      if (fault.kind != Fault::Kind::none) refused_ = "`always` or `over` has a condition of another kind";
      return refused_ == nullptr;
    }
    if (expr.op != Op::cells || expr.over_cells->kind != CellCondition::Kind::some || expr.over_cells->no != no ||
        expr.over_cells->pattern.size() != 1) {
      refused_ = "`always` or `over` has a condition of another kind";
      return false;
    }
    const CellRow& row = expr.over_cells->pattern[0];
    write_out(row, row, {}, {}, 0, 0, [&](const auto& pattern, const auto&) {
      lay_row(pattern, nullptr, board_.space.directions, {}, [&](Placement placed) { add(std::move(placed), to); });
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
      lay_row(left, &right, step.along.empty() ? board_.space.directions : step.along, before,
              [&](const Placement& placed) { lay(line, at + 1, placed); });
    });
  }

  using Row = std::vector<const Item*>;
  /// Both sides with their runs written out, in every way that fits the board.
  template <class Take>
  void write_out(const CellRow& left, const CellRow& right, Row from, Row to, size_t i, size_t j, const Take& take) {
    if (refused_ || from.size() > longest_row(left)) return;
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
    for (size_t times = left[i].repeat == Item::Repeat::plus ? 1 : 0; times <= longest_row(left); ++times) {
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

  static bool is_known(const Item& item) { return item.known || item.kind == Item::Kind::cell; }
  /// All cells of a row are different, but those that were named before.
  size_t longest_row(const CellRow& row) const {
    if (!place_.is_graph() && !is_cyclic(place_.kind)) return std::max(place_.rows, place_.columns);
    return place_.cells() + static_cast<size_t>(std::count_if(row.begin(), row.end(), is_known));
  }

  using Then = std::function<void(Placement)>;
  void lay_row(const Row& left, const Row* right, const std::vector<Direction>& directions, const Placement& before,
               const Then& then) {
    for (size_t start = 0; start < place_.cells() && !refused_; ++start) {
      if (place_.is_graph()) {
        walk(left, right, start, nullptr, before, {}, {}, then);
      } else {
        for (const Direction& direction : directions) walk(left, right, start, &direction, before, {}, {}, then);
      }
    }
  }
  /// Lays the next item on the cell, and those behind it on whatever comes next.
  void walk(const Row& left, const Row* right, size_t cell, const Direction* direction, Placement now,
            std::vector<size_t> cells, std::vector<size_t> spots, const Then& then) {
    if (++tries_ > kMostTries) refused_ = "its lines can be laid in too many ways";
    const Item& item = *left[cells.size()];
    const bool again = std::find(cells.begin(), cells.end(), cell) != cells.end();
    if (refused_ || (again && !is_known(item))) return;
    const std::optional<size_t> spot = read(item, cell, now);
    if (!spot) return;
    cells.push_back(cell);
    spots.push_back(*spot);
    if (cells.size() == left.size()) {
      for (size_t i = 0; right != nullptr && i < left.size(); ++i) write(*left[i], *(*right)[i], now[spots[i]]);
      return then(std::move(now));
    }
    if (direction != nullptr) {
      if (const auto next = place_.step(cell, *direction)) walk(left, right, *next, direction, now, cells, spots, then);
      return;
    }
    std::vector<size_t> next = place_.neighbours(cell);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
    for (const size_t one : next) walk(left, right, one, nullptr, now, cells, spots, then);
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
        const size_t number = static_cast<uint8_t>(letter);
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

Attempt<void> DrawnLister::list(const Rule& rule, DrawnMoves& moves) { return Laying(rule, moves).list(); }

}  // namespace grundy
