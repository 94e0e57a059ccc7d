#include <algorithm>

#include "analysis/order.h"
#include "analysis/written_pieces.h"
#include "engine/search/combination.h"
#include "engine/search/rewriting.h"
#include "rewriting/zero_products.h"
#include "rule/meaning.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

template <class Is>
bool is_square_of(const Expr& expr, const Is& is) {
  if (expr.op == Op::power) return is(expr.args[0]) && same(expr.args[1], constant(2));
  return expr.op == Op::mul && is(expr.args[0]) && is(expr.args[1]);
}

bool is_range_of_one(const Binder& binder) {
  return binder.kind == Binder::Kind::range && binder.slots.size() == 1;
}

/// Whether the term is the slot plus the constant.
bool is_shifted(const Expr& expr, size_t s, int64_t by) {
  Combination sum;
  return sum.add(expr, 1) && sum.constant == by && sum.terms.size() == 1 &&
         sum.terms[0].second == 1 && is_slot(sum.terms[0].first, s);
}

/// A line whose variables are being solved for.
class Solving {
 public:
  explicit Solving(MoveLine line) : line_(std::move(line)) {}
  const MoveLine& line() const { return line_; }

  /// Whether some term or condition could be said more directly, the latter without `not`.
  bool say_directly() {
    bool changed = false;
    for (Part& part : line_.parts) {
      for (Expr& one : part.coordinates) {
        Expr other = tidy(one);
        changed = changed || !same(one, other);
        one = std::move(other);
      }
    }
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      Expr plain = without_products(line_.conditions[i]);
      if (same(plain, line_.conditions[i])) continue;
      line_.conditions.erase(line_.conditions.begin() + static_cast<std::ptrdiff_t>(i));
      add_conjuncts(std::move(plain));
      return true;
    }
    for (Expr& condition : line_.conditions) {
      if (auto divides = divisibility(condition)) {
        condition = *std::move(divides);
        changed = true;
      }
      while (condition.op == Op::logical_not) {
        Expr inner = negated(condition.args[0]);
        if (inner.op == Op::logical_not) break;
        condition = std::move(inner);
        changed = true;
      }
    }
    return changed;
  }

  /// Whether the binder is `x = a + b - y`; the term stands in its place then.
  bool is_told(size_t number) {
    const Binder& binder = line_.binders[number];
    if (binder.kind != Binder::Kind::equal || binder.slots.size() != 1 || !is_linear(binder.low[0]))
      return false;
    replace(number, Expr(binder.low[0]));
    return true;
  }

  /// Whether a condition told the variable of the binder: a + b = n, or (n - k) % b = 0 where k is
  /// below b.
  bool tell(size_t number, size_t arity) {
    const size_t s = line_.binders[number].slots[0];
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      if (line_.conditions[i].op != Op::eq) continue;
      const Expr condition = line_.conditions[i];
      std::optional<Expr> term = remainder_of(number, condition);
      const bool is_open = line_.binders[number].high.empty();
      if (!term && (arity > 1 || is_open || has_nonlinear(s, i))) term = solved_for(s, condition);
      if (!term || may_fail(*term) != (term->op == Op::mod)) continue;
      if (!is_known_before(line_.binders[number], *term) && bounds_others(number)) continue;
      line_.conditions.erase(line_.conditions.begin() + static_cast<std::ptrdiff_t>(i));
      replace(number, *term);
      return true;
    }
    return false;
  }

  /// Whether a condition p*q = n told the variable of the binder, n/p, and that p divides n.
  bool divide(size_t number) {
    const size_t s = line_.binders[number].slots[0];
    const auto is_known = [&](const Expr& term) {
      return !mentions(term, s) && is_natural(term) && !may_fail(term) &&
             is_known_before(line_.binders[number], term);
    };
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      if (line_.conditions[i].op != Op::eq) continue;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        const Expr product = line_.conditions[i].args[side];
        const Expr whole = line_.conditions[i].args[1 - side];
        if (product.op != Op::mul || !is_known(whole)) continue;
        const size_t other = is_slot(product.args[0], s) ? 1 : 0;
        const Expr& divisor = product.args[other];
        if (!is_slot(product.args[1 - other], s) || divisor.op != Op::slot ||
            least_of(divisor) < 1 || !is_known(divisor))
          continue;
        if (least_of(line_.binders[number]).value_or(0) >= 1) bound_open(divisor, whole);
        line_.conditions[i] = apply(Op::eq, {apply(Op::mod, {whole, divisor}), constant(0)});
        replace(number, apply(Op::div, {whole, divisor}));
        return true;
      }
    }
    return false;
  }

  /// Whether the variable of the binder became a multiple of what divides it: q in 2*p..9*p with
  /// q % p = 0 is k*p for k in 2..9.
  bool multiply(size_t number) {
    const size_t s = line_.binders[number].slots[0];
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      const Expr& condition = line_.conditions[i];
      if (condition.op != Op::eq || condition.args[0].op != Op::mod ||
          !is_slot(condition.args[0].args[0], s) || !same(condition.args[1], constant(0)))
        continue;
      const Expr divisor = condition.args[0].args[1];
      Binder& binder = line_.binders[number];
      if (divisor.op != Op::slot || is_slot(divisor, s) || !is_known_before(binder, divisor) ||
          binder.low.empty() || binder.high.empty() || bounds_others(number))
        continue;
      const auto low = factor_of(binder.low[0], divisor), high = factor_of(binder.high[0], divisor);
      if (!low || !high) continue;
      binder.low = {constant(*low)};
      binder.high = {constant(*high)};
      line_.conditions[i] = apply(Op::lt, {constant(0), divisor});
      std::vector<Expr> terms = identity();
      terms[s] = apply(Op::mul, {slot(s), divisor});
      put_other_slots(line_, terms);
      return true;
    }
    return false;
  }

  /// Whether a condition became a bound of the variable of the binder, or told that it is a square.
  bool solve(size_t number) {
    bool changed = false;
    for (size_t i = 0; i < line_.conditions.size();) {
      if (becomes_bound(line_.binders[number], line_.conditions[i]) || becomes_number(number, i) ||
          becomes_square(number, i)) {
        line_.conditions.erase(line_.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      } else {
        ++i;
      }
    }
    return changed;
  }

  /// What is left, coordinate `i` of a part, becomes what is taken, or the other way round.
  /// Variables are natural, and so both have to be: false if that is not seen.
  bool turn_round(size_t number, size_t i) {
    const Binder old = line_.binders[number];
    if (old.high.empty() || (!old.low.empty() && !is_natural(old.low[0]))) return false;
    if (!is_natural(tidy(apply(Op::sub, {slot(i), old.high[0]})))) return false;
    const size_t s = old.slots[0];
    std::vector<Expr> terms = identity();
    terms[s] = apply(Op::sub, {slot(i), slot(s)});
    put_other_slots(line_, terms);
    Binder& binder = line_.binders[number];
    const Expr low = old.low.empty() ? constant(0) : old.low[0];
    binder.low = {apply(Op::sub, {slot(i), old.high[0]})};
    Expr high =
        low.op == Op::max ? low : apply(Op::max, {low});  // n - max(a, b) = min(n - a, n - b)
    high.op = Op::min;
    for (Expr& one : high.args) one = apply(Op::sub, {slot(i), std::move(one)});
    binder.high = {high.args.size() == 1 ? Expr(high.args[0]) : std::move(high)};
    tidy_all();
    return true;
  }

 private:
  /// c, if the term is c*t for a natural number c.
  static std::optional<int64_t> factor_of(const Expr& term, const Expr& t) {
    if (same(term, t)) return 1;
    if (term.op != Op::mul) return std::nullopt;
    for (const size_t i : {size_t{0}, size_t{1}}) {
      if (same(term.args[i], t) && term.args[1 - i].op == Op::constant &&
          term.args[1 - i].value >= 0)
        return term.args[1 - i].value;
    }
    return std::nullopt;
  }

  /// d*(n/d) = n as n % d = 0.
  std::optional<Expr> divisibility(const Expr& condition) const {
    if (condition.op != Op::eq) return std::nullopt;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const Expr& product = condition.args[side];
      const Expr& whole = condition.args[1 - side];
      // gcd(n, p) = p, where p is at least 1
      if (product.op == Op::gcd && product.args.size() == 2 && least_of(whole) >= 1) {
        for (const size_t divisor : {size_t{0}, size_t{1}}) {
          if (same(product.args[divisor], whole))
            return apply(Op::eq, {apply(Op::mod, {product.args[1 - divisor], whole}), constant(0)});
        }
      }
      if (product.op != Op::mul) continue;
      for (const size_t factor : {size_t{0}, size_t{1}}) {
        const Expr& quotient = product.args[1 - factor];
        if (quotient.op == Op::div && same(quotient.args[0], whole) &&
            same(quotient.args[1], product.args[factor]))
          return apply(Op::eq, {apply(Op::mod, {whole, product.args[factor]}), constant(0)});
      }
    }
    return std::nullopt;
  }

  /// The variable is at most this, if nothing bounds it yet.
  void bound_open(const Expr& variable, const Expr& most) {
    for (Binder& binder : line_.binders) {
      if (is_range_of_one(binder) && is_slot(variable, binder.slots[0]) && binder.high.empty() &&
          is_known_before(binder, most))
        binder.high = {most};
    }
  }

  /// The variable of the binder is this term, within the binder's bounds.
  void replace(size_t number, const Expr& term) {
    const Binder binder = line_.binders[number];
    line_.binders.erase(line_.binders.begin() + static_cast<std::ptrdiff_t>(number));
    std::vector<Expr> terms = identity();
    terms[binder.slots[0]] = term;
    put_other_slots(line_, terms);
    if (term.op == Op::mod) {  // it fails where nothing is below 0
      line_.conditions.insert(line_.conditions.begin(), apply(Op::lt, {constant(0), term.args[1]}));
      return;
    }
    if (!is_natural(term)) add_order(constant(0), term);
    if (!binder.low.empty()) add_order(binder.low[0], term);
    if (!binder.high.empty()) add_order(term, binder.high[0]);
  }

  /// The condition that one term is at most the other, where no bound of a variable says just that.
  void add_order(const Expr& less, const Expr& greater) {
    for (const Binder& binder : line_.binders) {
      if (!is_range_of_one(binder)) continue;
      const Expr variable = slot(binder.slots[0]);
      const Expr low = binder.low.empty() ? constant(0) : binder.low[0];
      if (is_same_difference(less, greater, low, variable)) return;
      if (!binder.high.empty() && is_same_difference(less, greater, variable, binder.high[0]))
        return;
    }
    add_condition(apply(Op::le, {less, greater}));
  }
  /// Whether b - a is d - c.
  static bool is_same_difference(const Expr& a, const Expr& b, const Expr& c, const Expr& d) {
    Combination sum;
    if (!sum.add(b, 1) || !sum.add(a, -1) || !sum.add(d, -1) || !sum.add(c, 1)) return false;
    return sum.constant == 0 && std::all_of(sum.terms.begin(), sum.terms.end(),
                                            [](const auto& one) { return one.second == 0; });
  }

  /// (n - k) % b = 0, for k from 0 to b - 1: k is n % b.
  std::optional<Expr> remainder_of(size_t number, const Expr& condition) const {
    const Binder& binder = line_.binders[number];
    const size_t s = binder.slots[0];
    const Expr& rest = condition.args[0];
    if (rest.op != Op::mod || !same(condition.args[1], constant(0)) || rest.args[0].op != Op::sub ||
        !is_slot(rest.args[0].args[1], s) || mentions(rest.args[0].args[0], s) ||
        rest.args[1].op != Op::slot)
      return std::nullopt;
    const Expr& b = rest.args[1];
    const bool from_0 = binder.low.empty() || same(binder.low[0], constant(0));
    if (!from_0 || binder.high.empty() ||
        !is_shifted(binder.high[0], static_cast<size_t>(b.value), -1) || is_slot(b, s) ||
        may_fail(rest.args[0].args[0]))
      return std::nullopt;
    return apply(Op::mod, {rest.args[0].args[0], b});
  }

  /// The variable from a linear equation in which it stands once.
  static std::optional<Expr> solved_for(size_t s, const Expr& equation) {
    Combination sum;
    if (!sum.add(equation.args[0], 1) || !sum.add(equation.args[1], -1)) return std::nullopt;
    const auto own = std::find_if(sum.terms.begin(), sum.terms.end(),
                                  [&](const auto& one) { return is_slot(one.first, s); });
    if (own == sum.terms.end() || (own->second != 1 && own->second != -1)) return std::nullopt;
    const int64_t sign = own->second;
    sum.terms.erase(own);
    const bool again = std::any_of(sum.terms.begin(), sum.terms.end(),
                                   [&](const auto& one) { return mentions(one.first, s); });
    if (again || sum.constant == INT64_MIN) return std::nullopt;
    if (sign == 1) {
      sum.constant = -sum.constant;
      for (auto& [term, count] : sum.terms) count = -count;
    }
    return sum.expr();
  }

  /// Whether the variable stands in another condition that is not linear, which isl would not see
  /// through.
  bool has_nonlinear(size_t s, size_t but) const {
    for (size_t i = 0; i < line_.conditions.size(); ++i) {
      const Expr& one = line_.conditions[i];
      if (i != but && mentions(one, s) && (one.quantifier || !is_linear(one))) return true;
    }
    return false;
  }

  void add_conjuncts(Expr condition) {
    if (condition.op != Op::logical_and) return add_condition(std::move(condition));
    for (Expr& one : condition.args) add_conjuncts(std::move(one));
  }
  void add_condition(Expr condition) {
    condition = simplified(std::move(condition));
    if (!is_constant(condition) || condition.value == 0)
      line_.conditions.push_back(std::move(condition));
  }

  /// The least value that a slot is known to have; 0 for other terms.
  int64_t least_of(const Expr& term) const {
    if (term.op != Op::slot) return 0;
    for (const Binder& binder : line_.binders) {
      if (is_range_of_one(binder) && is_slot(term, binder.slots[0]))
        return least_of(binder).value_or(0);
    }
    return 0;
  }

  std::vector<Expr> identity() const {
    std::vector<Expr> terms;
    for (size_t s = 0; s < line_.slot_names.size(); ++s) terms.push_back(slot(s));
    return terms;
  }
  void tidy_all() {
    const auto each = [](std::vector<Expr>& terms) {
      for (Expr& one : terms) one = tidy(std::move(one));
    };
    for (Binder& binder : line_.binders) {
      each(binder.low);
      each(binder.high);
      each(binder.values);
    }
    each(line_.conditions);
    for (Part& part : line_.parts) each(part.coordinates);
  }

  /// The variable is 0, 1 or more; nothing if that is not known.
  static std::optional<int64_t> least_of(const Binder& binder) {
    if (binder.low.empty()) return 0;
    if (binder.low[0].op != Op::constant || binder.low[0].value < 0) return std::nullopt;
    return binder.low[0].value;
  }

  /// k*k <= e and k <= e/k are k <= isqrt(e), if e is natural and has no variable that is bound
  /// later.
  bool becomes_bound(Binder& binder, const Expr& condition) {
    if (condition.op != Op::le && condition.op != Op::lt) return false;
    const size_t s = binder.slots[0];
    const auto least = least_of(binder);
    if (!least) return false;
    const Expr& left = condition.args[0];
    const Expr& right = condition.args[1];
    const auto is_k = [&](const Expr& one) { return is_slot(one, s); };
    const bool is_quotient = right.op == Op::div && is_k(right.args[1]) && *least >= 1;
    Expr most;
    if (is_square_of(left, is_k)) {
      most = right;
    } else if (is_k(left) && condition.op == Op::le && (is_quotient || right.op == Op::isqrt)) {
      most = right.args[0];  // k <= e/k, k <= isqrt(e)
    } else {
      return false;
    }
    // A bound is computed before the conditions that keep it from failing.
    if (!is_natural(most) || may_fail(most) || !is_known_before(binder, most)) return false;
    if (condition.op == Op::lt) {
      if (*least < 1) return false;
      most = apply(Op::max, {constant(0), apply(Op::sub, {most, constant(1)})});
    }
    const Expr root = apply(Op::isqrt, {most});
    const bool is_more = binder.high.empty() || same(binder.high[0], most) ||
                         (condition.op == Op::lt && same(binder.high[0], condition.args[1]));
    binder.high = {is_more ? root : simplified(apply(Op::min, {binder.high[0], root}))};
    return true;
  }

  /// k > 0 as a bound of a variable that another condition says more of than isl would see.
  bool becomes_number(size_t number, size_t condition) {
    const Expr& said = line_.conditions[condition];
    Binder& binder = line_.binders[number];
    const size_t s = binder.slots[0];
    if ((said.op != Op::le && said.op != Op::lt) || said.args[0].op != Op::constant ||
        !is_slot(said.args[1], s) || !binder.low.empty() || !has_nonlinear(s, condition))
      return false;
    const int64_t least = said.args[0].value;
    if (least < 0 || least == INT64_MAX) return false;
    binder.low = {constant(said.op == Op::lt ? least + 1 : least)};
    return true;
  }

  /// Whether the variable of the binder stands in the bounds of another.
  bool bounds_others(size_t number) const {
    const size_t s = line_.binders[number].slots[0];
    return std::any_of(line_.binders.begin(), line_.binders.end(), [&](const Binder& one) {
      const auto has = [&](const std::vector<Expr>& terms) {
        return std::any_of(terms.begin(), terms.end(),
                           [&](const Expr& term) { return mentions(term, s); });
      };
      return has(one.low) || has(one.high) || has(one.values);
    });
  }

  /// Whether all variables of the term are bound before the binder.
  bool is_known_before(const Binder& binder, const Expr& term) const {
    for (const Binder* one = line_.binders.data() + line_.binders.size();
         one != line_.binders.data();) {
      --one;
      if (std::any_of(one->slots.begin(), one->slots.end(),
                      [&](size_t s) { return mentions(term, s); }))
        return false;
      if (one == &binder) return true;
    }
    return true;
  }

  /// issquare(k): the variable becomes j*j.
  bool becomes_square(size_t number, size_t condition) {
    Binder& binder = line_.binders[number];
    const size_t s = binder.slots[0];
    const Expr& said = line_.conditions[condition];
    const auto is_k = [&](const Expr& one) { return is_slot(one, s); };
    const bool is_square = said.op == Op::issquare && is_k(said.args[0]);
    const auto least = least_of(binder);
    if (!is_square || !least || *least > 1) return false;
    std::vector<Expr> high;
    if (!binder.high.empty()) {
      const bool may_be_negative = !is_natural(binder.high[0]);
      if (may_be_negative && *least == 0) return false;
      high = {apply(Op::isqrt, {may_be_negative ? apply(Op::max, {constant(0), binder.high[0]})
                                                : binder.high[0]})};
    }
    line_.conditions[condition] = constant(1);  // it is erased
    std::vector<Expr> terms = identity();
    terms[s] = apply(Op::mul, {slot(s), slot(s)});
    put_other_slots(line_, terms);
    line_.binders[number].high = std::move(high);
    return true;
  }

  MoveLine line_;
};

