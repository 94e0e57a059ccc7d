#include "rewriting/list_windows.h"

#include <algorithm>
#include <set>

#include "rewriting/list_parts.h"
#include "rule/board_meaning.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMostWindows = 4096;
constexpr int64_t kMostReach = 3;
constexpr int64_t kMostChosen = 16;           // numbers that a variable chooses from
constexpr uint64_t kMostChoices = 5'000'000;  // of variables, in all windows

/// Thrown where a line asks for more than windows tell.
struct NoWindows {};

/// Numbers from low to high, or places so far from the chosen one, or from the list's length.
struct PlaceTerm {
  enum class Of : uint8_t { number, length, chosen };
  Of of = Of::number;
  int64_t low = 0;
  int64_t high = 0;
  bool on_circle = false;

  int64_t farthest() const { return std::max(std::abs(low), std::abs(high)); }
};

bool asks_list(const Expr& expr, CellCondition::Kind kind) {
  return expr.over_cells && expr.over_cells->kind == kind && expr.over_cells->from == 0;
}

/// What the terms of a line ask for.
class LineReader {
 public:
  LineReader(const Rule& rule, const BoardLine& line) {
    for (const Binder& binder : line.binders) note(binder);
    if (!place_) throw NoWindows();
    for (const Expr& condition : line.conditions) read(condition);
    const BoardPart* part = only_part(rule, line);
    if (part == nullptr || part->sets.size() != 1) throw NoWindows();
    const ListTerm& list = part->sets[0].list;
    if (list.size() != 1 || list[0].from != 0 || list[0].taken || !list[0].slice.empty())
      throw NoWindows();
    for (const ListPiece::Change& change : list[0].changes) {
      if (change.number.size() != 1) throw NoWindows();
      read_place(change.first);
      read_place(change.last);
      read(change.number[0]);
    }
    if (is_circular_) read_circle();
  }

