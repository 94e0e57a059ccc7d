// Moore's nim, in a format of our own: a line with k and the number of piles, a line with the
// piles. A move lowers at least one and at most k piles; who can't move loses. The answer is the
// winner, First or Second; for First, the piles after a winning move follow.
//
// The theorem is in engine/family/moore.cc.
#include "engine/family/moore.h"

#include <fmt/format.h>

#include "session/contest/contests.h"
#include "session/contest/input.h"

namespace grundy::contest {

Attempt<std::string> moore(NumberReader& reader) {
  Budget& budget = reader.budget();
  uint64_t header[2];
  if (Attempt<void> read = read_line(reader, "k and the number of piles", header); !read)
    return std::move(read).error();
  const auto [k, count] = header;
  if (k == 0) return reader.error_at_row("k is 0, but a move lowers at least one pile");
  if (k > count) {
    return reader.error_at_row(fmt::format("k is {}, but there {} only {} pile{}", k,
                                           count == 1 ? "is" : "are", count,
                                           count == 1 ? "" : "s"));
  }
  std::vector<uint64_t> piles;
  reader.set_noun("pile size");
  if (Attempt<void> read = read_line(reader, "the piles", count, piles); !read)
    return std::move(read).error();
  if (Attempt<void> end = read_end(reader); !end) return std::move(end).error();

  if (moore_is_lost(piles, k, Play::normal)) return std::string("Second\n");
  // The piles by length, and a bit and a change for each of them.
  const uint64_t bytes = count * (sizeof(size_t) + sizeof(Change<uint64_t>) + 1);
  if (!budget.take_memory(bytes)) return budget.too_large("a winning move", bytes);
  if (budget.spent()) return budget.why();
  for (const Change<uint64_t>& change : moore_winning_move(piles, k, Play::normal))
    piles[change.place] = change.to;
  std::string output = "First\n";
  if (Attempt<void> written = append_line(output, piles, budget); !written)
    return std::move(written).error();
  return output;
}

}  // namespace grundy::contest
