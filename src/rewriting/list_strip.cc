#include "rewriting/list_strip.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "rewriting/list_parts.h"
#include "rewriting/strip_heads.h"
#include "rule/board_meaning.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMostWindows = 4096;
constexpr int64_t kMostReach = 3;
constexpr size_t kMostPlaces = 3;     // that a line chooses
constexpr size_t kMostPatterns = 64;  // of a line
constexpr int64_t kMostChosen = 16;   // that a variable chooses from
constexpr std::string_view kLetters = ".XAB";
constexpr int64_t kBeyond = -1;  // in a window: no cell

/// Thrown where a line asks for more than a strip tells.
struct NoStrip {};

/// slot + offset, len(a) + offset, or the offset alone; on a circle behind the last place the first
/// one follows.
struct PlaceTerm {
  enum class Of : uint8_t { number, length, variable };
  Of of = Of::number;
  size_t variable = 0;
  int64_t offset = 0;
  bool on_circle = false;
};

bool asks_list(const Expr& expr, CellCondition::Kind kind) {
  return expr.over_cells && expr.over_cells->kind == kind && expr.over_cells->from == 0;
}

std::optional<PlaceTerm> place_term(const Expr& expr) {
  using Of = PlaceTerm::Of;
  if (is_constant(expr)) return PlaceTerm{Of::number, 0, expr.value};
  if (asks_list(expr, CellCondition::Kind::length)) return PlaceTerm{Of::length, 0, 0};
  if (expr.op == Op::slot) return PlaceTerm{Of::variable, static_cast<size_t>(expr.value), 0};
  if ((expr.op != Op::add && expr.op != Op::sub) || !is_constant(expr.args[1])) return std::nullopt;
  auto inner = place_term(expr.args[0]);
  if (inner) inner->offset += expr.op == Op::add ? expr.args[1].value : -expr.args[1].value;
  return inner;
}

/// (slot + … ) % len(a) + 1, where the length may be added as often as one likes.
std::optional<PlaceTerm> circle_term(const Expr& expr) {
  const bool is_circle = expr.op == Op::add && is_constant(expr.args[1]) &&
                         expr.args[1].value == 1 && expr.args[0].op == Op::mod &&
                         asks_list(expr.args[0].args[1], CellCondition::Kind::length);
  if (!is_circle) return std::nullopt;
  PlaceTerm result{PlaceTerm::Of::variable, 0, 1, true};
  size_t variables = 0;
  const auto add = [&](const Expr& term, int64_t sign, const auto& self) -> bool {
    if (term.op == Op::add || term.op == Op::sub)
      return self(term.args[0], sign, self) &&
             self(term.args[1], term.op == Op::add ? sign : -sign, self);
    if (asks_list(term, CellCondition::Kind::length)) return true;
    if (is_constant(term)) {
      result.offset += sign * term.value;
      return true;
    }
    if (term.op != Op::slot || sign < 0) return false;
    result.variable = static_cast<size_t>(term.value);
    ++variables;
    return true;
  };
  return add(expr.args[0].args[0], 1, add) && variables == 1 ? std::optional(result) : std::nullopt;
}

/// What the terms of a line ask for.
class LineReader {
 public:
  LineReader(const Rule& rule, const BoardLine& line) : line_(line) {
    std::vector<const Binder*> ranges;  // of the places
    for (const Binder& binder : line.binders) {
      if (is_of_numbers(binder)) {
        numbers_.insert(binder.slots.begin(), binder.slots.end());
        continue;
      }
      if (binder.kind != Binder::Kind::range || binder.high.empty()) throw NoStrip();
      places_.push_back(binder.slots[0]);
      ranges.push_back(&binder);
    }
    if (places_.empty() || places_.size() > kMostPlaces) throw NoStrip();
    note_whole(*ranges[0]);
    for (const Binder* range : ranges) {
      compare(range->low.empty() ? constant(0) : range->low[0], slot(range->slots[0]), 0);
      compare(slot(range->slots[0]), range->high[0], 0);
    }
    for (const Expr& condition : line.conditions) read(condition);
    const BoardPart* part = only_part(rule, line);
    if (part == nullptr || part->sets.size() != 1) throw NoStrip();
    const ListTerm& list = part->sets[0].list;
    if (list.size() != 1 || list[0].from != 0 || list[0].taken || !list[0].slice.empty())
      throw NoStrip();
    for (const ListPiece::Change& change : list[0].changes) {
      if (change.number.size() != 1) throw NoStrip();
      read_place(change.first);
      read_place(change.last);
      read(change.number[0]);
    }
    if (!is_circular_) return;
    if (!may_be_circular()) throw NoStrip();
    reach_ = 0;
    for (const PlaceTerm& one : seen_) {
      if (!one.on_circle && one.offset != base_) throw NoStrip();
      reach_ = std::max(reach_, std::abs(one.offset - base_));
    }
  }

