#include "engine/strip/recursion.h"

#include <algorithm>
#include <bit>

namespace grundy::strip {
namespace {

void add_word(PartKey& key, const Word& word) {
  key.add(word.size());
  for (size_t i = 0; i < word.size(); i += 8) {
    uint64_t eight = 0;
    for (size_t k = i; k < std::min(word.size(), i + 8); ++k)
      eight = eight << 8 | static_cast<unsigned char>(word[k]);
    key.add(eight);
  }
}

PartKey key_of(const Kind& kind, int64_t n) {
  PartKey key{1, static_cast<uint64_t>(n)};
  for (const Word* word : {&kind.left, &kind.period, &kind.right}) add_word(key, *word);
  return PartKey::of(key.low, key.high);
}

}  // namespace

Recursion::Recursion(KindSystem system)
    : system_(std::move(system)), values_(system_.kinds().size()) {
  for (const Kind& kind : system_.kinds())
    ends_.push_back(static_cast<int64_t>(system_.rule().columns(kind.left) +
                                         system_.rule().columns(kind.right)));
}

uint32_t Recursion::at(size_t kind, int64_t n) const {
  if (n >= known_) n = period_->preperiod + (n - period_->preperiod) % period_->period;
  return values_[kind][static_cast<size_t>(n)];
}

/// Kinds that are led to at the same length come first.
Attempt<void> Recursion::order() {
  const auto period = static_cast<int64_t>(system_.period());
  std::vector<int> state(values_.size(), 0);  // 1: being looked at, 2: done
  std::vector<std::pair<size_t, size_t>> stack;
  for (size_t first = 0; first < values_.size(); ++first) {
    if (state[first] != 0) continue;
    stack.emplace_back(first, 0);
    state[first] = 1;
    while (!stack.empty()) {
      auto& [kind, next] = stack.back();
      const std::vector<Sort>& sorts = system_.sorts(kind);
      if (next == sorts.size()) {
        state[kind] = 2;
        order_.push_back(kind);
        stack.pop_back();
        continue;
      }
      const Sort& sort = sorts[next++];
      if (sort.splits || sort.one == Sort::kNothing) continue;
      const int64_t shorter = ends_[kind] - ends_[sort.one] + sort.taken * period;
      if (shorter < 0) return Error::internal("a part is longer than the word it comes from");
      if (shorter > 0 || state[sort.one] == 2) continue;
      if (state[sort.one] == 1) return Error::declined("play may go round");
      state[sort.one] = 1;
      stack.emplace_back(sort.one, 0);
    }
  }
  return {};
}

Attempt<void> Recursion::extend(int64_t n, Budget& budget) {
  if (values_.empty()) return {};
  if (order_.empty()) {
    if (auto ordered = order(); !ordered) return ordered;
  }
  const auto period = static_cast<int64_t>(system_.period());
  for (; !knows(n); ++length_) {
    for (const size_t kind : order_) {
      const int64_t rest = length_ - ends_[kind];
      if (rest < 0 || rest % period != 0) continue;
      if (budget.spent()) return budget.why();
      const Attempt<uint32_t> one = value_kept(
          key_of(system_.kinds()[kind], rest / period),
          [&] { return value(kind, rest / period, budget); }, budget);
      if (!one) return one.error();
      values_[kind].push_back(*one);
      make_room(*one);
    }
    size_t least = values_[0].size();
    for (const auto& values : values_) least = std::min(least, values.size());
    known_ = static_cast<int64_t>(least);
    if (known_ >= look_at_) {
      look_for_period();
      look_at_ = known_ + known_ / 2;
    }
  }
  return {};
}

template <class Find>
Attempt<uint32_t> Recursion::value_kept(const PartKey& key, const Find& find, Budget& budget) {
  if (table_ == nullptr) return find();
  if (const Known known = table_->find(key); known.is_exact)
    return static_cast<uint32_t>(known.value);
  const uint64_t before = work_;
  Attempt<uint32_t> value = find();
  if (value) table_->put(key, {true, *value, 0}, work_ - before, budget);
  return value;
}

/// Its size stays a power of two, so that it has a place for the nim-sums of values that have one.
void Recursion::make_room(uint32_t value) {
  if (value >= seen_.size()) seen_.resize(std::bit_ceil(size_t{value} + 1), 0);
}

Attempt<uint32_t> Recursion::value(size_t kind, int64_t n, Budget& budget) {
  if (n < system_.from())
    return words_.value(system_.rule(), system_.kinds()[kind].word(static_cast<size_t>(n)), budget);
  const std::vector<Sort>& sorts = system_.sorts(kind);
  if (fixed_.empty()) fixed_.resize(values_.size());
  if (fixed_[kind].empty()) {
    for (const Sort& sort : sorts) {
      const Attempt<uint32_t> sum = fixed_value(sort, budget);
      if (!sum) return sum.error();
      fixed_[kind].push_back(*sum);
    }
  }
  for (const uint32_t sum : fixed_[kind]) make_room(sum);
  ++now_;
  for (size_t i = 0; i < sorts.size(); ++i) {
    const Sort& sort = sorts[i];
    const uint32_t sum = fixed_[kind][i];
    const auto of = [&](size_t which, int64_t index) {
      return which == Sort::kNothing ? 0 : values_[which][static_cast<size_t>(index)];
    };
    const int64_t together = n - sort.taken;
    if (!sort.splits) {
      seen_[sum ^ of(sort.one, together)] = now_;
      ++work_;
      continue;
    }
    // The same two kinds in either order: half of the splits are enough.
    const bool alike = sort.one == sort.other && sort.least_one == sort.least_other;
    const int64_t last = alike ? together / 2 : together - sort.least_other;
    work_ += static_cast<uint64_t>(std::max<int64_t>(0, last - sort.least_one + 1));
    if (sort.one == Sort::kNothing || sort.other == Sort::kNothing) {
      for (int64_t a = sort.least_one; a <= last; ++a)
        seen_[sum ^ of(sort.one, a) ^ of(sort.other, together - a)] = now_;
      continue;
    }
    const uint32_t* one = values_[sort.one].data();
    const uint32_t* other = values_[sort.other].data() + together;
    uint64_t* seen = seen_.data();
    for (int64_t a = sort.least_one; a <= last; ++a) seen[sum ^ one[a] ^ other[-a]] = now_;
  }
  uint32_t least = 0;
  while (least < seen_.size() && seen_[least] == now_) ++least;
  return least;
}

Attempt<uint32_t> Recursion::fixed_value(const Sort& sort, Budget& budget) {
  uint32_t sum = 0;
  for (const Word& word : sort.fixed) {
    const Attempt<uint32_t> one = words_.part_value(system_.rule(), word, budget);
    if (!one) return one.error();
    sum ^= *one;
  }
  return sum;
}

Attempt<uint32_t> Recursion::ring(size_t ring, int64_t n, Budget& budget) {
  if (n < system_.ring_from(ring)) return Error::declined("the ring is too short");
  if (auto extended = extend(n, budget); !extended) return std::move(extended).error();
  std::vector<bool> found;
  for (const Sort& sort : system_.ring_sorts(ring)) {
    Attempt<uint32_t> option = fixed_value(sort, budget);
    if (!option) return option;
    if (sort.one != Sort::kNothing) *option ^= at(sort.one, n - sort.taken);
    if (found.size() <= *option) found.resize(*option + 1);
    found[*option] = true;
  }
  return static_cast<uint32_t>(std::find(found.begin(), found.end(), false) - found.begin());
}

/// The least period of the second half of what is known, if the theorem proves it.
void Recursion::look_for_period() {
  const auto same = [&](int64_t a, int64_t b) {
    return std::all_of(values_.begin(), values_.end(), [&](const auto& values) {
      return values[static_cast<size_t>(a)] == values[static_cast<size_t>(b)];
    });
  };
  const int64_t last = known_ - 1;
  int64_t least = system_.from();
  int64_t taken = 0;
  for (size_t kind = 0; kind < values_.size(); ++kind) {
    for (const Sort& sort : system_.sorts(kind)) {
      least = std::max({least, sort.least_one, sort.least_other});
      taken = std::max(taken, sort.taken);
    }
  }
  // Borders of the second half: how far it agrees with itself (Knuth, Morris and Pratt).
  const int64_t begin = known_ / 2;
  std::vector<int64_t> border(static_cast<size_t>(known_ - begin), 0);
  for (int64_t i = 1; i < known_ - begin; ++i) {
    int64_t k = border[static_cast<size_t>(i - 1)];
    while (k > 0 && !same(begin + i, begin + k)) k = border[static_cast<size_t>(k - 1)];
    border[static_cast<size_t>(i)] = same(begin + i, begin + k) ? k + 1 : k;
  }
  const int64_t period = known_ - begin - border.back();
  if (2 * period > known_ - begin) return;
  int64_t preperiod = begin;
  while (preperiod > 0 && same(preperiod - 1, preperiod - 1 + period)) --preperiod;
  if (2 * std::max(preperiod, least) + 2 * period + taken <= last)
    period_ = StripPeriod{preperiod, period, last};
}

}  // namespace grundy::strip