/// The coordinates that a part gives in terms of the variable: the variable itself, or less than
/// before by it.
std::vector<size_t> told_by(const MoveLine& line, size_t s, size_t arity) {
  std::vector<size_t> result;
  for (const Part& part : line.parts) {
    for (size_t i = 0; i < std::min(arity, part.coordinates.size()); ++i) {
      const Expr& one = part.coordinates[i];
      const bool is_rest = one.op == Op::sub && is_slot(one.args[0], i) && is_slot(one.args[1], s);
      if (is_slot(one, s) || is_rest) result.push_back(i);
    }
  }
  return result;
}

size_t length_of(const Expr& expr) {
  size_t length = 1;
  for (const Expr& arg : expr.args) length += length_of(arg);
  if (!expr.quantifier) return length;
  length += length_of(expr.quantifier->condition);
  for (const Expr& one : expr.quantifier->filter) length += length_of(one);
  return length;
}

/// How far from simple a line is: coordinates of parts that are told by other coordinates; then the
/// length.
std::pair<size_t, size_t> measure_of(const MoveLine& line, size_t arity) {
  std::pair<size_t, size_t> result;
  const auto add = [&](const std::vector<Expr>& terms) {
    for (const Expr& one : terms) result.second += length_of(one);
  };
  for (const Binder& binder : line.binders) {
    add(binder.low);
    add(binder.high);
    add(binder.values);
  }
  add(line.conditions);
  for (const Part& part : line.parts) {
    add(part.coordinates);
    for (size_t j = 0; j < part.coordinates.size(); ++j) {
      for (size_t i = 0; i < arity; ++i)
        result.first += i != j && mentions(part.coordinates[j], i) ? 1 : 0;
    }
  }
  return result;
}

