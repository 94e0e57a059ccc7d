#include <algorithm>

#include "analysis/order.h"
#include "engine/search/rewriting.h"
#include "rule/meaning.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

/// A constant and multiples of terms that are no sums themselves.
struct Combination {
  int64_t constant = 0;
  std::vector<std::pair<Expr, int64_t>> terms;

  /// False where a number is too large.
  bool add(const Expr& expr, int64_t factor) {
    int64_t scaled = 0;
    switch (expr.op) {
      case Op::constant:
        return !__builtin_mul_overflow(expr.value, factor, &scaled) &&
               !__builtin_add_overflow(constant, scaled, &constant);
      case Op::add:
        return add(expr.args[0], factor) && add(expr.args[1], factor);
      case Op::sub:
        return factor != INT64_MIN && add(expr.args[0], factor) && add(expr.args[1], -factor);
      case Op::neg:
        return factor != INT64_MIN && add(expr.args[0], -factor);
      default:
        break;
    }
    const auto known = std::find_if(terms.begin(), terms.end(), [&](const auto& one) { return same(one.first, expr); });
    if (known == terms.end()) {
      terms.emplace_back(expr, factor);
      return true;
    }
    return !__builtin_add_overflow(known->second, factor, &known->second);
  }

  Expr expr() const {
    std::vector<Expr> added, taken;
    for (const auto& [term, count] : terms) {
      if (count == 0) continue;
      const int64_t size = count < 0 ? -count : count;
      (count < 0 ? taken : added).push_back(simplified(apply(Op::mul, {grundy::constant(size), term})));
    }
    if (constant > 0 || (added.empty() && constant == 0)) added.push_back(grundy::constant(constant));
    if (constant < 0) taken.push_back(grundy::constant(-constant));
    Expr result = added.empty() ? grundy::constant(0) : added[0];
    for (size_t i = 1; i < added.size(); ++i) result = simplified(apply(Op::add, {std::move(result), added[i]}));
    for (const Expr& one : taken) result = simplified(apply(Op::sub, {std::move(result), one}));
    return result;
  }
};

/// n - (n - k) is k.
Expr tidy(Expr expr) {
  if (expr.quantifier || expr.over_cells) return expr;
  for (Expr& arg : expr.args) arg = tidy(std::move(arg));
  if (expr.op != Op::add && expr.op != Op::sub) return simplified(std::move(expr));
  Combination sum;
  if (!sum.add(expr, 1)) return expr;
  const bool cancels = std::any_of(sum.terms.begin(), sum.terms.end(), [](const auto& one) { return one.second == 0; });
  return cancels ? sum.expr() : simplified(std::move(expr));
}

bool is_slot_of(const Expr& expr, size_t s) { return expr.op == Op::slot && expr.value == static_cast<int64_t>(s); }
bool is_root_of(const Expr& expr, size_t s) { return expr.op == Op::isqrt && is_slot_of(expr.args[0], s); }
template <class Is>
bool is_square_of(const Expr& expr, const Is& is) {
  if (expr.op == Op::power) return is(expr.args[0]) && same(expr.args[1], constant(2));
  return expr.op == Op::mul && is(expr.args[0]) && is(expr.args[1]);
}

/// A line whose variables are being solved for.
class Solving {
 public:
  explicit Solving(MoveLine line) : line_(std::move(line)) {}
  const MoveLine& line() const { return line_; }

  /// Whether a condition became a bound of the variable of the binder, or told that it is a square.
  bool solve(size_t number) {
    bool changed = false;
    for (size_t i = 0; i < line_.conditions.size();) {
      if (becomes_bound(line_.binders[number], line_.conditions[i]) || becomes_square(number, i)) {
        line_.conditions.erase(line_.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        changed = true;
      } else {
        ++i;
      }
    }
    return changed;
  }

  /// What is left, coordinate `i` of a part, becomes what is taken, or the other way round. Variables are natural, and so
  /// both have to be: false if that is not seen.
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
    binder.high = {apply(Op::sub, {slot(i), low})};
    tidy_all();
    return true;
  }

 private:
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

