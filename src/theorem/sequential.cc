// Sequential nim: of a row of piles the first one alone is played, until it is gone.
//
// Theorem. Let r be the value of the list behind the first pile x >= 1. With r for a pile that is
// gone, the values that x takes one after another are all natural numbers but r: x - 1 if x <= r,
// and x else. Proof. By induction on x: the options of x are r and the first x - 1 of these
// numbers, and the next one is the least that is missing.
// Theorem. Where a move lowers every pile by the same number, equal piles go together, and the
// differences p1, p2 - p1, … of the sizes p1 < p2 < … are sequential nim: a move lowers the first
// one, and the next one is played when it is gone. Where a pile that is gone leaves the list, a
// list with a pile of 0 has no move; where it stays, it is passed over.
// Example: [3, 1, 1] has the values 1, 0, 3 from the right.
// Cost: linear in the list, for numbers of any size; sorting it where every pile is lowered.
#include <algorithm>

#include "theorem/conclusion.h"

namespace grundy {
namespace {

/// Of a pile of at least 1 before a list of value `rest`.
uint64_t value_before(uint64_t pile, uint64_t rest) { return pile <= rest ? pile - 1 : pile; }
/// The pile that has this value before such a list; 0 where the pile has to go.
uint64_t pile_of_value(uint64_t wanted, uint64_t rest) {
  return wanted == rest ? 0 : wanted < rest ? wanted + 1 : wanted;
}

std::optional<uint64_t> small(const Ordinal& value) {
  return value.is_finite() && value.is_small() ? std::optional(value.small()) : std::nullopt;
}

class FirstPile final : public ListConclusion {
 public:
  explicit FirstPile(bool is_taken_off) : is_taken_off_(is_taken_off) {}

  std::string text(const std::vector<std::string>&) const override {
    return "From the right, a pile x before a list of value r has the value x - 1 if x <= r, and x "
           "if not.";
  }
  Attempt<Ordinal> value(const BoardPosition& position, const Budget&) const override {
    return Ordinal(value_from(position.sets[0], 0));
  }
  std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget&) const override {
    std::vector<BoardPosition> result;
    BoardPosition to = position;
    NaturalSet& piles = to.sets[0];
    const size_t first = is_taken_off_ ? 0 : first_full(piles);
    const auto wanted = small(value);
    if (first >= piles.size() || !wanted) return result;
    const uint64_t left = pile_of_value(*wanted, value_from(piles, first + 1));
    if (left != 0 && left >= static_cast<uint64_t>(piles[first])) return result;
    piles[first] = static_cast<int64_t>(left);
    if (left == 0 && is_taken_off_) piles.erase(piles.begin());
    result.push_back(std::move(to));
    return result;
  }

 private:
  static size_t first_full(const NaturalSet& piles) {
    return static_cast<size_t>(
        std::find_if(piles.begin(), piles.end(), [](int64_t pile) { return pile != 0; }) -
        piles.begin());
  }
  /// Of the list from this place on. A pile of 0 that can be taken off is as one of 1.
  uint64_t value_from(const NaturalSet& piles, size_t first) const {
    uint64_t rest = 0;
    for (size_t i = piles.size(); i > first; --i) {
      const auto pile = static_cast<uint64_t>(piles[i - 1]);
      if (pile > 0 || is_taken_off_) rest = value_before(std::max<uint64_t>(pile, 1), rest);
    }
    return rest;
  }

  bool is_taken_off_;
};

class EveryPile final : public ListConclusion {
 public:
  explicit EveryPile(bool stays) : stays_(stays) {}

  std::string text(const std::vector<std::string>&) const override {
    return "The differences of the piles' sizes p1 < p2 < …, that is p1, p2 - p1, …, are "
           "sequential nim.";
  }
  Attempt<Ordinal> value(const BoardPosition& position, const Budget&) const override {
    return Ordinal(value_from(steps_of(position.sets[0]), 0));
  }
  std::optional<Attempt<std::vector<BoardPosition>>> options_of_value(
      const BoardPosition& position, const Ordinal& value, const Budget&) const override {
    std::vector<BoardPosition> result;
    const std::vector<uint64_t> steps = steps_of(position.sets[0]);
    const auto wanted = small(value);
    if (steps.empty() || !wanted) return result;
    const uint64_t left = pile_of_value(*wanted, value_from(steps, 1));
    if (left >= steps[0]) return result;
    BoardPosition to = position;
    const auto taken = static_cast<int64_t>(steps[0] - left);
    if (!stays_) std::erase_if(to.sets[0], [&](int64_t pile) { return pile <= taken; });
    for (int64_t& pile : to.sets[0]) pile -= std::min(pile, taken);
    result.push_back(std::move(to));
    return result;
  }

 private:
  /// The differences of the piles' sizes, the least one first; none where there is no move.
  std::vector<uint64_t> steps_of(NaturalSet piles) const {
    if (stays_) std::erase(piles, 0);
    std::sort(piles.begin(), piles.end());
    std::vector<uint64_t> result;
    if (!piles.empty() && piles[0] == 0) return result;
    int64_t before = 0;
    for (const int64_t pile : piles) {
      if (pile != before) result.push_back(static_cast<uint64_t>(pile - before));
      before = pile;
    }
    return result;
  }
  static uint64_t value_from(const std::vector<uint64_t>& steps, size_t first) {
    uint64_t rest = 0;
    for (size_t i = steps.size(); i > first; --i) rest = value_before(steps[i - 1], rest);
    return rest;
  }

  bool stays_;  // a pile that is gone
};

}  // namespace

std::unique_ptr<ListConclusion> first_pile(bool is_taken_off) {
  return std::make_unique<FirstPile>(is_taken_off);
}
std::unique_ptr<ListConclusion> every_pile(bool stays) {
  return std::make_unique<EveryPile>(stays);
}

}  // namespace grundy
