// A misère quotient as text, LaTeX and JSON.
#pragma once
#include <string>
#include <vector>

#include "session/quotient.h"

namespace grundy {

/// Of heaps 0, 1, … of one of the games, to the end of the first period, or all that were taken in.
std::vector<std::string> element_texts(const QuotientAnswer& answer, size_t game);
std::string quotient_text(const QuotientAnswer& answer);
std::string quotient_latex(const QuotientAnswer& answer);
std::string quotient_json(const QuotientAnswer& answer);

}  // namespace grundy
