#include "analysis/nest.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/affine.h"
#include "analysis/visited.h"
#include "rule/print.h"
#include "rule/slots.h"

namespace grundy {
namespace {

// Of isl, for one line; beyond, the conditions are simply tested.
constexpr unsigned long kLineOperations = 2'000'000;
// Where pieces bound nothing and only say what to test.
constexpr unsigned long kOperationsWithoutLoops = 30'000;
constexpr int kMaxPieces = 12;
// A condition with more of `min` and `max` makes sets of too many dimensions, and is tested.
constexpr size_t kExtremesOfCondition = 8;
constexpr int64_t kLargestBound = int64_t{1} << 60;  // number in a constraint that is used

/// The constraints of a basic set as linear forms; nothing when it has existentially quantified
/// variables.
struct Constraints {
  std::vector<LinearForm> inequalities;  // form >= 0
  std::vector<LinearForm> equalities;    // form = 0
  bool complete = true;
};

isl_stat collect_constraint(isl_constraint* raw, void* user) {
  auto& all = *static_cast<Constraints*>(user);
  const isl::Constraint c(raw);
  if (isl_constraint_dim(c.keep(), isl_dim_div) > 0 &&
      isl_constraint_involves_dims(
          c.keep(), isl_dim_div, 0,
          static_cast<unsigned>(isl_constraint_dim(c.keep(), isl_dim_div))) != isl_bool_false) {
    all.complete = false;
    return isl_stat_ok;
  }
  LinearForm form;
  bool in_reach = true;
  auto number = [&](isl_val* value) {
    const isl::Val v(value);
    in_reach = in_reach && isl_val_cmp_si(v.keep(), kLargestBound) <= 0 &&
               isl_val_cmp_si(v.keep(), -kLargestBound) >= 0;
    return in_reach ? isl_val_get_num_si(v.keep()) : 0;
  };
  const int size = isl_constraint_dim(c.keep(), isl_dim_set);
  for (int i = 0; i < size; ++i)
    form.coefficients.push_back(
        number(isl_constraint_get_coefficient_val(c.keep(), isl_dim_set, i)));
  form.constant = number(isl_constraint_get_constant_val(c.keep()));
  if (!in_reach) {
    all.complete = false;
    return isl_stat_ok;
  }
  (isl_constraint_is_equality(c.keep()) == isl_bool_true ? all.equalities : all.inequalities)
      .push_back(std::move(form));
  return isl_stat_ok;
}

Constraints constraints_of(const isl::BasicSet& set) {
  Constraints result;
  if (!set ||
      isl_basic_set_foreach_constraint(set.keep(), collect_constraint, &result) != isl_stat_ok)
    result.complete = false;
  return result;
}

isl_stat add_piece(isl_basic_set* raw, void* user) {
  static_cast<std::vector<isl::BasicSet>*>(user)->push_back(isl::BasicSet(raw));
  return isl_stat_ok;
}

class NestMaker {
 public:
  NestMaker(const Rule& rule, MoveLine line)
      : line_(std::move(line)),
        arity_(rule.arity()),
        context_(
            isl::make_context(line_.binders.empty() ? kOperationsWithoutLoops : kLineOperations)),
        space_(context_.get(), line_, arity_) {}

  std::vector<Nest> make();

 private:
  struct Condition {
    Expr expr;
    bool in_set = false;  // the pieces say exactly the same
  };

