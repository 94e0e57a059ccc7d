#include "engine/heap/kernel/sparse.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <thread>

#include "base/parallel.h"

namespace grundy::heap {
namespace {

constexpr uint64_t kFirstWitnesses = 256;
// What rare candidates cost, looks among all pairs included.
constexpr double kExpectedWitnesses = 1024;
constexpr uint64_t kLeastWitnesses = 16;
constexpr uint64_t kMostWitnesses = 4096;
constexpr uint64_t kWitnessPositions = 1 << 15;  // witnesses are sought among the first of them
constexpr uint64_t kCharacterValues = 1 << 20;
constexpr uint64_t kAdjustBlocks = 64;
// The last values, whose distribution decides what is marked.
constexpr uint64_t kCounted = 1 << 14;

// In cycles, measured: marking a group of codes for an entry, at one position; what a position
// needs besides; a step of computing a position alone, and what that needs besides; a look among
// all pairs.
constexpr double kGroupCost = 0.018;
constexpr double kFinishCost = 150;
constexpr double kRareCost = 3000;
constexpr double kAloneCost = 2.0;
constexpr double kAloneBase = 500;
constexpr double kScanCost = 40;
constexpr double kPairCost = 0.05;  // of such a look, for a pair
constexpr size_t kSampled = 32;
constexpr size_t kMostScans = 512;  // that are learned from at a time
constexpr int kLearnedAtOnce = 16;
constexpr size_t kMostLearned = 1024;
constexpr uint64_t kBlocksAtOnce = 8;  // between looks at the budget

/// In place: the sums of (-1)^(parity of v & mask) · table[v], for all masks.
void walsh_hadamard(std::vector<int64_t>& table) {
  for (size_t half = 1; half < table.size(); half *= 2) {
    for (size_t start = 0; start < table.size(); start += 2 * half) {
      for (size_t i = start; i < start + half; ++i) {
        const int64_t a = table[i];
        const int64_t b = table[i + half];
        table[i] = a + b;
        table[i + half] = a - b;
      }
    }
  }
}

/// How many of the last common values have each index; as many as a power of two.
std::vector<double> index_counts(const Values& values, const Encoding& encoding,
                                 const Character& character) {
  const uint64_t first = values.size() - std::min(values.size() - 1, kCounted);
  std::vector<double> counts(kGroup, 0);
  for (uint64_t n = first; n < values.size(); ++n) {
    const uint32_t value = values.at(n);
    if (character.is_rare(n, value)) continue;
    const uint32_t index = encoding.index(value);
    if (index >= counts.size()) counts.resize(std::bit_ceil(size_t{index} + 1), 0);
    ++counts[index];
  }
  return counts;
}

struct Marked {
  uint32_t values = 0;
  double cost = std::numeric_limits<double>::infinity();  // of a position
};

/// As many values as make the positions rare enough that are computed alone; at most `most`.
Marked choose_marked(const std::vector<double>& counts, double entries, uint32_t most) {
  double all = 0;
  for (const double c : counts) all += c;
  Marked best;
  double below = 0;
  for (uint32_t marked = kGroup; marked <= most; marked += kGroup) {
    for (uint32_t i = marked - kGroup; i < marked && i < counts.size(); ++i) below += counts[i];
    const double beyond = all > 0 ? 1 - below / all : 0;
    const double cost = static_cast<double>(marked) / kGroup * entries * kGroupCost +
                        beyond * (kAloneBase + kAloneCost * entries);
    if (cost < best.cost) best = {.values = marked, .cost = cost};
  }
  return best;
}

uint32_t most_marked(unsigned planes) {
  return std::min<uint32_t>(kMaxWindows * kWindow, uint32_t{1} << (8 * planes - 1));
}

}  // namespace

double Sparse::cost(const Moves& moves, const Values& values, const Character& character) {
  const uint64_t size = values.size();
  uint64_t rares = 0;
  uint64_t late = 0;  // in the second half
  for (uint64_t n = 1; n < size; ++n) {
    if (!character.is_rare(n, values.at(n))) continue;
    ++rares;
    if (2 * n >= size) ++late;
  }
  // While the number of values doubles, twice as many rares come as in the second half.
  const double entries = static_cast<double>((rares + late) * moves.two.size());
  const Encoding encoding(character.mask, 8 * values.planes());
  const Marked marked = choose_marked(index_counts(values, encoding, character), entries,
                                      most_marked(values.planes()));
  const double rare = 2 * static_cast<double>(late) / static_cast<double>(size);
  const double pairs = static_cast<double>(moves.two.size() * size) / 2;
  return kFinishCost + marked.cost +
         static_cast<double>(marked.values) / kGroup * kGroupCost * kExpectedWitnesses +
         rare * (kRareCost + pairs * kPairCost);
}

Character find_character(const Moves& moves, const Values& values) {
  const uint64_t size = values.size();
  std::vector<int64_t> count[2];
  for (auto& c : count) c.assign(size_t{1} << 16, 0);
  uint32_t largest = 1;
  const uint64_t first = size - std::min(size / 2, kCharacterValues);
  for (uint64_t n = first; n < size; ++n) {
    const uint32_t value = values.at(n);
    largest = std::max(largest, value);
    ++count[n % 2][value];
  }
  bool one_parity = true;
  for (const Split& split : moves.two)
    one_parity = one_parity && split.take % 2 == moves.two[0].take % 2;
  Character best;
  int64_t least = 0;
  for (const bool by_parity : {false, true}) {
    if (by_parity && !one_parity) break;
    std::vector<int64_t> sums(std::bit_ceil(size_t{largest} + 1));
    for (size_t v = 0; v < sums.size(); ++v)
      sums[v] = by_parity ? count[0][v] - count[1][v] : count[0][v] + count[1][v];
    walsh_hadamard(sums);
    // By parity, a common position n has f = 1 + n + t.
    const int64_t sign = by_parity && moves.two[0].take % 2 != 0 ? -1 : 1;
    for (size_t mask = 1; mask < sums.size(); ++mask) {
      if (sign * sums[mask] >= least) continue;
      least = sign * sums[mask];
      best = {.mask = static_cast<uint32_t>(mask),
              .by_parity = by_parity,
              .of_even = sign < 0 ? 0U : 1U};
    }
  }
  if (best.mask != 0)
    best.rare = 0.5 + static_cast<double>(least) / static_cast<double>(2 * (size - first));
  return best;
}

Sparse::Sparse(const Moves& moves, Values& values, const Character& character)
    : moves_(moves), values_(values), character_(character), block_(std::make_unique<Block>()) {
  encode(std::min(2U, values_.planes()));
}

bool Sparse::is_rare(uint64_t n) const {
  return values_.stored(n) >> (8 * values_.planes() - 1) != character_.common_class(n);
}

void Sparse::encode(unsigned planes) {
  values_.store_as(Encoding(character_.mask, 8 * planes), planes);
  const uint32_t half = uint32_t{1} << (8 * planes - 1);
  for (uint32_t c = 0; c < 2; ++c) {
    value_[c].resize(half);
    for (uint32_t i = 0; i < half; ++i) value_[c][i] = values_.encoding().value(i, c);
  }
  entries_.clear();
  learned_.clear();
  active_ = 0;
  rares_ = 0;
  for (uint64_t n = 1; n < values_.size(); ++n) {
    if (is_rare(n)) add_rare(n);
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.distance < b.distance; });
  choose();
  list_witnesses();
}

