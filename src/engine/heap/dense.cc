#include "engine/heap/dense.h"

#include <algorithm>
#include <bit>

namespace grundy::heap {
namespace {

// So many pairs are marked for each value up to the largest so far: few values then stay unmarked by chance.
constexpr uint64_t kMarkedPerValue = 16;
constexpr uint64_t kLeastMarked = 64;
constexpr uint64_t kMostMarked = 1 << 14;

}  // namespace

Dense::Dense(const Moves& moves, Values& values) : moves_(moves), values_(values), mark_(256, 0) {
  values_.store_as({}, values_.planes());
  for (uint64_t n = 0; n < values_.size(); ++n) {
    const uint32_t v = values_.at(n);
    largest_ = std::max(largest_, v);
    if (n < kMostMarked) first_.push_back(v);
    if (n + kMostMarked + moves_.last_digit() >= values_.size()) recent_.push_back(v);
  }
  mark_.resize(std::max<size_t>(256, 2 * std::bit_ceil(size_t{largest_} + 1)), 0);
}

void Dense::mark(uint32_t value) {
  if (value >= mark_.size()) mark_.resize(2 * size_t{value} + 2, 0);
  mark_[value] = static_cast<uint32_t>(values_.size() + 1);
}

void Dense::look_up(Sought& sought, uint64_t marked) const {
  const uint8_t* high = values_.planes() > 1 ? values_.plane(1) : nullptr;
  const uint64_t n = values_.size();
  for (const Split& split : moves_.two) {
    if (n < split.take + 2) continue;
    const uint64_t m = n - split.take;
    if (marked < m / 2) find_pairs(values_.plane(0), high, m, marked + 1, (m - 1) / 2, sought);
    // Two equal heaps have the value 0.
    if (marked < m / 2 && m % 2 == 0 && !split.different && sought.code[0] == 0) sought.found[0] = true;
  }
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
    // recent_ ends with position n - 1; its place for m - a is so far from the end. No nim-sum reaches twice the power
    // of two above the largest value.
    const uint32_t* partner = recent_.data() + recent_.size() - split.take;
    uint32_t* const seen = mark_.data();
    const auto now = static_cast<uint32_t>(n + 1);
    for (uint64_t a = 1; a <= most; ++a) seen[first_[a] ^ *(partner - a)] = now;
  }
  const auto now = static_cast<uint32_t>(n + 1);
  const uint32_t beyond = values_.planes() < 4 ? uint32_t{1} << (8 * values_.planes()) : UINT32_MAX;
  uint32_t mex = 0;
  auto next_unmarked = [&] {
    while (mex < mark_.size() && mark_[mex] == now) ++mex;
    return mex++;
  };
  while (true) {
    Sought sought;
    for (size_t i = 0; i < kSought; ++i) {
      sought.code[i] = next_unmarked();
      // Values that the planes do not hold are no option's; nothing behind them is sought.
      if (i > 0) sought.found[i] = sought.code[i] >= beyond;
    }
    if (enough == n || sought.code[0] >= beyond) return sought.code[0];
    look_up(sought, enough);
    for (size_t i = 0; i < kSought; ++i) {
      if (!sought.found[i] || sought.code[i] >= beyond) return sought.code[i];
    }
  }
}

void Dense::advance(uint64_t end) {
  values_.reserve(end);
  while (values_.size() < end) {
    const uint32_t value = next();
    largest_ = std::max(largest_, value);
    if (mark_.size() < 2 * size_t{largest_} + 2) mark_.resize(2 * std::bit_ceil(size_t{largest_} + 1), 0);
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
