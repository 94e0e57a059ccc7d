#include "engine/board/row_code.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "engine/board/runs.h"
#include "rule/evaluate.h"

namespace grundy {
namespace {

constexpr size_t kMostModes = 1000;
constexpr size_t kMostRows = 20'000;  // with each choice of letters, where rows are compared
constexpr size_t kMostDrawn = 20'000;
constexpr size_t kMostChosen = 200'000;  // choices of numbers seen and of variables

bool asks_the_board(const Expr& expr) {
  if (expr.over_cells || expr.quantifier) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), asks_the_board);
}

/// The row of one choice of a line, its runs written out.
struct ChosenRow {
  struct Place {
    const Item* item;
    RowLetters refused;
  };
  std::vector<Place> left;
  RowLetters refused_behind = 0;
  bool looks_behind = false;
};

class RowCoder {
 public:
  RowCoder(const BoardPosition& position)
      : rule_(*position.game), board_(*rule_.board), cells_(position.board.cells) {
    code_.place = position.board.place;
    code_.hex = board_.space.hex;
  }

  Attempt<RowCode> code(const std::vector<int64_t>& coordinates) {
    if (auto fits = look_at_rule(); !fits) return std::move(fits).error();
    if (auto named = name_letters(); !named) return std::move(named).error();
    code_.modes.push_back(RowMode{coordinates, {}, false, {}, {}, 0});
    for (size_t mode = 0; mode < code_.modes.size(); ++mode) {
      mode_ = mode;
      for (const BoardLine& line : board_.lines) {
        add_line(line);
        if (failed_) return *std::move(failed_);
      }
    }
    find_alike();
    return std::move(code_);
  }

 private:
  void fail(const char* reason) {
    if (!failed_) failed_ = Error::declined(reason);
  }

  Attempt<void> look_at_rule() const {
    if (code_.place->kind != SpaceKind::strip && code_.place->kind != SpaceKind::grid)
      return Error::declined("neither a strip nor a grid");
    if (cells_.size() > kMostRowCells) return Error::declined("more than 64 cells");
    if (!board_.always.empty() || !board_.over.empty() || !board_.ends.empty())
      return Error::declined("clauses beside the moves");
    if (board_.sets() > 0) return Error::declined("sets beside the board");
    for (const BoardLine& line : board_.lines) {
      if (auto fits = look_at_line(line); !fits) return fits;
    }
    return {};
  }

  Attempt<void> look_at_line(const BoardLine& line) const {
    if (line.steps.size() != 1 || line.steps[0].kind != Step::Kind::laid ||
        line.steps[0].left.size() != 1 || line.steps[0].right.size() != 1)
      return Error::declined("moves of several steps or rows");
    if (std::any_of(line.conditions.begin(), line.conditions.end(), asks_the_board))
      return Error::declined("conditions over cells");
    if (line.to) {
      const BoardPart* part = only_part(rule_, line);
      if (part == nullptr || !part->condition.empty())
        return Error::declined("moves to other games");
      const auto& terms = part->coordinates;
      if (std::any_of(terms.begin(), terms.end(), asks_the_board))
        return Error::declined("coordinates that ask cells");
    }
    for (const CellRow* row : {&line.steps[0].left[0], &line.steps[0].right[0]}) {
      for (const Item& item : *row) {
        if (item.named != kNoSlot || item.known || item.kind == Item::Kind::cell ||
            item.kind == Item::Kind::edge || item.kind == Item::Kind::group)
          return Error::declined("names of cells, edges or groups");
        if (asks_the_board(item.term) || asks_the_board(item.times))
          return Error::declined("terms that ask cells");
      }
    }
    // What has no end of its own is told by the board.
    for (const Binder& binder : line.binders) {
      for (const auto* bounds : {&binder.low, &binder.high, &binder.values}) {
        if (std::any_of(bounds->begin(), bounds->end(), asks_the_board))
          return Error::declined("variables that ask cells");
      }
      if (binder.kind != Binder::Kind::range || !binder.high.empty()) continue;
      const auto tells = [&](const Item& item) {
        return (item.kind == Item::Kind::slot && item.slot == binder.slots[0]) ||
               (item.repeat == Item::Repeat::times && item.times.op == Op::slot &&
                static_cast<size_t>(item.times.value) == binder.slots[0]);
      };
      const CellRow& left = line.steps[0].left[0];
      if (std::none_of(left.begin(), left.end(), tells))
        return Error::declined("a variable without an end");
    }
    return {};
  }

