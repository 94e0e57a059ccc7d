#include "engine/board/lay.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <tuple>

#include "engine/board/runs.h"

namespace grundy {
namespace {

/// A cell that a move has looked at: the letters it may have had, and what each of them is by now.
struct Touched {
  size_t cell;
  LetterSet allowed;
  std::array<uint8_t, kMostLetters + 1> now;
  bool must_be_there = false;  // an item `?` lies on it
};

struct FlatItem {
  const Item* item = nullptr;
  std::vector<const Item*> refused;  // items of runs with `!` that end before this cell
};

/// A row with its runs written out.
struct FlatRow {
  std::vector<FlatItem> items;
  std::vector<const Item*> refused_behind;
  bool begins_at_edge = false;
  bool ends_at_edge = false;
};

class Laying {
 public:
  Laying(const BoardRule& rule, const Place& place, const Alphabet& alphabet, Environment slots,
         Budget& budget)
      : rule_(rule),
        place_(place),
        alphabet_(alphabet),
        slots_(std::move(slots)),
        budget_(budget) {}

  /// Lays the steps, one after another, in every way.
  void lay(std::span<const Step> steps, std::vector<Touched> board) {
    if (failed_ || laid_.size() > kMostPlacements) return;
    if (steps.empty()) {
      emit(std::move(board));
      return;
    }
    const Step& step = steps.front();
    if (step.kind != Step::Kind::laid) return fail("`every` changes many cells at once");
    lay_pattern(step.left, &step.right, step.along, board,
                [&](std::vector<Touched> changed) { lay(steps.subspan(1), std::move(changed)); });
  }
  void lay(const Pattern& pattern) {
    lay_pattern(pattern, nullptr, {}, {},
                [&](std::vector<Touched> board) { emit(std::move(board)); });
  }

  Environment& slots() { return slots_; }
  Attempt<std::vector<LaidMove>> laid() {
    if (failed_) return *std::move(failed_);
    if (laid_.size() > kMostPlacements)
      return Error::declined("its patterns can be laid in too many ways");
    std::sort(laid_.begin(), laid_.end());
    laid_.erase(std::unique(laid_.begin(), laid_.end()), laid_.end());
    return std::move(laid_);
  }
  void fail(const char* reason) {
    if (!failed_) failed_ = Error::declined(reason);
  }

 private:
  static constexpr uint64_t kAsked = 1024;
  using Then = std::function<void(std::vector<Touched>)>;

  int64_t number(const Expr& expr) {
    Fault fault;
    const int64_t value = evaluate(expr, slots_, fault);
    if (fault.kind != Fault::Kind::none) fail("a count of cells can't be told");
    return value;
  }

  /// Writes out runs: open ones take their counts from `counts`, in order.
  bool flatten(const CellRow& row, std::span<const size_t> counts, size_t& open, FlatRow& flat) {
    for (size_t i = 0; i < row.size(); ++i) {
      const Item& item = row[i];
      if (item.kind == Item::Kind::edge) {
        (i == 0 ? flat.begins_at_edge : flat.ends_at_edge) = true;
        continue;
      }
      const auto times = times_of(item, counts, open, place_.cells(),
                                  [&](const Expr& term) { return number(term); });
      if (!times) return false;
      for (int64_t k = 0; k < *times; ++k) {
        if (item.kind == Item::Kind::group) {
          if (!flatten(item.group, {}, open, flat)) return false;
        } else {
          put(flat, &item);
        }
      }
      if (item.all) {
        if (item.kind == Item::Kind::group) fail("`!` behind a group");
        flat.refused_behind.push_back(&item);
      }
    }
    return true;
  }
  static void put(FlatRow& flat, const Item* item) {
    FlatItem one{item, std::move(flat.refused_behind)};
    flat.refused_behind.clear();
    flat.items.push_back(std::move(one));
  }