  /// k*k <= e and k <= e/k are k <= isqrt(e), if e is natural and has no variable that is bound later.
  bool becomes_bound(Binder& binder, const Expr& condition) {
    if (condition.op != Op::le && condition.op != Op::lt) return false;
    const size_t s = binder.slots[0];
    const auto least = least_of(binder);
    if (!least) return false;
    const Expr& left = condition.args[0];
    const Expr& right = condition.args[1];
    const auto is_k = [&](const Expr& one) { return is_slot_of(one, s); };
    Expr most;
    if (is_square_of(left, is_k)) {
      most = right;
    } else if (is_k(left) && right.op == Op::div && is_k(right.args[1]) && *least >= 1 && condition.op == Op::le) {
      most = right.args[0];
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

  /// Whether all variables of the term are bound before the binder.
  bool is_known_before(const Binder& binder, const Expr& term) const {
    for (const Binder* one = line_.binders.data() + line_.binders.size(); one != line_.binders.data();) {
      --one;
      if (std::any_of(one->slots.begin(), one->slots.end(), [&](size_t s) { return mentions(term, s); })) return false;
      if (one == &binder) return true;
    }
    return true;
  }

  /// issquare(k), isqrt(k)*isqrt(k) = k: the variable becomes j*j.
  bool becomes_square(size_t number, size_t condition) {
    Binder& binder = line_.binders[number];
    const size_t s = binder.slots[0];
    const Expr& said = line_.conditions[condition];
    const auto is_k = [&](const Expr& one) { return is_slot_of(one, s); };
    const auto is_root = [&](const Expr& one) { return is_root_of(one, s); };
    const bool is_square = (said.op == Op::issquare && is_k(said.args[0])) ||
                           (said.op == Op::eq && ((is_square_of(said.args[0], is_root) && is_k(said.args[1])) ||
                                                  (is_square_of(said.args[1], is_root) && is_k(said.args[0]))));
    const auto least = least_of(binder);
    if (!is_square || !least || *least > 1) return false;
    std::vector<Expr> high;
    if (!binder.high.empty()) {
      const bool may_be_negative = !is_natural(binder.high[0]);
      if (may_be_negative && *least == 0) return false;
      high = {apply(Op::isqrt, {may_be_negative ? apply(Op::max, {constant(0), binder.high[0]}) : binder.high[0]})};
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

/// The coordinates that a part gives in terms of the variable: the variable itself, or less than before by it.
std::vector<size_t> told_by(const MoveLine& line, size_t s, size_t arity) {
  std::vector<size_t> result;
  for (const Part& part : line.parts) {
    for (size_t i = 0; i < std::min(arity, part.coordinates.size()); ++i) {
      const Expr& one = part.coordinates[i];
      const bool is_rest = one.op == Op::sub && is_slot_of(one.args[0], i) && is_slot_of(one.args[1], s);
      if (is_slot_of(one, s) || is_rest) result.push_back(i);
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

/// How far from simple a line is: coordinates of parts that are told by other coordinates; then the length.
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
      for (size_t i = 0; i < arity; ++i) result.first += i != j && mentions(part.coordinates[j], i) ? 1 : 0;
    }
  }
  return result;
}

bool is_range_of_one(const Binder& binder) { return binder.kind == Binder::Kind::range && binder.slots.size() == 1; }

/// A line that says the same more simply.
std::optional<MoveLine> solved_line(const MoveLine& line, size_t arity) {
  const auto has_inner = [](const Part& part) { return !part.binders.empty(); };
  if (std::any_of(line.parts.begin(), line.parts.end(), has_inner)) return std::nullopt;
  for (size_t number = 0; number < line.binders.size(); ++number) {
    if (!is_range_of_one(line.binders[number])) continue;
    Solving here(line);
    if (here.solve(number)) return here.line();
    for (const size_t i : told_by(line, line.binders[number].slots[0], arity)) {
      Solving turned(line);
      if (!turned.turn_round(number, i)) continue;
      if (turned.solve(number) || measure_of(turned.line(), arity) < measure_of(line, arity)) return turned.line();
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
    if (is_rest(line) || line.parts.size() != 1 || line.binders.size() != 1 || !is_range_of_one(line.binders[0]))
      continue;
    const std::vector<size_t> told = told_by(line, line.binders[0].slots[0], arity);
    Solving turned(line);
    if (told.size() != 1 || !turned.turn_round(0, told[0])) continue;
    line = turned.line();
    changed = true;
  }
  return changed;
}

/// `g(k) for k in {n - 1, n/2}` as a line for each of the terms.
std::vector<MoveLine> lines_of_values(const MoveLine& line) {
  constexpr size_t kMostLines = 6;
  const auto is_of_values = [](const Binder& binder) {
    return binder.kind == Binder::Kind::values && binder.slots.size() == 1 && binder.values.size() <= kMostLines;
  };
  const auto found = std::find_if(line.binders.begin(), line.binders.end(), is_of_values);
  if (found == line.binders.end()) return {};
  const size_t s = found->slots[0];
  std::vector<MoveLine> result;
  for (const Expr& value : found->values) {
    MoveLine one = line;
    one.binders.erase(one.binders.begin() + (found - line.binders.begin()));
    std::vector<Expr> terms;
    for (size_t i = 0; i < line.slot_names.size(); ++i) terms.push_back(i == s ? value : slot(i));
    put_other_slots(one, terms);
    if (!is_natural(value)) one.conditions.push_back(apply(Op::le, {constant(0), value}));
    result.push_back(std::move(one));
  }
  return result;
}

/// Whether the game that is over can be told from position 0 by nothing: no move leads on from there.
bool is_over_at_0(const Rule& rule) {
  Patience patience(uint64_t{1000});
  bool any = false;
  const Fault fault = moves_by_definition(
      rule, std::vector<int64_t>(rule.arity(), 0), 8, [&](const RuleSum&) { any = true; }, &patience);
  return fault.kind == Fault::Kind::none && !any;
}

class BoundsRewriting final : public Rewriting {
 public:
  BoundsRewriting(const Rule& rule, std::vector<MoveLine> lines) : rule_(rule), lines_(std::move(lines)) {}
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
  std::pair<const Rule*, Coordinates> back(const Coordinates& there, const Coordinates&) const override {
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
  for (const MoveLine& line : rule.moves) {
    std::vector<MoveLine> several = lines_of_values(line);
    changed = changed || !several.empty();
    if (several.empty()) several.push_back(line);
    for (MoveLine& one : several) lines.push_back(std::move(one));
  }
  const bool leads_on =
      std::any_of(lines.begin(), lines.end(), [](const MoveLine& one) { return one.parts.size() == 1; });
  const bool tells_end = leads_on && rule.arity() == 1 && is_over_at_0(rule);
  for (MoveLine& line : lines) {
    for (auto solved = solved_line(line, rule.arity()); solved; solved = solved_line(line, rule.arity())) {
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
