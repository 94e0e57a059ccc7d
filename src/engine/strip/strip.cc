#include "engine/strip/strip.h"

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
constexpr size_t kMostPlayedOut = 20;  // if they have no more columns
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
          column + period < columns && word.compare(column * rows, rows, word, (column + period) * rows, rows) == 0;
      if (same) continue;
      if (column + period - begin > best_end - best_begin) {
        best_period = period;
        best_begin = begin;
        best_end = column + period;
      }
      begin = column + 1;
    }
  }
  auto [kind, copies] = normal(word.substr(0, best_begin * rows), word.substr(best_begin * rows, best_period * rows),
                               word.substr((best_begin + best_period) * rows), rows);
  return {std::move(kind), copies + 1};
}

Attempt<void> Recursions::keep_in(PartStore& store, Budget& budget) {
  table_ = std::make_unique<PartTable>();
  return store.keep(*table_, fingerprint(rule_), budget);
}

Attempt<std::pair<Recursion*, size_t>> Recursions::of(const Kind& kind, Budget& budget) {
  if (const auto known = numbers_.find(kind); known != numbers_.end()) return known->second;
  if (failed_.size() >= kMostFailures) return failed_.back();
  Attempt<KindSystem> system = KindSystem::of(rule_, {kind}, budget);
  if (!system) {
    if (!budget.spent()) failed_.push_back(system.error());
    return system.error();
  }
  all_.push_back(std::make_unique<Recursion>(*std::move(system)));
  if (table_) all_.back()->use_table(*table_);
  const std::vector<Kind>& kinds = all_.back()->system().kinds();
  for (size_t i = 0; i < kinds.size(); ++i) numbers_.try_emplace(kinds[i], all_.back().get(), i);
  return numbers_.at(kind);
}

Attempt<uint64_t> Recursions::value(const Word& word, Budget& budget) {
  const LocalRule::View view = rule_.look(word);
  if (view.tangled) return Error::declined("the board can't be taken apart");
  uint64_t sum = 0;
  for (const LocalRule::Part& part : view.parts) {
    const auto [kind, n] = as_kind(part.word, rule_.rows());
    if (rule_.columns(kind.left) + rule_.columns(kind.right) > kMostLooseEnds ||
        (n < kFewCopies && rule_.columns(part.word) > kMostPlayedOut))
      return Error::declined("a part of the board does not repeat");
    const auto at = of(kind, budget);
    if (!at) return at.error();
    const auto [recursion, number] = *at;
    if (n < kFewCopies) {
      const Attempt<uint32_t> value = recursion->word_value(part.word, budget);
      if (!value) return value.error();
      sum ^= *value;
      continue;
    }
    if (auto extended = recursion->extend(n, budget); !extended) return std::move(extended).error();
    sum ^= recursion->at(number, n);
  }
  return sum;
}

}  // namespace strip

namespace {

constexpr size_t kLongStrip = 48;  // columns
constexpr size_t kMostStripRows = 4;

class StripSolver final : public PartSolver {
 public:
  explicit StripSolver(const BoardGame& game) : game_(game) {}

  std::string_view engine() const override { return "strips"; }
  std::string knows() const override { return "boards of a few rows: far out parts are sought that repeat"; }
  void use_store(PartStore& store) override { store_ = &store; }
  bool suits(std::span<const Position> positions) const override {
    return std::all_of(positions.begin(), positions.end(), [&](const Position& position) {
      if (position.game != &game_) return false;
      const Place& place = *game_.position(position).board.place;
      return place.columns >= kLongStrip && place.rows <= kMostStripRows;
    });
  }

 protected:
  Attempt<uint64_t> value_of_one(const Position& position, Budget& budget) override {
    const BoardPosition here = game_.position(position);
    const Place& place = *here.board.place;
    const auto [at, fresh] = rules_.try_emplace({place.kind, place.rows});
    if (fresh) {
      Attempt<strip::LocalRule> rule = strip::LocalRule::of(game_.board_rule(), place.kind, place.rows, budget);
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
    strip::Word word(here.board.cells.size(), '\0');
    for (size_t i = 0; i < word.size(); ++i)
      word[i % place.columns * place.rows + i / place.columns] = recursions.rule().class_of(here.board.cells[i]);
    return recursions.value(word, budget);
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
  const BoardGame& game_;
  PartStore* store_ = nullptr;
  std::map<std::pair<SpaceKind, size_t>, Known> rules_;
};

class StripEngine final : public Engine {
 public:
  std::string_view name() const override { return "strips"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* board = as<BoardGame>(&game);
    if (board == nullptr || board->board_rule().arity() > 0 || board->board_rule().board->space.numbers) return nullptr;
    const SpaceKind kind = board->board_rule().board->space.kind;
    if (kind != SpaceKind::strip && kind != SpaceKind::grid) return nullptr;
    return std::make_unique<StripSolver>(*board);
  }
};

}  // namespace

const Engine* strip_engine() {
  static const StripEngine engine;
  return &engine;
}

}  // namespace grundy
