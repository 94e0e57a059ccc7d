#include "analysis/pieces.h"

#include <fmt/format.h>
#include <isl/mat.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "rule/evaluate.h"
#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr size_t kMostPieces = 96;      // of a line, before they are joined
constexpr size_t kMostElements = 64;    // of a set that is written out
constexpr size_t kMostCommonAtoms = 8;  // whose truth is chosen freely
constexpr int64_t kLargestFactor = int64_t{1} << 52;
constexpr int64_t kMostFactor = 1'000'000;
constexpr int64_t kFewOfAtom = 64;  // of a term that an atom speaks of, if it is replaced by each of them

// Linear forms.

LinearForm number_form(int64_t value) { return {{}, value}; }
LinearForm dimension_form(size_t dimension) {
  LinearForm form;
  form.coefficients.resize(dimension + 1);
  form.coefficients[dimension] = 1;
  return form;
}
int64_t coefficient(const LinearForm& form, size_t dimension) {
  return dimension < form.coefficients.size() ? form.coefficients[dimension] : 0;
}
/// a + factor·b; nothing beyond kLargestFactor.
std::optional<LinearForm> plus(const LinearForm& a, int64_t factor, const LinearForm& b) {
  LinearForm result = a;
  result.coefficients.resize(std::max(a.coefficients.size(), b.coefficients.size()));
  const auto add = [&](int64_t& to, int64_t by) {
    int64_t product = 0;
    return !__builtin_mul_overflow(factor, by, &product) && !__builtin_add_overflow(to, product, &to) &&
           to <= kLargestFactor && to >= -kLargestFactor;
  };
  for (size_t i = 0; i < b.coefficients.size(); ++i) {
    if (!add(result.coefficients[i], b.coefficients[i])) return std::nullopt;
  }
  if (!add(result.constant, b.constant)) return std::nullopt;
  while (!result.coefficients.empty() && result.coefficients.back() == 0) result.coefficients.pop_back();
  return result;
}
bool is_number(const LinearForm& form) {
  return std::all_of(form.coefficients.begin(), form.coefficients.end(), [](int64_t c) { return c == 0; });
}
bool same_form(const LinearForm& a, const LinearForm& b) {
  const auto difference = plus(a, -1, b);
  return difference && difference->constant == 0 && difference->coefficients.empty();
}
/// The dimension that the form is, if it is one.
std::optional<size_t> single_dimension(const LinearForm& form) {
  if (form.constant != 0) return std::nullopt;
  std::optional<size_t> result;
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    if (form.coefficients[i] == 0) continue;
    if (form.coefficients[i] != 1 || result) return std::nullopt;
    result = i;
  }
  return result;
}

// Sets of points.

isl_space* space_of(isl_ctx* context, size_t dimensions) {
  return isl_space_set_alloc(context, 0, static_cast<unsigned>(dimensions));
}

/// Where the forms of `zero` are 0 and those of `natural` are not negative.
isl::Set points_where(isl_ctx* context, size_t dimensions, const std::vector<LinearForm>& zero,
                      const std::vector<LinearForm>& natural) {
  const auto rows = [&](const std::vector<LinearForm>& forms) {
    isl_mat* matrix =
        isl_mat_alloc(context, static_cast<unsigned>(forms.size()), static_cast<unsigned>(dimensions + 1));
    for (size_t row = 0; row < forms.size(); ++row) {
      for (size_t column = 0; column <= dimensions; ++column) {
        const int64_t value = column == 0 ? forms[row].constant : coefficient(forms[row], column - 1);
        matrix = isl_mat_set_element_val(matrix, static_cast<int>(row), static_cast<int>(column),
                                         isl_val_int_from_si(context, value));
      }
    }
    return matrix;
  };
  return isl::Set(isl_set_from_basic_set(isl_basic_set_from_constraint_matrices(
      space_of(context, dimensions), rows(zero), rows(natural), isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param)));
}
isl::Set meet_sets(const isl::Set& a, const isl::Set& b) { return isl::Set(isl_set_intersect(a.copy(), b.copy())); }
isl::Set join_sets(isl::Set a, isl::Set b) { return isl::Set(isl_set_union(a.take(), b.take())); }
bool is_empty_set(const isl::Set& set) { return isl_set_is_empty(set.keep()) == isl_bool_true; }

/// a is true of no point where b is.
bool excludes(isl_ctx* context, size_t dimensions, const isl::Set& set, const LinearForm& natural) {
  return is_empty_set(meet_sets(set, points_where(context, dimensions, {}, {natural})));
}

/// Where form leaves the remainder `rest` modulo `by`.
isl::Set congruent(isl_ctx* context, size_t dimensions, const LinearForm& form, int64_t rest, int64_t by) {
  LinearForm more = form;
  more.coefficients.resize(dimensions + 1);
  more.coefficients[dimensions] = -by;
  more.constant -= rest;
  isl_set* wide = points_where(context, dimensions + 1, {more}, {}).take();
  return isl::Set(isl_set_project_out(wide, isl_dim_set, static_cast<unsigned>(dimensions), 1));
}

/// The least and the greatest value of the form on the set, if they are few values apart.
std::optional<std::pair<int64_t, int64_t>> few_values_of(isl_ctx* context, size_t dimensions, const isl::Set& set,
                                                         const LinearForm& form) {
  isl_aff* aff = isl_aff_zero_on_domain(isl_local_space_from_space(space_of(context, dimensions)));
  aff = isl_aff_set_constant_val(aff, isl_val_int_from_si(context, form.constant));
  for (size_t i = 0; i < form.coefficients.size(); ++i) {
    aff = isl_aff_set_coefficient_val(aff, isl_dim_in, static_cast<int>(i),
                                      isl_val_int_from_si(context, form.coefficients[i]));
  }
  const isl::Aff function(aff);
  const isl::Val least(isl_set_min_val(set.keep(), function.keep()));
  if (!least || isl_val_is_int(least.keep()) != isl_bool_true) return std::nullopt;
  const isl::Val greatest(isl_set_max_val(set.keep(), function.keep()));
  if (!greatest || isl_val_is_int(greatest.keep()) != isl_bool_true) return std::nullopt;
  if (isl_val_cmp_si(least.keep(), -kLargestFactor) < 0 || isl_val_cmp_si(greatest.keep(), kLargestFactor) > 0)
    return std::nullopt;
  const std::pair<int64_t, int64_t> result(isl_val_get_num_si(least.keep()), isl_val_get_num_si(greatest.keep()));
  if (result.second - result.first >= kFewOfAtom) return std::nullopt;
  return result;
}

LinearForm shifted(LinearForm form, int64_t by) {
  form.constant += by;
  return form;
}
LinearForm minus_form(const LinearForm& form) { return *plus(number_form(0), -1, form); }

// The first values of convex functions, by which facts about them begin; the last one is where the others begin.

std::vector<int64_t> first_squares() { return {0, 1, 4, 9, 16}; }
std::vector<int64_t> first_powers(int64_t b) { return {1, b, b * b, b * b * b}; }

// A conjunction.

struct Conjunction {
  std::vector<LinearForm> zero;
  std::vector<LinearForm> natural;
  std::vector<Literal> literals;
  std::vector<LinearForm> positive = {};  // not said, but to be shown: divisors
};
using Disjunction = std::vector<Conjunction>;

Conjunction joined(Conjunction a, const Conjunction& b) {
  a.zero.insert(a.zero.end(), b.zero.begin(), b.zero.end());
  a.natural.insert(a.natural.end(), b.natural.begin(), b.natural.end());
  a.literals.insert(a.literals.end(), b.literals.begin(), b.literals.end());
  a.positive.insert(a.positive.end(), b.positive.begin(), b.positive.end());
  return a;
}
std::optional<Disjunction> both(const std::optional<Disjunction>& a, const std::optional<Disjunction>& b) {
  if (!a || !b || a->size() * b->size() > kMostPieces) return std::nullopt;
  Disjunction result;
  for (const Conjunction& one : *a) {
    for (const Conjunction& other : *b) result.push_back(joined(one, other));
  }
  return result;
}
std::optional<Disjunction> either(std::optional<Disjunction> a, const std::optional<Disjunction>& b) {
  if (!a || !b || a->size() + b->size() > kMostPieces) return std::nullopt;
  a->insert(a->end(), b->begin(), b->end());
  return a;
}

