#include "language/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

constexpr size_t kMaxWarnings = 50;  // found in one file

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
  std::stable_partition(result.begin(), result.end(),
                        [](const Expr& expr) { return !may_fail(expr); });
  return result;
}

void Checker::note(Diagnostic::Severity severity, Span span, std::string message) {
  // Placing a message takes time in proportion to the text.
  const size_t most =
      severity == Diagnostic::Severity::error ? kMaxErrors + kMaxWarnings : kMaxWarnings;
  if (found_.size() >= most) return;
  const SourceText& source = *definition_.source;
  Diagnostic made = locate(severity, std::move(message), source.name, source.text, span);
  // A wrong 'let' term of the whole file is found again with each of its games.
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

void Checker::leave_scope(size_t size, bool copies) {
  for (size_t i = size; i < variables_.size(); ++i) {
    const Variable& variable = variables_[i];
    if (!variable.used && !copies && variable.name != "_") {
      warn(variable.span,
           fmt::format("the bound variable '{}' is never used: all its choices give the same move",
                       variable.name));
    }
  }
  variables_.resize(size);
}

size_t Checker::count_nodes(const Expr& expr) {
  size_t count = 1;
  for (const Expr& arg : expr.args) count += count_nodes(arg);
  if (expr.quantifier) count += count_nodes(expr.quantifier->condition);
  return count;
}

}  // namespace grundy
