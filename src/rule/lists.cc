#include "rule/lists.h"

#include <algorithm>

namespace grundy {
namespace {

using List = std::vector<int64_t>;
constexpr size_t kLongestList = 1'000'000;

bool no_fault(const Fault& fault) { return fault.kind == Fault::Kind::none; }

bool fail(Fault& fault, Fault::Kind kind, Span span) {
  if (no_fault(fault)) fault = {kind, span};
  return false;
}

struct Changed {
  int64_t first;
  int64_t last;
  List list;
};

bool changed_list(const List& list, const ListPiece& piece, Environment& slots, Fault& fault,
                  Patience* patience, List& result) {
  const auto size = static_cast<int64_t>(list.size());
  if (piece.changes.size() == 1) {  // no order to be found, and so no list beside
    const ListPiece::Change& one = piece.changes[0];
    const int64_t first = evaluate(one.first, slots, fault, patience);
    const int64_t last = evaluate(one.last, slots, fault, patience);
    if (!no_fault(fault)) return false;
    if (first < 1 || last > size || last < first - 1)
      return fail(fault, Fault::Kind::no_element, one.first.span);
    result.insert(result.end(), list.begin(), list.begin() + first - 1);
    if (one.number.empty()) {
      if (!list_of(one.list, slots, fault, patience, result)) return false;
    } else {
      result.push_back(evaluate(one.number[0], slots, fault, patience));
      if (!no_fault(fault) || result.back() < 0) return false;
    }
    result.insert(result.end(), list.begin() + last, list.end());
    return true;
  }
  std::vector<Changed> changes;
  for (const ListPiece::Change& one : piece.changes) {
    Changed change{evaluate(one.first, slots, fault, patience),
                   evaluate(one.last, slots, fault, patience),
                   {}};
    if (!no_fault(fault)) return false;
    if (change.first < 1 || change.last > size || change.last < change.first - 1)
      return fail(fault, Fault::Kind::no_element, one.first.span);
    if (one.number.empty()) {
      if (!list_of(one.list, slots, fault, patience, change.list)) return false;
    } else {
      change.list.push_back(evaluate(one.number[0], slots, fault, patience));
      if (!no_fault(fault) || change.list[0] < 0) return false;
    }
    changes.push_back(std::move(change));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Changed& a, const Changed& b) { return a.first < b.first; });
  int64_t next = 1;
  for (const Changed& change : changes) {
    if (change.first < next) return false;
    result.insert(result.end(), list.begin() + next - 1, list.begin() + change.first - 1);
    result.insert(result.end(), change.list.begin(), change.list.end());
    next = change.last + 1;
  }
  result.insert(result.end(), list.begin() + next - 1, list.end());
  return true;
}

bool piece_of(const ListPiece& piece, Environment& slots, Fault& fault, Patience* patience,
              List& result) {
  if (piece.from == kNoSlot) return elements_listed(piece.listed, slots, fault, patience, result);
  const List& list = slots.elements(piece.from);
  if (!piece.changes.empty()) return changed_list(list, piece, slots, fault, patience, result);
  if (piece.slice.empty()) {
    result.insert(result.end(), list.begin(), list.end());
    return true;
  }
  const int64_t first = evaluate(piece.slice[0], slots, fault, patience);
  const int64_t last = evaluate(piece.slice[1], slots, fault, patience);
  if (!no_fault(fault)) return false;
  if (first > last) return true;
  if (first < 1 || last > static_cast<int64_t>(list.size()))
    return fail(fault, Fault::Kind::no_element, piece.slice[0].span);
  result.insert(result.end(), list.begin() + first - 1, list.begin() + last);
  return true;
}

}  // namespace

bool elements_listed(const SetTerm& term, Environment& slots, Fault& fault, Patience* patience,
                     List& result) {
  bool natural = true;
  for_each_choice(
      std::span<const Binder>(term.binders), slots, INT64_MAX, fault,
      [&] {
        for (const Expr& condition : term.condition) {
          if (evaluate(condition, slots, fault, patience) == 0 || !no_fault(fault))
            return no_fault(fault);
        }
        for (const Expr& element : term.elements) {
          result.push_back(evaluate(element, slots, fault, patience));
          natural = result.back() >= 0;
          if (!natural || !no_fault(fault)) return false;
        }
        if (result.size() > kLongestList) {
          fail(fault, Fault::Kind::too_many_parts,
               term.elements.empty() ? Span{} : term.elements[0].span);
        }
        return natural && no_fault(fault);
      },
      patience);
  return natural && no_fault(fault);
}

bool list_of(const ListTerm& term, Environment& slots, Fault& fault, Patience* patience,
             List& result) {
  const auto begin = static_cast<std::ptrdiff_t>(result.size());
  for (const ListPiece& piece : term) {
    if (!piece.taken) {
      if (!piece_of(piece, slots, fault, patience, result)) return false;
    } else {
      List taken;
      if (!piece_of(piece, slots, fault, patience, taken)) return false;
      for (const int64_t element : taken) {
        const auto found = std::find(result.begin() + begin, result.end(), element);
        if (found == result.end()) return false;
        result.erase(found);
      }
    }
    if (result.size() > kLongestList) return fail(fault, Fault::Kind::too_many_parts, {});
  }
  return true;
}

}  // namespace grundy