/// A term that is not affine, and the dimension that stands for it.
struct Definition {
  Op op = Op::mul;  // mul, div, mod, gcd, isqrt (of first), power (base^second)
  LinearForm first;
  LinearForm second;
  int64_t base = 0;
  LinearForm value;  // at first the dimension
};

// Atoms.

/// Where the atom holds among points at which its first term is `value`; nothing if that is not affine.
std::optional<isl::Set> holds_at(isl_ctx* context, size_t dimensions, const Atom& atom, int64_t value) {
  const auto everywhere = [&](bool holds) {
    isl_space* space = space_of(context, dimensions);
    return isl::Set(holds ? isl_set_universe(space) : isl_set_empty(space));
  };
  switch (atom.kind) {
    case Atom::Kind::divides:
      if (value < 1) return std::nullopt;
      return congruent(context, dimensions, atom.terms[1], 0, value);
    case Atom::Kind::coprime: {
      if (value < 1) return std::nullopt;
      isl::Set result = everywhere(false);
      for (int64_t rest = 0; rest < value; ++rest) {
        if (std::gcd(rest, value) == 1)
          result = join_sets(std::move(result), congruent(context, dimensions, atom.terms[1], rest, value));
      }
      return result;
    }
    case Atom::Kind::prime:
      return everywhere(is_prime(value));
    case Atom::Kind::square: {
      const int64_t root = value < 0 ? 0 : integer_root(value);
      return everywhere(root * root == value);
    }
    case Atom::Kind::power:
      return everywhere(value > 0 && value % atom.factor == 0 && is_power(value / atom.factor, atom.base));
  }
  return std::nullopt;
}