  size_t place() const { return *place_; }
  /// How far from its place it sees.
  int64_t reach() const { return reach_; }
  /// Whether it speaks of a circle.
  bool is_circular() const { return is_circular_; }
  /// Whether it may be about a circle: it chooses each place, and asks for no end.
  bool may_be_circular() const { return is_whole_ && !asks_for_ends_; }
  /// Whether it looks at other places than that it chooses.
  bool sees_others() const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const PlaceTerm& one) { return one.low != base_ || one.high != base_; });
  }
  /// The place less the number that its variable is, on a circle.
  int64_t base() const { return base_; }
  /// The greatest number that it compares the length with.
  int64_t longest_asked() const { return longest_asked_; }

 private:
  /// A variable: a place, one that is near to it, or one of a few numbers.
  void note(const Binder& binder) {
    if (const auto numbers = numbers_of(binder)) {
      for (const size_t slot : binder.slots) terms_[slot] = *numbers;
      return;
    }
    if (binder.kind != Binder::Kind::range || binder.high.empty()) throw NoWindows();
    const Expr low = binder.low.empty() ? constant(0) : binder.low[0];
    const auto from = term_of(low), to = term_of(binder.high[0]);
    if (!from || !to) throw NoWindows();
    const size_t slot = binder.slots[0];
    if (from->of == PlaceTerm::Of::chosen && to->of == PlaceTerm::Of::chosen) {
      terms_[slot] = {PlaceTerm::Of::chosen, std::min(from->low, to->low),
                      std::max(from->high, to->high)};
      return;
    }
    if (place_ || from->of != PlaceTerm::Of::number || from->low != from->high) throw NoWindows();
    place_ = slot;
    terms_[slot] = {PlaceTerm::Of::chosen, 0, 0};
    is_whole_ = to->of == PlaceTerm::Of::length && to->high == from->low - 1;
    base_ = 1 - from->low;
    if (to->of == PlaceTerm::Of::length) most_beyond_ = to->high;
    note_reach(*from, {});
    note_reach({}, *to);
  }
  /// The numbers that a binder chooses from, where these are few.
  static std::optional<PlaceTerm> numbers_of(const Binder& binder) {
    const auto are_constant = [](const std::vector<Expr>& terms) {
      return std::all_of(terms.begin(), terms.end(), is_constant);
    };
    if (!are_constant(binder.low) || !are_constant(binder.high) || !are_constant(binder.values))
      return std::nullopt;
    std::vector<int64_t> numbers;
    if (binder.kind == Binder::Kind::range && !binder.high.empty()) {
      numbers = {binder.low.empty() ? 0 : binder.low[0].value, binder.high[0].value};
      if (numbers[1] - numbers[0] >= kMostChosen) return std::nullopt;
    } else if (binder.kind == Binder::Kind::in_set && !binder.set->complement) {
      numbers = binder.set->flat;
    } else if (binder.kind == Binder::Kind::values) {
      for (const Expr& value : binder.values) numbers.push_back(value.value);
    }
    if (numbers.empty() || numbers.size() > size_t{kMostChosen}) return std::nullopt;
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    return PlaceTerm{PlaceTerm::Of::number, *low, *high};
  }

  /// Nothing for terms that are no places.
  std::optional<PlaceTerm> term_of(const Expr& expr) const {
    if (const auto circle = circle_term(expr)) return circle;
    if (is_constant(expr)) return PlaceTerm{PlaceTerm::Of::number, expr.value, expr.value};
    if (asks_list(expr, CellCondition::Kind::length)) return PlaceTerm{PlaceTerm::Of::length};
    if (expr.op == Op::slot) {
      const auto known = terms_.find(static_cast<size_t>(expr.value));
      return known == terms_.end() ? std::nullopt : std::optional(known->second);
    }
    if (expr.args.size() != 2) return std::nullopt;
    auto a = term_of(expr.args[0]), b = term_of(expr.args[1]);
    if (!a || !b || a->on_circle || b->on_circle) return std::nullopt;
    using Of = PlaceTerm::Of;
    if (b->of != Of::number && expr.op != Op::sub) std::swap(a, b);
    switch (expr.op) {
      case Op::add:
        if (b->of != Of::number) return std::nullopt;
        return PlaceTerm{a->of, a->low + b->low, a->high + b->high};
      case Op::sub:
        if (b->of != Of::number) return std::nullopt;
        return PlaceTerm{a->of, a->low - b->high, a->high - b->low};
      case Op::max:  // a place is a natural number, so a number is at most itself behind it
        if (b->of != Of::number || a->of != Of::chosen) return std::nullopt;
        return PlaceTerm{a->of, a->low, std::max(a->high, b->high)};
      case Op::min:
        if (a->of == Of::length) std::swap(a, b);
        if (b->of != Of::length || a->of != Of::chosen || !most_beyond_) return std::nullopt;
        return PlaceTerm{a->of, std::min(a->low, b->low - *most_beyond_), a->high};
      default:
        return std::nullopt;
    }
  }
  /// (place + …) % len(a) + 1, where the length may be added as often as one likes.
  std::optional<PlaceTerm> circle_term(const Expr& expr) const {
    const bool is_circle = expr.op == Op::add && is_constant(expr.args[1]) &&
                           expr.args[1].value == 1 && expr.args[0].op == Op::mod &&
                           asks_list(expr.args[0].args[1], CellCondition::Kind::length);
    if (!is_circle) return std::nullopt;
    int64_t offset = 1;
    size_t variables = 0;
    const auto add = [&](const Expr& term, int64_t sign, const auto& self) -> bool {
      if (term.op == Op::add || term.op == Op::sub)
        return self(term.args[0], sign, self) &&
               self(term.args[1], term.op == Op::add ? sign : -sign, self);
      if (asks_list(term, CellCondition::Kind::length)) return true;
      if (is_constant(term)) {
        offset += sign * term.value;
        return true;
      }
      ++variables;
      return place_ && is_slot(term, *place_) && sign > 0;
    };
    if (!add(expr.args[0].args[0], 1, add) || variables != 1) return std::nullopt;
    return PlaceTerm{PlaceTerm::Of::chosen, offset, offset, true};
  }

  void read_place(const Expr& expr) {
    const auto at = term_of(expr);
    if (!at || at->of != PlaceTerm::Of::chosen) throw NoWindows();
    is_circular_ = is_circular_ || at->on_circle;
    seen_.push_back(*at);
    reach_ = std::max(reach_, at->farthest());
  }
  /// Where such terms are compared, ends so near are seen.
  void note_reach(const PlaceTerm& a, const PlaceTerm& b) {
    reach_ = std::max(reach_, a.farthest() + b.farthest() + 1);
  }
  void compare(const Expr& comparison) {
    const auto a = term_of(comparison.args[0]), b = term_of(comparison.args[1]);
    if (!a || !b || a->on_circle || b->on_circle) throw NoWindows();
    using Of = PlaceTerm::Of;
    if (a->of == Of::chosen && b->of == Of::chosen) return;  // variables near the same place
    note_reach(*a, *b);
    if (a->of == Of::chosen || b->of == Of::chosen) {
      asks_for_ends_ = true;
    } else {
      longest_asked_ = std::max(longest_asked_, a->farthest() + b->farthest());
    }
  }
  bool is_of_places(const Expr& expr) const {
    const auto at = term_of(expr);
    return at && at->of != PlaceTerm::Of::number;
  }
  void read(const Expr& expr) {
    if (asks_list(expr, CellCondition::Kind::element)) return read_place(expr.args[1]);
    if (expr.op == Op::slot) {
      const auto known = terms_.find(static_cast<size_t>(expr.value));
      if (known == terms_.end() || known->second.of != PlaceTerm::Of::number) throw NoWindows();
      return;
    }
    const bool folds = expr.over_cells && expr.over_cells->kind == CellCondition::Kind::fold &&
                       expr.over_cells->from == kNoSlot;
    if (expr.over_cells && !folds) throw NoWindows();
    if (expr.quantifier) {
      for (const Binder& binder : expr.quantifier->binders) {
        const auto place = place_;
        note(binder);
        if (place_ != place) throw NoWindows();
      }
      for (const Expr& filter : expr.quantifier->filter) read(filter);
      return read(expr.quantifier->condition);
    }
    const bool compares =
        expr.op == Op::lt || expr.op == Op::le || expr.op == Op::eq || expr.op == Op::ne;
    if (compares && (is_of_places(expr.args[0]) || is_of_places(expr.args[1])))
      return compare(expr);
    for (const Expr& arg : expr.args) read(arg);
  }
  /// On a circle each place is the chosen one and an offset.
  void read_circle() {
    if (!may_be_circular()) throw NoWindows();
    reach_ = 0;
    for (const PlaceTerm& one : seen_) {
      if (!one.on_circle && (one.low != base_ || one.high != base_)) throw NoWindows();
      reach_ = std::max(reach_, std::abs(one.low - base_));
    }
  }

  std::optional<size_t> place_;         // the slot of the chosen place
  std::map<size_t, PlaceTerm> terms_;   // what the variables are
  std::vector<PlaceTerm> seen_;         // places whose numbers it reads or writes
  std::optional<int64_t> most_beyond_;  // the length that the chosen place may be
  int64_t reach_ = 0;
  int64_t base_ = 0;
  int64_t longest_asked_ = 0;
  bool is_whole_ = false;
  bool is_circular_ = false;
  bool asks_for_ends_ = false;
};

