#include "analysis/line_reader.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "rule/simplify.h"

namespace grundy {
namespace {

constexpr size_t kMostElements = 64;  // of a set that is written out

class LineReader {
 public:
  LineReader(const Rule& rule, const MoveLine& line)
      : line_(line), arity_(rule.arity()), dimensions_(std::max(arity_, line.slot_names.size())) {}

  /// If `without_ranges`, the moves to ranges of heaps in which there is no heap, else the others.
  std::optional<ReadLine> read(bool without_ranges) {
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
    const size_t outputs = dimensions_;
    dimensions_ += targets.size();
    for (Conjunction& one : *choices) {
      for (size_t j = 0; j < targets.size(); ++j) {
        const auto form = plus(targets[j], -1, dimension_form(outputs + j));
        if (!form) return std::nullopt;
        one.zero.push_back(*form);
        one.natural.push_back(dimension_form(outputs + j));
      }
    }
    return ReadLine{arity_,
                    dimensions_,
                    outputs,
                    std::move(definitions_),
                    std::move(least_indices_),
                    *std::move(choices)};
  }

 private:
  /// The least and the greatest heap of sum(g(c + i) for i in a..b) or sum(g(c - i) …).
  std::optional<std::pair<LinearForm, LinearForm>> range_of_heaps(const Part& part) {
    if (part.binders.size() != 1 || !part.condition.empty() || part.coordinates.size() != 1)
      return std::nullopt;
    const Binder& binder = part.binders[0];
    if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.size() != 1)
      return std::nullopt;
    const auto low = binder.low.empty() ? number_form(0) : linear(binder.low[0]);
    const auto high = linear(binder.high[0]), heap = linear(part.coordinates[0]);
    if (!low || !high || !heap) return std::nullopt;
    const size_t i = binder.slots[0];
    const int64_t step = coefficient(*heap, i);
    if ((step != 1 && step != -1) || coefficient(*low, i) != 0 || coefficient(*high, i) != 0)
      return std::nullopt;
    const auto rest = plus(*heap, -step, dimension_form(i));
    const auto first = rest ? plus(*rest, step, step > 0 ? *low : *high) : std::nullopt;
    const auto last = rest ? plus(*rest, step, step > 0 ? *high : *low) : std::nullopt;
    if (!first || !last) return std::nullopt;
    least_indices_.push_back(*low);
    return std::pair(*first, *last);
  }

  std::optional<LinearForm> fresh(TermDefinition definition) {
    for (const TermDefinition& known : definitions_) {
      if (known.op == definition.op && known.base == definition.base &&
          same_form(known.first, definition.first) && same_form(known.second, definition.second))
        return known.value;
    }
    definition.value = dimension_form(dimensions_++);
    definitions_.push_back(definition);
    return definition.value;
  }
  /// A dimension whose value is told by one of these conjunctions, in which `self` is the
  /// dimension.
  std::optional<LinearForm> told(size_t self, Disjunction cases) {
    exact_.push_back(std::move(cases));
    return dimension_form(self);
  }

