// Parts, moves and whole games.
#include <fmt/format.h>

#include <algorithm>

#include "language/check.h"
#include "language/factors.h"
#include "rule/evaluate.h"
#include "rule/print.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kMaxPartsOfMove = 10'000;
constexpr int64_t kMaxCopies = 32;  // that are written out

/// How many equal copies of the parts the binders stand for, where that is a small number.
std::optional<int64_t> copies_of(const std::vector<Binder>& over,
                                 const std::vector<Expr>& conditions,
                                 const std::vector<Part>& parts) {
  if (over.size() != 1 || !conditions.empty()) return std::nullopt;
  const Binder& one = over[0];
  if (one.kind != Binder::Kind::range || !one.low.empty() || one.high.empty() ||
      one.high[0].op != Op::constant || one.high[0].value >= kMaxCopies)
    return std::nullopt;
  for (const Part& part : parts) {
    if (!part.binders.empty()) return std::nullopt;
    for (const Expr& coordinate : part.coordinates) {
      if (mentions(coordinate, one.slots[0])) return std::nullopt;
    }
  }
  return std::max<int64_t>(one.high[0].value + 1, 0);
}

size_t depth(const Expr& expr) {
  size_t most = 0;
  for (const Expr& arg : expr.args) most = std::max(most, depth(arg));
  return most + 1;
}

bool has_quantifier(const Expr& expr) {
  return expr.quantifier != nullptr || expr.over_cells != nullptr ||
         std::any_of(expr.args.begin(), expr.args.end(), has_quantifier);
}

/// Whether the term has a product of the two variables.
bool multiplies(const Expr& term, size_t a, size_t b) {
  if (term.op == Op::mul && mentions(term, a) && mentions(term, b)) return true;
  return std::any_of(term.args.begin(), term.args.end(),
                     [&](const Expr& one) { return multiplies(one, a, b); });
}

/// Whether a variable without an end is multiplied by one of the tuple, so that it has another end
/// for each element.
bool decides_an_end(const MoveLine& line, const Binder& tuple) {
  for (const Binder& open : line.binders) {
    if (open.kind != Binder::Kind::range || !open.high.empty()) continue;
    for (const Part& part : line.parts) {
      for (const Expr& to : part.coordinates) {
        if (std::any_of(tuple.slots.begin(), tuple.slots.end(),
                        [&](size_t s) { return multiplies(to, s, open.slots[0]); }))
          return true;
      }
    }
  }
  return false;
}

}  // namespace

bool Checker::is_wrong_since(size_t messages) const {
  return std::any_of(
      found_.begin() + static_cast<std::ptrdiff_t>(messages), found_.end(),
      [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; });
}

bool Checker::parameter(const ParameterSyntax& syntax, ParameterValue& value) {
  if (lets_.empty()) {
    for (const LetSyntax& let : definition_.file_lets) let_term(let);
  }
  const size_t before = found_.size();
  value.name = syntax.name;
  value.span = syntax.span;
  if (!syntax.set.empty()) {
    value.is_set = true;
    value.interval = long_interval(syntax.set[0]);
    if (value.interval.empty()) value.set = set(syntax.set[0], 0);
    if (syntax.set[0].kind == SetSyntax::Kind::file) value.file = path_of(syntax.set[0]);
  } else if (!syntax.number.empty()) {
    const TermSyntax& term = syntax.number[0];
    for (size_t i = 0; i < parameters_.size(); ++i) {  // [S=S] hands a set on
      if (term.kind == TermSyntax::Kind::name && parameters_[i].name == term.name &&
          parameters_[i].is_set) {
        parameter_used_[i] = true;
        value.is_set = true;
        value.set = parameters_[i].set;
        value.file = parameters_[i].file;
        value.interval = parameters_[i].interval;
        return true;
      }
    }
    const size_t slots = slot_names_.size();
    constant_value(expr(term, Type::number), "a parameter", value.number);
    slot_names_.resize(slots);
    if (value.number < 0) {
      if (!ruled_out_) error(syntax.span, "a parameter is a natural number");
      value.number = 0;
    }
  }
  return !is_wrong_since(before);
}

