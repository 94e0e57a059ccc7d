#include "engine/strip/strip.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "engine/board/fingerprint.h"
#include "engine/board/part_solver.h"
#include "engine/board/part_store.h"
#include "game/board_game.h"

namespace grundy {
namespace strip {
namespace {

constexpr int64_t kFewCopies = 8;      // shorter parts are played out,
constexpr size_t kMostPlayedOut = 20;  // if they have no more columns,
constexpr size_t kFewCells = 12;       // or so few cells, whatever their kind is
constexpr size_t kMostLooseEnds = 12;  // columns of a part beside its period

}  // namespace

std::pair<Kind, int64_t> as_kind(const Word& word, size_t rows) {
  const size_t columns = word.size() / rows;
  size_t best_period = 1;
  size_t best_begin = 0;
  size_t best_end = 0;
  for (size_t period = 1; period <= kMostPeriod && period <= columns; ++period) {
    size_t begin = 0;
    for (size_t column = 0; column + period <= columns; ++column) {
      const bool same =
          column + period < columns &&
          word.compare(column * rows, rows, word, (column + period) * rows, rows) == 0;
      if (same) continue;
      if (column + period - begin > best_end - best_begin) {
        best_period = period;
        best_begin = begin;
        best_end = column + period;
      }
      begin = column + 1;
    }
  }
  auto [kind, copies] =
      normal(word.substr(0, best_begin * rows), word.substr(best_begin * rows, best_period * rows),
             word.substr((best_begin + best_period) * rows), rows);
  return {std::move(kind), copies + 1};
}

/// What the parts of these strips are kept under.
std::string fingerprint_of(const LocalRule& rule) {
  std::string text = fmt::format("strips of {} rows", rule.rows());
  for (const auto* shapes : {&rule.moves(), &rule.never()}) {
    text += "\nshapes";
    for (const LocalRule::Shape& shape : *shapes) {
      text += fmt::format("\n{}:", shape.columns);
      for (const LocalRule::Cell& cell : shape.cells)
        text += fmt::format(" {} {} ({})", cell.at, cell.reads, fmt::join(cell.becomes, " "));
    }
  }
  return fingerprint(text);
}

Attempt<void> Recursions::keep_in(PartStore& store, Budget& budget) {
  table_ = std::make_unique<PartTable>();
  return store.keep(*table_, fingerprint_of(rule_), budget);
}

Attempt<std::pair<Recursion*, size_t>> Recursions::of(const Kind& kind, Budget& budget) {
  if (const auto known = numbers_.find(kind); known != numbers_.end()) return known->second;
  if (failed_.size() >= kMostFailures) return failed_.back();
  const Attempt<Recursion*> added = add({kind}, {}, budget);
  if (!added) return added.error();
  return numbers_.at(kind);
}

Attempt<Recursion*> Recursions::add(const std::vector<Kind>& kinds, const std::vector<Word>& rings,
                                    Budget& budget) {
  if (failed_.size() >= kMostFailures) return failed_.back();
  Attempt<KindSystem> system = KindSystem::of(rule_, kinds, rings, budget);
  if (!system) {
    if (!budget.spent()) failed_.push_back(system.error());
    return system.error();
  }
  all_.push_back(std::make_unique<Recursion>(*std::move(system)));
  const std::vector<Kind>& found = all_.back()->system().kinds();
  for (size_t i = 0; i < found.size(); ++i) numbers_.try_emplace(found[i], all_.back().get(), i);
  if (table_) all_.back()->use_table(*table_);
  return all_.back().get();
}

Attempt<uint64_t> Recursions::part_value(const LocalRule::Part& part, Budget& budget) {
  const auto [kind, n] = as_kind(part.word, rule_.rows());
  if (rule_.columns(kind.left) + rule_.columns(kind.right) > kMostLooseEnds ||
      (n < kFewCopies && rule_.columns(part.word) > kMostPlayedOut))
    return Error::declined("a part of the board does not repeat");
  const auto played = [&]() -> Attempt<uint64_t> {
    const Attempt<uint32_t> value = short_.part_value(rule_, part.word, budget);
    if (!value) return value.error();
    return uint64_t{*value};
  };
  if (n < kFewCopies && part.word.size() <= kFewCells) return played();
  const auto at = of(kind, budget);
  if (!at) return at.error();
  if (n < kFewCopies) return played();
  const auto [recursion, number] = *at;
  if (auto extended = recursion->extend(n, budget); !extended) return std::move(extended).error();
  return uint64_t{recursion->at(number, n)};
}

Attempt<uint64_t> Recursions::value(const Word& word, Budget& budget) {
  const Attempt<LocalRule::View> view = rule_.look(word, budget);
  if (!view) return view.error();
  if (view->tangled) return Error::declined("the board can't be taken apart");
  uint64_t sum = 0;
  for (const LocalRule::Part& part : view->parts) {
    if (budget.spent()) return budget.why();
    Attempt<uint64_t> one = part_value(part, budget);
    if (!one) return one;
    sum ^= *one;
  }
  return sum;
}

/// Three turns of the ring are looked at. Let no part pass between two columns of them, and let
/// what may stand in the radius() columns on either side of that place be what may stand there one
/// turn later: then the parts between are those of the ring, for what is local.
Attempt<uint64_t> Recursions::ring_value(const Word& word, Budget& budget) {
  const size_t rows = rule_.rows();
  const size_t columns = rule_.columns(word);
  const size_t radius = rule_.radius();
  for (size_t period = 1; period <= kMostPeriod; ++period) {
    if (columns % period != 0 ||
        word.compare(period * rows, Word::npos, word, 0, word.size() - period * rows) != 0)
      continue;
    const Word copy = word.substr(0, period * rows);
    auto known = rings_.find(copy);
    if (known == rings_.end()) {
      const Attempt<Recursion*> added = add({}, {copy}, budget);
      if (!added) return added.error();
      known = rings_.emplace(copy, *added).first;
    }
    const Attempt<uint32_t> value =
        known->second->ring(0, static_cast<int64_t>(columns / period), budget);
    if (!value) return value.error();
    return uint64_t{*value};
  }
  if (columns <= std::max(rule_.shortest(), 2 * radius))
    return Error::declined("the ring is too short");
  const Attempt<LocalRule::View> looked = rule_.look(word + word + word, budget);
  if (!looked) return looked.error();
  const LocalRule::View& view = *looked;
  if (view.tangled) return Error::declined("the board can't be taken apart");
  // By part: the columns in which it is live; by place between columns: how many parts pass there.
  std::vector<std::pair<size_t, size_t>> spans(view.parts.size(), {SIZE_MAX, 0});
  for (size_t i = 0; i < view.part.size(); ++i) {
    if (view.part[i] == LocalRule::kNoPart) continue;
    auto& [first, last] = spans[static_cast<size_t>(view.part[i])];
    first = std::min(first, i / rows);
    last = i / rows;
  }
  std::vector<int64_t> passing(3 * columns + 1, 0);
  for (const auto& [first, last] : spans) {
    ++passing[first + 1];
    --passing[last + 1];
  }
  for (size_t i = 1; i < passing.size(); ++i) passing[i] += passing[i - 1];
  for (size_t cut = radius; cut + radius <= 2 * columns; ++cut) {
    const auto begin = view.can.begin() + static_cast<std::ptrdiff_t>((cut - radius) * rows);
    const auto end = view.can.begin() + static_cast<std::ptrdiff_t>((cut + radius) * rows);
    if (passing[cut] != 0 || passing[cut + columns] != 0 ||
        !std::equal(begin, end, begin + static_cast<std::ptrdiff_t>(word.size())))
      continue;
    uint64_t sum = 0;
    for (size_t i = 0; i < view.parts.size(); ++i) {
      if (spans[i].first < cut || spans[i].first >= cut + columns) continue;
      Attempt<uint64_t> one = part_value(view.parts[i], budget);
      if (!one) return one;
      sum ^= *one;
    }
    return sum;
  }
  return Error::declined("the ring stays in one piece");
}

}  // namespace strip

namespace {

constexpr size_t kLongStrip = 48;  // columns
constexpr size_t kMostStripRows = 4;

class StripSolver final : public PartSolver {
 public:
  explicit StripSolver(const BoardGame& game) : game_(game) {}

