// A page for pupils about a sum, and a second one with the answers, as SVG.
//
// The first page has the heaps as dots, for each game a table of values to fill in, a table of
// binary digits, and two questions; the second is the same page filled in. Example: nim{3, 5, 6}
// has three rows of digits and the nim-sum 0.
#pragma once
#include <string>
#include <string_view>

#include "session/session.h"

namespace grundy {

struct WorksheetPages {
  std::string questions;
  std::string answers;
};

/// Of at most eight parts with values below 1024; others are refused, or declined.
Attempt<WorksheetPages> worksheet(Session& session, std::string_view sum, Budget& budget);

}  // namespace grundy
