#include "engine/law/periodic.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/law/shift.h"
#include "engine/table/finite.h"
#include "game/games.h"

namespace grundy {
namespace {

constexpr size_t kPeriodicCoordinates = 4;
constexpr size_t kPeriodicParts = 4;      // heaps that a move leaves
constexpr uint64_t kMostStates = 4096;    // choices of the other coordinates
constexpr uint64_t kMostCells = 1 << 18;  // of the tables in which a period is looked for
constexpr int64_t kFirstTable = 1 << 10;  // values of n in the first of them
constexpr int64_t kLastTable = 1 << 14;
constexpr int64_t kLastOfSplits = 1 << 12;  // where a heap may become two: n² sums
constexpr int64_t kMostPeriodShown = 60;    // values of a law in words
constexpr int64_t kMostMultiples = 12;      // of the values' period, until the moves have it too
constexpr unsigned long kShiftSteps = 500'000;  // of isl, for one line

/// Where the values repeat.
struct FarPeriod {
  int64_t begin = 0;   // from this n on
  int64_t length = 0;  // with this period
  int64_t moves = 0;   // moves from n + length are those from n, from this n on
  int64_t window = 0;  // the most by which a move lowers n, or two heaps together
  int64_t splits = 0;  // of two heaps each may be moved alone from here on
};

class PeriodicSolver final : public RuleSolver {
 public:
  PeriodicSolver(const RuleGame& game, std::vector<const RuleGame*> games, bool has_splits)
      : RuleSolver(game), games_(std::move(games)), has_splits_(has_splits) {}

  std::string_view engine() const override { return "periodic"; }
  std::string knows() const override {
    return "bounded moves: far out a period is sought and proved";
  }

  double cost(std::span<const Position>) const override {
    return declined_ ? cost::kNever : has_splits_ ? 2 * cost::kPeriod : cost::kPeriod;
  }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    if (auto found = find(positions, budget); !found) return std::move(found).error();
    std::vector<Ordinal> result;
    result.reserve(positions.size());
    for (const Coordinates& position : positions)
      result.emplace_back(uint64_t{value(&game(), position)});
    return result;
  }

  Attempt<Value> value_of(const Sum& option, Budget& budget) override {
    uint64_t result = 0;
    for (const Position& part : option) {
      const Coordinates here = coordinates_of(part);
      if (auto found = find({&here, 1}, budget); !found) return std::move(found).error();
      result ^= value(static_cast<const RuleGame*>(part.game), here);
    }
    return Value(result);
  }

  Attempt<MoveSet> moves_to(const Coordinates& position, const Ordinal& value, size_t limit,
                            Budget& budget) override {
    if (auto found = find({&position, 1}, budget); !found) return std::move(found).error();
    if (!one_part_moves()) return RuleSolver::moves_to(position, value, limit, budget);
    // The moves of a position that is nearer by a multiple of the period, moved.
    Coordinates near = position;
    const int64_t from = std::max(period_.moves, repeats_by_moves(period_));
    near[far_] = representative(position[far_], from);
    const Natural by = position[far_] - near[far_];
    Attempt<MoveSet> moves =
        options_where(game().at(near), limit, budget, [&](const Sum& option) -> Attempt<bool> {
          Attempt<Value> there = value_of(option, budget);
          if (!there) return std::move(there).error();
          return *there == Value(value);
        });
    if (!moves) return moves;
    moves->all = moves->all && (!has_splits_ || by == Natural());
    for (Move& move : moves->moves) {
      if (move.to.empty() || by == Natural()) continue;
      // Of two heaps the larger one is moved.
      Position& part = *std::max_element(
          move.to.begin(), move.to.end(), [&](const Position& one, const Position& other) {
            return coordinates_of(one)[far_] < coordinates_of(other)[far_];
          });
      const auto* in = static_cast<const RuleGame*>(part.game);
      Coordinates there = in->coordinates(part);
      there[far_] = there[far_] + by;
      part = in->at(there);
    }
    return moves;
  }