class WindowLister {
 public:
  WindowLister(const Rule& rule, int64_t greatest, bool is_ring)
      : rule_(rule), greatest_(greatest), least_(is_ring ? 0 : kBeyondList) {}

  /// Of a line that sees so far, or less far.
  std::vector<WindowMap> windows_of(size_t line, const LineReader& reader, int64_t reach,
                                    Patience& patience) const {
    if (reach > kMostReach) throw NoWindows();
    const auto width = static_cast<size_t>(2 * reach + 1);
    size_t count = 1;
    for (size_t i = 0; i < width; ++i) {
      count *= static_cast<size_t>(greatest_ - least_ + 1);
      if (count > kMostWindows) throw NoWindows();
    }
    // What the place's variable is where the window begins with the list.
    const int64_t middle = reach + 1 - (least_ == 0 ? reader.base() : 0);
    std::vector<WindowMap> windows;
    std::vector<int64_t> window(width, least_);
    for (bool more = true; more;) {
      if (is_window(window)) add(line, reader.place(), middle, window, windows, patience);
      more = false;
      for (int64_t& cell : window) {
        cell = cell == greatest_ ? least_ : cell + 1;
        if (cell != least_) {
          more = true;
          break;
        }
      }
    }
    narrow(windows);
    return windows;
  }

 private:
  /// Whether the cells of the list are neighbours.
  static bool is_window(const std::vector<int64_t>& window) {
    size_t begins = 0;
    for (size_t i = 0; i < window.size(); ++i)
      begins += window[i] != kBeyondList && (i == 0 || window[i - 1] == kBeyondList) ? 1 : 0;
    return begins == 1;
  }

