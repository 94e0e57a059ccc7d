#include "engine/heap/kernel/split_sets.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "engine/heap/kernel/value_sets.h"

namespace grundy::heap {
namespace {

constexpr size_t kFirsts = 8;
constexpr size_t kWitnesses = 4096;
constexpr unsigned kUnequal = kDifferent | kMixed;
constexpr unsigned kAny = kUnequal | kEqual;

void insert(uint32_t value, std::vector<uint64_t>& set) {
  if (value / 64 >= set.size()) set.resize(value / 64 + 1, 0);
  set[value / 64] |= uint64_t{1} << value % 64;
}

bool has(const std::vector<uint64_t>& set, uint32_t value) {
  return value / 64 < set.size() && (set[value / 64] >> value % 64 & 1) != 0;
}

void unite(const std::vector<uint64_t>& from, std::vector<uint64_t>& set) {
  if (from.size() > set.size()) set.resize(from.size(), 0);
  for (uint64_t w = 0; w < from.size(); ++w) set[w] |= from[w];
}

/// The set of the values whose byte, of 64·set.size(), has this bit.
void pack(const uint8_t* marks, unsigned bit, std::vector<uint64_t>& set) {
  for (uint64_t w = 0; w < set.size(); ++w) {
    for (unsigned i = 0; i < 8; ++i) {
      uint64_t eight = 0;
      std::memcpy(&eight, marks + 64 * w + 8 * i, 8);
      eight = eight >> bit & 0x0101010101010101;
      // The product has the low bits of the bytes, first byte first, in its highest byte.
      set[w] |= (eight * 0x0102040810204080 >> 56) << (8 * i);
    }
  }
}

/// Whether the digit allows so many heaps, at least 2, that are not all equal, whatever else they
/// are.
bool allows_unequal(const HeapDigit& digit, uint64_t count) {
  return (digit.arrangements(count) & (count == 2 ? kDifferent : kMixed)) != 0;
}

/// … or only when they are all different, at least three.
bool asks_for_different(const HeapDigit& digit, uint64_t count) {
  return count > 2 && (digit.arrangements(count) & kUnequal) == kDifferent;
}

/// Of an unbounded digit, whether any heaps of its greatest numbers are allowed.
bool allows_any_more(const HeapDigit& digit) {
  return digit.unbounded() && digit.arrangements(digit.settled()) == kAny;
}

/// Whether the kernel knows the digit; `different`: also three different heaps.
bool fits(const HeapDigit& digit, bool different) {
  const uint64_t settled = digit.settled();
  for (uint64_t count = 3; count < settled; ++count) {
    if (asks_for_different(digit, count) && (count > 3 || !different)) return false;
  }
  return !digit.unbounded() || allows_any_more(digit) || digit.arrangements(settled) == kEqual;
}

/// The greatest number of heaps that are told apart and need not be equal; 0: none.
uint64_t greatest_unequal(const HeapDigit& digit) {
  for (uint64_t count = digit.settled(); count-- > 2;) {
    if (allows_unequal(digit, count) || asks_for_different(digit, count)) return count;
  }
  return 0;
}

}  // namespace

bool SplitSets::accepts(const HeapCode& code) {
  const auto all_fit = [](std::span<const HeapDigit> digits, bool different) {
    return std::all_of(digits.begin(), digits.end(),
                       [&](const HeapDigit& digit) { return fits(digit, different); });
  };
  // With two tokens added, three different heaps are 1, 2 and n - 1, and no pair of n + 1 tokens is
  // known wholly.
  const std::span<const HeapDigit> before(code.before);
  const size_t near = std::min<size_t>(before.size(), 2);
  return all_fit(before.first(near), true) && all_fit(before.subspan(near), false) &&
         all_fit(code.after, true) && all_fit(code.repeat, false);
}

SplitSets::SplitSets(const HeapCode& code, Values& values) : code_(code), values_(values) {
  values_.store_as({}, values_.planes());
  uint64_t greatest = 0;  // number of heaps that need not be equal, before and after the point
  uint64_t repeated = 0;  // … where digits repeat
  uint64_t more = 1;      // so many or more
  const auto look = [&](const HeapDigit& digit, uint64_t& most) {
    most = std::max(most, greatest_unequal(digit));
    if (allows_any_more(digit)) more = std::max<uint64_t>(more, digit.settled());
  };
  for (const HeapDigit& digit : code.before) look(digit, greatest);
  for (const HeapDigit& digit : code.after) look(digit, greatest);
  for (const HeapDigit& digit : code.repeat) look(digit, repeated);
  const uint64_t rows =
      std::max({repeated, greatest > 2 ? greatest - 1 : greatest, uint64_t{more > 1 ? 2U : 1U}});
  for (auto take = 1 - static_cast<int64_t>(code.before.size());
       take <= static_cast<int64_t>(code.after.size()); ++take) {
    const HeapDigit& digit = code.digit(take);
    const bool different = asks_for_different(digit, 3);
    twice_wanted_ = twice_wanted_ || different;
    if (different) tops_.push_back({.take = take, .count = 3, .different = true, .any = false});
    if (greatest > rows && allows_unequal(digit, greatest))
      tops_.push_back({.take = take,
                       .count = greatest,
                       .different = false,
                       .any = digit.arrangements(greatest) == kAny});
  }
  const auto prepare_rows = [](std::vector<Rows>& all, uint64_t most) {
    all.resize(most + 1);
    for (uint64_t count = 2; count <= most; ++count) {
      all[count].sums.resize(count - 2);
      all[count].equal_alone.resize(count - 2);
    }
  };
  // Pairs alone are looked at again only where they are options.
  if (rows == 2 && more == 1 && tops_.empty()) kept_ = code.after.size() + code.repeat.size() + 1;
  prepare_rows(exactly_, rows);
  prepare_rows(at_least_, more);
  running_.resize(code.repeat.size() * code.repeat.size());
}

/// A set without values, in place of one that no position looks at any more.
Attempt<SplitSets::Row> SplitSets::make_row(Rows& rows, Budget& budget) const {
  Row row;
  if (rows.sums.size() >= kept_) row.swap(rows.sums[rows.sums.size() - kept_]);
  if (row.size() < words_ && !budget.take_memory(8 * (words_ - row.size())))
    return budget.too_large("the nim-sums of all splits", 8 * words_ * g_.size());
  row.assign(words_, 0);
  return row;
}

/// The nim-sums of two different heaps.
void SplitSets::add_pairs(uint64_t total, Row& row) {
  marks_.assign(64 * words_, 0);
  uint8_t* const marks = marks_.data();
  const uint32_t* const g = g_.data();
  if (twice_wanted_) {
    for (uint64_t a = 1; 2 * a < total; ++a) {
      uint8_t& mark = marks[g[a] ^ g[total - a]];
      mark = mark != 0 ? 3 : 1;
    }
    twice_.emplace_back(words_);
    pack(marks, 1, twice_.back());
  } else {
    for (uint64_t a = 1; 2 * a < total; ++a) marks[g[a] ^ g[total - a]] = 1;
  }
  pack(marks, 0, row);
}

/// Adds g(a) xor the sets of total - a, for all a up to the last.
void SplitSets::join(const Rows& from, uint64_t total, uint64_t last, Row& row) {
  if (joined_.size() < 64 * words_) joined_.resize(64 * words_, 0);
  uint64_t used = 0;  // low bits
  for (uint64_t a = 1; a <= last; ++a) {
    const Row& set = from.sums[total - a];
    const uint64_t low = g_[a] % 64;
    const uint64_t flip = g_[a] / 64;
    uint64_t* const to = joined_.data() + low * words_;
    for (uint64_t w = 0; w < set.size(); ++w) to[w ^ flip] |= set[w];
    used |= uint64_t{1} << low;
  }
  for (; used != 0; used &= used - 1) {
    const auto low = static_cast<unsigned>(std::countr_zero(used));
    uint64_t* const set = joined_.data() + low * words_;
    for (uint64_t w = 0; w < words_; ++w) row[w] |= permuted(set[w], low);
    std::fill(set, set + words_, 0);
  }
}

/// What the digit allows with so many tokens left, but for tops.
void SplitSets::add_digit(const HeapDigit& digit, uint64_t total, Row& set) const {
  if (digit.empty()) return;
  if (total == 0) {
    if (digit.arrangements(0) != 0) insert(0, set);
    return;
  }
  if (digit.arrangements(1) != 0) insert(g_[total], set);
  const auto add_equal = [&](uint64_t count) {
    if (total % count == 0) insert(equal_heaps(count, total), set);
  };
  const uint64_t settled = digit.settled();
  for (uint64_t count = 2; count < settled && count <= total; ++count) {
    const bool equal = (digit.arrangements(count) & kEqual) != 0;
    if (count < exactly_.size() && allows_unequal(digit, count)) {
      const Rows& rows = exactly_[count];
      const bool without = !equal && rows.equal_alone[total];
      const uint32_t value = without ? equal_heaps(count, total) : 0;
      const bool had = has(set, value);
      unite(rows.sums[total], set);
      if (without && !had) set[value / 64] &= ~(uint64_t{1} << value % 64);
    }
    if (equal) add_equal(count);
  }
  if (allows_any_more(digit)) {
    unite(at_least_[settled].sums[total], set);
  } else if (digit.unbounded()) {
    for (uint64_t count = settled; count <= total; ++count) add_equal(count);
  }
}

/// Rows and unions up to position n. All values before n are known.
Attempt<void> SplitSets::prepare(uint64_t n, Budget& budget) {
  for (uint64_t count = 2; count < exactly_.size(); ++count) {
    Attempt<Row> made = make_row(exactly_[count], budget);
    if (!made) return std::move(made).error();
    Row row = *std::move(made);
    const uint64_t total = n + count - 2;
    if (count == 2) {
      add_pairs(total, row);
    } else if (n > 1) {
      join(exactly_[count - 1], total, (total - 1) / count, row);
    }
    bool alone = false;
    if (n > 1 && total % count == 0) {
      const uint32_t value = equal_heaps(count, total);
      alone = !has(row, value);
      insert(value, row);
    }
    exactly_[count].sums.push_back(std::move(row));
    exactly_[count].equal_alone.push_back(alone);
  }
  for (uint64_t count = 2; count < at_least_.size(); ++count) {
    Attempt<Row> made = make_row(at_least_[count], budget);
    if (!made) return std::move(made).error();
    Row row = *std::move(made);
    const uint64_t total = n + count - 2;
    // Of two heaps or more: two, or the smallest of more beside two or more.
    if (count == 2) unite(exactly_[2].sums[total], row);
    if (n > 1)
      join(at_least_[std::max<uint64_t>(count - 1, 2)], total, total / std::max<uint64_t>(count, 3),
           row);
    at_least_[count].sums.push_back(std::move(row));
  }
  for (Top& top : tops_) {
    const int64_t beside = static_cast<int64_t>(n) - top.take - 2;
    if (!top.any || beside < 1) continue;
    Row& row = top.of_parity[beside % 2];
    if (top.count == 3) {
      insert(g_[static_cast<uint64_t>(beside)], row);
    } else {
      unite(exactly_[top.count - 2].sums[static_cast<uint64_t>(beside)], row);
    }
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

/// Whether the value is that of such heaps, the smallest of which is this one.
bool SplitSets::stands(const Top& top, uint64_t heap, uint64_t total, uint32_t value) const {
  const uint64_t left = total - heap;
  const uint32_t rest = value ^ g_[heap];
  if (!has(exactly_[top.count - 1].sums[left], rest)) return false;
  if (!top.different) return true;
  if (rest == 0 && exactly_[2].equal_alone[left]) return false;
  return value != g_[left - heap] || has(twice_[left], rest);
}

/// The smallest of such heaps that have the value, 0 when there are none.
uint64_t SplitSets::find(const Top& top, uint64_t total, uint32_t value) {
  const auto fits_in = [&](uint64_t heap) {
    return heap * top.count < total && stands(top, heap, total, value);
  };
  // The heap that served last, first.
  const auto known = std::find_if(witnesses_.begin(), witnesses_.end(), fits_in);
  if (known != witnesses_.end()) {
    std::rotate(witnesses_.begin(), known, known + 1);
    return witnesses_.front();
  }
  for (uint64_t heap = 1; heap * top.count < total; ++heap) {
    if (!fits_in(heap)) continue;
    if (witnesses_.size() == kWitnesses) witnesses_.pop_back();
    witnesses_.insert(witnesses_.begin(), heap);
    return heap;
  }
  return 0;
}

/// Whether a top has the value; what else one of its heaps gives is added.
bool SplitSets::is_option(uint64_t n, uint32_t value) {
  for (const Top& top : tops_) {
    const auto total = static_cast<uint64_t>(static_cast<int64_t>(n) - top.take);
    if (static_cast<int64_t>(n) < top.take || find(top, total, value) == 0) continue;
    const uint64_t heap = witnesses_.front();
    const Row& row =
        top.different ? twice_[total - heap] : exactly_[top.count - 1].sums[total - heap];
    add_shifted(set_.data(), row.data(), row.size(), g_[heap]);
    set_[value / 64] |= uint64_t{1} << value % 64;
    return true;
  }
  return false;
}

uint32_t SplitSets::mex(uint64_t n) {
  set_.assign(words_, 0);
  for (uint64_t i = 0; i < code_.before.size(); ++i) add_digit(code_.before[i], n + i, set_);
  for (uint64_t take = 1; take <= std::min<uint64_t>(n, code_.after.size()); ++take)
    add_digit(code_.after[take - 1], n - take, set_);
  const uint64_t period = code_.repeat.size();
  for (uint64_t i = 0; i < period && n > code_.after.size() + i; ++i)
    unite(running_[i * period + (n - code_.after.size() - 1 - i) % period], set_);
  for (const Top& top : tops_) {
    if (static_cast<int64_t>(n) < top.take) continue;
    const auto total = static_cast<uint64_t>(static_cast<int64_t>(n) - top.take);
    unite(top.of_parity[total % 2], set_);
    for (const uint64_t heap : firsts_) {
      if (heap * top.count >= total) continue;
      const Row& row =
          top.different ? twice_[total - heap] : exactly_[top.count - 1].sums[total - heap];
      add_shifted(set_.data(), row.data(), row.size(), g_[heap]);
    }
  }
  for (uint64_t w = 0; w < set_.size(); ++w) {
    while (~set_[w] != 0) {
      const auto value =
          static_cast<uint32_t>(64 * w + static_cast<uint64_t>(std::countr_one(set_[w])));
      if (!is_option(n, value)) return value;
    }
  }
  return static_cast<uint32_t>(64 * set_.size());
}

Attempt<void> SplitSets::advance(uint64_t end, Budget& budget) {
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
    if (n > 0 && firsts_.size() < kFirsts && std::none_of(firsts_.begin(), firsts_.end(), same))
      firsts_.push_back(n);
  }
  return {};
}

}  // namespace grundy::heap