  Nest nest(const isl::BasicSet* piece);
  void bound_range(Loop& loop, size_t binder, const isl::BasicSet* piece, Visited& visited);
  void add_stops(Loop& loop, const isl::BasicSet* piece);
  std::vector<Interval> intervals_in(const isl::BasicSet* piece);
  void replace_solved(Nest& nest) const;
  void add_guard(Nest& nest, Expr condition);
  void add_divisors(Nest& nest, const Expr& condition) const;
  bool is_met(const Nest& nest, const Expr& condition) const;
  bool is_among(const Expr& term, const std::vector<Expr>& list) const;
  bool is_at_most(const Expr& term, const Expr& other) const;
  bool bounded_by_quotient(const Loop& loop, const Expr& condition) const;
  size_t depth_of(const Expr& condition) const;
  const MoveLine line_;
  size_t arity_;
  isl::Context context_;
  AffineSpace space_;
  std::vector<Condition> conditions_;
  SmallPoints points_;
  bool hull_ = false;  // there is one piece, and it is larger than the set
};

size_t extremes_in(const Expr& expr) {
  size_t count = expr.op == Op::min || expr.op == Op::max;
  for (const Expr& arg : expr.args) count += extremes_in(arg);
  return count;
}

/// Whether the term is made of natural numbers in such a way that it is one.
bool is_made_natural(const Expr& term) {
  switch (term.op) {
    case Op::constant:
      return term.value >= 0;
    case Op::slot:
      return true;
    case Op::add:
    case Op::mul:
    case Op::min:
    case Op::max:
      return std::all_of(term.args.begin(), term.args.end(), is_made_natural);
    default:
      return false;
  }
}

/// The conditions of a line and, as conditions too, that the coordinates of its parts are not
/// negative.
std::vector<Expr> all_conditions(const MoveLine& line) {
  std::vector<Expr> result = line.conditions;
  for (const Part& part : line.parts) {
    if (!part.binders.empty()) continue;
    for (const Expr& coordinate : part.coordinates) {
      if (is_made_natural(coordinate) || may_fail(coordinate)) continue;
      if (coordinate.op == Op::sub) {
        result.push_back(apply(Op::le, {coordinate.args[1], coordinate.args[0]}));
      } else {
        result.push_back(apply(Op::le, {constant(0), coordinate}));
      }
    }
  }
  // Each condition once.
  std::vector<std::string> seen;
  std::erase_if(result, [&](const Expr& condition) {
    std::string text = print_expr(condition, line.slot_names);
    const bool repeated = std::find(seen.begin(), seen.end(), text) != seen.end();
    if (!repeated) seen.push_back(std::move(text));
    return repeated;
  });
  return result;
}

std::vector<Nest> NestMaker::make() {
  std::vector<LinearForm> forms;
  std::vector<isl::Set> sets;
  for (const Expr& condition : all_conditions(line_)) {
    bool exact = extremes_in(condition) <= kExtremesOfCondition;
    if (exact && !space_.conjuncts(condition, exact, forms))
      sets.push_back(space_.set(condition, exact));
    conditions_.push_back({condition, exact});
  }
  isl::Set domain = space_.facts(std::move(forms));
  for (isl::Set& set : sets) {
    const int missing =
        static_cast<int>(space_.dimensions()) - isl_set_dim(set.keep(), isl_dim_set);
    if (missing > 0)
      set = isl::Set(isl_set_add_dims(set.take(), isl_dim_set, static_cast<unsigned>(missing)));
    domain = isl::Set(isl_set_intersect(domain.take(), set.take()));
  }
  std::vector<isl::BasicSet> pieces;
  if (domain && isl_set_is_empty(domain.keep()) == isl_bool_true) return {};
  // A few pieces are left as they are: of `a + b = n - 1 or a + b = n - 2` each solves b, which
  // their union does not.
  constexpr int kFew = 4;
  if (domain && isl_set_n_basic_set(domain.keep()) > kFew)
    domain = isl::Set(isl_set_coalesce(domain.take()));
  domain = isl::Set(isl_set_make_disjoint(domain.take()));
  if (domain && isl_set_n_basic_set(domain.keep()) <= kMaxPieces) {
    isl_set_foreach_basic_set(domain.keep(), add_piece, &pieces);
  } else if (domain) {
    hull_ = true;
    pieces.emplace_back(isl_set_simple_hull(domain.take()));
    for (Condition& condition : conditions_) condition.in_set = false;
  }
  std::vector<Nest> result;
  for (const isl::BasicSet& piece : pieces) {
    if (piece && isl_basic_set_is_empty(piece.keep()) == isl_bool_true) continue;
    result.push_back(nest(&piece));
  }
  if (pieces.empty()) {  // isl gave up: loops as they are written, every condition tested
    for (Condition& condition : conditions_) condition.in_set = false;
    result.push_back(nest(nullptr));
  }
  return result;
}

size_t NestMaker::depth_of(const Expr& condition) const {
  const size_t bound = slot_bound(condition);
  size_t depth = 0;
  for (size_t i = 0; i < line_.binders.size(); ++i) {
    const std::vector<size_t>& slots = line_.binders[i].slots;
    if (*std::min_element(slots.begin(), slots.end()) < bound) depth = i + 1;
  }
  return depth;
}

void NestMaker::add_guard(Nest& nest, Expr condition) {
  const size_t depth = may_fail(condition) ? line_.binders.size() : depth_of(condition);
  nest.guards[depth].push_back(std::move(condition));
}

/// A variable that divides a term, as p does where n % p**i = 0, is tested for that before the
/// variables after it have values: then its values are listed as divisors.
void NestMaker::add_divisors(Nest& nest, const Expr& condition) const {
  for (size_t i = 0; i < line_.binders.size(); ++i) {
    const Binder& binder = line_.binders[i];
    if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.low.empty() ||
        binder.low[0].op != Op::constant || binder.low[0].value < 1)
      continue;
    const size_t s = binder.slots[0];
    const Expr* term = divided_by(line_, condition, s);
    if (term == nullptr || may_fail(*term) || depth_of(*term) > i) continue;
    if (i + 1 == line_.binders.size() && is_slot(condition.args[0].args[1], s)) continue;
    std::vector<Expr>& guards = nest.guards[i + 1];
    if (!is_among(binder.low[0], nest.loops[i].low))
      guards.push_back(apply(Op::le, {constant(1), slot(s)}));
    guards.push_back(apply(Op::eq, {apply(Op::mod, {*term, slot(s)}), constant(0)}));
  }
}

/// The least (rounded up) or greatest (rounded down) value of the dimension that a constraint
/// allows.
Expr bound_expr(const AffineSpace& space, LinearForm form, size_t dimension) {
  const int64_t c = form.coefficients[dimension];
  form.coefficients[dimension] = 0;
  if (c < 0) {  // dimension <= rest / -c
    Expr rest = space.expr(form);
    return c == -1 ? rest : apply(Op::div, {std::move(rest), constant(-c)});
  }
  // dimension >= -rest / c, rounded up: (c - 1 - rest) / c
  for (int64_t& coefficient : form.coefficients) coefficient = -coefficient;
  form.constant = c - 1 - form.constant;
  Expr rest = space.expr(form);
  return c == 1 ? rest : apply(Op::div, {std::move(rest), constant(c)});
}

void NestMaker::bound_range(Loop& loop, size_t binder, const isl::BasicSet* piece,
                            Visited& visited) {
  const size_t dimension = loop.slots[0];
  if (piece == nullptr) return;
  // Drop the slots of later binders, from the last to the first, so that the numbers of the others
  // stay.
  isl::BasicSet shadow = *piece;
  for (size_t d = space_.dimensions(); d-- > arity_;) {
    // A bound with a term that may fail is dropped as well: the line as it is written might not
    // come to the term.
    bool later =
        d >= space_.intervals().size() && (space_.depends_on_binder(d) || may_fail(space_.term(d)));
    for (size_t j = binder + 1; j < line_.binders.size(); ++j) {
      for (size_t s : line_.binders[j].slots) later = later || s == d;
    }
    // A tuple's first slot is bounded before the others have values.
    for (size_t j = 1; j < loop.slots.size(); ++j) later = later || loop.slots[j] == d;
    if (later)
      shadow = isl::BasicSet(
          isl_basic_set_eliminate(shadow.take(), isl_dim_set, static_cast<unsigned>(d), 1));
  }
  shadow = isl::BasicSet(isl_basic_set_remove_divs(shadow.take()));
  Constraints constraints = constraints_of(shadow);
  for (const LinearForm& form : constraints.equalities) {
    const int64_t c = form.coefficients[dimension];
    if (c == 0) continue;
    if (loop.kind == Loop::Kind::range && (c == 1 || c == -1)) {
      loop.kind = Loop::Kind::solved;
      loop.low.clear();
      loop.high.clear();
      loop.low.push_back(bound_expr(space_, c == 1 ? form : negative(form), dimension));
      loop.natural = visited.implies(apply(Op::le, {constant(0), loop.low[0]}));
      visited.meet(form, true);
      return;
    }
    constraints.inequalities.push_back(form);
    constraints.inequalities.push_back(negative(form));
  }
  for (const LinearForm& form : constraints.inequalities) {
    const int64_t c = form.coefficients[dimension];
    if (c == 0) continue;
    visited.meet(form, false);
    Expr bound = bound_expr(space_, form, dimension);
    if (c > 0) {
      if (bound.op == Op::constant && bound.value <= 0) continue;
      loop.low.push_back(std::move(bound));
    } else {
      loop.high.push_back(std::move(bound));
    }
  }
}

/// The intervals of the slots within the piece.
std::vector<Interval> NestMaker::intervals_in(const isl::BasicSet* piece) {
  std::vector<Interval> result = space_.intervals();
  if (piece == nullptr) return result;
  const isl::Set set(isl_set_from_basic_set(piece->copy()));
  for (size_t d = 0; d < result.size(); ++d) {
    const isl::Val low(isl_set_dim_min_val(set.copy(), static_cast<int>(d)));
    if (low && isl_val_is_int(low.keep()) == isl_bool_true)
      result[d].low = std::max<int64_t>(result[d].low, isl_val_get_num_si(low.keep()));
  }
  return result;
}

/// Finds conditions that bound the loop's binder from above because they are monotone in it.
void NestMaker::add_stops(Loop& loop, const isl::BasicSet* piece) {
  const size_t variable = loop.slots[0];
  std::vector<Interval> intervals;  // found where one is needed
  for (const Condition& condition : conditions_) {
    if (condition.in_set && loop.end == Loop::End::finite) continue;
    const Expr& c = condition.expr;
    if ((c.op != Op::le && c.op != Op::lt && c.op != Op::eq) || may_fail(c) ||
        !mentions(c, variable))
      continue;
    if (bounded_by_quotient(loop, c)) continue;
    if (intervals.empty()) intervals = intervals_in(piece);
    for (const bool swapped : {false, true}) {
      if (swapped && c.op != Op::eq) break;
      Expr small = c.args[swapped ? 1 : 0];
      Expr large = c.args[swapped ? 0 : 1];
      // Later binders take the least value they may have, where that makes the condition easiest to
      // meet.
      Expr gap = apply(Op::sub, {large, small});
      std::vector<Expr> least;
      bool usable = true;
      for (size_t s = 0; s < intervals.size(); ++s) {
        least.push_back(slot(s));
        if (s <= variable || !mentions(gap, s)) continue;
        const int64_t low = intervals[s].low;
        usable = usable && trend(gap, s, intervals).falls && low != -Interval::kInfinity;
        least.back() = constant(low);
      }
      if (!usable) continue;
      gap = substitute(gap, least);
      const Trend t = trend(gap, variable, intervals);
      if (!t.falls || !t.unbounded) continue;
      loop.stop.push_back(apply(c.op == Op::lt ? Op::lt : Op::le,
                                {substitute(small, least), substitute(large, least)}));
    }
  }
}

bool NestMaker::is_among(const Expr& term, const std::vector<Expr>& list) const {
  const std::string text = print_expr(term, line_.slot_names);
  return std::any_of(list.begin(), list.end(),
                     [&](const Expr& one) { return print_expr(one, line_.slot_names) == text; });
}

/// Whether the term is the other one, less a natural number that is written out.
bool NestMaker::is_at_most(const Expr& term, const Expr& other) const {
  if (term.op == Op::sub && term.args[1].op == Op::constant && term.args[1].value >= 0)
    return is_at_most(term.args[0], other);
  return is_among(term, {other});
}

/// Whether the condition is k*d <= x for the binder k of a loop that ends at x/d, or at x/max(d,
/// …), or before: then it is true wherever the loop comes.
bool NestMaker::bounded_by_quotient(const Loop& loop, const Expr& condition) const {
  if (loop.kind != Loop::Kind::range || condition.op != Op::le || condition.args[0].op != Op::mul)
    return false;
  const std::vector<Expr>& factors = condition.args[0].args;
  const Expr binder = slot(loop.slots[0]);
  for (const size_t i : {size_t{0}, size_t{1}}) {
    if (factors[i].op != Op::slot || factors[i].value != binder.value ||
        mentions(factors[1 - i], loop.slots[0]))
      continue;
    for (const Expr& high : loop.high) {
      if (high.op != Op::div || interval(high.args[1], space_.intervals()).low < 1) continue;
      const Expr& divisor = high.args[1];
      const bool covers = is_among(factors[1 - i], {divisor}) ||
                          (divisor.op == Op::max && is_among(factors[1 - i], divisor.args));
      if (covers && is_at_most(high.args[0], condition.args[1])) return true;
    }
  }
  return false;
}

/// Whether a loop ends the first time the condition is false, or before, so that it is true
/// wherever the loop comes.
bool NestMaker::is_met(const Nest& nest, const Expr& condition) const {
  return std::any_of(nest.loops.begin(), nest.loops.end(), [&](const Loop& loop) {
    return (loop.kind == Loop::Kind::range && is_among(condition, loop.stop)) ||
           bounded_by_quotient(loop, condition);
  });
}

Nest NestMaker::nest(const isl::BasicSet* piece) {
  Nest result;
  result.guards.resize(line_.binders.size() + 1);
  // What the loops visit: at first all choices; every bound that becomes part of a loop is taken
  // in.
  Visited visited(space_, points_);
  for (size_t i = 0; i < line_.binders.size(); ++i) {
    const Binder& binder = line_.binders[i];
    Loop loop;
    loop.slots = binder.slots;
    loop.span = binder.span;
    switch (binder.kind) {
      case Binder::Kind::equal:
        loop.kind = Loop::Kind::solved;
        loop.low = binder.low;
        loop.natural = visited.implies(apply(Op::le, {constant(0), binder.low[0]}));
        if (auto value = space_.linear(binder.low[0])) {
          LinearForm own;
          own.coefficients.assign(space_.dimensions(), 0);
          own.coefficients[binder.slots[0]] = 1;
          visited.meet(space_.difference(own, *value), true);
        }
        break;
      case Binder::Kind::values:
        loop.kind = Loop::Kind::values;
        loop.values = binder.values;
        break;
      case Binder::Kind::in_set:
        if (binder.set->complement) {
          bound_range(loop, i, piece, visited);
          Expr member;
          member.op = Op::in_set;
          member.args = {slot(binder.slots[0])};
          member.set = binder.set;
          add_guard(result, std::move(member));
        } else {
          loop.kind = Loop::Kind::elements;
          loop.set = binder.set;
          bound_range(loop, i, piece, visited);
        }
        break;
      case Binder::Kind::range: {
        // Bounds that the piece knows exactly come from the piece.
        auto known = [&](const Expr& small, const Expr& large) {
          bool exact = piece != nullptr;
          if (exact) space_.set(apply(Op::le, {small, large}), exact);
          return exact;
        };
        const Expr self = slot(binder.slots[0]);
        for (const Expr& low : binder.low) {
          if (!known(low, self)) loop.low.push_back(low);
        }
        for (const Expr& high : binder.high) {
          if (!known(self, high)) loop.high.push_back(high);
        }
        bound_range(loop, i, piece, visited);
        break;
      }
    }
    if (loop.kind == Loop::Kind::range) {
      if (loop.high.empty()) loop.end = Loop::End::infinite;
      add_stops(loop, piece);
      if (loop.high.empty() && !loop.stop.empty()) loop.end = Loop::End::finite;
      if (loop.end == Loop::End::infinite) {
        for (const Condition& condition : conditions_) {
          if (!condition.in_set && mentions(condition.expr, binder.slots[0]))
            loop.end = Loop::End::unseen;
        }
      }
    }
    result.loops.push_back(std::move(loop));
  }
  // Conditions that the pieces know exactly need a test only where the loops visit more than the
  // piece.
  bool tested_by_constraints = piece != nullptr;
  if (piece != nullptr) {
    const Constraints constraints = constraints_of(*piece);
    tested_by_constraints = constraints.complete;
    if (constraints.complete) {
      auto test = [&](const LinearForm& form, bool equality) {
        for (size_t d = space_.intervals().size(); d < form.coefficients.size(); ++d) {
          if (form.coefficients[d] == 0 ||
              !(space_.depends_on_binder(d) || may_fail(space_.term(d))))
            continue;
          tested_by_constraints = false;  // the constraint stands for something else, too
          return;
        }
        if (visited.implies(form, equality)) return;
        const Expr term = space_.expr(form);
        add_guard(result, equality ? apply(Op::eq, {term, constant(0)})
                                   : apply(Op::le, {constant(0), term}));
      };
      for (const LinearForm& form : constraints.inequalities) test(form, false);
      for (const LinearForm& form : constraints.equalities) test(form, true);
    }
  }
  result.is_exact = tested_by_constraints && !hull_;
  // isl drops a binder's end where other constraints imply it, among them those that are not
  // tested. The line as it is written comes to the ends first.
  for (const Binder& binder : line_.binders) {
    if (binder.kind != Binder::Kind::range || piece == nullptr || (tested_by_constraints && !hull_))
      continue;
    auto test = [&](Expr end) {
      if (!visited.implies(end)) add_guard(result, std::move(end));
    };
    const Loop& loop = result.loops[static_cast<size_t>(&binder - line_.binders.data())];
    for (const Expr& low : binder.low) {
      if (!is_among(low, loop.low)) test(apply(Op::le, {low, slot(binder.slots[0])}));
    }
    for (const Expr& high : binder.high) {
      if (!is_among(high, loop.high)) test(apply(Op::le, {slot(binder.slots[0]), high}));
    }
  }
  for (const Condition& condition : conditions_) {
    if (condition.in_set && tested_by_constraints) continue;
    if (condition.in_set && visited.implies(condition.expr)) continue;
    if (is_met(result, condition.expr)) continue;
    add_divisors(result, condition.expr);
    add_guard(result, condition.expr);
  }
  std::stable_partition(result.guards.back().begin(), result.guards.back().end(),
                        [](const Expr& e) { return !may_fail(e); });
  for (const Part& part : line_.parts) {
    std::vector<bool> known;
    for (const Expr& coordinate : part.coordinates) {
      known.push_back(part.binders.empty() && (coordinate.op == Op::slot || !may_fail(coordinate)));
    }
    result.natural.push_back(std::move(known));
  }
  for (const Part& part : line_.parts) result.coordinates.push_back(part.coordinates);
  const bool repeated = std::any_of(line_.parts.begin(), line_.parts.end(), [](const Part& part) {
    return !part.binders.empty() || part.game->is_alias;
  });
  if (!repeated) replace_solved(result);  // else the parts are read off the line, by its slots
  return result;
}

/// Removes loops of one value: the term takes the binder's place. The loops inside can then run
/// over many values at once.
void NestMaker::replace_solved(Nest& nest) const {
  std::vector<Expr> terms;
  for (size_t s = 0; s < line_.slot_names.size(); ++s) terms.push_back(slot(s));
  auto replace = [&](std::vector<Expr>& list) {
    for (Expr& expr : list) expr = substitute(expr, terms);
  };
  for (size_t d = 0; d < nest.loops.size();) {
    Loop& loop = nest.loops[d];
    for (auto* list : {&loop.low, &loop.high, &loop.values, &loop.stop}) replace(*list);
    if (loop.kind != Loop::Kind::solved || !loop.natural || may_fail(loop.low[0])) {
      replace(nest.guards[++d]);
      continue;
    }
    terms[loop.slots[0]] = loop.low[0];
    replace(nest.guards[d + 1]);
    auto& outer = nest.guards[d];
    outer.insert(outer.end(), nest.guards[d + 1].begin(), nest.guards[d + 1].end());
    nest.guards.erase(nest.guards.begin() + static_cast<std::ptrdiff_t>(d) + 1);
    nest.loops.erase(nest.loops.begin() + static_cast<std::ptrdiff_t>(d));
  }
  for (auto& part : nest.coordinates) replace(part);
}

/// The place in binder i's tuples whose number follows from a condition and earlier variables; 0 if
/// it is the first place, or if there is none.
size_t told_place(const MoveLine& line, size_t i) {
  const Binder& binder = line.binders[i];
  const auto tells = [&](const Expr& condition, size_t slot) {
    if (condition.op != Op::eq || !mentions(condition, slot)) return false;
    for (size_t later = i; later < line.binders.size(); ++later) {
      for (const size_t other : line.binders[later].slots) {
        if (other != slot && mentions(condition, other)) return false;
      }
    }
    return true;
  };
  for (size_t place = 0; place < binder.slots.size(); ++place) {
    if (std::any_of(line.conditions.begin(), line.conditions.end(),
                    [&](const Expr& one) { return tells(one, binder.slots[place]); }))
      return place;
  }
  return 0;
}

/// The line with its tuples turned so that a number which a condition tells comes first: the loop
/// over them looks it up.
MoveLine with_told_first(MoveLine line) {
  for (size_t i = 0; i < line.binders.size(); ++i) {
    Binder& binder = line.binders[i];
    if (binder.kind != Binder::Kind::in_set || binder.set->complement || binder.set->size() < 2)
      continue;
    const size_t place = told_place(line, i);
    if (place == 0) continue;
    std::swap(binder.slots[0], binder.slots[place]);
    std::vector<std::vector<int64_t>> tuples;
    const size_t arity = binder.set->arity;
    for (size_t first = 0; first < binder.set->flat.size(); first += arity) {
      const auto begin = binder.set->flat.begin() + static_cast<std::ptrdiff_t>(first);
      tuples.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(arity));
      std::swap(tuples.back()[0], tuples.back()[place]);
    }
    std::sort(tuples.begin(), tuples.end());
    auto turned = std::make_shared<NumberSet>();
    turned->arity = arity;
    for (const std::vector<int64_t>& tuple : tuples)
      turned->flat.insert(turned->flat.end(), tuple.begin(), tuple.end());
    binder.set = std::move(turned);
  }
  return line;
}

}  // namespace

std::vector<Nest> nests_of(const Rule& rule, const MoveLine& line) {
  return NestMaker(rule, with_told_first(line)).make();
}

}  // namespace grundy