  void lay_pattern(const Pattern& left, const Pattern* right, const std::vector<Direction>& along,
                   const std::vector<Touched>& board, const Then& then) {
    if (left.size() != 1) return lay_rows(left, right, along, board, then);
    size_t open_runs = 0;
    for (const Item& item : left[0])
      open_runs += item.repeat == Item::Repeat::star || item.repeat == Item::Repeat::plus ? 1 : 0;
    const std::vector<Direction>& directions = along.empty() ? rule_.space.directions : along;
    std::vector<size_t> counts(open_runs, 0);
    while (true) {
      FlatRow from;
      FlatRow to;
      size_t open = 0;
      const bool fits = flatten(left[0], counts, open, from) &&
                        from.items.size() <= place_.cells() + closings(from);
      open = 0;
      if (fits && (right == nullptr || flatten((*right)[0], counts, open, to))) {
        if (right != nullptr && to.items.size() != from.items.size())
          return fail("the sides differ in width");
        lay_row(from, right == nullptr ? nullptr : &to, directions, board, then);
      }
      // The next choice of counts, like an odometer.
      size_t digit = 0;
      while (digit < counts.size() && ++counts[digit] > longest_row()) counts[digit++] = 0;
      if (digit == counts.size()) break;
      if (failed_ || laid_.size() > kMostPlacements) break;
    }
  }

  size_t longest_row() const {
    if (place_.is_graph() || is_cyclic(place_.kind)) return place_.cells();
    return std::max(place_.rows, place_.columns);
  }

  void lay_row(const FlatRow& left, const FlatRow* right, const std::vector<Direction>& directions,
               const std::vector<Touched>& board, const Then& then) {
    if (left.items.empty()) return;
    if (place_.is_graph()) {
      if (!left.refused_behind.empty()) return fail("`!` on a graph");
      for (const FlatItem& item : left.items) {
        if (!item.refused.empty()) return fail("`!` on a graph");
      }
      for (const size_t start : starts_of(left)) {
        if (failed_) return;
        std::vector<size_t> cells{start};
        lay_path(left, right, cells, board, then);
      }
      return;
    }
    for (const size_t start : starts_of(left)) {
      if (is_spent()) return;
      for (const Direction& direction : directions) {
        std::vector<size_t> cells{start};
        const Direction back{-direction.down, -direction.right};
        if (left.begins_at_edge && place_.step(start, back)) continue;
        while (cells.size() < left.items.size()) {
          const std::optional<size_t> next = place_.step(cells.back(), direction);
          if (!next) break;
          cells.push_back(*next);
        }
        if (cells.size() < left.items.size()) continue;
        const std::optional<size_t> behind = place_.step(cells.back(), direction);
        if (left.ends_at_edge && behind) continue;
        std::vector<Touched> changed = board;
        bool fits = all_different(left, cells);
        if (left.begins_at_edge || left.ends_at_edge) asks_for_edge_ = true;
        for (size_t i = 0; fits && i < cells.size(); ++i)
          fits = read(left.items[i], cells[i], changed);
        // On a ring a run may end where the row began, and no cell is taken twice.
        if (behind && std::find(cells.begin(), cells.end(), *behind) == cells.end()) {
          for (const Item* item : left.refused_behind)
            fits = fits && refuse(*item, *behind, changed);
        }
        if (!fits) continue;
        if (right != nullptr) {
          for (size_t i = 0; i < cells.size(); ++i)
            write(*left.items[i].item, *right->items[i].item, cells[i], changed);
        }
        then(std::move(changed));
      }
    }
  }

  /// The cells where the row may begin: one, if the first item names a cell that is known.
  std::vector<size_t> starts_of(const FlatRow& row) const {
    const Item& first = *row.items.front().item;
    if (first.kind == Item::Kind::cell) return {static_cast<size_t>(slots_[first.slot])};
    if (first.known) return {static_cast<size_t>(slots_[first.named])};
    std::vector<size_t> cells(place_.cells());
    std::iota(cells.begin(), cells.end(), size_t{0});
    return cells;
  }

  /// Asks the budget now and then.
  bool is_spent() {
    if (++asked_ % kAsked != 0) return failed_.has_value();
    budget_.count(kAsked);
    if (!failed_ && budget_.spent()) failed_ = budget_.why();
    return failed_.has_value();
  }

  static bool is_known(const Item& item) { return item.known || item.kind == Item::Kind::cell; }

