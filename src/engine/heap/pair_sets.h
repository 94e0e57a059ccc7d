// The kernel for up to three heaps, and for up to two when digits repeat: sets of nim-sums of pairs.
//
// P(m) is the set of all g(a) xor g(b) with a + b = m, a row of bits that m/2 marks make.
//
// *Digits that repeat.* The totals n - j of a digit that stands for every p-th j are those of one residue modulo p
// below some bound: the union of what they give grows along, one total for each n.
//
// *Three heaps* of m tokens have the nim-sums g(a) xor v, v in P(m - a), a <= m/3. Two equal heaps cancel, so all g(c)
// with c <= m - 2 and c = m modulo 2 are among them: unions that grow along as well. With some a more hardly a value
// below the mex is left; each of these is looked for, a bit of P(m - a) for each a.
//
// Time for n values: n² steps. The rows are kept for three heaps only; they take n · (largest value)/8 bytes.
#pragma once
#include <cstdint>
#include <vector>

#include "base/budget.h"
#include "base/result.h"
#include "engine/heap/values.h"
#include "rule/heap_code.h"

namespace grundy::heap {

class PairSets {
 public:
  /// Codes that add no tokens and leave at most two heaps; or three, whatever their sizes are, at digits that do not
  /// repeat.
  static bool accepts(const HeapCode& code);
  /// Of a code that is accepted. Takes over at values.size().
  PairSets(const HeapCode& code, Values& values);
  /// Computes the values of positions below `end`; an error when the budget is spent or has no memory left.
  Result<void> advance(uint64_t end, Budget& budget);

 private:
  using Row = std::vector<uint64_t>;  // a set of values below 64·size()
  /// A digit of three heaps.
  struct Three {
    uint64_t take = 0;
    Row of_parity[2];  // g(c) for the c that a pair of equal heaps may stand beside
  };
  const Row& pairs(uint64_t total) const { return rows_[total % kept_]; }
  bool is_beside(uint64_t heap, uint64_t total, uint32_t value) const;
  uint64_t one_of_three(uint64_t total, uint32_t value);
  bool add_row_with(uint64_t n, uint32_t value);
  void add_digit(const HeapDigit& digit, uint64_t total, Row& set) const;
  Result<void> prepare(uint64_t n, Budget& budget);
  uint32_t mex(uint64_t n);

  const HeapCode& code_;
  Values& values_;
  std::vector<uint32_t> g_;    // natural values of the positions that were gone through
  uint64_t words_ = 1;         // of a set with all values and their nim-sums; a power of two
  bool pairs_wanted_ = false;  // by some digit
  uint64_t kept_ = 1;          // rows, of the last totals
  std::vector<Row> rows_;      // by total modulo kept_: nim-sums of different heaps, and of equal ones for three heaps
  std::vector<Three> threes_;
  std::vector<uint64_t> firsts_;     // some positions of different values, which are tried first
  std::vector<uint64_t> witnesses_;  // positions that were found among three heaps, the last first
  std::vector<Row> running_;         // by digit of `repeat` and residue
  std::vector<uint8_t> marks_;       // by value
  Row set_;
};

}  // namespace grundy::heap
