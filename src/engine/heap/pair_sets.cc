#include "engine/heap/pair_sets.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/heap/value_sets.h"

namespace grundy::heap {
namespace {

constexpr size_t kFirsts = 8;
constexpr size_t kWitnesses = 4096;

/// The set of the values that are marked, of 64·words bytes that are 0 or 1.
void pack(const uint8_t* marks, uint64_t* row, uint64_t words) {
  for (uint64_t w = 0; w < words; ++w) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
      uint64_t eight = 0;
      std::memcpy(&eight, marks + 64 * w + 8 * i, 8);
      // The product has the low bits of the bytes, first byte first, in its highest byte.
      bits |= (eight * 0x0102040810204080 >> 56) << (8 * i);
    }
    row[w] = bits;
  }
}

void insert(uint32_t value, std::vector<uint64_t>& set) {
  if (value / 64 >= set.size()) set.resize(value / 64 + 1, 0);
  set[value / 64] |= uint64_t{1} << value % 64;
}

void unite(const std::vector<uint64_t>& from, std::vector<uint64_t>& set) {
  if (from.size() > set.size()) set.resize(from.size(), 0);
  for (uint64_t w = 0; w < from.size(); ++w) set[w] |= from[w];
}

}  // namespace

bool PairSets::accepts(const HeapCode& code) {
  if (code.before.size() > 1) return false;
  const auto fits = [](const HeapDigit& digit, uint32_t most) {
    return digit.empty() || (!digit.unbounded() && digit.settled() <= most + 1 &&
                             (digit.arrangements(3) == 0 || digit.arrangements(3) == (kDifferent | kMixed | kEqual)));
  };
  const auto all_fit = [&](const std::vector<HeapDigit>& digits, uint32_t most) {
    return std::all_of(digits.begin(), digits.end(), [&](const HeapDigit& digit) { return fits(digit, most); });
  };
  return all_fit(code.before, 3) && all_fit(code.after, 3) && all_fit(code.repeat, 2);
}

PairSets::PairSets(const HeapCode& code, Values& values) : code_(code), values_(values) {
  values_.store_as({}, values_.planes());
  kept_ = code.after.size() + code.repeat.size() + 1;
  for (uint64_t take = 0; take <= code.after.size() + code.repeat.size(); ++take) {
    const HeapDigit& digit = code.digit(static_cast<int64_t>(take));
    pairs_wanted_ = pairs_wanted_ || (digit.arrangements(2) & kDifferent) != 0 || digit.arrangements(3) != 0;
    if (digit.arrangements(3) != 0) threes_.push_back({.take = take, .of_parity = {}});
  }
  if (!threes_.empty()) kept_ = UINT64_MAX;
  running_.resize(code.repeat.size() * code.repeat.size());
}

/// What the digit allows with so many tokens left, into at most two heaps.
void PairSets::add_digit(const HeapDigit& digit, uint64_t total, Row& set) const {
  if (total == 0) {
    if (digit.arrangements(0) != 0) insert(0, set);
    return;
  }
  if (digit.arrangements(1) != 0) insert(g_[total], set);
  const unsigned two = digit.arrangements(2);
  if ((two & kEqual) != 0 && total % 2 == 0) insert(0, set);
  if ((two & kDifferent) != 0) unite(pairs(total), set);
}

/// The row of the total n, and the unions up to position n. All values before n are known.
Result<void> PairSets::prepare(uint64_t n, Budget& budget) {
  if (pairs_wanted_) {
    if (n < kept_ && rows_.size() == n) rows_.emplace_back();
    Row& row = rows_[n % kept_];
    if (row.size() < words_) {
      if (!budget.take_memory(8 * (words_ - row.size())))
        return budget.too_large("the nim-sums of all pairs", 8 * words_ * n);
      row.resize(words_);
    }
    marks_.assign(64 * words_, 0);
    const uint32_t* g = g_.data();
    for (uint64_t a = 1; 2 * a < n; ++a) marks_[g[a] ^ g[n - a]] = 1;
    pack(marks_.data(), row.data(), words_);
  }
  for (Three& three : threes_) {
    // Three heaps of n - take in all, of which two equal ones have at least 2.
    if (n >= three.take + 3) insert(g_[n - three.take - 2], three.of_parity[(n - three.take) % 2]);
  }
  const uint64_t period = code_.repeat.size();
  for (uint64_t i = 0; i < period; ++i) {
    const uint64_t least_take = code_.after.size() + 1 + i;
    if (n < least_take) break;
    const uint64_t total = n - least_take;
    add_digit(code_.repeat[i], total, running_[i * period + total % period]);
  }
  return {};
}

