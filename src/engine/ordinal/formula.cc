#include "engine/ordinal/formula.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

/// "2·m - n + 1", "0".
std::string linear_text(const std::vector<int64_t>& coefficients, int64_t constant,
                        const std::vector<std::string>& names, const char* times) {
  std::string text;
  auto add = [&](int64_t factor, const std::string& name) {
    if (factor == 0) return;
    const int64_t size = factor < 0 ? -factor : factor;
    text += text.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    text += name.empty() ? std::to_string(size) : (size == 1 ? "" : std::to_string(size) + times) + name;
  };
  for (const bool positive : {true, false}) {
    for (size_t i = 0; i < coefficients.size(); ++i) {
      if ((coefficients[i] > 0) == positive) add(coefficients[i], names[i]);
    }
    if ((constant > 0) == positive) add(constant, "");
  }
  return text.empty() ? "0" : text;
}

/// One case: coordinates → values, where coordinate i is moduli[i]·q + residues[i] for a natural q.
isl::Map case_map(isl_ctx* context, const Case& c, size_t arity) {
  const size_t powers = c.value.size();
  const auto outputs = static_cast<unsigned>(powers + arity);  // the values, then the quotients
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
    if (c.moduli[i] > 1) add(true, unit, powers + i, -c.moduli[i], -c.residues[i]);
    unit[i] = 0;
  }
  for (const HalfSpace& h : c.conditions) add(false, h.coefficients, 0, 0, h.constant);
  for (size_t j = 0; j < powers; ++j) {
    add(true, c.value[j].coefficients, j, -c.value[j].divisor, c.value[j].constant);
    add(false, {}, j, 1, 0);
  }
  isl_local_space_free(local);
  map = isl_basic_map_project_out(map, isl_dim_out, static_cast<unsigned>(powers), static_cast<unsigned>(arity));
  return isl::Map(isl_map_from_basic_map(map));
}

}  // namespace

isl::Map to_map(isl_ctx* context, const Formula& formula) {
  const auto arity = static_cast<unsigned>(formula.arity);
  isl::Map result(isl_map_empty(isl_space_alloc(context, 0, arity, static_cast<unsigned>(formula.powers))));
  for (const Case& c : formula.cases) {
    isl::Map here = case_map(context, c, formula.arity);
    here = isl::Map(isl_map_subtract_domain(here.take(), isl_map_domain(result.copy())));
    result = isl::Map(isl_map_union_disjoint(result.take(), here.take()));
  }
  return isl::Map(isl_map_coalesce(result.take()));
}

std::string condition_text(const Formula& formula, size_t index, const std::vector<std::string>& coordinates) {
  const Case& c = formula.cases[index];
  std::string text;
  auto require = [&](const std::string& condition) { text += (text.empty() ? "" : " and ") + condition; };
  for (const HalfSpace& h : c.conditions) {
    // What is positive on the left, what is negative on the right; the constant where it is positive.
    std::vector<int64_t> left = h.coefficients;
    std::vector<int64_t> right = h.coefficients;
    for (int64_t& f : left) f = std::max<int64_t>(f, 0);
    for (int64_t& f : right) f = std::max<int64_t>(-f, 0);
    const bool nothing_left = std::all_of(left.begin(), left.end(), [](int64_t f) { return f == 0; });
    const bool turned = nothing_left;
    const std::string a = linear_text(turned ? right : left, 0, coordinates, "·");
    const std::string b = linear_text(turned ? left : right, turned ? h.constant : -h.constant, coordinates, "·");
    const bool strict = !turned && h.constant == -1 && b != "1";
    if (strict) {
      require(a + " > " + linear_text(right, 0, coordinates, "·"));
    } else {
      require(a + (turned ? " <= " : " >= ") + b);
    }
  }
  for (size_t i = 0; i < c.residues.size(); ++i) {
    if (c.moduli[i] > 1) require(fmt::format("{} % {} = {}", coordinates[i], c.moduli[i], c.residues[i]));
  }
  if (text.empty()) return index == 0 ? "always" : "otherwise";
  return text;
}

std::string value_text(const Case& c, const std::vector<std::string>& coordinates) {
  std::string text;
  for (size_t j = 0; j < c.value.size(); ++j) {
    const AffineValue& v = c.value[j];
    const size_t power = c.value.size() - 1 - j;
    std::string factor = linear_text(v.coefficients, v.constant, coordinates, "·");
    if (factor == "0") continue;
    const bool one_term = factor.find(' ') == std::string::npos;
    if (v.divisor != 1) factor = (one_term ? factor : "(" + factor + ")") + "/" + std::to_string(v.divisor);
    const std::string omega = power == 0 ? "" : power == 1 ? "ω" : "ω^" + std::to_string(power);
    std::string term = omega;
    if (power == 0) {
      term = factor;
    } else if (factor != "1") {
      term += "·" + (one_term || v.divisor != 1 ? factor : "(" + factor + ")");
    }
    text += (text.empty() ? "" : " + ") + term;
  }
  return text.empty() ? "0" : text;
}

}  // namespace grundy
