// moore[k]([n1, n2, …]): a move lowers at least one and at most k piles. For k = 1 it is nim. The
// piles are not a sum.
//
// Theorem (Moore 1910, "A generalization of the game called nim"). Under normal play a position is
// lost for the player to move exactly if, for every bit, the number of piles that have it is
// divisible by k + 1. Proof. Call such positions balanced. A move from a balanced position changes
// the highest bit that it changes at all from 1 to 0 in between 1 and k piles and nowhere from 0 to
// 1, so the result is not balanced. From any other position, go down the bits and keep a set F of
// piles that are lowered already: on the bits below they may be given any digits. Let r be the
// number of piles outside F with the bit, modulo k + 1.
//   r = 0: the bit is 0 in all of F.
//   0 < k + 1 − r ≤ |F|: it is 1 in k + 1 − r piles of F and 0 in the others.
//   Otherwise |F| + r ≤ k: clear the bit in r piles outside F that have it and put them into F; it
//   is 0 in the piles that were in F.
// Then every bit is balanced, and F has between 1 and k piles. The popular recipe to change Q
// piles, Q being the largest remainder, fails: for k = 2 and the piles 1, 2, 4 it has Q = 1, but
// lowering one pile never gives a lost position.
//
// Theorem (Moore 1910). Under misère play the same holds while some pile has 2 or more; when all
// piles are 0 or 1, the position is lost exactly if the number of ones is 1 modulo k + 1. Proof.
// With a single size the count goes down by 1 to k at will, and 0 is won. Let b piles have 2 or
// more, and o have 1. If 1 ≤ b ≤ k, the position is unbalanced, and won: some move leaves exactly f
// ones, where f is the number among b + o − k … b + o that is 1 modulo k + 1 (so b + o − f ≤ k
// piles become 0, the large ones first). If b > k, no move gets rid of all large piles, and play
// goes as in normal play until someone leaves between 1 and k of them, which is never the player
// who leaves balanced positions.
//
// Outcome and one move: linear in the number of bits of all piles together.
#include "engine/family/moore.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace grundy {
namespace {

uint64_t length_of(uint64_t n) { return static_cast<uint64_t>(std::bit_width(n)); }
uint64_t length_of(const Natural& n) { return n.bit_length(); }
bool bit_of(uint64_t n, uint64_t i) { return ((n >> i) & 1) != 0; }
bool bit_of(const Natural& n, uint64_t i) { return n.bit(i); }
/// n with bit i and all lower bits cleared.
uint64_t above(uint64_t n, uint64_t i) { return n & ~((uint64_t{2} << i) - 1); }
Natural above(const Natural& n, uint64_t i) { return (n >> (i + 1)) << (i + 1); }

/// A number put together bit by bit.
template <class Number>
class Bits;

template <>
class Bits<uint64_t> {
 public:
  void set(uint64_t i) { bits_ |= uint64_t{1} << i; }
  uint64_t number() const { return bits_; }

 private:
  uint64_t bits_ = 0;
};

template <>
class Bits<Natural> {
 public:
  void set(uint64_t i) {
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    words_[i / 64] |= uint64_t{1} << (i % 64);
  }
  Natural number() const { return words_.empty() ? Natural(0) : joined(0, words_.size()); }

 private:
  Natural joined(size_t begin, size_t end) const {
    if (end - begin == 1) return words_[begin];
    const size_t middle = begin + (end - begin) / 2;
    return (joined(middle, end) << (64 * (middle - begin))) + joined(begin, middle);
  }
  std::vector<uint64_t> words_;
};

template <class Number>
struct Sizes {
  uint64_t ones = 0;
  uint64_t large = 0;  // piles of 2 or more

