// Lists as coordinates: their elements and folds in terms, and the lists that moves lead to.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "language/check.h"
#include "rule/fold_names.h"
#include "rule/slots.h"

namespace grundy {
namespace {

using Fold = CellCondition::Fold;

std::optional<Fold> fold_named(std::string_view name) {
  const auto* found = std::find(kFoldNames.begin(), kFoldNames.end(), name);
  if (found == kFoldNames.end()) return std::nullopt;
  return static_cast<Fold>(found - kFoldNames.begin());
}

}  // namespace

bool Checker::is_list_slot(size_t slot) const {
  if (board_ != nullptr && slot < board_->kinds.size()) return is_list(board_->kinds[slot]);
  return slot < slot_types_.size() && slot_types_[slot] == SlotType::list;
}

std::optional<size_t> Checker::list_slot(const std::string& name) const {
  if (board_ == nullptr) return std::nullopt;
  for (const Variable& one : variables_) {
    if (one.name == name && is_list_slot(one.slot)) return one.slot;
  }
  return std::nullopt;
}

size_t Checker::list_named(const std::string& name, Span span) {
  if (const auto found = list_slot(name)) return *found;
  error(span,
        fmt::format("'{}' is no list; a list is a coordinate [a], or bound by [d] <= a", name));
  for (size_t i = 0; i < board_->kinds.size(); ++i) {
    if (is_list(board_->kinds[i])) return i;
  }
  return 0;
}

size_t Checker::declare_bound(const BinderSyntax& syntax, size_t i) {
  if (syntax.kind == BinderSyntax::Kind::letters)
    return declare_letter(syntax.names[i], syntax.name_spans[i]);
  const size_t slot = declare(syntax.names[i], syntax.name_spans[i]);
  if (syntax.of_lists) {
    slot_types_.resize(std::max(slot_types_.size(), slot + 1));
    slot_types_[slot] = SlotType::list;
  }
  return slot;
}

Expr Checker::of_list(CellCondition::Kind kind, size_t coordinate, std::vector<Expr> operands,
                      Span span) {
  CellCondition made;
  made.kind = kind;
  made.from = coordinate;
  made.span = span;
  Expr result;
  result.op = kind == CellCondition::Kind::sorted ? Op::cells : Op::cell_count;
  if (coordinate != kNoSlot) {
    result.args.push_back(slot(coordinate));
    for (Variable& one : variables_) one.used = one.used || one.slot == coordinate;
  }
  for (Expr& operand : operands) result.args.push_back(std::move(operand));
  result.over_cells = std::make_shared<CellCondition>(std::move(made));
  result.span = span;
  return result;
}

Expr Checker::element(const TermSyntax& syntax) {
  const size_t list = list_named(syntax.name, syntax.span);
  std::vector<Expr> place;
  place.push_back(expr(syntax.children[0], Type::number));
  return of_list(CellCondition::Kind::element, list, std::move(place), syntax.span);
}

/// len(S) is count(x = x for x in S), max(S) is max(x for x in S).
std::optional<Expr> Checker::call_of_set(const TermSyntax& syntax) {
  const std::string& set = syntax.children[0].name;
  BinderSyntax binder = element_of(set + "_", set, syntax.span);  // no name that is used within
  const bool counts = syntax.name == "len" || syntax.name == "count";
  if (!set_coordinate(binder.set[0]) || (!counts && !fold_named(syntax.name))) return std::nullopt;
  TermSyntax element = term_of_name(binder.names[0], syntax.span);
  TermSyntax folded;
  folded.kind = TermSyntax::Kind::fold;
  folded.name = counts ? "count" : syntax.name;
  folded.span = syntax.span;
  folded.binders.push_back(std::move(binder));
  if (counts) {
    TermSyntax same;
    same.kind = TermSyntax::Kind::chain;
    same.ops = {"="};
    same.span = syntax.span;
    same.children = {element, element};
    folded.children.push_back(std::move(same));
  } else {
    folded.children.push_back(std::move(element));
  }
  return fold(folded);
}

std::optional<Expr> Checker::call_of_list(const TermSyntax& syntax) {
  if (syntax.children.size() != 1 || syntax.children[0].kind != TermSyntax::Kind::name)
    return std::nullopt;
  const auto coordinate = list_slot(syntax.children[0].name);
  if (!coordinate) return call_of_set(syntax);
  using Kind = CellCondition::Kind;
  if (syntax.name == "len") return of_list(Kind::length, *coordinate, {}, syntax.span);
  if (syntax.name == "sorted") return of_list(Kind::sorted, *coordinate, {}, syntax.span);
  const std::optional<Fold> of = fold_named(syntax.name);
  if (!of || *of == Fold::count) {
    error(syntax.span,
          fmt::format(
              "'{}' is no function of a list; there are len, sorted, sum, product, min, max, xor, "
              "or, and, gcd, and count(C for x in {})",
              syntax.name, syntax.children[0].name));
    return constant(0);
  }
  Expr result = of_list(Kind::fold, *coordinate, {}, syntax.span);
  auto made = std::make_shared<CellCondition>(*result.over_cells);
  made->fold = *of;
  result.over_cells = std::move(made);
  return result;
}

namespace {

/// n*(n + 1)/2 for sum(i for i in 1..n), where n is a variable or a number; nothing for others.
std::optional<Expr> sum_of_first(const Quantifier& sum) {
  const Binder* binder = only_range(sum);
  if (binder == nullptr || !sum.filter.empty() || binder->low[0].op != Op::constant) return {};
  const Expr& last = binder->high[0];
  const bool is_natural = last.op == Op::slot || (last.op == Op::constant && last.value >= 0);
  const bool from_start = binder->low[0].value == 0 || binder->low[0].value == 1;
  if (!is_natural || !from_start || !is_slot(sum.condition, binder->slots[0])) return {};
  return apply(Op::div, {apply(Op::mul, {last, apply(Op::add, {last, constant(1)})}), constant(2)});
}

}  // namespace

Expr Checker::fold(const TermSyntax& syntax) {
  const std::optional<Fold> of = fold_named(syntax.name);
  if (!of) {
    error(syntax.span,
          fmt::format(
              "'{}(… for …)' is unknown; there are sum, product, min, max, xor, or, and, gcd and "
              "count",
              syntax.name));
    return constant(0);
  }
  auto made = std::make_shared<Quantifier>();
  const size_t scope = variables_.size();
  std::vector<Expr> of_line = std::exchange(members_, {});
  made->binders = binders(syntax.binders, true);
  std::vector<Expr> filters = std::exchange(members_, std::move(of_line));
  made->condition = expr(syntax.children[0], *of == Fold::count ? Type::condition : Type::number);
  if (syntax.children.size() > 1) filters.push_back(expr(syntax.children[1], Type::condition));
  for (Expr& filter : filters) {
    if (made->filter.empty()) {
      made->filter.push_back(std::move(filter));
    } else {
      made->filter[0] = apply(Op::logical_and, {made->filter[0], std::move(filter)});
    }
  }
  leave_scope(scope, true);
  if (*of == Fold::sum) {
    if (auto closed = sum_of_first(*made)) return spanned(*std::move(closed), syntax.span);
  }
  Expr result = of_list(CellCondition::Kind::fold, kNoSlot, {}, syntax.span);
  auto about = std::make_shared<CellCondition>(*result.over_cells);
  about->fold = *of;
  result.over_cells = std::move(about);
  result.quantifier = std::move(made);
  return result;
}

Expr Checker::elements_binder(CellCondition::Kind kind, size_t list, bool once, Span span) {
  Expr result = of_list(kind, list, {}, span);
  auto about = std::make_shared<CellCondition>(*result.over_cells);
  about->no = once;
  result.over_cells = std::move(about);
  return result;
}

ListPiece Checker::list_piece(const ListSyntax::Piece& syntax) {
  ListPiece piece;
  piece.taken = syntax.taken;
  if (!syntax.listed.empty()) {
    piece.listed = elements_of_set(syntax.listed[0], true);
    return piece;
  }
  piece.from = list_named(syntax.name, syntax.span);
  for (Variable& one : variables_) one.used = one.used || one.slot == piece.from;
  for (const TermSyntax& place : syntax.slice) piece.slice.push_back(expr(place, Type::number));
  for (const ListSyntax::Change& one : syntax.changes) {
    ListPiece::Change change;
    change.first = expr(one.places[0], Type::number);
    change.last = one.places.size() > 1 ? expr(one.places[1], Type::number) : change.first;
    if (!one.number.empty()) change.number.push_back(expr(one.number[0], Type::number));
    if (!one.list.empty()) change.list = list_term(one.list[0]);
    piece.changes.push_back(std::move(change));
  }
  return piece;
}

ListTerm Checker::list_term(const ListSyntax& syntax) {
  ListTerm result;
  for (const ListSyntax::Piece& piece : syntax.pieces) result.push_back(list_piece(piece));
  return result;
}

}  // namespace grundy
