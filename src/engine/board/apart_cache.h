// ApartCache<W>: boards met lately, and the parts that they fall apart into.
//
// Problem: the same board comes from many positions, as two moves make it in either order; whether
// it is allowed, and what its parts are, is asked anew each time, and where only repeated passes
// over all drawings tell (Amazons, Toads and Frogs) that is most of the work.
// Idea: a small table where each board has one place, found by its hash, and where the last one
// that came stays. The board is compared whole: what is told is right or missing. Boards of more
// than two parts are not kept.
// Example: X . . O . X . . O after the first X and the last O have moved, in either order.
// Cost: one line of the cache or two a question; it begins with 256 entries and grows to 8 MiB at
// most, as more boards miss.
#pragma once
#include <bit>
#include <optional>
#include <span>
#include <vector>

#include "base/large_array.h"
#include "engine/board/shift_code.h"

namespace grundy {

template <size_t W>
class ApartCache {
 public:
  explicit ApartCache(size_t classes)
      : planes_(classes - 1),
        words_(planes_ * W),
        stride_(std::bit_ceil((1 + kMostParts) * words_ + 1)) {
    resize();
  }

  void prefetch(uint64_t hash) const { __builtin_prefetch(&entries_[place_of(hash)]); }
  /// Whether the board is allowed, if that is told; then take(planes) for each of its parts.
  template <class Take>
  std::optional<bool> parts(uint64_t hash, const Planes<W>& board, const Take& take) const {
    const uint64_t* entry = &entries_[place_of(hash)];
    if (entry[0] == 0 || read(entry + 1) != board) return std::nullopt;
    if (entry[0] == kRefused) return false;
    for (size_t i = 1; i < entry[0]; ++i) take(read(entry + 1 + i * words_));
    return true;
  }

  void put_refused(uint64_t hash, const Planes<W>& board) { entry_for(hash, board)[0] = kRefused; }
  /// `planes(i)` is the i-th part.
  template <class PlanesOf>
  void put(uint64_t hash, const Planes<W>& board, size_t parts, const PlanesOf& planes) {
    if (parts > kMostParts) return;
    uint64_t* entry = entry_for(hash, board);
    entry[0] = 1 + parts;
    for (size_t i = 0; i < parts; ++i) write(planes(i), entry + 1 + (i + 1) * words_);
  }

 private:
  static constexpr size_t kMostParts = 2;
  static constexpr uint64_t kRefused = ~uint64_t{0};
  static constexpr uint64_t kMissesAnEntry = 2;
  static constexpr size_t kMostWords = 1 << 20;

  size_t place_of(uint64_t hash) const {
    return static_cast<size_t>(hash >> (64 - log_)) * stride_;
  }

  /// The words of an entry: 0 for none, 1 and its number of parts, or kRefused; the board; its
  /// parts.
  uint64_t* entry_for(uint64_t hash, const Planes<W>& board) {
    if (++missed_ > kMissesAnEntry << log_ && stride_ << (log_ + 2) <= kMostWords) {
      log_ += 2;
      resize();
    }
    uint64_t* entry = &entries_[place_of(hash)];
    write(board, entry + 1);
    return entry;
  }

  Planes<W> read(const uint64_t* words) const {
    Planes<W> planes{};
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) planes[k].words[i] = words[k * W + i];
    }
    return planes;
  }
  void write(const Planes<W>& planes, uint64_t* words) const {
    for (size_t k = 0; k < planes_; ++k) {
      for (size_t i = 0; i < W; ++i) words[k * W + i] = planes[k].words[i];
    }
  }

  void resize() {
    entries_ = LargeArray<uint64_t>(stride_ << log_);
    missed_ = 0;
  }

  size_t planes_;
  size_t words_;  // of a board
  size_t stride_;
  unsigned log_ = 8;
  uint64_t missed_ = 0;
  LargeArray<uint64_t> entries_;
};

}  // namespace grundy