/// The piece without the atoms whose first term has few values on it.
Piece with_few_values(isl_ctx* context, size_t dimensions, Piece piece) {
  for (size_t i = 0; i < piece.literals.size();) {
    Literal literal = piece.literals[i];
    ++i;
    auto range = few_values_of(context, dimensions, piece.pairs, literal.atom.terms[0]);
    if (!range && literal.atom.kind == Atom::Kind::coprime) {  // gcd(a, b) = gcd(b, a) = gcd(a - b, b)
      std::vector<LinearForm>& terms = literal.atom.terms;
      std::swap(terms[0], terms[1]);
      range = few_values_of(context, dimensions, piece.pairs, terms[0]);
      for (const int64_t sign : {1, -1}) {
        if (range) break;
        terms[0] = *plus(number_form(0), sign, *plus(piece.literals[i - 1].atom.terms[1], -1, terms[1]));
        range = few_values_of(context, dimensions, piece.pairs, terms[0]);
        if (range && range->first < 1) range.reset();
      }
    }
    if (!range) continue;
    isl::Set result(isl_set_empty(space_of(context, dimensions)));
    bool is_affine = true;
    for (int64_t value = range->first; value <= range->second && is_affine; ++value) {
      const isl::Set here =
          meet_sets(piece.pairs, points_where(context, dimensions, {shifted(literal.atom.terms[0], -value)}, {}));
      if (is_empty_set(here)) continue;
      const auto holds = holds_at(context, dimensions, literal.atom, value);
      is_affine = holds.has_value();
      if (!is_affine) break;
      isl_set* there =
          literal.holds ? isl_set_intersect(here.copy(), holds->copy()) : isl_set_subtract(here.copy(), holds->copy());
      result = join_sets(std::move(result), isl::Set(there));
    }
    if (!is_affine) continue;
    piece.pairs = isl::Set(isl_set_coalesce(result.take()));
    --i;
    piece.literals.erase(piece.literals.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return piece;
}

/// The reader of one line.
class LineReader {
 public:
  LineReader(isl_ctx* context, const Rule& rule, const MoveLine& line)
      : context_(context), line_(line), arity_(rule.arity()), dimensions_(std::max(arity_, line.slot_names.size())) {}

  /// If `without_ranges`, the moves to ranges of heaps in which there is no heap, else the others.
  std::optional<std::vector<Piece>> read(bool without_ranges) {
    std::optional<Disjunction> choices = Disjunction(1);
    for (size_t i = 0; i < arity_; ++i) choices->front().natural.push_back(dimension_form(i));
    for (const Binder& binder : line_.binders) choices = both(choices, range(binder));
    for (const Expr& one : line_.conditions) choices = both(choices, condition(one, false));
    std::vector<LinearForm> targets;
    for (const Part& part : line_.parts) {
      if (!part.binders.empty()) {
        const auto heaps = range_of_heaps(part);
        if (!heaps) return std::nullopt;
        const auto count = plus(heaps->second, -1, heaps->first);  // less 1
        if (!count) return std::nullopt;
        const LinearForm said = without_ranges ? shifted(minus_form(*count), -1) : *count;
        choices = both(choices, Disjunction{{{}, {said}, {}}});
        if (!without_ranges) targets.insert(targets.end(), {heaps->first, heaps->second});
        continue;
      }
      for (const Expr& coordinate : part.coordinates) {
        auto form = linear(coordinate);
        if (!form) return std::nullopt;
        targets.push_back(*std::move(form));
      }
    }
    for (const Disjunction& one : exact_) choices = both(choices, one);
    if (!choices) return std::nullopt;
    outputs_ = dimensions_;
    dimensions_ += targets.size();
    for (Conjunction& one : *choices) {
      for (size_t j = 0; j < targets.size(); ++j) {
        const auto form = plus(targets[j], -1, dimension_form(outputs_ + j));
        if (!form) return std::nullopt;
        one.zero.push_back(*form);
        one.natural.push_back(dimension_form(outputs_ + j));
      }
    }
    std::vector<Piece> result;
    for (Conjunction& one : *choices) {
      if (!eliminate(std::move(one), targets.size(), result)) return std::nullopt;
    }
    return result;
  }

 private:
  /// The least and the greatest heap of sum(g(c + i) for i in a..b) or sum(g(c - i) …).
  std::optional<std::pair<LinearForm, LinearForm>> range_of_heaps(const Part& part) {
    if (part.binders.size() != 1 || !part.condition.empty() || part.coordinates.size() != 1) return std::nullopt;
    const Binder& binder = part.binders[0];
    if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.size() != 1) return std::nullopt;
    const auto low = binder.low.empty() ? number_form(0) : linear(binder.low[0]);
    const auto high = linear(binder.high[0]), heap = linear(part.coordinates[0]);
    if (!low || !high || !heap) return std::nullopt;
    const size_t i = binder.slots[0];
    const int64_t step = coefficient(*heap, i);
    if ((step != 1 && step != -1) || coefficient(*low, i) != 0 || coefficient(*high, i) != 0) return std::nullopt;
    const auto rest = plus(*heap, -step, dimension_form(i));
    const auto first = rest ? plus(*rest, step, step > 0 ? *low : *high) : std::nullopt;
    const auto last = rest ? plus(*rest, step, step > 0 ? *high : *low) : std::nullopt;
    if (!first || !last) return std::nullopt;
    least_indices_.push_back(*low);
    return std::pair(*first, *last);
  }

  std::optional<LinearForm> fresh(Definition definition) {
    for (const Definition& known : definitions_) {
      if (known.op == definition.op && known.base == definition.base && same_form(known.first, definition.first) &&
          same_form(known.second, definition.second))
        return known.value;
    }
    definition.value = dimension_form(dimensions_++);
    definitions_.push_back(definition);
    return definition.value;
  }
  /// A dimension whose value is told by one of these conjunctions, in which `self` is the dimension.
  std::optional<LinearForm> told(size_t self, Disjunction cases) {
    exact_.push_back(std::move(cases));
    return dimension_form(self);
  }

  std::optional<LinearForm> linear(const Expr& expr) {
    const auto argument = [&](size_t i) { return linear(expr.args[i]); };
    switch (expr.op) {
      case Op::constant:
        return std::abs(expr.value) <= kLargestFactor ? std::optional(number_form(expr.value)) : std::nullopt;
      case Op::slot:
        return dimension_form(static_cast<size_t>(expr.value));
      case Op::neg:
      case Op::add:
      case Op::sub: {
        const auto a = expr.op == Op::neg ? number_form(0) : argument(0);
        const auto b = argument(expr.op == Op::neg ? 0 : 1);
        return a && b ? plus(*a, expr.op == Op::add ? 1 : -1, *b) : std::nullopt;
      }
      case Op::mul: {
        const auto a = argument(0), b = argument(1);
        if (!a || !b) return std::nullopt;
        if (is_number(*a)) return plus(number_form(0), a->constant, *b);
        if (is_number(*b)) return plus(number_form(0), b->constant, *a);
        return fresh({Op::mul, *a, *b, 0, {}});
      }
      case Op::power:
      case Op::shift_left: {
        const auto a = argument(0), b = argument(1);
        if (!a || !b) return std::nullopt;
        const bool is_shift = expr.op == Op::shift_left;
        if (!is_shift && is_number(*b) && b->constant == 2) return fresh({Op::mul, *a, *a, 0, {}});
        if (!is_number(*a) || is_number(*b) || (!is_shift && a->constant < 2)) return std::nullopt;
        const auto result = fresh({Op::power, {}, *b, is_shift ? 2 : a->constant, {}});
        return is_shift ? plus(number_form(0), a->constant, *result) : result;
      }
      case Op::div:
      case Op::mod: {
        const auto a = argument(0), b = argument(1);
        if (!a || !b) return std::nullopt;
        if (!is_number(*b)) return fresh({expr.op, *a, *b, 0, {}});
        if (b->constant < 1) return std::nullopt;
        const size_t q = quotient(*a, b->constant);
        return expr.op == Op::div ? dimension_form(q) : plus(*a, -b->constant, dimension_form(q));
      }
      case Op::min:
      case Op::max: {
        auto result = argument(0);
        for (size_t i = 1; i < expr.args.size(); ++i) {
          const auto other = argument(i);
          if (!result || !other) return std::nullopt;
          result = extreme(*result, *other, expr.op == Op::min);
        }
        return result;
      }
      case Op::abs: {
        const auto a = argument(0);
        return a ? extreme(*a, minus_form(*a), false) : std::nullopt;
      }
      case Op::gcd: {
        if (expr.args.size() != 2) return std::nullopt;
        const auto a = argument(0), b = argument(1);
        return a && b ? fresh({Op::gcd, *a, *b, 0, {}}) : std::nullopt;
      }
      case Op::isqrt: {
        const auto a = argument(0);
        return a ? fresh({Op::isqrt, *a, {}, 0, {}}) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }
  size_t quotient(const LinearForm& form, int64_t by) {
    for (const auto& [known, divisor, dimension] : quotients_) {
      if (divisor == by && same_form(known, form)) return dimension;
    }
    const size_t q = dimensions_++;
    quotients_.emplace_back(form, by, q);
    const LinearForm rest = *plus(form, -by, dimension_form(q));
    told(q, {{{}, {rest, shifted(minus_form(rest), by - 1)}, {}}});
    return q;
  }
  std::optional<LinearForm> extreme(const LinearForm& a, const LinearForm& b, bool least) {
    const auto difference = plus(a, -1, b);  // a - b
    if (!difference) return std::nullopt;
    const size_t self = dimensions_++;
    const auto is_a = plus(a, -1, dimension_form(self)), is_b = plus(b, -1, dimension_form(self));
    const LinearForm first = least ? minus_form(*difference) : *difference;  // a is it if this is natural
    return told(self, {{{*is_a}, {first}, {}}, {{*is_b}, {shifted(minus_form(first), -1)}, {}}});
  }

  static std::optional<Disjunction> one_conjunction(Conjunction one) { return Disjunction{std::move(one)}; }
  static std::optional<Disjunction> truth(bool holds) { return holds ? Disjunction(1) : Disjunction(); }
  static std::optional<Disjunction> literal(Atom atom, bool holds) {
    return Disjunction{{{}, {}, {{std::move(atom), holds}}}};
  }

  std::optional<Disjunction> range(const Binder& binder) {
    Conjunction all;
    for (const size_t s : binder.slots) {
      if (!bound_.insert(s).second) return std::nullopt;  // two quantifiers that share it
      all.natural.push_back(dimension_form(s));
    }
    const LinearForm first = dimension_form(binder.slots[0]);
    switch (binder.kind) {
      case Binder::Kind::range:
      case Binder::Kind::equal: {
        for (const bool low : {true, false}) {
          for (const Expr& bound : low ? binder.low : binder.high) {
            if (!low && bound.op == Op::div) {
              if (const auto product = times_divisor(first, bound)) {
                all.natural.push_back(product->first);
                all.positive.push_back(product->second);
                continue;
              }
            }
            const auto form = linear(bound);
            const auto rest = form ? plus(low ? first : *form, -1, low ? *form : first) : std::nullopt;
            if (!rest) return std::nullopt;
            (binder.kind == Binder::Kind::equal ? all.zero : all.natural).push_back(*rest);
          }
        }
        return one_conjunction(std::move(all));
      }
      case Binder::Kind::in_set: {
        std::vector<LinearForm> tuple;
        for (const size_t s : binder.slots) tuple.push_back(dimension_form(s));
        return both(one_conjunction(std::move(all)), member(tuple, *binder.set, false));
      }
      case Binder::Kind::values: {
        std::optional<Disjunction> any = Disjunction();
        for (const Expr& value : binder.values) {
          const auto form = linear(value);
          const auto rest = form ? plus(first, -1, *form) : std::nullopt;
          if (!rest) return std::nullopt;
          any = either(std::move(any), one_conjunction({{*rest}, {}, {}}));
        }
        return both(one_conjunction(std::move(all)), any);
      }
    }
    return std::nullopt;
  }

  /// k <= e / d, if d >= 1, says that e - k·d is natural: that form, and d.
  std::optional<std::pair<LinearForm, LinearForm>> times_divisor(const LinearForm& k, const Expr& quotient) {
    const auto e = linear(quotient.args[0]), d = linear(quotient.args[1]);
    if (!e || !d || is_number(*d)) return std::nullopt;
    const auto product = fresh({Op::mul, k, *d, 0, {}});
    const auto rest = product ? plus(*e, -1, *product) : std::nullopt;
    if (!rest) return std::nullopt;
    return std::pair(*rest, *d);
  }

  std::optional<Disjunction> member(const std::vector<LinearForm>& tuple, const NumberSet& set, bool negated) {
    const bool outside = negated != set.complement;
    if (set.size() > kMostElements || (set.complement && (negated || tuple.size() != 1))) return std::nullopt;
    std::optional<Disjunction> result = truth(outside);
    for (size_t e = 0; e < set.size(); ++e) {
      std::optional<Disjunction> point = truth(!outside);
      for (size_t j = 0; j < tuple.size(); ++j) {
        const LinearForm rest = shifted(tuple[j], -set.flat[e * set.arity + j]);
        point = outside ? either(std::move(point), differs(rest)) : both(point, one_conjunction({{rest}, {}, {}}));
      }
      result = outside ? both(result, point) : either(std::move(result), point);
    }
    if (set.complement) result = both(result, one_conjunction({{}, {tuple[0]}, {}}));
    return result;
  }
  static std::optional<Disjunction> differs(const LinearForm& form) {
    return Disjunction{{{}, {shifted(form, -1)}, {}}, {{}, {shifted(minus_form(form), -1)}, {}}};
  }

  const Definition* defined(const LinearForm& form, Op op) const {
    for (const Definition& one : definitions_) {
      if (one.op == op && same_form(one.value, form)) return &one;
    }
    return nullptr;
  }

  /// form = 0 or, negated, form != 0, where the form may have a remainder or a common divisor in it.
  std::optional<Disjunction> is_zero(const LinearForm& a, const LinearForm& b, bool negated) {
    for (const auto& [left, right] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (const Definition* rest = defined(*left, Op::mod); rest != nullptr && same_form(*right, number_form(0)))
        return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, !negated);
      if (const Definition* common = defined(*left, Op::gcd)) {
        if (same_form(*right, number_form(1)))
          return literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, !negated);
        if (same_form(*right, common->first))
          return literal({Atom::Kind::divides, 0, 1, {common->first, common->second}}, !negated);
        if (same_form(*right, common->second))
          return literal({Atom::Kind::divides, 0, 1, {common->second, common->first}}, !negated);
      }
      if (const Definition* product = defined(*left, Op::mul)) {
        const Definition* root = defined(product->first, Op::isqrt);
        if (root != nullptr && same_form(product->first, product->second) && same_form(root->first, *right))
          return literal({Atom::Kind::square, 0, 1, {*right}}, !negated);
      }
    }
    const auto form = plus(a, -1, b);
    if (!form) return std::nullopt;
    return negated ? differs(*form) : one_conjunction({{*form}, {}, {}});
  }

  /// a + slack <= b
  std::optional<Disjunction> at_most(const LinearForm& a, int64_t slack, const LinearForm& b) {
    const auto form = plus(b, -1, shifted(a, slack));
    if (!form) return std::nullopt;
    if (const Definition* rest = defined(b, Op::mod); rest != nullptr && is_number(a) && a.constant + slack == 1)
      return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, false);
    if (const Definition* rest = defined(a, Op::mod); rest != nullptr && is_number(b) && b.constant - slack == 0)
      return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, true);
    if (const Definition* common = defined(b, Op::gcd); common != nullptr && is_number(a) && a.constant + slack == 2) {
      // Both 0 have the greatest common divisor 0.
      const auto apart = literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, false);
      return both(apart, Disjunction{{{}, {shifted(*plus(common->first, 1, common->second), -1)}, {}}});
    }
    if (const Definition* common = defined(a, Op::gcd); common != nullptr && is_number(b) && b.constant - slack == 1) {
      const auto coprime = literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, true);
      return either(coprime, Disjunction{{{common->first, common->second}, {}, {}}});
    }
    return one_conjunction({{}, {*form}, {}});
  }

  std::optional<Disjunction> condition(const Expr& expr, bool negated) {
    const auto form = [&](size_t i) { return linear(expr.args[i]); };
    switch (expr.op) {
      case Op::constant:
        return truth((expr.value != 0) != negated);
      case Op::logical_not:
        return condition(expr.args[0], !negated);
      case Op::logical_and:
      case Op::logical_or: {
        auto a = condition(expr.args[0], negated), b = condition(expr.args[1], negated);
        return (expr.op == Op::logical_and) != negated ? both(a, b) : either(std::move(a), b);
      }
      case Op::eq:
      case Op::ne: {
        if (auto power = power_of_two(expr, (expr.op == Op::ne) != negated)) return power;
        const auto a = form(0), b = form(1);
        return a && b ? is_zero(*a, *b, (expr.op == Op::ne) != negated) : std::nullopt;
      }
      case Op::lt:
      case Op::le: {
        const auto a = form(0), b = form(1);
        if (!a || !b) return std::nullopt;
        const int64_t slack = expr.op == Op::lt ? 1 : 0;
        return negated ? at_most(*b, 1 - slack, *a) : at_most(*a, slack, *b);
      }
      case Op::isprime:
      case Op::issquare: {
        const auto a = form(0);
        if (!a) return std::nullopt;
        return literal({expr.op == Op::isprime ? Atom::Kind::prime : Atom::Kind::square, 0, 1, {*a}}, !negated);
      }
      case Op::ispower: {
        const auto a = form(0), b = form(1);
        if (!a || !b || !is_number(*b) || b->constant < 2) return std::nullopt;
        return literal({Atom::Kind::power, b->constant, 1, {*a}}, !negated);
      }
      case Op::in_set: {
        std::vector<LinearForm> tuple;
        for (size_t i = 0; i < expr.args.size(); ++i) {
          const auto one = form(i);
          if (!one) return std::nullopt;
          tuple.push_back(*one);
        }
        return member(tuple, *expr.set, negated);
      }
      case Op::quantifier:
        return quantified(*expr.quantifier, (expr.value == 1) != negated, negated);
      default:
        return std::nullopt;
    }
  }

  /// k & (k - 1) = 0: k is 0 or a power of 2.
  std::optional<Disjunction> power_of_two(const Expr& expr, bool negated) {
    for (const size_t i : {0, 1}) {
      const Expr& word = expr.args[i];
      if (word.op != Op::bit_and || !same(expr.args[1 - i], constant(0))) continue;
      for (const size_t j : {0, 1}) {
        const auto a = linear(word.args[j]), b = linear(word.args[1 - j]);
        if (!a || !b || !same_form(shifted(*a, -1), *b)) continue;
        const Atom atom{Atom::Kind::power, 2, 1, {*a}};
        return negated ? both(literal(atom, false), differs(*a))
                       : either(literal(atom, true), one_conjunction({{*a}, {}, {}}));
      }
    }
    return std::nullopt;
  }

  /// any(…), or all(…) if `all`; the condition inside is negated if `negated`.
  std::optional<Disjunction> quantified(const Quantifier& quantifier, bool all, bool negated) {
    if (all) return for_all_divisors(quantifier, negated);
    std::optional<Disjunction> result = condition(quantifier.condition, negated);
    for (const Binder& binder : quantifier.binders) result = both(result, range(binder));
    for (const Expr& filter : quantifier.filter) result = both(result, condition(filter, false));
    return result;
  }

  /// No d from 2 on divides t, or both of two numbers: t is a prime, or the numbers are coprime.
  std::optional<Disjunction> for_all_divisors(const Quantifier& quantifier, bool negated) {
    if (quantifier.binders.size() != 1 || quantifier.filter.size() > 1) return std::nullopt;
    const Binder& binder = quantifier.binders[0];
    if (binder.kind != Binder::Kind::range || binder.low.size() != 1 || binder.high.size() != 1 ||
        !same(binder.low[0], constant(2)))
      return std::nullopt;
    const LinearForm d = dimension_form(binder.slots[0]);
    const auto inside = condition(quantifier.condition, !negated);  // what must not hold of any d
    const auto high = linear(binder.high[0]);
    if (!inside || !high || inside->size() != 1) return std::nullopt;
    const Conjunction& some = inside->front();
    if (!some.zero.empty() || !some.natural.empty() || some.literals.empty() || some.literals.size() > 2)
      return std::nullopt;
    std::vector<LinearForm> numbers;
    for (const Literal& one : some.literals) {
      if (!one.holds || one.atom.kind != Atom::Kind::divides || !same_form(one.atom.terms[0], d) ||
          coefficient(one.atom.terms[1], binder.slots[0]) != 0)
        return std::nullopt;
      numbers.push_back(one.atom.terms[1]);
    }
    if (numbers.size() == 1) {
      // A number from 2 on that is no prime has a divisor from 2 to its root, or to its half.
      const LinearForm& t = numbers[0];
      const Definition* root = defined(*high, Op::isqrt);
      bool reaches = same_form(shifted(t, -1), *high) || (root != nullptr && same_form(root->first, t));
      for (const auto& [form, divisor, dimension] : quotients_)
        reaches = reaches || (divisor == 2 && same_form(form, t) && same_form(dimension_form(dimension), *high));
      if (!reaches || !quantifier.filter.empty()) return std::nullopt;
      return either(literal({Atom::Kind::prime, 0, 1, {t}}, true),
                    one_conjunction({{}, {shifted(minus_form(t), 1)}, {}}));
    }
    if (!quantifier.filter.empty()) return std::nullopt;
    for (const size_t i : {0, 1}) {
      if (!same_form(numbers[i], *high)) continue;
      return either(literal({Atom::Kind::coprime, 0, 1, {numbers[0], numbers[1]}}, true),
                    one_conjunction({{numbers[i]}, {}, {}}));
    }
    return std::nullopt;
  }

  // Elimination: a piece is left with coordinates and outputs only.

  bool is_unknown(size_t dimension) const { return dimension >= arity_ && dimension < outputs_; }

  struct Pending {
    isl::Set set;
    std::vector<Literal> literals;
    std::vector<Definition> definitions;

    template <class Change>
    void for_each_form(Change&& change) {
      for (Literal& one : literals) {
        for (LinearForm& form : one.atom.terms) change(form);
      }
      for (Definition& one : definitions) {
        change(one.first);
        change(one.second);
        change(one.value);
      }
    }
  };

  /// Those that the conjunction speaks of, one way or another.
  std::vector<Definition> relevant(const Conjunction& one) const {
    std::vector<char> used(dimensions_);
    const auto use = [&](const LinearForm& form) {
      for (size_t i = 0; i < form.coefficients.size(); ++i) used[i] = used[i] != 0 || form.coefficients[i] != 0;
    };
    for (const LinearForm& form : one.zero) use(form);
    for (const LinearForm& form : one.natural) use(form);
    for (const Literal& literal : one.literals) {
      for (const LinearForm& form : literal.atom.terms) use(form);
    }
    std::vector<Definition> result;
    for (auto later = definitions_.rbegin(); later != definitions_.rend(); ++later) {  // arguments come earlier
      if (used[*single_dimension(later->value)] == 0) continue;
      use(later->first);
      use(later->second);
      result.push_back(*later);
    }
    return result;
  }

  /// The equations that hold everywhere in the set.
  std::vector<LinearForm> equations_of(const isl::Set& set) const {
    std::vector<LinearForm> result;
    const isl::BasicSet hull(isl_set_affine_hull(set.copy()));
    isl_mat* matrix =
        isl_basic_set_equalities_matrix(hull.keep(), isl_dim_cst, isl_dim_set, isl_dim_div, isl_dim_param);
    if (matrix == nullptr) return result;
    for (int row = 0; row < isl_mat_rows(matrix); ++row) {
      LinearForm form;
      form.coefficients.resize(dimensions_);
      bool plain = true;
      for (int column = 0; column < isl_mat_cols(matrix); ++column) {
        const isl::Val value(isl_mat_get_element_val(matrix, row, column));
        if (isl_val_is_zero(value.keep()) == isl_bool_true) continue;
        const auto dimension = static_cast<size_t>(column) - 1;
        plain = plain && (column == 0 || dimension < dimensions_) &&
                isl_val_cmp_si(value.keep(), kLargestFactor) <= 0 && isl_val_cmp_si(value.keep(), -kLargestFactor) >= 0;
        if (!plain) break;
        (column == 0 ? form.constant : form.coefficients[dimension]) = isl_val_get_num_si(value.keep());
      }
      if (plain) result.push_back(std::move(form));
    }
    isl_mat_free(matrix);
    return result;
  }

  /// Writes the unknowns that equations tell in terms of the others.
  bool solve(Pending& piece) const {
    std::vector<LinearForm> equations = equations_of(piece.set);
    const auto unknowns = [&](const LinearForm& form) {
      size_t count = 0;
      for (size_t u = arity_; u < outputs_; ++u) count += coefficient(form, u) != 0 ? 1 : 0;
      return count;
    };
    const auto unit = [&](const LinearForm& form) {  // an unknown that the equation tells
      for (size_t u = arity_; u < outputs_; ++u) {
        if (const int64_t c = coefficient(form, u); c == 1 || c == -1) return u;
      }
      return outputs_;
    };
    for (;;) {
      // The equation with the fewest unknowns comes first: p = n - y before p = 2q + 1.
      auto next = equations.end();
      for (auto one = equations.begin(); one != equations.end(); ++one) {
        if (unit(*one) != outputs_ && (next == equations.end() || unknowns(*one) < unknowns(*next))) next = one;
      }
      if (next == equations.end()) return true;
      const LinearForm equation = std::move(*next);
      equations.erase(next);
      const size_t u = unit(equation);
      bool fits = true;
      const auto replace = [&](LinearForm& form) {
        const int64_t here = coefficient(form, u);
        if (here == 0) return;
        const auto changed = plus(form, -here * coefficient(equation, u), equation);
        fits = fits && changed.has_value();
        if (changed) form = *changed;
      };
      piece.for_each_form(replace);
      for (LinearForm& other : equations) replace(other);
      if (!fits) return false;
    }
  }

  /// Terms that have become the same have the same value.
  bool join_equal_terms(Pending& piece) const {
    const auto is_same = [](const Definition& a, const Definition& b) {
      const bool turned = a.op == Op::mul && same_form(a.first, b.second) && same_form(a.second, b.first);
      return a.op == b.op && a.base == b.base &&
             (turned || (same_form(a.first, b.first) && same_form(a.second, b.second)));
    };
    for (size_t i = 0; i < piece.definitions.size(); ++i) {
      for (size_t j = i + 1; j < piece.definitions.size(); ++j) {
        if (!is_same(piece.definitions[i], piece.definitions[j])) continue;
        const auto equation = plus(piece.definitions[i].value, -1, piece.definitions[j].value);
        if (!equation) return false;
        piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {*equation}, {}));
        piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(j));
        return solve(piece) && join_equal_terms(piece);
      }
    }
    return true;
  }

  /// How many of the forms have the dimension.
  static size_t uses(Pending& piece, size_t dimension) {
    size_t count = 0;
    piece.for_each_form([&](const LinearForm& form) { count += coefficient(form, dimension) != 0 ? 1 : 0; });
    return count;
  }

  /// Leaves out the unknown u, of which all that counts is that some value of it is a point of `facts`.
  bool leave_out(Pending& piece, size_t u, const isl::Set& facts) const {
    const isl::Set whole = meet_sets(piece.set, facts);
    isl_set* without = isl_set_project_out(whole.copy(), isl_dim_set, static_cast<unsigned>(u), 1);
    const isl::Set left(isl_set_insert_dims(without, isl_dim_set, static_cast<unsigned>(u), 1));
    if (isl_set_is_subset(meet_sets(left, facts).keep(), whole.keep()) != isl_bool_true) return false;
    piece.set = left;
    return true;
  }

  /// What is known of q if d·q = p and d >= 1.
  isl::Set facts_of_factor(const LinearForm& q, const LinearForm& d, const LinearForm& p) const {
    isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
    const auto add = [&](std::vector<LinearForm> zero, std::vector<LinearForm> natural) {
      natural.push_back(shifted(d, -1));
      result = join_sets(std::move(result), points_where(context_, dimensions_, zero, natural));
    };
    for (int64_t i = 0; i < 4; ++i) add({shifted(q, -i), *plus(p, -i, d)}, {});
    const LinearForm from_4 = shifted(q, -4);
    const LinearForm beyond = *plus(*plus(p, -4, d), -1, from_4);  // p - 4d - (q - 4)
    add({shifted(d, -1), *plus(p, -1, q)}, {from_4});
    add({}, {from_4, shifted(d, -2), *plus(beyond, -1, from_4)});
    return result;
  }
  /// What is known of u if f(u) = value, f being convex with these first values.
  isl::Set facts_of_image(const LinearForm& u, const LinearForm& value, const std::vector<int64_t>& first) const {
    isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
    const auto last = static_cast<int64_t>(first.size()) - 1;
    for (int64_t i = 0; i < last; ++i) {
      const auto at = static_cast<size_t>(i);
      result = join_sets(std::move(result),
                         points_where(context_, dimensions_, {shifted(u, -i), shifted(value, -first[at])}, {}));
    }
    const int64_t slope = first.back() - first[first.size() - 2];
    const LinearForm beyond = shifted(u, -last);
    const LinearForm above = shifted(*plus(value, -slope, beyond), -first.back());
    return join_sets(std::move(result), points_where(context_, dimensions_, {}, {beyond, above}));
  }

  /// Replaces the definition by an atom, or by an equation; false if it can't be now.
  bool resolve(Pending& piece, size_t index) const {
    Definition one = piece.definitions[index];
    const auto becomes = [&](Atom atom) {
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      piece.literals.push_back({std::move(atom), true});
      return true;
    };
    const auto lone = [&](const LinearForm& form, size_t occurrences) -> std::optional<size_t> {
      const auto u = single_dimension(form);
      return u && is_unknown(*u) && uses(piece, *u) == occurrences ? u : std::nullopt;
    };
    if (one.op == Op::div) {  // a quotient by a divisor is a factor
      const auto divides = std::find_if(piece.literals.begin(), piece.literals.end(), [&](const Literal& literal) {
        return literal.holds && literal.atom.kind == Atom::Kind::divides &&
               same_form(literal.atom.terms[0], one.second) && same_form(literal.atom.terms[1], one.first);
      });
      if (divides == piece.literals.end()) return false;
      if (!excludes(context_, dimensions_, piece.set, minus_form(one.second))) return false;  // by 0
      piece.literals.erase(divides);
      piece.definitions[index] = {Op::mul, one.value, one.second, 0, one.first};
      return true;
    }
    if (one.op == Op::mul) {
      if (is_number(one.first) || is_number(one.second)) {
        const bool first = is_number(one.first);
        const auto equation =
            plus(one.value, first ? -one.first.constant : -one.second.constant, first ? one.second : one.first);
        if (!equation) return false;
        piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {*equation}, {}));
        piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
        return solve(piece);
      }
      if (same_form(one.first, one.second)) {
        const auto u = lone(one.first, 2);
        return u && leave_out(piece, *u, facts_of_image(one.first, one.value, first_squares())) &&
               becomes({Atom::Kind::square, 0, 1, {one.value}});
      }
      for (const bool turned : {false, true}) {
        const LinearForm& q = turned ? one.second : one.first;
        const LinearForm& d = turned ? one.first : one.second;
        const auto u = lone(q, 1);
        if (!u) continue;
        if (!excludes(context_, dimensions_, piece.set, minus_form(d))) {
          // A factor of a positive number is positive, as the other one is natural.
          if (!excludes(context_, dimensions_, piece.set, minus_form(one.value))) continue;
          piece.set = meet_sets(piece.set, points_where(context_, dimensions_, {}, {shifted(d, -1)}));
        }
        if (leave_out(piece, *u, facts_of_factor(q, d, one.value)))
          return becomes({Atom::Kind::divides, 0, 1, {d, one.value}});
      }
      return false;
    }
    if (one.op == Op::power) {
      const auto u = lone(one.second, 1);
      const int64_t b = one.base;
      if (!u || b > 1000) return false;
      return leave_out(piece, *u, facts_of_image(one.second, one.value, first_powers(b))) &&
             becomes({Atom::Kind::power, b, 1, {one.value}});
    }
    return false;
  }

  /// If the term is an unknown u, and c·u is told by the others: c·u is c times a power.
  bool scale(const isl::Set& set, Atom& power) const {
    const auto u = single_dimension(power.terms[0]);
    if (!u || !is_unknown(*u)) return true;
    for (const LinearForm& equation : equations_of(set)) {
      const int64_t c = coefficient(equation, *u);
      if (c == 0) continue;
      const auto rest = plus(equation, -c, dimension_form(*u));
      bool is_known = rest.has_value();
      for (size_t other = arity_; other < outputs_ && is_known; ++other) is_known = coefficient(*rest, other) == 0;
      if (!is_known || std::abs(c) > kMostFactor) continue;
      power.terms[0] = *plus(number_form(0), c > 0 ? -1 : 1, *rest);
      power.factor = std::abs(c);
      return true;
    }
    return false;
  }

  /// The definition as an affine set, if one of the numbers in it has few values; the set is a union over them.
  bool expand(Pending& piece, size_t index) const {
    const Definition one = piece.definitions[index];
    const bool is_product = one.op == Op::mul;
    if (!is_product && one.op != Op::power && one.op != Op::div) return false;
    for (const bool by_first : {false, true}) {
      if (by_first && !is_product) break;
      const LinearForm& few = by_first ? one.first : one.second;
      const auto range = few_values_of(context_, dimensions_, piece.set, few);
      if (!range || (one.op == Op::power && (range->first < 0 || range->second > 51)) ||
          (one.op == Op::div && range->first < 1))
        continue;
      isl::Set result(isl_set_empty(space_of(context_, dimensions_)));
      for (int64_t v = range->first; v <= range->second; ++v) {
        std::vector<LinearForm> zero = {shifted(few, -v)}, natural;
        if (is_product) {
          const auto equation = plus(one.value, -v, by_first ? one.second : one.first);
          if (!equation) return false;
          zero.push_back(*equation);
        } else if (one.op == Op::power) {
          int64_t number = 0;
          if (power(one.base, v, &number) || number > kLargestFactor) return false;
          zero.push_back(shifted(one.value, -number));
        } else {
          const auto rest = plus(one.first, -v, one.value);
          if (!rest) return false;
          natural = {*rest, shifted(minus_form(*rest), v - 1)};
        }
        result = join_sets(std::move(result), meet_sets(piece.set, points_where(context_, dimensions_, zero, natural)));
      }
      piece.set = result;
      piece.definitions.erase(piece.definitions.begin() + static_cast<std::ptrdiff_t>(index));
      return solve(piece);
    }
    return false;
  }

  bool eliminate(const Conjunction& one, size_t outputs, std::vector<Piece>& result) const {
    Pending piece{points_where(context_, dimensions_, one.zero, one.natural), one.literals, relevant(one)};
    if (!piece.set) return false;
    if (is_empty_set(piece.set)) return true;
    for (const LinearForm& divisor : one.positive) {
      if (!excludes(context_, dimensions_, piece.set, minus_form(divisor))) return false;
    }
    for (const LinearForm& index : least_indices_) {
      if (!excludes(context_, dimensions_, piece.set, shifted(minus_form(index), -1))) return false;
    }
    if (!solve(piece) || !join_equal_terms(piece)) return false;
    for (size_t i = 0; i < piece.definitions.size();) i = resolve(piece, i) || expand(piece, i) ? 0 : i + 1;
    if (!piece.definitions.empty()) return false;
    for (Literal& literal : piece.literals) {
      if (literal.atom.kind == Atom::Kind::power && !scale(piece.set, literal.atom)) return false;
      for (LinearForm& form : literal.atom.terms) {
        for (size_t u = arity_; u < outputs_; ++u) {
          if (coefficient(form, u) != 0) return false;
        }
      }
      const auto is_natural = [&](const LinearForm& form) {
        return excludes(context_, dimensions_, piece.set, shifted(minus_form(form), -1));
      };
      const std::vector<LinearForm>& terms = literal.atom.terms;
      if (literal.atom.kind == Atom::Kind::divides && !is_natural(shifted(terms[0], -1))) return false;
      if (literal.atom.kind == Atom::Kind::coprime && !(is_natural(terms[0]) && is_natural(terms[1]))) return false;
      for (LinearForm& form : literal.atom.terms) {
        form.coefficients.resize(dimensions_);
        form.coefficients.erase(form.coefficients.begin() + static_cast<std::ptrdiff_t>(arity_),
                                form.coefficients.begin() + static_cast<std::ptrdiff_t>(outputs_));
      }
      literal.atom = canonical(std::move(literal.atom));
    }
    isl_set* pairs = isl_set_project_out(piece.set.copy(), isl_dim_set, static_cast<unsigned>(arity_),
                                         static_cast<unsigned>(outputs_ - arity_));
    Piece left{std::move(piece.literals), isl::Set(isl_set_coalesce(pairs))};
    if (!left.pairs) return false;
    left = with_few_values(context_, arity_ + outputs, std::move(left));
    if (!is_empty_set(left.pairs)) result.push_back(std::move(left));
    return true;
  }

  isl_ctx* context_;
  const MoveLine& line_;
  size_t arity_;
  size_t dimensions_;
  size_t outputs_ = 0;  // the first of them
  std::vector<Definition> definitions_;
  std::vector<std::tuple<LinearForm, int64_t, size_t>> quotients_;
  std::vector<Disjunction> exact_;  // conditions on dimensions that stand for affine terms
  std::set<size_t> bound_;
  std::vector<LinearForm> least_indices_;  // of sums, to be shown to be natural
};

