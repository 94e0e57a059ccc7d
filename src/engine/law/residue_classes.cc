#include "engine/law/residue_classes.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <span>

#include "rule/cells.h"
#include "rule/evaluate.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr size_t kHeapSlot = 0;
constexpr int64_t kMostLeast = 1 << 20;
constexpr uint64_t kMostChoicesTried = 4'000'000;  // choices, for the least numbers

bool is_heap_itself(const Expr& term) { return term.op == Op::slot && term.value == kHeapSlot; }

const Binder* binder_of(const MoveLine& line, const Expr& term) {
  if (term.op != Op::slot) return nullptr;
  for (const Binder& binder : line.binders) {
    if (binder.slots[0] == static_cast<size_t>(term.value)) return &binder;
  }
  return nullptr;
}

/// A number that a term of natural variables is never below; at most 2^20.
int64_t least_value(const MoveLine& line, const Expr& term) {
  if (is_constant(term)) return std::clamp<int64_t>(term.value, 0, kMostLeast);
  if (const Binder* binder = binder_of(line, term))
    return binder->low.empty() || !is_constant(binder->low[0])
               ? 0
               : std::clamp<int64_t>(binder->low[0].value, 0, kMostLeast);
  if (term.args.size() != 2) return 0;
  const int64_t a = least_value(line, term.args[0]), b = least_value(line, term.args[1]);
  switch (term.op) {
    case Op::add:
      return std::min(a + b, kMostLeast);
    case Op::sub:
      return std::max<int64_t>(a - b, 0);
    case Op::mul:
      return std::min(a * b, kMostLeast);
    case Op::power:
      return a >= 1 && b >= 1 ? a : std::min<int64_t>(a, 1);
    default:
      return 0;
  }
}

/// Whether the term is made of variables and natural constants by sums, products and powers; a
/// number may be taken away that it has at least.
bool is_made_of_variables(const MoveLine& line, const Expr& term) {
  if (is_constant(term)) return term.value >= 0;
  if (term.op == Op::slot) return binder_of(line, term) != nullptr;
  if (term.op == Op::sub)
    return is_constant(term.args[1]) && term.args[1].value >= 0 &&
           is_made_of_variables(line, term.args[0]) &&
           least_value(line, term.args[0]) >= term.args[1].value;
  if (term.op != Op::add && term.op != Op::mul && term.op != Op::power) return false;
  return std::all_of(term.args.begin(), term.args.end(),
                     [&](const Expr& arg) { return is_made_of_variables(line, arg); });
}

/// Whether such a term is always at least the variable.
bool is_at_least(const MoveLine& line, const Expr& term, size_t variable) {
  if (term.op == Op::slot) return term.value == static_cast<int64_t>(variable);
  if (term.args.size() != 2) return false;
  const bool first = is_at_least(line, term.args[0], variable),
             second = is_at_least(line, term.args[1], variable);
  const int64_t a = least_value(line, term.args[0]), b = least_value(line, term.args[1]);
  if (term.op == Op::add) return first || second;
  if (term.op == Op::mul) return (first && b >= 1) || (second && a >= 1);
  return term.op == Op::power && ((first && b >= 1) || (second && a >= 2));
}

/// The value of such a term, or `most` where it is more.
int64_t up_to(const Expr& term, const Environment& slots, int64_t most) {
  if (is_constant(term)) return std::min(term.value, most);
  if (term.op == Op::slot) return std::min(slots[static_cast<size_t>(term.value)], most);
  if (term.op == Op::sub) {
    const int64_t less = term.args[1].value;
    return up_to(term.args[0], slots, most + less) - less;
  }
  const int64_t a = up_to(term.args[0], slots, most), b = up_to(term.args[1], slots, most);
  if (term.op == Op::add) return std::min(a + b, most);
  if (term.op == Op::mul) return std::min(a * b, most);
  if (a <= 1) return b == 0 ? 1 : a;
  int64_t power = 1;
  for (int64_t i = 0; i < b && power < most; ++i) power *= a;
  return std::min(power, most);
}

