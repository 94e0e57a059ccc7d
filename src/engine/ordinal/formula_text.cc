#include "engine/ordinal/formula_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace grundy {
namespace {

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
    text += name.empty() ? std::to_string(size)
                         : (size == 1 ? "" : std::to_string(size) + times) + name;
  };
  for (const bool positive : {true, false}) {
    for (size_t i = 0; i < coefficients.size(); ++i) {
      if ((coefficients[i] > 0) == positive) add(coefficients[i], coordinate(names[i], notation));
    }
    if ((constant > 0) == positive) add(constant, "");
  }
  return text.empty() ? "0" : text;
}

std::string bracketed(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

/// ⌊(Σ coefficients·coordinates + constant) / divisor⌋.
std::string quotient_text(const std::vector<int64_t>& coefficients, int64_t constant,
                          int64_t divisor, const std::vector<std::string>& names,
                          Notation notation) {
  std::string text = linear_text(coefficients, constant, names, notation);
  if (divisor == 1) return text;
  if (notation == Notation::latex)
    return fmt::format("\\lfloor {}/{} \\rfloor", bracketed(text), divisor);
  return bracketed(text) + "/" + std::to_string(divisor);
}

/// The half-space, or (as_equation) its face.
std::string half_space_text(const HalfSpace& h, bool as_equation,
                            const std::vector<std::string>& names, Notation notation) {
  // Positive terms on the left, negative ones on the right; the constant on the side where it is
  // positive.
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

std::string congruence_text(const Congruence& c, const std::vector<std::string>& names,
                            Notation notation) {
  const std::string quotient = quotient_text(c.coefficients, 0, c.divisor, names, notation);
  if (notation == Notation::text)
    return fmt::format("{} % {} = {}", bracketed(quotient), c.modulus, c.residue);
  return fmt::format("{} \\equiv {} \\pmod{{{}}}", quotient, c.residue, c.modulus);
}

std::string affine_text(const AffineValue& v, const std::vector<std::string>& names,
                        Notation notation) {
  std::string text = quotient_text(v.coefficients, v.constant, v.divisor, names, notation);
  if (v.modulus == 0) return text;
  if (notation == Notation::latex) {
    const bool atom = text.find(' ') == std::string::npos || text.starts_with("\\lfloor");
    return fmt::format("({} \\bmod {})", atom ? text : "(" + text + ")", v.modulus);
  }
  return bracketed(text) + " % " + std::to_string(v.modulus);
}

}  // namespace

std::string condition_text(const Formula& formula, size_t index,
                           const std::vector<std::string>& coordinates, Notation notation) {
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
      for (size_t k = 0; k < coordinates.size(); ++k)
        opposite &= other.coefficients[k] == -h.coefficients[k];
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
    if (c.moduli[i] > 1)
      require(congruence_text({unit, c.moduli[i], c.residues[i]}, coordinates, notation));
  }
  for (const Congruence& one : c.congruences) require(congruence_text(one, coordinates, notation));
  if (!text.empty()) return text;
  if (index == 0) return latex ? "\\text{always}" : "always";
  const Case& first = formula.cases[0];
  if (formula.cases.size() == 2 && first.conditions.size() == 1 && first.congruences.empty() &&
      first.moduli.empty()) {
    HalfSpace negated = first.conditions[0];
    for (int64_t& f : negated.coefficients) f = -f;
    negated.constant = -negated.constant - 1;
    std::string denial = half_space_text(negated, false, coordinates, notation);
    const size_t greater = denial.find(" > ");
    if (greater != std::string::npos)
      denial = denial.substr(greater + 3) + " < " + denial.substr(0, greater);
    return denial;
  }
  return latex ? "\\text{otherwise}" : "otherwise";
}

std::string value_text(const Case& c, const std::vector<std::string>& coordinates,
                       Notation notation) {
  const bool latex = notation == Notation::latex;
  const std::string omega = latex ? "\\omega" : "ω";
  std::string text;
  for (size_t j = 0; j < c.value.size(); ++j) {
    const size_t power = c.value.size() - 1 - j;
    const std::string factor = affine_text(c.value[j], coordinates, notation);
    if (factor == "0") continue;
    std::string term = factor;
    if (power > 0) {
      term = power == 1 ? omega
             : latex    ? fmt::format("{}^{{{}}}", omega, power)
                        : fmt::format("{}^{}", omega, power);
      if (factor != "1") {
        // In text a quotient binds as ω· does; in LaTeX it has brackets of its own, as a remainder
        // has.
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
