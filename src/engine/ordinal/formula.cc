#include "engine/ordinal/formula.h"

#include <fmt/format.h>

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

/// A coordinate's name; in LaTeX one of several letters is set upright.
std::string coordinate(const std::string& name, Notation notation) {
  return notation == Notation::text || name.size() == 1 ? name : "\\mathrm{" + name + "}";
}

/// "2·m - n + 1", "0".
std::string linear_text(const std::vector<int64_t>& coefficients, int64_t constant,
                        const std::vector<std::string>& names, Notation notation) {
  std::string text;
  auto add = [&](int64_t factor, const std::string& name) {
    if (factor == 0) return;
    const int64_t size = factor < 0 ? -factor : factor;
    const char* times = notation == Notation::text ? "·" : " ";
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    text += name.empty() ? std::to_string(size) : (size == 1 ? "" : std::to_string(size) + times) + name;
  };
  for (const bool positive : {true, false}) {
    for (size_t i = 0; i < coefficients.size(); ++i) {
      if ((coefficients[i] > 0) == positive) add(coefficients[i], coordinate(names[i], notation));
    }
    if ((constant > 0) == positive) add(constant, "");
  }
  return text.empty() ? "0" : text;
}

std::string bracketed(const std::string& text) { return text.find(' ') == std::string::npos ? text : "(" + text + ")"; }

/// ⌊(Σ coefficients·coordinates + constant) / divisor⌋.
std::string quotient_text(const std::vector<int64_t>& coefficients, int64_t constant, int64_t divisor,
                          const std::vector<std::string>& names, Notation notation) {
  const std::string text = linear_text(coefficients, constant, names, notation);
  if (divisor == 1) return text;
  if (notation == Notation::latex) return fmt::format("\\lfloor {}/{} \\rfloor", bracketed(text), divisor);
  return bracketed(text) + "/" + std::to_string(divisor);
}

/// The half-space, or (as_equation) its face.
std::string half_space_text(const HalfSpace& h, bool as_equation, const std::vector<std::string>& names,
                            Notation notation) {
  // What is positive on the left, what is negative on the right; the constant where it is positive.
  std::vector<int64_t> left = h.coefficients;
  std::vector<int64_t> right = h.coefficients;
  for (int64_t& f : left) f = std::max<int64_t>(f, 0);
  for (int64_t& f : right) f = std::max<int64_t>(-f, 0);
  const auto zero = [](int64_t f) { return f == 0; };
  const bool turned = std::all_of(left.begin(), left.end(), zero);
  const bool single = turned || std::all_of(right.begin(), right.end(), zero);
  const auto text = [&](const std::vector<int64_t>& side, int64_t constant) {
    return linear_text(side, constant, names, notation);
  };
  const bool latex = notation == Notation::latex;
  const char* at_least = as_equation ? " = " : latex ? " \\ge " : " >= ";
  const char* at_most = as_equation ? " = " : latex ? " \\le " : " <= ";
  if (single) {
    const int64_t bound = turned ? h.constant : -h.constant;
    if (turned && bound == 0) at_most = " = ";  // a sum of natural numbers
    return text(turned ? right : left, 0) + (turned ? at_most : at_least) + std::to_string(bound);
  }
  if (h.constant == -1 && !as_equation) return text(left, 0) + " > " + text(right, 0);
  if (h.constant > 0) return text(left, h.constant) + at_least + text(right, 0);
  return text(left, 0) + at_least + text(right, -h.constant);
}

std::string congruence_text(const Congruence& c, const std::vector<std::string>& names, Notation notation) {
  const std::string quotient = quotient_text(c.coefficients, 0, c.divisor, names, notation);
  if (notation == Notation::text) return fmt::format("{} % {} = {}", bracketed(quotient), c.modulus, c.residue);
  return fmt::format("{} \\equiv {} \\pmod{{{}}}", quotient, c.residue, c.modulus);
}

std::string affine_text(const AffineValue& v, const std::vector<std::string>& names, Notation notation) {
  const std::string text = quotient_text(v.coefficients, v.constant, v.divisor, names, notation);
  if (v.modulus == 0) return text;
  if (notation == Notation::latex) return fmt::format("({} \\bmod {})", text, v.modulus);
  return bracketed(text) + " % " + std::to_string(v.modulus);
}

/// One case on the positions with coordinate i ≡ residues[i] modulo moduli[i], where its congruences hold.
isl::Map case_map(isl_ctx* context, const Case& c, const std::vector<int64_t>& moduli,
                  const std::vector<int64_t>& residues) {
  const size_t powers = c.value.size();
  const size_t arity = moduli.size();
  const auto outputs = static_cast<unsigned>(powers + arity);  // the values, then the coordinates' quotients
  isl_space* space = isl_space_alloc(context, 0, static_cast<unsigned>(arity), outputs);
  isl_basic_map* map = isl_basic_map_universe(isl_space_copy(space));
  isl_local_space* local = isl_local_space_from_space(space);
  /// Σ factors·coordinates + output_factor·output + constant, = 0 or >= 0.
  auto add = [&](bool equality, const std::vector<int64_t>& factors, size_t output, int64_t output_factor,
                 int64_t constant) {
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
      // The sum leaves the same remainder everywhere here.
      const int64_t sum = dot(v.coefficients, residues) + v.constant;
      add(true, v.coefficients, j, -v.divisor, v.constant - (sum - v.divisor * floor_divide(sum, v.divisor)));
    }
    add(false, {}, j, 1, 0);
  }
  isl_local_space_free(local);
  map = isl_basic_map_project_out(map, isl_dim_out, static_cast<unsigned>(powers), static_cast<unsigned>(arity));
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

