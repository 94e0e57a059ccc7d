// The kernel for many heaps: sets of nim-sums by number of heaps and total.
//
// S(c, m) is the set of nim-sums of c heaps of m tokens in all, a row of bits. The smallest heap a
// has at most m/c, so that S(c, m) is the union of S(c - 1, m - a) xor g(a) over these a. Heaps
// that are not all equal have a smallest one below m/c: the same union without a = m/c. Of c heaps
// or more the rows are joined in the same way. Rows whose g(a) agree in the six low bits are joined
// before their words' bits are moved.
//
// The greatest number of heaps needs no rows where its digits do not repeat: whether a value that
// is missing among all others is one of theirs shows in a bit of S(c - 1, m - a) for each a. With
// two equal heaps, which cancel, come all of S(c - 2, m - 2), S(c - 2, m - 4), …, a union that
// grows along; with it hardly a value below the mex is left. Where three heaps have to be
// different, a value may come from g(a) beside the pair a, m - 2a alone; that is seen in rows of
// what two different pairs give at least.
//
// Time for n values: n² · (1/2 + 1/3 + … + 1/c) · (largest value)/64 steps. Memory: n · c ·
// (largest value)/8 bytes.
#pragma once
#include <cstdint>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/heap/values.h"
#include "rule/heap_code.h"

namespace grundy::heap {

class SplitSets {
 public:
  /// Not where four heaps or more have to be different, or three at digits that repeat or add two
  /// tokens, or where a condition but that of equal heaps is on numbers without an end.
  static bool accepts(const HeapCode& code);
  /// Of a code that is accepted. Takes over at values.size().
  SplitSets(const HeapCode& code, Values& values);
  /// Computes the values of positions below `end`; an error when the budget is spent or has no
  /// memory left.
  Attempt<void> advance(uint64_t end, Budget& budget);

 private:
  using Row = std::vector<uint64_t>;  // a set of values below 64·size()
  /// Of one number of heaps, by total.
  struct Rows {
    std::vector<Row> sums;
    std::vector<bool> equal_alone;  // the nim-sum of equal heaps is that of no others
  };
  /// Heaps that have no rows, after taking so many tokens.
  struct Top {
    int64_t take = 0;
    uint64_t count = 0;
    bool different = false;  // all of three heaps; otherwise not all are equal, unless …
    bool any = false;        // … also those
    // What stands beside two equal heaps, by the total's parity, when any may.
    Row of_parity[2] = {};
  };
  bool stands(const Top& top, uint64_t heap, uint64_t total, uint32_t value) const;
  uint64_t find(const Top& top, uint64_t total, uint32_t value);
  bool is_option(uint64_t n, uint32_t value);
  uint32_t equal_heaps(uint64_t count, uint64_t total) const {
    return count % 2 != 0 ? g_[total / count] : 0;
  }
  Attempt<Row> make_row(Rows& rows, Budget& budget) const;
  void add_pairs(uint64_t total, Row& row);
  void join(const Rows& from, uint64_t total, uint64_t last, Row& row);
  void add_digit(const HeapDigit& digit, uint64_t total, Row& set) const;
  Attempt<void> prepare(uint64_t n, Budget& budget);
  uint32_t mex(uint64_t n);

  const HeapCode& code_;
  Values& values_;
  std::vector<uint32_t> g_;  // natural values of the positions that were gone through
  uint64_t words_ = 1;       // of a set with all values and their nim-sums; a power of two
  std::vector<Top> tops_;
  // By number of heaps, from 2 on; position n makes rows of the total n + c - 2.
  std::vector<Rows> exactly_;
  std::vector<Rows> at_least_;       // …
  uint64_t kept_ = UINT64_MAX;       // rows, of the last totals
  bool twice_wanted_ = false;        // for different heaps
  std::vector<Row> twice_;           // by total, what two different pairs give at least
  std::vector<uint64_t> firsts_;     // some positions of different values, which are tried first
  std::vector<uint64_t> witnesses_;  // positions that were found, the last first
  std::vector<Row> running_;         // by digit of `repeat` and residue
  std::vector<uint8_t> marks_;       // by value
  Row joined_;                       // by the low bits of g(a): a row; zeros between two uses
  Row set_;
};

}  // namespace grundy::heap
