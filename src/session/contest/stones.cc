// Stones and pebbles, in a format of our own: a line with K and the number of heaps, then a line
// with b and s, the stones and pebbles, for each heap. A move takes pebbles of a heap, or takes
// stones and leaves any number of pebbles, at least K for each stone taken; K is at least 1, and
// who can't move loses. The answer is the winner, First or Second; for First, a winning move
// follows: the number of a heap, counting from 1, and its new b and s. Numbers may be of any size.
//
// The theorem is in doc/stones.md. There is a winning move in every heap whose value becomes less
// by the nim-sum; the first of these heaps is given, and in one heap there is only one.
#include "engine/family/stones.h"

#include <fmt/format.h>

#include <algorithm>

#include "session/contest/contests.h"
#include "session/contest/input.h"

namespace grundy::contest {
namespace {

constexpr size_t kHeapsAtATime = 64;  // numbers may be long

/// The values of many heaps. When the heaps are many, the rows of the table that have few entries
/// are computed as a whole where they are first needed, which is cheaper than entry by entry.
class Values {
 public:
  Values(const Natural& K, const Natural& heaps, Budget& budget)
      : K_(K),
        budget_(&budget),
        rows_(std::min(heaps / kHeapsForARow, Natural(kMostRows)).small()) {}

  /// The value ω·x + y as the pair (x, y); doc/stones.md, proposition 2.
  StonesCell of(const StonesPosition& heap) {
    StonesCell cell = table(heap.stones, heap.pebbles / K_);
    cell.y = cell.y * K_ + heap.pebbles % K_;
    return cell;
  }

 private:
  static constexpr uint64_t kHeapsForARow = 64;
  static constexpr uint64_t kMostRows = 512;  // 2 MiB together, to stay in the cache

  StonesCell table(const Natural& b, const Natural& j) {
    if (j >= b || b >= Natural(rows_.size())) return stones_table(b, j);
    std::vector<StonesWordCell>& row = rows_[b.small()];
    if (row.empty()) {
      if (!budget_->take_memory(b.small() * sizeof(StonesWordCell))) return stones_table(b, j);
      row = stones_row(b.small());
    }
    const StonesWordCell& cell = row[j.small()];
    return {cell.x, cell.y};
  }

  Natural K_;
  Budget* budget_;
  std::vector<std::vector<StonesWordCell>> rows_;
};

StonesCell nim_sum(const StonesCell& a, const StonesCell& b) { return {a.x ^ b.x, a.y ^ b.y}; }

}  // namespace

Attempt<std::string> stones(NumberReader& reader) {
  Budget& budget = reader.budget();
  Natural header[2];
  if (Attempt<void> read = read_line(reader, "K and the number of heaps", header); !read)
    return std::move(read).error();
  const auto& [K, count] = header;
  if (K.is_zero())
    return reader.error_at_row("K is 0, but at least one pebble is left for each stone taken");

  std::vector<StonesPosition> heaps;
  while (Natural(heaps.size()) < count) {
    Natural heap[2];
    if (Attempt<void> read = read_line(reader, "a heap", heap); !read)
      return std::move(read).error();
    if (heaps.size() == heaps.capacity()) {
      if (Attempt<void> room = make_room(heaps, reader.source(), budget); !room)
        return std::move(room).error();
    }
    heaps.push_back({std::move(heap[0]), std::move(heap[1])});
  }
  if (Attempt<void> end = read_end(reader); !end) return std::move(end).error();

  Values values(K, count, budget);
  StonesCell sum;
  for (size_t i = 0; i < heaps.size(); ++i) {
    if (i % kHeapsAtATime == 0 && budget.spent()) return budget.why();
    sum = nim_sum(sum, values.of(heaps[i]));
  }
  if (sum == StonesCell{}) return std::string("Second\n");
  for (size_t i = 0; i < heaps.size(); ++i) {
    if (i % kHeapsAtATime == 0 && budget.spent()) return budget.why();
    const StonesCell value = values.of(heaps[i]);
    const StonesCell target = nim_sum(value, sum);
    if (value < target) continue;
    const std::optional<StonesPosition> to =
        stones_move(K, heaps[i].stones, heaps[i].pebbles,
                    Ordinal::power_of_omega(1, target.x) + Ordinal(target.y));
    if (to)
      return fmt::format("First\n{} {} {}\n", i + 1, to->stones.to_string(),
                         to->pebbles.to_string());
  }
  return Error::internal("a sum with a nim-sum other than 0 has no winning move");
}

}  // namespace grundy::contest