void Sparse::add_rare(uint64_t n) {
  ++rares_;
  last_rare_ = n;
  if (n <= kNear) return;
  for (const Split& split : moves_.two) {
    entries_.push_back(entry(n, split.take));
    for (size_t i = entries_.size() - 1;
         i > active_ && entries_[i].distance < entries_[i - 1].distance; --i)
      std::swap(entries_[i], entries_[i - 1]);
  }
}

/// A witness q leads from n to the rare value of index i when n - t - q has the value of index i
/// xor that of G(q). The values of witnesses are chosen one after the other so that what is
/// expected to stay unmarked, where it is needed, gets least.
void Sparse::choose_witnesses(const std::vector<double>& counts) {
  std::vector<std::vector<uint64_t>> places(counts.size());
  const uint64_t end = std::min(values_.size() / 2, kWitnessPositions);
  for (uint64_t n = kNear + 1; n < end; ++n) {
    if (is_rare(n)) continue;
    const uint32_t index = values_.stored(n) & ((uint32_t{1} << (8 * values_.planes() - 1)) - 1);
    if (index < places.size()) places[index].push_back(n);
  }
  double all = 0;
  for (const double c : counts) all += c;
  // needed[i]: how often the value is above the one of index i.
  std::vector<double> needed(counts.size());
  double above = all;
  for (size_t i = 0; i < counts.size(); ++i) needed[i] = above -= counts[i];
  for (unsigned w = 0; w < kMaxWindows; ++w) {
    witnesses_[w].clear();
    if (w * kWindow >= marked_ || w * kWindow >= counts.size() || all == 0) continue;
    std::vector<double> open(counts.size(), 0);  // needed and expected to be unmarked
    const size_t until = std::min<size_t>({counts.size(), (w + 1) * kWindow, marked_});
    for (size_t i = w * kWindow; i < until; ++i) open[i] = needed[i];
    std::vector<size_t> used(counts.size(), 0);
    while (witnesses_[w].size() < kMostWitnesses) {
      size_t best = counts.size();
      double most = 0;
      for (size_t k = 0; k < counts.size(); ++k) {
        if (used[k] == places[k].size()) continue;
        double gain = 0;
        for (size_t i = w * kWindow; i < until; ++i) gain += open[i] * counts[i ^ k];
        if (gain <= most) continue;
        most = gain;
        best = k;
      }
      if (best == counts.size()) break;
      // Several at once: the order within them hardly matters.
      const size_t several = std::min<uint64_t>(
          {places[best].size() - used[best], 8, kMostWitnesses - witnesses_[w].size()});
      for (size_t j = 0; j < several; ++j) {
        witnesses_[w].push_back(entry(places[best][used[best]++], moves_.two[0].take));
        for (size_t i = w * kWindow; i < until; ++i) open[i] *= 1 - counts[i ^ best] / all;
      }
    }
    used_[w] = std::min<uint64_t>(witnesses_[w].size(), std::max(used_[w], kFirstWitnesses));
  }
}

