// Formulas in words: conditions and values, as text or for LaTeX's mathematical mode.
//
// The cases of a formula are read one after another, so a condition need not deny those before it:
// "n - m if n >= m", then "ω + m - n - 1 otherwise". Two opposite half-spaces are written as the
// equation that they are.
#pragma once
#include <string>
#include <vector>

#include "engine/ordinal/formula.h"

namespace grundy {

/// How formulas are written: as text, or for LaTeX's mathematical mode.
enum class Notation { text, latex };

/// "n >= m and n % 2 = 1"; "otherwise" for a last case without conditions after others, but "n < m"
/// where it is the second of two and the first has this one condition; "always" when there is no
/// condition at all.
std::string condition_text(const Formula& formula, size_t index,
                           const std::vector<std::string>& coordinates,
                           Notation notation = Notation::text);
/// "ω·m + n - 1".
std::string value_text(const Case& c, const std::vector<std::string>& coordinates,
                       Notation notation = Notation::text);

}  // namespace grundy