  Attempt<void> name_letters() {
    std::set<Cell> found(cells_.begin(), cells_.end());
    for (size_t i = 0; i < board_.letters.size(); ++i) {
      const Cell cell = letter_cell(static_cast<char>(i));
      // Every game has these letters, whether its lines speak of them or not.
      if (board_.letters[i] && (!board_.space.numbers || (i != '.' && i != '#')))
        found.insert(cell);
    }
    if (board_.space.numbers) {
      most_ = std::max<int64_t>(0, *found.rbegin());
      if (most_ >= static_cast<int64_t>(kMostRowLetters))
        return Error::declined("numbers above 15");
      for (Cell cell = 0; cell <= most_; ++cell) found.insert(cell);
    }
    if (found.size() >= kMostRowLetters) return Error::declined("more than 15 letters and numbers");
    code_.letters.assign(found.begin(), found.end());
    return {};
  }

  size_t longest() const { return std::max(code_.place->rows, code_.place->columns); }

  /// Every choice of the numbers that the line sees, then of its variables.
  void add_line(const BoardLine& line) {
    slots_ = Environment(code_.modes[mode_].coordinates);
    slots_.resize(std::max(slots_.size(), line.slot_names.size()));
    std::vector<size_t> seen;
    for (const Item& item : line.steps[0].left[0]) {
      if (item.kind == Item::Kind::slot && item.binds) seen.push_back(item.slot);
    }
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    choose_seen(line, seen, 0);
  }

  void choose_seen(const BoardLine& line, const std::vector<size_t>& seen, size_t next) {
    if (next < seen.size()) {
      for (int64_t number = 0; number <= most_ && !failed_; ++number) {
        slots_[seen[next]] = number;
        choose_seen(line, seen, next + 1);
      }
      return;
    }
    Fault fault;
    const auto limit = std::max<int64_t>(most_, static_cast<int64_t>(longest()));
    if (++chosen_ > kMostChosen) return fail("a line has too many choices");
    for_each_choice(line.binders, slots_, limit, fault, [&] {
      if (++chosen_ > kMostChosen) {
        fail("a line has too many choices");
        return false;
      }
      for (const Expr& condition : line.conditions) {
        const int64_t holds = evaluate(condition, slots_, fault);
        if (fault.kind != Fault::Kind::none) return false;
        if (holds == 0) return true;
      }
      add_rows(line);
      return !failed_.has_value();
    });
    if (fault.kind != Fault::Kind::none) fail("a term has no value");
  }

  int64_t number(const Expr& expr) {
    Fault fault;
    const int64_t value = evaluate(expr, slots_, fault);
    if (fault.kind != Fault::Kind::none) fail("a term has no value");
    return value;
  }

  /// Every choice of lengths for runs that have none.
  void add_rows(const BoardLine& line) {
    const CellRow& left = line.steps[0].left[0];
    const auto is_open = [](const Item& item) {
      return item.repeat == Item::Repeat::star || item.repeat == Item::Repeat::plus;
    };
    std::vector<size_t> counts(
        static_cast<size_t>(std::count_if(left.begin(), left.end(), is_open)), 0);
    while (!failed_) {
      add_row(line, counts);
      size_t digit = 0;
      while (digit < counts.size() && ++counts[digit] > longest()) counts[digit++] = 0;
      if (digit == counts.size()) return;
    }
  }

  /// The items, runs written out; false where there is no such row.
  bool write_out(const CellRow& row, const std::vector<size_t>& counts, ChosenRow& chosen) {
    size_t open = 0;
    RowLetters refused = 0;
    bool refuses = false;
    for (const Item& item : row) {
      const auto times =
          times_of(item, counts, open, longest(), [&](const Expr& term) { return number(term); });
      if (!times) return false;
      for (int64_t k = 0; k < *times; ++k) {
        chosen.left.push_back({&item, refused});
        refused = 0;
        refuses = false;
      }
      if (item.all) {
        refused = static_cast<RowLetters>(refused | letters_of(item));
        refuses = true;
      }
    }
    chosen.refused_behind = refused;
    chosen.looks_behind = refuses;
    return !chosen.left.empty() && chosen.left.size() <= longest();
  }