  std::string_view engine() const override { return "strips"; }
  std::string knows() const override {
    return "boards of a few rows: far out parts are sought that repeat";
  }
  void use_store(PartStore& store) override { store_ = &store; }
  double cost(std::span<const Position> positions) const override {
    const bool are_strips =
        std::all_of(positions.begin(), positions.end(), [&](const Position& position) {
          return position.game == &game_ && shape_of(*game_.position(position).board.place);
        });
    if (!are_strips) return cost::kNever;
    const bool are_long =
        std::all_of(positions.begin(), positions.end(), [&](const Position& position) {
          return game_.position(position).board.place->cells() >= kLongStrip;
        });
    return are_long ? cost::kNothing : cost::kLongStrip;
  }

 protected:
  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    const BoardPosition here = game_.position(position);
    const auto shape = shape_of(*here.board.place);
    if (!shape) return Error::declined("the board is short, or has many rows");
    const auto& [frieze, cells] = *shape;
    const auto [at, fresh] = rules_.try_emplace(frieze);
    if (fresh) {
      Attempt<strip::LocalRule> rule = strip::LocalRule::of(game_.board_rule(), frieze, budget);
      if (!rule && budget.spent()) {
        rules_.erase(at);
        return budget.why();
      }
      if (rule) {
        strip::Recursions& made = at->second.recursions.emplace(*std::move(rule));
        if (store_ != nullptr && !made.keep_in(*store_, budget)) {
          rules_.erase(at);
          return budget.why();
        }
      } else {
        at->second.why = rule.error();
      }
    }
    if (!at->second.recursions) return *at->second.why;
    strip::Recursions& recursions = *at->second.recursions;
    strip::Word word;
    for (const size_t cell : cells)
      word.push_back(cell == Frieze::kNoCell ? '\0'
                                             : recursions.rule().class_of(here.board.cells[cell]));
    return frieze.is_ring() ? recursions.ring_value(word, budget) : recursions.value(word, budget);
  }

