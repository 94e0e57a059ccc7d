// Transitions: whether every position that a guess calls won has a move to one that it calls lost,
// whatever stands beside it (beside.h).
//
// A position G has an element x and the set E of its options' elements; with a letter h more it has
// x·Φ(h) and E·Φ(h) ∪ x·Φ″(h). Positions are walked through in the order of their words. When a
// smaller position has the same x and a subset of E, then whatever is added to both, the other has
// the more options, and only the smaller one is kept (Plambeck and Siegel 2008). What is kept is
// finite. The position 0 is no exception, though it is won without an option in P: each position is
// looked at before it is dropped, so G + X for a G that 0 stands for has the options of G or of X.
//
// With a bound on the tokens of a position larger ones are left out, and a position stands for
// others with as many tokens or more: heaps that are added to these can be added to it.
//
// Time and memory: the pairs that are kept, times letters; some hundreds for most quotients, 10^5
// for the largest.
#pragma once
#include <optional>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/misere/beside.h"
#include "engine/misere/monoid.h"

namespace grundy::misere {

class Transitions {
 public:
  /// All outlive it.
  Transitions(const Monoid& monoid, const Beside& beside, uint64_t most_tokens, Budget& budget);
  ~Transitions();
  Transitions(const Transitions&) = delete;
  Transitions& operator=(const Transitions&) = delete;

  /// Adds all words with this letter, the last one so far: its element, its options' elements.
  /// False when one is wrong, in wrong_word(); then nothing more may be added, but undo() takes the
  /// letter back.
  Attempt<bool> add(uint32_t letter, uint64_t tokens, Element x, const Bits& options);
  const std::vector<uint32_t>& wrong_word() const { return wrong_; }
  void undo();

  /// Whether a position of no more tokens has this element, and no option that is not among these.
  bool stands(Element x, const Bits& options, uint64_t tokens) const;
  size_t size() const { return pairs_.size(); }

 private:
  struct Pair {
    Element x;
    uint32_t parent;
    uint32_t letter;
    uint64_t tokens;
  };

  bool is_won(Element x, const Bits& options) const;
  struct Known {
    uint64_t folded;  // the words of the options, united: no subset of others unless this is one of
                      // theirs
    uint32_t pair;
  };

  bool is_known(Element x, const uint64_t* options, uint64_t tokens) const;
  uint64_t folded(const uint64_t* options) const;
  Attempt<void> push(Pair pair, const uint64_t* options);

  const Monoid& monoid_;
  uint64_t most_tokens_;
  Budget& budget_;
  size_t words_;
  std::vector<Pair> pairs_;
  std::vector<uint64_t> options_;  // of pair i: words_ words from i·words_ on
  // Those that stood for others last come first.
  mutable std::vector<std::vector<Known>> by_element_;
  // Of each element: the sides beside which it needs an option to win by.
  std::vector<std::vector<uint32_t>> won_;
  std::vector<uint32_t> wrong_;
  size_t before_ = 0;  // pairs, when add began
  uint64_t taken_ = 0;
};

}  // namespace grundy::misere
