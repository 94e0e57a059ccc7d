#include "proof/letters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "language/parse.h"
#include "language/sum_syntax.h"
#include "language/token.h"

namespace grundy {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool mentions_letter(const SetSyntax& set, const std::vector<std::string>& letters);

bool mentions_letter(const TermSyntax& term, const std::vector<std::string>& letters) {
  if (term.kind == TermSyntax::Kind::name && contains(letters, term.name)) return true;
  return std::any_of(term.children.begin(), term.children.end(),
                     [&](const TermSyntax& t) { return mentions_letter(t, letters); }) ||
         std::any_of(term.set.begin(), term.set.end(),
                     [&](const SetSyntax& s) { return mentions_letter(s, letters); });
}

bool mentions_letter(const SetSyntax& set, const std::vector<std::string>& letters) {
  if (set.kind == SetSyntax::Kind::name && contains(letters, set.name)) return true;
  const auto in_element = [&](const SetSyntax::Element& element) {
    return std::any_of(element.terms.begin(), element.terms.end(),
                       [&](const TermSyntax& t) { return mentions_letter(t, letters); });
  };
  return std::any_of(set.elements.begin(), set.elements.end(), in_element) ||
         std::any_of(set.inner.begin(), set.inner.end(),
                     [&](const SetSyntax& s) { return mentions_letter(s, letters); });
}

TermSyntax name_term(const std::string& name) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::name;
  result.name = name;
  return result;
}

TermSyntax with_operator(TermSyntax left, const char* op, TermSyntax right) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::binary;
  result.name = op;
  result.depth = std::max(left.depth, right.depth) + 1;
  result.children = {std::move(left), std::move(right)};
  return result;
}

TermSyntax not_so(TermSyntax term) {
  TermSyntax result;
  result.kind = TermSyntax::Kind::unary;
  result.name = "not";
  result.depth = term.depth + 1;
  result.children = {std::move(term)};
  return result;
}

TermSyntax never() {
  TermSyntax result;
  result.kind = TermSyntax::Kind::chain;
  result.ops = {"="};
  result.children.resize(2);
  result.children[1].number = Natural(1);
  result.depth = 2;
  return result;
}

/// Writes the parameters that have letters in them into the syntax of a game.
class Filling {
 public:
  Filling(GameSyntax& game, const std::vector<std::string>& letters)
      : game_(game), letters_(letters) {}

  std::map<std::string, TermSyntax> numbers;
  std::map<std::string, SetSyntax> sets;

  /// Empty, or why it can't be done.
  std::string fill() {
    for (size_t i = 0; i < game_.coordinates.size(); ++i) {
      if (contains(letters_, game_.coordinates[i]))
        return fmt::format("'{}' is a coordinate of '{}'; take another letter",
                           game_.coordinates[i], game_.name);
    }
    const auto is_number = [](CoordinateKind kind) { return kind == CoordinateKind::number; };
    if (!game_.space.empty() || game_.has_outcomes_only() || game_.is_alias ||
        !std::all_of(game_.coordinate_kinds.begin(), game_.coordinate_kinds.end(), is_number))
      return fmt::format("'{}' is no game of numbers whose moves are written out", game_.name);
    if (!game_.lets.empty()) refuse("it has 'let' terms");
    std::vector<MoveSyntax> moves;
    for (MoveSyntax& move : game_.moves) fill_move(std::move(move), moves);
    game_.moves = std::move(moves);
    std::erase_if(game_.parameters, [&](const ParameterSyntax& p) {
      return numbers.contains(p.name) || sets.contains(p.name);
    });
    game_.coordinates.insert(game_.coordinates.begin(), letters_.begin(), letters_.end());
    game_.coordinate_spans.insert(game_.coordinate_spans.begin(), letters_.size(), Span{});
    game_.coordinate_kinds.insert(game_.coordinate_kinds.begin(), letters_.size(),
                                  CoordinateKind::number);
    return problem_;
  }

