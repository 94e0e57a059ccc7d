#include "language/binder_order.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace grundy {
namespace {

using Names = std::set<std::string>;

void add_names(const SetSyntax& set, Names& names);
void add_names(const std::vector<BinderSyntax>& binders, Names& names);

/// The names that the term speaks of, other than variables that are bound within.
void add_names(const TermSyntax& term, Names& names) {
  Names own;
  if (term.kind == TermSyntax::Kind::name || term.kind == TermSyntax::Kind::element)
    own.insert(term.name);
  for (const TermSyntax& child : term.children) add_names(child, own);
  for (const SetSyntax& set : term.set) add_names(set, own);
  for (const BinderSyntax& binder : term.binders) {
    for (const std::string& name : binder.names) own.erase(name);
  }
  add_names(term.binders, own);
  names.merge(own);
}

void add_names(const SetSyntax& set, Names& names) {
  Names own;
  for (const SetSyntax::Element& element : set.elements) {
    for (const TermSyntax& term : element.terms) add_names(term, own);
  }
  for (const TermSyntax& condition : set.condition) add_names(condition, own);
  for (const SetSyntax& inner : set.inner) add_names(inner, own);
  for (const BinderSyntax& binder : set.binders) {
    for (const std::string& name : binder.names) own.erase(name);
  }
  add_names(set.binders, own);
  if (set.kind == SetSyntax::Kind::name) own.insert(set.name);
  names.merge(own);
}

void add_names(const BinderSyntax& binder, Names& names) {
  for (const TermSyntax& bound : binder.bounds) add_names(bound, names);
  for (const SetSyntax& set : binder.set) add_names(set, names);
}

void add_names(const std::vector<BinderSyntax>& binders, Names& names) {
  for (const BinderSyntax& binder : binders) add_names(binder, names);
}

}  // namespace

void order_binders(std::vector<BinderSyntax>& binders) {
  std::vector<Names> asked(binders.size());
  for (size_t i = 0; i < binders.size(); ++i) add_names(binders[i], asked[i]);
  std::vector<BinderSyntax> ordered;
  std::vector<bool> is_placed(binders.size(), false);
  const auto waits_for = [&](size_t i, size_t other) {
    return other != i && !is_placed[other] &&
           std::any_of(binders[other].names.begin(), binders[other].names.end(),
                       [&](const std::string& name) { return asked[i].contains(name); });
  };
  std::vector<size_t> order;
  for (bool grows = true; grows && order.size() < binders.size();) {
    grows = false;
    for (size_t i = 0; i < binders.size() && !grows; ++i) {
      if (is_placed[i]) continue;
      bool waits = false;
      for (size_t other = 0; other < binders.size(); ++other) waits = waits || waits_for(i, other);
      if (waits) continue;
      is_placed[i] = true;
      order.push_back(i);
      grows = true;
    }
  }
  if (order.size() < binders.size() || std::is_sorted(order.begin(), order.end())) return;
  for (const size_t i : order) ordered.push_back(std::move(binders[i]));
  binders = std::move(ordered);
}

}  // namespace grundy
