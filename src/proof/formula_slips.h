#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grundy::proof {

/// A formula as it is written elsewhere and how it is written here: 'A if C else B', 'C ? A : B',
/// 'if C then A else B', 'return A;', the values one after the other, and a bracket that lacks.
struct FormulaSlip {
  std::string what;   // is wrong; empty: nothing is
  std::string meant;  // empty: a formula can't say it
};
FormulaSlip formula_slip(std::string_view text, std::span<const std::string> coordinates);

}  // namespace grundy::proof
