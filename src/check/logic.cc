#include "check/logic.h"

#include <fmt/format.h>
#include <isl/constraint.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <cstdlib>

namespace grundy::logic {
namespace {

constexpr uint64_t kMostCases = 20'000;  // of one problem

/// a + factor·b.
Linear combine(const Linear& a, int64_t factor, const Linear& b) {
  Linear result = a;
  result.too_large = a.too_large || b.too_large;
  auto add = [&](int64_t& to, int64_t value) {
    int64_t product = 0;
    result.too_large = __builtin_mul_overflow(value, factor, &product) ||
                       __builtin_add_overflow(to, product, &to) || result.too_large;
  };
  if (result.coefficients.size() < b.coefficients.size())
    result.coefficients.resize(b.coefficients.size(), 0);
  for (size_t i = 0; i < b.coefficients.size(); ++i) add(result.coefficients[i], b.coefficients[i]);
  add(result.constant, b.constant);
  return result;
}

bool is_true(const Condition& c) { return c.kind == Condition::Kind::all && c.parts.empty(); }

/// A condition on a constant is decided at once.
Condition atom(Condition::Kind kind, Linear term) {
  if (term.is_constant() && !term.too_large) {
    const bool holds = kind == Condition::Kind::zero ? term.constant == 0 : term.constant >= 0;
    return holds ? all({}) : any({});
  }
  Condition result;
  result.kind = kind;
  result.term = std::move(term);
  return result;
}

bool too_large(const Condition& condition) {
  return condition.term.too_large ||
         std::any_of(condition.parts.begin(), condition.parts.end(), too_large);
}

/// Tries the cases of the "any" conditions one after another. A case excludes the earlier ones of
/// its condition that are single inequalities, so that fewer points are met twice.
class Cases {
 public:
  Cases(isl_ctx* context, const Problem& problem, const std::function<bool()>& over,
        const std::function<bool(BasicSetPointer)>& visit)
      : context_(context), problem_(problem), over_(over), visit_(visit) {}

  Outcome go() {
    if (std::any_of(problem_.conditions().begin(), problem_.conditions().end(), too_large))
      return Outcome::gave_up;
    const BasicSetPointer all(isl_basic_set_universe(
        isl_space_set_alloc(context_, 0, static_cast<unsigned>(problem_.variables()))));
    std::vector<const Condition*> conditions;
    for (const Condition& condition : problem_.conditions()) conditions.push_back(&condition);
    return look(all.get(), conditions, {});
  }

 private:
  isl_basic_set* with(isl_basic_set* set, const Linear& term, bool equation) const {
    isl_local_space* space = isl_local_space_from_space(isl_basic_set_get_space(set));
    isl_constraint* constraint =
        equation ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
    for (size_t i = 0; i < term.coefficients.size(); ++i) {
      if (term.coefficients[i] == 0) continue;
      constraint =
          isl_constraint_set_coefficient_val(constraint, isl_dim_set, static_cast<int>(i),
                                             isl_val_int_from_si(context_, term.coefficients[i]));
    }
    constraint =
        isl_constraint_set_constant_val(constraint, isl_val_int_from_si(context_, term.constant));
    return isl_basic_set_add_constraint(set, constraint);
  }

  /// Visits the points of `outer` where the conditions `added` hold, and the "any" conditions left
  /// `open` before.
  Outcome look(isl_basic_set* outer, const std::vector<const Condition*>& added,
               std::vector<const Condition*> open) {
    if (++cases_ > kMostCases || over_()) return Outcome::gave_up;
    BasicSetPointer here(isl_basic_set_copy(outer));
    std::vector<const Condition*> left = added;
    while (!left.empty()) {
      const Condition& next = *left.back();
      left.pop_back();
      if (next.kind == Condition::Kind::any) {
        open.push_back(&next);
      } else if (next.kind == Condition::Kind::all) {
        for (const Condition& part : next.parts) left.push_back(&part);
      } else {
        here.reset(with(here.release(), next.term, next.kind == Condition::Kind::zero));
      }
    }
    const isl_bool empty = isl_basic_set_is_empty(here.get());
    if (empty == isl_bool_error) return Outcome::gave_up;
    if (empty == isl_bool_true) return Outcome::done;
    if (open.empty()) return visit_(std::move(here)) ? Outcome::done : Outcome::stopped;
    const auto shortest = std::min_element(
        open.begin(), open.end(),
        [](const Condition* a, const Condition* b) { return a->parts.size() < b->parts.size(); });
    const Condition& chosen = **shortest;
    open.erase(shortest);
    for (const Condition& part : chosen.parts) {
      const Outcome outcome = look(here.get(), {&part}, open);
      if (outcome != Outcome::done) return outcome;
      if (part.kind != Condition::Kind::nonnegative) continue;
      here.reset(with(here.release(), negation(part).term, false));
    }
    return Outcome::done;
  }