void Sparse::choose() {
  const std::vector<double> counts = index_counts(values_, values_.encoding(), character_);
  marked_ =
      choose_marked(counts, static_cast<double>(entries_.size()), most_marked(values_.planes()))
          .values;
  choose_witnesses(counts);
  next_choice_ = 2 * values_.size();
}

/// Witnesses that would have spared the longest looks, as long as they pay. For games whose values
/// are far from random.
void Sparse::learn() {
  auto& scans = block_->long_scans;
  const double cost = static_cast<double>(blocks_since_ * kBlock) * kGroupCost *
                      static_cast<double>(marked_) / kGroup;
  auto leads = [&](uint64_t q, uint64_t take, const LongScan& scan) {
    return q + take + 1 < scan.n &&
           (values_.stored(q) ^ values_.stored(scan.n - take - q)) == scan.code;
  };
  if (scans.size() > kMostScans) scans.resize(kMostScans);
  // The pair lies in one of the registers that were compared in one go.
  for (LongScan& scan : scans) {
    while (scan.at + scan.take + 1 < scan.n && !leads(scan.at, scan.take, scan)) ++scan.at;
  }
  for (int round = 0; round < kLearnedAtOnce && !scans.empty() && learned_.size() < kMostLearned;
       ++round) {
    LongScan best;
    double most = 0;
    for (size_t i = 0; i < std::min(scans.size(), kSampled); ++i) {
      if (is_rare(scans[i].at)) continue;
      double gain = 0;
      for (const LongScan& scan : scans) {
        if (leads(scans[i].at, scans[i].take, scan))
          gain += kPairCost * static_cast<double>(scan.pairs);
      }
      if (gain <= most) continue;
      most = gain;
      best = scans[i];
    }
    if (most <= cost) break;
    learned_.push_back(entry(best.at, best.take));
    std::erase_if(scans, [&](const LongScan& scan) { return leads(best.at, best.take, scan); });
  }
  scans.clear();
}

void Sparse::adjust() {
  const auto lanes = static_cast<double>(blocks_since_ * kBlock);
  for (unsigned w = 0; w * kWindow < marked_; ++w) {
    // The scans fall by a constant factor when so many witnesses are added as the window has
    // values.
    const unsigned groups = std::min(kWindow, marked_ - w * kWindow) / kGroup;
    const double now = static_cast<double>(scans_since_[w]) * kScanCost;
    const double wanted = lanes * groups * kGroupCost * kWindow;
    if (now > 1.3 * wanted) {
      used_[w] = std::min<uint64_t>(witnesses_[w].size(), used_[w] + used_[w] / 4 + 1);
    } else if (now < 0.7 * wanted && used_[w] > kLeastWitnesses) {
      used_[w] -= used_[w] / 8;
    }
    scans_since_[w] = 0;
  }
  learn();
  blocks_since_ = 0;
  if (values_.size() >= next_choice_) choose();
  list_witnesses();
}

