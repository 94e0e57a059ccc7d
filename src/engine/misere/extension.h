// Extension: a guess at a quotient with a letter more, or with letters that are told apart better
// than before.
//
// Some letters are set free: each becomes the generator of a cyclic monoid of its own, with a given
// index and period. The product of the quotient so far with these has elements enough, and words
// tell their outcomes: in the order of the words (monoid.h) each element takes the colour of its
// least word (beside.h), P when no option's element is in P. Options are smaller words. Then
// elements that no product tells apart become one: x ~ y when xz and yz have the same colour for
// all z, the states of the minimal automaton of the language of P-words (Moore 1956). This is the
// guess of Plambeck and Siegel (2008).
//
// Every word with the element of a smaller one that has another outcome is wrong; to find such
// words is the verifier's business (verifier.h).
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/misere/beside.h"
#include "engine/misere/letters.h"
#include "engine/misere/monoid.h"

namespace grundy::misere {

/// A quotient, or a guess: the elements of letters 0, 1, …
struct Guess {
  Monoid monoid;
  std::vector<Element> images;
};

/// The letter's powers from `index` on come again after `period`.
struct Free {
  uint32_t letter = 0;
  uint32_t index = 2;
  uint32_t period = 2;
};

class Extension {
 public:
  static constexpr uint64_t kMostElements = 8'000'000;

  /// How many elements the product has.
  static uint64_t size(const Monoid& monoid, const std::vector<Free>& free);

  /// `guess.images` has an image for each letter; those of free ones do not matter.
  Extension(const Letters& letters, const Beside& beside, const Guess& guess,
            std::vector<Free> free);

  ~Extension();
  Extension(const Extension&) = delete;
  Extension& operator=(const Extension&) = delete;

  Attempt<void> mark(Budget& budget);
  /// Of the element of the word; the letters may repeat.
  const Bits& colour(const std::vector<uint32_t>& word) const;
  Attempt<Guess> reduced(Budget& budget) const;

 private:
  using Key = uint64_t;  // an element of the product

  Key image(uint32_t letter) const;
  Key product(Key a, Key b) const;
  Key step(Key a, size_t generator) const;
  uint32_t colour_of(uint32_t node);
  uint32_t number_of(const Bits& colour);
  void list_options(uint32_t letter);

  const Letters& letters_;
  const Beside& beside_;
  const Guess& old_;
  std::vector<Free> free_;
  std::vector<uint64_t> units_;  // of the exponents in keys
  std::vector<int32_t> place_of_free_;
  std::vector<uint32_t> generators_;
  std::vector<std::vector<Element>> columns_;  // of generators that are not free
  std::vector<std::vector<Key>> options_;      // of generators
  std::vector<uint32_t> place_;                // of keys among the nodes
  std::vector<Key> keys_;
  std::vector<Monoid::Node> nodes_;
  std::vector<uint32_t> colour_;  // of nodes, as numbers
  std::vector<Bits> colours_;
  std::map<Bits, uint32_t> number_of_colour_;
  std::map<Bits, uint32_t> colour_beside_;  // by what the options' colours unite to
  Budget* budget_ = nullptr;
  uint64_t taken_ = 0;
};

}  // namespace grundy::misere