/// a + b of n - a - b; nothing for other terms.
std::optional<Expr> subtracted_from_heap(const Expr& term) {
  if (term.op != Op::sub) return std::nullopt;
  const Expr& from = term.args[0];
  if (is_heap_itself(from)) return term.args[1];
  // n + 1 - 2**i
  if (from.op == Op::add && is_heap_itself(from.args[0]) && is_constant(from.args[1]))
    return apply(Op::sub, {term.args[1], from.args[1]});
  const auto before = subtracted_from_heap(term.args[0]);
  return before ? std::optional(apply(Op::add, {*before, term.args[1]})) : std::nullopt;
}

/// Whether the term is of this variable alone and never falls as it grows.
bool is_growing(const Expr& term, size_t variable) {
  if (is_constant(term)) return true;
  if (term.op == Op::slot) return term.value == static_cast<int64_t>(variable);
  if (term.op == Op::isqrt) return is_growing(term.args[0], variable);
  if (term.op != Op::add && term.op != Op::sub && term.op != Op::div) return false;
  const bool by_constant =
      is_constant(term.args[1]) && (term.op != Op::div || term.args[1].value > 0);
  return by_constant && is_growing(term.args[0], variable);
}

/// The number that the line takes, if larger heaps have all the choices of smaller ones: the heap
/// stands nowhere but in upper bounds. `is_exact` becomes false where the number may be missing in
/// heaps that have so many.
std::optional<Expr> number_taken(const Rule& rule, const MoveLine& line, bool& is_exact) {
  const Part* part = only_part(rule, line);
  if (part == nullptr) return std::nullopt;
  std::optional<Expr> taken = subtracted_from_heap(part->coordinates[0]);
  if (!taken) return std::nullopt;
  const auto is_single = [](const Binder& one) {
    return one.kind == Binder::Kind::range && one.slots.size() == 1;
  };
  if (!std::all_of(line.binders.begin(), line.binders.end(), is_single)) return std::nullopt;
  if (!is_made_of_variables(line, *taken)) return std::nullopt;
  for (const Binder& binder : line.binders) {
    if (!binder.low.empty() && (mentions(binder.low[0], kHeapSlot) ||
                                (is_constant(binder.low[0]) && binder.low[0].value < 0)))
      return std::nullopt;
    const bool is_by_heap = binder.high.empty() || mentions(binder.high[0], kHeapSlot);
    if (!is_by_heap) continue;
    if (!binder.high.empty() && !is_growing(binder.high[0], kHeapSlot)) return std::nullopt;
    is_exact = is_exact && (binder.high.empty() || is_heap_itself(binder.high[0])) &&
               is_at_least(line, *taken, binder.slots[0]);
  }
  for (const Expr& condition : line.conditions) {
    if (!mentions(condition, kHeapSlot)) continue;
    const bool is_bound = condition.op == Op::le && is_growing(condition.args[1], kHeapSlot) &&
                          !mentions(condition.args[0], kHeapSlot);
    if (!is_bound) return std::nullopt;
    is_exact = is_exact && is_heap_itself(condition.args[1]) && same(condition.args[0], *taken);
  }
  return taken;
}

/// One line: the remainders of its number, of its variables modulo m.
class LineResidues {
 public:
  LineResidues(const MoveLine& line, const Expr& taken, int64_t m)
      : line_(line), taken_(taken), m_(m) {}

  std::vector<char> run() const { return of(taken_); }

 private:
  using Residues = std::vector<char>;

  template <class Combine>
  Residues combined(const Residues& a, const Residues& b, const Combine& combine) const {
    Residues result(static_cast<size_t>(m_));
    for (int64_t x = 0; x < m_; ++x) {
      for (int64_t y = 0; a[static_cast<size_t>(x)] != 0 && y < m_; ++y) {
        if (b[static_cast<size_t>(y)] != 0) result[static_cast<size_t>(combine(x, y) % m_)] = 1;
      }
    }
    return result;
  }