void Sparse::list_witnesses() {
  for (unsigned w = 0; w < kMaxWindows; ++w) {
    const std::span<const Entry> all(witnesses_[w]);
    const std::span<const Entry> used = all.first(std::min<size_t>(used_[w], all.size()));
    in_use_[w].assign(used.begin(), used.end());
    in_use_[w].insert(in_use_[w].end(), learned_.begin(), learned_.end());
  }
  farthest_learned_ = 0;
  for (const Entry& e : learned_) farthest_learned_ = std::max(farthest_learned_, e.distance);
}

/// For the marks to come.
void Sparse::describe(Block& block) {
  block.low = values_.plane(0);
  block.high = values_.planes() > 1 ? values_.plane(1) : nullptr;
  block.first = values_.size();
  block.moves = &moves_;
  block.by_parity = character_.by_parity;
  block.common_class = character_.of_even;
  block.capacity = uint32_t{1} << (8 * values_.planes());
  for (unsigned c = 0; c < 2; ++c) block.value[c] = value_[c].data();
  block.common_marked = marked_;
  block.rare_marked = marked_;
}

/// False when a value does not fit.
bool Sparse::run_block(Ahead* ahead) {
  Block& block = *block_;
  describe(block);
  while (active_ < entries_.size() && entries_[active_].distance < block.first) ++active_;
  const std::span<const Entry> active(entries_.data(), active_);
  if (ahead != nullptr) ahead->come_to(block.first);
  if (ahead == nullptr || !ahead->finish_marks(block, active)) {
    for_each_window(marked_, [&](unsigned w, unsigned groups) {
      mark_window(block, active, block.common_class, w, groups, block.common[w]);
      mark_window(block, in_use_[w], 1 - block.common_class, w, groups, block.rare[w]);
    });
  }
  const uint64_t farthest =
      std::max(active.empty() ? 0 : active.back().distance, farthest_learned_);
  block.zero_marks_hold =
      block.first > 2 * std::max(farthest, kWitnessPositions + moves_.last_digit());
  block.grown = false;
  block.new_rares.clear();
  std::fill(std::begin(block.scans), std::end(block.scans), 0);
  finish(block, active);
  if (block.grown) return false;
  values_.set_size(block.first + kBlock);
  for (const uint64_t n : block.new_rares) add_rare(n);
  for (unsigned w = 0; w < kMaxWindows; ++w) scans_since_[w] += block.scans[w];
  ++blocks_since_;
  return true;
}

/// What is to be marked ahead from now on.
void Sparse::renew(Ahead* ahead) {
  if (ahead == nullptr) return;
  describe(*block_);
  ahead->renew(*block_, {entries_.data(), active_}, in_use_);
}

bool Sparse::run(uint64_t end, const Budget* budget, Ahead* ahead) {
  const uint64_t room = (end + kBlock - 1) / kBlock * kBlock;
  values_.reserve(room);
  renew(ahead);
  while (values_.size() < end && (budget == nullptr || !budget->spent())) {
    const uint64_t until = std::min(end, values_.size() + kBlocksAtOnce * kBlock);
    bool fits = true;
    while (fits && values_.size() < until) fits = run_block(ahead);
    if (!fits) {
      if (ahead != nullptr) ahead->stop();
      block_->long_scans.clear();
      if (values_.planes() == 2) return false;
      encode(2);
      values_.reserve(room);
      renew(ahead);
    }
    if (blocks_since_ >= kAdjustBlocks) {
      adjust();
      renew(ahead);
    }
  }
  return true;
}

bool Sparse::advance(uint64_t end, const Budget& budget, unsigned threads) {
  if (threads == 1) return run(end, &budget, nullptr);
  const auto ahead = std::make_unique<Ahead>();
  bool fits = true;
  const std::thread::id owner = std::this_thread::get_id();
  in_parallel(threads, [&](unsigned i) {
    if (i == 0) {
      fits = run(end, &budget, ahead.get());
      ahead->end();
    } else if (std::this_thread::get_id() != owner) {
      ahead->work();
    }
  });
  return fits;
}

}  // namespace grundy::heap