/// The rows changed by each other until they are in Hermite's form, by which a lattice is known.
void reduce_rows(LinearForm& a, LinearForm& b, size_t dimensions) {
  a.coefficients.resize(dimensions);
  b.coefficients.resize(dimensions);
  const auto entry = [&](LinearForm& row, size_t column) -> int64_t& {
    return column < dimensions ? row.coefficients[column] : row.constant;
  };
  const auto subtract = [&](LinearForm& from, int64_t times, LinearForm& row) {
    for (size_t i = 0; i <= dimensions; ++i) entry(from, i) -= times * entry(row, i);
  };
  const auto lead = [&](LinearForm& row) {
    size_t i = 0;
    while (i <= dimensions && entry(row, i) == 0) ++i;
    return i;
  };
  for (size_t column = 0; column <= dimensions; ++column) {
    if (entry(a, column) == 0 && entry(b, column) == 0) continue;
    while (entry(b, column) != 0) {  // Euclid's algorithm
      subtract(a, entry(a, column) / entry(b, column), b);
      std::swap(a, b);
    }
    break;
  }
  const auto positive = [&](LinearForm& row) {
    if (const size_t i = lead(row); i <= dimensions && entry(row, i) < 0) subtract(row, 2, row);
  };
  positive(a);
  positive(b);
  if (const size_t i = lead(b); i <= dimensions) {
    int64_t times = entry(a, i) / entry(b, i);
    if (entry(a, i) - times * entry(b, i) < 0) --times;
    subtract(a, times, b);
  }
}

