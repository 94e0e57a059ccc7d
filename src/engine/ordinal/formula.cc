#include "engine/ordinal/formula.h"

#include <algorithm>
#include <numeric>

namespace grundy {
namespace {

int64_t dot(std::span<const int64_t> coefficients, std::span<const int64_t> point) {
  int64_t sum = 0;
  for (size_t i = 0; i < point.size(); ++i) sum += coefficients[i] * point[i];
  return sum;
}

int64_t floor_divide(int64_t a, int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// The map of one case on the positions with coordinate i ≡ residues[i] modulo moduli[i], where its
/// congruences hold.
isl::Map case_map(isl_ctx* context, const Case& c, const std::vector<int64_t>& moduli,
                  const std::vector<int64_t>& residues) {
  const size_t powers = c.value.size();
  const size_t arity = moduli.size();
  // The values, then the coordinates' quotients.
  const auto outputs = static_cast<unsigned>(powers + arity);
  isl_space* space = isl_space_alloc(context, 0, static_cast<unsigned>(arity), outputs);
  isl_basic_map* map = isl_basic_map_universe(isl_space_copy(space));
  isl_local_space* local = isl_local_space_from_space(space);
  /// Σ factors·coordinates + output_factor·output + constant, = 0 or >= 0.
  auto add = [&](bool equality, const std::vector<int64_t>& factors, size_t output,
                 int64_t output_factor, int64_t constant) {
    isl_constraint* one = equality ? isl_constraint_alloc_equality(isl_local_space_copy(local))
                                   : isl_constraint_alloc_inequality(isl_local_space_copy(local));
    for (size_t i = 0; i < factors.size(); ++i) {
      one = isl_constraint_set_coefficient_val(one, isl_dim_in, static_cast<int>(i),
                                               isl_val_int_from_si(context, factors[i]));
    }
    if (output_factor != 0) {
      one = isl_constraint_set_coefficient_val(one, isl_dim_out, static_cast<int>(output),
                                               isl_val_int_from_si(context, output_factor));
    }
    one = isl_constraint_set_constant_val(one, isl_val_int_from_si(context, constant));
    map = isl_basic_map_add_constraint(map, one);
  };
  std::vector<int64_t> unit(arity, 0);
  for (size_t i = 0; i < arity; ++i) {
    unit[i] = 1;
    add(false, unit, 0, 0, 0);
    if (moduli[i] > 1) add(true, unit, powers + i, -moduli[i], -residues[i]);
    unit[i] = 0;
  }
  for (const HalfSpace& h : c.conditions) add(false, h.coefficients, 0, 0, h.constant);
  for (size_t j = 0; j < powers; ++j) {
    const AffineValue& v = c.value[j];
    if (v.modulus != 0) {
      add(true, {}, j, -1, v.at(residues));
    } else {
      // All positions of the class leave the same remainder.
      const int64_t sum = dot(v.coefficients, residues) + v.constant;
      add(true, v.coefficients, j, -v.divisor,
          v.constant - (sum - v.divisor * floor_divide(sum, v.divisor)));
    }
    add(false, {}, j, 1, 0);
  }
  isl_local_space_free(local);
  map = isl_basic_map_project_out(map, isl_dim_out, static_cast<unsigned>(powers),
                                  static_cast<unsigned>(arity));
  return isl::Map(isl_map_from_basic_map(map));
}

/// Calls visit for every vector of residues modulo `by`.
template <class Visit>
void for_each_class(const std::vector<int64_t>& by, Visit&& visit) {
  std::vector<int64_t> residues(by.size(), 0);
  for (;;) {
    visit(residues);
    size_t i = 0;
    while (i < residues.size() && residues[i] == by[i] - 1) residues[i++] = 0;
    if (i == residues.size()) return;
    ++residues[i];
  }
}

/// Whether the case can apply to positions with these residues modulo a multiple of its moduli.
bool meets_class(const Case& c, const std::vector<int64_t>& residues) {
  Case without = c;
  without.conditions.clear();
  return without.holds(residues);
}

}  // namespace

int64_t AffineValue::at(std::span<const int64_t> point) const {
  const int64_t quotient = floor_divide(dot(coefficients, point) + constant, divisor);
  return modulus == 0 ? quotient : quotient - modulus * floor_divide(quotient, modulus);
}

bool HalfSpace::holds(std::span<const int64_t> point) const {
  return dot(coefficients, point) + constant >= 0;
}

bool Congruence::holds(std::span<const int64_t> point) const {
  const int64_t sum = floor_divide(dot(coefficients, point), divisor);
  return sum - modulus * floor_divide(sum, modulus) == residue;
}

bool Case::holds(std::span<const int64_t> point) const {
  const auto here = [&](const auto& condition) { return condition.holds(point); };
  for (size_t i = 0; i < moduli.size(); ++i) {
    if (point[i] % moduli[i] != residues[i]) return false;
  }
  return std::all_of(conditions.begin(), conditions.end(), here) &&
         std::all_of(congruences.begin(), congruences.end(), here);
}

std::optional<std::vector<int64_t>> evaluate(const Formula& formula,
                                             std::span<const int64_t> point) {
  for (const Case& c : formula.cases) {
    if (!c.holds(point)) continue;
    std::vector<int64_t> result;
    for (const AffineValue& v : c.value) result.push_back(v.at(point));
    return result;
  }
  return std::nullopt;
}

std::vector<int64_t> moduli(const Formula& formula) {
  std::vector<int64_t> result(formula.arity, 1);
  const auto take = [&](const std::vector<int64_t>& coefficients, int64_t modulus) {
    for (size_t i = 0; i < formula.arity; ++i) {
      if (coefficients[i] != 0)
        result[i] = std::lcm(result[i], modulus / std::gcd(modulus, coefficients[i]));
    }
  };
  for (const Case& c : formula.cases) {
    for (size_t i = 0; i < c.moduli.size(); ++i) result[i] = std::lcm(result[i], c.moduli[i]);
    for (const Congruence& one : c.congruences) take(one.coefficients, one.divisor * one.modulus);
    for (const AffineValue& v : c.value)
      take(v.coefficients, v.divisor * std::max<int64_t>(v.modulus, 1));
  }
  return result;
}

Formula by_residues(const Formula& formula) {
  const std::vector<int64_t> by = moduli(formula);
  Formula result{formula.arity, formula.powers, {}};
  for_each_class(by, [&](const std::vector<int64_t>& residues) {
    for (const Case& c : formula.cases) {
      if (!meets_class(c, residues)) continue;
      Case one{c.conditions, {}, c.value, by, residues};
      for (AffineValue& v : one.value) {
        if (v.modulus != 0) {
          v = {std::vector<int64_t>(formula.arity, 0), v.at(residues), 1, 0};
        } else {
          const int64_t sum = dot(v.coefficients, residues) + v.constant;
          v.constant -= sum - v.divisor * floor_divide(sum, v.divisor);
        }
      }
      result.cases.push_back(std::move(one));
      if (c.conditions.empty()) break;
    }
  });
  return result;
}

isl::Map to_map(isl_ctx* context, const Formula& formula) {
  const std::vector<int64_t> by = moduli(formula);
  const auto arity = static_cast<unsigned>(formula.arity);
  const auto powers = static_cast<unsigned>(formula.powers);
  isl::Map result(isl_map_empty(isl_space_alloc(context, 0, arity, powers)));
  for_each_class(by, [&](const std::vector<int64_t>& residues) {
    isl::Map of_class(isl_map_empty(isl_space_alloc(context, 0, arity, powers)));
    for (const Case& c : formula.cases) {
      if (!of_class || !meets_class(c, residues)) continue;
      isl::Map here = case_map(context, c, by, residues);
      here = isl::Map(isl_map_subtract_domain(here.take(), isl_map_domain(of_class.copy())));
      of_class = isl::Map(isl_map_union_disjoint(of_class.take(), here.take()));
    }
    result = isl::Map(isl_map_union_disjoint(result.take(), isl_map_coalesce(of_class.take())));
  });
  return result;
}

}  // namespace grundy
