#include "engine/board/every_pile.h"

#include <algorithm>

#include "engine/board/first_pile.h"
#include "game/board_game.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

using EveryKind = CellCondition::Kind;

bool asks_of_list(const Expr& expr, EveryKind kind) {
  return expr.over_cells && expr.over_cells->kind == kind && expr.over_cells->from == 0 &&
         !expr.quantifier;
}

/// len(a) > 0, which every list with a move meets.
bool says_not_empty(const Expr& condition) {
  if (condition.args.size() != 2) return false;
  const Expr &a = condition.args[0], &b = condition.args[1];
  if (condition.op == Op::lt) return same(a, constant(0)) && asks_of_list(b, EveryKind::length);
  if (condition.op == Op::le) return same(a, constant(1)) && asks_of_list(b, EveryKind::length);
  return condition.op == Op::ne && asks_of_list(a, EveryKind::length) && same(b, constant(0));
}

/// [x - k for x in a if x > k] for k in 1..min(a)
bool lowers_every_pile(const Rule& rule) {
  if (rule.board->lines.size() != 1) return false;
  const BoardLine& line = rule.board->lines[0];
  const BoardPart* part = only_part(rule, line);
  if (!line.steps.empty() || line.binders.size() != 1 || part == nullptr ||
      !std::all_of(line.conditions.begin(), line.conditions.end(), says_not_empty))
    return false;
  const Binder& taken = line.binders[0];
  if (taken.kind != Binder::Kind::range || taken.low.size() != 1 || taken.high.size() != 1)
    return false;
  const Expr& most = taken.high[0];
  if (!same(taken.low[0], constant(1)) || !asks_of_list(most, EveryKind::fold) ||
      most.over_cells->fold != CellCondition::Fold::min)
    return false;
  const ListTerm& list = part->sets[0].list;
  if (list.size() != 1 || list[0].taken || list[0].from != kNoSlot) return false;
  const SetTerm& rest = list[0].listed;
  if (rest.elements.size() != 1 || rest.binders.size() != 1 || rest.condition.size() != 1)
    return false;
  const Binder& pile = rest.binders[0];
  if (pile.slots.size() != 1 || pile.values.size() != 1 ||
      !asks_of_list(pile.values[0], EveryKind::elements))
    return false;
  const Expr x = slot(pile.slots[0]), k = slot(taken.slots[0]);
  return same(rest.elements[0], apply(Op::sub, {x, k})) &&
         same(rest.condition[0], apply(Op::lt, {k, x}));
}

class EveryPileSolver final : public Solver {
 public:
  explicit EveryPileSolver(const BoardGame& game) : game_(game) {}

  std::string_view engine() const override { return "every pile"; }
  std::string knows() const override { return "the differences of the piles are sequential nim"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget&) override {
    std::vector<Value> result;
    for (const Position& position : positions) {
      const std::vector<uint64_t> steps = steps_of(game_.position(position).sets[0]);
      result.emplace_back(Ordinal(Natural(value_from(steps, 0))));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget&) override {
    MoveSet result;
    BoardPosition to = game_.position(position);
    const std::vector<uint64_t> steps = steps_of(to.sets[0]);
    if (steps.empty() || !value.is_finite() || !value.ordinal().is_small()) return result;
    const uint64_t left = pile_of_value(value.ordinal().small(), value_from(steps, 1));
    if (left >= steps[0]) return result;
    if (limit == 0) {
      result.all = false;
      return result;
    }
    const auto taken = static_cast<int64_t>(steps[0] - left);
    std::erase_if(to.sets[0], [&](int64_t pile) { return pile <= taken; });
    for (int64_t& pile : to.sets[0]) pile -= taken;
    result.moves.push_back({{game_.at(to)}, ""});
    return result;
  }

 private:
  /// The differences of the piles' sizes, the least one first; none where there is no move.
  static std::vector<uint64_t> steps_of(NaturalSet piles) {
    std::sort(piles.begin(), piles.end());
    std::vector<uint64_t> result;
    if (!piles.empty() && piles[0] == 0) return result;
    int64_t before = 0;
    for (const int64_t pile : piles) {
      if (pile != before) result.push_back(static_cast<uint64_t>(pile - before));
      before = pile;
    }
    return result;
  }
  static uint64_t value_from(const std::vector<uint64_t>& steps, size_t first) {
    uint64_t rest = 0;
    for (size_t i = steps.size(); i > first; --i) rest = value_before(steps[i - 1], rest);
    return rest;
  }

  const BoardGame& game_;
};

class EveryPileEngine final : public Engine {
 public:
  std::string_view name() const override { return "every pile"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* list = as<BoardGame>(&game);
    if (list == nullptr) return nullptr;
    const Rule& rule = list->board_rule();
    const BoardRule& board = *rule.board;
    if (rule.arity() != 1 || !is_list(board.kinds[0]) || board.has_board() ||
        !board.always.empty() || !board.over.empty() || !board.ends.empty())
      return nullptr;
    return lowers_every_pile(rule) ? std::make_unique<EveryPileSolver>(*list) : nullptr;
  }
};

}  // namespace

const Engine* every_pile_engine() {
  static const EveryPileEngine engine;
  return &engine;
}

}  // namespace grundy