  /// How far from its place a line of one place sees.
  int64_t reach() const { return reach_; }
  /// Whether it speaks of a circle.
  bool is_circular() const { return is_circular_; }
  /// Whether a circle is all that it can be about: it chooses each place, and asks for no end.
  bool may_be_circular() const { return is_alone() && !asks_for_ends_ && is_whole_; }
  /// Whether it looks at places beside the one that it chooses.
  bool sees_others() const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const PlaceTerm& one) { return one.offset != base_; });
  }
  /// Of the place from the number that its variable is, on a circle.
  int64_t base() const { return base_; }
  /// The longest list of which it asks whether it is so long.
  int64_t longest_asked() const { return longest_asked_; }
  size_t places() const { return places_.size(); }
  /// The slots of the places in their order from the left, which the line tells.
  std::vector<size_t> in_order() const {
    std::vector<size_t> result = places_;
    std::sort(result.begin(), result.end());
    do {
      bool is_order = true;
      for (size_t i = 0; i + 1 < result.size(); ++i)
        is_order = is_order && before_.contains({result[i], result[i + 1]});
      if (is_order) return result;
    } while (std::next_permutation(result.begin(), result.end()));
    throw NoStrip();
  }

 private:
  bool is_alone() const { return places_.size() == 1; }
  /// Whether the binder chooses one of a few numbers, and no places.
  static bool is_of_numbers(const Binder& binder) {
    const auto are_constant = [](const std::vector<Expr>& terms) {
      return std::all_of(terms.begin(), terms.end(), is_constant);
    };
    if (!are_constant(binder.low) || !are_constant(binder.high) || !are_constant(binder.values))
      return false;
    switch (binder.kind) {
      case Binder::Kind::range: {
        const int64_t low = binder.low.empty() ? 0 : binder.low[0].value;
        return !binder.high.empty() && binder.high[0].value < kMostChosen && low >= 0;
      }
      case Binder::Kind::equal:
        return false;
      case Binder::Kind::in_set:
        return !binder.set->complement && binder.set->size() <= size_t{kMostChosen};
      case Binder::Kind::values:
        return binder.values.size() <= size_t{kMostChosen};
    }
    return false;
  }
  std::optional<PlaceTerm> place(const Expr& expr) const {
    const auto result = place_term(expr);
    const bool is_number =
        result && result->of == PlaceTerm::Of::variable && numbers_.contains(result->variable);
    return is_number ? std::nullopt : result;
  }
  /// Whether the variable goes through all places, from 1 or from 0 on.
  void note_whole(const Binder& range) {
    const auto low = range.low.empty() ? place_term(constant(0)) : place_term(range.low[0]);
    const auto high = place_term(range.high[0]);
    is_whole_ = low && high && low->of == PlaceTerm::Of::number &&
                high->of == PlaceTerm::Of::length && high->offset == low->offset - 1;
    if (is_whole_) base_ = 1 - low->offset;
  }
  void read_place(const Expr& expr) {
    const auto circle = circle_term(expr);
    const auto at = circle ? circle : place(expr);
    if (!at || at->of != PlaceTerm::Of::variable) throw NoStrip();
    if (!is_alone() && at->offset != 0) throw NoStrip();
    is_circular_ = is_circular_ || at->on_circle;
    seen_.push_back(*at);
    reach_ = std::max(reach_, std::abs(at->offset));
  }
  /// left + gap <= right, of places.
  void compare(const Expr& left, const Expr& right, int64_t gap) {
    using Of = PlaceTerm::Of;
    const auto a = place(left), b = place(right);
    if (!a || !b) throw NoStrip();
    if (is_alone()) {
      reach_ = std::max({reach_, std::abs(a->offset) + std::abs(b->offset) + 1});
      return;
    }
    const int64_t room = a->offset + gap - b->offset;  // left + room <= right
    if (a->of == Of::variable && b->of == Of::variable && room == 1) {
      before_.emplace(a->variable, b->variable);
    } else if (!(a->of == Of::number && b->of == Of::variable && room <= 1) &&
               !(a->of == Of::variable && b->of == Of::length && room <= 0)) {
      throw NoStrip();
    }
  }
  /// A comparison of the length with a number asks for no end.
  void note_ends(const Expr& comparison) {
    const auto a = place(comparison.args[0]), b = place(comparison.args[1]);
    const bool is_of_length = a && b && a->of != b->of && a->of != PlaceTerm::Of::variable &&
                              b->of != PlaceTerm::Of::variable;
    asks_for_ends_ = asks_for_ends_ || !is_of_length;
    if (is_of_length)
      longest_asked_ = std::max(longest_asked_, std::abs(a->offset) + std::abs(b->offset));
  }
  bool is_of_places(const Expr& expr) const {
    const auto at = place(expr);
    return at && at->of != PlaceTerm::Of::number;
  }
  void read(const Expr& expr) {
    if (asks_list(expr, CellCondition::Kind::element)) return read_place(expr.args[1]);
    if (expr.op == Op::slot && numbers_.contains(static_cast<size_t>(expr.value))) return;
    if (expr.over_cells || expr.quantifier || expr.op == Op::slot) throw NoStrip();
    const bool compares =
        expr.op == Op::lt || expr.op == Op::le || expr.op == Op::eq || expr.op == Op::ne;
    if (compares && (is_of_places(expr.args[0]) || is_of_places(expr.args[1]))) {
      if (!is_alone() && expr.op != Op::lt && expr.op != Op::le) throw NoStrip();
      note_ends(expr);
      return compare(expr.args[0], expr.args[1], expr.op == Op::lt ? 1 : 0);
    }
    for (const Expr& arg : expr.args) read(arg);
  }

  const BoardLine& line_;
  std::vector<size_t> places_;
  std::set<size_t> numbers_;                    // variables that are no places
  std::set<std::pair<size_t, size_t>> before_;  // the first is to the left of the second
  std::vector<PlaceTerm> seen_;                 // places whose numbers it reads or writes
  int64_t reach_ = 0;
  int64_t base_ = 0;
  int64_t longest_asked_ = 0;
  bool is_whole_ = false;
  bool is_circular_ = false;
  bool asks_for_ends_ = false;
};