  Attempt<bool> sum_has_value(const Sum& sum, const Value& value, Budget& budget) override {
    const Attempt<Value> own = value_of(sum, budget);
    if (!own) return own.error();
    return *own == value;
  }

 private:
  struct Known {
    std::optional<strip::Recursions> recursions;
    std::optional<Error> why;
  };
  struct Shape {
    Frieze frieze;
    std::vector<size_t> cells;  // of the place, column by column
  };
  /// Nothing for boards that are short, or have many rows. Kept for the place asked about last.
  const std::optional<Shape>& shape_of(const Place& place) const {
    if (asked_ == place) return shape_;
    asked_ = place;
    shape_.reset();
    const auto frieze = frieze_of(place);
    if (frieze && frieze->second >= kLongStrip && frieze->first.rows <= kMostStripRows)
      shape_ = {frieze->first, frieze->first.cells(place)};
    return shape_;
  }

  const BoardGame& game_;
  PartStore* store_ = nullptr;
  std::map<Frieze, Known> rules_;
  mutable Place asked_;
  mutable std::optional<Shape> shape_;
};

class StripEngine final : public Engine {
 public:
  std::string_view name() const override { return "strips"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr || board->board_rule().arity() > 0 ||
        board->board_rule().board->space.numbers)
      return nullptr;
    const SpaceKind kind = board->board_rule().board->space.kind;
    if (kind == SpaceKind::none || kind == SpaceKind::word) return nullptr;
    return std::make_unique<StripSolver>(*board);
  }
};

}  // namespace

const Engine* strip_engine() {
  static const StripEngine engine;
  return &engine;
}

}  // namespace grundy
