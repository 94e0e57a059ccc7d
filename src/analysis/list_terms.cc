#include "analysis/list_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "rule/fold_names.h"

namespace grundy {
namespace {

using OfList = CellCondition::Kind;

bool chooses_from(const Binder& binder, OfList kind) {
  return binder.kind == Binder::Kind::values && binder.values.size() == 1 &&
         binder.values[0].over_cells && binder.values[0].over_cells->kind == kind;
}

std::string call_text(std::string_view name, std::vector<std::string> operands, bool commutes) {
  if (commutes) std::sort(operands.begin(), operands.end());
  return fmt::format("{}({})", name, fmt::join(operands, ","));
}

std::string all_of(const TextConditions& conditions) {
  return fmt::format("{}", fmt::join(conditions.texts(), " & "));
}

void add_conjuncts(const Expr& expr, bool positive, std::vector<std::pair<Expr, bool>>& each) {
  if (expr.op == Op::logical_not) {
    add_conjuncts(expr.args[0], !positive, each);
  } else if (expr.op == (positive ? Op::logical_and : Op::logical_or)) {
    for (const Expr& one : expr.args) add_conjuncts(one, positive, each);
  } else {
    each.emplace_back(expr, positive);
  }
}

}  // namespace

LinearText linear_sum(const LinearText& a, int64_t times_a, const LinearText& b, int64_t times_b) {
  const auto first = LinearText{}.plus(a, times_a);
  const auto both = first ? first->plus(b, times_b) : first;
  if (!both) throw NoListForm();
  return *both;
}

ListTerms::ListTerms(const Rule& rule, size_t slots) : rule_(rule), numbers_(slots), lists_(slots) {
  for (size_t i = 0; i < rule.arity(); ++i) {
    if (rule.board->kinds[i] == CoordinateKind::number) {
      numbers_[i] = LinearText::atom(fmt::format("c{}", i));
    } else {
      lists_[i] = fmt::format("L{}", i);
    }
  }
}

/// Numbers of lists, coordinates, lengths and counts.
bool ListTerms::is_natural_atom(const std::string& atom) {
  return atom.starts_with("L") || atom.starts_with("D") || atom.starts_with("len(") ||
         atom.starts_with("c");
}

std::string ListTerms::element(const std::string& list, const std::string& place) {
  return fmt::format("{}[{}]", list, place);
}

const std::string* ListTerms::place_of(const Expr& term) const {
  if (term.op != Op::slot) return nullptr;
  const auto known = places_.find(static_cast<size_t>(term.value));
  return known == places_.end() ? nullptr : &known->second;
}

// --- variables ---

void ListTerms::name(const Binder& binder, const std::string& variable) {
  const size_t s = binder.slots[0];
  if (chooses_from(binder, OfList::below)) {
    lists_.at(s) = "D" + variable;
  } else if (chooses_from(binder, OfList::elements)) {
    number(s) = LinearText::atom(element(lists_.at(binder.values[0].over_cells->from), variable));
    places_[s] = variable;
  } else if (binder.kind == Binder::Kind::equal) {
    number(s) = term(binder.low[0]);
  } else {
    if (binder.slots.size() != 1) throw NoListForm();
    number(s) = LinearText::atom(variable);
  }
}

void ListTerms::put(const Binder& binder, LinearText number, const std::vector<Binder>& binders) {
  this->number(binder.slots[0]) = std::move(number);
  for (const Binder& one : binders) {
    if (one.kind == Binder::Kind::equal) this->number(one.slots[0]) = term(one.low[0]);
  }
}

std::optional<LinearText>& ListTerms::number(size_t slot) {
  if (slot >= numbers_.size()) {
    numbers_.resize(slot + 1);
    lists_.resize(slot + 1);
  }
  return numbers_[slot];
}

void ListTerms::add(const Binder& binder, TextConditions& all) {
  const Expr here = slot(binder.slots[0]);
  if (chooses_from(binder, OfList::below)) {
    const std::string& list = lists_.at(binder.values[0].over_cells->from);
    all.other(fmt::format("{}<={}", lists_.at(binder.slots[0]), list));
    return;
  }
  if (chooses_from(binder, OfList::elements)) {
    const std::string& list = lists_.at(binder.values[0].over_cells->from);
    const LinearText place = LinearText::atom(places_.at(binder.slots[0]));
    all.at_least_zero(linear_sum(place, 1, LinearText{{}, 1}, -1));
    all.at_least_zero(linear_sum(LinearText::atom(length_of(list)), 1, place, -1));
    return;
  }
  all.at_least_zero(term(here));
  switch (binder.kind) {
    case Binder::Kind::equal:
      return;
    case Binder::Kind::range:
      if (!binder.low.empty()) add(apply(Op::le, {binder.low[0], here}), true, all);
      if (!binder.high.empty()) add(apply(Op::le, {here, binder.high[0]}), true, all);
      return;
    case Binder::Kind::in_set:
      add_set(*binder.set, term(here), true, all);
      return;
    case Binder::Kind::values: {
      std::vector<std::string> values = texts_of(binder.values);
      std::sort(values.begin(), values.end());  // one that comes twice is counted twice
      all.other(fmt::format("{} of {{{}}}", term(here).text(), fmt::join(values, ",")));
    }
  }
}

// --- terms ---

/// D, of [d] <= a, is as long as the list that bounds it; there is one such list.
std::string ListTerms::length_of(const std::string& list) const {
  if (!list.starts_with("D")) return fmt::format("len({})", list);
  const std::vector<CoordinateKind>& kinds = rule_.board->kinds;
  if (std::count_if(kinds.begin(), kinds.end(), is_list) != 1) throw NoListForm();
  const auto bound = std::find_if(kinds.begin(), kinds.end(), is_list) - kinds.begin();
  return fmt::format("len({})", lists_[static_cast<size_t>(bound)]);
}

std::string ListTerms::listing(const SetTerm& set) {
  if (set.binders.empty()) return fmt::format("[{}]", fmt::join(texts_of(set.elements), ","));
  if (set.elements.size() != 1) throw NoListForm();
  const Quantifier all{set.binders, set.condition, set.elements[0]};
  return fmt::format("[{}]", quantified(all, [&](TextConditions&) {
                       return term(set.elements[0]).text() + " for ";
                     }));
}

std::vector<std::string> ListTerms::texts_of(const std::vector<Expr>& terms) {
  std::vector<std::string> texts;
  for (const Expr& one : terms) texts.push_back(term(one).text());
  return texts;
}

LinearText ListTerms::term(const Expr& expr) {
  const auto arg = [&](size_t i) { return term(expr.args[i]); };
  switch (expr.op) {
    case Op::constant:
      return linear_sum({}, 1, {{}, expr.value}, 1);
    case Op::slot: {
      const auto& known = numbers_.at(static_cast<size_t>(expr.value));
      if (!known) throw NoListForm();
      return *known;
    }
    case Op::neg:
      return linear_sum({}, 1, arg(0), -1);
    case Op::add:
      return linear_sum(arg(0), 1, arg(1), 1);
    case Op::sub:
      return linear_sum(arg(0), 1, arg(1), -1);
    case Op::mul: {
      const LinearText a = arg(0), b = arg(1);
      if (a.factors.empty()) return linear_sum({}, 1, b, a.constant);
      if (b.factors.empty()) return linear_sum({}, 1, a, b.constant);
      return LinearText::atom(call_text("*", {a.text(), b.text()}, true));
    }
    case Op::min:
    case Op::max: {
      std::set<std::string> operands;
      add_operands(expr, expr.op, operands);
      return LinearText::atom(fmt::format("{}({})", info(expr.op).text, fmt::join(operands, ",")));
    }
    case Op::cell_count:
      return LinearText::atom(of_list(expr));
    default: {
      if (expr.quantifier || expr.over_cells || expr.set || info(expr.op).is_condition)
        throw NoListForm();
      const bool commutes = expr.op == Op::bit_and || expr.op == Op::bit_or ||
                            expr.op == Op::bit_xor || expr.op == Op::gcd ||
                            expr.op == Op::nim_product;
      return LinearText::atom(call_text(info(expr.op).text, texts_of(expr.args), commutes));
    }
  }
}

void ListTerms::add_operands(const Expr& expr, Op op, std::set<std::string>& operands) {
  if (expr.op != op) {
    operands.insert(term(expr).text());
    return;
  }
  for (const Expr& one : expr.args) add_operands(one, op, operands);
}

std::string ListTerms::of_list(const Expr& expr) {
  const CellCondition& about = *expr.over_cells;
  switch (about.kind) {
    case OfList::element:
      return element(lists_.at(about.from), term(expr.args[1]).text());
    case OfList::length:
      return length_of(lists_.at(about.from));
    case OfList::fold: {
      if (!expr.quantifier) return fold_text(about);
      const bool counts = about.fold == CellCondition::Fold::count;
      const std::string text = quantified(*expr.quantifier, [&](TextConditions& all) {
        if (!counts) return term(expr.quantifier->condition).text() + " for ";
        add(expr.quantifier->condition, true, all);
        return std::string();
      });
      return fmt::format("{}{{{}}}", kFoldNames[static_cast<size_t>(about.fold)], text);
    }
    default:
      throw NoListForm();
  }
}

/// The least and the greatest number of a bag are its first and its last one.
std::string ListTerms::fold_text(const CellCondition& about) const {
  using Fold = CellCondition::Fold;
  const std::string& list = lists_.at(about.from);
  const bool is_bag =
      about.from < rule_.arity() && rule_.board->kinds[about.from] == CoordinateKind::bag;
  if (is_bag && about.fold == Fold::min) return element(list, "1");
  if (is_bag && about.fold == Fold::max) return element(list, length_of(list));
  return fmt::format("{}({})", kFoldNames[static_cast<size_t>(about.fold)], list);
}

std::string ListTerms::quantified(const Quantifier& quantifier,
                                  const std::function<std::string(TextConditions&)>& body) {
  const size_t before = inner_;
  for (const Binder& binder : quantifier.binders) {
    const bool once = chooses_from(binder, OfList::elements) && binder.values[0].over_cells->no;
    if (once) throw NoListForm();
    name(binder, fmt::format("q{}", inner_++));
  }
  TextConditions all = no_conditions();
  for (const Binder& binder : quantifier.binders) add(binder, all);
  for (const Expr& one : quantifier.filter) add(one, true, all);
  const std::string said = body(all);
  inner_ = before;
  return said + all_of(all);
}

// --- conditions ---

void ListTerms::add_set(const NumberSet& set, const LinearText& number, bool positive,
                        TextConditions& all) {
  if (set.arity != 1 || set.size() == 0) throw NoListForm();
  const int64_t low = set.flat.front(), high = set.flat.back();
  const bool holds = positive != set.complement;
  if (holds && static_cast<uint64_t>(high) - static_cast<uint64_t>(low) == set.size() - 1) {
    all.at_least_zero(linear_sum(number, 1, {{}, low}, -1));
    all.at_least_zero(linear_sum({{}, high}, 1, number, -1));
    return;
  }
  all.other(
      fmt::format("{}{} in {{{}}}", number.text(), holds ? "" : " not", fmt::join(set.flat, ",")));
}

void ListTerms::add(const Expr& expr, bool positive, TextConditions& all) {
  switch (expr.op) {
    case Op::constant:
      if ((expr.value != 0) != positive) all.other("never");
      return;
    case Op::logical_not:
      add(expr.args[0], !positive, all);
      return;
    case Op::logical_and:
    case Op::logical_or:
      if ((expr.op == Op::logical_and) == positive) {
        for (const Expr& one : expr.args) add(one, positive, all);
      } else {
        std::set<std::string> alternatives;
        add_alternatives(expr, positive, alternatives);
        all.other(fmt::format("({})", fmt::join(alternatives, " or ")));
      }
      return;
    case Op::le:
    case Op::lt: {
      const Expr& less = expr.args[positive ? 0 : 1];
      const Expr& more = expr.args[positive ? 1 : 0];
      const bool is_strict = (expr.op == Op::lt) == positive;
      add_order(less, more, is_strict ? 1 : 0, all);
      return;
    }
    case Op::eq:
    case Op::ne: {
      LinearText difference = linear_sum(term(expr.args[0]), 1, term(expr.args[1]), -1);
      if (!difference.factors.empty() && difference.factors.begin()->second < 0)
        difference = linear_sum({}, 1, difference, -1);
      const bool is_equal = (expr.op == Op::eq) == positive;
      // A natural number that is not 0 is at least 1.
      const bool is_natural = difference.constant == 0 && difference.factors.size() == 1 &&
                              difference.factors.begin()->second == 1 &&
                              is_natural_atom(difference.factors.begin()->first);
      if (!is_equal && is_natural) {
        all.at_least_zero(linear_sum(difference, 1, {{}, 1}, -1));
      } else {
        all.other((is_equal ? "0=" : "0!=") + difference.text());
      }
      return;
    }
    case Op::in_set:
      if (expr.args.size() != 1) throw NoListForm();
      add_set(*expr.set, term(expr.args[0]), positive, all);
      return;
    case Op::quantifier:
      add_quantifier(*expr.quantifier, expr.value != 0, positive, all);
      return;
    case Op::cells:
      add_of_list(expr, positive, all);
      return;
    default: {
      if (!info(expr.op).is_condition) throw NoListForm();
      all.other((positive ? "" : "not ") +
                call_text(info(expr.op).text, texts_of(expr.args), false));
    }
  }
}

/// less + gap <= more
void ListTerms::add_order(const Expr& less, const Expr& more, int64_t gap, TextConditions& all) {
  if (more.op == Op::min) {
    for (const Expr& one : more.args) add_order(less, one, gap, all);
  } else if (less.op == Op::max) {
    for (const Expr& one : less.args) add_order(one, more, gap, all);
  } else {
    all.at_least_zero(linear_sum(linear_sum(term(more), 1, term(less), -1), 1, {{}, gap}, -1));
  }
}

void ListTerms::add_alternatives(const Expr& expr, bool positive,
                                 std::set<std::string>& alternatives) {
  const Op joins = positive ? Op::logical_or : Op::logical_and;
  if (expr.op == joins) {
    for (const Expr& one : expr.args) add_alternatives(one, positive, alternatives);
    return;
  }
  TextConditions here = no_conditions();
  add(expr, positive, here);
  alternatives.insert(all_of(here));
}

/// all(c and d) is: for none is c false, and for none is d. Else the whole is denied, or not.
void ListTerms::add_quantifier(const Quantifier& quantifier, bool is_all, bool positive,
                               TextConditions& all) {
  std::vector<std::pair<Expr, bool>> sought;  // conditions, or their opposites
  if (is_all && positive) {
    add_conjuncts(quantifier.condition, true, sought);
    for (auto& one : sought) one.second = !one.second;
  } else {
    sought.emplace_back(quantifier.condition, !is_all);
  }
  for (const std::pair<Expr, bool>& one : sought) {
    const std::string text = quantified(quantifier, [&](TextConditions& inside) {
      add(one.first, one.second, inside);
      return std::string();
    });
    all.other(fmt::format("{}{{{}}}", is_all == positive ? "none" : "some", text));
  }
}

void ListTerms::add_of_list(const Expr& expr, bool positive, TextConditions& all) {
  const CellCondition& about = *expr.over_cells;
  const bool holds = positive != about.no;
  if (about.kind == OfList::sorted) {
    all.other(fmt::format("{}sorted({})", holds ? "" : "not ", lists_.at(about.from)));
  } else if (about.kind == OfList::member) {
    all.other(fmt::format("{}{} of {}", holds ? "" : "not ", term(about.term).text(),
                          lists_.at(about.from)));
  } else {
    throw NoListForm();
  }
}

}  // namespace grundy