 private:
  void refuse(const std::string& why) {
    if (problem_.empty())
      problem_ = fmt::format("letters are not taken in '{}': {}", game_.name, why);
  }

  void name(std::string& text) const {
    const auto renamed = renamed_.find(text);
    if (renamed != renamed_.end()) text = renamed->second;
  }

  /// The name of a variable that is called as a letter.
  std::string fresh(std::string name) const {
    do {
      name += '_';
    } while (contains(letters_, name) || contains(game_.coordinates, name));
    return name;
  }

  void declare(BinderSyntax& binder) {
    for (std::string& one : binder.names) {
      if (!contains(letters_, one)) continue;
      renamed_[one] = fresh(one);
      one = fresh(one);
    }
  }

  void fill(TermSyntax& term) {
    if (term.kind == TermSyntax::Kind::name) {
      name(term.name);
      const auto number = numbers.find(term.name);
      if (number != numbers.end()) term = number->second;
      return;
    }
    if (term.kind == TermSyntax::Kind::cells) refuse("it asks about cells");
    for (BinderSyntax& binder : term.binders) {
      fill(binder);
      declare(binder);
    }
    for (TermSyntax& child : term.children) fill(child);
    if (term.kind != TermSyntax::Kind::in_set) return;
    if (const SetSyntax* set = lettered(term.set.front())) {
      if (term.children.size() != 1) return refuse("a tuple is asked for in a set with letters");
      TermSyntax inside = member(term.children.front(), *set);
      term = term.negated ? not_so(std::move(inside)) : std::move(inside);
    } else {
      fill(term.set.front());
    }
  }

  void fill(SetSyntax& set) {
    for (SetSyntax::Element& element : set.elements) {
      for (TermSyntax& term : element.terms) fill(term);
    }
    for (BinderSyntax& binder : set.binders) fill(binder);
    for (TermSyntax& term : set.condition) fill(term);
    for (SetSyntax& inner : set.inner) fill(inner);
  }

  void fill(BinderSyntax& binder) {
    for (TermSyntax& bound : binder.bounds) fill(bound);
    for (SetSyntax& set : binder.set) {
      if (lettered(set) != nullptr) return refuse("a set with letters stands in an inner choice");
      fill(set);
    }
  }

  /// The set that a parameter's name stands for; null where it has no letters.
  const SetSyntax* lettered(const SetSyntax& set) const {
    if (set.kind != SetSyntax::Kind::name) return nullptr;
    const auto found = sets.find(set.name);
    return found == sets.end() ? nullptr : &found->second;
  }

  static TermSyntax is_element(const TermSyntax& term, const SetSyntax::Element& element) {
    TermSyntax result;
    result.kind = element.is_range ? TermSyntax::Kind::in_range : TermSyntax::Kind::chain;
    if (!element.is_range) result.ops = {"="};
    result.children = {term};
    result.children.insert(result.children.end(), element.terms.begin(), element.terms.end());
    result.depth = term.depth + 2;
    return result;
  }

  TermSyntax member(const TermSyntax& term, const SetSyntax& set) {
    if (set.kind == SetSyntax::Kind::complement) return not_so(member(term, set.inner.front()));
    if (set.kind != SetSyntax::Kind::literal) refuse("a set with letters is to be listed");
    TermSyntax result = never();
    for (const SetSyntax::Element& element : set.elements) {
      TermSyntax here = is_element(term, element);
      result = &element == set.elements.data()
                   ? std::move(here)
                   : with_operator(std::move(result), "or", std::move(here));
    }
    return result;
  }

  void fill(PartSyntax& part) {
    for (BinderSyntax& binder : part.binders) {
      fill(binder);
      declare(binder);
    }
    for (TermSyntax& term : part.arguments) fill(term);
    for (TermSyntax& term : part.condition) fill(term);
    for (PartSyntax& inner : part.repeated) fill(inner);
    if (part.name != game_.name) return;
    if (!part.parameters.empty()) return refuse("it leads to itself with other parameters");
    std::vector<TermSyntax> first;
    for (const std::string& letter : letters_) first.push_back(name_term(letter));
    part.arguments.insert(part.arguments.begin(), first.begin(), first.end());
  }