/// A line that says the same more simply.
std::optional<MoveLine> solved_line(const MoveLine& line, size_t arity) {
  const auto has_inner = [](const Part& part) { return !part.binders.empty(); };
  if (std::any_of(line.parts.begin(), line.parts.end(), has_inner)) return std::nullopt;
  if (Solving direct(line); direct.say_directly()) return direct.line();
  for (size_t number = 0; number < line.binders.size(); ++number) {
    Solving here(line);
    if (arity > 1 && here.is_told(number)) return here.line();
    if (!is_range_of_one(line.binders[number])) continue;
    if (here.solve(number) || here.divide(number) || here.multiply(number) ||
        here.tell(number, arity))
      return here.line();
    for (const size_t i : told_by(line, line.binders[number].slots[0], arity)) {
      Solving turned(line);
      if (!turned.turn_round(number, i)) continue;
      if (turned.solve(number) || measure_of(turned.line(), arity) < measure_of(line, arity))
        return turned.line();
    }
  }
  return std::nullopt;
}

/// Where some lines take an amount and others say what is left, the others take amounts, too.
bool take_amounts(std::vector<MoveLine>& lines, size_t arity) {
  const auto is_rest = [](const MoveLine& line) {
    return std::any_of(line.parts.begin(), line.parts.end(), [](const Part& part) {
      return std::any_of(part.coordinates.begin(), part.coordinates.end(), [](const Expr& one) {
        return one.op == Op::sub && one.args[0].op == Op::slot && one.args[1].op == Op::slot;
      });
    });
  };
  if (std::none_of(lines.begin(), lines.end(), is_rest)) return false;
  bool changed = false;
  for (MoveLine& line : lines) {
    if (is_rest(line) || line.parts.size() != 1 || line.binders.size() != 1 ||
        !is_range_of_one(line.binders[0]))
      continue;
    const std::vector<size_t> told = told_by(line, line.binders[0].slots[0], arity);
    Solving turned(line);
    if (told.size() != 1 || !turned.turn_round(0, told[0])) continue;
    line = turned.line();
    changed = true;
  }
  return changed;
}

