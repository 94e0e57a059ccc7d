// Terms and conditions of a game of lists as texts: the same text for what is the same.
//
// A variable has a name that its user gives it; a number chosen from a list, x in a, is the number
// at a place, a[v]. Ranges are conditions on their variable. What stands inside an `all`, a sum or a
// listing has variables q0, q1, …, by its depth.
// Example: with the name v0 for i, `i in 1..len(a)` and a[i] > 0 are 0<=-1+v0, 0<=len(L0)-v0 and
// 0<=-1+L0[v0].
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/linear_text.h"
#include "rule/cells.h"

namespace grundy {

/// Thrown at what has no such text: sets of cells, other games.
struct NoListForm {};

class ListTerms {
 public:
  /// Coordinate i is ci, or Li if it is a list.
  ListTerms(const Rule& rule, size_t slots);
  static TextConditions no_conditions() { return TextConditions(is_natural_atom); }

  /// The binder's variable has this name from now on; a list that it chooses has D before it.
  void name(const Binder& binder, const std::string& variable);
  /// The variable stands for this number instead; what is equal to a term by these binders follows.
  void put(const Binder& binder, LinearText number, const std::vector<Binder>& binders);
  /// What the binder says of its variable.
  void add(const Binder& binder, TextConditions& all);
  /// The condition, or its opposite.
  void add(const Expr& condition, bool positive, TextConditions& all);
  LinearText term(const Expr& expr);
  /// "[x,y]", or "[x for conditions]".
  std::string listing(const SetTerm& set);

  const std::string& list(size_t slot) const { return lists_.at(slot); }
  LinearText length(size_t list) const { return LinearText::atom(length_of(lists_.at(list))); }
  static std::string element(const std::string& list, const std::string& place);
  /// The place of a number that was chosen from a list; null for other terms.
  const std::string* place_of(const Expr& term) const;

 private:
  static bool is_natural_atom(const std::string& atom);
  std::optional<LinearText>& number(size_t slot);
  std::string length_of(const std::string& list) const;
  std::string of_list(const Expr& expr);
  std::string fold_text(const CellCondition& about) const;
  std::vector<std::string> texts_of(const std::vector<Expr>& terms);
  void add_operands(const Expr& expr, Op op, std::set<std::string>& operands);
  /// What `body` says, and the conditions on the quantifier's variables, in which it may add more.
  std::string quantified(const Quantifier& quantifier,
                         const std::function<std::string(TextConditions&)>& body);

  void add_set(const NumberSet& set, const LinearText& number, bool positive, TextConditions& all);
  void add_order(const Expr& less, const Expr& more, int64_t gap, TextConditions& all);
  void add_alternatives(const Expr& expr, bool positive, std::set<std::string>& alternatives);
  void add_quantifier(const Quantifier& quantifier, bool is_all, bool positive,
                      TextConditions& all);
  void add_of_list(const Expr& expr, bool positive, TextConditions& all);

  const Rule& rule_;
  std::vector<std::optional<LinearText>> numbers_;  // by slot
  std::vector<std::string> lists_;                  // by slot
  std::map<size_t, std::string> places_;            // by the slot of a chosen number
  size_t inner_ = 0;                                // variables in use inside
};

/// "2*a-b" with c times a sum and d times another; throws NoListForm when a number is too large.
LinearText linear_sum(const LinearText& a, int64_t times_a, const LinearText& b, int64_t times_b);

}  // namespace grundy