bool PairSets::is_beside(uint64_t heap, uint64_t total, uint32_t value) const {
  const Row& row = rows_[total - heap];
  const uint32_t rest = value ^ g_[heap];
  return rest / 64 < row.size() && (row[rest / 64] >> rest % 64 & 1) != 0;
}

/// One of three heaps of so many tokens that have the value, 0 when there are none.
uint64_t PairSets::one_of_three(uint64_t total, uint32_t value) {
  // The heap that served last, first.
  for (uint64_t k = 0; k < witnesses_.size(); ++k) {
    if (witnesses_[k] >= total || !is_beside(witnesses_[k], total, value)) continue;
    std::rotate(witnesses_.begin(), witnesses_.begin() + static_cast<std::ptrdiff_t>(k),
                witnesses_.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    return witnesses_.front();
  }
  // The smallest is at most a third. Of two equal heaps only the nim-sum 0 comes, which stands beside heaps that the
  // unions know.
  for (uint64_t a = 1; 3 * a <= total; ++a) {
    if (!is_beside(a, total, value)) continue;
    if (witnesses_.size() == kWitnesses) witnesses_.pop_back();
    witnesses_.insert(witnesses_.begin(), a);
    return a;
  }
  return 0;
}

/// Adds the nim-sums of three heaps, one of which is such that the value is among them; false when there are none.
bool PairSets::add_row_with(uint64_t n, uint32_t value) {
  for (const Three& three : threes_) {
    if (n < three.take + 3) continue;
    const uint64_t total = n - three.take;
    const uint64_t a = one_of_three(total, value);
    if (a == 0) continue;
    add_shifted(set_.data(), rows_[total - a].data(), rows_[total - a].size(), g_[a]);
    return true;
  }
  return false;
}

uint32_t PairSets::mex(uint64_t n) {
  set_.assign(words_, 0);
  for (uint64_t take = 0; take <= std::min<uint64_t>(n, code_.after.size()); ++take) {
    if (n > 0) add_digit(code_.digit(static_cast<int64_t>(take)), n - take, set_);
  }
  const uint64_t period = code_.repeat.size();
  for (uint64_t i = 0; i < period && n > code_.after.size() + i; ++i) {
    unite(running_[i * period + (n - code_.after.size() - 1 - i) % period], set_);
  }
  for (const Three& three : threes_) {
    if (n < three.take + 3) continue;
    const uint64_t total = n - three.take;
    unite(three.of_parity[total % 2], set_);
    for (const uint64_t a : firsts_) {
      if (a + 2 <= total) add_shifted(set_.data(), rows_[total - a].data(), rows_[total - a].size(), g_[a]);
    }
  }
  for (uint64_t w = 0; w < set_.size(); ++w) {
    while (~set_[w] != 0) {
      const auto value = static_cast<uint32_t>(64 * w + static_cast<uint64_t>(std::countr_one(set_[w])));
      if (!add_row_with(n, value)) return value;
    }
  }
  return static_cast<uint32_t>(64 * set_.size());
}

Result<void> PairSets::advance(uint64_t end, Budget& budget) {
  while (g_.size() < std::max(end, values_.size())) {
    if (budget.spent()) return budget.why();
    budget.progress("values", values_.size(), end);
    const uint64_t n = g_.size();
    if (auto prepared = prepare(n, budget); !prepared) return prepared;
    const uint32_t value = n < values_.size() ? values_.at(n) : mex(n);
    if (n == values_.size()) {
      values_.make_fit(value);
      values_.push(value);
    }
    g_.push_back(value);
    words_ = std::max(words_, std::bit_ceil(value / 64 + uint64_t{1}));
    const auto same = [&](uint64_t a) { return g_[a] == value; };
    if (n > 0 && firsts_.size() < kFirsts && std::none_of(firsts_.begin(), firsts_.end(), same)) firsts_.push_back(n);
  }
  return {};
}

}  // namespace grundy::heap
