#include "proof/lean_export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace grundy {
namespace {

constexpr unsigned kAnyTwo = kDifferent | kEqual;
constexpr unsigned kAnyMany = kDifferent | kMixed | kEqual;

/// What a move that takes so many tokens may leave, as a condition on `heaps`; empty: nothing.
std::string leaves(const HeapDigit& digit) {
  std::vector<std::string> ways;
  if (digit.arrangements(0) != 0) ways.emplace_back("heaps = []");
  if (digit.arrangements(1) != 0) ways.emplace_back("heaps.length = 1");
  const unsigned two = digit.arrangements(2);
  if (two == kAnyTwo) ways.emplace_back("heaps.length = 2");
  if (two == kDifferent) ways.emplace_back("(∃ a b, heaps = [a, b] ∧ a ≠ b)");
  if (two == kEqual) ways.emplace_back("(∃ a, heaps = [a, a])");
  for (uint64_t heaps = 3; heaps < digit.settled(); ++heaps) {
    if (digit.arrangements(heaps) == kAnyMany)
      ways.push_back(fmt::format("heaps.length = {}", heaps));
  }
  return fmt::format("{}", fmt::join(ways, " ∨ "));
}

}  // namespace

Attempt<std::string> lean_statement(const Theorem& theorem) {
  const Law* law = theorem.law();
  const auto* two = theorem.proof<TwoHeapsProof>();
  const auto* many = theorem.proof<ManyHeapsProof>();
  if (law == nullptr || law->saltus != 0 || (two == nullptr && many == nullptr)) {
    return Error::declined(
        fmt::format("{} has no period of heaps to export; Lean's statement is about those",
                    theorem.rule->full_name));
  }
  const HeapCode& code = two != nullptr ? two->code : many->code;
  std::vector<std::string> takes;
  for (uint64_t take = 0; take <= code.after.size(); ++take) {
    const std::string left = leaves(code.digit(static_cast<int64_t>(take)));
    if (!left.empty()) takes.push_back(fmt::format("n = {} + heaps.sum ∧ ({})", take, left));
  }
  return fmt::format(
      "-- The values of heaps of {0}, a statement for Lean 4 and the library combinatorial-games\n"
      "-- (https://github.com/vihdzp/combinatorial-games). grundy has proved it; Lean has not seen "
      "this text: names of\n"
      "-- the library may be others in your version.\n"
      "import CombinatorialGames.Game.Specific.Nim\n\n"
      "open IGame Nimber\n\n"
      "/-- A move from n tokens may leave these heaps. -/\n"
      "def Leaves (n : ℕ) (heaps : List ℕ) : Prop :=\n"
      "  (∀ h ∈ heaps, 0 < h) ∧\n"
      "  ({1})\n\n"
      "/-- The values of 0, 1, …, before they repeat. -/\n"
      "def values : List ℕ :=\n"
      "  [{2}]\n\n"
      "/-- The value of n: the values have the period {3} from {4} on. -/\n"
      "def value (n : ℕ) : ℕ :=\n"
      "  values.getD (if n < {4} then n else {4} + (n - {4}) % {3}) 0\n\n"
      "theorem heap_equiv_nim (heap : ℕ → IGame)\n"
      "    (moves : ∀ p n, (heap n).moves p = {{x | ∃ heaps, Leaves n heaps ∧ x = (heaps.map "
      "heap).sum}})\n"
      "    (n : ℕ) : heap n ≈ nim (∗(value n : Ordinal)) := by\n"
      "  sorry\n",
      code.text(), takes.empty() ? "False" : fmt::format("{}", fmt::join(takes, " ∨\n   ")),
      fmt::join(law->values, ", "), law->period, law->preperiod);
}

}  // namespace grundy
