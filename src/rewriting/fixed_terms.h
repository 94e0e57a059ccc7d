// Terms and lists of a game of lists whose lengths are fixed, in numbers that have names of their
// own.
//
// Problem: a[i], sum(x for x in a if x > 1) and a - [x] speak of a list; engines and provers know
// coordinates.
// Idea: a list of known length is that many terms. A term over it is written out: places are
// numbers once the binders that stand in places are chosen, folds have an operand a place,
// conditions over all places are joined by `and`. Where what is written depends on a condition
// (which element leaves the list, whether one is listed) both answers are gone through, one run
// each, and the run has the condition or its negation among its own.
// Example: with a = (p, q) the list [x - 1 for x in a if x > 1] is (p - 1, q - 1) in the run with p
// > 1 and q > 1.
// Cost: that of the terms as they are written out, a run for each combination of answers.
#pragma once
#include <map>
#include <set>
#include <string>
#include <vector>

#include "rule/cells.h"
#include "rule/simplify.h"

namespace grundy {

/// The answers of one run, and which runs are left.
class Choices {
 public:
  /// One of 0, …, count - 1; each of them in some run. `count` is at least 1.
  size_t of(size_t count);
  /// Goes on to the next run; false when there is none.
  bool next();

 private:
  struct Choice {
    size_t taken;
    size_t count;
  };
  std::vector<Choice> choices_;
  size_t at_ = 0;
};

/// Thrown: the run has no move.
struct NoMoveHere {};
/// Thrown: the game can't be written out, and why.
struct NotWritten {
  Span span;
  std::string why;
};
/// Thrown: a place beyond the ends of a list is asked for.
struct BeyondEnds {
  Span span;
};

/// A list as terms, one a place.
struct FixedList {
  std::vector<Expr> elements;
  bool ascending = false;  // as a bag is kept
};

class FixedTerms {
 public:
  /// `names` are those of the coordinates of the game that is written, `of_lists` those by slot of
  /// a line of the game of lists; `places` are its slots that stand in places.
  FixedTerms(std::vector<std::string> names, const std::vector<std::string>& of_lists,
             const std::set<size_t>& places, Choices& choices)
      : names_(std::move(names)), of_lists_(&of_lists), places_(places), choices_(choices) {}

  void bind(size_t slot, Expr term) { terms_[slot] = std::move(term); }
  void bind(size_t slot, FixedList list) { lists_[slot] = std::move(list); }
  /// A new slot of the game that is written.
  size_t new_slot(std::string name) {
    names_.push_back(std::move(name));
    return names_.size() - 1;
  }
  /// From now on new slots are those inside `all` and `any`.
  void end_binders() { first_inner_ = names_.size(); }
  size_t slots() const { return names_.size(); }
  /// By slot of the game that is written.
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Expr>& conditions() const { return conditions_; }

  /// Goes through the choices of a binder of a move line that can be told without playing; false,
  /// and nothing is bound, for one that the written line has to have.
  bool choose(const Binder& binder);
  /// The binder as the written line has it; its slots are bound to new ones.
  Binder written(const Binder& binder);

  /// The term, or the condition.
  Expr term(const Expr& expr);
  /// The condition of a clause, whose variables are its own.
  Expr clause(const BoardClause& clause);
  /// The numbers of a list, in some order where `any_order`; some may be negative, and then there
  /// is no such list.
  std::vector<Expr> list(const ListTerm& term, bool any_order);
  const FixedList& list(size_t slot) const { return lists_.at(slot); }
  /// The run's moves are those for which this holds.
  void require(const Expr& condition);
  /// Whether the condition holds: in one run it does, in another it does not.
  bool decide(const Expr& condition);

 private:
  bool stands_in_places(const Binder& binder) const;
  /// Calls visit for all choices of binders that can be told without playing.
  template <class Visit>
  void each_choice(const std::vector<Binder>& binders, size_t from, Visit&& visit);
  std::vector<Expr> terms(const std::vector<Expr>& exprs);
  Expr of_list(const Expr& expr);
  Expr fold(const Expr& expr);
  Expr quantified(const Quantifier& quantifier, bool all, size_t from);
  Expr joined(bool all, const Expr& left, const Expr& right);
  /// The values of a binder that can be told without playing; nothing for another. Some may be
  /// negative.
  bool values_of(const Binder& binder, std::vector<std::vector<Expr>>& values);
  std::vector<Expr> listed(const SetTerm& listing);
  std::vector<Expr> piece(const ListPiece& piece, bool any_order);
  std::vector<Expr> changed(const ListPiece& piece, bool any_order);
  void take(const Expr& element, bool any_order, std::vector<Expr>& from);
  int64_t place(const Expr& expr);

  std::vector<std::string> names_;
  const std::vector<std::string>* of_lists_;
  size_t first_inner_ = SIZE_MAX;  // slots from here on are those inside `all` and `any`
  const std::set<size_t>& places_;
  Choices& choices_;
  std::map<size_t, Expr> terms_;  // by slot of the game of lists
  std::map<size_t, FixedList> lists_;
  std::vector<Expr> conditions_;
};

/// The slots that stand in places, a[i] or a[i..j], in a term; likewise of a list.
void add_places(const Expr& expr, std::set<size_t>& places);
void add_places(const ListTerm& term, std::set<size_t>& places);
void add_places(const std::vector<Binder>& binders, std::set<size_t>& places);

}  // namespace grundy
