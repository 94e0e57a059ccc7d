// A picture of a misère quotient.
#pragma once
#include <string>

#include "session/quotient_text.h"

namespace grundy {

/// The elements in their archimedean components, a row each, those of P filled.
std::string quotient_svg(const QuotientAnswer& answer);

}  // namespace grundy
