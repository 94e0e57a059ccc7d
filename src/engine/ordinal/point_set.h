// Sets of the points of a sample, a bit each: the search for formulas counts common points all the
// time.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy {

class PointSet {
 public:
  /// Empty, of points 0, …, size - 1.
  explicit PointSet(size_t size = 0) : words_((size + 63) / 64) {}

  static PointSet all(size_t size) {
    PointSet result(size);
    for (size_t i = 0; i < size; ++i) result.set(i);
    return result;
  }

  size_t words() const { return words_.size(); }
  /// The points 64*w, …, 64*w + 63, from the lowest bit on.
  uint64_t word(size_t w) const { return words_[w]; }
  bool is_empty() const {
    return std::all_of(words_.begin(), words_.end(), [](uint64_t word) { return word == 0; });
  }
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  bool operator[](size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  void meet(const PointSet& other) {
    for (size_t w = 0; w < words_.size(); ++w) words_[w] &= other.words_[w];
  }
  void remove(const PointSet& other) {
    for (size_t w = 0; w < words_.size(); ++w) words_[w] &= ~other.words_[w];
  }
  friend PointSet common_points(PointSet a, const PointSet& b) {
    a.meet(b);
    return a;
  }
  friend PointSet without(PointSet a, const PointSet& b) {
    a.remove(b);
    return a;
  }
  friend auto operator<=>(const PointSet&, const PointSet&) = default;
  size_t count() const {
    size_t sum = 0;
    for (const uint64_t w : words_) sum += static_cast<size_t>(__builtin_popcountll(w));
    return sum;
  }
  size_t common(const PointSet& other) const {
    size_t sum = 0;
    for (size_t w = 0; w < words_.size(); ++w)
      sum += static_cast<size_t>(__builtin_popcountll(words_[w] & other.words_[w]));
    return sum;
  }
  std::vector<size_t> elements() const {
    std::vector<size_t> result;
    for (size_t w = 0; w < words_.size(); ++w) {
      for (uint64_t rest = words_[w]; rest != 0; rest &= rest - 1)
        result.push_back(64 * w + static_cast<size_t>(__builtin_ctzll(rest)));
    }
    return result;
  }

 private:
  std::vector<uint64_t> words_;
};

}  // namespace grundy
