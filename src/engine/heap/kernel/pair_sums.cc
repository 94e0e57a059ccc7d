#include "engine/heap/kernel/pair_sums.h"

#include <algorithm>
#include <cstring>

namespace grundy::heap {
namespace {

// So many pairs are marked for each value up to the largest so far, before the others are sifted.
constexpr uint64_t kMarkedPerValue = 2;
constexpr uint64_t kLeastMarked = 64;
constexpr uint64_t kMostMarked = 1 << 13;

/// Bit i: bytes[i] is 0; each of the 64 is 0 or 1.
uint64_t zeros(const uint8_t* bytes) {
  uint64_t ones = 0;
  for (unsigned i = 0; i < 64; i += 8) {
    uint64_t eight = 0;
    std::memcpy(&eight, bytes + i, sizeof eight);
    // Byte k of the eight is moved to bit 56 + k; no two bits of the product meet.
    ones |= (eight * 0x0102040810204080U >> 56) << i;
  }
  return ~ones;
}

}  // namespace

PairSums::PairSums(const Values& values, uint64_t reach)
    : values_(values), reach_(kMostMarked + reach + 1) {
  for (uint64_t n = 0; n < values_.size(); ++n) {
    if (n < kMostMarked) first_.push_back(values_.at(n));
    if (n + reach_ >= values_.size()) recent_.push_back(values_.at(n));
  }
}

void PairSums::push(uint32_t value) {
  if (first_.size() < kMostMarked) first_.push_back(value);
  // The places that a total can reach; twice as many are kept so that they move rarely.
  recent_.push_back(value);
  if (recent_.size() >= 2 * reach_)
    recent_.erase(recent_.begin(), recent_.end() - static_cast<std::ptrdiff_t>(reach_));
}

uint64_t PairSums::worth_marking(uint32_t largest, uint64_t totals) const {
  // Values of three bytes and more are too many for a search by value to pay.
  if (values_.planes() > 2) return UINT64_MAX;
  return std::clamp<uint64_t>(kMarkedPerValue * largest / std::max<uint64_t>(1, totals),
                              kLeastMarked, kMostMarked - 1);
}

void PairSums::mark(uint64_t m, uint64_t last, uint8_t* marked) const {
  if (last >= kMostMarked) {
    for (uint64_t a = 1; a <= last; ++a) marked[values_.at(a) ^ values_.at(m - a)] = 1;
    return;
  }
  // recent_ ends with the last position; its place for m - a is so far from the end.
  const uint32_t* partner = recent_.data() + recent_.size() - (values_.size() - m);
  for (uint64_t a = 1; a <= last; ++a) marked[first_[a] ^ *(partner - a)] = 1;
}

void PairSums::sift(uint64_t m, uint64_t from, Sieve& sieve) const {
  const uint8_t* low = values_.plane(0);
  const uint8_t* high = values_.planes() > 1 ? values_.plane(1) : nullptr;
  auto remove = [&](uint64_t a) {
    const uint32_t low_byte = low[a] ^ low[m - a];
    sieve.remove(high == nullptr ? low_byte
                                 : low_byte | static_cast<uint32_t>(high[a] ^ high[m - a]) << 8);
  };
  const uint64_t last = (m - 1) / 2;
  if (last < from) return;
  const uint64_t chunks = (last - from + 1) / kChunk;
  Found found;
  for (uint64_t chunk = 0; chunk < chunks; chunk += kBatch) {
    heap::sift(low, high, m, from + chunk * kChunk, std::min(kBatch, chunks - chunk), sieve, found);
    for (size_t i = 0; i < found.count; ++i) {
      sieve.remove(high == nullptr ? found.low[i]
                                   : found.low[i] | static_cast<uint32_t>(found.high[i]) << 8);
    }
    if (sieve.empty()) return;
  }
  for (uint64_t a = from + chunks * kChunk; a <= last; ++a) remove(a);
}

void PairSums::set_unmarked(const std::vector<uint8_t>& marked, uint32_t first, Sieve& sieve) {
  sieve.first = first;
  for (uint32_t i = 0; i < Sieve::kWords; ++i) {
    const size_t from = first + 64 * size_t{i};
    sieve.words[i] = from < marked.size() ? zeros(marked.data() + from) : 0;
  }
}

}  // namespace grundy::heap