/// The dimensions of `set`, moved: dimension i becomes to[i].
isl::Set moved_set(isl_ctx* context, const isl::Set& set, const std::vector<size_t>& to) {
  const auto size = static_cast<unsigned>(to.size());
  isl_map* change = isl_map_universe(isl_space_alloc(context, 0, size, size));
  for (unsigned i = 0; i < size; ++i)
    change = isl_map_equate(change, isl_dim_in, static_cast<int>(i), isl_dim_out, static_cast<int>(to[i]));
  return isl::Set(isl_set_apply(set.copy(), change));
}
Piece moved_piece(isl_ctx* context, const Piece& piece, const std::vector<size_t>& to) {
  Piece result{{}, moved_set(context, piece.pairs, to)};
  for (Literal literal : piece.literals) {
    for (LinearForm& form : literal.atom.terms) {
      LinearForm there{std::vector<int64_t>(to.size()), form.constant};
      for (size_t i = 0; i < to.size(); ++i) there.coefficients[to[i]] = coefficient(form, i);
      form = std::move(there);
    }
    literal.atom = canonical(std::move(literal.atom));
    result.literals.push_back(std::move(literal));
  }
  return result;
}

/// With all orders of parts that are the same game: a sum has none.
std::vector<Piece> without_order(isl_ctx* context, const MovesToParts& moves, size_t arity) {
  const size_t count = moves.parts.size();
  if (count < 2) return moves.pieces;
  std::vector<size_t> first(count + 1, arity);  // dimension of each part
  for (size_t p = 0; p < count; ++p) first[p + 1] = first[p] + moves.parts[p].dimensions();
  std::vector<size_t> order(count);
  std::iota(order.begin(), order.end(), size_t{0});
  std::vector<Piece> result;
  do {
    bool same_games = true;
    for (size_t p = 0; p < count; ++p) same_games = same_games && moves.parts[order[p]] == moves.parts[p];
    if (!same_games) continue;
    std::vector<size_t> to(first.back());
    std::iota(to.begin(), to.end(), size_t{0});
    for (size_t p = 0; p < count; ++p) {
      for (size_t i = 0; i < moves.parts[p].dimensions(); ++i) to[first[p] + i] = first[order[p]] + i;
    }
    for (const Piece& piece : moves.pieces) result.push_back(moved_piece(context, piece, to));
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

/// Whether the pieces are the same set of pairs, whichever atoms are true.
bool same_pieces(isl_ctx* context, size_t dimensions, const std::vector<Piece>& a, const std::vector<Piece>& b) {
  std::vector<Atom> atoms;
  for (const auto* pieces : {&a, &b}) {
    for (const Piece& piece : *pieces) {
      for (const Literal& literal : piece.literals) {
        if (std::find(atoms.begin(), atoms.end(), literal.atom) == atoms.end()) atoms.push_back(literal.atom);
      }
    }
  }
  if (atoms.size() > kMostCommonAtoms) return false;
  for (size_t truths = 0; truths < size_t{1} << atoms.size(); ++truths) {
    const auto pairs_of = [&](const std::vector<Piece>& pieces) {
      isl::Set result(isl_set_empty(space_of(context, dimensions)));
      for (const Piece& piece : pieces) {
        const bool holds = std::all_of(piece.literals.begin(), piece.literals.end(), [&](const Literal& literal) {
          const auto i = std::find(atoms.begin(), atoms.end(), literal.atom) - atoms.begin();
          return ((truths >> i & 1) != 0) == literal.holds;
        });
        if (holds) result = join_sets(std::move(result), piece.pairs);
      }
      return result;
    };
    isl::Set left = pairs_of(a), right = pairs_of(b);
    const auto are_same = [&] { return isl_set_is_equal(left.keep(), right.keep()) == isl_bool_true; };
    // What follows from the atoms is seldom needed, least of all from those that don't hold.
    for (const bool holding : {true, false}) {
      for (size_t i = 0; i < atoms.size() && !are_same(); ++i) {
        if (((truths >> i & 1) != 0) != holding) continue;
        const isl::Set facts = facts_of(context, dimensions, {atoms[i], holding});
        left = meet_sets(left, facts);
        right = meet_sets(right, facts);
      }
    }
    if (!are_same()) return false;
  }
  return true;
}

using GamePairs = std::map<const Rule*, const Rule*>;

bool same_moves(isl_ctx* context, const Rule& a, const Rule& b, const std::vector<size_t>& order, GamePairs& pairs) {
  if (&a == &b) return true;
  if (a.arity() != b.arity() || order.size() != a.arity() || a.is_alias || b.is_alias || a.board || b.board ||
      a.moves_by_code || b.moves_by_code)
    return false;
  if (const auto known = pairs.find(&a); known != pairs.end()) return known->second == &b;
  pairs[&a] = &b;
  const auto left = pieces_of(context, a), right = pieces_of(context, b);
  if (!left || !right || left->size() != right->size()) return false;
  std::vector<char> taken(right->size());
  const auto straight = [](size_t arity) {
    std::vector<size_t> result(arity);
    std::iota(result.begin(), result.end(), size_t{0});
    return result;
  };
  return std::all_of(left->begin(), left->end(), [&](const MovesToParts& mine) {
    for (size_t i = 0; i < right->size(); ++i) {
      const MovesToParts& other = (*right)[i];
      if (taken[i] != 0 || mine.parts.size() != other.parts.size()) continue;
      GamePairs trial = pairs;
      bool fits = true;
      for (size_t p = 0; p < mine.parts.size() && fits; ++p) {
        const PartKind here = mine.parts[p], there = other.parts[p];
        const bool own = here.game == &a && there.game == &b;
        fits = here.is_range == there.is_range &&
               (own || (here.game->arity() == there.game->arity() &&
                        same_moves(context, *here.game, *there.game, straight(here.game->arity()), trial)));
      }
      if (!fits) continue;
      // Coordinate order[i] of a is coordinate i of b, in the position and in its own parts.
      std::vector<size_t> to;
      for (const size_t at : order) to.push_back(at);
      for (const PartKind& part : mine.parts) {
        const size_t begin = to.size();
        for (size_t k = 0; k < part.dimensions(); ++k)
          to.push_back(begin + (part.game == &a && !part.is_range ? order[k] : k));
      }
      std::vector<Piece> theirs;
      for (const Piece& piece : without_order(context, other, b.arity()))
        theirs.push_back(moved_piece(context, piece, to));
      if (!same_pieces(context, to.size(), without_order(context, mine, a.arity()), theirs)) continue;
      pairs = std::move(trial);
      taken[i] = 1;
      return true;
    }
    return false;
  });
}

}  // namespace

bool operator==(const Atom& a, const Atom& b) {
  return a.kind == b.kind && a.base == b.base && a.factor == b.factor &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(), same_form);
}

