#include "engine/heap/kernel/totals.h"

#include <algorithm>
#include <bit>

namespace grundy::heap {
namespace {

// In cycles, measured: joining a word of a row; marking a pair.
constexpr double kWordCost = 0.5;
constexpr double kMarkCost = 4;
// With values from here on all pairs are marked: a sieve would be gone through too often, and much
// would fall into it.
constexpr uint32_t kManyValues = 2048;

uint64_t words_of_sums(uint32_t largest) {
  return std::max<uint64_t>(1, std::bit_ceil(uint64_t{largest} + 1) / 64);
}

}  // namespace

double Totals::cost(const Moves& moves, const Values& values, uint32_t largest) {
  const uint64_t pairs = values.size() / 2;
  const uint64_t chunks = pairs / kChunk * values.planes();
  const uint64_t joined = moves.two.size() * words_of_sums(largest);
  const double of_pairs = largest < kManyValues ? PairSums::kChunkCost * static_cast<double>(chunks)
                                                : kMarkCost * static_cast<double>(pairs);
  return of_pairs + PairSums::kValueCost * largest + kWordCost * static_cast<double>(joined);
}

Totals::Totals(const Moves& moves, Values& values)
    : moves_(moves), values_(values), pairs_(values, moves.last_digit()) {
  values_.store_as({}, values_.planes());
  least_take_ = moves.two.front().take;
  uint64_t most = 0;
  for (const Split& split : moves.two) {
    least_take_ = std::min(least_take_, split.take);
    most = std::max(most, split.take);
  }
  kept_ = most - least_take_ + 1;
  for (uint64_t n = 0; n < values_.size(); ++n) natural_.push_back(values_.at(n));
  for (const uint32_t value : natural_) largest_ = std::max(largest_, value);
  made_ = values_.size() < most ? 0 : values_.size() - most;
  make_room();
}

/// Rows for the nim-sums of values up to the largest one.
void Totals::make_room() {
  const uint64_t words = words_of_sums(largest_);
  if (words == words_) return;
  std::vector<uint64_t> wider(kept_ * words);
  for (uint64_t r = 0; r < kept_ && words_ != 0; ++r)
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(r * words_), words_,
                wider.begin() + static_cast<std::ptrdiff_t>(r * words));
  rows_ = std::move(wider);
  words_ = words;
  options_.resize(words);
  marked_.resize(64 * words);
}

void Totals::make_row(uint64_t total) {
  uint64_t* to = row(total);
  std::fill_n(to, words_, 0);
  if (total < 3) return;
  std::fill(marked_.begin(), marked_.end(), 0);
  const uint64_t last = (total - 1) / 2;
  const bool marks_all = largest_ >= kManyValues;
  const uint64_t enough = marks_all ? last : std::min(last, pairs_.worth_marking(largest_, 1));
  if (marks_all) {
    const uint32_t* partner = natural_.data() + total;
    for (uint64_t a = 1; a <= last; ++a) marked_[natural_[a] ^ *(partner - a)] = 1;
  } else {
    pairs_.mark(total, enough, marked_.data());
  }
  Sieve sieve;
  for (uint64_t word = 0; word < words_; word += Sieve::kWords) {
    PairSums::set_unmarked(marked_, static_cast<uint32_t>(64 * word), sieve);
    if (!sieve.empty()) pairs_.sift(total, enough + 1, sieve);
    for (uint64_t i = 0; i < std::min<uint64_t>(Sieve::kWords, words_ - word); ++i)
      to[word + i] = ~sieve.words[i];
  }
}

uint32_t Totals::next() {
  const uint64_t n = values_.size();
  for (; made_ + least_take_ <= n; ++made_) make_row(made_);
  std::fill(options_.begin(), options_.end(), 0);
  const auto add = [&](uint32_t value) { options_[value / 64] |= uint64_t{1} << value % 64; };
  for (const uint64_t take : moves_.whole) {
    if (take == n) add(0);
  }
  for (const uint64_t take : moves_.one) {
    if (take < n) add(values_.at(n - take));
  }
  for (const uint64_t take : moves_.equal) {
    if (take + 2 <= n && (n - take) % 2 == 0) add(0);
  }
  for (const Split& split : moves_.two) {
    if (n < split.take + 2) continue;
    const uint64_t total = n - split.take;
    if (!split.different && total % 2 == 0) add(0);
    const uint64_t* sums = row(total);
    for (uint64_t i = 0; i < words_; ++i) options_[i] |= sums[i];
  }
  uint32_t value = 0;
  for (const uint64_t word : options_) {
    value += static_cast<uint32_t>(std::countr_one(word));
    if (~word != 0) break;
  }
  return value;
}

void Totals::advance(uint64_t end) {
  values_.reserve(end);
  while (values_.size() < end) {
    const uint32_t value = next();
    largest_ = std::max(largest_, value);
    values_.make_fit(value);
    values_.push(value);
    pairs_.push(value);
    natural_.push_back(value);
    make_room();
  }
}

}  // namespace grundy::heap
