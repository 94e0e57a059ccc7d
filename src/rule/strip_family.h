// Families of boards, one for each n, as they are written: cram(1xn), snort(X.{n}O), clobber(X(XO){n}|O(OX){n}).
//
// A size has a lower-case name in place of the number of columns, and `start` fills the board; otherwise each row has
// one run, as often in all rows, as patterns write it. Where `start` repeats after q columns the boards are those of q
// families, and a board of n columns has ⌊n/q⌋ copies of the q columns in that of n mod q.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"

namespace grundy {

/// Letters column by column, each from top to bottom.
struct StripColumns {
  std::string left, period, right;
};

struct StripFamily {
  std::string name;  // "n"
  size_t rows = 1;
  std::vector<StripColumns> members;
};

/// Whether the text, "GAME(…)", is one of a family.
bool is_strip_family(std::string_view text);
/// What stands between the brackets of the text. Errors are of kind input.
Attempt<StripFamily> read_strip_family(const Rule& rule, std::string_view text);

}  // namespace grundy