  /// The line, or one for each element of the set with letters that it chooses from.
  void fill_move(MoveSyntax move, std::vector<MoveSyntax>& result) {
    for (size_t i = 0; i < move.binders.size(); ++i) {
      BinderSyntax& binder = move.binders[i];
      const SetSyntax* set =
          binder.kind == BinderSyntax::Kind::in_set ? lettered(binder.set.front()) : nullptr;
      if (set == nullptr) continue;
      if (binder.names.size() != 1) return refuse("a tuple is chosen from a set with letters");
      if (set->kind == SetSyntax::Kind::complement) {
        const std::string& chosen = binder.names.front();
        TermSyntax allowed =
            member(name_term(contains(letters_, chosen) ? fresh(chosen) : chosen), *set);
        move.binders[i].set.clear();
        move.binders[i].kind = BinderSyntax::Kind::any;
        return fill_rest(std::move(move), std::move(allowed), result);
      }
      if (set->kind != SetSyntax::Kind::literal)
        return refuse("a set with letters is to be listed");
      for (const SetSyntax::Element& element : set->elements) {
        MoveSyntax one = move;
        one.binders[i].set.clear();
        one.binders[i].kind =
            element.is_range ? BinderSyntax::Kind::range : BinderSyntax::Kind::equal;
        one.binders[i].bounds = element.terms;
        filled_ = i;
        fill_rest(std::move(one), std::nullopt, result);
        filled_.reset();
      }
      return;
    }
    fill_rest(std::move(move), std::nullopt, result);
  }

  void fill_rest(MoveSyntax move, std::optional<TermSyntax> allowed,
                 std::vector<MoveSyntax>& result) {
    renamed_.clear();
    for (size_t i = 0; i < move.binders.size(); ++i) {
      if (i != filled_) fill(move.binders[i]);
      declare(move.binders[i]);
    }
    for (TermSyntax& term : move.condition) fill(term);
    if (allowed && move.condition.empty()) {
      move.condition.push_back(*std::move(allowed));
    } else if (allowed) {
      move.condition.front() =
          with_operator(*std::move(allowed), "and", std::move(move.condition.front()));
    }
    for (PartSyntax& part : move.parts) fill(part);
    renamed_.clear();
    result.push_back(std::move(move));
  }

  GameSyntax& game_;
  const std::vector<std::string>& letters_;
  std::map<std::string, std::string> renamed_;
  std::optional<size_t> filled_;  // the binder whose bounds are the parameter's
  std::string problem_;
};

}  // namespace

Attempt<std::vector<std::string>> read_letters(std::string_view text) {
  std::vector<std::string> result;
  const auto wrong = [&](Span span, std::string message) {
    return Error::at(locate(Diagnostic::Severity::error, std::move(message), "--for", text, span));
  };
  Lexer lexer(text);
  while (true) {
    const std::string name(lexer.text());
    if (lexer.kind() != TokenKind::name || is_keyword(name))
      return wrong(lexer.span(),
                   fmt::format("expected a letter such as k, found {}", lexer.found()));
    if (name == "w") return wrong(lexer.span(), "w is ω in a formula; take another letter");
    if (contains(result, name))
      return wrong(lexer.span(), fmt::format("the letter '{}' is there twice", name));
    result.push_back(name);
    lexer.advance();
    if (lexer.kind() == TokenKind::newline || lexer.kind() == TokenKind::end) return result;
    if (lexer.kind() != TokenKind::comma)
      return wrong(lexer.span(),
                   fmt::format("expected ',' between two letters, found {}", lexer.found()));
    lexer.advance();
  }
}

