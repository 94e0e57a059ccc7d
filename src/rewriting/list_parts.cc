#include "rewriting/list_parts.h"

#include <algorithm>
#include <span>

#include "rewriting/mapped_terms.h"
#include "rewriting/targets.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

/// A choice of one element: the slot of its place (a[i]), or that of the element itself.
struct Chosen {
  size_t slot;
  bool is_place;
};

/// Whether the term speaks of no list, but for the chosen element, and not of the element's place.
bool is_apart(const Expr& expr, const Chosen& chosen);

bool are_apart(const std::vector<Expr>& terms, const Chosen& chosen) {
  return std::all_of(terms.begin(), terms.end(),
                     [&](const Expr& term) { return is_apart(term, chosen); });
}

bool are_apart(const std::vector<Binder>& binders, const Chosen& chosen) {
  return std::all_of(binders.begin(), binders.end(), [&](const Binder& binder) {
    return are_apart(binder.low, chosen) && are_apart(binder.high, chosen) &&
           are_apart(binder.values, chosen);
  });
}

bool is_apart(const Expr& expr, const Chosen& chosen) {
  if (expr.over_cells) {
    return chosen.is_place && asks(expr, CellCondition::Kind::element) &&
           is_slot(expr.args[1], chosen.slot);
  }
  if (chosen.is_place && is_slot(expr, chosen.slot)) return false;
  if (!are_apart(expr.args, chosen)) return false;
  return !expr.quantifier || (are_apart(expr.quantifier->binders, chosen) &&
                              are_apart(expr.quantifier->filter, chosen) &&
                              is_apart(expr.quantifier->condition, chosen));
}

bool is_listing_apart(const ListPiece& piece, const Chosen& chosen) {
  return piece.from == kNoSlot && !piece.taken && are_apart(piece.listed.elements, chosen) &&
         are_apart(piece.listed.binders, chosen) && are_apart(piece.listed.condition, chosen);
}

bool is_whole_list(const ListPiece& piece) {
  return piece.from == 0 && !piece.taken && piece.slice.empty();
}

/// a[i -> …], or a - [x] + …
bool replaces(const ListTerm& list, const Chosen& chosen) {
  if (list.empty() || !is_whole_list(list[0])) return false;
  size_t first = 1;
  if (chosen.is_place) {
    if (list[0].changes.size() != 1) return false;
    const ListPiece::Change& change = list[0].changes[0];
    if (!is_slot(change.first, chosen.slot) || !is_slot(change.last, chosen.slot)) return false;
    if (!are_apart(change.number, chosen)) return false;
    if (!std::all_of(change.list.begin(), change.list.end(),
                     [&](const ListPiece& piece) { return is_listing_apart(piece, chosen); }))
      return false;
  } else {
    if (!list[0].changes.empty() || list.size() < 2) return false;
    const SetTerm& taken = list[1].listed;
    if (!list[1].taken || list[1].from != kNoSlot || !taken.binders.empty() ||
        taken.elements.size() != 1 || !is_slot(taken.elements[0], chosen.slot))
      return false;
    first = 2;
  }
  return std::all_of(list.begin() + static_cast<std::ptrdiff_t>(first), list.end(),
                     [&](const ListPiece& piece) { return is_listing_apart(piece, chosen); });
}

/// x in a, or i in 1..len(a).
bool chooses_element(const Binder& binder, Chosen& chosen) {
  if (binder.slots.size() != 1) return false;
  chosen.slot = binder.slots[0];
  const auto is = [](const std::vector<Expr>& term, CellCondition::Kind kind) {
    return term.size() == 1 && asks(term[0], kind);
  };
  chosen.is_place = binder.kind == Binder::Kind::range;
  if (!chosen.is_place) return is(binder.values, CellCondition::Kind::elements);
  return binder.low.size() == 1 && binder.low[0].op == Op::constant && binder.low[0].value == 1 &&
         is(binder.high, CellCondition::Kind::length);
}

/// Terms of a line as those of the game of one element: the element is the coordinate, and the slot
/// of the choice is gone.
class OfOneElement : public MappedTerms<OfOneElement> {
 public:
  explicit OfOneElement(const Chosen& chosen) : chosen_(chosen) {}

  Expr term(const Expr& expr) const { return expr.over_cells ? slot(0) : mapped_inside(expr); }
  size_t number(size_t number) const {
    return number == chosen_.slot ? 0 : number - (number > chosen_.slot ? 1 : 0);
  }

