#include "engine/heap/ahead.h"

#include <algorithm>
#include <thread>

namespace grundy::heap {
namespace {

/// Adds the marks of the entries to those in `words`.
void add_marks(const Block& block, std::span<const Entry> entries, uint32_t wanted, unsigned window, unsigned groups,
               uint64_t* words) {
  if (entries.empty()) return;
  uint64_t more[kBlock];
  mark_window(block, entries, wanted, window, groups, more);
  for (uint64_t i = 0; i < kBlock; ++i) words[i] |= more[i];
}

}  // namespace

bool Ahead::idle() const {
  return std::none_of(std::begin(state_), std::end(state_),
                      [](const auto& state) { return state.load(std::memory_order_acquire) == kTaken; });
}

void Ahead::prepare(const Block& block, uint64_t first, std::span<const Entry> entries,
                    const std::vector<Entry> (&witnesses)[kMaxWindows]) {
  block_.low = block.low;
  block_.high = block.high;
  block_.first = first;
  block_.by_parity = block.by_parity;
  block_.common_class = block.common_class;
  block_.capacity = block.capacity;
  block_.common_marked = block.common_marked;
  block_.rare_marked = block.rare_marked;
  const auto is_near = [](const Entry& e) { return e.distance < kFar; };
  const auto far = std::partition_point(entries.begin(), entries.end(), is_near);
  near_ = static_cast<size_t>(far - entries.begin());
  until_ = entries.size();
  far_entries_.assign(far, entries.end());
  for (unsigned w = 0; w < kMaxWindows; ++w) {
    near_witnesses_[w].clear();
    far_witnesses_[w].clear();
    for (const Entry& e : witnesses[w]) (is_near(e) ? near_witnesses_ : far_witnesses_)[w].push_back(e);
  }
  words_.resize(kParts * kMaxWindows * kBlock);
  for (auto& state : state_) state.store(kFree, std::memory_order_release);
}

void Ahead::work() {
  for (unsigned part = 0; part < kParts; ++part) {
    uint8_t free = kFree;
    if (!state_[part].compare_exchange_strong(free, kTaken, std::memory_order_acquire)) continue;
    Block block = block_;
    block.first += part / 2 * kBlock;
    for_each_window(block.common_marked, [&](unsigned w, unsigned groups) {
      if (part % 2 == 0) {
        mark_window(block, far_entries_, block.common_class, w, groups, words(part, w));
      } else {
        mark_window(block, far_witnesses_[w], 1 - block.common_class, w, groups, words(part, w));
      }
    });
    state_[part].store(kMarked, std::memory_order_release);
  }
}

/// Whether the part is marked; if nobody has begun, nobody will.
bool Ahead::marked(unsigned part) {
  uint8_t state = kFree;
  state_[part].compare_exchange_strong(state, kLeft, std::memory_order_acquire);
  return state == kMarked;
}

void Ahead::stop() {
  for (unsigned part = 0; part < kParts; ++part) marked(part);
  while (!idle()) std::this_thread::yield();
}

void Ahead::finish_marks(Block& block, std::span<const Entry> entries) {
  block.common_marked = block_.common_marked;
  block.rare_marked = block_.rare_marked;
  const auto part = static_cast<unsigned>((block.first - block_.first) / kBlock * 2);
  const bool common = marked(part);
  const bool rare = marked(part + 1);
  for_each_window(block.common_marked, [&](unsigned w, unsigned groups) {
    const uint32_t of_common = block.common_class;
    if (common) {
      std::copy_n(words(part, w), kBlock, block.common[w]);
      add_marks(block, entries.first(near_), of_common, w, groups, block.common[w]);
      add_marks(block, entries.subspan(until_), of_common, w, groups, block.common[w]);
    } else {
      mark_window(block, entries, of_common, w, groups, block.common[w]);
    }
    if (rare) {
      std::copy_n(words(part + 1, w), kBlock, block.rare[w]);
    } else {
      mark_window(block, far_witnesses_[w], 1 - of_common, w, groups, block.rare[w]);
    }
    add_marks(block, near_witnesses_[w], 1 - of_common, w, groups, block.rare[w]);
  });
}

}  // namespace grundy::heap