  isl_ctx* context_;
  const Problem& problem_;
  const std::function<bool()>& over_;
  const std::function<bool(BasicSetPointer)>& visit_;
  uint64_t cases_ = 0;
};

std::string smt_number(int64_t value) {
  // The absolute value of -2^63 is no int64_t.
  return value >= 0 ? std::to_string(value) : "(- " + std::to_string(value).substr(1) + ")";
}

std::string smt_term(const Linear& term) {
  std::string text = "(+ " + smt_number(term.constant) + " 0";
  for (size_t i = 0; i < term.coefficients.size(); ++i) {
    if (term.coefficients[i] != 0)
      text += fmt::format(" (* {} v{})", smt_number(term.coefficients[i]), i);
  }
  return text + ")";
}

std::string smt_condition(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::nonnegative:
      return "(>= " + smt_term(condition.term) + " 0)";
    case Condition::Kind::zero:
      return "(= " + smt_term(condition.term) + " 0)";
    case Condition::Kind::all:
    case Condition::Kind::any:
      break;
  }
  const bool all = condition.kind == Condition::Kind::all;
  if (condition.parts.empty()) return all ? "true" : "false";
  std::string text = all ? "(and" : "(or";
  for (const Condition& part : condition.parts) text += " " + smt_condition(part);
  return text + ")";
}

}  // namespace

bool Linear::is_constant() const {
  return std::all_of(coefficients.begin(), coefficients.end(), [](int64_t c) { return c == 0; });
}

bool Linear::is_multiple_of(int64_t modulus) const {
  return std::all_of(coefficients.begin(), coefficients.end(),
                     [&](int64_t c) { return c % modulus == 0; });
}

int64_t residue(int64_t number, int64_t modulus) { return (number % modulus + modulus) % modulus; }

Linear number(int64_t value) {
  Linear result;
  result.constant = value;
  return result;
}
Linear operator+(const Linear& a, const Linear& b) { return combine(a, 1, b); }
Linear operator-(const Linear& a, const Linear& b) { return combine(a, -1, b); }
Linear operator*(int64_t factor, const Linear& a) { return combine({}, factor, a); }

Condition at_least(const Linear& a, const Linear& b) {
  return atom(Condition::Kind::nonnegative, a - b);
}
Condition less(const Linear& a, const Linear& b) { return at_least(b, a + number(1)); }
Condition equal(const Linear& a, const Linear& b) { return atom(Condition::Kind::zero, a - b); }
Condition all(std::vector<Condition> parts) {
  std::erase_if(parts, is_true);
  if (std::any_of(parts.begin(), parts.end(), is_false)) return any({});
  return {Condition::Kind::all, {}, std::move(parts)};
}
Condition any(std::vector<Condition> parts) {
  std::erase_if(parts, is_false);
  if (std::any_of(parts.begin(), parts.end(), is_true)) return all({});
  return {Condition::Kind::any, {}, std::move(parts)};
}
bool is_false(const Condition& c) { return c.kind == Condition::Kind::any && c.parts.empty(); }