  /// The elements that stand in the place of the chosen one, as parts.
  std::vector<Part> parts(const ListTerm& list, const Rule& game) const {
    std::vector<Part> result;
    const auto listed = [&](const SetTerm& listing) {
      for (const Expr& element : listing.elements)
        result.push_back(
            {&game, {term(element)}, binders(listing.binders), terms(listing.condition), {}});
    };
    if (!chosen_.is_place) {
      for (size_t i = 2; i < list.size(); ++i) listed(list[i].listed);
      return result;
    }
    const ListPiece::Change& change = list[0].changes[0];
    for (const Expr& number : change.number) result.push_back({&game, {term(number)}, {}, {}, {}});
    for (const ListPiece& piece : change.list) listed(piece.listed);
    for (size_t i = 1; i < list.size(); ++i) listed(list[i].listed);
    return result;
  }

 private:
  const Chosen& chosen_;
};

bool is_all(const Expr& quantifier) { return quantifier.value != 0; }

/// What a quantifier over the elements of a list says of one of them.
struct OfElement {
  Expr told;
  Expr is_asked;  // its filter
};

std::optional<OfElement> told_of_element(const Quantifier& quantifier) {
  Chosen chosen{};
  if (quantifier.binders.size() != 1 || !chooses_element(quantifier.binders[0], chosen) ||
      !are_apart(quantifier.filter, chosen) || !is_apart(quantifier.condition, chosen))
    return std::nullopt;
  const OfOneElement map(chosen);
  return OfElement{map.term(quantifier.condition), all_of(map.terms(quantifier.filter))};
}

/// The same of a fold: x of max(a) and sum(a).
std::optional<OfElement> told_of_element(const Expr& fold) {
  if (!fold.over_cells || fold.over_cells->kind != CellCondition::Kind::fold) return std::nullopt;
  if (fold.quantifier) return told_of_element(*fold.quantifier);
  if (!is_slot(fold.args[0], 0)) return std::nullopt;
  return OfElement{slot(0), constant(1)};
}

Expr unless(const Expr& filter, Expr condition) {
  return simplified(apply(Op::logical_or, {negated(filter), std::move(condition)}));
}

bool is_length(const Expr& term) { return asks(term, CellCondition::Kind::length); }

/// Whether the comparison says of a natural number on its left that it is 0.
bool says_zero(const Expr& comparison) {
  const Expr& bound = comparison.args[1];
  return bound.op == Op::constant &&
         ((comparison.op == Op::lt && bound.value == 1) ||
          ((comparison.op == Op::eq || comparison.op == Op::le) && bound.value == 0));
}

