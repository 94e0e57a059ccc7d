// CutCache<W>: parts as they were cut, and what they are in the corner, for those met lately.
//
// Problem: most parts that are cut out of a board were met before, at the same place and turned the
// same way; moving, turning and mirroring them once more, and asking the large table for a value
// that was known already, is half the work of a search.
// Idea: a small table where each cut part has one place, found by a product of its words, and where
// the last one that came stays. It tells the least image, the cost and, once somebody has learned
// it, the value. The cut part is compared whole: what is told is right or missing.
// Where parts are known by a key that is not their image (play_graph.h) it tells the key, and the
// image is the part itself.
// Example: in Cram 5 × 8 four of five parts are told.
// Cost: one line of the cache a question; it begins with 256 entries and grows to 8 MiB at most, as
// more parts miss.
#pragma once
#include <bit>
#include <optional>

#include "base/large_array.h"
#include "engine/board/part_table.h"
#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class CutCache {
 public:
  explicit CutCache(size_t classes, bool keeps_keys = false)
      : planes_(classes - 1),
        words_(planes_ * W),
        told_(keeps_keys ? kKeyWords : words_),
        image_(keeps_keys ? 0 : words_),
        stride_(words_ + told_ + 2) {
    // No entry lies on two lines of the processor's cache.
    if (stride_ < kLineWords) stride_ = std::bit_ceil(stride_);
    resize();
  }

  uint64_t hash(const Planes<W>& cut) const {
    uint64_t hash = 0;
    for (size_t k = 0; k < planes_; ++k) {
      for (const uint64_t word : cut[k].words) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15;
        hash ^= hash >> 32;
      }
    }
    return hash * 0xD6E8FEB86659FD93;
  }
  /// Where the part with this hash stands, or will when it is put.
  size_t place_of(uint64_t hash) const {
    return static_cast<size_t>(hash >> (64 - log_)) * stride_;
  }
  void prefetch(uint64_t hash) const { __builtin_prefetch(&entries_[place_of(hash)]); }
  bool has(size_t place, const Planes<W>& cut) const {
    const uint64_t* entry = &entries_[place];
    if (entry[words_ + told_] == 0) return false;
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) {
        if (entry[k * W + i] != cut[k].words[i]) return false;
      }
    }
    return true;
  }
  /// Of a part that stands at `place`.
  Planes<W> image(size_t place) const {
    Planes<W> image{};
    const uint64_t* entry = &entries_[place + image_];
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) image[k].words[i] = entry[k * W + i];
    }
    return image;
  }
  /// Likewise, where keys are kept.
  PartKey key(size_t place) const {
    return {entries_[place + words_], entries_[place + words_ + 1]};
  }
  uint64_t cost(size_t place) const { return entries_[place + words_ + told_]; }
  std::optional<uint64_t> value(size_t place) const {
    const uint64_t more = entries_[place + words_ + told_ + 1];
    return more == 0 ? std::nullopt : std::optional(more - 1);
  }

  /// The cost is more than 0. Whether `place` is still a place: not after the cache has grown.
  bool put(size_t place, const Planes<W>& cut, const Planes<W>& image, uint64_t cost) {
    if (!has_room()) return false;
    uint64_t* entry = enter(place, cut, cost);
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) entry[words_ + k * W + i] = image[k].words[i];
    }
    return true;
  }
  /// The same, where keys are kept.
  bool put(size_t place, const Planes<W>& cut, const PartKey& key, uint64_t cost) {
    if (!has_room()) return false;
    uint64_t* entry = enter(place, cut, cost);
    entry[words_] = key.low;
    entry[words_ + 1] = key.high;
    return true;
  }
  /// The value of a part, if one with that image stands at `place`, which the growth of the cache
  /// may have made none.
  void learn(size_t place, const Planes<W>& image, uint64_t value) {
    if (place >= stride_ << log_ || place % stride_ != 0) return;
    if (cost(place) > 0 && this->image(place) == image)
      entries_[place + words_ + told_ + 1] = value + 1;
  }

 private:
  static constexpr uint64_t kMissesAnEntry = 2;
  static constexpr size_t kMostWords = 1 << 20;
  static constexpr size_t kLineWords = 8;
  static constexpr size_t kKeyWords = 2;

  /// False: the cache has grown, and is empty.
  bool has_room() {
    if (++missed_ <= kMissesAnEntry << log_ || stride_ << (log_ + 2) > kMostWords) return true;
    log_ += 2;
    resize();
    return false;
  }
  uint64_t* enter(size_t place, const Planes<W>& cut, uint64_t cost) {
    uint64_t* entry = &entries_[place];
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) entry[k * W + i] = cut[k].words[i];
    }
    entry[words_ + told_] = cost;
    entry[words_ + told_ + 1] = 0;
    return entry;
  }

  void resize() {
    entries_ = LargeArray<uint64_t>(stride_ << log_);
    missed_ = 0;
  }

  size_t planes_;
  size_t words_;   // of a part
  size_t told_;    // of its image or key, behind it
  size_t image_;   // where the image stands in an entry
  size_t stride_;  // the part, its image or key, the cost, the value and one
  unsigned log_ = 8;
  uint64_t missed_ = 0;
  LargeArray<uint64_t> entries_;
};

}  // namespace grundy
