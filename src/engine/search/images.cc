// Variables that stand in one term alone, and sums of few parts.
//
// Problem: `g(n % k) for k in 1..n` has n choices, among them few different ones; a law is seen in
// none of them.
// Idea: the variable becomes what the term may be.
//   n % k for k in 1..n     all m with 2m < n: they are the remainders modulo n - m, and a
//                           remainder m modulo k <= n has n >= k + m > 2m.
//   n/k for k in L..n       with s = isqrt(n): n/k for k in L..s, and all m from 1 to n/(s + 1): m
//                           <= s is the quotient by n/m. (n/(n/m) = m where m*m <= n.) For k up
//                           to n + 1 it is 0, too.
//   n & m for m <= n        all m whose bits are among those of n, m < n where m < n: they are n &
//                           m themselves.
// A sum over a range between numbers, or such that a variable with few numbers tells, is written
// out.
// Example: `g(n/k) for k in 2..n` is g(n/k) for k in 2..isqrt(n) and g(m) for m in 1..n/(isqrt(n) +
// 1).
#include <algorithm>

#include "engine/search/rewriting.h"
#include "rule/simplify.h"
#include "rule/slots.h"

namespace grundy {
namespace {

constexpr int64_t kMostImageChoices = 12;  // of a variable that is written out
constexpr size_t kMostImageParts = 16;     // of a sum that is written out

/// A line in which one term is replaced by a slot.
class Image {
 public:
  /// The terms are those of this operator with the variable as `place`, 0 or 1, of their operands.
  Image(const MoveLine& line, size_t number, Op op, size_t place)
      : line_(line),
        number_(number),
        op_(op),
        place_(place),
        variable_(line.binders[number].slots[0]) {}

  /// False where the variable stands anywhere else, or the other operands differ.
  bool replace() {
    for (Expr& one : line_.conditions) one = replaced(one);
    for (Part& part : line_.parts) {
      if (!part.binders.empty()) return false;
      for (Expr& one : part.coordinates) one = replaced(one);
    }
    for (size_t i = 0; i < line_.binders.size(); ++i) {
      if (i == number_) continue;
      const Binder& binder = line_.binders[i];
      for (const auto* terms : {&binder.low, &binder.high, &binder.values}) {
        if (std::any_of(terms->begin(), terms->end(),
                        [&](const Expr& one) { return mentions(one, variable_); }))
          return false;
      }
    }
    return is_possible_ && other_.has_value();
  }
  /// The other operand.
  const Expr& other() const { return *other_; }
  MoveLine line() const { return line_; }

 private:
  /// The term stands as the variable's slot afterwards; what stood there before has none of it.
  Expr replaced(const Expr& expr) {
    if (!mentions(expr, variable_)) return expr;
    if (expr.op == op_ && is_slot(expr.args[place_], variable_) &&
        !mentions(expr.args[1 - place_], variable_)) {
      if (other_ && !same(*other_, expr.args[1 - place_])) is_possible_ = false;
      other_ = expr.args[1 - place_];
      return slot(variable_);
    }
    if (expr.op == Op::slot || expr.quantifier || expr.over_cells) {
      is_possible_ = false;
      return expr;
    }
    Expr result = expr;
    for (Expr& arg : result.args) arg = replaced(arg);
    return result;
  }