/// What a move does with the cells of a window, each by what stands there.
using CellMap = std::map<int64_t, int64_t>;
using WindowMap = std::vector<CellMap>;

/// Whether a pattern can say it: one number for all, each stays, or they are exchanged.
bool is_sayable(const CellMap& map) {
  if (map.contains(kBeyond)) return map.size() == 1;
  std::set<int64_t> from, to;
  for (const auto& [before, after] : map) {
    from.insert(before);
    to.insert(after);
  }
  return to.size() == 1 || from == to;
}

/// Two that differ in one cell become one, as often as it can be.
void join(std::vector<WindowMap>& windows) {
  const auto joined = [](const WindowMap& one, const WindowMap& other) {
    WindowMap result;
    size_t differing = 0;
    for (size_t i = 0; i < one.size(); ++i) {
      CellMap both = one[i];
      both.insert(other[i].begin(), other[i].end());
      differing += one[i] == other[i] ? 0 : 1;
      const bool is_apart = one[i] == other[i] || both.size() == one[i].size() + other[i].size();
      if (!is_apart || !is_sayable(both)) return WindowMap();
      result.push_back(std::move(both));
    }
    return differing == 1 ? result : WindowMap();
  };
  for (size_t i = 0; i < windows.size(); ++i) {
    for (size_t j = 0; j < windows.size(); ++j) {
      if (i == j) continue;
      if (WindowMap both = joined(windows[i], windows[j]); !both.empty()) {
        windows[std::min(i, j)] = std::move(both);
        windows.erase(windows.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
        i = 0;
        j = 0;
      }
    }
  }
}

/// How many cells of a window are beyond an end of the list.
size_t beyond(const WindowMap& window, bool at_left) {
  const auto is_beyond = [](const CellMap& map) { return map.contains(kBeyond); };
  const auto count =
      at_left ? std::find_if_not(window.begin(), window.end(), is_beyond) - window.begin()
              : std::find_if_not(window.rbegin(), window.rend(), is_beyond) - window.rbegin();
  return static_cast<size_t>(count);
}

/// So many cells with this number at each end, in place of what is beyond.
struct Margin {
  int64_t number = 0;
  size_t before = 0;
  size_t behind = 0;
};

/// Whether a line does the same where cells of the margin stand beyond the ends, and changes none.
bool has_margin(const std::vector<WindowMap>& windows, const Margin& margin, bool at_left) {
  const std::set<WindowMap> all(windows.begin(), windows.end());
  const size_t most = at_left ? margin.before : margin.behind;
  const CellMap kept = {{margin.number, margin.number}}, none = {{kBeyond, kBeyond}};
  for (const WindowMap& one : windows) {
    const auto cell = [&](WindowMap& window, size_t i) -> CellMap& {
      return window[at_left ? i : window.size() - 1 - i];
    };
    WindowMap other = one;
    const size_t now = beyond(one, at_left);
    for (size_t i = 0; i < now; ++i) cell(other, i) = kept;
    for (size_t i = 0; all.contains(other); ++i) {  // the first i cells are beyond
      if (i == std::min(most, one.size())) break;
      if (cell(other, i) != kept) {
        if (cell(other, i).contains(margin.number)) return false;  // it would be changed
        break;
      }
      if (i + 1 == one.size()) break;  // nothing is changed
      cell(other, i) = none;
    }
    if (!all.contains(other)) return false;
  }
  return true;
}

/// A margin that all lines have; nothing where there is none, or nothing beyond the ends is asked
/// for.
std::optional<Margin> margin_of(const std::vector<std::vector<WindowMap>>& lines,
                                int64_t greatest) {
  Margin margin;
  for (const auto& windows : lines) {
    for (const WindowMap& one : windows) {
      margin.before = std::max(margin.before, beyond(one, true));
      margin.behind = std::max(margin.behind, beyond(one, false));
    }
  }
  if (margin.before + margin.behind == 0) return std::nullopt;
  for (; margin.number <= greatest; ++margin.number) {
    const bool fits = std::all_of(lines.begin(), lines.end(), [&](const auto& windows) {
      return has_margin(windows, margin, true) && has_margin(windows, margin, false);
    });
    if (fits) return margin;
  }
  return std::nullopt;
}

class StripWriter {
 public:
  StripWriter(const Rule& rule, int64_t greatest, bool is_ring)
      : rule_(rule), greatest_(greatest), least_(is_ring ? 0 : kBeyond) {}

  /// What a line that sees so far, or less far, does with the windows around its places.
  std::vector<WindowMap> windows_of(size_t line, const LineReader& reader, int64_t sees) const {
    const bool is_alone = reader.places() == 1;
    if (sees > kMostReach) throw NoStrip();
    const auto reach = static_cast<size_t>(sees);
    const size_t width = is_alone ? 2 * reach + 1 : reader.places();
    const int64_t first = is_alone ? least_ : 0;
    size_t count = 1;
    for (size_t i = 0; i < width; ++i) {
      count *= static_cast<size_t>(greatest_ - first + 1);
      if (count > kMostWindows) throw NoStrip();
    }
    // Of the places of a line: numbers of cells, counted from the first one of the list.
    std::map<size_t, int64_t> places;
    const std::vector<size_t> order = reader.in_order();
    for (size_t k = 0; k < order.size(); ++k)
      places[order[k]] = static_cast<int64_t>(is_alone ? reach : k) + 1;
    if (least_ == 0) places[order[0]] -= reader.base();
    std::vector<WindowMap> windows;
    std::vector<int64_t> window(width, first);
    for (bool more = true; more;) {
      if (is_window(window)) add(line, places, window, windows);
      more = false;
      for (int64_t& cell : window) {
        cell = cell == greatest_ ? first : cell + 1;
        if (cell != first) {
          more = true;
          break;
        }
      }
    }
    if (is_alone) narrow(windows);
    return windows;
  }
  /// The patterns, a line each; `between` their cells.
  std::string text_of(std::vector<WindowMap> windows, std::string_view between) const {
    join(windows);
    if (windows.size() > kMostPatterns) throw NoStrip();
    std::string text;
    for (const WindowMap& one : windows) text += pattern(one, between);
    return text;
  }

 private:
  /// Whether what is not beyond the ends is in one piece.
  static bool is_window(const std::vector<int64_t>& window) {
    size_t begins = 0;
    for (size_t i = 0; i < window.size(); ++i)
      begins += window[i] != kBeyond && (i == 0 || window[i - 1] == kBeyond) ? 1 : 0;
    return begins == 1;
  }

  /// The moves of the line in a list that is the window alone.
  void add(size_t line, const std::map<size_t, int64_t>& places, const std::vector<int64_t>& window,
           std::vector<WindowMap>& windows) const {
    BoardPosition here{&rule_, {0}, {{}}, {}};
    std::vector<size_t> cells;  // of the window, which are in the list
    for (size_t i = 0; i < window.size(); ++i) {
      if (window[i] == kBeyond) continue;
      here.sets[0].push_back(window[i]);
      cells.push_back(i);
    }
    const auto before = static_cast<int64_t>(cells[0]);  // cells beyond the left end
    bool fits = true;
    const Fault fault = board_moves_by_definition(here, [&](const BoardMove& move) {
      if (move.line != line) return true;
      for (size_t k = 0; k < move.slots.size(); ++k) {
        const auto place = places.find(move.slots[k]);
        if (place != places.end() && place->second - before != move.chosen[k]) return true;
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
    });
    if (!fits || fault.kind != Fault::Kind::none) throw NoStrip();
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
          const bool is_at_end = (at_left ? inner.front() : inner.back()).contains(kBeyond);
          is_idle = is_idle &&
                    beside.size() == (is_at_end ? 1 : static_cast<size_t>(greatest_ - least_ + 1));
        }
        if (!is_idle) break;
        windows.clear();
        for (const auto& [inner, beside] : seen) windows.push_back(inner);
      }
    }
  }

  std::string pattern(const WindowMap& window, std::string_view between) const {
    std::string left, right;
    const auto add = [&](std::string_view seen, std::string_view written) {
      left += fmt::format("{}{}", left.empty() ? "" : between, seen);
      right += fmt::format("{}{}", right.empty() ? "" : between, written);
    };
    bool at_end = false;
    for (const CellMap& map : window) {
      if (map.contains(kBeyond)) {
        if (!at_end) add("$", "$");
        at_end = true;
        continue;
      }
      at_end = false;
      std::string from, to;
      bool stays = true;
      for (const auto& [before, after] : map) {
        from += kLetters[static_cast<size_t>(before)];
        to += kLetters[static_cast<size_t>(after)];
        stays = stays && before == after;
      }
      const bool is_any = map.size() == static_cast<size_t>(greatest_) + 1;
      if (map.size() == 1) {
        add(from, to);
      } else if (stays) {
        add(is_any ? "?" : "[" + from + "]", "?");
      } else if (to.find_first_not_of(to[0]) == to.npos) {
        add(is_any ? "?" : "[" + from + "]", to.substr(0, 1));
      } else {
        add("[" + from + "]", "[" + to + "]");
      }
    }
    return left.empty() ? "" : fmt::format("  {} -> {}\n", left, right);
  }
  const Rule& rule_;
  int64_t greatest_;
  int64_t least_;  // that stands in a window
};

