#include "engine/board/part_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace grundy {
namespace {

constexpr uint64_t kFirstBuckets = 1 << 10;
constexpr uint64_t kPartExact = uint64_t{1} << 32;
constexpr unsigned kWorkShift = 33;    // seven bits: the work's logarithm
constexpr unsigned kLowKeyShift = 40;  // the lowest 24 bits of the key
constexpr uint64_t kMostWork = 127;
constexpr uint64_t kWorthKeeping = 16;  // expansions

// A word of a table that another thread may be using.
uint64_t load(const uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
void store(uint64_t& word, uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

uint64_t work_of(uint64_t data) { return data >> kWorkShift & kMostWork; }

/// Twice the logarithm; exact values are worth some more.
uint64_t weight_of(uint64_t work, bool exact) {
  const uint64_t log = static_cast<uint64_t>(std::bit_width(work));
  return std::min(kMostWork, 1 + 2 * log + (exact ? 2 : 0));
}

}  // namespace

PartTable::PartTable() : mask_(kFirstBuckets - 1), buckets_(kFirstBuckets) {}

Known PartTable::find(const PartKey& key) const {
  const Bucket& bucket = buckets_[key.high & mask_];
  for (const Entry& entry : bucket.entries) {
    const uint64_t data = load(entry.data);
    if ((load(entry.check) ^ data) != key.high || data >> kLowKeyShift != (key.low & 0xFFFFFF) || work_of(data) == 0)
      continue;
    Known known;
    known.is_exact = (data & kPartExact) != 0;
    (known.is_exact ? known.value : known.excluded) = data & 0xFFFFFFFF;
    return known;
  }
  return {};
}

void PartTable::put(const PartKey& key, const Known& known, uint64_t work, Budget& budget) {
  if (known.is_exact && known.value > 0xFFFFFFFF) return;
  make_room(budget);
  const uint64_t content = known.is_exact ? known.value | kPartExact : known.excluded & 0xFFFFFFFF;
  const uint64_t data = content | weight_of(work, known.is_exact) << kWorkShift | (key.low & 0xFFFFFF) << kLowKeyShift;
  if (insert(buckets_[key.high & mask_], key.high, data)) kept_.fetch_add(1, std::memory_order_relaxed);
  if (keep_ && work >= kWorthKeeping) keep_({key.high, data});
}

void PartTable::put(const KeptPart& part, Budget& budget) {
  if (work_of(part.data) == 0) return;
  ++taken_back_;
  make_room(budget);
  if (insert(buckets_[part.check & mask_], part.check, part.data)) kept_.fetch_add(1, std::memory_order_relaxed);
}

void PartTable::make_room(Budget& budget) {
  if (wants_room() && !shared_) grow(budget);
}

/// Whether an entry was added and none replaced.
bool PartTable::insert(Bucket& bucket, uint64_t check, uint64_t data) {
  Entry* worst = nullptr;
  for (Entry& entry : bucket.entries) {
    const uint64_t other = load(entry.data);
    if ((load(entry.check) ^ other) == check && other >> kLowKeyShift == data >> kLowKeyShift) {
      if ((other & kPartExact) != 0) return false;
      worst = &entry;
      break;
    }
    if (worst == nullptr || work_of(other) < work_of(load(worst->data))) worst = &entry;
  }
  const bool fresh = work_of(load(worst->data)) == 0;
  store(worst->data, data);
  store(worst->check, check ^ data);
  return fresh;
}

std::string PartTable::fact() const {
  const std::string told = taken_back_ > 0 ? fmt::format(", {} told by the store", taken_back_) : "";
  return fmt::format("{} parts kept in {}{}", kept(), format_bytes(bytes()), told);
}

/// The index of a bucket is made of the check word's lowest bits, which an entry has all.
void PartTable::grow(Budget& budget) {
  const uint64_t larger = 2 * (mask_ + 1);
  if (!budget.take_memory(larger * sizeof(Bucket))) return;
  LargeArray<Bucket> before = std::move(buckets_);
  buckets_ = LargeArray<Bucket>(larger);
  mask_ = larger - 1;
  uint64_t kept = 0;
  for (const Bucket& bucket : before.span()) {
    for (const Entry& entry : bucket.entries) {
      if (work_of(entry.data) == 0) continue;
      const uint64_t check = entry.check ^ entry.data;
      if (insert(buckets_[check & mask_], check, entry.data)) ++kept;
    }
  }
  kept_ = kept;
  budget.give_back_memory(taken_);
  taken_ = larger * sizeof(Bucket);
}

}  // namespace grundy
