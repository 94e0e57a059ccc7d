// Relation: a set of tuples of natural numbers that an automaton reads digit by digit in parallel;
// and the operations.
//
// Problem: statements about all positions, with "and", "or", "not" and "there is", are to be
// decided.
// Idea: each tuple is one word, the numbers written in one numeration and padded with leading zeros
// to one length, a track a number. Sets that automata accept are closed under these operations,
// emptiness is a search, and what is empty is a statement proved (Büchi 1960; for numerations
// Bruyère and Hansel 1997). Tracks have numbers as names; a relation reads its tracks in ascending
// order.
// Every language is closed under adding and dropping leading zeros. So "there is" begins at all
// states that letters lead to that are 0 on the tracks that stay: a witness may be longer than the
// rest. "Not" is relative to the greedy words of the numeration.
// Cost: products are pairs of states; "there is" makes sets of states, which may be exponentially
// many: limits on states and cells end the work at the same place on every machine.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/automatic/automaton.h"
#include "engine/automatic/numeration.h"

namespace grundy::automatic {

using Track = int;
__extension__ typedef __int128 Wide;  // NOLINT: a typedef keeps the extension apart

struct Relation {
  std::vector<Track> tracks;  // ascending
  Automaton automaton;        // minimal

  bool empty() const;
  friend bool operator==(const Relation&, const Relation&) = default;
};

struct WorkshopLimits {
  uint64_t states = 60'000;     // of one automaton on the way
  uint64_t cells = 12'000'000;  // states × letters
  uint64_t letters = 4096;
};

/// Σ factor·track + constant.
struct Linear {
  std::map<Track, int64_t> factors;  // none is 0
  int64_t constant = 0;

  friend Linear operator+(Linear a, const Linear& b);
  friend Linear operator*(int64_t factor, Linear a);
  friend Linear operator-(const Linear& a, const Linear& b) { return a + (-1) * b; }
};
inline Linear track_term(Track track) { return {{{track, 1}}, 0}; }
inline Linear constant_term(int64_t n) { return {{}, n}; }

/// Makes relations of one numeration. When a limit is met, everything made from then on means
/// nothing: failure() tells.
class Workshop {
 public:
  Workshop(Numeration numeration, const Budget& budget, WorkshopLimits limits = {});

  const Numeration& numeration() const { return numeration_; }
  const Budget& budget() const { return budget_; }
  bool failed() const { return !failure_.empty(); }
  const std::string& failure() const { return failure_; }
  void fail(std::string reason);
  /// Work on after a failure.
  void forgive() { failure_.clear(); }
  void set_limits(WorkshopLimits limits) { limits_ = limits; }
  /// The most states that "there is" has made at once.
  size_t greatest_subsets() const { return greatest_subsets_; }

  /// The statement without tracks.
  Relation truth(bool holds) const;
  /// All tuples.
  Relation anything(const std::vector<Track>& tracks);
  /// The automaton over these tracks, in their order; a track may stand twice.
  Relation instance(const Automaton& automaton, const std::vector<Track>& tracks);
  Relation both(const Relation& a, const Relation& b);
  Relation either(const Relation& a, const Relation& b);
  Relation negation(const Relation& a);
  Relation without(const Relation& a, const Relation& b) { return both(a, negation(b)); }
  /// "There is": the tuples without these tracks.
  Relation exists(const Relation& a, const std::vector<Track>& gone);
  /// The conjunction, with these tracks projected; in an order that keeps automata small.
  Relation exists_all(std::vector<Relation> parts, const std::vector<Track>& gone);

  /// Linear atoms: the term is 0; at most 0.
  Relation is_zero(const Linear& term);
  Relation at_most_zero(const Linear& term);
  Relation equal(const Linear& a, const Linear& b) { return is_zero(a - b); }
  Relation less(const Linear& a, const Linear& b) { return at_most_zero(a - b + constant_term(1)); }
  Relation at_most(const Linear& a, const Linear& b) { return at_most_zero(a - b); }
  /// x ^^ y = z. Fails where the base is no power of two.
  Relation nim_sum(Track x, Track y, Track z);
  /// x is k^i for some i >= 0. Fails where the numeration is not base b with k a power of b.
  Relation power(Track x, int64_t k);
  /// x is 0, 1, 2, 3, 5, 8, … Fails outside Zeckendorf's numeration.
  Relation fibonacci(Track x);
  /// y is x with a digit 0 behind its last one.
  Relation shifted(Track x, Track y);

  /// The least tuple by its length and then its letters; requires that there is one.
  std::vector<Natural> least(const Relation& a) const;

 private:
  enum class Product { both, either };
  Relation product(const Relation& a, const Relation& b, Product kind);
  Relation linear(const Linear& term, bool equality);
  /// Tuples of greedy words.
  Relation greedy(const std::vector<Track>& tracks);
  uint32_t letters(size_t tracks);
  Relation nothing(const std::vector<Track>& tracks);
  bool fits(uint64_t states, uint64_t letters);

  Numeration numeration_;
  const Budget& budget_;
  WorkshopLimits limits_;
  std::string failure_;
  std::vector<Wide> terms_;  // of the numeration
  size_t greatest_subsets_ = 0;
};

}  // namespace grundy::automatic
