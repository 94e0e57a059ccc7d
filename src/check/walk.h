// Walks: the values of a take-and-break game with few rares, far beyond all that could be kept; for
// the checker.
//
// As in doc/heap.md, a linear character makes values common or rare for a position, and positions
// by their value. From kStart on all positions are common, as far as a walk shows it: the rank of a
// value among the common ones is the least that no single heap and no pair with a rare member has,
// which the `window` ranks before tell; and each smaller rare value is that of a single heap, or of
// a pair with a heap of at most kDepth. Plain loops, such that compilers make vectors of them.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "rule/heap_code.h"

namespace grundy {

/// A game with its first values, and the marks that they make for all others.
struct WalkGame {
  /// The values of positions below come from the definition.
  static constexpr uint64_t kStart = uint64_t{1} << 18;
  /// Pairs with a heap up to this size show that rare values are options.
  static constexpr uint64_t kDepth = uint64_t{1} << 16;
  static constexpr uint64_t kMostTaken = uint64_t{1} << 12;
  static constexpr uint64_t kLatestRare = uint64_t{1} << 14;
  static constexpr uint32_t kRanks = 32;
  static constexpr uint8_t kRare = 0x80;  // in place of a rank

  /// Position n has the option rank(n - distance) xor rank.
  struct Mark {
    uint64_t distance;
    uint8_t rank;
  };

  /// Computes the first values, of a code of at most two heaps. An error of kind declined when the
  /// budget is spent; one of kind input, with the reason, when the theorem is not about this game
  /// and character.
  static Attempt<WalkGame> make(const HeapCode& code, uint32_t mask, bool by_parity,
                                const Budget& budget);

  /// The parity of value & mask where the value is common for position n.
  uint32_t class_of(uint64_t n) const {
    return of_even ^ static_cast<uint32_t>(by_parity && n % 2 != 0);
  }
  bool is_common(uint64_t n, uint32_t value) const;
  /// How many values of the same class are less: the value without the lowest bit of the mask.
  /// Linear.
  uint8_t rank(uint32_t value) const;
  /// The value below 64 of a rank, common for n or rare.
  uint32_t common(uint64_t n, uint32_t rank) const { return values[class_of(n)][rank]; }
  uint32_t rare(uint64_t n, uint32_t rank) const { return values[class_of(n) ^ 1][rank]; }

  uint32_t mask = 0;
  bool by_parity = false;
  uint32_t of_even = 1;
  uint64_t window = 0;
  std::vector<uint64_t> splits;  // takes that leave two heaps
  std::vector<uint64_t> single;  // takes that leave one heap with a rare value
  std::vector<Mark> near;
  std::vector<Mark> far;
  std::vector<uint16_t> first;      // values of the positions below kStart
  std::vector<uint8_t> ranks;       // … and ranks
  uint32_t values[2][kRanks] = {};  // by class and rank
  // By parity of n and common rank: the ranks of lesser rare values, as bits.
  uint32_t smaller[2][kRanks] = {};
};

class Walk {
 public:
  /// Positions that a step adds.
  static constexpr uint64_t kStep = 2048;
  /// Positions before end() that are kept.
  static constexpr uint64_t kKept = WalkGame::kDepth + WalkGame::kMostTaken + 2 * kStep;

  /// Begins at this position, from the ranks of some before it, at least game.window. The game has
  /// to outlive it.
  Walk(const WalkGame& game, uint64_t position, std::span<const uint8_t> before);

  /// The ranks of positions below are known.
  uint64_t end() const { return end_; }
  /// The ranks from position n on, end() - kKept at least.
  const uint8_t* at(uint64_t n) const { return ranks_.data() + used_ - (end_ - n); }

  /// kStep positions more; false when the value of one of them would be 64 or more.
  bool step();
  /// Whether all rare values less than those of the last kStep positions are options. It sees kKept
  /// positions before end(), which have to be known.
  bool look();
  /// The reason when step() or look() was false.
  const std::string& flaw() const { return flaw_; }

 private:
  static constexpr uint64_t kBack = kStep;  // a witness reaches so far back
  /// A bit for each position.
  using Row = std::array<uint8_t, (kBack + kStep) / 8>;
  using Open = std::array<uint8_t, kStep / 8>;
  /// Position n has the option where bit n of the row of this rank is set, moved by so many bytes.
  struct Witness {
    uint32_t rank;
    uint64_t bytes;
  };

  const uint8_t* row(uint32_t rank, uint64_t bytes) const {
    return rows_[rank].data() + kBack / 8 - bytes;
  }
  uint32_t make_rows(const uint8_t* ranks);
  Open asked(uint32_t rank, uint64_t begin, uint32_t used) const;
  void learn(Open& open, uint32_t rank);
  bool find(const uint8_t* rank_of_n, uint8_t rank) const;

  const WalkGame& game_;
  std::vector<uint8_t> ranks_;
  uint64_t used_;  // of ranks_
  uint64_t end_;
  std::array<Row, WalkGame::kRanks> rows_ = {};  // of the last kBack + kStep positions
  std::array<std::vector<Witness>, WalkGame::kRanks> witnesses_;
  std::string flaw_;
};

}  // namespace grundy