  MoveLine line_;
  size_t number_;
  Op op_;
  size_t place_;
  size_t variable_;
  std::optional<Expr> other_;
  bool is_possible_ = true;
};

std::optional<int64_t> constant_of(const std::vector<Expr>& bound) {
  return bound.size() == 1 && is_constant(bound[0]) ? std::optional(bound[0].value) : std::nullopt;
}

/// Whether no variable of the line stands in the term.
bool is_of_coordinates(const MoveLine& line, const Expr& term) {
  return std::none_of(line.binders.begin(), line.binders.end(), [&](const Binder& one) {
    return std::any_of(one.slots.begin(), one.slots.end(),
                       [&](size_t s) { return mentions(term, s); });
  });
}

std::vector<MoveLine> image_of(const MoveLine& line, size_t number) {
  const Binder& binder = line.binders[number];
  if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.empty())
    return {};
  const int64_t low = binder.low.empty() ? 0 : constant_of(binder.low).value_or(-1);
  const auto with_bounds = [&](const Image& image, Expr least, Expr most) {
    MoveLine result = image.line();
    result.binders[number].low = {std::move(least)};
    result.binders[number].high = {simplified(std::move(most))};
    return result;
  };
  const auto is_told = [&](const Image& image) {
    const Expr& n = image.other();
    return n.op == Op::slot && is_of_coordinates(line, n);
  };
  if (Image rest(line, number, Op::mod, 1); rest.replace() && is_told(rest)) {
    const Expr& n = rest.other();
    if ((low != 1 && low != 2) || !same(binder.high[0], n)) return {};
    MoveLine result = with_bounds(rest, constant(0),
                                  apply(Op::div, {apply(Op::sub, {n, constant(1)}), constant(2)}));
    result.conditions.insert(result.conditions.begin(), apply(Op::le, {constant(low), n}));
    return {std::move(result)};
  }
  if (Image quotient(line, number, Op::div, 1); quotient.replace() && is_told(quotient)) {
    const Expr& n = quotient.other();
    const bool is_beyond = same(binder.high[0], apply(Op::add, {n, constant(1)}));
    if (low < 1 || (!same(binder.high[0], n) && !is_beyond)) return {};
    const Expr root = apply(Op::isqrt, {n});
    MoveLine few = line;
    few.binders[number].high = {root};
    const Expr first = apply(Op::max, {constant(low), apply(Op::add, {root, constant(1)})});
    std::vector<MoveLine> result = {std::move(few),
                                    with_bounds(quotient, constant(1), apply(Op::div, {n, first}))};
    if (is_beyond) {
      result.push_back(with_bounds(quotient, constant(0), constant(0)));
      result.back().conditions.insert(result.back().conditions.begin(),
                                      apply(Op::le, {constant(low - 1), n}));
    }
    return result;
  }
  for (const size_t place : {size_t{0}, size_t{1}}) {
    Image bits(line, number, Op::bit_and, place);
    if (!bits.replace() || !is_told(bits)) continue;
    const Expr& n = bits.other();
    const Expr& high = binder.high[0];
    const bool is_below = same(high, apply(Op::sub, {n, constant(1)}));
    if (low != 0 || (!same(high, n) && !is_below)) return {};
    MoveLine result = with_bounds(bits, constant(0), high);
    const Expr m = slot(binder.slots[0]);
    result.conditions.push_back(apply(Op::eq, {apply(Op::bit_and, {n, m}), m}));
    return {std::move(result)};
  }
  return {};
}

/// The part as parts without a sum, for numbers as bounds.
bool write_out(const Part& part, std::vector<Part>& parts) {
  if (part.binders.empty()) {
    parts.push_back(part);
    return parts.size() <= kMostImageParts;
  }
  const Binder& binder = part.binders[0];
  const auto low = binder.low.empty() ? std::optional<int64_t>(0) : constant_of(binder.low);
  const auto high = constant_of(binder.high);
  if (part.binders.size() != 1 || !part.condition.empty() || binder.kind != Binder::Kind::range ||
      !low || !high || *high - *low >= static_cast<int64_t>(kMostImageParts))
    return false;
  for (int64_t i = *low; i <= *high; ++i) {
    Part one = part;
    one.binders.clear();
    std::vector<Expr> terms;
    for (size_t s = 0; s <= binder.slots[0]; ++s)
      terms.push_back(s == binder.slots[0] ? constant(i) : slot(s));
    for (Expr& term : one.coordinates) {
      while (terms.size() < slot_bound(term)) terms.push_back(slot(terms.size()));
      term = with_other_slots(term, terms);
    }
    parts.push_back(std::move(one));
    if (parts.size() > kMostImageParts) return false;
  }
  return true;
}

/// The numbers that the variable of a binder may have, as far as numbers bound them: k in 1..min(5,
/// n) has those up to 5.
std::optional<std::pair<int64_t, int64_t>> numbers_of(const Binder& binder) {
  if (binder.kind != Binder::Kind::range || binder.slots.size() != 1 || binder.high.empty())
    return std::nullopt;
  const auto low = binder.low.empty() ? std::optional<int64_t>(0) : constant_of(binder.low);
  std::optional<int64_t> high = constant_of(binder.high);
  if (binder.high[0].op == Op::min) {
    for (const Expr& one : binder.high[0].args) {
      if (is_constant(one)) high = std::min(high.value_or(one.value), one.value);
    }
  }
  if (!low || !high || *high - *low >= kMostImageChoices) return std::nullopt;
  return std::pair(*low, *high);
}

}  // namespace

std::vector<MoveLine> lines_of_images(const MoveLine& line) {
  for (size_t number = 0; number < line.binders.size(); ++number) {
    if (std::vector<MoveLine> result = image_of(line, number); !result.empty()) return result;
  }
  return {};
}

std::vector<MoveLine> lines_without_sums(const MoveLine& line) {
  if (std::all_of(line.parts.begin(), line.parts.end(),
                  [](const Part& part) { return part.binders.empty(); }))
    return {};
  std::vector<Part> parts;
  if (std::all_of(line.parts.begin(), line.parts.end(),
                  [&](const Part& part) { return write_out(part, parts); })) {
    MoveLine result = line;
    result.parts = std::move(parts);
    return {std::move(result)};
  }
  // A variable that bounds the sums, if it has few numbers.
  for (size_t number = 0; number < line.binders.size(); ++number) {
    const auto numbers = numbers_of(line.binders[number]);
    if (!numbers) continue;
    const Binder binder = line.binders[number];
    std::vector<MoveLine> result;
    for (int64_t k = numbers->first; k <= numbers->second; ++k) {
      MoveLine one = line;
      one.binders.erase(one.binders.begin() + static_cast<std::ptrdiff_t>(number));
      std::vector<Expr> terms;
      for (size_t s = 0; s < line.slot_names.size(); ++s) {
        const bool is_own = s == binder.slots[0];
        terms.push_back(is_own ? constant(k) : slot(s));
      }
      put_other_slots(one, terms);
      if (!is_constant(binder.high[0]))
        one.conditions.insert(one.conditions.begin(), apply(Op::le, {constant(k), binder.high[0]}));
      const std::vector<MoveLine> lines = lines_without_sums(one);
      if (lines.empty()) return {};
      result.insert(result.end(), lines.begin(), lines.end());
      if (result.size() > static_cast<size_t>(kMostImageChoices)) return {};
    }
    return result;
  }
  return {};
}

}  // namespace grundy
