#include "engine/heap/kernel/sets.h"

#include <algorithm>
#include <bit>

#include "engine/heap/kernel/value_sets.h"

namespace grundy::heap {
namespace {

/// to |= { x xor v : x in from }, for `sets` sets that lie one after the other. The two do not
/// overlap.
void add_all(uint64_t* __restrict to, const uint64_t* __restrict from, uint64_t sets,
             uint64_t words, uint32_t v) {
  const uint64_t flip = v / 64;
  if (words == 1) {
    for (uint64_t i = 0; i < sets; ++i) to[i] |= permuted(from[i], v % 64);
    return;
  }
  for (uint64_t i = 0; i < sets; ++i) {
    for (uint64_t w = 0; w < words; ++w)
      to[i * words + w] |= permuted(from[i * words + (w ^ flip)], v % 64);
  }
}

}  // namespace

void Sets::Table::resize(uint64_t counts, uint64_t totals, uint64_t words) {
  bits_.assign(counts * totals * words, 0);
  totals_ = totals;
  words_ = words;
  bits_[0] = 1;  // no heap at all
}

Sets::Sets(const HeapCode& code, Values& values) : code_(code), values_(values) {
  values_.store_as({}, values_.planes());
  auto look = [&](const HeapDigit& digit) {
    if (digit.empty()) return;
    counts_ = std::max<uint64_t>(counts_, digit.settled());
    unbounded_ = unbounded_ || digit.unbounded();
  };
  for (const auto* digits : {&code.before, &code.after, &code.repeat}) {
    for (const HeapDigit& digit : *digits) look(digit);
  }
  counts_ += unbounded_ ? 1 : 0;
  counts_ = std::max<uint64_t>(counts_, 1);
  for (const auto* digits : {&code.before, &code.after, &code.repeat}) {
    for (const HeapDigit& digit : *digits) {
      for (uint64_t c = 0; c < counts_; ++c) {
        const unsigned arrangements = digit.arrangements(c);
        if (arrangements == 0 || arrangements == kEqual) continue;
        const bool all = c < 2 || (c == 2 && arrangements == (kDifferent | kEqual)) ||
                         arrangements == (kDifferent | kMixed | kEqual);
        if (all) {
          needs_[0] = true;
        } else if ((arrangements & kMixed) == 0) {
          needs_[1] = true;
        } else {
          needs_[0] = needs_[2] = true;
        }
      }
    }
  }
}

uint64_t Sets::bytes(uint64_t totals, uint64_t words) const {
  const uint64_t tables =
      static_cast<uint64_t>(std::count(std::begin(needs_), std::end(needs_), true));
  return 8 * words * (tables * counts_ * totals + code_.repeat.size() * code_.repeat.size());
}

Attempt<void> Sets::rebuild(uint64_t totals, uint64_t words, Budget& budget) {
  const uint64_t wanted = bytes(totals, words);
  if (wanted > taken_ && !budget.take_memory(wanted - taken_)) {
    return budget.too_large("the nim-sums of all splits", wanted);
  }
  taken_ = std::max(taken_, wanted);
  totals_ = totals;
  words_ = words;
  Table* tables[3] = {&any_, &different_, &unequal_};
  for (int i = 0; i < 3; ++i) {
    if (needs_[i]) tables[i]->resize(counts_, totals, words);
  }
  if (needs_[2]) *unequal_.at(0, 0) = 0;
  running_.assign(code_.repeat.size() * code_.repeat.size() * words, 0);
  for (uint64_t heap = 1; heap < values_.size(); ++heap) {
    if (budget.spent()) return budget.why();
    take_in(heap);
  }
  return {};
}

void Sets::take_in(uint64_t heap) {
  const uint32_t v = values_.at(heap);
  const uint64_t last = counts_ - 1;
  // Sets of totals `heap` and more, from those of `heap` less; in pieces that do not overlap.
  auto add = [&](Table& to, uint64_t to_count, const Table& from, uint64_t from_count,
                 bool rising) {
    const uint64_t pieces = (totals_ - heap + heap - 1) / heap;
    for (uint64_t i = 0; i < pieces; ++i) {
      const uint64_t first = heap * (rising ? i + 1 : pieces - i);
      add_all(to.at(to_count, first), from.at(from_count, first - heap),
              std::min(heap, totals_ - first), words_, v);
    }
  };
  if (needs_[2]) {
    // Several heaps of this size may join: in rising order, by number of heaps within each piece.
    const uint64_t pieces = (totals_ - heap + heap - 1) / heap;
    for (uint64_t i = 0; i < pieces; ++i) {
      const uint64_t first = heap * (i + 1);
      const uint64_t sets = std::min(heap, totals_ - first);
      for (uint64_t c = 2; c < counts_; ++c) {
        add_all(unequal_.at(c, first), unequal_.at(c - 1, first - heap), sets, words_, v);
        add_all(unequal_.at(c, first), any_.at(c - 1, first - heap), sets, words_, v);
      }
      if (unbounded_) {
        add_all(unequal_.at(last, first), unequal_.at(last, first - heap), sets, words_, v);
        add_all(unequal_.at(last, first), any_.at(last, first - heap), sets, words_, v);
      }
    }
  }
  if (needs_[0]) {
    const uint64_t pieces = (totals_ - heap + heap - 1) / heap;
    for (uint64_t i = 0; i < pieces; ++i) {
      const uint64_t first = heap * (i + 1);
      const uint64_t sets = std::min(heap, totals_ - first);
      for (uint64_t c = 1; c < counts_; ++c)
        add_all(any_.at(c, first), any_.at(c - 1, first - heap), sets, words_, v);
      if (unbounded_) add_all(any_.at(last, first), any_.at(last, first - heap), sets, words_, v);
    }
  }
  if (needs_[1]) {
    // A heap of this size joins once: from the greatest number of heaps and the greatest totals
    // down.
    if (unbounded_) add(different_, last, different_, last, false);
    for (uint64_t c = last; c >= 1; --c) add(different_, c, different_, c - 1, false);
  }
}

/// The values of the splits of `total` tokens that the digit allows, from a heap of `heap` tokens.
void Sets::add_digit(const HeapDigit& digit, uint64_t total, uint64_t heap, uint64_t* set) const {
  for (uint64_t c = 0; c < counts_; ++c) {
    const unsigned arrangements = digit.arrangements(c);
    if (arrangements == 0) continue;
    const bool all = c < 2 || (c == 2 && arrangements == (kDifferent | kEqual)) ||
                     arrangements == (kDifferent | kMixed | kEqual);
    const Table* table = nullptr;
    if (arrangements != kEqual)
      table = all ? &any_ : (arrangements & kMixed) != 0 ? &unequal_ : &different_;
    if (table != nullptr) {
      const uint64_t* from = table->at(c, total);
      for (uint64_t w = 0; w < words_; ++w) set[w] |= from[w];
    }
    if (all || (arrangements & kEqual) == 0 || c == 0) continue;
    const uint64_t most = unbounded_ && c == counts_ - 1 ? total : c;
    for (uint64_t heaps = c; heaps <= most; ++heaps) {
      if (total % heaps != 0 || total == 0 || total / heaps >= heap) continue;
      const uint32_t value = heaps % 2 != 0 ? values_.at(total / heaps) : 0;
      if (value < 64 * words_) set[value / 64] |= uint64_t{1} << value % 64;
    }
  }
}

uint32_t Sets::next() {
  const uint64_t n = values_.size();
  std::vector<uint64_t> set(words_, 0);
  for (uint64_t i = 0; i < code_.before.size(); ++i) {
    if (n > 0) add_digit(code_.before[i], n + i, n, set.data());
  }
  for (uint64_t take = 1; take <= std::min<uint64_t>(n, code_.after.size()); ++take) {
    add_digit(code_.after[take - 1], n - take, n, set.data());
  }
  const uint64_t period = code_.repeat.size();
  for (uint64_t i = 0; i < period; ++i) {
    // All totals n - take that this digit stands for are equal modulo the period.
    const uint64_t least_take = code_.after.size() + 1 + i;
    if (n < least_take) break;
    const uint64_t total = n - least_take;
    uint64_t* running = running_.data() + (i * period + total % period) * words_;
    add_digit(code_.repeat[i], total, n, running);
    for (uint64_t w = 0; w < words_; ++w) set[w] |= running[w];
  }
  for (uint64_t w = 0; w < words_; ++w) {
    if (set[w] != ~uint64_t{0})
      return static_cast<uint32_t>(64 * w + static_cast<uint64_t>(std::countr_one(set[w])));
  }
  return static_cast<uint32_t>(64 * words_);
}

Attempt<void> Sets::advance(uint64_t end, Budget& budget) {
  if (end <= values_.size()) return {};
  values_.reserve(end);
  const uint64_t added = code_.before.size();
  uint32_t largest = 0;
  for (uint64_t n = 0; n < values_.size(); ++n) largest = std::max(largest, values_.at(n));
  bool stale = totals_ < end + added;
  if (stale) totals_ = end + added;
  if (words_ == 0) words_ = std::bit_ceil(largest / 64 + 1);
  while (values_.size() < end) {
    if (budget.spent()) {
      // The running unions may be ahead of the values; they are built anew when the work goes on.
      totals_ = 0;
      return budget.why();
    }
    budget.progress("values", values_.size(), end);
    if (stale) {
      const uint64_t known = values_.size();
      if (auto built = rebuild(totals_, words_, budget); !built) {
        totals_ = 0;
        return built;
      }
      // The unions of the digits that repeat, as the values went by.
      if (!code_.repeat.empty()) {
        for (uint64_t n = 1; n < known; ++n) {
          values_.set_size(n);
          next();
        }
        values_.set_size(known);
      }
      stale = false;
    }
    const uint32_t value = next();
    if (value == 64 * words_) {
      // The running unions have taken in this total already; everything is built anew.
      words_ *= 2;
      stale = true;
    }
    values_.make_fit(value);
    values_.push(value);
    if (!stale && values_.size() > 1) take_in(values_.size() - 1);
  }
  return {};
}

}  // namespace grundy::heap