bool same_terms(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}
bool same_line(const MoveLine& a, const MoveLine& b) {
  const auto same_binder = [](const Binder& one, const Binder& other) {
    return one.kind == other.kind && one.slots == other.slots && same_terms(one.low, other.low) &&
           same_terms(one.high, other.high) && same_terms(one.values, other.values) &&
           one.set == other.set;
  };
  const auto same_part = [](const Part& one, const Part& other) {
    return one.game == other.game && same_terms(one.coordinates, other.coordinates);
  };
  return std::equal(a.binders.begin(), a.binders.end(), b.binders.begin(), b.binders.end(),
                    same_binder) &&
         same_terms(a.conditions, b.conditions) &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

/// Whether the line's one variable is a divisor of a coordinate: those are listed, in no other
/// words.
bool chooses_divisor(const MoveLine& line, size_t arity) {
  return line.binders.size() == 1 &&
         std::any_of(line.conditions.begin(), line.conditions.end(), [&](const Expr& one) {
           return says_divides(one, line.binders[0].slots[0]) &&
                  slot_bound(one.args[0].args[0]) <= arity;
         });
}

/// A line with conditions that are not linear, or with several variables for several coordinates,
/// as its pieces say it; none where nothing changes.
std::vector<MoveLine> lines_of_pieces(const Rule& rule, const MoveLine& line) {
  constexpr unsigned long kPieceSteps = 200'000;  // of isl
  // Splits are seen by other matchers.
  if (line.parts.size() > 1 || chooses_divisor(line, rule.arity())) return {};
  if ((rule.arity() == 1 || line.binders.size() < 2) &&
      std::all_of(line.conditions.begin(), line.conditions.end(), is_linear))
    return {};
  const isl::Context context = isl::make_context(kPieceSteps);
  auto lines = written_lines(context.get(), rule, line);
  if (!lines || (lines->size() == 1 && same_line(lines->front(), line))) return {};
  return *std::move(lines);
}

/// Whether the game that is over can be told from position 0 by nothing: no move leads on from
/// there.
bool is_over_at_0(const Rule& rule) {
  Patience patience(uint64_t{1000});
  bool any = false;
  const Fault fault = moves_by_definition(
      rule, std::vector<int64_t>(rule.arity(), 0), 8, [&](const RuleSum&) { any = true; },
      &patience);
  return fault.kind == Fault::Kind::none && !any;
}

class BoundsRewriting final : public Rewriting {
 public:
  BoundsRewriting(const Rule& rule, std::vector<MoveLine> lines)
      : rule_(rule), lines_(std::move(lines)) {}
  std::string knows() const override { return "conditions on a variable are its bounds"; }
  bool is_final() const override { return true; }
  std::unique_ptr<const Rule> rule(const std::vector<int64_t>&) const override {
    auto result = std::make_unique<Rule>(rule_);
    result->moves = lines_;
    for (MoveLine& line : result->moves) {
      for (Part& part : line.parts) {
        if (part.game == &rule_) part.game = result.get();
      }
    }
    return result;
  }
  std::pair<const Rule*, Coordinates> back(const Coordinates& there,
                                           const Coordinates&) const override {
    return {&rule_, there};
  }

 private:
  const Rule& rule_;
  std::vector<MoveLine> lines_;
};

}  // namespace