Atom canonical(Atom atom) {
  size_t dimensions = 0;
  for (const LinearForm& form : atom.terms) dimensions = std::max(dimensions, form.coefficients.size());
  if (atom.kind == Atom::Kind::coprime) {
    reduce_rows(atom.terms[0], atom.terms[1], dimensions);
  } else if (atom.kind == Atom::Kind::divides) {
    const LinearForm& d = atom.terms[0];
    LinearForm& m = atom.terms[1];
    for (size_t i = 0; i < d.coefficients.size(); ++i) {
      if (d.coefficients[i] != 1 && d.coefficients[i] != -1) continue;
      if (const auto less = plus(m, -coefficient(m, i) * d.coefficients[i], d)) m = *less;
      break;
    }
    const auto lead = std::find_if(m.coefficients.begin(), m.coefficients.end(), [](int64_t c) { return c != 0; });
    if (lead != m.coefficients.end() ? *lead < 0 : m.constant < 0) m = minus_form(m);
  }
  return atom;
}

isl::Set facts_of(isl_ctx* context, size_t dimensions, const Literal& literal) {
  using Forms = std::vector<LinearForm>;
  isl::Set result(isl_set_empty(space_of(context, dimensions)));
  const auto add = [&](const Forms& zero, const Forms& natural) {
    result = join_sets(std::move(result), points_where(context, dimensions, zero, natural));
  };
  const auto none_of = [&](const Forms& forms) {  // none is 0
    result = isl::Set(isl_set_universe(space_of(context, dimensions)));
    for (const LinearForm& form : forms)
      result = isl::Set(isl_set_subtract(result.take(), points_where(context, dimensions, {form}, {}).take()));
  };
  const std::vector<LinearForm>& terms = literal.atom.terms;
  const auto at = [&](int64_t value) { return shifted(terms[0], -value); };
  switch (literal.atom.kind) {
    case Atom::Kind::divides: {
      const LinearForm& d = terms[0];
      const LinearForm& m = terms[1];
      constexpr int64_t kFirst = 4;  // multiples: as many as a factor's facts have
      Forms multiples;
      for (int64_t i = 1 - kFirst; i < kFirst; ++i) multiples.push_back(*plus(m, i, d));
      if (!literal.holds) {
        multiples.push_back(at(1));
        none_of(multiples);
        add({}, {minus_form(d)});  // no number below 1 divides anything
        return result;
      }
      for (const LinearForm& form : multiples) add({form}, {at(1)});
      add({}, {at(1), *plus(m, -kFirst, d)});
      add({}, {at(1), *plus(minus_form(m), -kFirst, d)});
      return result;
    }
    case Atom::Kind::coprime: {
      const LinearForm other = shifted(terms[1], -1);
      if (literal.holds) {
        add({at(1)}, {});
        add({other}, {});
        add({}, {shifted(minus_form(terms[0]), -1)});  // changed terms may be negative
        add({}, {shifted(minus_form(terms[1]), -1)});
        add({}, {at(2), shifted(terms[1], -2), shifted(*plus(terms[0], -1, terms[1]), -1)});
        add({}, {at(2), shifted(terms[1], -2), shifted(*plus(terms[1], -1, terms[0]), -1)});
      } else {
        none_of({at(1), other});
      }
      return result;
    }
    case Atom::Kind::prime:
      if (literal.holds) {
        add({at(2)}, {});
        add({at(3)}, {});
        for (const int64_t rest : {1, 5}) {  // all others are 1 or 5 modulo 6
          const isl::Set from_5 = points_where(context, dimensions, {}, {at(5)});
          result = join_sets(std::move(result), meet_sets(from_5, congruent(context, dimensions, terms[0], rest, 6)));
        }
      } else {
        none_of({at(2), at(3), at(5), at(7)});
      }
      return result;
    case Atom::Kind::square:
    case Atom::Kind::power: {
      const std::vector<int64_t> first =
          literal.atom.kind == Atom::Kind::square ? first_squares() : first_powers(literal.atom.base);
      Forms forms;
      for (const int64_t value : first) forms.push_back(at(literal.atom.factor * value));
      if (!literal.holds) {
        none_of(forms);
        return result;
      }
      add({}, {forms.back()});
      forms.pop_back();
      for (const LinearForm& form : forms) add({form}, {});
      return result;
    }
  }
  return result;
}