  /// Items that come back to a cell of the path.
  static size_t closings(const FlatRow& row) {
    return static_cast<size_t>(
        std::count_if(row.items.begin(), row.items.end(),
                      [](const FlatItem& item) { return is_known(*item.item); }));
  }

  bool all_different(const FlatRow& row, const std::vector<size_t>& cells) const {
    for (size_t i = 0; i < cells.size(); ++i) {
      if (i > 0 && is_known(*row.items[i].item)) continue;
      for (size_t j = 0; j < i; ++j) {
        if (cells[i] == cells[j]) return false;
      }
    }
    return true;
  }

  void lay_path(const FlatRow& left, const FlatRow* right, std::vector<size_t>& cells,
                const std::vector<Touched>& board, const Then& then) {
    if (is_spent()) return;
    const FlatItem& item = left.items[cells.size() - 1];
    std::vector<Touched> changed = board;
    if (!all_different(left, cells) || !read(item, cells.back(), changed)) return;
    if (cells.size() < left.items.size()) {
      std::vector<size_t> next = place_.neighbours(cells.back());
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      for (const size_t cell : next) {
        cells.push_back(cell);
        lay_path(left, right, cells, changed, then);
        cells.pop_back();
      }
      return;
    }
    if (right != nullptr) {
      for (size_t i = 0; i < cells.size(); ++i)
        write(*left.items[i].item, *right->items[i].item, cells[i], changed);
    }
    then(std::move(changed));
  }

  /// Patterns of several rows, in the eight positions of the square; with `along` the first row
  /// reads that way and the next one lies a quarter turn clockwise.
  void lay_rows(const Pattern& left, const Pattern* right, const std::vector<Direction>& along,
                const std::vector<Touched>& board, const Then& then) {
    if (rule_.space.hex || place_.is_graph())
      return fail("a pattern of several rows on this space");
    std::vector<FlatRow> from(left.size());
    std::vector<FlatRow> to(left.size());
    for (size_t r = 0; r < left.size(); ++r) {
      size_t open = 0;
      if (!flatten(left[r], {}, open, from[r])) return;
      if (right != nullptr && !flatten((*right)[r], {}, open, to[r])) return;
      if (from[r].begins_at_edge || from[r].ends_at_edge || !from[r].refused_behind.empty())
        return fail("`$` or `!` in a pattern of several rows");
    }
    const bool both = along.empty();
    const std::vector<Direction> across = both ? directions_named("orth") : along;
    for (size_t start = 0; start < place_.cells() && !is_spent(); ++start) {
      for (const Direction& direction : across) {
        for (const int64_t turn : {1, -1}) {
          if (turn < 0 && !both) continue;
          const Direction next_row{turn * direction.right, -turn * direction.down};
          lay_block(from, right == nullptr ? nullptr : &to, start, direction, next_row, board,
                    then);
        }
      }
    }
  }

  void lay_block(const std::vector<FlatRow>& from, const std::vector<FlatRow>* to, size_t start,
                 Direction across, Direction next_row, const std::vector<Touched>& board,
                 const Then& then) {
    std::vector<std::pair<size_t, std::pair<const Item*, const Item*>>> placed;
    std::vector<Touched> changed = board;
    std::optional<size_t> first = start;
    for (size_t r = 0; r < from.size(); ++r) {
      if (r > 0) first = place_.step(*first, next_row);
      std::optional<size_t> cell = first;
      for (size_t c = 0; c < from[r].items.size(); ++c) {
        if (c > 0 && cell) cell = place_.step(*cell, across);
        if (!cell) return;
        for (const auto& other : placed) {
          if (other.first == *cell) return;
        }
        if (!read(from[r].items[c], *cell, changed)) return;
        placed.push_back(
            {*cell, {from[r].items[c].item, to == nullptr ? nullptr : (*to)[r].items[c].item}});
      }
      if (!first) return;
    }
    if (to != nullptr) {
      for (const auto& [cell, items] : placed) write(*items.first, *items.second, cell, changed);
    }
    then(std::move(changed));
  }