Cell letter(int64_t number) { return letter_cell(kLetters[static_cast<size_t>(number)]); }

bool is_sum_of_heads(const Rule& rule) {
  const auto heads = strip_heads(rule);
  return heads && heads->is_sum;
}

}  // namespace

Board ListStrip::board(const NaturalSet& list) const {
  std::vector<Cell> cells = before;
  for (const int64_t number : list) cells.push_back(letter(number));
  cells.insert(cells.end(), behind.begin(), behind.end());
  const SpaceKind kind = is_ring ? SpaceKind::ring : SpaceKind::strip;
  return {rectangle(kind, 1, cells.size()), std::move(cells)};
}
NaturalSet ListStrip::list(const Board& board) const {
  NaturalSet result;
  for (size_t i = before.size(); i + behind.size() < board.cells.size(); ++i)
    result.push_back(static_cast<int64_t>(kLetters.find(letter_of(board.cells[i]))));
  return result;
}

std::optional<ListStrip> list_strip(const Rule& rule, int64_t greatest) {
  const bool is_list = is_list_alone(rule) && rule.board->kinds[0] == CoordinateKind::list;
  if (!is_list || rule.board->lines.empty() || greatest > ListStrip::kGreatest) return std::nullopt;
  try {
    std::vector<LineReader> readers;
    for (const BoardLine& line : rule.board->lines) readers.emplace_back(rule, line);
    const auto is_circular = [](const LineReader& one) { return one.is_circular(); };
    const bool is_ring = std::any_of(readers.begin(), readers.end(), is_circular);
    std::string text =
        fmt::format("game {} on {} along right\n", rule.name, is_ring ? "ring" : "strip");
    const size_t without_lines = text.size();
    StripWriter writer(rule, greatest, is_ring);
    bool has_gaps = false;
    int64_t reach = 0;  // of all lines of a ring, so that their windows are equally long
    for (const LineReader& one : readers) {
      has_gaps = has_gaps || one.places() > 1;
      if (!is_ring) continue;
      if (!one.may_be_circular() || (!one.is_circular() && one.sees_others())) return std::nullopt;
      if (one.is_circular()) reach = std::max(reach, one.reach());
    }
    const auto asks_longer = [&](const LineReader& one) {
      return one.longest_asked() >= 2 * reach;
    };
    if (is_ring && std::any_of(readers.begin(), readers.end(), asks_longer)) return std::nullopt;
    std::vector<std::vector<WindowMap>> lines;
    for (size_t i = 0; i < readers.size(); ++i)
      lines.push_back(writer.windows_of(i, readers[i], is_ring ? reach : readers[i].reach()));
    const auto margin = is_ring || has_gaps ? std::nullopt : margin_of(lines, greatest);
    for (size_t i = 0; i < readers.size(); ++i) {
      if (margin)
        std::erase_if(lines[i], [](const WindowMap& one) {
          return beyond(one, true) + beyond(one, false) > 0;
        });
      text += writer.text_of(std::move(lines[i]), readers[i].places() > 1 ? " ?* " : " ");
    }
    const size_t shortest = is_ring ? static_cast<size_t>(2 * reach + 1) : 1;
    if (text.size() == without_lines) return std::nullopt;
    ListStrip result{std::make_unique<Rulebook>(), nullptr, greatest, is_ring, shortest};
    if (margin) {
      result.before.assign(margin->before, letter(margin->number));
      result.behind.assign(margin->behind, letter(margin->number));
    }
    if (!result.book->load_text("strip", std::move(text))) return std::nullopt;
    const Attempt<const Rule*> made = result.book->rule(rule.name);
    if (!made) return std::nullopt;
    result.rule = *made;
    // Other strips with gaps have no parts, and lists may be searched without their order.
    if (has_gaps && !is_sum_of_heads(*result.rule)) return std::nullopt;
    return result;
  } catch (const NoStrip&) {
    return std::nullopt;
  }
}

}  // namespace grundy