  std::optional<LinearForm> linear(const Expr& expr) {
    const auto argument = [&](size_t i) { return linear(expr.args[i]); };
    switch (expr.op) {
      case Op::constant:
        return std::abs(expr.value) <= kLargestFactor ? std::optional(number_form(expr.value))
                                                      : std::nullopt;
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
        if (!is_shift && !is_number(*a) && !is_number(*b)) return fresh({Op::power, *a, *b, 0, {}});
        if (!is_number(*a) || is_number(*b) || (!is_shift && a->constant < 2)) return std::nullopt;
        const auto result = fresh({Op::power, {}, *b, is_shift ? 2 : a->constant, {}});
        return is_shift ? plus(number_form(0), a->constant, *result) : result;
      }
      case Op::div:
      case Op::mod: {
        if (expr.op == Op::mod) {
          if (auto rest = rest_of_product(expr)) return rest;
        }
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
      case Op::gcd:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor: {
        if (expr.args.size() != 2) return std::nullopt;
        const auto a = argument(0), b = argument(1);
        return a && b ? fresh({expr.op, *a, *b, 0, {}}) : std::nullopt;
      }
      case Op::isqrt: {
        const auto a = argument(0);
        return a ? fresh({Op::isqrt, *a, {}, 0, {}}) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }
  /// a*b % c for a small number c, by the remainders of a and b.
  std::optional<LinearForm> rest_of_product(const Expr& expr) {
    constexpr int64_t kLargestModulus = 6;
    const Expr &product = expr.args[0], &by = expr.args[1];
    const bool is_square = product.op == Op::power && same(product.args[1], constant(2));
    if ((product.op != Op::mul && !is_square) || !is_constant(by) || by.value < 2 ||
        by.value > kLargestModulus)
      return std::nullopt;
    const auto a = linear(product.args[0]);
    const auto b = is_square ? a : linear(product.args[1]);
    if (!a || !b || is_number(*a) || is_number(*b)) return std::nullopt;
    const LinearForm rest_of_a = *plus(*a, -by.value, dimension_form(quotient(*a, by.value)));
    const LinearForm rest_of_b = *plus(*b, -by.value, dimension_form(quotient(*b, by.value)));
    const size_t self = dimensions_++;
    Disjunction cases;
    for (int64_t i = 0; i < by.value; ++i) {
      for (int64_t j = 0; j < by.value; ++j)
        cases.push_back({{shifted(rest_of_a, -i), shifted(rest_of_b, -j),
                          shifted(dimension_form(self), -(i * j % by.value))},
                         {},
                         {}});
    }
    return told(self, std::move(cases));
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
    // A is it if this is natural.
    const LinearForm first = least ? minus_form(*difference) : *difference;
    return told(self, {{{*is_a}, {first}, {}}, {{*is_b}, {shifted(minus_form(first), -1)}, {}}});
  }

  static std::optional<Disjunction> one_conjunction(Conjunction one) {
    return Disjunction{std::move(one)};
  }
  static std::optional<Disjunction> truth(bool holds) {
    return holds ? Disjunction(1) : Disjunction();
  }
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
            const auto rest =
                form ? plus(low ? first : *form, -1, low ? *form : first) : std::nullopt;
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
  std::optional<std::pair<LinearForm, LinearForm>> times_divisor(const LinearForm& k,
                                                                 const Expr& quotient) {
    const auto e = linear(quotient.args[0]), d = linear(quotient.args[1]);
    if (!e || !d || is_number(*d)) return std::nullopt;
    const auto product = fresh({Op::mul, k, *d, 0, {}});
    const auto rest = product ? plus(*e, -1, *product) : std::nullopt;
    if (!rest) return std::nullopt;
    return std::pair(*rest, *d);
  }

  std::optional<Disjunction> member(const std::vector<LinearForm>& tuple, const NumberSet& set,
                                    bool negated) {
    const bool outside = negated != set.complement;
    if (set.size() > kMostElements || (set.complement && (negated || tuple.size() != 1)))
      return std::nullopt;
    std::optional<Disjunction> result = truth(outside);
    for (size_t e = 0; e < set.size(); ++e) {
      std::optional<Disjunction> point = truth(!outside);
      for (size_t j = 0; j < tuple.size(); ++j) {
        const LinearForm rest = shifted(tuple[j], -set.flat[e * set.arity + j]);
        point = outside ? either(std::move(point), differs(rest))
                        : both(point, one_conjunction({{rest}, {}, {}}));
      }
      result = outside ? both(result, point) : either(std::move(result), point);
    }
    if (set.complement) result = both(result, one_conjunction({{}, {tuple[0]}, {}}));
    return result;
  }
  static std::optional<Disjunction> differs(const LinearForm& form) {
    return Disjunction{{{}, {shifted(form, -1)}, {}}, {{}, {shifted(minus_form(form), -1)}, {}}};
  }

  const TermDefinition* defined(const LinearForm& form, Op op) const {
    for (const TermDefinition& one : definitions_) {
      if (one.op == op && same_form(one.value, form)) return &one;
    }
    return nullptr;
  }

  /// form = 0 or, negated, form != 0, where the form may have a remainder or a common divisor in
  /// it.
  std::optional<Disjunction> is_zero(const LinearForm& a, const LinearForm& b, bool negated) {
    for (const auto& [left, right] : {std::pair(&a, &b), std::pair(&b, &a)}) {
      if (const TermDefinition* rest = defined(*left, Op::mod);
          rest != nullptr && same_form(*right, number_form(0)))
        return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, !negated);
      const TermDefinition *rest = defined(*left, Op::mod), *other = defined(*right, Op::mod);
      if (rest != nullptr && other != nullptr && same_form(rest->second, other->second)) {
        const auto difference = plus(rest->first, -1, other->first);
        if (!difference) return std::nullopt;
        return literal({Atom::Kind::divides, 0, 1, {rest->second, *difference}}, !negated);
      }
      if (const TermDefinition* common = defined(*left, Op::gcd)) {
        if (same_form(*right, number_form(1)))
          return literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, !negated);
        if (same_form(*right, common->first))
          return literal({Atom::Kind::divides, 0, 1, {common->first, common->second}}, !negated);
        if (same_form(*right, common->second))
          return literal({Atom::Kind::divides, 0, 1, {common->second, common->first}}, !negated);
      }
      if (const TermDefinition* product = defined(*left, Op::mul)) {
        const TermDefinition* root = defined(product->first, Op::isqrt);
        if (root != nullptr && same_form(product->first, product->second) &&
            same_form(root->first, *right))
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
    if (const TermDefinition* rest = defined(b, Op::mod);
        rest != nullptr && is_number(a) && a.constant + slack == 1)
      return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, false);
    if (const TermDefinition* rest = defined(a, Op::mod);
        rest != nullptr && is_number(b) && b.constant - slack == 0)
      return literal({Atom::Kind::divides, 0, 1, {rest->second, rest->first}}, true);
    if (const TermDefinition* common = defined(b, Op::gcd);
        common != nullptr && is_number(a) && a.constant + slack == 2) {
      // Both 0 have the greatest common divisor 0.
      const auto apart =
          literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, false);
      return both(apart,
                  Disjunction{{{}, {shifted(*plus(common->first, 1, common->second), -1)}, {}}});
    }
    if (const TermDefinition* common = defined(a, Op::gcd);
        common != nullptr && is_number(b) && b.constant - slack == 1) {
      const auto coprime =
          literal({Atom::Kind::coprime, 0, 1, {common->first, common->second}}, true);
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
        const bool differ = (expr.op == Op::ne) != negated;
        if (auto power = power_of_two(expr, differ)) return power;
        if (auto bits = bits_within(expr.args, differ)) return bits;
        const auto a = form(0), b = form(1);
        return a && b ? is_zero(*a, *b, differ) : std::nullopt;
      }
      case Op::lt:
      case Op::le: {
        if (auto bit = bit_is_set(expr, negated)) return bit;
        const auto a = form(0), b = form(1);
        if (!a || !b) return std::nullopt;
        const int64_t slack = expr.op == Op::lt ? 1 : 0;
        return negated ? at_most(*b, 1 - slack, *a) : at_most(*a, slack, *b);
      }
      case Op::isprime:
      case Op::issquare: {
        const auto a = form(0);
        if (!a) return std::nullopt;
        return literal(
            {expr.op == Op::isprime ? Atom::Kind::prime : Atom::Kind::square, 0, 1, {*a}},
            !negated);
      }
      case Op::ispower: {
        if (auto bit = differ_in_one_bit(expr, negated)) return bit;
        const auto a = form(0), b = form(1);
        if (!a || !b || (is_number(*b) && b->constant < 2)) return std::nullopt;
        if (!is_number(*b)) {  // a^0 is 1
          const LinearForm above = shifted(*a, -1);
          const auto power = literal({Atom::Kind::power_of, 0, 1, {*b, *a}}, !negated);
          return negated ? both(power, differs(above))
                         : either(power, one_conjunction({{above}, {}, {}}));
        }
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

  /// All bits of `few` are bits of `many`, which is natural whatever the variables are.
  std::optional<Disjunction> within(const Expr& few, const Expr& many, bool negated) {
    if (!is_natural(many)) return std::nullopt;
    const auto a = linear(few), b = linear(many);
    return a && b ? literal({Atom::Kind::within, 0, 1, {*a, *b}}, !negated) : std::nullopt;
  }
  static bool is_power_of_two(const Expr& expr) {
    const auto is_number = [&](int64_t number) { return same(expr.args[0], constant(number)); };
    return (expr.op == Op::power && is_number(2)) || (expr.op == Op::shift_left && is_number(1));
  }
  /// n & k = k, n | k = n, n ^^ k = n - k, n & 2**i = 0, n/2**i % 2 = 1.
  std::optional<Disjunction> bits_within(const std::vector<Expr>& sides, bool negated) {
    for (const size_t i : {0, 1}) {
      const Expr &word = sides[i], &other = sides[1 - i];
      if (word.op == Op::mod && same(word.args[1], constant(2)) && other.op == Op::constant) {
        const Expr& shifted = word.args[0];
        const bool is_one = other.value == 1;
        if (!is_one && other.value != 0) continue;
        if (shifted.op == Op::shift_right)
          return within(apply(Op::power, {constant(2), shifted.args[1]}), shifted.args[0],
                        negated == is_one);
        if (shifted.op == Op::div && is_power_of_two(shifted.args[1]))
          return within(shifted.args[1], shifted.args[0], negated == is_one);
      }
      if (word.op != Op::bit_and && word.op != Op::bit_or && word.op != Op::bit_xor) continue;
      for (const size_t j : {0, 1}) {
        const Expr &a = word.args[j], &b = word.args[1 - j];
        if (word.op == Op::bit_and && same(a, other)) return within(a, b, negated);
        if (word.op == Op::bit_and && same(other, constant(0)) && is_power_of_two(a))
          return within(a, b, !negated);
        if (word.op == Op::bit_or && same(a, other)) return within(b, a, negated);
        if (word.op != Op::bit_xor) continue;
        const auto first = linear(a), second = linear(b), rest = linear(other);
        const auto difference = first && second ? plus(*first, -1, *second) : std::nullopt;
        if (difference && rest && same_form(*difference, *rest)) return within(b, a, negated);
      }
    }
    return std::nullopt;
  }
  /// n & 2**i > 0
  std::optional<Disjunction> bit_is_set(const Expr& order, bool negated) {
    const int64_t least = order.op == Op::lt ? 0 : 1;
    const Expr& word = order.args[1];
    if (!same(order.args[0], constant(least)) || word.op != Op::bit_and) return std::nullopt;
    for (const size_t j : {0, 1}) {
      if (is_power_of_two(word.args[j])) return within(word.args[j], word.args[1 - j], negated);
    }
    return std::nullopt;
  }
  /// ispower(n ^^ m, 2): the greater of them has one bit more.
  std::optional<Disjunction> differ_in_one_bit(const Expr& expr, bool negated) {
    const Expr& word = expr.args[0];
    if (negated || word.op != Op::bit_xor || !same(expr.args[1], constant(2))) return std::nullopt;
    std::optional<Disjunction> any = Disjunction();
    for (const size_t j : {0, 1}) {
      const Expr more = apply(Op::sub, {word.args[j], word.args[1 - j]});
      const auto form = linear(more);
      if (!form || !is_natural(word.args[1 - j])) return std::nullopt;
      const auto power = literal({Atom::Kind::power, 2, 1, {*form}}, true);
      any = either(std::move(any), both(power, within(more, word.args[j], false)));
    }
    return any;
  }

  /// any(…), or all(…) if `all`; the condition inside is negated if `negated`.
  std::optional<Disjunction> quantified(const Quantifier& quantifier, bool all, bool negated) {
    if (all) return for_all(quantifier, negated);
    std::optional<Disjunction> result = condition(quantifier.condition, negated);
    for (const Binder& binder : quantifier.binders) result = both(result, range(binder));
    for (const Expr& filter : quantifier.filter) result = both(result, condition(filter, false));
    return result;
  }

  /// all(…) for a number that is a divisor or a factor.
  std::optional<Disjunction> for_all(const Quantifier& quantifier, bool negated) {
    if (quantifier.binders.size() != 1) return std::nullopt;
    const Binder& binder = quantifier.binders[0];
    if (binder.kind != Binder::Kind::range || binder.low.size() != 1 || binder.high.size() != 1 ||
        binder.low[0].op != Op::constant)
      return std::nullopt;
    const auto inside = condition(quantifier.condition, !negated);  // what must not hold of any d
    const auto high = linear(binder.high[0]);
    if (!inside || !high || inside->size() != 1) return std::nullopt;
    const int64_t low = binder.low[0].value;
    const size_t d = binder.slots[0];
    if (!quantifier.filter.empty()) {
      const auto t = of_squares_up_to(d, quantifier.filter[0]);
      return low == 2 && t && same_form(*t, *high) ? no_divisor(d, *high, inside->front(), true)
                                                   : std::nullopt;
    }
    if (auto none = no_factor(d, low, *high, inside->front())) return none;
    return low == 2 ? no_divisor(d, *high, inside->front(), false) : std::nullopt;
  }

  /// t, if the condition is d*d <= t.
  std::optional<LinearForm> of_squares_up_to(size_t d, const Expr& filter) {
    const auto said = condition(filter, false);
    if (!said || said->size() != 1) return std::nullopt;
    const Conjunction& one = said->front();
    if (!one.zero.empty() || one.natural.size() != 1 || !one.literals.empty()) return std::nullopt;
    for (const TermDefinition& square : definitions_) {
      if (square.op != Op::mul || !same_form(square.first, dimension_form(d)) ||
          !same_form(square.second, dimension_form(d)))
        continue;
      auto t = plus(one.natural[0], 1, square.value);
      if (t && coefficient(*t, d) == 0 && coefficient(*t, *single_dimension(square.value)) == 0)
        return t;
    }
    return std::nullopt;
  }

  /// No d from 1 on has d·e = t, if d may be t: e does not divide t. From 2 on, e may be t.
  std::optional<Disjunction> no_factor(size_t d, int64_t low, const LinearForm& high,
                                       const Conjunction& some) const {
    if (low < 1 || low > 2 || some.zero.size() != 1 || !some.natural.empty() ||
        !some.literals.empty())
      return std::nullopt;
    const LinearForm& equation = some.zero[0];
    for (const TermDefinition& one : definitions_) {
      const size_t product = *single_dimension(one.value);
      const int64_t c = coefficient(equation, product);
      if (one.op != Op::mul || (c != 1 && c != -1)) continue;
      const bool is_first = same_form(one.first, dimension_form(d));
      const LinearForm& e = is_first ? one.second : one.first;
      if (!is_first && !same_form(one.second, dimension_form(d))) continue;
      const LinearForm rest = *plus(equation, -c, one.value);
      const LinearForm t = c == 1 ? minus_form(rest) : rest;
      if (coefficient(e, d) != 0 || coefficient(t, d) != 0 || !same_form(t, high)) continue;
      const LinearForm e_from_1 = shifted(e, -1), t_from_1 = shifted(t, -1);
      const Literal not_divisor{{Atom::Kind::divides, 0, 1, {e, t}}, false};
      Disjunction result = {{{}, {e_from_1, t_from_1}, {not_divisor}},
                            {{}, {minus_form(e)}, {}},
                            {{}, {minus_form(t)}, {}}};
      if (low == 1) return result;
      const auto is_e = plus(t, -1, e);
      if (!is_e) return std::nullopt;
      result.push_back({{*is_e}, {e_from_1}, {}});
      return result;
    }
    return std::nullopt;
  }

  /// No d from 2 on divides t, or both of two numbers: t is a prime, or the numbers are coprime. If
  /// `to_root`, d goes to the root of `high` only.
  std::optional<Disjunction> no_divisor(size_t slot, const LinearForm& high,
                                        const Conjunction& some, bool to_root) const {
    const LinearForm d = dimension_form(slot);
    if (!some.zero.empty() || !some.natural.empty() || some.literals.empty() ||
        some.literals.size() > 2)
      return std::nullopt;
    std::vector<LinearForm> numbers;
    for (const Literal& one : some.literals) {
      if (!one.holds || one.atom.kind != Atom::Kind::divides || !same_form(one.atom.terms[0], d) ||
          coefficient(one.atom.terms[1], slot) != 0)
        return std::nullopt;
      numbers.push_back(one.atom.terms[1]);
    }
    if (numbers.size() == 1) {
      // A number from 2 on that is no prime has a divisor from 2 to its root, or to its half.
      const LinearForm& t = numbers[0];
      const TermDefinition* root = defined(high, Op::isqrt);
      bool reaches = to_root ? same_form(t, high)
                             : same_form(shifted(t, -1), high) ||
                                   (root != nullptr && same_form(root->first, t));
      for (const auto& [form, divisor, dimension] : quotients_)
        reaches = reaches || (!to_root && divisor == 2 && same_form(form, t) &&
                              same_form(dimension_form(dimension), high));
      if (!reaches) return std::nullopt;
      return either(literal({Atom::Kind::prime, 0, 1, {t}}, true),
                    one_conjunction({{}, {shifted(minus_form(t), 1)}, {}}));
    }
    if (to_root) return std::nullopt;
    for (const size_t i : {0, 1}) {
      if (!same_form(numbers[i], high)) continue;
      return either(literal({Atom::Kind::coprime, 0, 1, {numbers[0], numbers[1]}}, true),
                    one_conjunction({{numbers[i]}, {}, {}}));
    }
    return std::nullopt;
  }

  const MoveLine& line_;
  size_t arity_;
  size_t dimensions_;
  std::vector<TermDefinition> definitions_;
  std::vector<std::tuple<LinearForm, int64_t, size_t>> quotients_;
  std::vector<Disjunction> exact_;  // conditions on dimensions that stand for affine terms
  std::set<size_t> bound_;
  std::vector<LinearForm> least_indices_;
};

}  // namespace

std::optional<ReadLine> read_line(const Rule& rule, const MoveLine& line, bool without_ranges) {
  return LineReader(rule, line).read(without_ranges);
}

}  // namespace grundy