  RowLetters letters_of(const Item& item) {
    const auto one = [&](Cell cell) {
      const auto known = code_.letter(cell);
      return static_cast<RowLetters>(known ? 1u << *known : 0u);
    };
    RowLetters result = 0;
    switch (item.kind) {
      case Item::Kind::any:
        return static_cast<RowLetters>((2u << code_.letters.size()) - 2);
      case Item::Kind::letters:
        for (const Cell cell : code_.letters)
          result =
              static_cast<RowLetters>(result | (has_letter(item.letters, cell) ? one(cell) : 0));
        return result;
      case Item::Kind::slot:
        return one(slots_[item.slot]);
      case Item::Kind::term: {
        const int64_t value = number(item.term);
        return value < 0 ? RowLetters{0} : one(value);
      }
      default:
        fail("names of cells, edges or groups");
        return 0;
    }
  }

  /// What is written over the letter; nothing if no cell can hold it.
  std::optional<Cell> written(const Item& seen, const Item& item, Cell old) {
    switch (item.kind) {
      case Item::Kind::any:
        return old;
      case Item::Kind::letters: {
        if (item.listed.size() == 1) return letter_cell(item.listed[0]);
        if (seen.kind != Item::Kind::letters || !is_letter_cell(old)) return {};
        const size_t at = seen.listed.find(letter_of(old));
        if (at >= item.listed.size()) return {};
        return letter_cell(item.listed[at]);
      }
      case Item::Kind::slot:
        return slots_[item.slot];
      case Item::Kind::term: {
        if (is_letter_cell(old) && mentions(item.term, item.slot)) return {};
        const int64_t before = slots_[item.slot];
        slots_[item.slot] = old;
        const int64_t value = number(item.term);
        slots_[item.slot] = before;
        if (value < 0) return {};
        return value;
      }
      default:
        fail("names of cells, edges or groups");
        return {};
    }
  }

