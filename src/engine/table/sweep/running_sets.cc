#include "engine/table/sweep/running_sets.h"

#include <algorithm>
#include <cstring>

namespace grundy {

SlotLayout SlotLayout::of(SweepShape::Marks marks, uint64_t limit) {
  constexpr uint64_t kMargin = 256;  // values beyond the limit that the code may try
  if (marks == SweepShape::Marks::word) return {0, 64};
  return {8, limit + kMargin};
}

void RunningSets::point(SweepState& state, size_t set, const Ring& ring) const {
  const uint64_t bytes = state.slot_bytes[set];
  state.ring[set] = sets_[set].pages.data() + ring.first * bytes;
  state.ring_end[set] = state.ring[set] + ring.slots * bytes;
  state.slot[set] = state.ring[set] + ring.at * bytes;
}

bool RunningSets::lay_out(const SlotLayout& layout, Lease& memory,
                          std::span<SweepState* const> states) {
  for (size_t i = 0; i < sets_.size(); ++i) {
    Set& set = sets_[i];
    const uint64_t slots = set.chains.slots();
    const uint64_t bytes = layout.bytes(set.counted);
    const uint64_t bytes_before = layout_.bytes(set.counted);
    const bool fresh = set.pages.data() == nullptr;
    if (!memory.take(slots * bytes)) return false;
    Pages pages(slots * bytes);
    for (uint64_t s = 0; s < slots && !fresh; ++s) {
      const uint8_t* from = set.pages.data() + s * bytes_before;
      uint8_t* to = pages.data() + s * bytes;
      // Slots that no cell has used yet take no memory.
      if (std::all_of(from, from + bytes_before, [](uint8_t byte) { return byte == 0; })) continue;
      std::memcpy(to + layout.words_at, from + layout_.words_at, layout_.capacity / 8);
      if (set.counted)
        std::memcpy(to + layout.counts_at(), from + layout_.counts_at(), 4 * layout_.capacity);
    }
    for (SweepState* state : states) {
      auto moved = [&](const uint8_t* place) {
        return fresh ? pages.data()
                     : pages.data() +
                           static_cast<uint64_t>(place - set.pages.data()) / bytes_before * bytes;
      };
      state->slot[i] = moved(state->slot[i]);
      state->ring[i] = moved(state->ring[i]);
      state->ring_end[i] = moved(state->ring_end[i]);
      state->slot_bytes[i] = bytes;
    }
    set.pages = std::move(pages);
  }
  for (SweepState* state : states) state->counts_at = layout.counts_at();
  layout_ = layout;
  return true;
}

}  // namespace grundy
