#include "language/choices.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "language/binder_order.h"

namespace grundy {
namespace {

constexpr size_t kMostLines = 64;

using Names = std::set<std::string>;

/// Looks for the first choice whose condition speaks of nothing that is bound within the line.
class Search {
 public:
  TermSyntax* in(std::vector<TermSyntax>& terms) {
    return first(terms, [&](TermSyntax& term) { return in(term); });
  }
  TermSyntax* in(std::vector<BinderSyntax>& binders) {
    return first(binders, [&](BinderSyntax& binder) {
      TermSyntax* found = in(binder.bounds);
      return found != nullptr ? found : in(binder.set);
    });
  }
  TermSyntax* in(std::vector<PartSyntax>& parts) {
    return first(parts, [&](PartSyntax& part) { return in(part); });
  }

 private:
  template <class List, class Look>
  static TermSyntax* first(List& list, const Look& look) {
    for (auto& one : list) {
      if (TermSyntax* found = look(one); found != nullptr) return found;
    }
    return nullptr;
  }
  /// What `look` finds where these are bound.
  template <class Look>
  TermSyntax* within(std::vector<BinderSyntax>& binders, const Look& look) {
    if (TermSyntax* found = in(binders); found != nullptr) return found;
    const Names outside = bound_;
    for (const BinderSyntax& binder : binders)
      bound_.insert(binder.names.begin(), binder.names.end());
    TermSyntax* found = look();
    bound_ = outside;
    return found;
  }

  TermSyntax* in(TermSyntax& term) {
    if (term.kind == TermSyntax::Kind::choice) {
      Names asked;
      add_names(term.children[1], asked);
      const bool is_free = std::none_of(asked.begin(), asked.end(), [&](const std::string& name) {
        return bound_.contains(name);
      });
      if (is_free) return &term;
    }
    return within(term.binders, [&] {
      TermSyntax* found = in(term.children);
      return found != nullptr ? found : in(term.set);
    });
  }
  TermSyntax* in(std::vector<SetSyntax>& sets) {
    return first(sets, [&](SetSyntax& set) {
      return within(set.binders, [&]() -> TermSyntax* {
        for (SetSyntax::Element& element : set.elements) {
          if (TermSyntax* found = in(element.terms); found != nullptr) return found;
        }
        TermSyntax* found = in(set.condition);
        return found != nullptr ? found : in(set.inner);
      });
    });
  }
  TermSyntax* in(std::vector<ListSyntax>& lists) {
    return first(lists, [&](ListSyntax& list) {
      return first(list.pieces, [&](ListSyntax::Piece& piece) {
        if (TermSyntax* found = in(piece.listed); found != nullptr) return found;
        if (TermSyntax* found = in(piece.slice); found != nullptr) return found;
        return first(piece.changes, [&](ListSyntax::Change& change) {
          if (TermSyntax* found = in(change.places); found != nullptr) return found;
          TermSyntax* found = in(change.number);
          return found != nullptr ? found : in(change.list);
        });
      });
    });
  }
  TermSyntax* in(PartSyntax& part) {
    TermSyntax* found = first(part.parameters, [&](ParameterSyntax& parameter) {
      TermSyntax* number = in(parameter.number);
      return number != nullptr ? number : in(parameter.set);
    });
    if (found == nullptr) found = in(part.arguments);
    if (found == nullptr)
      found = first(part.argument_sets, [&](std::vector<SetSyntax>& sets) { return in(sets); });
    if (found == nullptr)
      found = first(part.argument_lists, [&](std::vector<ListSyntax>& lists) { return in(lists); });
    if (found != nullptr) return found;
    return within(part.binders, [&] {
      TermSyntax* inside = in(part.repeated);
      return inside != nullptr ? inside : in(part.condition);
    });
  }

  Names bound_;
};

TermSyntax* choice_in(MoveSyntax& line) {
  Search search;
  if (TermSyntax* found = search.in(line.parts); found != nullptr) return found;
  if (TermSyntax* found = search.in(line.binders); found != nullptr) return found;
  return search.in(line.condition);
}

TermSyntax negation(TermSyntax condition) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::unary;
  result.name = "not";
  result.span = condition.span;
  result.depth = condition.depth + 1;
  result.children.push_back(std::move(condition));
  return result;
}

TermSyntax joined(TermSyntax left, const char* op, TermSyntax right) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::binary;
  result.name = op;
  result.span = left.span;
  result.depth = std::max(left.depth, right.depth) + 1;
  result.children.push_back(std::move(left));
  result.children.push_back(std::move(right));
  return result;
}

/// The line where its first choice is made so.
MoveSyntax with_case(MoveSyntax line, bool holds) {
  TermSyntax& place = *choice_in(line);
  TermSyntax choice = std::move(place);
  place = std::move(choice.children[holds ? 0 : 2]);
  TermSyntax condition = std::move(choice.children[1]);
  if (!holds) condition = negation(std::move(condition));
  if (line.condition.empty()) {
    line.condition.push_back(std::move(condition));
  } else {
    line.condition[0] = joined(std::move(condition), "and", std::move(line.condition[0]));
  }
  line.is_case = true;
  return line;
}

TermSyntax where(TermSyntax term, TermSyntax condition) {
  TermSyntax result, one;
  one.number = Natural(1);
  one.span = result.span = term.span;
  result.kind = TermSyntax::Kind::fold;
  result.name = "sum";
  result.depth = std::max(term.depth, condition.depth) + 1;
  BinderSyntax once;
  once.kind = BinderSyntax::Kind::range;
  once.names = {"_"};
  once.name_spans = {term.span};
  once.span = term.span;
  once.bounds = {one, one};
  result.binders.push_back(std::move(once));
  result.children.push_back(std::move(term));
  result.children.push_back(std::move(condition));
  return result;
}

}  // namespace

std::vector<MoveSyntax> cases_of(MoveSyntax line) {
  std::vector<MoveSyntax> result;
  result.push_back(std::move(line));
  for (size_t i = 0; i < result.size();) {
    if (result.size() == kMostLines || choice_in(result[i]) == nullptr) {
      ++i;
      continue;
    }
    MoveSyntax other = with_case(result[i], false);
    result[i] = with_case(std::move(result[i]), true);
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(other));
  }
  return result;
}

TermSyntax choice_as_sum(const TermSyntax& choice) {
  const auto& part = choice.children;
  TermSyntax result = joined(where(part[0], part[1]), "+", where(part[2], negation(part[1])));
  result.span = choice.span;
  return result;
}

}  // namespace grundy