Attempt<LetteredGame> lettered_game(const Rulebook& book, std::string_view game,
                                    const std::vector<std::string>& letters) {
  const std::string position =
      std::string(game) + "(0)";  // the notation of a position, whose coordinates don't matter
  const Attempt<SumSyntax> syntax = parse_sum("game", position);
  if (!syntax || syntax->parts.size() != 1 ||
      syntax->parts[0].kind != SumPartSyntax::Kind::position) {
    return Error::at(locate(Diagnostic::Severity::error,
                            "expected the name of a game, such as 'subtract[{1..k}]'", "game", game,
                            {0, game.size()}));
  }
  const SumPartSyntax& part = syntax->parts[0];
  if (!part.code.empty())
    return Error::input(fmt::format(
        "a code takes no letters; write the moves of {} as the rule of a game with parameters",
        game));
  const Definition* definition = book.find(part.name);
  if (definition == nullptr)
    return Error::input(fmt::format("unknown game '{}'{}", part.name, book.suggestion(part.name)));
  const std::vector<ParameterSyntax> declared = definition->syntax.parameters;
  if (part.parameters.size() > declared.size())
    return Error::input(fmt::format("'{}' has {} parameter{}", part.name, declared.size(),
                                    declared.size() == 1 ? "" : "s"));
  LetteredGame result{std::make_unique<Rulebook>(), nullptr, letters.size(), std::string(game)};
  Definition filled = *definition;
  Filling filling(filled.syntax, letters);
  std::vector<std::string> unused = letters;
  std::vector<ParameterValue> values;
  std::vector<bool> given(declared.size(), false);
  for (size_t i = 0; i < part.parameters.size(); ++i) {
    const ParameterSyntax& one = part.parameters[i];
    size_t at = i;
    if (!one.name.empty()) {
      at = static_cast<size_t>(
          std::find_if(declared.begin(), declared.end(),
                       [&](const ParameterSyntax& d) { return d.name == one.name; }) -
          declared.begin());
    }
    if (at == declared.size())
      return Error::input(fmt::format("'{}' has no parameter '{}'", part.name, one.name));
    given[at] = true;
    const std::string& name = declared[at].name;
    const auto mentions = [&](const std::string& letter) {
      const std::vector<std::string> only = {letter};
      return (!one.number.empty() && mentions_letter(one.number.front(), only)) ||
             (!one.set.empty() && mentions_letter(one.set.front(), only));
    };
    const bool lettered = std::any_of(letters.begin(), letters.end(), mentions);
    std::erase_if(unused, mentions);
    if (lettered && !one.number.empty()) {
      filling.numbers[name] = one.number.front();
    } else if (lettered) {
      filling.sets[name] = one.set.front();
    } else {
      Attempt<ParameterValue> value = result.book->parameter_value(one, "game", position);
      if (!value) return std::move(value).error();
      value->name = name;
      values.push_back(*std::move(value));
    }
  }
  for (size_t i = 0; i < declared.size(); ++i) {
    if (given[i] || !contains(unused, declared[i].name)) continue;
    filling.numbers[declared[i].name] = name_term(declared[i].name);
    const bool more = result.name.ends_with(']');
    if (more) result.name.pop_back();
    result.name += fmt::format("{}{}]", more ? ", " : "[", declared[i].name);
    std::erase(unused, declared[i].name);
  }
  if (!unused.empty()) {
    return Error::input(fmt::format(
        "the letter '{}' of --for is no parameter of '{}'{}", unused.front(), part.name,
        declared.empty() ? ", which has none"
                         : fmt::format("; write it into {}[{}]", part.name, declared[0].name)));
  }
  if (const std::string problem = filling.fill(); !problem.empty()) return Error::input(problem);
  filled.builtin = false;
  result.book->define(std::move(filled));
  Attempt<const Rule*> rule = result.book->rule(part.name, values);
  if (!rule) return std::move(rule).error();
  result.rule = *rule;
  return result;
}

}  // namespace grundy
