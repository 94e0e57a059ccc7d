#include "engine/board/subset_search.h"

#include <algorithm>

#include "engine/board/fingerprint.h"
#include "engine/board/part_store.h"

namespace grundy {

std::vector<SubsetMover::Part> SubsetMover::parts(uint64_t set) const {
  std::vector<Part> result;
  bool alone = false;  // two elements alone are together 0
  while (set != 0) {
    uint64_t part = set & (~set + 1);
    bool has_move = false;
    for (uint64_t before = 0; before != part;) {
      before = part;
      for (const SubsetMove& move : code_.moves) {
        const uint64_t joined = move.needs | move.takes;
        if ((move.needs & ~set) != 0 || (joined & part) == 0) continue;
        part |= joined & set;
        has_move = true;
      }
    }
    set &= ~part;
    if (!has_move) continue;
    if ((part & (part - 1)) != 0) {
      result.push_back(part);
    } else if (alone) {
      result.erase(std::find_if(result.begin(), result.end(),
                                [](Part one) { return (one & (one - 1)) == 0; }));
      alone = false;
    } else {
      result.push_back(part);
      alone = true;
    }
  }
  return result;
}

Attempt<std::unique_ptr<SubsetSearch>> SubsetSearch::of(const BoardPosition& position,
                                                        const Budget& budget) {
  Attempt<SubsetCode> code = subset_code(position, budget);
  if (!code) return std::move(code).error();
  return std::unique_ptr<SubsetSearch>(new SubsetSearch(*std::move(code)));
}

Attempt<void> SubsetSearch::keep_in(PartStore& store, Budget& budget) {
  return store.keep(table_, fingerprint(code_), budget);
}

std::optional<uint64_t> SubsetSearch::set_of(const BoardPosition& position) const {
  uint64_t set = 0;
  for (const int64_t element : position.sets[0]) {
    const auto at = std::lower_bound(code_.elements.begin(), code_.elements.end(), element);
    if (at == code_.elements.end() || *at != element) return {};
    set |= uint64_t{1} << (at - code_.elements.begin());
  }
  return set;
}

Attempt<uint64_t> SubsetSearch::value(const BoardPosition& position, Budget& budget) {
  uint64_t value = 0;
  for (const uint64_t part : mover_.parts(*set_of(position))) {
    InSet<SubsetMover> search(mover_, table_, budget);
    search.set_play_ends(true);
    Attempt<uint64_t> one = search.value(part);
    work_ += search.work();
    if (!one) return one;
    value ^= *one;
  }
  return value;
}

Attempt<bool> SubsetSearch::has_value(const BoardPosition& position, uint64_t value,
                                      Budget& budget) {
  InSet<SubsetMover> search(mover_, table_, budget);
  search.set_play_ends(true);
  Attempt<bool> has = search.has_value(mover_.parts(*set_of(position)), value);
  work_ += search.work();
  return has;
}

}  // namespace grundy
