// Numeration: how natural numbers are written as words of digits, the most significant first.
//
// Problem: a law that no formula of Presburger arithmetic says may still be simple to read off the
// digits, in the right system: the nim-sum in base 2, the lost positions of Wythoff's game in sums
// of Fibonacci numbers.
// Idea: a system is a linear recurrence U(n) = Σ a(i)·U(n - i) with its first terms, U(0) = 1; the
// word d(m) … d(0) means Σ d(i)·U(i). A number is written greedily, and an automaton tells the
// greedy words. Leading zeros are allowed.
// Example: Zeckendorf has U = 1, 2, 3, 5, 8, …, and the greedy words are those without two
// neighbouring ones: 6 = 1001.
// Cost: a word has O(log n) digits; writing a number of m digits takes O(m²) steps, in base 2 O(m).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "value/natural.h"

namespace grundy::automatic {

class Numeration {
 public:
  /// 1, k, k², …; 2 <= k.
  static Numeration base(int k);
  /// 1, a + 1, U(n) = a·U(n-1) + b·U(n-2), for 1 <= b <= a: behind a digit a comes one below b
  /// (Fraenkel 1985).
  static Numeration quadratic(int a, int b);
  /// U(n) = U(n-1) + U(n-2): 1, 2, 3, 5, 8, … (Zeckendorf 1972).
  static Numeration zeckendorf() { return quadratic(1, 1); }
  /// 1, 2, 4, 7, 13, …: three before are added; no three neighbouring ones.
  static Numeration tribonacci();
  /// "base 3", "zeckendorf", "quadratic 2 1", "tribonacci"; nothing for another text.
  static std::optional<Numeration> named(std::string_view name);

  const std::string& name() const { return name_; }
  /// How many digits there are: 0, 1, …, digits() - 1.
  int digits() const { return digits_; }
  bool is_base() const { return recurrence_.size() == 1; }
  /// a(1), …, a(d).
  const std::vector<int64_t>& recurrence() const { return recurrence_; }
  /// U(0), …, U(d - 1).
  const std::vector<int64_t>& first_terms() const { return first_; }
  /// U(i); i is small enough that it fits.
  int64_t term(size_t i) const;

  /// States of the automaton of greedy words, 0 the first; none of them is a dead end.
  size_t word_states() const { return follows_.size() / static_cast<size_t>(digits_); }
  /// Where the digit leads from the state; -1 when no greedy word goes on so.
  int follow(int state, int digit) const {
    return follows_[static_cast<size_t>(state) * static_cast<size_t>(digits_) +
                    static_cast<size_t>(digit)];
  }

  /// The greedy word, most significant digit first; empty for 0.
  std::vector<int> word(const Natural& n) const;
  Natural number(const std::vector<int>& word) const;

 private:
  Numeration(std::string name, int digits, std::vector<int64_t> recurrence,
             std::vector<int64_t> first, std::vector<int> follows);

  std::string name_;
  int digits_;
  std::vector<int64_t> recurrence_;
  std::vector<int64_t> first_;
  std::vector<int> follows_;
};

}  // namespace grundy::automatic
