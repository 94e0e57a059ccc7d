// Terms, conditions and binders of a move line.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "language/check.h"
#include "language/choices.h"
#include "language/token.h"
#include "rule/children.h"
#include "rule/evaluate.h"
#include "rule/fibonacci.h"

namespace grundy {
namespace {

/// Whether the line of the text in which the place is has this word.
size_t mentions_in_line(std::string_view text, Span place, std::string_view word) {
  const size_t before = text.rfind('\n', place.begin);
  const size_t begin = before == text.npos ? 0 : before + 1;
  Lexer line(text.substr(begin, text.find('\n', place.begin) - begin));
  size_t count = 0;
  for (; line.kind() != TokenKind::end && line.kind() != TokenKind::invalid; line.advance())
    count += line.is_name(word);
  return count;
}

constexpr uint64_t kMostStepsOfConstant = uint64_t{1} << 22;  // choices in a constant term

bool is_condition(const Expr& expr) { return info(expr.op).is_condition; }

struct Function {
  std::string_view name;
  Op op;
};
constexpr std::string_view kFibonacci =
    "isfibonacci";  // a condition on squares (fibonacci.h), as many arguments
constexpr Function kFunctions[] = {{"min", Op::min},           {"max", Op::max},
                                   {"abs", Op::abs},           {"gcd", Op::gcd},
                                   {"isqrt", Op::isqrt},       {"isprime", Op::isprime},
                                   {"issquare", Op::issquare}, {"ispower", Op::ispower},
                                   {kFibonacci, Op::issquare}, {"nimmul", Op::nim_product}};

Op binary_op(std::string_view text) {
  for (Op op :
       {Op::add, Op::sub, Op::mul, Op::div, Op::mod, Op::power, Op::shift_left, Op::shift_right,
        Op::bit_and, Op::bit_or, Op::bit_xor, Op::logical_and, Op::logical_or}) {
    if (info(op).text == text) return op;
  }
  return Op::add;
}

Expr negation(Expr condition) { return apply(Op::logical_not, {std::move(condition)}); }

/// Whether the term asks what cells or lists hold.
bool reads_cells(const Expr& expr) {
  const bool is_fold = expr.over_cells && expr.over_cells->kind == CellCondition::Kind::fold;
  bool any = expr.over_cells && !(is_fold && expr.quantifier);
  for_each_child(expr, [&](const Expr& child) { any = any || reads_cells(child); });
  return any;
}

}  // namespace

Expr Checker::folded(Expr expr) {
  if (expr.args.empty() || is_condition(expr)) return expr;
  for (const Expr& arg : expr.args) {
    if (arg.op != Op::constant) return expr;
  }
  Environment none;
  Fault fault;
  const int64_t value = evaluate(expr, none, fault);
  if (fault.kind != Fault::Kind::none) {
    error(expr.span, describe(fault.kind));
    return spanned(constant(1), expr.span);
  }
  return spanned(constant(value), expr.span);
}

Expr Checker::simplified(Expr expr) {
  constexpr int64_t kWrittenOut = 4;  // k**4 as k*k*k*k
  if (expr.op == Op::bit_and && expr.args[0].op == Op::constant)
    std::swap(expr.args[0], expr.args[1]);
  if (expr.args.size() != 2 || expr.args[1].op != Op::constant) return expr;
  const int64_t by = expr.args[1].value;
  if ((expr.op == Op::shift_left || expr.op == Op::shift_right) && by >= 0 && by < 62) {
    expr.op = expr.op == Op::shift_left ? Op::mul : Op::div;
    expr.args[1].value = int64_t{1} << by;
  } else if (expr.op == Op::bit_and && by > 0 && by < INT64_MAX && (by & (by + 1)) == 0) {
    expr.op = Op::mod;  // the last bits
    expr.args[1].value = by + 1;
  } else if (expr.op == Op::power && expr.args[0].op == Op::slot && by >= 1 && by <= kWrittenOut) {
    Expr product = expr.args[0];
    for (int64_t i = 1; i < by; ++i)
      product = spanned(apply(Op::mul, {std::move(product), expr.args[0]}), expr.span);
    return product;
  }
  return expr;
}

Expr Checker::expr(const TermSyntax& syntax, Type type) {
  const size_t found = found_.size();
  Expr result;
  switch (syntax.kind) {
    case TermSyntax::Kind::number:
      result = constant(static_cast<int64_t>(syntax.number.small()));
      break;
    case TermSyntax::Kind::name:
      result = name(syntax);
      break;
    case TermSyntax::Kind::call:
      result = call(syntax);
      break;
    case TermSyntax::Kind::unary:
      result = syntax.name == "not" ? negation(expr(syntax.children[0], Type::condition))
                                    : apply(Op::neg, {expr(syntax.children[0], Type::number)});
      break;
    case TermSyntax::Kind::binary: {
      const Op op = binary_op(syntax.name);
      const Type inner = info(op).is_condition ? Type::condition : Type::number;
      std::vector<Expr> both;  // an initializer list would copy them
      for (const TermSyntax& child : syntax.children) both.push_back(expr(child, inner));
      result = apply(op, std::move(both));
      if ((op == Op::div || op == Op::mod) && result.args[1].op == Op::constant &&
          result.args[1].value == 0) {
        error(syntax.span, "division by zero");
        result.args[1].value = 1;
      }
      break;
    }
    case TermSyntax::Kind::chain:
      result = chain(syntax);
      break;
    case TermSyntax::Kind::in_set:
    case TermSyntax::Kind::in_range:
      result = membership(syntax);
      break;
    case TermSyntax::Kind::quantifier:
      result = quantifier(syntax);
      break;
    case TermSyntax::Kind::cells:
      result = over_cells(syntax);
      break;
    case TermSyntax::Kind::element:
      result = element(syntax);
      break;
    case TermSyntax::Kind::fold:
      result = fold(syntax);
      break;
    case TermSyntax::Kind::choice:
      result = expr(choice_as_sum(syntax), Type::number);
      break;
  }
  result.span = syntax.span;
  // What stands for a term with an error may be of the other type.
  const bool replaced = is_wrong_since(found);
  if (type == Type::number && is_condition(result)) {
    if (!replaced) error(syntax.span, "expected a number, found a condition");
    return spanned(constant(0), syntax.span);
  }
  if (type == Type::condition && !is_condition(result)) {
    const bool is_binary = syntax.kind == TermSyntax::Kind::binary;
    const char* mend = is_binary && syntax.name == "|"   ? "; 'k divides n' is written n % k = 0"
                       : is_binary && syntax.name == "%" ? "; compare it, as in 'k % 2 = 1'"
                                                         : "";
    if (!replaced)
      error(syntax.span,
            fmt::format("expected a condition such as 'k <= n', found a number{}", mend));
    return spanned(apply(Op::eq, {constant(0), constant(0)}), syntax.span);
  }
  return simplified(folded(std::move(result)));
}

Expr Checker::name(const TermSyntax& syntax) {
  for (Variable& variable : variables_) {
    if (variable.name == syntax.name) {
      variable.used = true;
      if (is_letter_slot(variable.slot)) {
        error(syntax.span,
              fmt::format("'{}' is a letter; a number is expected here. A letter is compared with "
                          "letters, x = y or x < y; games 'of numbers' have numbers on their cells",
                          syntax.name));
      }
      if (is_cell_slot(variable.slot))
        error(syntax.span, fmt::format("'{}' names a cell and stands for no number", syntax.name));
      if (board_ != nullptr && variable.slot < board_->kinds.size()) {
        if (board_->kinds[variable.slot] == CoordinateKind::set)
          error(syntax.span, fmt::format("'{}' is a set; a number is expected here", syntax.name));
      }
      if (is_list_slot(variable.slot)) {
        error(
            syntax.span,
            fmt::format(
                "'{0}' is a list; a number is expected here, such as {0}[1], len({0}) or sum({0})",
                syntax.name));
      }
      return slot(variable.slot);
    }
  }
  for (Let& let : lets_) {
    if (let.name == syntax.name) {
      let.used = true;
      written_out_ += let.nodes;
      if (written_out_ <= kMaxExprNodes) return written_out(let);
      if (written_out_ - let.nodes <= kMaxExprNodes)
        error(syntax.span, "the line grows too large once its 'let' terms are written out");
      return constant(1);
    }
  }
  for (size_t i = 0; i < parameters_.size(); ++i) {
    if (parameters_[i].name != syntax.name) continue;
    parameter_used_[i] = true;
    ++parameter_uses_;
    if (!parameters_[i].is_set) return constant(parameters_[i].number);
    error(syntax.span, fmt::format("'{}' is a set; a number is expected here", syntax.name));
    return constant(0);
  }
  std::vector<std::string> known;
  for (const Variable& variable : variables_) known.push_back(variable.name);
  for (const Let& let : lets_) known.push_back(let.name);
  for (const ParameterValue& parameter : parameters_) known.push_back(parameter.name);
  const std::string near = nearest_name(syntax.name, known);
  if (binding_ != nullptr && std::find(binding_->names.begin(), binding_->names.end(),
                                       syntax.name) != binding_->names.end()) {
    error(syntax.span, fmt::format("the ends of '{0}' can't speak of '{0}' itself; write such a "
                                   "condition behind 'if'",
                                   syntax.name));
    return constant(0);
  }
  if (!near.empty() && near.size() > 1) {
    error(syntax.span, fmt::format("unknown variable '{}'; did you mean '{}'?", syntax.name, near));
    return constant(0);
  }
  // A line that does not speak of the game's only number may mean it, and one that does not use the
  // only variable that it binds may mean that.
  const auto mentions = [&](std::string_view word) {
    return mentions_in_line(definition_.source->text, syntax.span, word);
  };
  std::string meant;
  if (rule_ != nullptr && board_ == nullptr && rule_->coordinates.size() == 1 &&
      mentions(rule_->coordinates[0]) == 0)
    meant = rule_->coordinates[0];
  if (rule_ != nullptr && board_ == nullptr && meant.empty()) {
    const size_t bound = rule_->coordinates.size();  // the first ones are coordinates
    if (variables_.size() == bound + 1 && mentions(variables_[bound].name) == 1)
      meant = variables_[bound].name;
  }
  if (const std::string bound = meant.empty() ? bound_in_line(syntax) : ""; !bound.empty()) {
    const size_t begin = syntax.span.begin;
    error({begin,
           std::min(definition_.source->text.find('\n', begin), definition_.source->text.size())},
          fmt::format("unknown variable '{}'; did you mean '{}'?", syntax.name, bound));
    return constant(0);
  }
  error(syntax.span,
        fmt::format("unknown variable '{0}'; bind it with 'for {0} …'{1}", syntax.name,
                    meant.empty() ? "" : fmt::format(", or did you mean '{}'?", meant)));
  return constant(0);
}

/// "k) for k in 1..n", the rest of a move's line with the variable bound, in a game of one number
/// whose line binds none yet; empty elsewhere.
std::string Checker::bound_in_line(const TermSyntax& variable) const {
  const std::string_view text = definition_.source->text;
  const size_t begin = text.rfind('\n', variable.span.begin) + 1;
  const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
  const bool is_plain = rule_ != nullptr && board_ == nullptr && rule_->coordinates.size() == 1 &&
                        line.find("->") != line.npos && line.find(" for ") == line.npos &&
                        line.find('#') == line.npos &&
                        line.substr(0, variable.span.begin - begin).find(" if ") == line.npos;
  if (!is_plain) return "";
  std::string rest(line.substr(variable.span.begin - begin));
  while (rest.ends_with(' ') || rest.ends_with('\r')) rest.pop_back();
  const size_t condition = std::min(rest.find(" if "), rest.size());
  rest.insert(condition, fmt::format(" for {} in 1..{}", variable.name, rule_->coordinates[0]));
  return rest;
}

bool Checker::names_set(const TermSyntax& syntax) const {
  SetSyntax set;
  set.kind = SetSyntax::Kind::name;
  set.name = syntax.name;
  return syntax.kind == TermSyntax::Kind::name && set_coordinate(set).has_value();
}

Expr Checker::call(const TermSyntax& syntax) {
  if (std::optional<Expr> result = call_of_list(syntax)) return *std::move(result);
  for (const Function& function : kFunctions) {
    if (function.name != syntax.name) continue;
    const OpInfo& about = info(function.op);
    const size_t count = syntax.children.size();
    if (count < about.least || count > about.most) {
      const unsigned bound = count > about.most ? about.most : about.least;
      const std::string_view how = about.most == about.least ? ""
                                   : count > about.most      ? "at most "
                                                             : "at least ";
      if (count == 1 && (syntax.name == "max" || syntax.name == "min") &&
          names_set(syntax.children[0])) {
        error(
            syntax.span,
            fmt::format("a set has a number for each element; did you mean '{0}(x for x in {1})'?",
                        syntax.name, syntax.children[0].name));
        return constant(0);
      }
      error(syntax.span, fmt::format("'{}' takes {}{} argument{}, not {}", syntax.name, how, bound,
                                     bound == 1 ? "" : "s", count));
    }
    std::vector<Expr> args;
    for (const TermSyntax& child : syntax.children) args.push_back(expr(child, Type::number));
    while (args.size() < about.least) args.push_back(constant(1));
    if (function.name == kFibonacci) return fibonacci_condition(args[0]);
    return apply(function.op, std::move(args));
  }
  std::vector<std::string> known;
  for (const Function& function : kFunctions) known.emplace_back(function.name);
  const std::string near = nearest_name(syntax.name, known);
  std::string message = fmt::format("unknown function '{}'", syntax.name);
  if ((syntax.name == "odd" || syntax.name == "even") && syntax.children.size() == 1) {
    const TermSyntax& term = syntax.children[0];
    const std::string_view of = std::string_view(definition_.source->text)
                                    .substr(term.span.begin, term.span.end - term.span.begin);
    const bool plain = term.kind == TermSyntax::Kind::name ||
                       term.kind == TermSyntax::Kind::number || of.front() == '(';
    message = fmt::format("unknown function '{}'; did you mean '{} % 2 = {}'?", syntax.name,
                          plain ? std::string(of) : fmt::format("({})", of),
                          syntax.name == "odd" ? 1 : 0);
  } else if ((syntax.name == "popcount" || syntax.name == "bitcount") &&
             syntax.children.size() == 1) {
    const Span of = syntax.children[0].span;
    message +=
        fmt::format("; did you mean 'count({} >> i & 1 = 1 for i in 0..62)'?",
                    std::string_view(definition_.source->text).substr(of.begin, of.end - of.begin));
  } else if (syntax.name == "sum" || syntax.name == "product" || syntax.name == "count") {
    message = fmt::format("'{0}' needs its choices here: {0}({1} for k in 1..n)", syntax.name,
                          syntax.name == "count" ? "n % k = 0" : "k");
  } else if (syntax.name == "floor") {
    const std::string_view text = definition_.source->text;
    const Span whole = syntax.span;
    // Brackets around it serve the inner term as well.
    const bool enclosed = whole.begin > 0 && text[whole.begin - 1] == '(' && text[whole.end] == ')';
    const size_t open = enclosed ? text.find('(', whole.begin) + 1 : text.find('(', whole.begin);
    message += fmt::format("; a quotient is rounded down anyway; did you mean '{}'?",
                           text.substr(open, whole.end - (enclosed ? 1 : 0) - open));
  } else if (syntax.name == "ceil" || syntax.name == "ceiling") {
    message += "; n/2 rounded up is written (n + 1)/2";
  } else if (!near.empty()) {
    message += fmt::format("; did you mean '{}'?", near);
  } else if (book_.find(syntax.name) != nullptr) {
    message = fmt::format("'{}' is a game; its value can't be used in a term", syntax.name);
  } else {
    message += fmt::format("; there are {}", fmt::join(known, ", "));
  }
  error(syntax.span, std::move(message));
  return constant(0);
}

/// The letter that a term names, if it is compared with letters alone.
std::optional<Expr> Checker::compared_letter(const TermSyntax& chain, size_t i) {
  const auto is_letter = [&](size_t k) {
    const TermSyntax& term = chain.children[k];
    const Variable* named = term.kind == TermSyntax::Kind::name ? variable(term.name) : nullptr;
    return named != nullptr && is_letter_slot(named->slot);
  };
  const bool alone = is_letter(i) && (i == 0 || is_letter(i - 1)) &&
                     (i + 1 == chain.children.size() || is_letter(i + 1));
  if (!alone) return std::nullopt;
  Variable& named = *variable(chain.children[i].name);
  named.used = true;
  return spanned(slot(named.slot), chain.children[i].span);
}

Expr Checker::chain(const TermSyntax& syntax) {
  std::vector<Expr> terms;
  for (size_t i = 0; i < syntax.children.size(); ++i) {
    std::optional<Expr> letter = compared_letter(syntax, i);
    terms.push_back(letter ? *std::move(letter) : expr(syntax.children[i], Type::number));
  }
  Expr result;
  for (size_t i = 0; i < syntax.ops.size(); ++i) {
    const std::string& op = syntax.ops[i];
    Expr left = terms[i];
    Expr right = terms[i + 1];
    const bool swapped = op == ">" || op == ">=";
    if (swapped) std::swap(left, right);
    const Op kind = op == "="                ? Op::eq
                    : op == "!="             ? Op::ne
                    : op == "<" || op == ">" ? Op::lt
                                             : Op::le;
    Expr link = spanned(apply(kind, {std::move(left), std::move(right)}), syntax.span);
    result =
        i == 0 ? std::move(link)
               : spanned(apply(Op::logical_and, {std::move(result), std::move(link)}), syntax.span);
  }
  return result;
}

Expr Checker::membership(const TermSyntax& syntax) {
  Expr result;
  if (syntax.kind == TermSyntax::Kind::in_range) {
    Expr item = expr(syntax.children[0], Type::number);
    Expr low = expr(syntax.children[1], Type::number);
    Expr high = expr(syntax.children[2], Type::number);
    Expr above = spanned(apply(Op::le, {std::move(low), item}), syntax.span);
    result = apply(Op::logical_and, {std::move(above),
                                     spanned(apply(Op::le, {item, std::move(high)}), syntax.span)});
  } else if (const auto coordinate = set_coordinate(syntax.set[0]);
             coordinate && syntax.children.size() == 1) {
    result = set_member(*coordinate, expr(syntax.children[0], Type::number), syntax.span);
  } else if (!is_constant_literal(syntax.set[0])) {
    if (syntax.children.size() != 1) {
      error(syntax.set[0].span, "a set of tuples must not depend on the position");
      return apply(Op::eq, {constant(0), constant(0)});
    }
    const Expr item = expr(syntax.children[0], Type::number);
    result = apply(Op::ne, {constant(0), constant(0)});
    if (!varying_elements(syntax.set[0])) return result;
    if (syntax.set[0].elements.size() * count_nodes(item) > kMaxExprNodes) {
      error(syntax.span, "the term is too long for a set that depends on the position");
      return result;
    }
    for (const SetSyntax::Element& element : syntax.set[0].elements) {
      Expr one;
      if (element.is_range) {
        Expr above = apply(Op::le, {expr(element.terms[0], Type::number), item});
        one = apply(Op::logical_and, {std::move(above),
                                      apply(Op::le, {item, expr(element.terms[1], Type::number)})});
      } else {
        one = apply(Op::eq, {item, expr(element.terms[0], Type::number)});
      }
      result = apply(Op::logical_or, {std::move(result), std::move(one)});
    }
  } else if (const auto ends = syntax.children.size() == 1 ? long_interval(syntax.set[0])
                                                           : std::vector<int64_t>();
             !ends.empty()) {
    const Expr element = expr(syntax.children[0], Type::number);
    result =
        apply(Op::logical_and, {spanned(apply(Op::le, {constant(ends[0]), element}), syntax.span),
                                spanned(apply(Op::le, {element, constant(ends[1])}), syntax.span)});
  } else {
    result.op = Op::in_set;
    for (const TermSyntax& child : syntax.children)
      result.args.push_back(expr(child, Type::number));
    result.set = set(syntax.set[0], syntax.children.size());
  }
  result.span = syntax.span;
  return syntax.negated ? negation(std::move(result)) : result;
}

Expr Checker::quantifier(const TermSyntax& syntax) {
  auto made = std::make_shared<Quantifier>();
  const size_t scope = variables_.size();
  std::vector<Expr> of_line = std::exchange(members_, {});
  made->binders = binders(syntax.binders, true);
  std::vector<Expr> members = std::exchange(members_, std::move(of_line));
  made->condition = expr(syntax.children[0], Type::condition);
  if (syntax.children.size() > 1) members.push_back(expr(syntax.children[1], Type::condition));
  for (Expr& member : members) {
    if (made->filter.empty()) {
      made->filter.push_back(std::move(member));
    } else {
      made->filter[0] = apply(Op::logical_and, {made->filter[0], std::move(member)});
    }
  }
  leave_scope(scope);
  Expr result;
  result.op = Op::quantifier;
  result.value = syntax.name == "all";
  result.quantifier = std::move(made);
  return result;
}

bool Checker::depends_on_position(const Expr& expr) {
  return slot_bound(expr) != 0 || reads_cells(expr);
}

bool Checker::constant_value(const Expr& expr, std::string_view what, int64_t& value) {
  if (depends_on_position(expr)) {
    error(expr.span, fmt::format("{} must not depend on the position", what));
    return false;
  }
  Environment none(std::vector<int64_t>(slot_names_.size()));
  Fault fault;
  Patience patience(kMostStepsOfConstant);
  value = evaluate(expr, none, fault, &patience);
  if (fault.kind != Fault::Kind::none) {
    error(fault.span, describe(fault.kind));
    return false;
  }
  return true;
}

std::vector<Binder> Checker::binders(const std::vector<BinderSyntax>& syntax, bool must_end) {
  std::vector<Binder> result;
  for (const BinderSyntax& one : syntax) result.push_back(binder(one, must_end));
  return result;
}

Binder Checker::binder(const BinderSyntax& syntax, bool must_end) {
  const BinderSyntax* outer = std::exchange(binding_, &syntax);
  Binder result = binder_values(syntax, must_end);
  binding_ = outer;
  for (size_t i = 0; i < syntax.names.size(); ++i) result.slots.push_back(declare_bound(syntax, i));
  if (const auto coordinate = syntax.set.empty() ? std::nullopt : set_coordinate(syntax.set[0]);
      coordinate && !is_list_slot(*coordinate))
    members_.push_back(set_member(*coordinate, slot(result.slots[0]), syntax.span));
  return result;
}

Binder Checker::binder_values(const BinderSyntax& syntax, bool must_end) {
  using Kind = BinderSyntax::Kind;
  Binder result;
  result.span = syntax.span;
  const size_t errors = found_.size();
  auto bound = [&](size_t i) { return expr(syntax.bounds[i], Type::number); };
  auto shifted = [&](Op op) {
    return folded(spanned(apply(op, {bound(0), constant(1)}), syntax.bounds[0].span));
  };
  switch (syntax.kind) {
    case Kind::any:
      break;
    case Kind::less:
      result.high.push_back(shifted(Op::sub));
      break;
    case Kind::less_equal:
      if (syntax.of_lists) {
        const TermSyntax& most = syntax.bounds[0];
        result.kind = Binder::Kind::values;
        const size_t list =
            list_named(most.kind == TermSyntax::Kind::name ? most.name : "", most.span);
        result.values.push_back(
            elements_binder(CellCondition::Kind::below, list, false, syntax.span));
        break;
      }
      result.high.push_back(bound(0));
      break;
    case Kind::greater:
      result.low.push_back(shifted(Op::add));
      break;
    case Kind::greater_equal:
      result.low.push_back(bound(0));
      break;
    case Kind::range: {
      const Expr& low = result.low.emplace_back(bound(0));
      result.high.push_back(bound(1));
      const bool is_negative = low.op == Op::constant && low.value < 0;
      if (is_negative || (low.op == Op::neg && low.args[0].op == Op::constant))
        warn(syntax.bounds[0].span,
             "a variable is a natural number, so that those below 0 are left out; for -1..1 write "
             "0..2, and 'x - 1' in place of x");
      break;
    }
    case Kind::equal:
      result.kind = Binder::Kind::equal;
      result.low.push_back(bound(0));
      break;
    case Kind::letters: {
      auto letters = std::make_shared<NumberSet>();
      for (const char letter : syntax.letters) letters->flat.push_back(letter_cell(letter));
      std::sort(letters->flat.begin(), letters->flat.end());
      letters->flat.erase(std::unique(letters->flat.begin(), letters->flat.end()),
                          letters->flat.end());
      note_letters(syntax.letters);
      result.kind = Binder::Kind::in_set;
      result.set = std::move(letters);
      break;
    }
    case Kind::in_set:
      if (const auto coordinate = set_coordinate(syntax.set[0]);
          coordinate && syntax.names.size() == 1) {
        if (is_list_slot(*coordinate)) {
          result.kind = Binder::Kind::values;
          result.values.push_back(
              elements_binder(CellCondition::Kind::elements, *coordinate, false, syntax.span));
          break;
        }
        CellCondition greatest;
        greatest.kind = CellCondition::Kind::greatest;
        greatest.from = *coordinate;
        Expr high;
        high.op = Op::cell_count;
        high.over_cells = std::make_shared<CellCondition>(std::move(greatest));
        result.high.push_back(std::move(high));
        break;
      }
      if (const auto ends =
              syntax.names.size() == 1 ? long_interval(syntax.set[0]) : std::vector<int64_t>();
          !ends.empty()) {
        result.low.push_back(spanned(constant(ends[0]), syntax.span));
        result.high.push_back(spanned(constant(ends[1]), syntax.span));
      } else if (syntax.names.size() == 1 && !is_constant_literal(syntax.set[0])) {
        result.kind = Binder::Kind::values;
        if (!varying_elements(syntax.set[0])) break;
        if (const auto& elements = syntax.set[0].elements;
            elements.size() == 1 && elements[0].is_range) {
          result.kind = Binder::Kind::range;  // {1..n}
          result.low.push_back(expr(elements[0].terms[0], Type::number));
          result.high.push_back(expr(elements[0].terms[1], Type::number));
          break;
        }
        result.values = varying_values(syntax.set[0]);
      } else {
        result.kind = Binder::Kind::in_set;
        result.set = set(syntax.set[0], syntax.names.size(), !must_end && board_ == nullptr);
      }
      break;
  }
  const bool ends = result.kind != Binder::Kind::range || !result.high.empty();
  const bool cofinite = result.set && result.set->complement;
  if (must_end && (!ends || cofinite) && !is_wrong_since(errors)) {
    error(syntax.span, fmt::format("'{}' needs an upper end here, such as '{} in 0..n'",
                                   syntax.names[0], syntax.names[0]));
  }
  return result;
}

}  // namespace grundy