  Touched& touch(size_t cell, std::vector<Touched>& board) const {
    for (Touched& one : board) {
      if (one.cell == cell) return one;
    }
    Touched one{cell, alphabet_.all(), {}, false};
    for (size_t i = 0; i < alphabet_.size(); ++i) one.now[i] = static_cast<uint8_t>(i);
    board.push_back(one);
    return board.back();
  }

  bool narrow(Touched& one, LetterSet letters) const {
    LetterSet allowed = 0;
    for (size_t i = 0; i < alphabet_.size(); ++i) {
      if ((one.allowed >> i & 1) != 0 && (letters >> one.now[i] & 1) != 0)
        allowed |= LetterSet{1} << i;
    }
    one.allowed = allowed;
    return allowed != 0;
  }

  /// The letters an item takes; nothing where it takes all.
  std::optional<LetterSet> letters_of(const Item& item) {
    switch (item.kind) {
      case Item::Kind::any:
      case Item::Kind::cell:
        return std::nullopt;
      case Item::Kind::letters:
        return alphabet_.set(item.letters);
      case Item::Kind::slot:
        if (item.slot < slots_.size() && is_letter_cell(slots_[item.slot]))
          return LetterSet{1} << alphabet_.number(letter_of(slots_[item.slot]));
        break;
      default:
        break;
    }
    fail("cells that hold numbers");
    return LetterSet{0};
  }

  bool read(const FlatItem& flat, size_t cell, std::vector<Touched>& board) {
    const Item& item = *flat.item;
    if (item.kind == Item::Kind::cell && static_cast<size_t>(slots_[item.slot]) != cell)
      return false;
    if (item.named != kNoSlot) {
      if (slots_.size() <= item.named) slots_.resize(item.named + 1);
      if (item.known && static_cast<size_t>(slots_[item.named]) != cell) return false;
      slots_[item.named] = static_cast<int64_t>(cell);
    }
    Touched& one = touch(cell, board);
    if (const std::optional<LetterSet> letters = letters_of(item)) {
      if (!narrow(one, *letters)) return false;
    } else {
      one.must_be_there = true;
    }
    for (const Item* refused : flat.refused) {
      if (!refuse(*refused, cell, board)) return false;
    }
    return true;
  }

  bool refuse(const Item& item, size_t cell, std::vector<Touched>& board) {
    const std::optional<LetterSet> letters = letters_of(item);
    return letters && narrow(touch(cell, board), alphabet_.all() & ~*letters);
  }

  void write(const Item& left, const Item& right, size_t cell, std::vector<Touched>& board) {
    if (right.kind == Item::Kind::any) return;
    Touched& one = touch(cell, board);
    if (right.kind == Item::Kind::letters && right.letters.count() > 1) {
      if (left.listed.size() != right.listed.size())
        return fail("letters that are not exchanged one by one");
      std::array<uint8_t, kMostLetters + 1> exchange{};
      for (size_t i = 0; i < alphabet_.size(); ++i) exchange[i] = static_cast<uint8_t>(i);
      for (size_t i = 0; i < left.listed.size(); ++i)
        exchange[alphabet_.number(left.listed[i])] =
            static_cast<uint8_t>(alphabet_.number(right.listed[i]));
      for (size_t i = 0; i < alphabet_.size(); ++i) one.now[i] = exchange[one.now[i]];
      return;
    }
    const std::optional<LetterSet> letters = letters_of(right);
    if (!letters || *letters == 0) return fail("cells that hold numbers");
    one.now.fill(static_cast<uint8_t>(std::countr_zero(*letters)));
  }

