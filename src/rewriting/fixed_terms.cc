#include "rewriting/fixed_terms.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace grundy {
namespace {

using Kind = CellCondition::Kind;
using Fold = CellCondition::Fold;

constexpr int64_t kMostWrittenOut = 1000;  // choices of one binder

Expr natural_number(const Expr& expr) { return simplified(apply(Op::le, {constant(0), expr})); }

const CellCondition* walked_list(const Binder& binder) {
  if (binder.kind != Binder::Kind::values || binder.values.size() != 1 ||
      !binder.values[0].over_cells)
    return nullptr;
  return is_of_list(*binder.values[0].over_cells) ? binder.values[0].over_cells.get() : nullptr;
}

/// 1 where the condition holds, else 0, as a term; nothing where the language has none.
std::optional<Expr> indicator(const Expr& condition) {
  const auto& args = condition.args;
  const auto all_of = [&](Op op) -> std::optional<Expr> {
    auto left = indicator(args[0]);
    auto right = indicator(args[1]);
    if (!left || !right) return std::nullopt;
    return simplified(apply(op, {*std::move(left), *std::move(right)}));
  };
  const auto at_least_one = [](const Expr& term) {
    return simplified(apply(Op::min, {constant(1), term}));
  };
  const auto apart = [&] {
    return at_least_one(simplified(apply(Op::abs, {simplified(apply(Op::sub, args))})));
  };
  switch (condition.op) {
    case Op::constant:
      return constant(condition.value != 0 ? 1 : 0);
    case Op::lt:
    case Op::le: {
      Expr difference = simplified(apply(Op::sub, {args[1], args[0]}));
      if (condition.op == Op::le)
        difference = simplified(apply(Op::add, {std::move(difference), constant(1)}));
      if (is_natural(difference)) return at_least_one(difference);
      return simplified(apply(Op::max, {constant(0), at_least_one(difference)}));
    }
    case Op::eq:
      return simplified(apply(Op::sub, {constant(1), apart()}));
    case Op::ne:
      return apart();
    case Op::logical_and:
      return all_of(Op::min);
    case Op::logical_or:
      return all_of(Op::max);
    case Op::logical_not: {
      auto inner = indicator(args[0]);
      return inner ? std::optional(simplified(apply(Op::sub, {constant(1), *std::move(inner)})))
                   : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

size_t Choices::of(size_t count) {
  if (at_ == choices_.size()) choices_.push_back({0, count});
  return choices_[at_++].taken;
}

bool Choices::next() {
  at_ = 0;
  while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().count)
    choices_.pop_back();
  if (choices_.empty()) return false;
  ++choices_.back().taken;
  return true;
}

void add_places(const std::vector<Binder>& binders, std::set<size_t>& places) {
  for (const Binder& binder : binders) {
    for (const auto* terms : {&binder.low, &binder.high, &binder.values}) {
      for (const Expr& one : *terms) add_places(one, places);
    }
  }
}

namespace {

void add_slots(const Expr& expr, std::set<size_t>& slots) {
  if (expr.op == Op::slot) slots.insert(static_cast<size_t>(expr.value));
  for (const Expr& arg : expr.args) add_slots(arg, slots);
}

}  // namespace

void add_places(const Expr& expr, std::set<size_t>& places) {
  if (expr.over_cells && expr.over_cells->kind == Kind::element) add_slots(expr.args[1], places);
  if (expr.over_cells && expr.over_cells->kind == Kind::member)
    add_places(expr.over_cells->term, places);
  for (const Expr& arg : expr.args) add_places(arg, places);
  if (!expr.quantifier) return;
  add_places(expr.quantifier->binders, places);
  for (const Expr& filter : expr.quantifier->filter) add_places(filter, places);
  add_places(expr.quantifier->condition, places);
}

void add_places(const ListTerm& term, std::set<size_t>& places) {
  for (const ListPiece& piece : term) {
    for (const Expr& end : piece.slice) add_slots(end, places);
    for (const ListPiece::Change& change : piece.changes) {
      add_slots(change.first, places);
      add_slots(change.last, places);
      for (const Expr& number : change.number) add_places(number, places);
      add_places(change.list, places);
    }
    add_places(piece.listed.binders, places);
    for (const auto* terms : {&piece.listed.elements, &piece.listed.condition}) {
      for (const Expr& one : *terms) add_places(one, places);
    }
  }
}

bool FixedTerms::stands_in_places(const Binder& binder) const {
  return std::any_of(binder.slots.begin(), binder.slots.end(),
                     [&](size_t slot) { return places_.contains(slot); });
}

bool FixedTerms::values_of(const Binder& binder, std::vector<std::vector<Expr>>& values) {
  if (const CellCondition* list = walked_list(binder)) {
    if (list->kind == Kind::below) throw NotWritten{binder.span, "it binds a list inside a term"};
    for (const Expr& element : lists_.at(list->from).elements) values.push_back({element});
    return true;
  }
  const bool is_place = stands_in_places(binder);
  switch (binder.kind) {
    case Binder::Kind::equal:
      values.push_back({term(binder.low[0])});
      return true;
    case Binder::Kind::values:
      for (const Expr& one : binder.values) values.push_back({term(one)});
      return true;
    case Binder::Kind::in_set:
      if (binder.set->complement || binder.set->size() > static_cast<size_t>(kMostWrittenOut))
        return false;
      for (size_t i = 0; i < binder.set->size(); ++i) {
        std::vector<Expr>& tuple = values.emplace_back();
        for (size_t j = 0; j < binder.set->arity; ++j)
          tuple.push_back(constant(binder.set->flat[i * binder.set->arity + j]));
      }
      return true;
    case Binder::Kind::range: {
      if (binder.high.empty()) break;
      const Expr low = binder.low.empty() ? constant(0) : term(binder.low[0]);
      const Expr high = term(binder.high[0]);
      if (!is_constant(low) || !is_constant(high)) break;
      const int64_t first = std::max<int64_t>(0, low.value);
      if (high.value - first >= kMostWrittenOut) break;
      for (int64_t value = first; value <= high.value; ++value) values.push_back({constant(value)});
      return true;
    }
  }
  if (is_place)
    throw NotWritten{binder.span, "which place is meant is not told by the lengths of the lists"};
  return false;
}

bool FixedTerms::choose(const Binder& binder) {
  const CellCondition* list = walked_list(binder);
  if (list != nullptr && list->kind == Kind::below) return false;
  const bool is_place = stands_in_places(binder);
  if (list == nullptr && !is_place) return false;
  std::vector<std::vector<Expr>> values;
  values_of(binder, values);
  if (values.empty()) throw NoMoveHere{};
  const std::vector<Expr>& chosen = values[choices_.of(values.size())];
  for (size_t i = 0; i < binder.slots.size(); ++i) {
    require(natural_number(chosen[i]));
    bind(binder.slots[i], chosen[i]);
  }
  return true;
}

Binder FixedTerms::written(const Binder& binder) {
  Binder result = binder;
  for (auto* list : {&result.low, &result.high, &result.values}) *list = terms(*list);
  for (size_t& one : result.slots) {
    const size_t made = new_slot(of_lists_->at(one));
    bind(one, slot(made));
    one = made;
  }
  return result;
}

std::vector<Expr> FixedTerms::terms(const std::vector<Expr>& exprs) {
  std::vector<Expr> result;
  for (const Expr& one : exprs) result.push_back(term(one));
  return result;
}

Expr FixedTerms::term(const Expr& expr) {
  switch (expr.op) {
    case Op::constant:
      return expr;
    case Op::slot: {
      const auto found = terms_.find(static_cast<size_t>(expr.value));
      if (found == terms_.end())
        throw NotWritten{expr.span, "a list stands where a number is expected"};
      return found->second;
    }
    case Op::cells:
    case Op::cell_count:
      return of_list(expr);
    case Op::quantifier:
      return quantified(*expr.quantifier, expr.value != 0, 0);
    case Op::logical_and:
    case Op::logical_or: {
      // The second is not looked at where the first decides: i = 1 or a[i - 1] < k.
      const Expr first = term(expr.args[0]);
      const bool decides = is_constant(first) && (first.value != 0) == (expr.op == Op::logical_or);
      return decides ? constant(expr.op == Op::logical_or ? 1 : 0)
                     : simplified(apply(expr.op, {first, term(expr.args[1])}));
    }
    default:
      break;
  }
  Expr result = expr;
  result.args = terms(expr.args);
  return simplified(std::move(result));
}

Expr FixedTerms::clause(const BoardClause& clause) {
  const auto terms = terms_;
  const auto lists = lists_;
  const auto* of_lists = std::exchange(of_lists_, &clause.slot_names);
  Expr result = term(clause.condition);
  of_lists_ = of_lists;
  terms_ = terms;
  lists_ = lists;
  return result;
}

int64_t FixedTerms::place(const Expr& expr) {
  const Expr place = term(expr);
  if (!is_constant(place))
    throw NotWritten{expr.span, "which place is meant is not told by the lengths of the lists"};
  return place.value;
}

Expr FixedTerms::of_list(const Expr& expr) {
  const CellCondition& about = *expr.over_cells;
  if (about.kind == Kind::fold) return fold(expr);
  if (about.kind != Kind::member && !is_of_list(about))
    throw NotWritten{expr.span, "it speaks of cells or of a set"};
  const FixedList& list = lists_.at(about.from);
  const auto size = static_cast<int64_t>(list.elements.size());
  switch (about.kind) {
    case Kind::element: {
      const int64_t at = place(expr.args[1]);
      if (at < 1 || at > size) throw BeyondEnds{expr.span};
      return list.elements[static_cast<size_t>(at - 1)];
    }
    case Kind::length:
      return constant(size);
    case Kind::sorted: {
      Expr result = constant(1);
      for (int64_t i = 1; i < size && !list.ascending; ++i) {
        const auto at = static_cast<size_t>(i);
        result = joined(true, result,
                        simplified(apply(Op::le, {list.elements[at - 1], list.elements[at]})));
      }
      return result;
    }
    case Kind::member: {
      const Expr wanted = term(about.term);
      Expr result = constant(0);
      for (const Expr& element : list.elements)
        result = joined(false, result, simplified(apply(Op::eq, {wanted, element})));
      return result;
    }
    default:
      throw NotWritten{expr.span, "it speaks of cells or of a set"};
  }
}

Expr FixedTerms::fold(const Expr& expr) {
  const Fold of = expr.over_cells->fold;
  std::vector<Expr> operands;
  if (!expr.quantifier) {
    operands = lists_.at(expr.over_cells->from).elements;
  } else {
    const Quantifier& q = *expr.quantifier;
    each_choice(q.binders, 0, [&] {
      if (!q.filter.empty() && !decide(term(q.filter[0]))) return;
      Expr value = term(q.condition);
      if (of == Fold::count) {
        auto counted = indicator(value);
        value = counted ? *std::move(counted) : constant(decide(value) ? 1 : 0);
      }
      operands.push_back(std::move(value));
    });
  }
  if (operands.empty()) return constant(of == Fold::product ? 1 : 0);
  const auto in_pairs = [&](Op op) {
    Expr result = operands[0];
    for (size_t i = 1; i < operands.size(); ++i)
      result = simplified(apply(op, {std::move(result), operands[i]}));
    return result;
  };
  const auto at_once = [&](Op op) {
    return operands.size() == 1 ? operands[0] : simplified(apply(op, operands));
  };
  switch (of) {
    case Fold::sum:
    case Fold::count:
      return in_pairs(Op::add);
    case Fold::product:
      return in_pairs(Op::mul);
    case Fold::bit_xor:
      return in_pairs(Op::bit_xor);
    case Fold::bit_or:
      return in_pairs(Op::bit_or);
    case Fold::bit_and:
      return in_pairs(Op::bit_and);
    case Fold::min:
      return at_once(Op::min);
    case Fold::max:
      return at_once(Op::max);
    case Fold::gcd:
      if (operands.size() == 1 && !is_natural(operands[0]))
        return simplified(apply(Op::abs, operands));
      return at_once(Op::gcd);
  }
  return constant(0);
}

Expr FixedTerms::joined(bool all, const Expr& left, const Expr& right) {
  return simplified(apply(all ? Op::logical_and : Op::logical_or, {left, right}));
}

Expr FixedTerms::quantified(const Quantifier& q, bool all, size_t from) {
  // "if A then B" for `all`, "A and B" for `any`.
  const auto under = [&](const Expr& guard, const auto& rest) {
    if (is_constant(guard) && guard.value == 0) return constant(all ? 1 : 0);
    return joined(!all, all ? simplified(negated(guard)) : guard, rest());
  };
  if (from == q.binders.size()) {
    const auto condition = [&] { return term(q.condition); };
    return q.filter.empty() ? condition() : under(term(q.filter[0]), condition);
  }
  const Binder& binder = q.binders[from];
  std::vector<std::vector<Expr>> values;
  const bool is_place = stands_in_places(binder);
  const bool told = walked_list(binder) != nullptr || is_place ||
                    binder.kind == Binder::Kind::equal || binder.kind == Binder::Kind::values;
  if (told && values_of(binder, values)) {
    Expr result = constant(all ? 1 : 0);
    for (const std::vector<Expr>& tuple : values) {
      Expr guard = constant(1);
      for (size_t i = 0; i < tuple.size(); ++i) {
        bind(binder.slots[i], tuple[i]);
        guard = joined(true, guard, natural_number(tuple[i]));
      }
      result = joined(all, result, under(guard, [&] { return quantified(q, all, from + 1); }));
    }
    return result;
  }
  if (first_inner_ == SIZE_MAX)
    throw NotWritten{binder.span, "there is an 'all' or 'any' in a bound"};
  auto made = std::make_shared<Quantifier>();
  made->binders.push_back(written(binder));
  made->condition = quantified(q, all, from + 1);
  if (is_constant(made->condition) && (made->condition.value != 0) == all)
    return constant(all ? 1 : 0);
  Expr result;
  result.op = Op::quantifier;
  result.value = all ? 1 : 0;
  result.quantifier = std::move(made);
  return result;
}

template <class Visit>
void FixedTerms::each_choice(const std::vector<Binder>& binders, size_t from, Visit&& visit) {
  if (from == binders.size()) return visit();
  std::vector<std::vector<Expr>> values;
  if (!values_of(binders[from], values))
    throw NotWritten{binders[from].span,
                     "how many terms there are is not told by the lengths of the lists"};
  for (const std::vector<Expr>& tuple : values) {
    bool natural = true;
    for (size_t i = 0; i < tuple.size() && natural; ++i) {
      natural = decide(natural_number(tuple[i]));
      bind(binders[from].slots[i], tuple[i]);
    }
    if (natural) each_choice(binders, from + 1, visit);
  }
}

void FixedTerms::require(const Expr& condition) {
  if (condition.op == Op::logical_and) {
    for (const Expr& one : condition.args) require(one);
    return;
  }
  if (is_constant(condition)) {
    if (condition.value == 0) throw NoMoveHere{};
    return;
  }
  const auto stands = [&](const Expr& wanted) {
    return std::any_of(conditions_.begin(), conditions_.end(),
                       [&](const Expr& one) { return same(one, wanted); });
  };
  if (!may_fail(condition) && stands(negated(condition))) throw NoMoveHere{};
  if (!stands(condition)) conditions_.push_back(condition);
}

bool FixedTerms::decide(const Expr& condition) {
  if (is_constant(condition)) return condition.value != 0;
  if (may_fail(condition))
    throw NotWritten{condition.span, "what it becomes depends on a division"};
  if (condition.quantifier || slot_bound(condition) > first_inner_)
    throw NotWritten{condition.span, "what it becomes depends on a variable of 'all' or 'any'"};
  const bool holds = choices_.of(2) == 0;
  require(holds ? condition : simplified(negated(condition)));
  return holds;
}

std::vector<Expr> FixedTerms::listed(const SetTerm& listing) {
  std::vector<Expr> result;
  each_choice(listing.binders, 0, [&] {
    for (const Expr& condition : listing.condition) {
      if (!decide(term(condition))) return;
    }
    for (const Expr& element : listing.elements) result.push_back(term(element));
  });
  return result;
}

std::vector<Expr> FixedTerms::changed(const ListPiece& piece, bool any_order) {
  const std::vector<Expr>& list = lists_.at(piece.from).elements;
  const auto size = static_cast<int64_t>(list.size());
  struct Changed {
    int64_t first;
    int64_t last;
    std::vector<Expr> list;
  };
  std::vector<Changed> changes;
  for (const ListPiece::Change& one : piece.changes) {
    Changed change{place(one.first), place(one.last), {}};
    if (change.first < 1 || change.last > size || change.last < change.first - 1)
      throw BeyondEnds{one.first.span};
    change.list = one.number.empty() ? this->list(one.list, any_order) : terms(one.number);
    changes.push_back(std::move(change));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Changed& a, const Changed& b) { return a.first < b.first; });
  std::vector<Expr> result;
  int64_t next = 1;
  for (const Changed& change : changes) {
    if (change.first < next) throw NoMoveHere{};
    result.insert(result.end(), list.begin() + next - 1, list.begin() + change.first - 1);
    result.insert(result.end(), change.list.begin(), change.list.end());
    next = change.last + 1;
  }
  result.insert(result.end(), list.begin() + next - 1, list.end());
  return result;
}

std::vector<Expr> FixedTerms::piece(const ListPiece& piece, bool any_order) {
  if (piece.from == kNoSlot) return listed(piece.listed);
  if (!piece.changes.empty()) return changed(piece, any_order);
  const std::vector<Expr>& list = lists_.at(piece.from).elements;
  if (piece.slice.empty()) return list;
  const int64_t first = place(piece.slice[0]);
  const int64_t last = place(piece.slice[1]);
  if (first > last) return {};
  if (first < 1 || last > static_cast<int64_t>(list.size())) throw BeyondEnds{piece.slice[0].span};
  return {list.begin() + first - 1, list.begin() + last};
}

void FixedTerms::take(const Expr& element, bool any_order, std::vector<Expr>& from) {
  size_t at = 0;
  const auto known =
      std::find_if(from.begin(), from.end(), [&](const Expr& one) { return same(one, element); });
  if (any_order && known != from.end()) {
    at = static_cast<size_t>(known - from.begin());
  } else {
    if (from.empty()) throw NoMoveHere{};
    at = choices_.of(from.size());
    for (size_t before = 0; before < at && !any_order; ++before)
      require(simplified(apply(Op::ne, {from[before], element})));
    require(simplified(apply(Op::eq, {from[at], element})));
  }
  require(natural_number(from[at]));
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(at));
}

std::vector<Expr> FixedTerms::list(const ListTerm& term, bool any_order) {
  std::vector<Expr> result;
  for (const ListPiece& one : term) {
    const std::vector<Expr> elements = piece(one, any_order);
    if (!one.taken) {
      result.insert(result.end(), elements.begin(), elements.end());
    } else {
      for (const Expr& element : elements) take(element, any_order, result);
    }
  }
  return result;
}

}  // namespace grundy