  Residues of(const Expr& term) const {
    if (is_constant(term)) {
      Residues result(static_cast<size_t>(m_));
      result[static_cast<size_t>(term.value % m_)] = 1;
      return result;
    }
    if (const Binder* binder = binder_of(line_, term)) return of(*binder);
    const Residues first = of(term.args[0]);
    if (term.op == Op::power) return powers(first, least_value(line_, term.args[1]));
    const Residues second = of(term.args[1]);
    if (term.op == Op::sub)
      return combined(first, second, [this](int64_t x, int64_t y) { return x - y + m_; });
    return term.op == Op::add ? combined(first, second, [](int64_t x, int64_t y) { return x + y; })
                              : combined(first, second, [](int64_t x, int64_t y) { return x * y; });
  }

  /// Of all powers from an exponent on.
  Residues powers(const Residues& bases, int64_t least) const {
    Residues result(static_cast<size_t>(m_));
    for (int64_t base = 0; base < m_; ++base) {
      if (bases[static_cast<size_t>(base)] == 0) continue;
      int64_t power = 1 % m_;
      for (int64_t i = 0; i < std::min(least, m_) + m_; ++i, power = power * base % m_) {
        if (i >= std::min(least, m_)) result[static_cast<size_t>(power)] = 1;
      }
    }
    return result;
  }

  Residues of(const Binder& binder) const {
    Residues result(static_cast<size_t>(m_), 1);
    for (int64_t rest = 0; rest < m_; ++rest) {
      for (const Expr& condition : line_.conditions) {
        if (excludes(condition, binder, rest)) result[static_cast<size_t>(rest)] = 0;
      }
    }
    return result;
  }

  /// Whether no number with this remainder fulfils the condition.
  bool excludes(const Expr& condition, const Binder& binder, int64_t rest) const {
    const size_t s = binder.slots[0];
    if (condition.op == Op::isprime && condition.args[0].op == Op::slot &&
        condition.args[0].value == static_cast<int64_t>(s)) {
      const int64_t divisor = std::gcd(rest, m_);
      return divisor != 1 &&
             !(is_prime(rest == 0 ? m_ : rest) && divisor == (rest == 0 ? m_ : rest));
    }
    if (condition.op == Op::logical_and || condition.op == Op::logical_or) {
      const bool first = excludes(condition.args[0], binder, rest),
                 second = excludes(condition.args[1], binder, rest);
      return condition.op == Op::logical_and ? first || second : first && second;
    }
    if (condition.op == Op::eq && is_slot(condition.args[0], s) && is_constant(condition.args[1]))
      return condition.args[1].value % m_ != rest;
    const bool is_bound =
        condition.op == Op::le || condition.op == Op::lt || condition.op == Op::eq;
    if (is_bound && condition.args[0].op == Op::cell_count)
      return counts_more(condition, binder, rest);
    if (condition.op == Op::quantifier && condition.value == 0)
      return excludes_any(*condition.quantifier, binder, rest);
    if (condition.op == Op::quantifier && condition.value == 1)
      return excludes_all(*condition.quantifier, binder, rest);
    if (condition.op == Op::logical_not && condition.args[0].op == Op::quantifier &&
        condition.args[0].value == 0) {
      Quantifier none = *condition.args[0].quantifier;
      none.condition = apply(Op::logical_not, {none.condition});
      return excludes_all(none, binder, rest);
    }
    return is_remainder_question(condition, s) && !holds(condition, s, rest);
  }

