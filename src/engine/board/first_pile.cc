#include "engine/board/first_pile.h"

#include <algorithm>

#include "game/board_game.h"
#include "rule/slots.h"

namespace grundy {
namespace {

using ListKind = CellCondition::Kind;

bool asks_list(const Expr& expr, ListKind kind) {
  return expr.over_cells && expr.over_cells->kind == kind && expr.over_cells->from == 0;
}
bool is_constant_of(const Expr& expr, int64_t value) {
  return expr.op == Op::constant && expr.value == value;
}
/// len(a) > 0
bool is_not_empty(const Expr& condition) {
  if (condition.args.size() != 2) return false;
  const Expr &a = condition.args[0], &b = condition.args[1];
  switch (condition.op) {
    case Op::lt:
      return is_constant_of(a, 0) && asks_list(b, ListKind::length);
    case Op::le:
      return is_constant_of(a, 1) && asks_list(b, ListKind::length);
    case Op::ne:
      return asks_list(a, ListKind::length) && is_constant_of(b, 0);
    default:
      return false;
  }
}

/// The one change that a line makes to the whole list; null where it does something else.
const ListPiece::Change* change_of(const Rule& rule, const BoardLine& line) {
  const BoardPart* part = only_part(rule, line);
  if (!line.steps.empty() || part == nullptr) return nullptr;
  const ListTerm& list = part->sets[0].list;
  if (list.size() != 1 || list[0].taken || list[0].from != 0 || !list[0].slice.empty() ||
      list[0].changes.size() != 1)
    return nullptr;
  return &list[0].changes[0];
}

/// Nothing is put in the place of what is changed.
bool takes_away(const ListPiece::Change& change) {
  return change.number.empty() &&
         std::all_of(change.list.begin(), change.list.end(), [](const ListPiece& piece) {
           return piece.from == kNoSlot && !piece.taken && piece.listed.elements.empty();
         });
}

/// The pile at `place` lowered to at least `least`: k for k in least..p - 1, or p - k for k in 1..p
/// - least.
bool lowers(const ListPiece::Change& change, const Expr& place, const Binder& binder,
            int64_t least) {
  const auto is_place = [&](const Expr& term) {
    return (place.op == Op::constant && is_constant_of(term, place.value)) ||
           (place.op == Op::slot && is_slot(term, static_cast<size_t>(place.value)));
  };
  const auto is_pile = [&](const Expr& term) {
    return asks_list(term, ListKind::element) && is_place(term.args[1]);
  };
  /// p - number, or p + -number.
  const auto is_pile_less = [&](const Expr& term, int64_t number) {
    if (number == 0) return is_pile(term);
    return (term.op == Op::sub && is_pile(term.args[0]) && is_constant_of(term.args[1], number)) ||
           (term.op == Op::add && is_pile(term.args[0]) && is_constant_of(term.args[1], -number));
  };
  if (!is_place(change.first) || !is_place(change.last) || change.number.size() != 1) return false;
  if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.size() != 1)
    return false;
  const int64_t low = binder.low.empty()                 ? 0
                      : binder.low[0].op == Op::constant ? binder.low[0].value
                                                         : -1;
  const Expr& to = change.number[0];
  if (is_slot(to, binder.slots[0])) return low == least && is_pile_less(binder.high[0], 1);
  return to.op == Op::sub && is_pile(to.args[0]) && is_slot(to.args[1], binder.slots[0]) &&
         low == 1 && is_pile_less(binder.high[0], least);
}

/// a[1 -> k] for k in 1..a[1]-1, and a[1 -> []], of lists that are not empty.
bool takes_piles_off(const Rule& rule) {
  const auto& lines = rule.board->lines;
  if (lines.size() != 2) return false;
  size_t lowering = 0, taking = 0;
  for (const BoardLine& line : lines) {
    const ListPiece::Change* change = change_of(rule, line);
    if (change == nullptr || line.conditions.size() != 1 || !is_not_empty(line.conditions[0]))
      return false;
    if (line.binders.size() == 1) {
      lowering += lowers(*change, constant(1), line.binders[0], 1) ? 1 : 0;
    } else if (line.binders.empty()) {
      const bool is_first = is_constant_of(change->first, 1) && is_constant_of(change->last, 1);
      taking += is_first && takes_away(*change) ? 1 : 0;
    }
  }
  return lowering == 1 && taking == 1;
}

/// a[i -> k] for i in 1..len(a), k < a[i] if all(a[j] = 0 for j in 1..i-1).
bool passes_empty_piles(const Rule& rule) {
  const auto& lines = rule.board->lines;
  if (lines.size() != 1 || lines[0].binders.size() != 2 || lines[0].conditions.size() != 1)
    return false;
  const ListPiece::Change* change = change_of(rule, lines[0]);
  const Binder& place = lines[0].binders[0];
  if (change == nullptr || place.kind != Binder::Kind::range || place.low.size() != 1 ||
      place.high.size() != 1)
    return false;
  if (!is_constant_of(place.low[0], 1) || !asks_list(place.high[0], ListKind::length)) return false;
  const size_t i = place.slots[0];
  if (!lowers(*change, slot(i), lines[0].binders[1], 0)) return false;
  const Expr& condition = lines[0].conditions[0];
  if (condition.op != Op::quantifier || condition.value != 1) return false;
  const Quantifier& all = *condition.quantifier;
  if (all.binders.size() != 1 || !all.filter.empty()) return false;
  const Binder& before = all.binders[0];
  if (before.kind != Binder::Kind::range || before.low.size() != 1 || before.high.size() != 1)
    return false;
  const Expr& last = before.high[0];
  const bool is_before = is_constant_of(before.low[0], 1) && last.args.size() == 2 &&
                         is_slot(last.args[0], i) &&
                         ((last.op == Op::sub && is_constant_of(last.args[1], 1)) ||
                          (last.op == Op::add && is_constant_of(last.args[1], -1)));
  const Expr& empty = all.condition;
  return is_before && empty.op == Op::eq && asks_list(empty.args[0], ListKind::element) &&
         is_slot(empty.args[0].args[1], before.slots[0]) && is_constant_of(empty.args[1], 0);
}

class FirstPileSolver final : public Solver {
 public:
  FirstPileSolver(const BoardGame& game, bool takes_off) : game_(game), takes_off_(takes_off) {}

