// The certificate of a misère quotient: kind quotient, for the checker (check/quotient.h).
//
// The monoid by the products of its generators, P, and the elements of heaps up to the end of the
// first period.
#pragma once
#include <string>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/misere/universe.h"

namespace grundy {

/// Of a universe of one game, settled for ever; what the checker does not take is declined.
Attempt<std::string> quotient_certificate(const misere::Universe& universe, Budget& budget);

}  // namespace grundy