std::unique_ptr<Rewriting> with_solved_bounds(const Rule& rule) {
  for (const Rule* behind : reachable_games({&rule})) {
    if (behind == &rule) continue;
    const std::vector<const Rule*> from_there = reachable_games({behind});
    if (std::find(from_there.begin(), from_there.end(), &rule) != from_there.end()) return nullptr;
  }
  std::vector<MoveLine> lines;
  bool changed = false;
  for (const MoveLine& written : rule.moves) {
    Solving direct(written);
    while (direct.say_directly()) changed = true;
    const MoveLine& line = direct.line();
    std::vector<MoveLine> several = lines_of_values(line);
    if (several.empty()) several = lines_of_tuples(line);
    if (several.empty()) several = lines_of_listed_sums(line);
    if (several.empty()) several = lines_of_images(line);
    if (several.empty()) several = lines_without_sums(line);
    if (several.empty() && rule.arity() > 1) several = lines_of_equations(line);
    if (several.empty()) several = lines_of_pieces(rule, line);
    changed = changed || !several.empty();
    if (several.empty()) several.push_back(line);
    for (MoveLine& one : several) lines.push_back(std::move(one));
  }
  const bool leads_on = std::any_of(lines.begin(), lines.end(),
                                    [](const MoveLine& one) { return one.parts.size() == 1; });
  const bool tells_end = leads_on && rule.arity() == 1 && is_over_at_0(rule);
  for (MoveLine& line : lines) {
    for (auto solved = solved_line(line, rule.arity()); solved;
         solved = solved_line(line, rule.arity())) {
      line = *std::move(solved);
      changed = true;
    }
    if (!line.parts.empty() || !tells_end) continue;
    Part over;
    over.game = &rule;
    over.coordinates = {constant(0)};
    line.parts.push_back(std::move(over));
    changed = true;
  }
  changed = (rule.arity() > 1 && take_amounts(lines, rule.arity())) || changed;
  return changed ? std::make_unique<BoundsRewriting>(rule, std::move(lines)) : nullptr;
}

}  // namespace grundy
