// The misère quotient of heaps 0, 1, 2, …: who loses any sum of them, by a product in a finite
// monoid.
//
// Two positions are equal in the quotient when no sum of letters added to both tells them apart, in
// misère play (Plambeck 2005; Plambeck and Siegel 2008). A letter comes after the other, and with
// each the quotient so far is guessed to stay (the letter has an element that is there already) or
// to grow (extension.h); then it is verified:
//
//   no P to P   when x·Φ(h) ∈ P, then x·y ∉ P for the elements y of the options of h;
//   N to P      when the element of a position that is not 0 is not in P, that of some option is
//               (transitions.h).
//
// Both hold for all sums when they hold for the finitely many elements and pairs, and then P is the
// set of lost sums, by induction. Otherwise there is a least wrong word. All words before it are
// right, so it has the other outcome; sets of its letters are set free, with a greater index, until
// it has. Wrong words only rise. A finite quotient is reached in the end; where the index of a
// letter climbs on and on, the quotient is thought to be infinite, and declined.
//
// A letter h stays (mex interpolation) when an element x has: x ∈ P exactly if no option of h is in
// P, no z brings x and an option of h both into P, and some position has the element x and no
// options but elements of options of h. Where none is found by the last, all words with h are
// verified.
//
//   Quotient quotient(std::move(letters), budget);
//   Attempt<void> done = quotient.extend_to(letters.below(87));
//   quotient.guess().monoid.order();   // 40 for kayles
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/misere/beside.h"
#include "engine/misere/extension.h"
#include "engine/misere/letters.h"
#include "engine/misere/monoid.h"
#include "engine/misere/transitions.h"

namespace grundy::misere {

class Quotient {
 public:
  Quotient(Letters letters, Budget& budget)
      : Quotient(std::move(letters), Beside(), UINT64_MAX, budget) {}
  /// Of the letters, of which any number is played together with one position beside; of sums with
  /// so many tokens at most, where that is bounded. Wrong words with more tokens are no matter
  /// then, and no index climbs for ever.
  Quotient(Letters letters, Beside beside, uint64_t most_tokens, Budget& budget);

  /// Takes the letters below this number in. Declines when the quotient seems infinite, or is too
  /// large; then it is that of the letters before.
  Attempt<void> extend_to(uint32_t count);

  const Letters& letters() const { return letters_; }
  const Monoid& monoid() const { return guess_.monoid; }
  /// Of the letters that were taken in.
  const std::vector<Element>& images() const { return guess_.images; }
  Element image(Letters::Word word) const;
  /// The elements of the letter's options.
  Bits options(uint32_t letter);

 private:
  /// An element for the letter, which is not there yet, such that the quotient stays.
  Attempt<std::optional<Element>> element_for(uint32_t letter, const Bits& options);
  Attempt<void> grow();
  /// The least wrong word of the guess; nothing when it is right.
  Attempt<std::optional<std::vector<uint32_t>>> verify();
  std::optional<std::vector<uint32_t>> least_in_p();
  /// The elements of so many tokens as two different heaps.
  const Bits& parted_in_two(size_t game, uint64_t left);
  /// Least numbers of tokens of words with each element.
  void find_fewest();
  /// The elements of words that fit in beside the letter.
  Bits near(uint32_t letter) const;
  /// By the options' elements.
  Bits colour_by_options(const std::vector<uint32_t>& word) const;
  Attempt<void> recalibrate(const std::vector<uint32_t>& wrong);
  const std::vector<Bits>& partners(Element x);
  void renew();

  Letters letters_;
  Beside beside_;
  uint64_t most_tokens_;
  Budget& budget_;
  Guess guess_;
  std::vector<Bits> options_;  // of letters, in the present monoid
  // Of games: by the tokens left, where they were asked for.
  std::vector<std::vector<Bits>> parted_;
  std::map<Bits, Element> element_by_options_;
  std::vector<std::vector<Bits>> partners_;  // of elements, for each side
  std::unique_ptr<Transitions> transitions_;
  std::map<uint32_t, std::vector<uint32_t>> climbed_;  // the indices of a letter that was set free
  bool verified_ = true;                               // transitions_ has all letters

  struct Fewest {
    uint64_t tokens = UINT64_MAX;
    Element before = 0;
    uint32_t letter = 0;
  };
  std::vector<Fewest> fewest_;  // of elements, where tokens are bounded
};

}  // namespace grundy::misere