  /// The moves of a far position that lead to a value are those of a nearer one for all splits, but
  /// these are many: they are not counted.
  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    if (has_splits_) return std::optional<Natural>();
    return RuleSolver::count_moves_to(position, value, budget);
  }

  std::string explanation(const Position&) override {
    if (!found_) return {};
    return fmt::format(
        "The values of {} have period {} in {} from {} = {} on, proved for all positions.\n",
        rule().full_name, period_.length, rule().coordinates[far_], rule().coordinates[far_],
        period_.begin);
  }
  std::optional<LawInWords> law(Budget& budget) override {
    if (rule().arity() != 1) return std::nullopt;
    if (!find(std::vector<Coordinates>{{Natural(0)}}, budget)) return std::nullopt;
    const std::vector<uint32_t>& table = tables_.at(&game());
    const auto shown = std::min<int64_t>(period_.begin + period_.length, kMostPeriodShown);
    return LawInWords{
        fmt::format("The values have period {} from {} on: {}, …", period_.length, period_.begin,
                    fmt::join(table.begin(), table.begin() + shown, ", ")),
        fmt::format(
            "Far out the moves from {0} + {1} lead where those from {0} lead, {1} further on "
            "or to the same small heaps, and at most {2} down; so the values of a table, "
            "which come again over a longer stretch, go on so.",
            rule().coordinates[0], period_.length, period_.window)};
  }

 private:
  /// Whether in all lines one part alone moves along, or the larger of two heaps.
  bool one_part_moves() const {
    return std::all_of(moves_along_.begin(), moves_along_.end(), [](const auto& line) {
      return line.second.empty() || line.second == std::vector<bool>{true};
    });
  }
  /// From this n on the options of n + length have the values of those of n.
  static int64_t repeats_by_moves(const FarPeriod& period) {
    return std::max(period.begin + period.window,
                    2 * (std::max(period.begin, period.splits) + period.length) + period.window);
  }
  static Coordinates coordinates_of(const Position& position) {
    return static_cast<const RuleGame*>(position.game)->coordinates(position);
  }

  /// n, or where it is `from` or more the number from `from` on that differs from it by a multiple
  /// of the period.
  Natural representative(const Natural& n, int64_t from) const {
    const Natural begin(static_cast<uint64_t>(from));
    if (n < begin) return n;
    return begin + (n - begin) % Natural(static_cast<uint64_t>(period_.length));
  }

  uint32_t value(const RuleGame* game, const Coordinates& position) const {
    const std::vector<uint32_t>& table = tables_.at(game);
    uint64_t state = 0;
    for (size_t i = 0; i < position.size(); ++i) {
      if (i != far_) state = state * static_cast<uint64_t>(box_[i] + 1) + position[i].small();
    }
    return table[representative(position[far_], period_.begin).small() * states() + state];
  }

  uint64_t states() const {
    uint64_t count = 1;
    for (size_t i = 0; i < box_.size(); ++i) {
      if (i != far_) count *= static_cast<uint64_t>(box_[i] + 1);
      if (count > kMostStates) return count;
    }
    return count;
  }

  bool covers(const Coordinates& position) const {
    for (size_t i = 0; i < position.size(); ++i) {
      if (i != far_ && position[i] > Natural(static_cast<uint64_t>(box_[i]))) return false;
    }
    return true;
  }

  static Error no_period(std::string_view why) {
    return Error::declined(fmt::format("no period: {}", why));
  }

  /// Searches anew when the positions leave the box.
  Attempt<void> find(std::span<const Coordinates> positions, Budget& budget) {
    const auto all_covered = [&] {
      return std::all_of(positions.begin(), positions.end(),
                         [&](const Coordinates& one) { return covers(one); });
    };
    if (found_ && all_covered()) return {};
    if (declined_) return *declined_;
    for (const RuleGame* one : games_) {
      if (!one->facts().lines(Effort::quick)) {
        declined_ = no_period("its moves are no affine relation");
        return *declined_;
      }
    }
    auto searched = search(positions, budget);
    found_ = searched.ok();
    if (!found_ && !budget.spent()) declined_ = searched.error();
    return searched;
  }

