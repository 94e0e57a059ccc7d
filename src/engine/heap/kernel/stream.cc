#include "engine/heap/kernel/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace grundy::heap {
namespace {

constexpr uint64_t kMostRares = 512;
constexpr uint64_t kLatestRare = 1 << 14;
constexpr uint64_t kBuffer = Stream::kKept + (1 << 18);
constexpr uint8_t kNoCode = 0x40;
constexpr size_t kMostRowMarks = 64;
constexpr uint64_t kLearned = 32;     // chunks
constexpr uint64_t kLeastSpared = 2;  // looks in a chunk

}  // namespace

std::optional<Stream> Stream::open(const Moves& moves, const Values& values) {
  if (values.size() < kStart || moves.two.empty() || !moves.equal.empty() ||
      moves.last_digit() > kChunk)
    return std::nullopt;
  const Character character = find_character(moves, values);
  if (character.mask == 0 || character.mask >= 64) return std::nullopt;
  const Encoding encoding(character.mask, 6);
  if (1U << std::countr_zero(character.mask) > kLowCodes) return std::nullopt;
  std::vector<uint64_t> rares;
  for (uint64_t n = 1; n < kStart; ++n) {
    const uint32_t value = values.at(n);
    if (value >= 64) return std::nullopt;
    if (!character.is_rare(n, value)) continue;
    if (n > kLatestRare || rares.size() == kMostRares || encoding.index(value) >= kLowCodes)
      return std::nullopt;
    rares.push_back(n);
  }
  return Stream(moves, values, character, std::move(rares));
}

Stream::Stream(const Moves& moves, const Values& values, const Character& character,
               std::vector<uint64_t> rares)
    : moves_(moves),
      character_(character),
      encoding_(character.mask, 6),
      rares_(std::move(rares)),
      backwards_(kDepth + 1, kNoCode),
      codes_(kBuffer) {
  std::vector<Mark> marks;
  for (const uint64_t take : moves_.one) {
    if (character_.common_class(take) == character_.common_class(0)) {
      marks.emplace_back(take, uint8_t{0});
    } else {
      single_.push_back(take);
    }
  }
  for (const uint64_t r : rares_) {
    for (const Split& split : moves_.two) marks.emplace_back(r + split.take, code(values.at(r)));
  }
  for (const Mark& m : marks) (m.distance < kStreamBlock ? near_ : far_).push_back(m);
  std::sort(near_.begin(), near_.end(),
            [](const Mark& a, const Mark& b) { return a.distance < b.distance; });
  window_ = kStreamBlock;
  for (const Mark& m : marks) window_ = std::max(window_, m.distance);
  for (uint64_t q = 1; q <= kDepth; ++q) {
    if (is_common(q, values.at(q))) backwards_[kDepth - q] = code(values.at(q));
  }
  // Values of one group agree in the bits above the lowest of the mask.
  order_.group = 1U << std::countr_zero(character_.mask);
  for (uint32_t parity = 0; parity < 2; ++parity) {
    const uint32_t common = character_.common_class(parity);
    for (uint32_t i = 0; i < 32; ++i) {
      if (encoding_.value(i, common ^ 1) < encoding_.value(i, common))
        order_.below[parity] |= 1U << i;
    }
  }
  std::vector<uint8_t> codes(kKept);
  for (uint64_t k = 0; k < kKept; ++k) codes[k] = code(values.at(kStart - kKept + k));
  go_to(kStart, codes);
}

void Stream::go_to(uint64_t position, std::span<const uint8_t> codes) {
  std::fill(codes_.begin(), codes_.begin() + kKept, uint8_t{0});
  const uint64_t count = std::min<uint64_t>(codes.size(), kKept);
  std::copy(codes.end() - static_cast<std::ptrdiff_t>(count), codes.end(),
            codes_.begin() + static_cast<std::ptrdiff_t>(kKept - count));
  used_ = kKept;
  size_ = position;
}

Attempt<void> Stream::advance(bool known) {
  if (used_ + kChunk > codes_.size()) {
    std::memmove(codes_.data(), codes_.data() + used_ - kKept, kKept);
    used_ = kKept;
  }
  uint8_t* const codes = codes_.data() + used_;
  const uint64_t done = stream_codes(near_, far_, codes, kChunk);
  if (done < kChunk)
    return Error::declined(fmt::format("the value of {} is 64 or more", size_ + done));
  if (!known) {
    make_rows(codes);
    if (size_ >= choose_at_) choose_witnesses();
    gaps_.clear();
    stream_gaps(rows_, witnesses_, order_, gaps_);
    for (const auto& [place, index] : gaps_) {
      if (auto settled = settle(size_ + place, codes + place, index); !settled) return settled;
    }
  }
  used_ += kChunk;
  size_ += kChunk;
  return {};
}

