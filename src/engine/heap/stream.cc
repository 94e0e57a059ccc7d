#include "engine/heap/stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace grundy::heap {
namespace {

constexpr uint64_t kMostRares = 512;
constexpr uint64_t kLatestRare = 1 << 14;
constexpr uint64_t kBuffer = Stream::kKept + (1 << 18);
constexpr uint8_t kNoCode = 0x40;
constexpr uint64_t kLearnable = 1 << 10;
// In cycles, measured: a look, and a witness for a block.
constexpr uint64_t kLookCost = 40;
constexpr uint64_t kWitnessCost = 2;

}  // namespace

std::optional<Stream> Stream::open(const Moves& moves, const Values& values) {
  if (values.size() < kStart || moves.two.empty() || !moves.equal.empty() || moves.last_digit() > kChunk)
    return std::nullopt;
  const Character character = find_character(moves, values);
  if (character.mask == 0 || character.mask >= 64) return std::nullopt;
  const Encoding encoding(character.mask, 6);
  std::vector<uint64_t> rares;
  for (uint64_t n = 1; n < kStart; ++n) {
    const uint32_t value = values.at(n);
    if (value >= 64) return std::nullopt;
    if (!character.is_rare(n, value)) continue;
    if (n > kLatestRare || rares.size() == kMostRares || encoding.index(value) >= kLowCodes) return std::nullopt;
    rares.push_back(n);
  }
  return Stream(moves, values, character, std::move(rares));
}

Stream::Stream(const Moves& moves, const Values& values, const Character& character, std::vector<uint64_t> rares)
    : moves_(moves),
      character_(character),
      encoding_(character.mask, 6),
      rares_(std::move(rares)),
      backwards_(kDepth + 1, kNoCode),
      codes_(kBuffer),
      looks_(moves_.two.size() * kLearnable) {
  std::vector<Mark> marks;
  for (const uint64_t take : moves_.one) {
    if (character_.common_class(take) == character_.common_class(0)) {
      marks.emplace_back(take, uint8_t{0});
    } else {
      single_.push_back(take);
      witnesses_.emplace_back(take, uint8_t{0});
    }
  }
  for (const uint64_t r : rares_) {
    for (const Split& split : moves_.two) marks.emplace_back(r + split.take, code(values.at(r)));
  }
  for (const Mark& m : marks) (m.distance < kStreamBlock ? near_ : far_).push_back(m);
  window_ = kStreamBlock;
  for (const Mark& m : marks) window_ = std::max(window_, m.distance);
  for (uint64_t q = 1; q <= kDepth; ++q) {
    if (is_common(q, values.at(q))) backwards_[kDepth - q] = code(values.at(q));
  }
  for (uint32_t parity = 0; parity < 2; ++parity) {
    const uint32_t common = character_.common_class(parity);
    for (uint32_t i = 0; i < 32; ++i) {
      if (encoding_.value(i, common ^ 1) < encoding_.value(i, common)) below_[parity] |= 1U << i;
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

Result<void> Stream::advance(bool known) {
  if (used_ + kChunk > codes_.size()) {
    std::memmove(codes_.data(), codes_.data() + used_ - kKept, kKept);
    used_ = kKept;
  }
  uint8_t* const codes = codes_.data() + used_;
  const uint64_t done = stream_codes(near_, far_, codes, kChunk);
  if (done < kChunk) return Error::declined(fmt::format("declined: the value of {} is 64 or more", size_ + done));
  if (!known) {
    gaps_.clear();
    stream_gaps(witnesses_, codes, kChunk, below_, gaps_);
    for (const auto& [place, left] : gaps_) {
      if (auto settled = settle(size_ + place, codes + place, left); !settled) return settled;
    }
    if (++chunks_ == learn_after_) learn();
  }
  used_ += kChunk;
  size_ += kChunk;
  return {};
}

Result<void> Stream::settle(uint64_t n, const uint8_t* code, uint32_t left) {
  const uint32_t index = stream_index(*code);
  if (index >= kLowCodes) {
    left |= ((1U << index) - (1U << kLowCodes)) | (below_[n % 2] & (1U << index));
  }
  for (; left != 0; left &= left - 1) {
    const auto wanted = static_cast<uint32_t>(std::countr_zero(left));
    const auto is_single = [&](uint64_t take) { return code[-static_cast<int64_t>(take)] == stream_code(wanted); };
    if (std::any_of(single_.begin(), single_.end(), is_single)) continue;
    bool found = false;
    for (const Split& split : moves_.two) {
      const uint64_t k =
          stream_find(code - split.take - 1, backwards_.data() + kDepth - 1, kDepth, stream_code(wanted));
      if (k == kDepth) continue;
      found = true;
      deepest_ = std::max(deepest_, k + 1);
      if (k + 1 < kLearnable) ++looks_[static_cast<size_t>(&split - moves_.two.data()) * kLearnable + k + 1];
      break;
    }
    if (found) continue;
    return Error::declined(
        fmt::format("declined: the value {} of {} is not seen to be an option by a pair with a heap up to {}",
                    encoding_.value(wanted, character_.common_class(n) ^ 1), n, kDepth));
  }
  return {};
}

/// Adds the witness that would have spared most looks, if it pays.
void Stream::learn() {
  const auto best = std::max_element(looks_.begin(), looks_.end());
  if (*best * kLookCost > chunks_ * (kChunk / kStreamBlock) * kWitnessCost) {
    const auto at = static_cast<uint64_t>(best - looks_.begin());
    const uint64_t q = at % kLearnable;
    witnesses_.emplace_back(q + moves_.two[at / kLearnable].take, backwards_[kDepth - q]);
  } else {
    learn_after_ = std::min<uint64_t>(2 * learn_after_, 1 << 20);
  }
  std::fill(looks_.begin(), looks_.end(), 0);
  chunks_ = 0;
}

}  // namespace grundy::heap