bool HalfSpace::holds(std::span<const int64_t> point) const { return dot(coefficients, point) + constant >= 0; }

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

std::optional<std::vector<int64_t>> evaluate(const Formula& formula, std::span<const int64_t> point) {
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
      if (coefficients[i] != 0) result[i] = std::lcm(result[i], modulus / std::gcd(modulus, coefficients[i]));
    }
  };
  for (const Case& c : formula.cases) {
    for (size_t i = 0; i < c.moduli.size(); ++i) result[i] = std::lcm(result[i], c.moduli[i]);
    for (const Congruence& one : c.congruences) take(one.coefficients, one.divisor * one.modulus);
    for (const AffineValue& v : c.value) take(v.coefficients, v.divisor * std::max<int64_t>(v.modulus, 1));
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

std::string condition_text(const Formula& formula, size_t index, const std::vector<std::string>& coordinates,
                           Notation notation) {
  const Case& c = formula.cases[index];
  const bool latex = notation == Notation::latex;
  std::string text;
  auto require = [&](const std::string& condition) {
    text += (text.empty() ? "" : latex ? " \\text{ and } " : " and ") + condition;
  };
  std::vector<bool> said(c.conditions.size(), false);
  for (size_t i = 0; i < c.conditions.size(); ++i) {
    if (said[i]) continue;
    const HalfSpace& h = c.conditions[i];
    // Two opposite faces without a distance are an equation.
    for (size_t j = i + 1; j < c.conditions.size(); ++j) {
      const HalfSpace& other = c.conditions[j];
      bool opposite = other.constant == -h.constant;
      for (size_t k = 0; k < coordinates.size(); ++k) opposite &= other.coefficients[k] == -h.coefficients[k];
      if (!opposite) continue;
      said[i] = said[j] = true;
      require(half_space_text(h, true, coordinates, notation));
      break;
    }
    if (!said[i]) require(half_space_text(h, false, coordinates, notation));
  }
  for (size_t i = 0; i < c.moduli.size(); ++i) {
    std::vector<int64_t> unit(coordinates.size(), 0);
    unit[i] = 1;
    if (c.moduli[i] > 1) require(congruence_text({unit, c.moduli[i], c.residues[i]}, coordinates, notation));
  }
  for (const Congruence& one : c.congruences) require(congruence_text(one, coordinates, notation));
  if (!text.empty()) return text;
  if (index == 0) return latex ? "\\text{always}" : "always";
  const Case& first = formula.cases[0];
  if (formula.cases.size() == 2 && first.conditions.size() == 1 && first.congruences.empty() && first.moduli.empty()) {
    HalfSpace negated = first.conditions[0];
    for (int64_t& f : negated.coefficients) f = -f;
    negated.constant = -negated.constant - 1;
    std::string denial = half_space_text(negated, false, coordinates, notation);
    const size_t greater = denial.find(" > ");
    if (greater != std::string::npos) denial = denial.substr(greater + 3) + " < " + denial.substr(0, greater);
    return denial;
  }
  return latex ? "\\text{otherwise}" : "otherwise";
}

std::string value_text(const Case& c, const std::vector<std::string>& coordinates, Notation notation) {
  const bool latex = notation == Notation::latex;
  const std::string omega = latex ? "\\omega" : "ω";
  std::string text;
  for (size_t j = 0; j < c.value.size(); ++j) {
    const size_t power = c.value.size() - 1 - j;
    const std::string factor = affine_text(c.value[j], coordinates, notation);
    if (factor == "0") continue;
    std::string term = factor;
    if (power > 0) {
      term = power == 1 ? omega : latex ? fmt::format("{}^{{{}}}", omega, power) : fmt::format("{}^{}", omega, power);
      if (factor != "1") {
        // In text a quotient binds as ω· does; in LaTeX it has brackets of its own, as a remainder has.
        const bool quotient = c.value[j].divisor != 1 && c.value[j].modulus == 0;
        const bool has_brackets = latex && (quotient || c.value[j].modulus != 0);
        if (has_brackets) {
          term += " \\cdot " + factor;
        } else {
          term += (latex ? " \\cdot " : "·") + (quotient ? "(" + factor + ")" : bracketed(factor));
        }
      }
    } else if (!text.empty() && !latex && c.value[j].modulus != 0) {
      term = "(" + factor + ")";
    }
    if (text.empty()) {
      text = term;
    } else if (term.front() == '-') {
      text += " - " + term.substr(1);
    } else {
      text += " + " + term;
    }
  }
  return text.empty() ? "0" : text;
}

}  // namespace grundy
