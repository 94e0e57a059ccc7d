#include "engine/heap/kernel/dense.h"

#include <algorithm>
#include <bit>

namespace grundy::heap {

double Dense::cost(const Moves& moves, const Values& values, uint32_t largest) {
  const uint64_t chunks = moves.two.size() * (values.size() / 2) / kChunk;
  return PairSums::kChunkCost * static_cast<double>(chunks * values.planes()) +
         PairSums::kValueCost * largest;
}

Dense::Dense(const Moves& moves, Values& values)
    : moves_(moves), values_(values), pairs_(values, moves.last_digit()) {
  values_.store_as({}, values_.planes());
  for (uint64_t n = 0; n < values_.size(); ++n) largest_ = std::max(largest_, values_.at(n));
  make_marks();
}

/// No option's value reaches the power of two above the largest one.
void Dense::make_marks() {
  marked_.resize(std::max<size_t>(64, std::bit_ceil(size_t{largest_} + 1)));
}

/// Removes from the sieve the values of all splits; the first `marked` pairs of each are marked.
void Dense::sift_all(uint64_t marked) {
  for (const Split& split : moves_.two) {
    if (values_.size() < split.take + 2) continue;
    const uint64_t m = values_.size() - split.take;
    // Two equal heaps have the value 0.
    if (marked < m / 2 && m % 2 == 0 && !split.different) sieve_.remove(0);
    pairs_.sift(m, marked + 1, sieve_);
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
  const uint64_t enough = pairs_.worth_marking(largest_, moves_.two.size());
  for (const Split& split : moves_.two) {
    if (n < split.take + 2) continue;
    const uint64_t m = n - split.take;
    pairs_.mark(m, std::min(enough, split.different ? (m - 1) / 2 : m / 2), marked_.data());
  }
  if (enough >= n)
    return static_cast<uint32_t>(std::find(marked_.begin(), marked_.end(), 0) - marked_.begin());
  for (uint32_t first = 0; first < marked_.size(); first += Sieve::kValues) {
    PairSums::set_unmarked(marked_, first, sieve_);
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
    pairs_.push(value);
  }
}

}  // namespace grundy::heap
