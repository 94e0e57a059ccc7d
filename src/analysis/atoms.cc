#include "analysis/atoms.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "rule/evaluate.h"

namespace grundy {
namespace {

/// Where the atom holds among points at which its first term is `value`; nothing if that is not
/// affine.
std::optional<isl::Set> holds_at(isl_ctx* context, size_t dimensions, const Atom& atom,
                                 int64_t value) {
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
          result = join_sets(std::move(result),
                             congruent(context, dimensions, atom.terms[1], rest, value));
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
      return everywhere(value > 0 && value % atom.factor == 0 &&
                        is_power(value / atom.factor, atom.base));
    case Atom::Kind::power_of:
      return std::nullopt;
    case Atom::Kind::within: {
      constexpr int64_t kMostClasses = 64;
      if (value >= kMostClasses) return std::nullopt;
      isl::Set result = everywhere(false);
      const int64_t classes =
          value <= 0 ? 1 : static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(value) + 1));
      for (int64_t rest = 0; rest < classes && value >= 0; ++rest) {
        if ((rest & value) == value)
          result = join_sets(std::move(result),
                             congruent(context, dimensions, atom.terms[1], rest, classes));
      }
      return meet_sets(result, points_where(context, dimensions, {}, {atom.terms[1]}));
    }
  }
  return std::nullopt;
}

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

}  // namespace

std::vector<int64_t> first_squares() { return {0, 1, 4, 9, 16}; }
std::vector<int64_t> first_powers(int64_t b) { return {1, b, b * b, b * b * b}; }

bool operator==(const Atom& a, const Atom& b) {
  return a.kind == b.kind && a.base == b.base && a.factor == b.factor &&
         std::equal(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(), same_form);
}

Atom canonical(Atom atom) {
  size_t dimensions = 0;
  for (const LinearForm& form : atom.terms)
    dimensions = std::max(dimensions, form.coefficients.size());
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
    const auto lead = std::find_if(m.coefficients.begin(), m.coefficients.end(),
                                   [](int64_t c) { return c != 0; });
    if (lead != m.coefficients.end() ? *lead < 0 : m.constant < 0) m = minus_form(m);
  } else if (atom.kind == Atom::Kind::within) {
    LinearForm& few = atom.terms[0];
    const auto others = plus(atom.terms[1], -1, few);
    const auto key = [&](LinearForm form) {
      form.coefficients.resize(dimensions);
      return std::pair(form.coefficients, form.constant);
    };
    if (others && key(*others) < key(few)) few = *others;
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
      result = isl::Set(
          isl_set_subtract(result.take(), points_where(context, dimensions, {form}, {}).take()));
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
          result = join_sets(std::move(result),
                             meet_sets(from_5, congruent(context, dimensions, terms[0], rest, 6)));
        }
      } else {
        none_of({at(2), at(3), at(5), at(7)});
      }
      return result;
    case Atom::Kind::square:
    case Atom::Kind::power: {
      const std::vector<int64_t> first = literal.atom.kind == Atom::Kind::square
                                             ? first_squares()
                                             : first_powers(literal.atom.base);
      Forms forms;
      for (const int64_t value : first) forms.push_back(at(literal.atom.factor * value));
      if (!literal.holds) {
        none_of(forms);
        return result;
      }
      add({}, {forms.back()});
      forms.pop_back();
      for (const LinearForm& form : forms) add({form}, {});
      if (literal.atom.factor == 1) return result;
      return meet_sets(result, congruent(context, dimensions, terms[0], 0, literal.atom.factor));
    }
    case Atom::Kind::power_of: {
      const LinearForm first = *plus(terms[1], -1, terms[0]);
      if (literal.holds) {
        add({first}, {at(1)});
        add({}, {at(2), *plus(terms[1], -2, terms[0])});
      } else {
        none_of({first});
      }
      return result;
    }
    case Atom::Kind::within: {
      if (literal.holds) {
        add({}, {terms[0], *plus(terms[1], -1, terms[0])});
      } else {
        none_of({});
      }
      return result;
    }
  }
  return result;
}

