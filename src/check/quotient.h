// Re-checks certificates of kind quotient: misère quotients of take-and-break games of at most two
// heaps.
//
// A certificate says how generators multiply a monoid's elements, which elements lie in P, and the
// elements Φ(n) of heaps up to the end of the first period. Element 0 is the identity. The checker
// finds by itself
//
//   - that the actions commute and lead from the identity to every element: then they are those of
//     one commutative monoid, in which the product of x and y is y moved along a way that leads
//     from the identity to x;
//   - that no two elements are alike (some product with one is in P, with the other not), and that
//     heaps generate all;
//   - that 0 is not in P, and for each heap h and z: if zΦ(h) is in P, no z·y is, for the elements
//     y of the options of h;
//   - that every position other than 0 whose element is not in P has an option whose element is:
//     positions are walked through as pairs of an element and the elements of the options, up to
//     pairs with more options than another.
//
// By induction on play the lost sums are those with an element in P. It is enough to look at so
// many heaps as values for a period (heap_window): heaps beyond have the same elements and options'
// elements as those one period before (Plambeck and Siegel 2008, after Guy and Smith 1956). No
// smaller period or pre-period may do.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "check/text.h"

namespace grundy {

/// What a certificate of kind quotient says.
struct QuotientCertificate {
  std::string rule;  // in the language; every line ends in a newline
  std::string game;
  std::string code;
  int64_t preperiod = 0;
  int64_t period = 1;
  int64_t order = 1;
  // Of each generator: the products with elements 0, 1, …
  std::vector<std::vector<int64_t>> actions;
  std::vector<int64_t> lost;    // the elements in P
  std::vector<int64_t> values;  // the elements of heaps 0, 1, …, preperiod + period - 1
};

std::string to_text(const QuotientCertificate& certificate);

/// Whether the text's line of a kind names this one.
bool is_quotient_certificate(std::string_view text);
/// What the text says, unchecked; an error of kind input where it is no such certificate.
Attempt<QuotientCertificate> quotient_in(std::string_view text);
/// An error of kind declined when the budget is spent.
Attempt<Judgement> check_quotient(std::string_view text, const Budget& budget);

}  // namespace grundy
