// The sparse kernel: only pairs with a rare member.
//
// Let f be a linear function from values to GF(2), and call a position n common when f(G(n)) = 1 +
// e·(n + t), rare otherwise; t is what a split takes, and e = 1 only when all splits take numbers
// of one parity (else e = 0). Of two common heaps that n may be split into, n = a + b + t, the
// nim-sum has f = e·(a + b) = e·(n + t): it is no common value for n. So
//   - a common value is an option of n if and only if a pair with a rare member, or a single heap,
//     has it;
//   - a rare value smaller than the least common value that is left has to be looked for among all
//     pairs; mostly one of the first pairs has it.
// This is the sparse space method, found for Grundy's game by Conway and used by Flammenkamp,
// Achim. Nothing is assumed of f: when it fits badly there are many rare positions and the kernel
// is slow, and when a position turns out to be rare it counts from then on.
//
// For 64 positions at once and each rare r, the 64 codes G(n - t - r) xor G(r) lie side by side.
// They are marked in windows of 64 codes, a word for each position (sparse_block.h). Rare values
// are marked by witnesses, common positions chosen so that what they lead to is spread over all
// that is needed. Then the positions are finished in their order: the least unmarked value is
// looked for in the pairs that are too near, and, when it is a rare one, in all pairs. A position
// whose value lies beyond what is marked is computed alone. How many values are marked and by how
// many witnesses changes the time only; both are adjusted on the way. Other threads mark ahead
// (ahead.h).
#pragma once
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/heap/kernel/ahead.h"
#include "engine/heap/kernel/sparse_block.h"
#include "engine/heap/moves.h"
#include "engine/heap/values.h"

namespace grundy::heap {

/// Which positions are rare.
struct Character {
  uint32_t mask = 0;       // f(v) is the parity of v & mask; 0: there is no useful one
  bool by_parity = false;  // e
  uint32_t of_even = 1;    // f of the common values of even positions, 1 + e·t
  double rare = 1;         // the part of rare positions among those it was found from

  /// f of the common values of position n.
  uint32_t common_class(uint64_t n) const {
    return of_even ^ (by_parity ? static_cast<uint32_t>(n % 2) : 0);
  }
  bool is_rare(uint64_t n, uint32_t value) const {
    return (static_cast<uint32_t>(std::popcount(value & mask)) & 1) != common_class(n);
  }
};

/// The character with the fewest rares among the last values (half of them, or a million); values
/// below 2^16.
Character find_character(const Moves& moves, const Values& values);

class Sparse {
 public:
  /// Positions that have to be known before, more than this and twice the last digit.
  static constexpr uint64_t kStart = 1024;

  /// Cycles that a value is expected to take with this character, as things are now.
  static double cost(const Moves& moves, const Values& values, const Character& character);
  /// Takes over at values.size(), a multiple of 64.
  Sparse(const Moves& moves, Values& values, const Character& character);
  /// Computes the values of positions below `end`, and of up to 63 more. Stops early, with false,
  /// when the values outgrow what the kernel takes (2^16).
  bool advance(uint64_t end) { return run(end, nullptr, nullptr); }
  /// The same in so many threads, while the budget is not spent.
  bool advance(uint64_t end, const Budget& budget, unsigned threads);

  uint64_t rares() const { return rares_; }
  uint64_t last_rare() const { return last_rare_; }

 private:
  bool run(uint64_t end, const Budget* budget, Ahead* ahead);
  bool run_block(Ahead* ahead);
  void describe(Block& block);
  void renew(Ahead* ahead);
  bool is_rare(uint64_t n) const;
  void encode(unsigned planes);
  void add_rare(uint64_t n);
  void choose_witnesses(const std::vector<double>& counts);
  void choose();
  void list_witnesses();
  void learn();
  void adjust();
  Entry entry(uint64_t n, uint64_t take) const { return entry_of(n + take, values_.stored(n)); }

  const Moves& moves_;
  Values& values_;
  Character character_;
  std::vector<uint32_t> value_[2];  // by class and index
  std::vector<Entry> entries_;      // for each split, each rare beyond kNear; by distance
  size_t active_ = 0;               // of them reach positions from 1 on
  std::vector<Entry> witnesses_[kMaxWindows];  // for the targets in each window, best first
  uint64_t used_[kMaxWindows] = {};            // of them
  std::vector<Entry> learned_;                 // witnesses that long looks found
  std::vector<Entry> in_use_[kMaxWindows];     // the first used_ ones and the learned ones
  uint64_t farthest_learned_ = 0;              // distance
  uint32_t marked_ = kWindow;                  // values of each class
  std::unique_ptr<Block> block_;
  uint64_t rares_ = 0;
  uint64_t last_rare_ = 0;
  uint64_t next_choice_ = 0;   // a position
  uint64_t blocks_since_ = 0;  // since the last adjustment
  uint64_t scans_since_[kMaxWindows] = {};
};

}  // namespace grundy::heap