  /// The moves of the line in a list that is the window alone.
  void add(size_t line, size_t place, int64_t middle, const std::vector<int64_t>& window,
           std::vector<WindowMap>& windows, Patience& patience) const {
    BoardPosition here{&rule_, {0}, {{}}, {}};
    std::vector<size_t> cells;  // of the window, which are in the list
    for (size_t i = 0; i < window.size(); ++i) {
      if (window[i] == kBeyondList) continue;
      here.sets[0].push_back(window[i]);
      cells.push_back(i);
    }
    const int64_t chosen = middle - static_cast<int64_t>(cells[0]);
    bool fits = true;
    const auto note = [&](const BoardMove& move) {
      if (move.line != line) return true;
      for (size_t k = 0; k < move.slots.size(); ++k) {
        if (move.slots[k] == place && move.chosen[k] != chosen) return true;
      }
      const NaturalSet& after = move.to.at(0).sets.at(0);
      fits = fits && after.size() == cells.size() &&
             std::all_of(after.begin(), after.end(), [&](int64_t n) { return n <= greatest_; });
      if (!fits) return false;
      WindowMap map(window.size());
      for (size_t i = 0; i < window.size(); ++i) map[i] = {{window[i], window[i]}};
      for (size_t i = 0; i < cells.size(); ++i) map[cells[i]] = {{window[cells[i]], after[i]}};
      windows.push_back(std::move(map));
      return true;
    };
    const Fault fault = board_moves_by_definition(here, note, &patience);
    if (!fits || fault.kind != Fault::Kind::none) throw NoWindows();
  }

  /// Without the outer cells that change nothing, whatever stands there.
  void narrow(std::vector<WindowMap>& windows) const {
    for (const bool at_left : {true, false}) {
      while (!windows.empty() && windows[0].size() > 1) {
        std::map<WindowMap, std::set<int64_t>> seen;  // what stands beside each smaller window
        bool is_idle = true;
        for (const WindowMap& one : windows) {
          const auto& [before, after] = *(at_left ? one.front() : one.back()).begin();
          is_idle = is_idle && before == after;
          seen[at_left ? WindowMap(one.begin() + 1, one.end())
                       : WindowMap(one.begin(), one.end() - 1)]
              .insert(before);
        }
        for (const auto& [inner, beside] : seen) {
          const bool is_at_end = (at_left ? inner.front() : inner.back()).contains(kBeyondList);
          is_idle = is_idle &&
                    beside.size() == (is_at_end ? 1 : static_cast<size_t>(greatest_ - least_ + 1));
        }
        if (!is_idle) break;
        windows.clear();
        for (const auto& [inner, beside] : seen) windows.push_back(inner);
      }
    }
  }

  const Rule& rule_;
  int64_t greatest_;
  int64_t least_;  // that stands in a window
};

}  // namespace

std::optional<ListWindows> list_windows(const Rule& rule, int64_t greatest) {
  const bool is_list = is_list_alone(rule) && rule.board->kinds[0] == CoordinateKind::list;
  if (!is_list || rule.board->lines.empty()) return std::nullopt;
  try {
    std::vector<LineReader> readers;
    ListWindows result;
    for (const BoardLine& line : rule.board->lines) {
      readers.emplace_back(rule, line);
      result.is_ring = result.is_ring || readers.back().is_circular();
    }
    int64_t reach = 0;  // of all lines of a ring, so that their windows are equally long
    for (const LineReader& one : readers) {
      if (one.is_circular()) reach = std::max(reach, one.reach());
    }
    for (const LineReader& one : readers) {
      const bool is_of_ring = one.may_be_circular() && (one.is_circular() || !one.sees_others()) &&
                              one.longest_asked() < 2 * reach;
      if (result.is_ring && !is_of_ring) return std::nullopt;
    }
    if (result.is_ring) result.shortest = static_cast<size_t>(2 * reach + 1);
    const WindowLister lister(rule, greatest, result.is_ring);
    Patience patience(kMostChoices);
    for (size_t i = 0; i < readers.size(); ++i)
      result.lines.push_back(
          lister.windows_of(i, readers[i], result.is_ring ? reach : readers[i].reach(), patience));
    return result;
  } catch (const NoWindows&) {
    return std::nullopt;
  }
}

}  // namespace grundy
