// From syntax to Rule: names are looked up, parameters filled in, terms typed, and slips are noticed.
//
//   check.cc          names of a line and their scopes; where messages go
//   check_terms.cc    terms, conditions and binders
//   check_sets.cc     sets: listed, by a comprehension, from a file
//   check_game.cc     parts, moves and whole games
//
// A term with an error is replaced by a harmless one, so that one slip gives one message. Everything that a text could
// make long has a limit: elements of sets, terms with their 'let' terms written out, parts of a sum.
#pragma once
#include <string>
#include <vector>

#include "rule/rulebook.h"

namespace grundy {

/// Makes the Rule of one definition for given parameter values, in place. Diagnostics (errors and warnings) are added
/// to `found`; the Rule is usable when no error was added.
class Checker {
 public:
  Checker(Rulebook& book, const Definition& definition, std::vector<Diagnostic>& found)
      : book_(book), definition_(definition), found_(found) {}

  /// `values`: one for each declared parameter, in order.
  void make(const std::vector<ParameterValue>& values, Rule& rule);

  /// The value of a parameter's syntax; false after an error.
  bool parameter(const ParameterSyntax& syntax, ParameterValue& value);

 private:
  enum class Type { number, condition };
  struct Variable {
    std::string name;
    size_t slot = 0;
    bool used = false;
    Span span;
  };
  struct Let {
    std::string name;
    Expr term;
    size_t nodes = 0;  // of the term
    bool used = false;
    Span span;
  };

  void error(Span span, std::string message) { note(Diagnostic::Severity::error, span, std::move(message)); }
  void warn(Span span, std::string message) { note(Diagnostic::Severity::warning, span, std::move(message)); }
  void note(Diagnostic::Severity severity, Span span, std::string message);

  static constexpr size_t kMaxExprNodes = 100'000;  // of one line, lets written out
  static size_t count_nodes(const Expr& expr);
  static Expr spanned(Expr expr, Span span) {
    expr.span = span;
    return expr;
  }

  Expr expr(const TermSyntax& syntax, Type type);
  Expr name(const TermSyntax& syntax);
  Expr call(const TermSyntax& syntax);
  Expr chain(const TermSyntax& syntax);
  Expr membership(const TermSyntax& syntax);
  Expr quantifier(const TermSyntax& syntax);
  bool constant_value(const Expr& expr, std::string_view what, int64_t& value);
  Expr folded(Expr expr);

  Binder binder(const BinderSyntax& syntax, bool must_end);
  std::vector<Binder> binders(const std::vector<BinderSyntax>& syntax, bool must_end);
  size_t declare(const std::string& name, Span span);
  void leave_scope(size_t size);
  void let_term(const LetSyntax& let);

  SetPointer set(const SetSyntax& syntax, size_t arity);
  void set_elements(const SetSyntax& syntax, NumberSet& result);
  bool is_constant_literal(const SetSyntax& syntax);
  /// Whether a set that depends on the position has a form that is taken.
  bool varying_elements(const SetSyntax& syntax);

  void move(const MoveSyntax& syntax, Rule& rule);
  void parts(const std::vector<PartSyntax>& syntax, std::vector<Part>& result);
  void part(const PartSyntax& syntax, std::vector<Part>& result);
  void conjuncts(Expr condition, std::vector<Expr>& result);
  bool settle_constants(std::vector<Expr>& conditions);
  void warn_about_coinciding_moves(const Rule& rule);

  Rulebook& book_;
  const Definition& definition_;
  std::vector<Diagnostic>& found_;
  Rule* rule_ = nullptr;
  std::vector<ParameterValue> parameters_;
  std::vector<bool> parameter_used_;
  std::vector<Variable> variables_;
  std::vector<std::string> slot_names_;
  std::vector<Let> lets_;
  size_t written_out_ = 0;  // nodes of 'let' terms copied into the present line
  size_t parameter_uses_ = 0;
};

/// Splits a conjunction into its conjuncts, those that can't fail first, otherwise in their order.
std::vector<Expr> split_conjunction(Expr condition);

}  // namespace grundy