Condition negation(const Condition& condition) {
  switch (condition.kind) {
    case Condition::Kind::nonnegative:
      return less(condition.term, number(0));
    case Condition::Kind::zero:
      return any({less(condition.term, number(0)), less(number(0), condition.term)});
    case Condition::Kind::all:
    case Condition::Kind::any:
      break;
  }
  std::vector<Condition> parts;
  for (const Condition& part : condition.parts) parts.push_back(negation(part));
  return condition.kind == Condition::Kind::all ? any(std::move(parts)) : all(std::move(parts));
}

Condition lexicographically_less(const std::vector<Linear>& a, const std::vector<Linear>& b) {
  std::vector<Condition> ways;
  std::vector<Condition> before;
  for (size_t i = 0; i < a.size(); ++i) {
    std::vector<Condition> way = before;
    way.push_back(less(a[i], b[i]));
    ways.push_back(all(std::move(way)));
    before.push_back(equal(a[i], b[i]));
  }
  return any(std::move(ways));
}

Condition equal(const std::vector<Linear>& a, const std::vector<Linear>& b) {
  std::vector<Condition> parts;
  for (size_t i = 0; i < a.size(); ++i) parts.push_back(equal(a[i], b[i]));
  return all(std::move(parts));
}

Linear Problem::integer() {
  Linear result;
  result.coefficients.assign(++variables_, 0);
  result.coefficients.back() = 1;
  return result;
}

Linear Problem::natural() {
  Linear result = integer();
  require(at_least(result, number(0)));
  return result;
}

Linear Problem::floor(const Linear& a, int64_t divisor) {
  if (!a.too_large && a.is_multiple_of(divisor)) {
    Linear result = a;
    for (int64_t& c : result.coefficients) c /= divisor;
    result.constant = a.constant / divisor - (a.constant % divisor < 0 ? 1 : 0);
    return result;
  }
  for (const Quotient& known : quotients_) {
    if (known.divisor == divisor && known.dividend == a) return known.variable;
  }
  Linear result = integer();
  quotients_.push_back({a, divisor, result});
  const Linear remainder = a - divisor * result;
  require(at_least(remainder, number(0)));
  require(less(remainder, number(divisor)));
  return result;
}

Linear Problem::least(const std::vector<Linear>& terms) {
  if (terms.size() == 1) return terms[0];
  Linear result = integer();
  std::vector<Condition> reached;
  for (const Linear& term : terms) {
    require(at_least(term, result));
    reached.push_back(at_least(result, term));
  }
  require(any(std::move(reached)));
  return result;
}

Linear Problem::greatest(const std::vector<Linear>& terms) {
  std::vector<Linear> turned;
  for (const Linear& term : terms) turned.push_back(-1 * term);
  return -1 * least(turned);
}

ContextPointer make_context(unsigned long steps) {
  ContextPointer context(isl_ctx_alloc());
  isl_options_set_on_error(context.get(), ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations(context.get(), steps);
  return context;
}

Outcome for_each_piece(isl_ctx* context, const Problem& problem, const std::function<bool()>& over,
                       const std::function<bool(BasicSetPointer)>& visit) {
  return Cases(context, problem, over, visit).go();
}

Decision decide(isl_ctx* context, const Problem& problem, const std::function<bool()>& over) {
  Decision decision;
  const Outcome outcome = for_each_piece(context, problem, over, [&](BasicSetPointer piece) {
    isl_point* point = isl_basic_set_sample_point(piece.release());
    for (size_t i = 0; i < problem.variables(); ++i) {
      isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, static_cast<int>(i));
      char* text = isl_val_to_str(value);
      decision.solution.emplace_back(text == nullptr ? "?" : text);
      std::free(text);
      isl_val_free(value);
    }
    isl_point_free(point);
    return false;
  });
  if (outcome == Outcome::done) decision.kind = Decision::Kind::impossible;
  if (outcome == Outcome::stopped) decision.kind = Decision::Kind::possible;
  return decision;
}

std::string to_smt(const Problem& problem) {
  std::string text;
  for (size_t i = 0; i < problem.variables(); ++i)
    text += fmt::format("(declare-const v{} Int)\n", i);
  for (const Condition& condition : problem.conditions())
    text += fmt::format("(assert {})\n", smt_condition(condition));
  return text;
}

}  // namespace grundy::logic