/// Of fold = 0, fold < c, fold <= c.
std::optional<Expr> compared_of_element(const Expr& comparison) {
  const Expr& fold = comparison.args[0];
  if (is_length(fold) && says_zero(comparison)) return constant(0);
  const auto of_one = told_of_element(fold);
  if (!of_one) return std::nullopt;
  const auto& [told, is_asked] = *of_one;
  switch (fold.over_cells->fold) {
    case CellCondition::Fold::count:
      if (!says_zero(comparison)) return std::nullopt;
      return unless(is_asked, negated(told));
    case CellCondition::Fold::sum:
    case CellCondition::Fold::bit_or:
      if (!says_zero(comparison) || !is_natural(told)) return std::nullopt;
      return unless(is_asked, apply(Op::eq, {told, constant(0)}));
    case CellCondition::Fold::max: {
      const bool is_bound = comparison.op != Op::eq || (says_zero(comparison) && is_natural(told));
      if (!is_bound || !is_constant(comparison.args[1]) || !is_constant(is_asked))
        return std::nullopt;
      return apply(comparison.op, {told, comparison.args[1]});
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Expr> of_each_element(const Expr& condition) {
  switch (condition.op) {
    case Op::logical_and: {
      auto a = of_each_element(condition.args[0]), b = of_each_element(condition.args[1]);
      if (!a || !b) return std::nullopt;
      return apply(Op::logical_and, {*std::move(a), *std::move(b)});
    }
    case Op::logical_or:  // where there is no element, the other side holds of all
      for (size_t i = 0; i < 2; ++i) {
        const Expr& one = condition.args[i];
        if (one.args.size() == 2 && is_length(one.args[0]) && says_zero(one))
          return of_each_element(condition.args[1 - i]);
      }
      return std::nullopt;
    case Op::logical_not: {
      const Expr& denied = condition.args[0];
      if (denied.op != Op::quantifier)
        return denied.op == Op::lt || denied.op == Op::le ? of_each_element(negated(denied))
                                                          : std::nullopt;
      const auto of_one = is_all(denied) ? std::nullopt : told_of_element(*denied.quantifier);
      if (!of_one) return std::nullopt;
      return unless(of_one->is_asked, negated(of_one->told));
    }
    case Op::quantifier: {
      const auto of_one = is_all(condition) ? told_of_element(*condition.quantifier) : std::nullopt;
      if (!of_one) return std::nullopt;
      return unless(of_one->is_asked, of_one->told);
    }
    case Op::eq:
      if (is_constant(condition.args[0]))
        return compared_of_element(apply(Op::eq, {condition.args[1], condition.args[0]}));
      return compared_of_element(condition);
    case Op::lt:
    case Op::le:
      return compared_of_element(condition);
    default:
      return std::nullopt;
  }
}

bool asks(const Expr& term, CellCondition::Kind kind) {
  return term.over_cells && term.over_cells->kind == kind && term.over_cells->from == 0;
}

bool is_list_alone(const Rule& rule) {
  const BoardRule& board = *rule.board;
  return rule.arity() == 1 && is_list(board.kinds[0]) && !board.has_board() &&
         board.always.empty() && board.over.empty() && board.ends.empty() && !has_reply_words(rule);
}

bool plays_elements_apart(const Rule& rule) {
  if (!is_list_alone(rule)) return false;
  const BoardRule& board = *rule.board;
  return std::all_of(board.lines.begin(), board.lines.end(), [&](const BoardLine& line) {
    Chosen chosen{};
    if (line.binders.empty() || !chooses_element(line.binders[0], chosen)) return false;
    const std::vector<Binder> others(line.binders.begin() + 1, line.binders.end());
    if (!are_apart(others, chosen) || !are_apart(line.conditions, chosen)) return false;
    const BoardPart* part = only_part(rule, line);
    return part != nullptr && replaces(part->sets[0].list, chosen);
  });
}

std::unique_ptr<const Rule> element_rule(const Rule& rule) {
  auto result = std::make_unique<Rule>();
  result->name = rule.name;
  result->full_name = rule.full_name;
  result->coordinates = rule.coordinates;
  result->source = rule.source;
  for (const BoardLine& line : rule.board->lines) {
    Chosen chosen{};
    chooses_element(line.binders[0], chosen);
    const OfOneElement told(chosen);
    MoveLine& move = result->moves.emplace_back();
    move.binders = told.binders({line.binders.begin() + 1, line.binders.end()});
    move.conditions = told.terms(line.conditions);
    move.parts = told.parts(line.parts[0].sets[0].list, *result);
    move.slot_names = line.slot_names;
    move.slot_names.erase(move.slot_names.begin() + static_cast<std::ptrdiff_t>(chosen.slot));
    move.span = line.span;
  }
  return result;
}

namespace {

/// Whether the pieces put down at most one number, which no variable of theirs chooses.
bool is_at_most_one(std::span<const ListPiece> pieces) {
  size_t count = 0;
  for (const ListPiece& piece : pieces) {
    count += piece.listed.elements.size();
    if (piece.from != kNoSlot || !piece.listed.binders.empty() || !piece.listed.condition.empty())
      return false;
  }
  return count <= 1;
}

/// Of a line that changes one element.
std::optional<NewElements> new_elements(const ListTerm& list) {
  const std::span<const ListPiece> behind = std::span(list).subspan(1);
  if (list[0].changes.empty()) {
    if (!is_at_most_one(behind.subspan(1))) return std::nullopt;
    return NewElements::at_end;
  }
  const ListPiece::Change& change = list[0].changes[0];
  if (!behind.empty()) return std::nullopt;
  if (!change.number.empty()) return NewElements::one_in_place;
  return is_at_most_one(change.list) ? std::optional(NewElements::in_place) : std::nullopt;
}

}  // namespace

std::optional<NewElements> new_elements(const Rule& rule) {
  if (rule.board->kinds[0] == CoordinateKind::bag) return NewElements::anywhere;
  std::optional<NewElements> result;
  for (const BoardLine& line : rule.board->lines) {
    const auto here = new_elements(line.parts[0].sets[0].list);
    if (!here) return std::nullopt;
    const bool is_at_end = *here == NewElements::at_end;
    if (result && is_at_end != (*result == NewElements::at_end)) return std::nullopt;
    result = result ? std::max(*result, *here) : *here;
  }
  return result;
}

}  // namespace grundy