  void emit(std::vector<Touched> board) {
    // Where nothing is, nothing can be written.
    for (Touched& one : board) {
      if (one.now[alphabet_.nothing()] == alphabet_.nothing()) continue;
      one.allowed &= ~(LetterSet{1} << alphabet_.nothing());
      if (one.allowed == 0) return;
    }
    LaidMove placement;
    placement.is_free = !asks_for_edge_;
    size_t top = SIZE_MAX;
    size_t bottom = 0;
    size_t left = SIZE_MAX;
    size_t right = 0;
    for (const Touched& one : board) {
      if (place_.is_graph() || (one.allowed >> alphabet_.nothing() & 1) != 0) continue;
      top = std::min(top, one.cell / place_.columns);
      bottom = std::max(bottom, one.cell / place_.columns);
      left = std::min(left, one.cell % place_.columns);
      right = std::max(right, one.cell % place_.columns);
    }
    for (const Touched& one : board) {
      if (one.must_be_there && !place_.is_graph() && !is_cyclic(place_.kind)) {
        const size_t row = one.cell / place_.columns;
        const size_t column = one.cell % place_.columns;
        if (row < top || row > bottom || column < left || column > right) placement.is_free = false;
      }
      LaidCell cell{static_cast<uint32_t>(one.cell), one.allowed, {}};
      bool stays = true;
      // What becomes of letters that can't be there is of no interest.
      for (size_t i = 0; i < alphabet_.size(); ++i) {
        const bool here = (one.allowed >> i & 1) != 0;
        cell.becomes[i] = here ? one.now[i] : static_cast<uint8_t>(i);
        stays = stays && cell.becomes[i] == i;
      }
      if (!stays || one.allowed != alphabet_.all()) {
        placement.cells.push_back(cell);
      } else if (one.must_be_there && place_.is_graph()) {
        placement.is_free = false;
      }
    }
    std::sort(placement.cells.begin(), placement.cells.end());
    laid_.push_back(std::move(placement));
  }

  const BoardRule& rule_;
  const Place& place_;
  const Alphabet& alphabet_;
  Environment slots_;
  Budget& budget_;
  uint64_t asked_ = 0;
  bool asks_for_edge_ = false;
  std::vector<LaidMove> laid_;
  std::optional<Error> failed_;
};

}  // namespace

bool speaks_of_cells(const Expr& expr) {
  if (expr.op == Op::cells || expr.op == Op::cell_count) return true;
  if (expr.quantifier && (speaks_of_cells(expr.quantifier->condition) ||
                          std::any_of(expr.quantifier->filter.begin(),
                                      expr.quantifier->filter.end(), speaks_of_cells)))
    return true;
  return std::any_of(expr.args.begin(), expr.args.end(), speaks_of_cells);
}

Alphabet::Alphabet(const Letters& letters) {
  for (size_t i = 0; i < letters.size(); ++i) {
    if (letters[i]) text_.push_back(static_cast<char>(i));
  }
}

size_t Alphabet::number(char letter) const {
  const size_t at = text_.find(letter);
  return at == std::string::npos ? nothing() : at;
}

LetterSet Alphabet::set(const Letters& letters) const {
  LetterSet result = 0;
  for (size_t i = 0; i < text_.size(); ++i) {
    if (letters[static_cast<size_t>(text_[i])]) result |= LetterSet{1} << i;
  }
  return result;
}

Attempt<std::vector<LaidMove>> lay_line(const BoardLine& line, const BoardRule& rule,
                                        const Place& place, const Alphabet& alphabet,
                                        size_t coordinates, Budget& budget) {
  if (line.to || line.steps.empty()) return Error::declined("a line leads to other games");
  if (std::any_of(line.conditions.begin(), line.conditions.end(), speaks_of_cells))
    return Error::declined("a line has a condition over cells");
  Environment slots;
  slots.resize(std::max(coordinates, line.slot_names.size()));
  Laying laying(rule, place, alphabet, slots, budget);
  Fault fault;
  for_each_choice(line.binders, laying.slots(), static_cast<int64_t>(place.cells()), fault, [&] {
    for (const Expr& condition : line.conditions) {
      const int64_t holds = evaluate(condition, laying.slots(), fault);
      if (fault.kind != Fault::Kind::none) return false;
      if (holds == 0) return true;
    }
    laying.lay(line.steps, {});
    return true;
  });
  if (fault.kind != Fault::Kind::none) return Error::declined(describe(fault.kind));
  return laying.laid();
}

Attempt<std::vector<LaidMove>> lay_pattern(const Pattern& pattern, const BoardRule& rule,
                                           const Place& place, const Alphabet& alphabet,
                                           const Environment& slots, Budget& budget) {
  Laying laying(rule, place, alphabet, slots, budget);
  laying.lay(pattern);
  return laying.laid();
}

}  // namespace grundy
