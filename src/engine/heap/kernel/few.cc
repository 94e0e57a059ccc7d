#include "engine/heap/kernel/few.h"

#include <algorithm>
#include <bit>

namespace grundy::heap {
namespace {

constexpr uint64_t kCandidates = 1024;      // witnesses are sought among so many positions
constexpr uint64_t kMostScanned = 1 << 10;  // of the candidates that were looked up, so many count
// In cycles, measured: a look among all pairs, and a witness for a block.
constexpr uint64_t kLookCost = 100;
constexpr uint64_t kWitnessCost = 5;

}  // namespace

bool Few::accepts(const Moves& moves, const Values& values, const Character& character) {
  if (character.mask == 0 || character.mask >= 64 || values.planes() != 1) return false;
  uint64_t last_rare = 0;
  bool fits = true;
  for (uint64_t n = 1; n < values.size(); ++n) {
    const uint32_t value = values.at(n);
    fits = fits && value < 64;
    if (character.is_rare(n, value)) last_rare = n;
  }
  const bool different = std::any_of(moves.two.begin(), moves.two.end(),
                                     [](const Split& split) { return split.different; });
  return fits && (!different || values.size() > 2 * (last_rare + moves.last_digit()));
}

Few::Few(const Moves& moves, Values& values, const Character& character)
    : moves_(moves), values_(values), character_(character), block_(std::make_unique<FewBlock>()) {
  values_.store_as({}, 1);
  for (uint32_t parity = 0; parity < 2; ++parity) {
    for (uint32_t v = 0; v < 64; ++v) {
      if (character_.is_rare(parity, v)) block_->rare_values[parity] |= uint64_t{1} << v;
    }
  }
  for (const uint64_t take : moves_.one) add(entry_of(take, 0));
  uint32_t largest = 0;
  for (uint64_t n = 1; n < values_.size(); ++n) {
    largest = std::max(largest, values_.stored(n));
    if (is_rare(n)) add_rare(n);
  }
  limit_ = (largest / kGroup + 1) * kGroup;
  learned_at_ = values_.size();
  learn_at_ = learned_at_ + 16 * kBlock;
}

bool Few::is_rare(uint64_t n) const {
  return (block_->rare_values[n % 2] >> values_.stored(n) & 1) != 0;
}

void Few::add(const Entry& entry) {
  if (entry.distance < 8) {
    near_.push_back(entry);
  } else if (entry.distance < kBlock) {
    middle_.push_back(entry);
  } else if (entry.distance < values_.size()) {
    far_.push_back(entry);
  } else {
    late_.push_back(entry);
  }
}

void Few::add_rare(uint64_t n) {
  ++rares_;
  last_rare_ = n;
  for (const Split& split : moves_.two) add(entry_of(n + split.take, values_.stored(n)));
}

/// Adds those witnesses that would have spared most looks among all pairs in so many blocks, as
/// long as that pays.
void Few::learn_witnesses(uint64_t blocks) {
  auto& scanned = block_->scanned;
  if (scanned.size() > kMostScanned) scanned.resize(kMostScanned);
  const size_t words = (scanned.size() + 63) / 64;
  const uint64_t take = moves_.two[0].take;
  // covers[q]: which of the looks the common position kBlock + q spares.
  std::vector<std::vector<uint64_t>> covers(kCandidates, std::vector<uint64_t>(words, 0));
  for (uint64_t q = 0; q < kCandidates; ++q) {
    if (is_rare(kBlock + q)) continue;
    for (size_t i = 0; i < scanned.size(); ++i) {
      const auto [n, value] = scanned[i];
      if ((values_.stored(n - take - kBlock - q) ^ values_.stored(kBlock + q)) == value)
        covers[q][i / 64] |= uint64_t{1} << i % 64;
    }
  }
  std::vector<uint64_t> open(words, ~uint64_t{0});
  std::vector<uint64_t> at_most(kCandidates,
                                scanned.size());  // looks that the position spares; that falls only
  while (true) {
    uint64_t best = 0;
    uint64_t most = 0;
    for (uint64_t q = 0; q < kCandidates; ++q) {
      if (at_most[q] <= most) continue;
      uint64_t count = 0;
      for (size_t w = 0; w < words; ++w)
        count += static_cast<uint64_t>(std::popcount(covers[q][w] & open[w]));
      at_most[q] = count;
      if (count > most) {
        most = count;
        best = q;
      }
    }
    if (most * kLookCost <= blocks * kWitnessCost) break;
    for (size_t w = 0; w < words; ++w) open[w] &= ~covers[best][w];
    add(entry_of(kBlock + best + take, values_.stored(kBlock + best)));
  }
  scanned.clear();
}

bool Few::advance(uint64_t end) {
  values_.reserve((end + kBlock - 1) / kBlock * kBlock);
  FewBlock& block = *block_;
  Block marking;
  while (values_.size() < end) {
    block.values = values_.plane(0);
    block.first = values_.size();
    block.moves = &moves_;
    block.near = near_;
    block.middle = middle_;
    block.late = late_;
    marking.low = block.values;
    marking.first = block.first;
    mark_window(marking, far_, 0, 0, limit_ / kGroup, block.words);
    block.limit = limit_;
    block.grown = false;
    block.new_rares.clear();
    const size_t scanned = block.scanned.size();
    finish(block);
    if (block.grown) {
      if (limit_ == kWindow) return false;
      limit_ += kGroup;
      block.scanned.resize(scanned);
      continue;
    }
    values_.set_size(block.first + kBlock);
    if (!late_.empty() || !block.new_rares.empty()) {
      for (const uint64_t n : block.new_rares) add_rare(n);
      const std::vector<Entry> late = std::move(late_);
      late_.clear();
      for (const Entry& e : late) add(e);
      if (!block.new_rares.empty() && !accepts(moves_, values_, character_)) return false;
    }
    if (values_.size() >= learn_at_) {
      const uint64_t blocks = (values_.size() - learned_at_) / kBlock;
      if (!block.scanned.empty()) learn_witnesses(blocks);
      learned_at_ = values_.size();
      learn_at_ = learned_at_ + 2 * kBlock * blocks;
    }
  }
  return true;
}

}  // namespace grundy::heap
