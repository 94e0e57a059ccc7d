// Families of boards, one for each n, as they are written: cram(1xn), snort(X.{n}O),
// clobber(X(XO){n}|O(OX){n}), and of graphs: node_kayles(cycle n), cram(ladder n), geography(path
// n; 1=T).
//
// A size has a lower-case name in place of the number of columns, and `start` fills the board; a
// graph has one in place of its own number. Otherwise each row has one run, as often in all rows,
// as patterns write it. Where `start` repeats after q columns the boards are those of q families,
// and a board of n columns has ⌊n/q⌋ copies of the q columns in that of n mod q. On rings, tori and
// cycles the last column is beside the first one.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "rule/board.h"
#include "rule/frieze.h"

namespace grundy {

constexpr char kNoCellSign = '_';

/// Letters column by column, each from top to bottom; kNoCellSign where there is no cell.
struct StripColumns {
  std::string left, period, right;
  int64_t more = 0;  // copies, beside those of n
};

struct StripFamily {
  std::string name;  // "n"
  Frieze frieze;
  std::vector<StripColumns> members;  // by n mod q; each has ⌊n/q⌋ copies and more
  int64_t first = 0;                  // the least n

  /// All columns of the board n.
  std::string columns(int64_t n) const;
};

/// Whether the text, "GAME(…)", is one of a family.
bool is_strip_family(std::string_view text);
/// The name of the number: "n".
std::string name_in_family(std::string_view text);
/// What stands between the brackets of the text. Errors are of kind input.
Attempt<StripFamily> read_strip_family(const Rule& rule, std::string_view text);

}  // namespace grundy
