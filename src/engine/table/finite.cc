#include "engine/table/finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "analysis/closed_box.h"
#include "analysis/order.h"
#include "engine/round.h"
#include "engine/table/box_table.h"
#include "engine/table/dense_store.h"
#include "engine/table/fill.h"
#include "engine/table/follow.h"
#include "engine/table/graph_table.h"
#include "engine/table/memo_store.h"
#include "engine/table/sweep.h"
#include "engine/table/wanted_positions.h"
#include "rule/evaluate.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr uint64_t kSmallTable = 1 << 16;  // cells that are filled without a thought

/// What is followed one by one before a table is filled, or refused where it does not fit: a few
/// positions may be all there are.
constexpr Trial kBeforeRefusal{uint64_t{1} << 23, uint64_t{1} << 28};
constexpr Trial kBeforeBox{uint64_t{1} << 14, uint64_t{1} << 20};
/// What is followed before cheaper searches are asked, where it is not known how many positions
/// there are.
constexpr Trial kBeforeSearches{uint64_t{1} << 16, uint64_t{1} << 21};
/// What is followed before any search for a law, and what it costs: a little more than a look into
/// the book.
constexpr Trial kFew{uint64_t{1} << 10, uint64_t{1} << 17};
constexpr double kCostOfFew = 2 * cost::kBook;
/// What an option costs where a table has no order in which it can be filled: an arc is kept.
constexpr double kStepsOfArc = 32;
constexpr double kMostFewChoices = 1 << 12;  // from one position
/// More where coordinates may grow: then play often meets few cells.
Trial before_table(uint64_t cells, bool is_bounded) {
  if (!is_bounded)
    return {std::max(kBeforeBox.positions, cells / 32), std::max(kBeforeBox.options, cells)};
  return {std::max<uint64_t>(256, cells / 2048), std::max<uint64_t>(1 << 12, cells / 32)};
}

class FiniteSolver final : public RuleSolver {
 public:
  explicit FiniteSolver(const RuleGame& game)
      : RuleSolver(game), rule_(*game.rule()), games_(reachable_games({&rule_})) {
    std::erase_if(games_, [](const Rule* one) { return one->is_alias; });
  }

  std::string_view engine() const override { return table_ ? table_->way() : "memo"; }

  double cost(std::span<const Position> positions) const override {
    std::vector<RulePosition> asked;
    for (const Position& one : positions) {
      const auto coordinates = small_coordinates(rule_, game().coordinates(one));
      if (!coordinates) return cost::kLastResort;  // it declines, and says why
      if (known_ != nullptr && known_->covers(&rule_, *coordinates)) continue;
      asked.push_back({&rule_, *coordinates});
    }
    if (asked.empty()) return cost::kNothing;
    const double price = cost_of_all_choices(positions);
    const double choices = choices_at(asked, Choices::all);
    const auto boxes = reachable_boxes(ListedPositions(std::move(asked)).corners());
    if (!are_more_ && price > kCostOfFew && choices <= kMostFewChoices) {
      follows_few_ = true;
      return kCostOfFew;
    }
    if (boxes) {
      const bool is_by_graph = games_.size() == 1 && !game().facts().sweep_order();
      // Numbers may rise, to more than the asked ones.
      return std::max((is_by_graph ? kStepsOfArc : 1) * price,
                      static_cast<double>(DenseStore::cells(*boxes)));
    }
    return are_many_ ? std::max(2 * price, cost::kFollowedFar) : std::max(price, cost::kFollowed);
  }
  Work work() const override { return work_; }

  Attempt<std::vector<Ordinal>> values(std::span<const Coordinates> positions,
                                       Budget& budget) override {
    std::vector<RuleSum> sums;
    for (const Coordinates& position : positions) {
      auto coordinates = small_coordinates(rule_, position);
      if (!coordinates) return std::move(coordinates).error();
      sums.push_back({{&rule_, *std::move(coordinates)}});
    }
    if (auto solved = solve(sums, budget); !solved) return std::move(solved).error();
    std::vector<Ordinal> result;
    result.reserve(sums.size());
    for (const RuleSum& sum : sums) result.emplace_back(uint64_t{value(sum)});
    return result;
  }

  /// Its parts are positions that the values asked for before lead to.
  Attempt<Value> value_of(const Sum& option, Budget&) override {
    uint32_t result = 0;
    for (const Position& part : option) {
      const std::vector<int64_t> coordinates(part.key.begin(), part.key.end());
      if (known_ == nullptr || !known_->covers(part.game->rule(), coordinates))
        return Error::declined("the option was not worked out");
      result ^= known_->value(part.game->rule(), coordinates);
    }
    return Value(uint64_t{result});
  }

