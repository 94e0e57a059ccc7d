#include "language/binder_order.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <utility>

namespace grundy {
namespace {

using Names = std::set<std::string>;

void add_names(const SetSyntax& set, Names& names);
void add_names(const BinderSyntax& binder, Names& names);

/// What is spoken of where these are bound: of `within` all but their names, and of their bounds.
void add_unbound(const std::vector<BinderSyntax>& binders, Names within, Names& names) {
  for (const BinderSyntax& binder : binders) {
    for (const std::string& name : binder.names) within.erase(name);
  }
  for (const BinderSyntax& binder : binders) add_names(binder, within);
  names.merge(within);
}

void add_names(const SetSyntax& set, Names& names) {
  Names own;
  for (const SetSyntax::Element& element : set.elements) {
    for (const TermSyntax& term : element.terms) add_names(term, own);
  }
  for (const TermSyntax& condition : set.condition) add_names(condition, own);
  for (const SetSyntax& inner : set.inner) add_names(inner, own);
  if (set.kind == SetSyntax::Kind::name) names.insert(set.name);
  add_unbound(set.binders, std::move(own), names);
}

void add_names(const BinderSyntax& binder, Names& names) {
  for (const TermSyntax& bound : binder.bounds) add_names(bound, names);
  for (const SetSyntax& set : binder.set) add_names(set, names);
}

}  // namespace

void add_names(const TermSyntax& term, Names& names) {
  Names own;
  if (term.kind == TermSyntax::Kind::name || term.kind == TermSyntax::Kind::element)
    own.insert(term.name);
  for (const TermSyntax& child : term.children) add_names(child, own);
  for (const SetSyntax& set : term.set) add_names(set, own);
  add_unbound(term.binders, std::move(own), names);
}

void order_binders(std::vector<BinderSyntax>& binders) {
  const size_t count = binders.size();
  std::map<std::string, std::vector<size_t>> binders_of;
  for (size_t i = 0; i < count; ++i) {
    for (const std::string& name : binders[i].names) binders_of[name].push_back(i);
  }
  std::vector<std::vector<size_t>> waiting(count);  // for each, those that speak of it
  std::vector<size_t> awaited(count, 0);            // how many each still waits for
  for (size_t i = 0; i < count; ++i) {
    Names asked;
    add_names(binders[i], asked);
    std::set<size_t> before;
    for (const std::string& name : asked) {
      if (const auto found = binders_of.find(name); found != binders_of.end())
        before.insert(found->second.begin(), found->second.end());
    }
    before.erase(i);
    awaited[i] = before.size();
    for (const size_t other : before) waiting[other].push_back(i);
  }
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t i = 0; i < count; ++i) {
    if (awaited[i] == 0) ready.push(i);
  }
  std::vector<size_t> order;
  while (!ready.empty()) {
    order.push_back(ready.top());
    ready.pop();
    for (const size_t i : waiting[order.back()]) {
      if (--awaited[i] == 0) ready.push(i);
    }
  }
  if (order.size() < count || std::is_sorted(order.begin(), order.end())) return;
  std::vector<BinderSyntax> ordered;
  for (const size_t i : order) ordered.push_back(std::move(binders[i]));
  binders = std::move(ordered);
}

}  // namespace grundy
