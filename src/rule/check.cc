#include "rule/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/reader.h"
#include "base/text.h"
#include "rule/evaluate.h"
#include "rule/print.h"

namespace grundy {
namespace {

constexpr size_t kMaxSetElements = 10'000'000;
constexpr uint64_t kMaxChoices = 30'000'000;  // of quantifiers, while a set is listed: about a second
constexpr size_t kMaxExprNodes = 100'000;     // of one line, lets written out
constexpr size_t kMaxParts = 10'000;
constexpr size_t kMaxTuple = 16;
constexpr size_t kMaxVaryingElements = 500;  // of a set that depends on the position
constexpr size_t kMaxWarnings = 50;          // found in one file

size_t count_nodes(const Expr& expr) {
  size_t count = 1;
  for (const Expr& arg : expr.args) count += count_nodes(arg);
  if (expr.quantifier) count += count_nodes(expr.quantifier->condition);
  return count;
}

size_t depth(const Expr& expr) {
  size_t most = 0;
  for (const Expr& arg : expr.args) most = std::max(most, depth(arg));
  return most + 1;
}

bool has_quantifier(const Expr& expr) {
  return expr.quantifier != nullptr || std::any_of(expr.args.begin(), expr.args.end(), has_quantifier);
}

bool is_condition(const Expr& expr) { return info(expr.op).is_condition; }

struct Function {
  std::string_view name;
  Op op;
};
constexpr Function kFunctions[] = {{"min", Op::min},           {"max", Op::max},        {"abs", Op::abs},
                                   {"gcd", Op::gcd},           {"isqrt", Op::isqrt},    {"isprime", Op::isprime},
                                   {"issquare", Op::issquare}, {"ispower", Op::ispower}};

Op binary_op(std::string_view text) {
  for (Op op : {Op::add, Op::sub, Op::mul, Op::div, Op::mod, Op::bit_xor, Op::logical_and, Op::logical_or}) {
    if (info(op).text == text) return op;
  }
  return Op::add;
}

Expr spanned(Expr expr, Span span) {
  expr.span = span;
  return expr;
}

Expr negation(Expr condition) { return apply(Op::logical_not, {std::move(condition)}); }

}  // namespace

std::vector<Expr> split_conjunction(Expr condition) {
  std::vector<Expr> result;
  std::vector<Expr> pending;
  pending.push_back(std::move(condition));
  while (!pending.empty()) {
    Expr next = std::move(pending.back());
    pending.pop_back();
    if (next.op == Op::logical_and) {
      pending.push_back(std::move(next.args[1]));
      pending.push_back(std::move(next.args[0]));
    } else {
      result.push_back(std::move(next));
    }
  }
  std::stable_partition(result.begin(), result.end(), [](const Expr& expr) { return !may_fail(expr); });
  return result;
}

void Checker::note(Diagnostic::Severity severity, Span span, std::string message) {
  // Placing a message takes time in proportion to the text.
  const size_t most = severity == Diagnostic::Severity::error ? kMaxErrors + kMaxWarnings : kMaxWarnings;
  if (found_.size() >= most) return;
  const SourceText& source = *definition_.source;
  Diagnostic made = locate(severity, std::move(message), source.name, source.text, span);
  // What is wrong with a term for the whole file is found with every game.
  const auto same = [&](const Diagnostic& other) {
    return other.line == made.line && other.column == made.column && other.message == made.message;
  };
  if (std::none_of(found_.begin(), found_.end(), same)) found_.push_back(std::move(made));
}

size_t Checker::declare(const std::string& name, Span span) {
  auto clash = [&](std::string_view what, std::string_view advice = "take another name") {
    error(span, fmt::format("'{}' is {} already; {}", name, what, advice));
  };
  for (const Variable& variable : variables_) {
    if (variable.name != name || name == "_") continue;
    if (rule_ != nullptr && variable.slot < rule_->arity()) {
      clash("a coordinate");
    } else {
      clash("bound", "write a second condition on it behind 'if', or take another name");
    }
    break;
  }
  for (const ParameterValue& parameter : parameters_) {
    if (parameter.name == name) clash("a parameter");
  }
  for (const Let& let : lets_) {
    if (let.name == name) clash("a 'let' term");
  }
  const size_t slot = slot_names_.size();
  slot_names_.push_back(name);
  variables_.push_back({name, slot, false, span});
  return slot;
}

void Checker::leave_scope(size_t size) {
  for (size_t i = size; i < variables_.size(); ++i) {
    const Variable& variable = variables_[i];
    if (!variable.used && variable.name != "_") {
      warn(variable.span,
           fmt::format("the bound variable '{}' is never used: all its choices give the same move", variable.name));
    }
  }
  variables_.resize(size);
}

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

Expr Checker::expr(const TermSyntax& syntax, Type type) {
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
      if ((op == Op::div || op == Op::mod) && result.args[1].op == Op::constant && result.args[1].value == 0) {
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
  }
  result.span = syntax.span;
  if (type == Type::number && is_condition(result)) {
    error(syntax.span, "expected a number, found a condition");
    return spanned(constant(0), syntax.span);
  }
  if (type == Type::condition && !is_condition(result)) {
    error(syntax.span, "expected a condition such as 'k <= n', found a number");
    return spanned(apply(Op::eq, {constant(0), constant(0)}), syntax.span);
  }
  return folded(std::move(result));
}

Expr Checker::name(const TermSyntax& syntax) {
  for (Variable& variable : variables_) {
    if (variable.name == syntax.name) {
      variable.used = true;
      return slot(variable.slot);
    }
  }
  for (Let& let : lets_) {
    if (let.name == syntax.name) {
      let.used = true;
      written_out_ += let.nodes;
      if (written_out_ <= kMaxExprNodes) return let.term;
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
  error(syntax.span, near.empty() || near.size() == 1
                         ? fmt::format("unknown variable '{0}'; bind it with 'for {0} …'", syntax.name)
                         : fmt::format("unknown variable '{}'; did you mean '{}'?", syntax.name, near));
  return constant(0);
}

Expr Checker::call(const TermSyntax& syntax) {
  for (const Function& function : kFunctions) {
    if (function.name != syntax.name) continue;
    const OpInfo& about = info(function.op);
    const size_t count = syntax.children.size();
    if (count < about.least || count > about.most) {
      const unsigned bound = count > about.most ? about.most : about.least;
      const std::string_view how = about.most == about.least ? "" : count > about.most ? "at most " : "at least ";
      error(syntax.span,
            fmt::format("'{}' takes {}{} argument{}, not {}", syntax.name, how, bound, bound == 1 ? "" : "s", count));
    }
    std::vector<Expr> args;
    for (const TermSyntax& child : syntax.children) args.push_back(expr(child, Type::number));
    while (args.size() < about.least) args.push_back(constant(1));
    return apply(function.op, std::move(args));
  }
  std::vector<std::string> known;
  for (const Function& function : kFunctions) known.emplace_back(function.name);
  const std::string near = nearest_name(syntax.name, known);
  std::string message = fmt::format("unknown function '{}'", syntax.name);
  if (!near.empty()) {
    message += fmt::format("; did you mean '{}'?", near);
  } else if (book_.find(syntax.name) != nullptr) {
    message = fmt::format("'{}' is a game; its value can't be used in a term", syntax.name);
  } else {
    message += fmt::format("; there are {}", fmt::join(known, ", "));
  }
  error(syntax.span, std::move(message));
  return constant(0);
}

Expr Checker::chain(const TermSyntax& syntax) {
  std::vector<Expr> terms;
  for (const TermSyntax& child : syntax.children) terms.push_back(expr(child, Type::number));
  Expr result;
  for (size_t i = 0; i < syntax.ops.size(); ++i) {
    const std::string& op = syntax.ops[i];
    Expr left = terms[i];
    Expr right = terms[i + 1];
    const bool swapped = op == ">" || op == ">=";
    if (swapped) std::swap(left, right);
    const Op kind = op == "=" ? Op::eq : op == "!=" ? Op::ne : op == "<" || op == ">" ? Op::lt : Op::le;
    Expr link = spanned(apply(kind, {std::move(left), std::move(right)}), syntax.span);
    result =
        i == 0 ? std::move(link) : spanned(apply(Op::logical_and, {std::move(result), std::move(link)}), syntax.span);
  }
  return result;
}

bool Checker::is_constant_literal(const SetSyntax& syntax) {
  if (syntax.kind != SetSyntax::Kind::literal) return true;
  std::vector<Diagnostic> ignored;
  std::swap(ignored, found_);
  bool constant = true;
  for (const SetSyntax::Element& element : syntax.elements) {
    for (const TermSyntax& term : element.terms) {
      const Expr value = expr(term, Type::number);
      constant = constant && slot_bound(value) == 0;
    }
  }
  std::swap(ignored, found_);
  return constant;
}

bool Checker::varying_elements(const SetSyntax& syntax) {
  for (const SetSyntax::Element& element : syntax.elements) {
    if (element.is_range || element.terms.size() == 1) continue;
    error(element.terms[0].span, "a set of tuples must not depend on the position");
    return false;
  }
  if (syntax.elements.size() <= kMaxVaryingElements) return true;
  error(syntax.span, fmt::format("a set that depends on the position has at most {} elements", kMaxVaryingElements));
  return false;
}

Expr Checker::membership(const TermSyntax& syntax) {
  Expr result;
  if (syntax.kind == TermSyntax::Kind::in_range) {
    Expr item = expr(syntax.children[0], Type::number);
    Expr low = expr(syntax.children[1], Type::number);
    Expr high = expr(syntax.children[2], Type::number);
    Expr above = spanned(apply(Op::le, {std::move(low), item}), syntax.span);
    result = apply(Op::logical_and, {std::move(above), spanned(apply(Op::le, {item, std::move(high)}), syntax.span)});
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
        one = apply(Op::logical_and, {std::move(above), apply(Op::le, {item, expr(element.terms[1], Type::number)})});
      } else {
        one = apply(Op::eq, {item, expr(element.terms[0], Type::number)});
      }
      result = apply(Op::logical_or, {std::move(result), std::move(one)});
    }
  } else {
    result.op = Op::in_set;
    for (const TermSyntax& child : syntax.children) result.args.push_back(expr(child, Type::number));
    result.set = set(syntax.set[0], syntax.children.size());
  }
  result.span = syntax.span;
  return syntax.negated ? negation(std::move(result)) : result;
}

Expr Checker::quantifier(const TermSyntax& syntax) {
  auto made = std::make_shared<Quantifier>();
  const size_t scope = variables_.size();
  made->binders = binders(syntax.binders, true);
  made->condition = expr(syntax.children[0], Type::condition);
  if (syntax.children.size() > 1) made->filter.push_back(expr(syntax.children[1], Type::condition));
  leave_scope(scope);
  Expr result;
  result.op = Op::quantifier;
  result.value = syntax.name == "all";
  result.quantifier = std::move(made);
  return result;
}

bool Checker::constant_value(const Expr& expr, std::string_view what, int64_t& value) {
  if (slot_bound(expr) != 0) {
    error(expr.span, fmt::format("{} must not depend on the position", what));
    return false;
  }
  Environment none;
  Fault fault;
  value = evaluate(expr, none, fault);
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
  using Kind = BinderSyntax::Kind;
  Binder result;
  result.span = syntax.span;
  const size_t errors = found_.size();
  auto bound = [&](size_t i) { return expr(syntax.bounds[i], Type::number); };
  auto shifted = [&](Op op) { return folded(spanned(apply(op, {bound(0), constant(1)}), syntax.bounds[0].span)); };
  switch (syntax.kind) {
    case Kind::any:
      break;
    case Kind::less:
      result.high.push_back(shifted(Op::sub));
      break;
    case Kind::less_equal:
      result.high.push_back(bound(0));
      break;
    case Kind::greater:
      result.low.push_back(shifted(Op::add));
      break;
    case Kind::greater_equal:
      result.low.push_back(bound(0));
      break;
    case Kind::range:
      result.low.push_back(bound(0));
      result.high.push_back(bound(1));
      break;
    case Kind::equal:
      result.kind = Binder::Kind::equal;
      result.low.push_back(bound(0));
      break;
    case Kind::in_set:
      if (syntax.names.size() == 1 && !is_constant_literal(syntax.set[0])) {
        result.kind = Binder::Kind::values;
        if (!varying_elements(syntax.set[0])) break;
        for (const SetSyntax::Element& element : syntax.set[0].elements) {
          if (element.is_range) {
            error(element.terms[0].span, "a range among other elements must not depend on the position");
          }
          result.values.push_back(expr(element.terms[0], Type::number));
        }
      } else {
        result.kind = Binder::Kind::in_set;
        result.set = set(syntax.set[0], syntax.names.size());
      }
      break;
  }
  const bool ends = result.kind != Binder::Kind::range || !result.high.empty();
  const bool cofinite = result.set && result.set->complement;
  if (must_end && (!ends || cofinite) && found_.size() == errors) {
    error(syntax.span,
          fmt::format("'{}' needs an upper end here, such as '{} in 0..n'", syntax.names[0], syntax.names[0]));
  }
  for (size_t i = 0; i < syntax.names.size(); ++i)
    result.slots.push_back(declare(syntax.names[i], syntax.name_spans[i]));
  return result;
}

SetPointer Checker::set(const SetSyntax& syntax, size_t arity) {
  auto result = std::make_shared<NumberSet>();
  result->arity = 0;
  switch (syntax.kind) {
    case SetSyntax::Kind::name: {
      bool found = false;
      for (size_t i = 0; i < parameters_.size(); ++i) {
        if (parameters_[i].name != syntax.name) continue;
        found = parameter_used_[i] = true;
        if (parameters_[i].is_set) {
          if (parameters_[i].set->arity == 0 || arity == 0 || parameters_[i].set->arity == arity)
            return parameters_[i].set;
          *result = *parameters_[i].set;
        } else {
          error(syntax.span, fmt::format("'{}' is a number; a set is expected here", syntax.name));
        }
      }
      if (!found) {
        std::vector<std::string> known;
        for (const ParameterValue& parameter : parameters_) known.push_back(parameter.name);
        error(syntax.span,
              known.empty()
                  ? fmt::format("unknown set '{}'; a set is a parameter, {{1, 2, 3}} or @file", syntax.name)
                  : fmt::format("unknown set '{}'; the parameters are {}", syntax.name, fmt::join(known, ", ")));
      }
      break;
    }
    case SetSyntax::Kind::file: {
      std::string path = syntax.name;
      const std::string& from = definition_.source->name;
      const size_t slash = from.rfind('/');
      if (!path.empty() && path[0] != '/' && slash != std::string::npos && !definition_.builtin) {
        path = from.substr(0, slash + 1) + path;  // beside the rule file
      }
      Budget unlimited;
      Attempt<NumberReader> reader = NumberReader::open(path, unlimited);
      if (!reader) {
        error(syntax.span, reader.error().message());
        break;
      }
      auto rows = read_rows<Natural>(*reader, RowLengths::equal);
      if (!rows) {
        for (const Diagnostic& diagnostic : rows.error().diagnostics) found_.push_back(diagnostic);
        break;
      }
      for (const auto& row : *rows) {
        result->arity = row.size();
        for (const Natural& number : row) {
          if (!number.is_small()) {
            error(syntax.span, fmt::format("a number in '{}' is 2^63 or more", path));
            return result;
          }
          result->flat.push_back(static_cast<int64_t>(number.small()));
        }
      }
      break;
    }
    case SetSyntax::Kind::complement: {
      const SetPointer inner = set(syntax.inner[0], 1);
      *result = *inner;
      if (inner->arity > 1) error(syntax.span, "'not' is for sets of numbers, not of tuples");
      result->arity = 1;
      result->complement = !inner->complement;
      if (!result->complement) error(syntax.span, "write the set without 'not not'");
      return result;
    }
    case SetSyntax::Kind::literal:
    case SetSyntax::Kind::comprehension:
      set_elements(syntax, *result);
      break;
  }
  if (std::any_of(result->flat.begin(), result->flat.end(), [](int64_t number) { return number < 0; })) {
    error(syntax.span, "the numbers in a set are natural; this one has a negative number");
  }
  // Sorted, without repeats.
  if (result->arity > 0 && !result->complement) {
    const size_t width = result->arity;
    std::vector<std::vector<int64_t>> rows;
    if (width == 1) {
      std::sort(result->flat.begin(), result->flat.end());
      result->flat.erase(std::unique(result->flat.begin(), result->flat.end()), result->flat.end());
    } else {
      for (size_t i = 0; i < result->flat.size(); i += width)
        rows.emplace_back(result->flat.begin() + i, result->flat.begin() + i + width);
      std::sort(rows.begin(), rows.end());
      rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
      result->flat.clear();
      for (const auto& row : rows) result->flat.insert(result->flat.end(), row.begin(), row.end());
    }
  }
  if (arity > kMaxTuple || result->arity > kMaxTuple)
    error(syntax.span, fmt::format("a tuple has at most {} numbers", kMaxTuple));
  if (arity != 0 && result->arity != 0 && result->arity != arity) {
    error(syntax.span, fmt::format("the elements of this set are {}, here {} expected",
                                   result->arity == 1 ? "numbers" : fmt::format("tuples of {}", result->arity),
                                   arity == 1 ? "numbers are" : fmt::format("tuples of {} are", arity)));
    result = std::make_shared<NumberSet>();
    result->arity = 0;
  }
  return result;
}

void Checker::set_elements(const SetSyntax& syntax, NumberSet& result) {
  auto full = [&] {
    if (result.flat.size() < kMaxSetElements) return false;
    error(syntax.span, fmt::format("the set has more than {} numbers", kMaxSetElements));
    return true;
  };
  if (syntax.kind == SetSyntax::Kind::comprehension) {
    const size_t found_before = found_.size();
    const size_t scope = variables_.size();
    const size_t slots = slot_names_.size();
    // Only the comprehension's own variables count in it.
    const std::vector<Binder> over = binders(syntax.binders, true);
    std::vector<Expr> terms;
    for (const TermSyntax& term : syntax.elements[0].terms) terms.push_back(expr(term, Type::number));
    std::vector<Expr> filter;
    for (const TermSyntax& condition : syntax.condition) filter.push_back(expr(condition, Type::condition));
    bool closed = true;
    for (size_t s = 0; s < slots; ++s) {
      auto check = [&](const Expr& term) { closed = closed && !mentions(term, s); };
      std::for_each(terms.begin(), terms.end(), check);
      std::for_each(filter.begin(), filter.end(), check);
      for (const Binder& binder : over) {
        for (const auto* list : {&binder.low, &binder.high, &binder.values})
          std::for_each(list->begin(), list->end(), check);
      }
    }
    leave_scope(scope);
    if (!closed)
      return error(syntax.span, "the set must not depend on the position; bind its variable in the move instead");
    for (size_t i = found_before; i < found_.size(); ++i) {
      if (found_[i].severity == Diagnostic::Severity::error) return;
    }
    Environment slots_now(slot_names_.size());
    Fault fault;
    result.arity = terms.size();
    uint64_t steps = 0;
    Patience patience(kMaxChoices);
    const auto element = [&] {
      for (const Expr& condition : filter) {
        if (evaluate(condition, slots_now, fault, &patience) == 0) return fault.kind == Fault::Kind::none;
      }
      for (const Expr& term : terms) result.flat.push_back(evaluate(term, slots_now, fault, &patience));
      return fault.kind == Fault::Kind::none && result.flat.size() <= kMaxSetElements;
    };
    // Binder by binder, because one without a choice would let the others run unnoticed.
    const auto choose = [&](auto&& self, size_t first) -> bool {
      if (++steps > 3 * kMaxSetElements) return false;
      if (first == over.size()) return element();
      return for_each_choice(std::span(over).subspan(first, 1), slots_now, INT64_MAX, fault,
                             [&] { return self(self, first + 1); });
    };
    const bool finished = choose(choose, 0);
    if (fault.kind == Fault::Kind::out_of_patience) {
      error(syntax.span, "the set takes too long to list");
    } else if (fault.kind != Fault::Kind::none) {
      error(fault.span, describe(fault.kind));
    } else if (!finished) {
      error(syntax.span, fmt::format("the set takes too long to list: more than {} numbers", kMaxSetElements));
    }
    return;
  }
  for (const SetSyntax::Element& element : syntax.elements) {
    const size_t width = element.is_range ? 1 : element.terms.size();
    if (result.arity != 0 && result.arity != width) {
      return error(element.terms[0].span, "the elements of a set are all numbers or all tuples of the same length");
    }
    result.arity = width;
    std::vector<int64_t> values;
    for (const TermSyntax& term : element.terms) {
      int64_t value = 0;
      if (!constant_value(expr(term, Type::number), "an element of a set", value)) return;
      values.push_back(value);
    }
    if (!element.is_range) {
      result.flat.insert(result.flat.end(), values.begin(), values.end());
      if (full()) return;
      continue;
    }
    for (int64_t value = values[0]; value <= values[1]; ++value) {
      result.flat.push_back(value);
      if (full()) return;
      if (value == values[1]) break;  // it may be the last number of all
    }
  }
}

bool Checker::parameter(const ParameterSyntax& syntax, ParameterValue& value) {
  if (lets_.empty()) {
    for (const LetSyntax& let : definition_.file_lets) let_term(let);
  }
  const size_t errors = found_.size();
  value.name = syntax.name;
  value.span = syntax.span;
  if (!syntax.set.empty()) {
    value.is_set = true;
    value.set = set(syntax.set[0], 0);
  } else if (!syntax.number.empty()) {
    const TermSyntax& term = syntax.number[0];
    for (size_t i = 0; i < parameters_.size(); ++i) {  // [S=S] hands a set on
      if (term.kind == TermSyntax::Kind::name && parameters_[i].name == term.name && parameters_[i].is_set) {
        parameter_used_[i] = true;
        value.is_set = true;
        value.set = parameters_[i].set;
        return true;
      }
    }
    constant_value(expr(term, Type::number), "a parameter", value.number);
    if (value.number < 0) error(syntax.span, "a parameter is a natural number");
  }
  return found_.size() == errors;
}

void Checker::part(const PartSyntax& syntax, std::vector<Part>& result) {
  if (!syntax.repeated.empty() || syntax.name.empty()) {
    const size_t scope = variables_.size();
    const std::vector<Binder> over = binders(syntax.binders, true);
    std::vector<Expr> conditions;
    for (const TermSyntax& condition : syntax.condition) conjuncts(expr(condition, Type::condition), conditions);
    std::vector<Part> inner;
    parts(syntax.repeated, inner);
    leave_scope(scope);
    for (Part& part : inner) {
      if (!part.binders.empty())
        error(syntax.span, "sum(…) within sum(…) is not supported; bind both variables in one sum");
      part.binders = over;
      part.condition = conditions;
      if (result.size() > kMaxParts) return;  // the caller says so
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
  if (!syntax.code.empty()) {
    Attempt<const Rule*> made = book_.code_rule(syntax.name, syntax.code);
    if (!made) return error(place_in_code(syntax.code_span, made.error()), made.error().message());
    part.game = *made;
  } else if (syntax.name == rule_->name && syntax.parameters.empty()) {
    part.game = rule_;
  } else {
    if (book_.find(syntax.name) == nullptr) {
      if (takes_code(syntax.name)) {
        return error(syntax.name_span, fmt::format("'{0}' needs a code, as in {0}[0.137](n)", syntax.name));
      }
      return error(syntax.name_span,
                   fmt::format("unknown game '{}'{}", syntax.name, book_.suggestion(syntax.name, {rule_->name})));
    }
    std::vector<ParameterValue> values;
    for (const ParameterSyntax& given : syntax.parameters) {
      ParameterValue value;
      if (!parameter(given, value)) return;
      values.push_back(std::move(value));
    }
    Attempt<const Rule*> made = book_.rule(syntax.name, values);
    if (!made) {
      // An error inside the other game has a place of its own and is reported when that game is checked.
      if (made.error().diagnostics[0].line == 0) error(syntax.name_span, made.error().message());
      return;
    }
    part.game = *made;
  }
  if (part.game->arity() != part.coordinates.size()) {
    return error(syntax.span, fmt::format("'{}' has {} coordinate{}, {} given: {}({})", syntax.name, part.game->arity(),
                                          part.game->arity() == 1 ? "" : "s", part.coordinates.size(), syntax.name,
                                          fmt::join(part.game->coordinates, ", ")));
  }
  for (uint64_t i = 0; i < syntax.times; ++i) result.push_back(part);
}

void Checker::parts(const std::vector<PartSyntax>& syntax, std::vector<Part>& result) {
  for (const PartSyntax& one : syntax) {
    part(one, result);
    if (result.size() > kMaxParts) return error(one.span, fmt::format("a move leads to at most {} parts", kMaxParts));
  }
}

void Checker::conjuncts(Expr condition, std::vector<Expr>& result) {
  if (count_nodes(condition) > kMaxExprNodes)
    error(condition.span, "the condition grows too large once its 'let' terms are written out");
  result = split_conjunction(std::move(condition));
}

/// Conditions that do not depend on the position: those that hold are left out. False when one does not hold.
bool Checker::settle_constants(std::vector<Expr>& conditions) {
  bool all = true;
  std::erase_if(conditions, [&](const Expr& condition) {
    if (slot_bound(condition) != 0 || has_quantifier(condition) || may_fail(condition)) return false;
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
  for (const TermSyntax& condition : syntax.condition) conjuncts(expr(condition, Type::condition), line.conditions);
  const bool by_parameter = parameter_uses_ != uses;
  // A line that the parameters rule out is not part of this game; one that is never possible at all is a slip to be
  // warned of.
  const bool ruled_out = !settle_constants(line.conditions) && by_parameter;
  parts(syntax.parts, line.parts);
  leave_scope(scope);
  line.slot_names = slot_names_;
  slot_names_.resize(rule.arity());
  if (!ruled_out) rule.moves.push_back(std::move(line));
}

void Checker::warn_about_coinciding_moves(const Rule& rule) {
  std::vector<std::pair<std::string, size_t>> shapes;
  for (size_t i = 0; i < rule.moves.size(); ++i) shapes.emplace_back(print_shape(rule, rule.moves[i]), i);
  std::stable_sort(shapes.begin(), shapes.end());
  for (size_t i = 1; i < shapes.size(); ++i) {
    if (shapes[i].first == shapes[i - 1].first) {
      warn(rule.moves[shapes[i].second].span, "this move is the same as an earlier one");
    }
  }
}

void Checker::let_term(const LetSyntax& let) {
  written_out_ = 0;
  Expr term = expr(let.term, Type::number);
  if (count_nodes(term) > kMaxExprNodes || depth(term) > kMaxTermDepth) {
    error(let.span, "the term grows too large once its 'let' terms are written out");
    term = constant(1);
  }
  for (const Let& other : lets_) {
    if (other.name == let.name) error(let.span, fmt::format("'{}' is a 'let' term already", let.name));
  }
  for (const Variable& variable : variables_) {
    if (variable.name == let.name) error(let.span, fmt::format("'{}' is a coordinate already", let.name));
  }
  const size_t nodes = count_nodes(term);
  lets_.push_back({let.name, std::move(term), nodes, false, let.span});
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
      rule.set_parameters.emplace_back(value.name, value.set);
    } else {
      rule.number_parameters.emplace_back(value.name, value.number);
    }
  }
  for (const LetSyntax& let : definition_.file_lets) let_term(let);
  const size_t file_lets = lets_.size();
  rule.coordinates = syntax.coordinates;
  for (size_t i = 0; i < syntax.coordinates.size(); ++i) declare(syntax.coordinates[i], syntax.coordinate_spans[i]);
  for (const LetSyntax& let : syntax.lets) let_term(let);
  written_out_ = 0;
  if (syntax.is_alias) {
    parts(syntax.alias, rule.alias);
    rule.alias_slot_names = slot_names_;
  } else {
    for (const MoveSyntax& one : syntax.moves) move(one, rule);
    warn_about_coinciding_moves(rule);
  }
  for (size_t i = 0; i < syntax.parameters.size(); ++i) {
    if (!parameter_used_[i]) {
      warn(syntax.parameters[i].span, fmt::format("the parameter '{}' is never used", syntax.parameters[i].name));
    }
  }
  for (size_t i = file_lets; i < lets_.size(); ++i) {
    if (!lets_[i].used) warn(lets_[i].span, fmt::format("the term '{}' is never used", lets_[i].name));
  }
}

}  // namespace grundy