  /// Of `any(isprime(p) and ispower(s, p) for p in …)`: no power of a prime has the remainder.
  bool excludes_any(const Quantifier& any, const Binder& binder, int64_t rest) const {
    const Binder* base = only_range(any);
    if (base == nullptr) return false;
    bool is_power = false;
    Residues bases(static_cast<size_t>(m_), 1);
    const auto look = [&](const Expr& condition) {
      is_power =
          is_power || (condition.op == Op::ispower && is_slot(condition.args[0], binder.slots[0]) &&
                       is_slot(condition.args[1], base->slots[0]));
      for (int64_t one = 0; condition.op == Op::isprime && one < m_; ++one) {
        if (excludes(condition, *base, one)) bases[static_cast<size_t>(one)] = 0;
      }
    };
    each_of_all(any.condition, look);
    if (!any.filter.empty()) each_of_all(any.filter[0], look);
    return is_power && powers(bases, 0)[static_cast<size_t>(rest)] == 0;
  }

  static bool is_closed(const Expr& condition) {
    return condition.op != Op::slot && !condition.quantifier &&
           std::all_of(condition.args.begin(), condition.args.end(), is_closed);
  }

  template <class Visit>
  static void each_of_all(const Expr& condition, const Visit& visit) {
    if (condition.op != Op::logical_and) return visit(condition);
    for (const Expr& one : condition.args) each_of_all(one, visit);
  }

  /// Whether small numbers alone make the count larger than `count(… for p in 2..s) <= c` allows.
  bool counts_more(const Expr& condition, const Binder& binder, int64_t rest) const {
    const Expr& fold = condition.args[0];
    const size_t s = binder.slots[0];
    if (!is_constant(condition.args[1]) || fold.op != Op::cell_count || !fold.quantifier ||
        fold.over_cells->fold != CellCondition::Fold::count || least_value(line_, slot(s)) < 1)
      return false;
    const Quantifier& q = *fold.quantifier;
    const Binder* inner = only_range(q);
    if (inner == nullptr || !is_constant(inner->low[0]) || !is_growing(inner->high[0], s))
      return false;
    const int64_t most = condition.args[1].value - (condition.op == Op::lt ? 1 : 0);
    int64_t count = 0;
    // The least number with the remainder is as small as the end of the range gets.
    const int64_t number = rest == 0 ? m_ : rest;
    const auto high = value_at(inner->high[0], s, number);
    for (int64_t d = std::max<int64_t>(inner->low[0].value, 0); high && d <= std::min(*high, m_);
         ++d) {
      bool holds_for_d = true;
      const auto look = [&](const Expr& one) {
        const Expr here = with(one, inner->slots[0], d);
        if (is_closed(here)) {
          holds_for_d = holds_for_d && value_at(here, s, 0).value_or(0) != 0;
        } else {
          holds_for_d = holds_for_d && is_remainder_question(here, s) && holds(here, s, rest);
        }
      };
      each_of_all(q.condition, look);
      if (!q.filter.empty()) each_of_all(q.filter[0], look);
      count += holds_for_d ? 1 : 0;
    }
    return count > most;
  }

  /// The condition with a number for the variable.
  Expr with(const Expr& condition, size_t variable, int64_t number) const {
    std::vector<Expr> terms;
    for (size_t i = 0; i < std::max(line_.slot_names.size(), variable + 1); ++i)
      terms.push_back(i == variable ? constant(number) : slot(i));
    return rewritten(condition, terms);
  }

  /// Of a condition for all numbers, by small ones.
  bool excludes_all(const Quantifier& all, const Binder& binder, int64_t rest) const {
    constexpr int64_t kMostOfThem = 8;
    const size_t s = binder.slots[0];
    if (all.binders.size() != 1 || !all.filter.empty() || least_value(line_, slot(s)) < 1)
      return false;
    const Binder& inner = all.binders[0];
    if (inner.kind != Binder::Kind::range || inner.slots.size() != 1 || inner.high.empty() ||
        inner.low.empty() || !is_constant(inner.low[0]) || !is_growing(inner.high[0], s) ||
        !is_comparison(all.condition))
      return false;
    // The least number with the remainder is as small as the end of the range gets.
    const int64_t number = rest == 0 ? m_ : rest;
    for (int64_t d = std::max<int64_t>(inner.low[0].value, 0); d <= kMostOfThem; ++d) {
      const Expr condition = with(all.condition, inner.slots[0], d);
      const auto high = value_at(inner.high[0], s, number);
      if (high && *high >= d && is_remainder_question(condition, s) && !holds(condition, s, rest))
        return true;
    }
    return false;
  }

