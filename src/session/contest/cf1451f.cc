// Codeforces 1451F, Nullify The Matrix: t cases; each has n and m, and n rows of m numbers. A move
// chooses a path that goes only right and down, lowers its first cell by at least 1 and sets its
// other cells to anything; who can't move loses. The answer is the winner: Ashish, who begins, or
// Jeel.
//
// The theorem is in engine/family/nullify.cc.
#include "engine/family/nullify.h"
#include "session/contest/contests.h"
#include "session/contest/input.h"

namespace grundy::contest {

Attempt<std::string> cf1451f(NumberReader& reader) {
  uint64_t cases = 0;
  if (Attempt<void> read = read_line(reader, "the number of cases", {&cases, 1}); !read)
    return std::move(read).error();
  std::string output;
  std::vector<uint64_t> cells;
  for (uint64_t c = 0; c < cases; ++c) {
    uint64_t size[2];
    if (Attempt<void> read = read_line(reader, "the size of a matrix", size); !read)
      return std::move(read).error();
    const auto [rows, columns] = size;
    if (rows == 0 || columns == 0)
      return reader.error_at_row("a matrix has at least one row and one column");
    cells.clear();
    for (uint64_t r = 0; r < rows; ++r) {
      if (Attempt<void> read = read_line(reader, "a row of the matrix", columns, cells); !read)
        return std::move(read).error();
    }
    output += nullify_is_lost(cells, columns) ? "Jeel\n" : "Ashish\n";
  }
  if (Attempt<void> end = read_end(reader); !end) return std::move(end).error();
  return output;
}

}  // namespace grundy::contest