std::optional<std::vector<Piece>> pieces_of(isl_ctx* context, const Rule& rule, const MoveLine& line) {
  const bool has_range =
      std::any_of(line.parts.begin(), line.parts.end(), [](const Part& one) { return !one.binders.empty(); });
  if (has_range) return std::nullopt;
  return LineReader(context, rule, line).read(false);
}

std::optional<std::vector<MovesToParts>> pieces_of(isl_ctx* context, const Rule& rule) {
  if (rule.is_alias || rule.moves_by_code || rule.board) return std::nullopt;
  std::vector<MovesToParts> result;
  for (const MoveLine& line : rule.moves) {
    std::vector<PartKind> parts, without_ranges;
    for (const Part& part : line.parts) {
      parts.push_back({part.game, !part.binders.empty()});
      if (part.binders.empty()) without_ranges.push_back({part.game, false});
    }
    const size_t ranges = parts.size() - without_ranges.size();
    if (ranges > 1) return std::nullopt;
    for (const bool without : {false, true}) {
      if (without && ranges == 0) continue;
      auto pieces = LineReader(context, rule, line).read(without);
      if (!pieces) return std::nullopt;
      const std::vector<PartKind>& these = without ? without_ranges : parts;
      auto there = std::find_if(result.begin(), result.end(), [&](const auto& one) { return one.parts == these; });
      if (there == result.end()) there = result.insert(there, {these, {}});
      std::move(pieces->begin(), pieces->end(), std::back_inserter(there->pieces));
    }
  }
  std::erase_if(result, [](const MovesToParts& one) { return one.pieces.empty(); });
  return result;
}