  static std::optional<int64_t> value_at(const Expr& term, size_t s, int64_t number) {
    Environment values(std::vector<int64_t>(s + 1));
    values[s] = number;
    Fault fault;
    const int64_t value = evaluate(term, values, fault);
    return fault.kind == Fault::Kind::none ? std::optional(value) : std::nullopt;
  }

  /// Whether it is an equation or its contrary.
  static bool is_comparison(const Expr& condition) {
    if (condition.op == Op::logical_not) return is_comparison(condition.args[0]);
    return condition.op == Op::eq || condition.op == Op::ne;
  }

  /// Whether the remainder modulo m tells whether the condition holds: it compares `s % d`, where d
  /// divides m, with a number, perhaps not.
  bool is_remainder_question(const Expr& condition, size_t s) const {
    if (condition.op == Op::logical_not) return is_remainder_question(condition.args[0], s);
    if (!is_comparison(condition)) return false;
    const Expr& rest = condition.args[0];
    return is_constant(condition.args[1]) && rest.op == Op::mod && rest.args[0].op == Op::slot &&
           rest.args[0].value == static_cast<int64_t>(s) && is_constant(rest.args[1]) &&
           rest.args[1].value > 0 && m_ % rest.args[1].value == 0;
  }
  static bool holds(const Expr& condition, size_t s, int64_t rest) {
    return value_at(condition, s, rest).value_or(1) != 0;
  }

  const MoveLine& line_;
  const Expr& taken_;
  int64_t m_;
};

}  // namespace

std::optional<ResidueClasses> ResidueClasses::of(const Rule& rule) {
  if (rule.arity() != 1 || rule.moves_by_code || rule.is_alias || rule.board || rule.moves.empty())
    return std::nullopt;
  ResidueClasses result(rule);
  for (const MoveLine& line : rule.moves) {
    std::optional<Expr> taken = number_taken(rule, line, result.is_exact_);
    if (!taken) return std::nullopt;
    result.taken_.push_back(*std::move(taken));
  }
  return result;
}

std::vector<char> ResidueClasses::residues(int64_t m) const {
  std::vector<char> result(static_cast<size_t>(m));
  for (size_t i = 0; i < taken_.size(); ++i) {
    const std::vector<char> of_line = LineResidues(rule_->moves[i], taken_[i], m).run();
    for (size_t rest = 0; rest < result.size(); ++rest)
      result[rest] = static_cast<char>(result[rest] | of_line[rest]);
  }
  return result;
}

std::optional<std::vector<int64_t>> ResidueClasses::least(int64_t most) const {
  std::set<int64_t> result;
  Patience patience(kMostChoicesTried);
  for (size_t i = 0; i < taken_.size(); ++i) {
    const MoveLine& line = rule_->moves[i];
    Environment slots(std::vector<int64_t>(line.slot_names.size()));
    Fault fault;
    // What the heap of this size loses as a whole.
    for (int64_t heap = 1; heap <= most; ++heap) {
      slots[kHeapSlot] = heap;
      const auto is_met = [&](const Expr& condition) {
        return evaluate(condition, slots, fault, &patience) != 0;
      };
      for_each_choice(
          std::span<const Binder>(line.binders), slots, heap, fault,
          [&] {
            if (up_to(taken_[i], slots, heap + 1) == heap &&
                std::all_of(line.conditions.begin(), line.conditions.end(), is_met))
              result.insert(heap);
            return fault.kind == Fault::Kind::none && !result.contains(heap);
          },
          &patience);
      if (fault.kind != Fault::Kind::none) return std::nullopt;
    }
  }
  return std::vector<int64_t>(result.begin(), result.end());
}

}  // namespace grundy
