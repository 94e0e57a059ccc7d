#include "engine/algebra.h"

#include <set>

#include "game/nim_heap.h"
#include "game/rule_game.h"

namespace grundy {
namespace {

class ValueAlgebra final : public Algebra {
 public:
  Element add(const Element& a, const Element& b) const override {
    return nim_sum(std::get<Value>(a), std::get<Value>(b));
  }
  /// Of ordinals: x ⊕ x = 0. Beside ∞(K) there is no way back, and no caller asks.
  Element without(const Element& whole, const Element& part) const override {
    return add(whole, part);
  }
  Outcome outcome(const Element& element) const override {
    return std::get<Value>(element).outcome();
  }
  std::vector<Value> targets(const Element& rest) const override { return {std::get<Value>(rest)}; }
};

class MisereNim final : public Algebra {
 public:
  Element add(const Element& a, const Element& b) const override {
    const auto& x = std::get<HeapCounts>(a);
    const auto& y = std::get<HeapCounts>(b);
    return HeapCounts{x.exclusive_or ^ y.exclusive_or, x.large + y.large};
  }
  Element without(const Element& whole, const Element& part) const override {
    const auto& x = std::get<HeapCounts>(whole);
    const auto& y = std::get<HeapCounts>(part);
    return HeapCounts{x.exclusive_or ^ y.exclusive_or, x.large - y.large};
  }
  Outcome outcome(const Element& element) const override {
    const auto& counts = std::get<HeapCounts>(element);
    const bool lost =
        counts.large > 0 ? counts.exclusive_or.is_zero() : counts.exclusive_or == Natural(1);
    return lost ? Outcome::P : Outcome::N;
  }
  std::vector<Value> targets(const Element& rest) const override {
    std::vector<Value> result;
    for (const Natural& to :
         std::set<Natural>{std::get<HeapCounts>(rest).exclusive_or, Natural(0), Natural(1)}) {
      if (outcome(add(rest, HeapCounts{to, to > Natural(1) ? 1U : 0U})) == Outcome::P)
        result.emplace_back(Ordinal(to));
    }
    return result;
  }
};

}  // namespace

const Algebra& value_algebra() {
  static const ValueAlgebra algebra;
  return algebra;
}

const Algebra& misere_nim() {
  static const MisereNim algebra;
  return algebra;
}

namespace {

/// The size of a heap of a game that is nim, in whatever words.
std::optional<Ordinal> size_of_nim(const Position& position) {
  const RuleGame* game = rule_game(position);
  if (game == nullptr || game->rule()->arity() != 1) return std::nullopt;
  const std::optional<SubtractionSet>& set = game->facts().subtraction_set();
  if (!set || !set->all_but || !set->numbers.empty()) return std::nullopt;
  return Ordinal(game->coordinates(position)[0]);
}

}  // namespace

std::optional<Element> misere_element(const Position& position) {
  std::optional<Ordinal> size = heap_size(position);
  if (!size) size = size_of_nim(position);
  if (!size || !size->is_finite()) return std::nullopt;
  const Natural heap = size->finite();
  return HeapCounts{heap, heap > Natural(1) ? 1U : 0U};
}

}  // namespace grundy