 private:
  uint32_t value(const RuleSum& sum) const {
    uint32_t result = 0;
    for (const RulePosition& part : sum) result ^= known_->value(part.game, part.coordinates);
    return result;
  }
  bool covers(const RuleSum& sum) const {
    return std::all_of(sum.begin(), sum.end(), [&](const RulePosition& part) {
      return known_ != nullptr && known_->covers(part.game, part.coordinates);
    });
  }

  /// Finds the values of all positions in the sums, or none: a new table takes the old one's place.
  Attempt<void> solve(const std::vector<RuleSum>& sums, Budget& budget) {
    if (std::all_of(sums.begin(), sums.end(), [&](const RuleSum& sum) { return covers(sum); }))
      return {};
    const std::unique_ptr<const WantedPositions> asked = asked_for(sums);
    std::optional<Boxes> boxes = reachable_boxes(asked->corners());
    if (std::exchange(follows_few_, false)) {
      auto walked = walk(*asked, kFew, budget);
      const bool lacks_memory = !walked && walked.error().is_end && !budget.spent();
      if (!walked && !lacks_memory) return std::move(walked).error();
      if (walked && *walked == Followed::all) return {};
      if (lacks_memory) forget();
      are_more_ = true;
      return Error::declined("its positions are many, and a law may be found sooner");
    }
    const bool is_bounded = boxes.has_value();
    // It is filled in an order of its positions.
    if (!is_bounded && sweep_order(rule_)) boxes = box_without_bounds(*asked, budget);
    const uint64_t cells = boxes ? DenseStore::cells(*boxes) : UINT64_MAX;
    const bool table_fits = boxes && fits_memory(cells, budget);
    if (cells > kSmallTable) {
      Trial trial = table_fits ? before_table(cells, is_bounded)
                    : boxes    ? kBeforeRefusal
                               : kBeforeBox;
      if (table_fits) {
        const double most = static_cast<double>(trial.options) /
                            choices_at(positions_in(sums), Choices::with_conditions);
        if (most < static_cast<double>(trial.positions))
          trial.positions = std::max<uint64_t>(16, static_cast<uint64_t>(most));
      }
      if (are_of_divisors()) trial = {};
      auto walked = walk(*asked, trial, budget);
      if (!walked) return std::move(walked).error();
      if (*walked == Followed::all) return {};
      if (!boxes) return solve_without_bounds(*asked, budget);
    }
    forget();
    auto table = fill_table(*boxes, *asked, budget, work_);
    if (!table) return std::move(table).error();
    table_ = *std::move(table);
    known_ = table_.get();
    return {};
  }

  /// Where coordinates go up and down: in a box that no move leaves, when a fair part of it is met,
  /// else one by one.
  Attempt<void> solve_without_bounds(const WantedPositions& asked, Budget& budget) {
    constexpr uint64_t kPart = 32;
    if (!are_many_) {
      auto walked = walk(asked, kBeforeSearches, budget);
      if (!walked) return std::move(walked).error();
      if (*walked == Followed::all) return {};
      are_many_ = true;
      return Error::declined("its positions are many, and a law may be found sooner");
    }
    const auto box = box_without_bounds(asked, budget);
    const uint64_t part = box ? DenseStore::cells(*box) / kPart : 0;
    auto walked = walk(
        asked, box ? Trial{std::max(kBeforeBox.positions, part), UINT64_MAX} : Trial{}, budget);
    if (!walked) return std::move(walked).error();
    if (*walked == Followed::all) return {};
    auto table = fill_by_graph(rule_, box->at(&rule_), asked, budget, work_);
    if (table) {
      forget();
      table_ = *std::move(table);
      known_ = table_.get();
      return {};
    }
    if (is_cycle(table.error()) || !is_open(table.error())) return std::move(table).error();
    walked = walk(asked, {}, budget);
    if (!walked) return std::move(walked).error();
    return {};
  }

  /// A box that no move leaves, though a coordinate may grow at each of them; of one game, and
  /// within reach.
  std::optional<Boxes> box_without_bounds(const WantedPositions& asked,
                                          const Budget& budget) const {
    const auto corners = asked.corners();
    const auto corner = corners.find(&rule_);
    if (corners.size() != 1 || corner == corners.end()) return std::nullopt;
    const auto box = closed_box(game().facts(), corner->second);
    if (!box) return std::nullopt;
    Boxes result{{&rule_, *box}};
    const uint64_t cells = DenseStore::cells(result);
    if (cells > kMostClosedCells || !fits_memory(cells, budget)) return std::nullopt;
    return result;
  }