  /// Tries each coordinate for n, the one that is largest in the positions so far first.
  Attempt<void> search(std::span<const Coordinates> positions, Budget& budget) {
    most_.resize(rule().arity());
    for (const Coordinates& one : positions) {
      for (size_t i = 0; i < most_.size(); ++i) most_[i] = std::max(most_[i], one[i]);
    }
    std::vector<size_t> order(most_.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return most_[a] > most_[b]; });
    Attempt<void> searched = no_period("its moves are no affine relation");
    for (const size_t far : order) {
      far_ = far;
      searched = search_along(budget);
      if (searched || budget.spent()) return searched;
    }
    return searched;
  }

  Attempt<void> search_along(Budget& budget) {
    if (auto box = choose_box(); !box) return box;
    if (states() > kMostStates) return no_period("the other coordinates are too large");
    const uint64_t cells = states() * games_.size();
    int64_t window = 0;
    for (const RuleGame* one : games_) {
      for (const LineRelation& line : *one->facts().lines(Effort::quick)) {
        one->facts().context(kShiftSteps);
        const auto fall = fall_of(line);
        if (!fall) return no_period("a move lowers a coordinate by any amount, or raises it");
        window = std::max(window, *fall);
      }
    }
    const int64_t last = has_splits_ ? kLastOfSplits : kLastTable;
    for (int64_t size = kFirstTable; size <= last; size *= 4) {
      if (static_cast<uint64_t>(size) * cells > kMostCells || window > size / 4) break;
      if (auto filled = fill(size, budget); !filled) return filled;
      const std::optional<FarPeriod> found = period_in(size, window);
      if (!found) continue;
      period_ = *found;
      return {};
    }
    return no_period("none was found in a table of some thousand values");
  }

  /// The most by which the parts that move along are less, or two heaps together.
  std::optional<int64_t> fall_of(const LineRelation& line) {
    std::vector<bool>& moves_along = moves_along_[&line];
    moves_along.assign(line.parts.size(), false);
    int64_t window = 0;
    for (size_t part = 0; part < line.parts.size(); ++part) {
      const auto fall = greatest_fall(line, part, far_, box_);
      if (fall) {
        moves_along[part] = true;
        window = std::max(window, *fall);
      } else if (!stays_low(line, part, far_, box_)) {
        moves_along_.erase(&line);
        return line.parts.size() == 2 ? greatest_loss(line) : std::nullopt;
      }
    }
    return window;
  }

  /// A box for the coordinates other than n that has all positions so far and that no move leaves.
  Attempt<void> choose_box() {
    box_.assign(rule().arity(), 0);
    for (size_t i = 0; i < box_.size(); ++i) {
      if (i == far_) continue;
      if (most_[i] >= Natural(kMostStates)) return no_period("two coordinates are large");
      box_[i] = static_cast<int64_t>(most_[i].small());
      for (const RuleGame* one : games_) {
        for (const LineRelation& line : *one->facts().lines(Effort::quick)) {
          one->facts().context(kShiftSteps);
          const auto rise = greatest_rise(line, i);
          if (!rise || *rise >= static_cast<int64_t>(kMostStates))
            return no_period("two coordinates can grow");
          box_[i] = std::max(box_[i], *rise);
        }
      }
    }
    return {};
  }

  /// The values for n < size, by the table engine.
  Attempt<void> fill(int64_t size, Budget& budget) {
    tables_.clear();
    for (const RuleGame* one : games_) {
      std::vector<Position> points;
      std::vector<int64_t> point(box_.size(), 0);
      for (point[far_] = 0; point[far_] < size; ++point[far_]) {
        for (bool more = true; more;) {
          points.push_back(one->at(point));
          size_t i = point.size();
          while (i > 0 && (i - 1 == far_ || point[i - 1] == box_[i - 1])) {
            --i;
            if (i != far_) point[i] = 0;
          }
          more = i > 0;
          if (more) ++point[i - 1];
        }
      }
      const std::unique_ptr<Solver> table = finite_engine()->open(*one);
      if (!table) return no_period("its moves are not written out");
      auto values = table->values(points, budget);
      if (!values) return std::move(values).error();
      std::vector<uint32_t>& filled = tables_[one];
      for (const Value& value : *values)
        filled.push_back(static_cast<uint32_t>(value.ordinal().small()));
    }
    return {};
  }

  /// Whether all values of n and of n + length are the same.
  bool repeats(int64_t n, int64_t length) const {
    const auto count = static_cast<std::ptrdiff_t>(states());
    return std::all_of(tables_.begin(), tables_.end(), [&](const auto& one) {
      const auto begin = one.second.begin() + n * count;
      return std::equal(begin, begin + count, begin + length * count);
    });
  }

  /// The least period of the table that its moves have, too.
  std::optional<FarPeriod> period_in(int64_t size, int64_t window) const {
    for (int64_t length = 1; length <= size / 3; ++length) {
      int64_t begin = size - length;
      while (begin > 0 && repeats(begin - 1, length)) --begin;
      if (begin + length + window >= size - length) continue;
      for (int64_t times = 1; times <= kMostMultiples; ++times) {
        std::optional<FarPeriod> found = moves_repeat({begin, times * length, 0, window, 0});
        if (!found) continue;
        const int64_t from = has_splits_ ? repeats_by_moves(*found) : found->begin + found->window;
        if (size >= std::max(found->moves, from) + found->length) return found;
      }
      return std::nullopt;  // others are multiples of this one
    }
    return std::nullopt;
  }

  /// The period, if the moves have it too from some n on, and with that n; nothing otherwise.
  std::optional<FarPeriod> moves_repeat(FarPeriod period) const {
    for (const RuleGame* one : games_) {
      for (const LineRelation& line : *one->facts().lines(Effort::quick)) {
        one->facts().context(kShiftSteps);
        const auto along = moves_along_.find(&line);
        const bool splits = along == moves_along_.end();
        const auto from = splits ? split_shift_begins(line, period.length)
                                 : shift_begins(line, along->second, far_, period.length, box_);
        if (!from) return std::nullopt;
        int64_t& begin = splits ? period.splits : period.moves;
        begin = std::max(begin, *from);
      }
    }
    return period;
  }

  std::vector<const RuleGame*> games_;  // that moves lead to, the game itself among them
  bool has_splits_;                     // a move leads to two heaps
  std::vector<Natural> most_;           // of each coordinate, in the positions that were asked for
  size_t far_ = 0;
  std::vector<int64_t> box_;  // the greatest of each coordinate but far_
  // Of each line which parts lead far out from far out, the others being bounded; of those without
  // an entry two heaps are little less together.
  std::map<const LineRelation*, std::vector<bool>> moves_along_;
  std::map<const RuleGame*, std::vector<uint32_t>> tables_;
  FarPeriod period_;
  bool found_ = false;
  std::optional<Error> declined_;
};

class PeriodicEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "periodic"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    const Rule& rule = *game.rule();
    if (rule.arity() == 0 || rule.arity() > kPeriodicCoordinates) return nullptr;
    std::vector<const RuleGame*> games;
    bool has_splits = false;
    for (const Rule* one : game.facts().reachable_games()) {
      if (one->is_alias || one->moves_by_code || one->arity() != rule.arity()) return nullptr;
      const size_t most = rule.arity() == 1 ? kPeriodicParts : 1;
      for (const MoveLine& line : one->moves) {
        const bool has_binders =
            std::any_of(line.parts.begin(), line.parts.end(),
                        [](const Part& part) { return !part.binders.empty(); });
        if (line.parts.size() > most || has_binders) return nullptr;
        has_splits = has_splits || line.parts.size() > 1;
      }
      const RuleGame& made = one == &rule ? game : game.games().of(*one);
      if (made.is_endless()) return nullptr;
      games.push_back(&made);
    }
    if (has_splits && game.facts().heap_code()) return nullptr;  // the heap engine knows more
    return std::make_unique<PeriodicSolver>(game, std::move(games), has_splits);
  }
};

}  // namespace

const Engine* periodic_engine() {
  static const PeriodicEngine engine;
  return &engine;
}

}  // namespace grundy
