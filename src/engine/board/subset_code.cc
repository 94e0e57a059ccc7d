#include "engine/board/subset_code.h"

#include <algorithm>
#include <optional>

#include "rule/position_reader.h"

namespace grundy {
namespace {

const CellCondition* set_condition(const Expr& e, CellCondition::Kind kind) {
  return e.over_cells != nullptr && e.over_cells->kind == kind ? e.over_cells.get() : nullptr;
}

bool speaks_of_set(const Expr& e);
bool any_speaks_of_set(const std::vector<Expr>& all) {
  return std::any_of(all.begin(), all.end(), speaks_of_set);
}
bool any_speaks_of_set(const Quantifier& quantifier) {
  return any_speaks_of_set(quantifier.filter) || speaks_of_set(quantifier.condition) ||
         std::any_of(quantifier.binders.begin(), quantifier.binders.end(), [](const Binder& b) {
           return any_speaks_of_set(b.low) || any_speaks_of_set(b.high) ||
                  any_speaks_of_set(b.values);
         });
}
bool speaks_of_set(const Expr& e) {
  return e.over_cells != nullptr || any_speaks_of_set(e.args) ||
         (e.quantifier && any_speaks_of_set(*e.quantifier));
}

/// The term t of `t in S`, or null.
const Expr* asked_member(const Expr& condition) {
  const CellCondition* asked = set_condition(condition, CellCondition::Kind::member);
  return asked != nullptr && !asked->no && !speaks_of_set(asked->term) ? &asked->term : nullptr;
}

/// Whether the binder's values do not depend on the set, or are its elements, as a condition says
/// beside it.
bool has_free_range(const Binder& binder, const std::vector<Expr>& conditions) {
  if (any_speaks_of_set(binder.low) || any_speaks_of_set(binder.values)) return false;
  if (!any_speaks_of_set(binder.high)) return true;
  return set_condition(binder.high[0], CellCondition::Kind::greatest) != nullptr &&
         std::any_of(conditions.begin(), conditions.end(), [&](const Expr& condition) {
           const Expr* term = asked_member(condition);
           return term != nullptr && term->op == Op::slot &&
                  term->value == static_cast<int64_t>(binder.slots[0]);
         });
}

/// Whether all conditions ask for members or don't speak of the set, and so with the binders.
bool are_free(const std::vector<Binder>& binders, const std::vector<Expr>& conditions) {
  return std::all_of(binders.begin(), binders.end(),
                     [&](const Binder& b) { return has_free_range(b, conditions); }) &&
         std::all_of(conditions.begin(), conditions.end(),
                     [](const Expr& c) { return asked_member(c) != nullptr || !speaks_of_set(c); });
}

/// {x for x in S if …}: x's slot.
std::optional<size_t> chosen_elements(const SetTerm& term) {
  if (term.elements.size() != 1 || term.binders.size() != 1 || !term.list.empty()) return {};
  const Binder& binder = term.binders[0];
  if (binder.kind != Binder::Kind::range || !binder.low.empty() || binder.high.empty() ||
      set_condition(binder.high[0], CellCondition::Kind::greatest) == nullptr ||
      !are_free(term.binders, term.condition))
    return {};
  const size_t x = binder.slots[0];
  const auto asks_for_others = [&](const Expr& condition) {
    const Expr* asked = asked_member(condition);
    return asked != nullptr && !(asked->op == Op::slot && asked->value == static_cast<int64_t>(x));
  };
  if (std::any_of(term.condition.begin(), term.condition.end(), asks_for_others)) return {};
  const Expr& element = term.elements[0];
  return element.op == Op::slot && element.value == static_cast<int64_t>(x) ? std::optional(x)
                                                                            : std::nullopt;
}

bool is_written_so(const Rule& rule) {
  const BoardRule& board = *rule.board;
  if (board.has_board() || board.kinds != std::vector{CoordinateKind::set} ||
      !board.always.empty() || !board.over.empty() || !board.ends.empty())
    return false;
  return std::all_of(board.lines.begin(), board.lines.end(), [&](const BoardLine& line) {
    const BoardPart* part = only_part(rule, line);
    return line.steps.empty() && line.to && part != nullptr && part->condition.empty() &&
           part->sets.size() == 1 && chosen_elements(part->sets[0]) &&
           are_free(line.binders, line.conditions);
  });
}

/// The choices of one line.
class LineReader {
 public:
  LineReader(const BoardPosition& position, const BoardLine& line, Patience& patience)
      : elements_(position.sets[0]),
        line_(line),
        kept_(line.parts[0].sets[0]),
        x_(kept_.binders[0].slots[0]),
        reader_(position, line.is_letter_slot),
        slots_(line.slot_names.size(), 0),
        patience_(patience) {
    slots_.board = &reader_;
  }

  /// False where a term has no value, a choice takes nothing, or patience is over.
  bool read(std::vector<SubsetMove>& moves) {
    bool progresses = true;
    for_each_choice(
        std::span<const Binder>(line_.binders), slots_, elements_.empty() ? 0 : elements_.back(),
        fault_,
        [&] {
          SubsetMove move;
          if (!holds(line_.conditions, move.needs)) return fault_.kind == Fault::Kind::none;
          for (size_t i = 0; i < elements_.size(); ++i) {
            slots_[x_] = elements_[i];
            uint64_t itself = 0;
            const bool stays = holds(kept_.condition, itself);
            if (fault_.kind != Fault::Kind::none) return false;
            if (!stays) move.takes |= uint64_t{1} << i;
          }
          progresses = (move.needs & move.takes) != 0;
          moves.push_back(move);
          return progresses && !patience_.over();
        },
        &patience_);
    return progresses && fault_.kind == Fault::Kind::none && !patience_.over();
  }

 private:
  /// Notes the members that are asked for.
  bool holds(const std::vector<Expr>& conditions, uint64_t& members) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Expr& condition) {
      const bool does =
          evaluate(condition, slots_, fault_, &patience_) != 0 && fault_.kind == Fault::Kind::none;
      if (const Expr* term = asked_member(condition); does && term != nullptr) {
        const int64_t element = evaluate(*term, slots_, fault_, &patience_);
        members |= uint64_t{1} << (std::lower_bound(elements_.begin(), elements_.end(), element) -
                                   elements_.begin());
      }
      return does;
    });
  }

  const NaturalSet& elements_;
  const BoardLine& line_;
  const SetTerm& kept_;
  size_t x_;
  PositionReader reader_;
  Environment slots_;
  Fault fault_;
  Patience& patience_;
};

}  // namespace

Attempt<SubsetCode> subset_code(const BoardPosition& position, const Budget& budget) {
  if (!is_written_so(*position.game))
    return Error::declined("a move does more than to leave some of a set's elements");
  SubsetCode code{position.sets[0], {}};
  if (code.elements.size() > kMostSubsetElements)
    return Error::declined("the set has more than 64 elements");
  Patience patience(budget);
  for (const BoardLine& line : position.game->board->lines) {
    if (!LineReader(position, line, patience).read(code.moves))
      return Error::declined("a move takes nothing, or a term has no value");
  }
  std::sort(code.moves.begin(), code.moves.end());
  code.moves.erase(std::unique(code.moves.begin(), code.moves.end()), code.moves.end());
  return code;
}

}  // namespace grundy