  std::string_view engine() const override { return "first pile"; }
  std::string knows() const override { return "the first pile is played until it is gone"; }

  Attempt<std::vector<Value>> values(std::span<const Position> positions, Budget&) override {
    std::vector<Value> result;
    for (const Position& position : positions) {
      const NaturalSet piles = game_.position(position).sets[0];
      result.emplace_back(Ordinal(Natural(value_from(piles, 0))));
    }
    return result;
  }

  Attempt<MoveSet> moves_to(const Position& position, const Value& value, size_t limit,
                            Budget&) override {
    MoveSet result;
    BoardPosition to = game_.position(position);
    NaturalSet& piles = to.sets[0];
    const size_t first = takes_off_ ? 0 : first_full(piles);
    if (first >= piles.size() || !value.is_finite() || !value.ordinal().is_small()) return result;
    const uint64_t wanted = value.ordinal().small();
    const uint64_t rest = value_from(piles, first + 1);
    const uint64_t left = pile_of_value(wanted, rest);
    if (left != 0 && left >= static_cast<uint64_t>(piles[first])) return result;
    if (limit == 0) {
      result.all = false;
      return result;
    }
    piles[first] = static_cast<int64_t>(left);
    if (left == 0 && takes_off_) piles.erase(piles.begin());
    result.moves.push_back({{game_.at(to)}, ""});
    return result;
  }

  Attempt<std::optional<Natural>> count_moves_to(const Position& position, const Value& value,
                                                 Budget& budget) override {
    const auto moves = moves_to(position, value, 1, budget);
    if (!moves) return moves.error();
    return std::optional(Natural(moves->moves.size()));
  }

 private:
  static size_t first_full(const NaturalSet& piles) {
    return static_cast<size_t>(
        std::find_if(piles.begin(), piles.end(), [](int64_t pile) { return pile != 0; }) -
        piles.begin());
  }
  /// Of the list from this place on. A pile of 0 that can be taken off is as one of 1.
  uint64_t value_from(const NaturalSet& piles, size_t first) const {
    uint64_t rest = 0;
    for (size_t i = piles.size(); i > first; --i) {
      const auto pile = static_cast<uint64_t>(piles[i - 1]);
      if (pile == 0 && !takes_off_) continue;
      const uint64_t tokens = std::max<uint64_t>(pile, 1);
      rest = value_before(tokens, rest);
    }
    return rest;
  }

  const BoardGame& game_;
  bool takes_off_;
};

class FirstPileEngine final : public Engine {
 public:
  std::string_view name() const override { return "first pile"; }
  std::unique_ptr<Solver> open(const Game& game) const override {
    const auto* list = as<BoardGame>(&game);
    if (list == nullptr) return nullptr;
    const Rule& rule = list->board_rule();
    const BoardRule& board = *rule.board;
    if (rule.arity() != 1 || board.kinds[0] != CoordinateKind::list || board.has_board() ||
        !board.always.empty() || !board.over.empty() || !board.ends.empty())
      return nullptr;
    const bool takes_off = takes_piles_off(rule);
    return takes_off || passes_empty_piles(rule)
               ? std::make_unique<FirstPileSolver>(*list, takes_off)
               : nullptr;
  }
};

}  // namespace

const Engine* first_pile_engine() {
  static const FirstPileEngine engine;
  return &engine;
}

}  // namespace grundy