  /// Whether a heap has a move for each of its divisors, and no others: a table would go through all
  /// numbers for them.
  bool are_of_divisors() const {
    return rule_.arity() == 1 && games_.size() == 1 &&
           std::all_of(rule_.moves.begin(), rule_.moves.end(), [](const MoveLine& line) {
             return line.binders.size() <= 1 &&
                    (line.binders.empty() || is_divisor(line.binders[0], line));
           });
  }

  static std::vector<RulePosition> positions_in(const std::vector<RuleSum>& sums) {
    std::vector<RulePosition> positions;
    for (const RuleSum& sum : sums) positions.insert(positions.end(), sum.begin(), sum.end());
    return positions;
  }
  std::unique_ptr<const WantedPositions> asked_for(const std::vector<RuleSum>& sums) const {
    return std::make_unique<ListedPositions>(positions_in(sums));
  }

  enum class Choices : uint8_t { all, with_conditions };
  /// How many choices a line has to go through for one of the positions, at most; with conditions:
  /// those of which few may be moves. Divisors are listed and not gone through.
  static double choices_at(const std::vector<RulePosition>& positions, Choices wanted) {
    constexpr size_t kLookedAt = 16;
    double most = 1;
    for (size_t i = 0; i < std::min(positions.size(), kLookedAt); ++i) {
      for (const MoveLine& line : positions[i].game->moves)
        most = std::max(most, choices_of(line, positions[i], wanted));
    }
    return most;
  }
  static bool is_divisor(const Binder& binder, const MoveLine& line) {
    return std::any_of(line.conditions.begin(), line.conditions.end(), [&](const Expr& condition) {
      return divided_by(line, condition, binder.slots[0]) != nullptr;
    });
  }
  static double choices_of(const MoveLine& line, const RulePosition& position, Choices wanted) {
    double choices = 1;
    for (const Binder& binder : line.binders) {
      const auto is_asked = [&](const Expr& condition) {
        return mentions(condition, binder.slots[0]);
      };
      if (binder.kind != Binder::Kind::range) continue;
      if (wanted == Choices::with_conditions &&
          std::none_of(line.conditions.begin(), line.conditions.end(), is_asked))
        continue;
      if (is_divisor(binder, line)) continue;
      Environment slots(position.coordinates);
      Fault fault;
      const bool is_told = !binder.high.empty() && slot_bound(binder.high[0]) <= slots.size();
      const int64_t high = is_told ? evaluate(binder.high[0], slots, fault) : 0;
      const int64_t longest = slots.empty() ? 0 : *std::max_element(slots.begin(), slots.end());
      choices *= std::max(
          1.0, static_cast<double>(is_told && fault.kind == Fault::Kind::none ? high : longest));
    }
    return choices;
  }

  /// Follows the positions from where earlier walks have come to.
  Attempt<Followed> walk(const WantedPositions& asked, Trial trial, Budget& budget) {
    table_.reset();
    if (!memo_) memo_ = std::make_unique<MemoStore>(games_, budget);
    memo_->charge(budget);
    known_ = memo_.get();
    return follow(*memo_, games_, kMemoLimit, asked, trial, work_, budget);
  }

  void forget() {
    memo_.reset();
    table_.reset();
    known_ = nullptr;
  }

  const Rule& rule_;
  std::vector<const Rule*> games_;
  std::unique_ptr<MemoStore> memo_;  // positions that were followed, or
  std::unique_ptr<const ValueTable> table_;
  const ValueTable* known_ = nullptr;  // one of these
  mutable bool follows_few_ = false;   // next, and no more
  bool are_more_ = false;              // than few positions
  bool are_many_ = false;              // positions that are followed one by one
  Work work_;
};

class FiniteEngine final : public RuleEngine {
 public:
  std::string_view name() const override { return "table"; }
  std::unique_ptr<RuleSolver> open_rule(const RuleGame& game) const override {
    if (game.rule()->is_alias) return nullptr;
    const std::vector<const Rule*> games = reachable_games({game.rule()});
    const bool written = std::none_of(games.begin(), games.end(),
                                      [](const Rule* one) { return one->moves_by_code; });
    return written ? std::make_unique<FiniteSolver>(game) : nullptr;
  }
};

}  // namespace

const Engine* finite_engine() {
  static const FiniteEngine engine;
  return &engine;
}

}  // namespace grundy
