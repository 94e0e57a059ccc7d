#include "engine/heap/kernel/dense.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace grundy::heap {
namespace {

// So many pairs are marked for each value up to the largest so far, before the others are sifted.
constexpr uint64_t kMarkedPerValue = 2;
constexpr uint64_t kLeastMarked = 64;
constexpr uint64_t kMostMarked = 1 << 13;

// In cycles, measured: sifting a chunk of one plane; what a value up to the largest adds.
constexpr double kChunkCost = 5;
constexpr double kValueCost = 9;

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

double Dense::cost(const Moves& moves, const Values& values, uint32_t largest) {
  const uint64_t chunks = moves.two.size() * (values.size() / 2) / kChunk;
  return kChunkCost * static_cast<double>(chunks * values.planes()) + kValueCost * largest;
}

Dense::Dense(const Moves& moves, Values& values) : moves_(moves), values_(values) {
  values_.store_as({}, values_.planes());
  for (uint64_t n = 0; n < values_.size(); ++n) {
    const uint32_t v = values_.at(n);
    largest_ = std::max(largest_, v);
    if (n < kMostMarked) first_.push_back(v);
    if (n + kMostMarked + moves_.last_digit() >= values_.size()) recent_.push_back(v);
  }
  make_marks();
}

/// No option's value reaches the power of two above the largest one.
void Dense::make_marks() { marked_.resize(std::max<size_t>(64, std::bit_ceil(size_t{largest_} + 1))); }

/// Removes from the sieve the values of pairs (a, m - a), marked < a < m - a.
void Dense::sift_split(uint64_t m, uint64_t marked) {
  const uint8_t* low = values_.plane(0);
  const uint8_t* high = values_.planes() > 1 ? values_.plane(1) : nullptr;
  auto remove = [&](uint64_t a) {
    const uint32_t low_byte = low[a] ^ low[m - a];
    sieve_.remove(high == nullptr ? low_byte : low_byte | static_cast<uint32_t>(high[a] ^ high[m - a]) << 8);
  };
  const uint64_t first = marked + 1;
  const uint64_t last = (m - 1) / 2;
  if (last < first) return;
  const uint64_t chunks = (last - first + 1) / kChunk;
  Found found;
  for (uint64_t chunk = 0; chunk < chunks; chunk += kBatch) {
    sift(low, high, m, first + chunk * kChunk, std::min(kBatch, chunks - chunk), sieve_, found);
    for (size_t i = 0; i < found.count; ++i) {
      sieve_.remove(high == nullptr ? found.low[i] : found.low[i] | static_cast<uint32_t>(found.high[i]) << 8);
    }
    if (sieve_.empty()) return;
  }
  for (uint64_t a = first + chunks * kChunk; a <= last; ++a) remove(a);
}

/// The same for all splits; the first `marked` pairs of each are marked.
void Dense::sift_all(uint64_t marked) {
  for (const Split& split : moves_.two) {
    if (values_.size() < split.take + 2) continue;
    const uint64_t m = values_.size() - split.take;
    // Two equal heaps have the value 0.
    if (marked < m / 2 && m % 2 == 0 && !split.different) sieve_.remove(0);
    sift_split(m, marked);
  }
}

uint32_t Dense::next() {
  const uint64_t n = values_.size();
  std::fill(marked_.begin(), marked_.end(), 0);
  for (const uint64_t take : moves_.whole) {
    if (take == n) marked_[0] = 1;
  }
  for (const uint64_t take : moves_.one) {
    if (take < n) marked_[values_.at(n - take)] = 1;
  }
  for (const uint64_t take : moves_.equal) {
    if (take + 2 <= n && (n - take) % 2 == 0) marked_[0] = 1;
  }
  // Values of three bytes and more are too many for a search by value to pay.
  const uint64_t enough =
      values_.planes() > 2 ? n
                           : std::clamp<uint64_t>(kMarkedPerValue * largest_ / std::max<uint64_t>(1, moves_.two.size()),
                                                  kLeastMarked, kMostMarked - 1);
  for (const Split& split : moves_.two) {
    if (n < split.take + 2) continue;
    const uint64_t m = n - split.take;
    const uint64_t most = std::min(enough, split.different ? (m - 1) / 2 : m / 2);
    if (enough == n) {
      for (uint64_t a = 1; a <= most; ++a) marked_[values_.at(a) ^ values_.at(m - a)] = 1;
      continue;
    }
    // recent_ ends with position n - 1; its place for m - a is so far from the end.
    const uint32_t* partner = recent_.data() + recent_.size() - split.take;
    uint8_t* const seen = marked_.data();
    for (uint64_t a = 1; a <= most; ++a) seen[first_[a] ^ *(partner - a)] = 1;
  }
  if (enough == n) return static_cast<uint32_t>(std::find(marked_.begin(), marked_.end(), 0) - marked_.begin());
  for (sieve_.first = 0; sieve_.first < marked_.size(); sieve_.first += Sieve::kValues) {
    for (uint32_t i = 0; i < Sieve::kWords; ++i) {
      const size_t from = sieve_.first + 64 * size_t{i};
      sieve_.words[i] = from < marked_.size() ? zeros(marked_.data() + from) : 0;
    }
    if (!sieve_.empty()) sift_all(enough);
    if (!sieve_.empty()) return sieve_.least();
  }
  return static_cast<uint32_t>(marked_.size());
}

void Dense::advance(uint64_t end) {
  values_.reserve(end);
  while (values_.size() < end) {
    const uint32_t value = next();
    largest_ = std::max(largest_, value);
    make_marks();
    values_.make_fit(value);
    values_.push(value);
    if (first_.size() < kMostMarked) first_.push_back(value);
    // The places of `recent_` that a split can reach; twice as many are kept so that they move rarely.
    recent_.push_back(value);
    const uint64_t reach = kMostMarked + moves_.last_digit() + 1;
    if (recent_.size() >= 2 * reach) recent_.erase(recent_.begin(), recent_.end() - static_cast<std::ptrdiff_t>(reach));
  }
}

}  // namespace grundy::heap