/// Rows of the chunk that begins with `codes`, at size().
void Stream::make_rows(const uint8_t* codes) {
  if (rows_until_ == size_) {
    for (auto& row : rows_) std::memcpy(row, row + kRowsChunk / 8, kRowsBefore / 8);
  } else {
    stream_rows(codes - kRowsBefore, kRowsBefore, 0, rows_);
  }
  stream_rows(codes, kChunk, kRowsBefore, rows_);
  rows_until_ = size_ + kChunk;
}

/// For each index the witnesses that leave least to look up in the chunk in rows_.
void Stream::choose_witnesses() {
  if (++learned_ == kLearned) {
    learned_ = 0;
    choose_at_ = 16 * size_;
  }
  constexpr size_t kWords = kRowsChunk / 64;
  using Set = std::array<uint64_t, kWords>;
  const auto set_of = [&](uint32_t index, uint64_t bytes) {
    Set set;
    std::memcpy(set.data(), rows_[index] + kRowsBefore / 8 - bytes, sizeof set);
    return set;
  };
  struct Candidate {
    uint64_t bytes;
    uint8_t code;
  };
  std::vector<Candidate> candidates;
  for (const Split& split : moves_.two) {
    for (uint64_t distance = (split.take + 8) / 8 * 8; distance <= kRowsBefore; distance += 8) {
      const uint8_t code = backwards_[kDepth - (distance - split.take)];
      if (code < kLowCodes) candidates.push_back({distance / 8, code});
    }
  }
  Set asked;    // where the rare values of the group are less
  Set greater;  // where the code is of a greater group
  greater.fill(~uint64_t{0});
  for (uint32_t i = 0; i < kLowCodes; ++i) {
    if (i % order_.group == 0) {
      const uint64_t own = (order_.below[0] >> i & 1) * 0x5555555555555555 +
                           (order_.below[1] >> i & 1) * 0xAAAAAAAAAAAAAAAA;
      asked = greater;
      for (uint32_t j = i; j < i + order_.group; ++j) {
        const Set here = set_of(j, 0);
        for (size_t w = 0; w < kWords; ++w) {
          greater[w] &= ~here[w];
          asked[w] &= ~here[w] | own;
        }
      }
    }
    Set open = asked;
    for (const RowMark& m : witnesses_[i]) {
      Set covered;
      std::memcpy(covered.data(), rows_[0] + m.offset, sizeof covered);
      for (size_t w = 0; w < kWords; ++w) open[w] &= ~covered[w];
    }
    while (witnesses_[i].size() < kMostRowMarks) {
      const Candidate* best = nullptr;
      uint64_t most = 0;
      for (const Candidate& m : candidates) {
        const Set covered = set_of(i ^ m.code, m.bytes);
        uint64_t count = 0;
        for (size_t w = 0; w < kWords; ++w)
          count += static_cast<uint64_t>(std::popcount(covered[w] & open[w]));
        if (count <= most) continue;
        most = count;
        best = &m;
      }
      if (most < kLeastSpared) break;
      const Set covered = set_of(i ^ best->code, best->bytes);
      for (size_t w = 0; w < kWords; ++w) open[w] &= ~covered[w];
      witnesses_[i].emplace_back(i ^ best->code, best->bytes);
    }
  }
}

/// Shows that a rare value of n is an option; of all indices beyond the low ones when that is the
/// index.
Attempt<void> Stream::settle(uint64_t n, const uint8_t* code, uint32_t index) {
  if (index < kLowCodes) return find(n, code, index);
  const uint32_t common = stream_index(*code);
  for (; index < 32; ++index) {
    if (!order_.is_less(index, common, n)) continue;
    if (auto found = find(n, code, index); !found) return found;
  }
  return {};
}

/// Looks for the rare value of this index among the options of n.
Attempt<void> Stream::find(uint64_t n, const uint8_t* code, uint32_t index) {
  const uint8_t wanted = stream_code(index);
  for (const uint64_t take : single_) {
    if (code[-static_cast<int64_t>(take)] == wanted) return {};
  }
  for (const Split& split : moves_.two) {
    if (stream_find(code - split.take - 1, backwards_.data() + kDepth - 1, kDepth, wanted) !=
        kDepth)
      return {};
  }
  return Error::declined(
      fmt::format("the value {} of {} is not seen to be an option by a pair with a heap up to {}",
                  encoding_.value(index, character_.common_class(n) ^ 1), n, kDepth));
}

}  // namespace grundy::heap