  void add_row(const BoardLine& line, const std::vector<size_t>& counts) {
    const Step& step = line.steps[0];
    ChosenRow chosen;
    ChosenRow after;
    if (!write_out(step.left[0], counts, chosen) || !write_out(step.right[0], counts, after) ||
        after.left.size() != chosen.left.size() || failed_)
      return;
    DrawnRow row;
    RowResult result;
    for (size_t at = 0; at < chosen.left.size(); ++at) {
      const Item& seen = *chosen.left[at].item;
      auto reads = static_cast<RowLetters>(letters_of(seen) & ~chosen.left[at].refused);
      RowResult::Write write{static_cast<uint8_t>(at), {}};
      bool changes = false;
      for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter) {
        write.becomes[letter] = letter;
        if ((reads >> letter & 1) == 0) continue;
        const std::optional<Cell> cell =
            written(seen, *after.left[at].item, code_.letters[letter - 1u]);
        if (!cell) {
          reads = static_cast<RowLetters>(reads & ~(1u << letter));
          continue;
        }
        const std::optional<uint8_t> to = code_.letter(*cell);
        if (!to) return fail("numbers grow");
        write.becomes[letter] = *to;
        changes = changes || *to != letter;
      }
      if (reads == 0 || failed_) return;
      row.reads.push_back(reads);
      if (changes) result.writes.push_back(write);
    }
    if (!line.to) {
      result.mode = static_cast<uint32_t>(mode_);
    } else if (const auto to = mode_of(line.parts[0])) {
      result.mode = *to;
    } else {
      return;
    }
    row.refused = chosen.refused_behind;
    row.places = places_of(step.along.empty() ? board_.space.directions : step.along,
                           row.reads.size(), chosen.looks_behind);
    if (++drawn_ > kMostDrawn) return fail("its patterns can be laid in too many ways");
    for (DrawnRow& other : code_.modes[mode_].rows) {
      if (other.places != row.places || other.reads != row.reads || other.refused != row.refused)
        continue;
      if (std::find(other.results.begin(), other.results.end(), result) == other.results.end())
        other.results.push_back(std::move(result));
      return;
    }
    row.results.push_back(std::move(result));
    code_.modes[mode_].rows.push_back(std::move(row));
  }

  /// Nothing where a coordinate would be negative.
  std::optional<uint32_t> mode_of(const BoardPart& part) {
    std::vector<int64_t> coordinates;
    for (const Expr& term : part.coordinates) {
      coordinates.push_back(number(term));
      if (coordinates.back() < 0 || failed_) return {};
    }
    if (const auto known = code_.mode(coordinates)) return known;
    if (code_.modes.size() >= kMostModes) {
      fail("too many coordinates");
      return {};
    }
    code_.modes.push_back(RowMode{std::move(coordinates), {}, false, {}, {}, 0});
    return static_cast<uint32_t>(code_.modes.size() - 1);
  }

  size_t places_of(const std::vector<Direction>& directions, size_t length, bool looks_behind) {
    for (size_t i = 0; i < code_.places.size(); ++i) {
      const RowPlaces& one = code_.places[i];
      if (one.length == length && one.looks_behind == looks_behind && one.directions == directions)
        return i;
    }
    const Place& place = *code_.place;
    RowPlaces places{length, directions, looks_behind, {}};
    for (size_t start = 0; start < place.cells(); ++start) {
      std::vector<uint8_t>& from = places.from.emplace_back();
      for (const Direction& direction : directions) {
        std::vector<uint8_t> row{static_cast<uint8_t>(start)};
        std::optional<size_t> next = place.step(start, direction);
        for (; next && row.size() < length; next = place.step(*next, direction))
          row.push_back(static_cast<uint8_t>(*next));
        if (row.size() < length) continue;
        row.push_back(next && looks_behind ? static_cast<uint8_t>(*next) : RowPlaces::kNowhere);
        from.insert(from.end(), row.begin(), row.end());
        if (length == 1 && !looks_behind) break;  // all directions are the same
      }
    }
    code_.places.push_back(std::move(places));
    return code_.places.size() - 1;
  }

  static RowLetters read_by(const RowMode& mode) {
    RowLetters read = 0;
    for (const DrawnRow& row : mode.rows) {
      read = static_cast<RowLetters>(read | row.refused);
      for (const RowLetters one : row.reads) read = static_cast<RowLetters>(read | one);
    }
    return read;
  }

  void find_alike() {
    RowLetters read = 0;
    for (const RowMode& mode : code_.modes) read = static_cast<RowLetters>(read | read_by(mode));
    for (size_t i = 0; i < code_.modes.size(); ++i) {
      RowMode& mode = code_.modes[i];
      mode.is_closed = std::all_of(mode.rows.begin(), mode.rows.end(), [&](const DrawnRow& row) {
        return std::all_of(row.results.begin(), row.results.end(),
                           [&](const RowResult& to) { return to.mode == i; });
      });
      const RowLetters asked = mode.is_closed ? read_by(mode) : read;
      for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter)
        mode.alike[letter] = (asked >> letter & 1) != 0 ? letter : uint8_t{0};
      if (mode.is_closed) close(mode);
    }
  }

  void close(RowMode& mode) {
    join_letters(mode);
    for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter)
      mode.may_become[mode.alike[letter]] |= static_cast<RowLetters>(1u << mode.alike[letter]);
    for (bool more = true; more;) {
      more = false;
      for (const DrawnRow& row : mode.rows) {
        for (const RowResult& result : row.results) {
          for (const RowResult::Write& write : result.writes)
            more |= spread(mode, row.reads[write.at], write);
        }
      }
    }
    // No row has all its cells idle.
    for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter) {
      const auto more = static_cast<RowLetters>(mode.idle | 1u << letter);
      const bool moves = std::any_of(mode.rows.begin(), mode.rows.end(), [&](const DrawnRow& row) {
        return std::all_of(row.reads.begin(), row.reads.end(),
                           [&](RowLetters reads) { return (reads & more) != 0; });
      });
      if (!moves) mode.idle = more;
    }
  }

  /// Whether some letter may become one that was not known to.
  bool spread(RowMode& mode, RowLetters reads, const RowResult::Write& write) const {
    bool more = false;
    for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter) {
      if ((reads >> letter & 1) == 0) continue;
      const auto to = static_cast<RowLetters>(1u << mode.alike[write.becomes[letter]]);
      for (RowLetters& may : mode.may_become) {
        if ((may >> mode.alike[letter] & 1) == 0 || (may & to) != 0) continue;
        may = static_cast<RowLetters>(may | to);
        more = true;
      }
    }
    return more;
  }

  /// Letters that no row tells apart, pair by pair.
  void join_letters(RowMode& mode) const {
    for (uint8_t b = 2; b <= code_.last_letter(); ++b) {
      for (uint8_t a = 1; a < b; ++a) {
        if (mode.alike[a] != a || mode.alike[b] != b) continue;
        auto trial = mode.alike;
        trial[b] = a;
        if (!are_alike(mode, trial)) continue;
        mode.alike = trial;
        break;
      }
    }
  }

  using Written = std::set<std::vector<uint8_t>>;
  struct CellQuestion {
    size_t places;
    RowLetters refused;
    std::vector<uint8_t> letters;
    friend auto operator<=>(const CellQuestion&, const CellQuestion&) = default;
  };

  bool are_alike(const RowMode& mode, const std::array<uint8_t, kMostRowLetters>& alike) const {
    std::map<CellQuestion, Written> all;
    for (const DrawnRow& row : mode.rows) {
      for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter) {
        if (alike[letter] != letter && alike[letter] != 0 &&
            (row.refused >> letter & 1) != (row.refused >> alike[letter] & 1))
          return false;
      }
      size_t choices = 1;
      for (const RowLetters reads : row.reads) choices *= static_cast<size_t>(std::popcount(reads));
      if (choices * row.results.size() > kMostRows) return false;
      std::vector<uint8_t> letters(row.reads.size());
      for (size_t choice = 0; choice < choices; ++choice) {
        size_t rest = choice;
        for (size_t at = 0; at < letters.size(); ++at) {
          RowLetters reads = row.reads[at];
          const auto count = static_cast<size_t>(std::popcount(reads));
          for (size_t skip = rest % count; skip > 0; --skip)
            reads = static_cast<RowLetters>(reads & (reads - 1));
          rest /= count;
          letters[at] = static_cast<uint8_t>(std::countr_zero(reads));
        }
        for (const RowResult& result : row.results) {
          std::vector<uint8_t> after = letters;
          for (const RowResult::Write& write : result.writes)
            after[write.at] = write.becomes[letters[write.at]];
          bool changes = false;
          for (size_t at = 0; at < after.size(); ++at) {
            after[at] = alike[after[at]];
            changes = changes || after[at] != alike[letters[at]];
          }
          if (!changes) return false;  // a move that would lead to where it began
          all[{row.places, row.refused, letters}].insert(std::move(after));
        }
        if (all.size() > kMostRows) return false;
      }
    }
    for (const auto& [asked, written] : all) {
      CellQuestion other = asked;
      for (size_t at = 0; at < asked.letters.size(); ++at) {
        for (uint8_t letter = 1; letter <= code_.last_letter(); ++letter) {
          if (letter == asked.letters[at] || alike[letter] != alike[asked.letters[at]] ||
              alike[letter] == 0)
            continue;
          other.letters[at] = letter;
          const auto found = all.find(other);
          if (found == all.end() || found->second != written) return false;
        }
        other.letters[at] = asked.letters[at];
      }
    }
    return true;
  }

  const Rule& rule_;
  const BoardRule& board_;
  const std::vector<Cell>& cells_;
  RowCode code_;
  size_t mode_ = 0;
  int64_t most_ = 0;  // the greatest number
  size_t drawn_ = 0;
  size_t chosen_ = 0;
  Environment slots_;
  std::optional<Error> failed_;
};

}  // namespace

std::optional<uint8_t> RowCode::letter(Cell cell) const {
  const auto found = std::lower_bound(letters.begin(), letters.end(), cell);
  if (found == letters.end() || *found != cell) return {};
  return static_cast<uint8_t>(found - letters.begin() + 1);
}

std::optional<uint32_t> RowCode::mode(const std::vector<int64_t>& coordinates) const {
  for (size_t i = 0; i < modes.size(); ++i) {
    if (modes[i].coordinates == coordinates) return static_cast<uint32_t>(i);
  }
  return {};
}

Attempt<RowCode> row_code(const BoardPosition& position) {
  return RowCoder(position).code(position.coordinates);
}

}  // namespace grundy