/// "; did you mean 'coins'?" for the nearest name, and for a move such as "-> take(n - 1)".
std::string Checker::meant_game(const std::string& name) const {
  if (name == "take" || name == "remove" || name == "nimm" || name == "entferne")
    return fmt::format("; did you mean '{}'?", rule_->name);
  return book_.suggestion(name, {rule_->name});
}

/// "-> path(n - 1)" in `game ring[r = 4](n)`, where path has a parameter r, too.
void Checker::warn_of_own_parameters(const PartSyntax& syntax) {
  if (!syntax.parameters.empty()) return;
  const auto& mine = definition_.syntax.parameters;
  std::string shared;
  for (const ParameterSyntax& theirs : book_.find(syntax.name)->syntax.parameters) {
    const bool is_shared = std::any_of(mine.begin(), mine.end(), [&](const ParameterSyntax& one) {
      return one.name == theirs.name;
    });
    if (is_shared)
      shared += fmt::format("{}{} = {}", shared.empty() ? "" : ", ", theirs.name, theirs.name);
  }
  if (!shared.empty())
    warn(syntax.name_span, fmt::format("'{0}' keeps its own parameters; did you mean '{0}[{1}]'?",
                                       syntax.name, shared));
}

namespace {

/// `-> g(m) for k in 2..n, m = n/k` is `-> g(n/k) for k in 2..n`: a variable that is nothing but
/// another name for a coordinate goes.
void replace_other_names(MoveLine& line) {
  for (size_t i = line.binders.size(); i-- > 0;) {
    const Binder& binder = line.binders[i];
    if (binder.kind != Binder::Kind::equal || binder.slots.size() != 1) continue;
    const size_t name = binder.slots[0];
    const auto speaks_of = [name](const Expr& expr) { return mentions(expr, name); };
    bool is_used = std::any_of(line.conditions.begin(), line.conditions.end(), speaks_of);
    for (size_t j = i + 1; j < line.binders.size(); ++j)
      is_used = is_used || mentions(line.binders[j], name);
    Expr* only = nullptr;
    for (Part& part : line.parts) {
      is_used = is_used || !part.binders.empty();
      for (Expr& coordinate : part.coordinates) {
        if (!speaks_of(coordinate)) continue;
        is_used = is_used || only != nullptr || coordinate.op != Op::slot;
        only = &coordinate;
      }
    }
    if (is_used || only == nullptr) continue;
    *only = binder.low[0];
    line.binders.erase(line.binders.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

const Rule* Checker::game_of_part(const PartSyntax& syntax) {
  if (!syntax.code.empty()) {
    Attempt<const Rule*> made = book_.code_rule(syntax.name, syntax.code);
    if (made) return *made;
    error(place_in_code(syntax.code_span, made.error()), made.error().message());
    return nullptr;
  }
  if (syntax.name == rule_->name && syntax.parameters.empty()) return rule_;
  if (book_.find(syntax.name) == nullptr) {
    error(syntax.name_span,
          takes_code(syntax.name)
              ? fmt::format("'{0}' needs a code, as in {0}[0.137](n)", syntax.name)
              : fmt::format("unknown game '{}'{}", syntax.name, meant_game(syntax.name)));
    return nullptr;
  }
  warn_of_own_parameters(syntax);
  std::vector<ParameterValue> values;
  for (const ParameterSyntax& given : syntax.parameters) {
    ParameterValue value;
    if (!parameter(given, value)) return nullptr;
    values.push_back(std::move(value));
  }
  Attempt<const Rule*> made = book_.rule(syntax.name, values);
  if (made) return *made;
  // An error inside the other game has a place of its own and is reported when that game is
  // checked.
  if (made.error().diagnostics[0].line == 0) error(syntax.name_span, made.error().message());
  return nullptr;
}

void Checker::part(const PartSyntax& syntax, std::vector<Part>& result) {
  if (!syntax.repeated.empty() || syntax.name.empty()) {
    const size_t scope = variables_.size();
    const std::vector<Binder> over = binders(syntax.binders, true);
    std::vector<Expr> conditions;
    for (const TermSyntax& condition : syntax.condition)
      conjuncts(expr(condition, Type::condition), conditions);
    std::vector<Part> inner;
    parts(syntax.repeated, inner);
    leave_scope(scope, true);
    const std::optional<int64_t> copies = copies_of(over, conditions, inner);
    for (Part& part : inner) {
      for (int64_t i = 0; copies && i < *copies * static_cast<int64_t>(syntax.times); ++i) {
        if (result.size() > kMaxPartsOfMove) return;  // the caller says so
        result.push_back(part);
      }
      if (copies) continue;
      if (!part.binders.empty() && !conditions.empty())
        error(syntax.span,
              "sum(…) within sum(… if …) is not supported; bind both variables in one sum");
      part.binders.insert(part.binders.begin(), over.begin(), over.end());
      part.condition.insert(part.condition.begin(), conditions.begin(), conditions.end());
      if (result.size() > kMaxPartsOfMove) return;  // the caller says so
      for (uint64_t i = 0; i < syntax.times; ++i) result.push_back(part);
    }
    return;
  }
  Part part;
  part.span = syntax.span;
  for (const TermSyntax& argument : syntax.arguments) {
    part.coordinates.push_back(expr(argument, Type::number));
    if (count_nodes(part.coordinates.back()) > kMaxExprNodes)
      error(argument.span, "the term grows too large once its 'let' terms are written out");
  }
  part.game = game_of_part(syntax);
  if (part.game == nullptr) return;
  if (const Definition* cells = book_.find(syntax.name);
      syntax.code.empty() && cells != nullptr && !cells->syntax.space.empty())
    return error(
        syntax.span,
        fmt::format("'{}' is played with cells or sets; a game of numbers can't lead to it",
                    syntax.name));
  const Definition* of = syntax.code.empty() ? book_.find(syntax.name) : nullptr;
  // The coordinate of whose turn it is; has_sides() would look through all lines, once for each
  // line.
  const bool has_sides = of != nullptr && of->syntax.coordinates.size() < part.game->arity();
  const size_t arity = part.game->arity() - (has_sides ? 1 : 0);
  if (arity != part.coordinates.size()) {
    return error(
        syntax.span,
        fmt::format(
            "'{}' has {} coordinate{}, {} given: {}({})", syntax.name, arity, arity == 1 ? "" : "s",
            part.coordinates.size(), syntax.name,
            fmt::join(of != nullptr ? of->syntax.coordinates : part.game->coordinates, ", ")));
  }
  if (has_sides) {  // the other player's turn
    if (rule_->arity() == definition_.syntax.coordinates.size())
      return error(
          syntax.span,
          fmt::format("Left and Right have moves of their own in '{}'; only a game in which they "
                      "have leads to it",
                      syntax.name));
    part.coordinates.push_back(spanned(
        apply(Op::sub, {constant(1), slot(definition_.syntax.coordinates.size())}), syntax.span));
  }
  for (uint64_t i = 0; i < syntax.times; ++i) result.push_back(part);
}

void Checker::parts(const std::vector<PartSyntax>& syntax, std::vector<Part>& result) {
  for (const PartSyntax& one : syntax) {
    part(one, result);
    if (result.size() > kMaxPartsOfMove)
      return error(one.span, fmt::format("a move leads to at most {} parts", kMaxPartsOfMove));
  }
}

void Checker::conjuncts(Expr condition, std::vector<Expr>& result) {
  if (count_nodes(condition) > kMaxExprNodes)
    error(condition.span, "the condition grows too large once its 'let' terms are written out");
  result = split_conjunction(std::move(condition));
}

/// Leaves out conditions that hold and don't depend on the position. False when such a condition
/// does not hold.
bool Checker::settle_constants(std::vector<Expr>& conditions) {
  bool all = true;
  std::erase_if(conditions, [&](const Expr& condition) {
    if (slot_bound(condition) != 0 || has_quantifier(condition) || may_fail(condition))
      return false;
    Environment none;
    Fault fault;
    const bool holds = evaluate(condition, none, fault) != 0;
    if (fault.kind != Fault::Kind::none) return false;
    all = all && holds;
    return holds;
  });
  return all;
}

void Checker::move(const MoveSyntax& syntax, Rule& rule) {
  MoveLine line;
  written_out_ = 0;
  line.span = syntax.span;
  const size_t scope = variables_.size();
  line.binders = binders(syntax.binders, false);
  const size_t uses = parameter_uses_;
  const GameSyntax& game = definition_.syntax;
  std::vector<Expr> all;
  for (const TermSyntax& condition : syntax.condition)
    all.push_back(expr(condition, Type::condition));
  if (syntax.by != MoveSyntax::By::either) {
    const int64_t turn = syntax.by == MoveSyntax::By::left ? 0 : 1;
    all.push_back(
        spanned(apply(Op::eq, {slot(game.coordinates.size()), constant(turn)}), syntax.span));
  }
  if (!game.ends.empty()) all.push_back(not_over(game, game.ends.size()));
  if (!all.empty()) {
    Expr whole = std::move(all[0]);
    for (size_t i = 1; i < all.size(); ++i) {
      const Span span = whole.span;
      whole = spanned(apply(Op::logical_and, {std::move(whole), std::move(all[i])}), span);
    }
    conjuncts(std::move(whole), line.conditions);
  }
  const bool by_parameter = parameter_uses_ != uses;
  // A line that the parameters rule out is not part of this game. One that never applies, whatever
  // they are, is a slip, of which the user is warned.
  const bool ruled_out = !settle_constants(line.conditions) && by_parameter;
  ruled_out_ = ruled_out;
  parts(syntax.parts, line.parts);
  ruled_out_ = false;
  line.reply = syntax.reply;
  const bool is_one = line.parts.size() == 1 && line.parts[0].binders.empty();
  check_reply(syntax, is_one ? 1 : std::max<size_t>(line.parts.size(), line.parts.empty() ? 0 : 2));
  for (const Part& part : line.parts) {
    const Definition* of = book_.find(part.game->name);
    if (line.parts.size() == 1 && part.binders.empty()) break;
    if (of == nullptr || !of->syntax.has_outcomes_only()) continue;
    error(part.span,
          fmt::format(
              "who wins '{}' is known but it has no value: a move leads to one position of it, not "
              "to a sum",
              part.game->name));
    break;
  }
  leave_scope(scope, syntax.is_case);
  line.slot_names = slot_names_;
  slot_names_.resize(rule.arity());
  if (board_ == nullptr) {
    solve_factors(line, rule.arity());
    replace_other_names(line);
  }
  if (!ruled_out) add_line(std::move(line), rule);
}

void Checker::add_line(MoveLine line, Rule& rule) {
  constexpr size_t kMostLines = 400, kMostTuples = 16;
  const auto chosen = std::find_if(line.binders.begin(), line.binders.end(), [&](const auto& one) {
    return one.set &&
           (has_negative(*one.set) || (one.slots.size() > 1 && one.set->size() <= kMostTuples &&
                                       !one.set->complement && decides_an_end(line, one)));
  });
  if (chosen == line.binders.end()) return rule.moves.push_back(std::move(line));
  if (rule.moves.size() + chosen->set->size() > kMostLines)
    return error(chosen->span, fmt::format("sets with numbers below 0 have at most {} elements in "
                                           "all",
                                           kMostLines));
  for (MoveLine& one :
       lines_of_elements(line, static_cast<size_t>(chosen - line.binders.begin()))) {
    if (settle_constants(one.conditions)) add_line(std::move(one), rule);
  }
}

void Checker::check_reply(const MoveSyntax& syntax, size_t parts) {
  if (syntax.reply == Reply::anywhere) return;
  if (definition_.syntax.has_outcomes_only()) {
    error(syntax.reply_span,
          "'entailing' and 'again' speak of play in sums, which games with 'win if', 'lose if' or "
          "sides have none of; make whose turn it is a coordinate instead");
  } else if (syntax.reply == Reply::here && parts == 0) {
    error(syntax.reply_span,
          "the answer to an entailing move is made in what the move leads to, and here that is "
          "nothing: leave out 'entailing' and let the move lead to a game in which the other "
          "player has lost");
  } else if (syntax.reply == Reply::here && parts > 1) {
    error(syntax.reply_span,
          "the answer to an entailing move is made in one position, and this move leads to "
          "several: say which one by a game that has them all as coordinates");
  }
}

Expr Checker::not_over(const GameSyntax& syntax, size_t count) {
  Expr none = constant(1);
  for (size_t i = 0; i < count; ++i) {
    const Span span = syntax.ends[i].span;
    // An end is over or not by the same order of its conjuncts here as in its own line.
    std::vector<Expr> sorted = split_conjunction(expr(syntax.ends[i].condition, Type::condition));
    Expr end = std::move(sorted[0]);
    for (size_t j = 1; j < sorted.size(); ++j)
      end = spanned(apply(Op::logical_and, {std::move(end), std::move(sorted[j])}), span);
    Expr holds = spanned(apply(Op::logical_not, {std::move(end)}), span);
    none = i == 0 ? std::move(holds)
                  : spanned(apply(Op::logical_and, {std::move(none), std::move(holds)}), span);
  }
  return none;
}

void Checker::end_line(const GameSyntax& syntax, size_t number, Rule& rule) {
  const EndSyntax& end = syntax.ends[number];
  MoveLine line;
  written_out_ = 0;
  line.span = end.span;
  const size_t scope = variables_.size();
  Expr holds = expr(end.condition, Type::condition);
  if (number > 0)
    holds = spanned(apply(Op::logical_and, {std::move(holds), not_over(syntax, number)}), end.span);
  conjuncts(std::move(holds), line.conditions);
  leave_scope(scope);
  line.slot_names = slot_names_;
  slot_names_.resize(rule.arity());
  if (end.wins && settle_constants(line.conditions)) rule.moves.push_back(std::move(line));
}

void Checker::warn_about_coinciding_moves(const Rule& rule) {
  std::vector<std::pair<std::string, size_t>> shapes;
  for (size_t i = 0; i < rule.moves.size(); ++i)
    shapes.emplace_back(print_shape(rule, rule.moves[i]), i);
  std::stable_sort(shapes.begin(), shapes.end());
  for (size_t i = 1; i < shapes.size(); ++i) {
    if (shapes[i].first == shapes[i - 1].first) {
      warn(rule.moves[shapes[i].second].span, "this move is the same as an earlier one");
    }
  }
}

void Checker::let_term(const LetSyntax& let) {
  written_out_ = 0;
  const size_t first = slot_names_.size();
  Expr term = expr(let.term, Type::number);
  if (count_nodes(term) > kMaxExprNodes || depth(term) > kMaxTermDepth) {
    error(let.span, "the term grows too large once its 'let' terms are written out");
    term = constant(1);
  }
  for (const Let& other : lets_) {
    if (other.name == let.name)
      error(let.span, fmt::format("'{}' is a 'let' term already", let.name));
  }
  for (const Variable& variable : variables_) {
    if (variable.name == let.name)
      error(let.span, fmt::format("'{}' is a coordinate already", let.name));
  }
  const size_t nodes = count_nodes(term);
  Let made{let.name, std::move(term), nodes, first, {}, {}, false, let.span};
  made.names.assign(slot_names_.begin() + static_cast<std::ptrdiff_t>(first), slot_names_.end());
  slot_types_.resize(slot_names_.size());
  made.types.assign(slot_types_.begin() + static_cast<std::ptrdiff_t>(first), slot_types_.end());
  lets_.push_back(std::move(made));
  if (std::find(slot_types_.begin() + static_cast<std::ptrdiff_t>(first), slot_types_.end(),
                SlotType::list) != slot_types_.end())
    error(let.span, "a 'let' term has no choice among lists; write it out where it is used");
  slot_names_.resize(first);
  slot_types_.resize(first);
}

Expr Checker::written_out(const Let& let) {
  if (let.names.empty()) return let.term;
  std::vector<std::string> names;
  for (const std::string& name : let.names) names.push_back(fmt::format("{}_{}", name, let.name));
  // Once in a line.
  const auto known =
      std::search(slot_names_.begin(), slot_names_.end(), names.begin(), names.end());
  const auto at = static_cast<size_t>(known - slot_names_.begin());
  if (known == slot_names_.end()) {
    slot_types_.resize(at);
    slot_types_.insert(slot_types_.end(), let.types.begin(), let.types.end());
    slot_names_.insert(slot_names_.end(), names.begin(), names.end());
  }
  std::vector<Expr> terms;
  for (size_t s = 0; s < let.first; ++s) terms.push_back(slot(s));
  for (size_t i = 0; i < names.size(); ++i) terms.push_back(slot(at + i));
  return with_other_slots(let.term, terms);
}

void Checker::make(const std::vector<ParameterValue>& values, Rule& rule) {
  rule_ = &rule;
  const GameSyntax& syntax = definition_.syntax;
  rule.name = syntax.name;
  rule.source = definition_.source;
  rule.is_alias = syntax.is_alias;
  parameters_ = values;
  parameter_used_.assign(values.size(), false);
  for (const ParameterValue& value : values) {
    if (value.is_set) {
      if (value.set) rule.set_parameters.emplace_back(value.name, value.set);
    } else {
      rule.number_parameters.emplace_back(value.name, value.number);
    }
  }
  for (const LetSyntax& let : definition_.file_lets) let_term(let);
  const size_t file_lets = lets_.size();
  rule.coordinates = coordinates_of(syntax);
  for (size_t i = 0; i < syntax.coordinates.size(); ++i)
    declare(syntax.coordinates[i], syntax.coordinate_spans[i]);
  if (syntax.has_sides()) {
    declare(rule.coordinates.back(), syntax.span);
    variables_.back().used = true;
  }
  if (syntax.space.empty()) {
    for (const LetSyntax& let : syntax.lets) let_term(let);
  }
  written_out_ = 0;
  if (!syntax.space.empty()) {
    make_board(syntax, rule);
  } else if (syntax.is_alias) {
    parts(syntax.alias, rule.alias);
    rule.alias_slot_names = slot_names_;
  } else {
    const size_t before = found_.size();
    for (size_t i = 0; i < syntax.ends.size(); ++i) end_line(syntax, i, rule);
    if (is_wrong_since(before)) return;  // each line has the ends' conditions
    for (const MoveSyntax& one : syntax.moves) {
      if (book_.is_spent()) return;
      move(one, rule);
    }
    warn_about_coinciding_moves(rule);
  }
  for (size_t i = 0; i < syntax.parameters.size(); ++i) {
    if (!parameter_used_[i]) {
      warn(syntax.parameters[i].span,
           fmt::format("the parameter '{}' is never used", syntax.parameters[i].name));
    }
  }
  for (size_t i = file_lets; i < lets_.size(); ++i) {
    if (!lets_[i].used)
      warn(lets_[i].span, fmt::format("the term '{}' is never used", lets_[i].name));
  }
}

}  // namespace grundy
