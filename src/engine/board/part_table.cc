#include "engine/board/part_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

namespace grundy {
namespace {

constexpr uint64_t kFirstBuckets = 1 << 10;
constexpr uint64_t kPartExact = uint64_t{1} << 32;
constexpr unsigned kWorkShift = 33;    // seven bits: the work's logarithm
constexpr unsigned kLowKeyShift = 40;  // the lowest 24 bits of the key
constexpr uint64_t kMostWork = 127;
constexpr uint64_t kWorthKeeping = 16;  // expansions
constexpr size_t kFetchedAhead = 24;  // entries: a bucket comes from memory while others are filled
constexpr unsigned kRegionShift = 13;    // buckets of 512 KiB, which the cache has room for
constexpr uint64_t kWorthSorting = 256;  // entries of a region

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
    if ((load(entry.check) ^ data) != key.high || data >> kLowKeyShift != (key.low & 0xFFFFFF) ||
        work_of(data) == 0)
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
  const uint64_t data = content | weight_of(work, known.is_exact) << kWorkShift |
                        (key.low & 0xFFFFFF) << kLowKeyShift;
  if (insert(buckets_[key.high & mask_], key.high, data))
    kept_.fetch_add(1, std::memory_order_relaxed);
  if (keep_ && work >= kWorthKeeping) keep_({key.high, data});
}

void PartTable::put(std::span<const KeptPart> parts, Budget& budget) {
  make_room_for(parts.size(), budget);
  const uint64_t regions = (mask_ >> kRegionShift) + 1;
  const uint64_t bytes = parts.size_bytes();
  if (regions == 1 || parts.size() < kWorthSorting * regions || !budget.take_memory(bytes))
    return insert(parts);
  std::vector<uint64_t> ends(regions + 1, 0);
  const auto region = [&](const KeptPart& part) { return (part.check & mask_) >> kRegionShift; };
  for (const KeptPart& part : parts) ++ends[region(part) + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  LargeArray<KeptPart> sorted(parts.size());
  for (const KeptPart& part : parts) sorted[ends[region(part)]++] = part;
  insert(sorted.span());
  budget.give_back_memory(bytes);
}

void PartTable::insert(std::span<const KeptPart> parts) {
  const auto fetch = [&](size_t i) {
    if (i < parts.size()) __builtin_prefetch(&buckets_[parts[i].check & mask_], 1);
  };
  for (size_t i = 0; i < kFetchedAhead; ++i) fetch(i);
  uint64_t fresh = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    fetch(i + kFetchedAhead);
    if (work_of(parts[i].data) == 0) continue;
    ++taken_back_;
    if (insert(buckets_[parts[i].check & mask_], parts[i].check, parts[i].data)) ++fresh;
  }
  kept_.fetch_add(fresh, std::memory_order_relaxed);
}

void PartTable::make_room(Budget& budget) {
  if (wants_room() && !shared_) grow_to(2 * (mask_ + 1), budget);
}

void PartTable::make_room_for(uint64_t parts, Budget& budget) {
  for (uint64_t buckets = std::bit_ceil((kept() + parts + 1) / 2); buckets > mask_ + 1;
       buckets /= 2) {
    if (grow_to(buckets, budget)) return;
  }
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
  const std::string told =
      taken_back_ > 0 ? fmt::format(", {} told by the store", taken_back_) : "";
  return fmt::format("{} parts kept in {}{}", kept(), format_bytes(bytes()), told);
}

/// The index of a bucket is made of the check word's lowest bits, which an entry has all.
bool PartTable::grow_to(uint64_t larger, Budget& budget) {
  if (!budget.take_memory(larger * sizeof(Bucket))) return false;
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
  return true;
}

}  // namespace grundy