  explicit Sizes(std::span<const Number> piles) {
    for (const Number& pile : piles) {
      if (pile == Number(1)) ++ones;
      if (Number(1) < pile) ++large;
    }
  }
};

/// The construction in the head of this file; `counts` are bit_counts(piles), and here become those
/// of the piles outside F. Empty when the position is balanced.
template <class Number>
std::vector<Change<Number>> balancing_move(std::span<const Number> piles,
                                           std::vector<uint64_t> counts, uint64_t k) {
  // The piles by falling length, so that a bit is sought only in piles that are long enough.
  std::vector<size_t> begin(counts.size() + 2, 0);
  for (const Number& pile : piles) ++begin[counts.size() - length_of(pile) + 1];
  for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  std::vector<size_t> by_length(piles.size());
  for (size_t i = 0; i < piles.size(); ++i)
    by_length[begin[counts.size() - length_of(piles[i])]++] = i;
  // Now begin[counts.size() - length] is the end of the piles of this length or a greater one.

  struct Lowered {
    size_t pile;
    uint64_t broken_bit;
    Bits<Number> low;
  };
  std::vector<Lowered> f;
  std::vector<bool> in_f(piles.size(), false);
  for (uint64_t bit = counts.size(); bit-- > 0;) {
    const uint64_t r = counts[bit] % (k + 1);
    if (r == 0) continue;
    if (k + 1 - r <= f.size()) {
      for (size_t i = 0; i < k + 1 - r; ++i) f[i].low.set(bit);
      continue;
    }
    uint64_t left = r;
    for (size_t i = 0; left > 0; ++i) {
      assert(i < begin[counts.size() - (bit + 1)]);
      const size_t pile = by_length[i];
      if (in_f[pile] || !bit_of(piles[pile], bit)) continue;
      f.push_back({pile, bit, {}});
      in_f[pile] = true;
      for (uint64_t lower = 0; lower < bit; ++lower) counts[lower] -= bit_of(piles[pile], lower);
      --left;
    }
  }
  std::vector<Change<Number>> changes;
  changes.reserve(f.size());
  for (const Lowered& lowered : f)
    changes.push_back(
        {lowered.pile, above(piles[lowered.pile], lowered.broken_bit) + lowered.low.number()});
  return changes;
}

/// Leaves ones and empty piles only, their number 1 modulo k + 1; needs at most k large piles.
template <class Number>
std::vector<Change<Number>> ending_move(std::span<const Number> piles, uint64_t k,
                                        const Sizes<Number>& sizes) {
  const uint64_t count = sizes.ones + sizes.large;
  if (count == 0) return {};
  uint64_t emptied = (count - 1) % (k + 1);
  std::vector<Change<Number>> changes;
  for (size_t i = 0; i < piles.size(); ++i) {
    if (!(Number(1) < piles[i])) continue;
    changes.push_back({i, Number(emptied > 0 ? 0 : 1)});
    if (emptied > 0) --emptied;
  }
  for (size_t i = 0; i < piles.size() && emptied > 0; ++i) {
    if (piles[i] != Number(1)) continue;
    changes.push_back({i, Number(0)});
    --emptied;
  }
  return changes;
}

}  // namespace

std::vector<uint64_t> moore_bit_counts(std::span<const Natural> piles) {
  std::vector<uint64_t> counts;
  for (const Natural& pile : piles) {
    const uint64_t length = length_of(pile);
    if (length > counts.size()) counts.resize(length);
    for (uint64_t i = 0; i < length; ++i) counts[i] += pile.bit(i);
  }
  return counts;
}

std::vector<uint64_t> moore_bit_counts(std::span<const uint64_t> piles) {
  // Byte b of columns[j] counts bit 8·b + j, for as many piles as a byte can count.
  constexpr size_t kBlock = 255;
  constexpr uint64_t kLowBits = 0x0101010101010101;
  std::vector<uint64_t> counts(64, 0);
  uint64_t all = 0;
  for (size_t begin = 0; begin < piles.size(); begin += kBlock) {
    uint64_t columns[8] = {};
    for (const uint64_t pile : piles.subspan(begin, std::min(kBlock, piles.size() - begin))) {
      all |= pile;
      for (uint64_t j = 0; j < 8; ++j) columns[j] += (pile >> j) & kLowBits;
    }
    for (uint64_t i = 0; i < 64; ++i) counts[i] += (columns[i % 8] >> (i / 8 * 8)) & 0xFF;
  }
  counts.resize(length_of(all));
  return counts;
}

bool moore_is_balanced(std::span<const uint64_t> counts, uint64_t k) {
  return std::all_of(counts.begin(), counts.end(),
                     [k](uint64_t count) { return count % (k + 1) == 0; });
}

template <class Number>
bool moore_is_lost(std::span<const Number> piles, std::span<const uint64_t> counts, uint64_t k,
                   Play play) {
  if (play == Play::misere && (counts.empty() || counts.size() == 1))
    return Sizes<Number>(piles).ones % (k + 1) == 1;
  return moore_is_balanced(counts, k);
}

template <class Number>
std::vector<Change<Number>> moore_winning_move(std::span<const Number> piles,
                                               std::span<const uint64_t> counts, uint64_t k,
                                               Play play) {
  if (moore_is_lost(piles, counts, k, play)) return {};
  std::vector<Change<Number>> changes;
  bool ending = false;
  if (play == Play::misere) {
    const Sizes<Number> sizes(piles);
    ending = sizes.large <= k;
    if (ending) changes = ending_move(piles, k, sizes);
  }
  if (!ending)
    changes = balancing_move(piles, std::vector<uint64_t>(counts.begin(), counts.end()), k);
  std::sort(changes.begin(), changes.end(),
            [](const auto& a, const auto& b) { return a.place < b.place; });
  return changes;
}

template bool moore_is_lost(std::span<const uint64_t>, std::span<const uint64_t>, uint64_t, Play);
template bool moore_is_lost(std::span<const Natural>, std::span<const uint64_t>, uint64_t, Play);
template std::vector<Change<uint64_t>> moore_winning_move(std::span<const uint64_t>,
                                                          std::span<const uint64_t>, uint64_t,
                                                          Play);
template std::vector<Change<Natural>> moore_winning_move(std::span<const Natural>,
                                                         std::span<const uint64_t>, uint64_t, Play);

bool moore_is_lost(std::span<const uint64_t> piles, uint64_t k, Play play) {
  return moore_is_lost(piles, moore_bit_counts(piles), k, play);
}

std::vector<Change<uint64_t>> moore_winning_move(std::span<const uint64_t> piles, uint64_t k,
                                                 Play play) {
  return moore_winning_move(piles, moore_bit_counts(piles), k, play);
}

}  // namespace grundy
