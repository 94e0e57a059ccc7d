#include "engine/board/small_graph.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace grundy {
namespace {

constexpr size_t kRoundsAtOnce = 2;
constexpr size_t kSeenBits = 1024;

uint64_t stirred(uint64_t x) {
  x = (x ^ x >> 32) * 0xD6E8FEB86659FD93;
  return x ^ x >> 29;
}

class Colouring {
 public:
  using Words = std::array<uint64_t, SmallGraph::kMost>;

  Colouring(size_t size, const Words& neighbours, const Words& labels)
      : size_(size), neighbours_(neighbours), labels_(labels) {
    for (size_t i = 0; i < size; ++i) colours_[i] = stirred(labels[i] + 1);
  }

  void mix(size_t rounds) {
    for (; rounds > 0; --rounds) {
      Words next;
      for (size_t i = 0; i < size_; ++i)
        next[i] = stirred((std::rotl(colours_[i], 21) + sum(colours_, i)));
      colours_ = next;
    }
  }

  /// A vertex of the least colour that several have.
  std::optional<size_t> twin() const {
    std::array<uint64_t, kSeenBits / 64> seen{};
    std::optional<size_t> found;
    for (size_t i = 0; i < size_; ++i) {
      const size_t bit = colours_[i] % kSeenBits;
      const bool doubtful = (seen[bit / 64] >> bit % 64 & 1) != 0;
      seen[bit / 64] |= uint64_t{1} << bit % 64;
      if (!doubtful || (found && colours_[*found] <= colours_[i])) continue;
      if (std::find(colours_.begin(), colours_.begin() + static_cast<ptrdiff_t>(i), colours_[i]) !=
          colours_.begin() + static_cast<ptrdiff_t>(i))
        found = i;
    }
    return found;
  }
  void single_out(size_t vertex, uint64_t number) { colours_[vertex] += stirred(number); }

  PartKey hash() const {
    Words second;
    for (size_t i = 0; i < size_; ++i) second[i] = stirred(colours_[i] * 0xC2B2AE3D27D4EB4F);
    uint64_t low = size_;
    uint64_t high = size_;
    for (size_t i = 0; i < size_; ++i) {
      const uint64_t own = stirred(stirred(colours_[i]) + labels_[i]);
      const uint64_t here = stirred(own + sum(colours_, i));
      low += here;
      high += stirred((here ^ own) + sum(second, i) * 0x9E3779B97F4A7C15);
    }
    return PartKey::of(low, high);
  }

 private:
  uint64_t sum(const Words& of, size_t vertex) const {
    uint64_t all = 0;
    for (uint64_t rest = neighbours_[vertex]; rest != 0; rest &= rest - 1)
      all += of[static_cast<size_t>(std::countr_zero(rest))];
    return all;
  }

  size_t size_;
  const Words& neighbours_;
  const Words& labels_;
  Words colours_;
};

}  // namespace

PartKey SmallGraph::key() const {
  Colouring colouring(size_, neighbours_, labels_);
  colouring.mix(2 * kRoundsAtOnce);
  uint64_t number = 1;
  for (std::optional<size_t> one = colouring.twin(); one; one = colouring.twin()) {
    colouring.single_out(*one, number++);
    colouring.mix(kRoundsAtOnce);
  }
  return colouring.hash();
}

}  // namespace grundy