bool same_game(isl_ctx* context, const Rule& a, const Rule& b, const std::vector<size_t>& order) {
  GamePairs pairs;
  return same_moves(context, a, b, order, pairs);
}

std::string atom_text(const Atom& atom, const std::vector<std::string>& names) {
  const auto text = [&](const LinearForm& form) {
    std::string result;
    for (size_t i = 0; i < form.coefficients.size(); ++i) {
      const int64_t c = form.coefficients[i];
      if (c == 0) continue;
      result += c < 0 ? (result.empty() ? "-" : " - ") : (result.empty() ? "" : " + ");
      if (c != 1 && c != -1) result += fmt::format("{}*", std::abs(c));
      result += names[i];
    }
    if (result.empty()) return fmt::format("{}", form.constant);
    if (form.constant != 0) result += fmt::format(" {} {}", form.constant < 0 ? '-' : '+', std::abs(form.constant));
    return result;
  };
  constexpr const char* kNames[] = {"divides", "coprime", "isprime", "issquare", "ispower"};
  std::string result = kNames[static_cast<size_t>(atom.kind)];
  result += '(';
  for (size_t i = 0; i < atom.terms.size(); ++i) result += (i == 0 ? "" : ", ") + text(atom.terms[i]);
  if (atom.kind == Atom::Kind::power) result += fmt::format(", {}", atom.base);
  if (atom.factor != 1) result += fmt::format(", times {}", atom.factor);
  return result + ")";
}

}  // namespace grundy