namespace {

/// Where d >= 1 divides t, if t, or t - d or t + d, has few values on the set: d is one of their
/// divisors, and any number where the value is 0.
std::optional<isl::Set> few_multiples(isl_ctx* context, size_t dimensions, const isl::Set& set,
                                      const LinearForm& d, const LinearForm& t) {
  for (const int64_t factor : {0, -1, 1}) {
    const auto multiple = plus(t, factor, d);
    const auto range = multiple ? few_values_of(context, dimensions, set, *multiple) : std::nullopt;
    if (!range) continue;
    isl::Set result = points_where(context, dimensions, {*multiple}, {shifted(d, -1)});
    for (int64_t value = range->first; value <= range->second; ++value) {
      for (int64_t divisor = 1; divisor <= std::abs(value); ++divisor) {
        if (value % divisor != 0) continue;
        result = join_sets(std::move(result),
                           points_where(context, dimensions,
                                        {shifted(*multiple, -value), shifted(d, -divisor)}, {}));
      }
    }
    return result;
  }
  return std::nullopt;
}

}  // namespace

Piece with_few_values(isl_ctx* context, size_t dimensions, Piece piece) {
  for (size_t i = 0; i < piece.literals.size();) {
    Literal literal = piece.literals[i];
    ++i;
    if (literal.atom.kind == Atom::Kind::divides) {
      const auto holds = few_multiples(context, dimensions, piece.pairs, literal.atom.terms[0],
                                       literal.atom.terms[1]);
      if (holds) {
        isl_set* left = literal.holds ? isl_set_intersect(piece.pairs.copy(), holds->copy())
                                      : isl_set_subtract(piece.pairs.copy(), holds->copy());
        piece.pairs = isl::Set(isl_set_coalesce(left));
        --i;
        piece.literals.erase(piece.literals.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
    }
    auto range = few_values_of(context, dimensions, piece.pairs, literal.atom.terms[0]);
    // gcd(a, b) = gcd(b, a) = gcd(a - b, b).
    if (!range && literal.atom.kind == Atom::Kind::coprime) {
      std::vector<LinearForm>& terms = literal.atom.terms;
      std::swap(terms[0], terms[1]);
      range = few_values_of(context, dimensions, piece.pairs, terms[0]);
      for (const int64_t sign : {1, -1}) {
        if (range) break;
        terms[0] =
            *plus(number_form(0), sign, *plus(piece.literals[i - 1].atom.terms[1], -1, terms[1]));
        range = few_values_of(context, dimensions, piece.pairs, terms[0]);
        if (range && range->first < 1) range.reset();
      }
    }
    if (!range) continue;
    isl::Set result(isl_set_empty(space_of(context, dimensions)));
    bool is_affine = true;
    for (int64_t value = range->first; value <= range->second && is_affine; ++value) {
      const isl::Set here = meet_sets(
          piece.pairs,
          points_where(context, dimensions, {shifted(literal.atom.terms[0], -value)}, {}));
      if (is_empty_set(here)) continue;
      const auto holds = holds_at(context, dimensions, literal.atom, value);
      is_affine = holds.has_value();
      if (!is_affine) break;
      isl_set* there = literal.holds ? isl_set_intersect(here.copy(), holds->copy())
                                     : isl_set_subtract(here.copy(), holds->copy());
      result = join_sets(std::move(result), isl::Set(there));
    }
    if (!is_affine) continue;
    piece.pairs = isl::Set(isl_set_coalesce(result.take()));
    --i;
    piece.literals.erase(piece.literals.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return piece;
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
    if (form.constant != 0)
      result += fmt::format(" {} {}", form.constant < 0 ? '-' : '+', std::abs(form.constant));
    return result;
  };
  constexpr const char* kNames[] = {"divides", "coprime", "isprime", "issquare",
                                    "ispower", "power",   "within"};
  std::string result = kNames[static_cast<size_t>(atom.kind)];
  result += '(';
  for (size_t i = 0; i < atom.terms.size(); ++i)
    result += (i == 0 ? "" : ", ") + text(atom.terms[i]);
  if (atom.kind == Atom::Kind::power) result += fmt::format(", {}", atom.base);
  if (atom.factor != 1) result += fmt::format(", times {}", atom.factor);
  return result + ")";
}

}  // namespace grundy
