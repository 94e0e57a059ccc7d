// Games of one heap in which a move may take as much as the last one allows.
//
// Form. A position is a heap n and a memory y; taking j from 1 to n is allowed up to B(y), and
// leaves n - j with the memory Y(j). B and Y never fall, so that F(j) = B(Y(j)), which the next
// player may take after j, never falls either. It may be written by what is taken or by what is
// remembered: `g(n - j, j) for j in 1..min(n, 2*k)`, `g(n - j, 2*j) for j in 1..min(n, m)`.
// Theorem (Schwenk, "Take-away games", Fibonacci Quarterly 8 (1970) 225–234, 241). Let F(j) >= j
// for all j, H1 = 1, and H(k+1) = H(k) + H(m) where m is the least with F(H(m)) >= H(k). Each n >=
// 1 is in one way a sum of some of these numbers in which F(h) < h' for neighbours h < h'; let l(n)
// be the least of them. Then n with at most m to take is lost exactly if m < l(n).
// Proof. A sum with the greatest part H(k) and such neighbours has at most H(m - 1) as its next
// part, and by induction all numbers from H(k) to H(k+1) - 1 are these sums, each one once.
// Taking l(n) leaves the greater parts, of which the least is above F(l(n)): lost, or nothing is
// left. Let j < h = l(n) be taken. The sum for h - j has parts below h, so with the greater parts
// of n it is that for n - j. Were its least part above F(j), it would be, with the parts of j,
// another sum for h. So l(n - j) <= F(j), and n - j is won.
// Likewise the moves that win are those that take the least parts of n, j in all, if F(j) is below
// the part that follows.
#pragma once
#include <optional>
#include <vector>

#include "rule/rule.h"

namespace grundy {

class TakeAwayRule {
 public:
  /// Nothing for rules of another form.
  static std::optional<TakeAwayRule> of(const Rule& rule);

  size_t heap() const { return heap_; }
  size_t memory() const { return 1 - heap_; }
  /// How much may be taken with this memory, as far as there is as much; 2^62 where it is more.
  int64_t most(int64_t memory) const;
  /// F(j), 2^62 where it is more.
  int64_t most_after(int64_t taken) const;
  /// The memory after so many are taken from the heap.
  int64_t memory_after(int64_t heap, int64_t taken) const;
  /// Whether F(j) >= j for all j.
  bool never_allows_less() const { return never_allows_less_; }

 private:
  size_t heap_ = 0;
  Expr most_;   // B; slot 0 is the memory
  Expr next_;   // the memory as it is written; slot 0 is the heap, slot 1 what is taken
  Expr after_;  // F; slot 0 is what was taken
  bool never_allows_less_ = false;
};

}  // namespace grundy
