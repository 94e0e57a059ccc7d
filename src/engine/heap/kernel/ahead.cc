#include "engine/heap/kernel/ahead.h"

#include <algorithm>
#include <thread>

namespace grundy::heap {
namespace {

/// Looks for more to do before a thread sleeps: to sleep and be woken takes longer than a block.
constexpr int kYields = 1000;

/// Adds the marks of the entries to those in `words`.
void add_marks(const Block& block, std::span<const Entry> entries, uint32_t wanted, unsigned window,
               unsigned groups, uint64_t* words) {
  if (entries.empty()) return;
  uint64_t more[kBlock];
  mark_window(block, entries, wanted, window, groups, more);
  for (uint64_t i = 0; i < kBlock; ++i) words[i] |= more[i];
}

}  // namespace

void Ahead::renew(const Block& block, std::span<const Entry> entries,
                  const std::vector<Entry> (&witnesses)[kMaxWindows]) {
  come_to(block.first);
  Order* const last = order_.load(std::memory_order_relaxed);
  Order& order = last == &orders_[0] ? orders_[1] : orders_[0];
  if (order.users.load(std::memory_order_acquire) != 0) return;
  order.number = std::max(orders_[0].number, orders_[1].number) + 1;
  order.block.low = block.low;
  order.block.high = block.high;
  order.block.by_parity = block.by_parity;
  order.block.common_class = block.common_class;
  order.block.capacity = block.capacity;
  order.block.common_marked = block.common_marked;
  order.block.rare_marked = block.rare_marked;
  const auto is_far = [](const Entry& e) { return e.distance >= kFar; };
  const auto far = std::find_if(entries.begin(), entries.end(), is_far);
  order.near = static_cast<size_t>(far - entries.begin());
  order.until = entries.size();
  order.far_entries.assign(far, entries.end());
  for_each_window(block.common_marked, [&](unsigned w, unsigned /*groups*/) {
    order.near_witnesses[w].clear();
    order.far_witnesses[w].clear();
    for (const Entry& e : witnesses[w])
      (is_far(e) ? order.far_witnesses : order.near_witnesses)[w].push_back(e);
  });
  order_.store(&order, std::memory_order_seq_cst);
}

void Ahead::come_to(uint64_t first) {
  now_.store(first, std::memory_order_release);
  now_.notify_all();
}

void Ahead::work() {
  for (uint64_t now = 0; (now = now_.load(std::memory_order_acquire)) != kEnded;) {
    if (mark_one()) continue;
    for (int i = 0; i < kYields && now_.load(std::memory_order_relaxed) == now; ++i)
      std::this_thread::yield();
    now_.wait(now, std::memory_order_acquire);
  }
}

/// False when there is nothing to do.
bool Ahead::mark_one() {
  Order* const order = order_.load(std::memory_order_acquire);
  if (order == nullptr) return false;
  order->users.fetch_add(1, std::memory_order_seq_cst);
  // From here on it does not change, if it is still the one.
  bool any = false;
  if (order_.load(std::memory_order_seq_cst) == order) {
    const uint64_t now = now_.load(std::memory_order_acquire);
    uint64_t next = next_.load(std::memory_order_relaxed);
    const uint64_t first = std::max(next, now + kNearest * kBlock);
    Place& place = place_of(first);
    bool busy = false;
    if (now != kEnded && first <= now + kFarthest * kBlock &&
        place.busy.compare_exchange_strong(busy, true, std::memory_order_acquire)) {
      any = true;  // where another thread takes the block, the next one is left
      if (next_.compare_exchange_strong(next, first + kBlock, std::memory_order_relaxed))
        mark(*order, first, place);
      place.busy.store(false, std::memory_order_release);
    }
  }
  order->users.fetch_sub(1, std::memory_order_release);
  return any;
}

void Ahead::mark(const Order& order, uint64_t first, Place& place) {
  Block block = order.block;
  block.first = first;
  for_each_window(block.common_marked, [&](unsigned w, unsigned groups) {
    mark_window(block, order.far_entries, block.common_class, w, groups, place.common[w]);
    mark_window(block, order.far_witnesses[w], 1 - block.common_class, w, groups, place.rare[w]);
  });
  place.order = order.number;
  place.block.store(first, std::memory_order_release);
}

bool Ahead::finish_marks(Block& block, std::span<const Entry> entries) {
  Place& place = place_of(block.first);
  if (place.block.load(std::memory_order_acquire) != block.first) return false;
  const Order& order = orders_[0].number == place.order ? orders_[0] : orders_[1];
  if (order.number != place.order) return false;
  block.common_marked = order.block.common_marked;
  block.rare_marked = order.block.rare_marked;
  for_each_window(block.common_marked, [&](unsigned w, unsigned groups) {
    const uint32_t of_common = block.common_class;
    std::copy_n(place.common[w], kBlock, block.common[w]);
    add_marks(block, entries.first(order.near), of_common, w, groups, block.common[w]);
    add_marks(block, entries.subspan(order.until), of_common, w, groups, block.common[w]);
    std::copy_n(place.rare[w], kBlock, block.rare[w]);
    add_marks(block, order.near_witnesses[w], 1 - of_common, w, groups, block.rare[w]);
  });
  return true;
}

void Ahead::stop() {
  order_.store(nullptr, std::memory_order_seq_cst);
  for (Order& order : orders_) {
    while (order.users.load(std::memory_order_acquire) != 0) std::this_thread::yield();
    order.number = 0;
  }
  for (uint64_t i = 0; i < kPlaces; ++i) places_[i].block.store(0, std::memory_order_relaxed);
}

void Ahead::end() { come_to(kEnded); }

}  // namespace grundy::heap
