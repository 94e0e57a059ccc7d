// Algebra: elements that stand for positions and add as positions do, for one kind of play.
//
// When every part of a sum has an element, the sum of the elements tells who wins, and what an
// option of a part must become. Values are the algebra of normal play (Sprague 1935, Grundy 1939).
// In misère play nim heaps have one: the exclusive-or of the sizes with the number of heaps of 2
// and more (Bouton 1901): as in normal play, unless every heap is at most 1; then the mover loses
// exactly if their number is odd. Other parts have none there, and a sum with such a part is played
// out (search/play_out.h).
//
//   value(kayles(10)) = 2, value(nim(3)) = 3: the sum has 2 ⊕ 3 = 1; kayles(10) must become 3,
//   nim(3) must become 2.
#pragma once
#include <optional>
#include <variant>
#include <vector>

#include "engine/solver.h"

namespace grundy {

/// What decides a sum of nim heaps in misère play.
struct HeapCounts {
  Natural exclusive_or;
  uint64_t large = 0;  // heaps of 2 and more
};

/// Of one algebra.
using Element = std::variant<Value, HeapCounts>;

class Algebra {
 public:
  virtual ~Algebra() = default;
  /// The element of a sum of positions with these elements.
  virtual Element add(const Element& a, const Element& b) const = 0;
  /// `whole` is the sum of `part` and others: the sum of these.
  virtual Element without(const Element& whole, const Element& part) const = 0;
  /// Who wins, the player to move first.
  virtual Outcome outcome(const Element& element) const = 0;
  /// The values of options of one part that win, beside a rest with this element; ascending.
  virtual std::vector<Value> targets(const Element& rest) const = 0;
};

/// Normal play: values.
const Algebra& value_algebra();
/// Misère play of nim heaps.
const Algebra& misere_nim();

/// The element of a nim heap in misere_nim(); nothing for other positions.
std::optional<Element> misere_element(const Position& position);

}  // namespace grundy
