#include "engine/heap/dense.h"

#include <algorithm>

#include "engine/heap/sparse_block.h"

namespace grundy::heap {
namespace {

// So many pairs are marked for each value up to the largest so far: few values then stay unmarked by chance.
constexpr uint64_t kMarkedPerValue = 5;
constexpr uint64_t kLeastMarked = 64;
constexpr uint64_t kMostMarked = 1 << 14;

}  // namespace

Dense::Dense(const Moves& moves, Values& values) : moves_(moves), values_(values), mark_(256, 0) {
  values_.store_as({}, values_.planes());
  for (uint64_t n = 0; n < values_.size(); ++n) {
    const uint32_t v = values_.at(n);
    largest_ = std::max(largest_, v);
    if (n < kMostMarked) first_.push_back(v);
    if (n + kMostMarked >= values_.size()) recent_.push_back(v);
  }
}

void Dense::mark(uint32_t value) {
  if (value >= mark_.size()) mark_.resize(2 * size_t{value} + 2, 0);
  mark_[value] = values_.size() + 1;
}

bool Dense::is_pair(uint32_t value, uint64_t marked) const {
  if (value >> (8 * values_.planes()) != 0) return false;
  const uint8_t* high = values_.planes() > 1 ? values_.plane(1) : nullptr;
  const uint64_t n = values_.size();
  for (const Split& split : moves_.two) {
    if (n < split.take + 2) continue;
    const uint64_t m = n - split.take;
    const uint64_t half = split.different ? (m - 1) / 2 : m / 2;
    if (marked < half && has_pair(values_.plane(0), high, m, marked + 1, half, value)) return true;
  }
  return false;
}

uint32_t Dense::next() {
  const uint64_t n = values_.size();
  for (const uint64_t take : moves_.whole) {
    if (take == n) mark(0);
  }
  for (const uint64_t take : moves_.one) {
    if (take < n) mark(values_.at(n - take));
  }
  for (const uint64_t take : moves_.equal) {
    if (take + 2 <= n && (n - take) % 2 == 0) mark(0);
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
      for (uint64_t a = 1; a <= most; ++a) mark(values_.at(a) ^ values_.at(m - a));
      continue;
    }
    // recent_ ends with position n - 1; its place for m - a is so far from the end.
    const uint32_t* partner = recent_.data() + recent_.size() - split.take;
    for (uint64_t a = 1; a <= most; ++a) mark(first_[a] ^ *(partner - a));
  }
  uint32_t mex = 0;
  for (;; ++mex) {
    if (mex < mark_.size() && mark_[mex] == n + 1) continue;
    if (enough == n || !is_pair(mex, enough)) return mex;
  }
}

void Dense::advance(uint64_t end) {
  values_.reserve(end);
  while (values_.size() < end) {
    const uint32_t value = next();
    largest_ = std::max(largest_, value);
    unsigned planes = values_.planes();
    while (planes < 4 && value >> (8 * planes) != 0) ++planes;
    values_.store_as({}, planes);
    values_.push(value);
    if (first_.size() < kMostMarked) first_.push_back(value);
    // The places of `recent_` that a split can reach; twice as many are kept so that they move rarely.
    recent_.push_back(value);
    const uint64_t reach = kMostMarked + moves_.last_digit() + 1;
    if (recent_.size() >= 2 * reach) recent_.erase(recent_.begin(), recent_.end() - static_cast<std::ptrdiff_t>(reach));
  }
}

}  // namespace grundy::heap
