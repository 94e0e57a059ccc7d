// The Grundy function of a game with affine moves, slice by slice.
//
// Play goes down in the coordinates one after another (a descent of coordinates, the outermost
// first). With the outer coordinates fixed and all smaller slices known, the values of options in
// smaller slices are an integer set, perhaps infinite, and the positions of the innermost slice can
// be computed one by one: a value is the lexicographic minimum of what is not the value of an
// option. From some values a formula is guessed (guess.h) and proved for the whole slice
// (verify.h); from some slices, a formula for all of them.
//
// Stones and pebbles with K = 2, for example: the value of (0, s) is s, that of (1, s) is ω + s - 2
// if s >= 2, else s; and so on with more and more cases. No short formula is true for all b, so
// that some slices are all that is found.
//
// The search ends by counted steps, of isl and of guesses, so that every machine finds the same
// slices.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/isl.h"
#include "base/attempt.h"
#include "base/budget.h"
#include "engine/ordinal/formula.h"
#include "engine/ordinal/guess.h"

namespace grundy {

struct SlicesLimits {
  size_t powers = 1;     // values below ω^powers
  int64_t values = 128;  // of an innermost slice before a formula for it is given up
  int64_t slices = 16;   // before a formula for all of them is given up
  int64_t modulus = 12;  // greatest modulus that is tried
  /// … of isl, and steps of guesses: for the search, and for each slice after it.
  unsigned long operations = 12'000'000;
  uint64_t steps = 15'000'000;
};

/// The search, with the formulas that it has proved.
class Slices {
 public:
  /// `order`: the coordinates, the outermost first; every move has to lower them lexicographically.
  /// The context of `moves` outlives this.
  Slices(isl::Map moves, std::vector<size_t> order, const SlicesLimits& limits);

  /// Looks for a formula for all positions and proves it; without one, the slices that were proved
  /// on the way remain. An error only when the budget is spent; then it can be called again.
  Attempt<void> search(Budget& budget);
  /// Goes on after a search without a formula for all positions, until slice `outermost` is known.
  /// Declines, with the reason, when a slice's formula is not found.
  Attempt<void> extend_to(int64_t outermost, Budget& budget);

  const std::optional<Formula>& whole() const { return whole_; }
  /// One for each of the values 0, 1, 2, … of the outermost coordinate; right where that has this
  /// value.
  const std::vector<Formula>& slices() const { return slices_; }
  /// Why there is no formula for all positions.
  const std::string& reason() const { return reason_; }
  /// position → value, wherever it is known.
  const isl::Map& known() const { return known_; }

 private:
  isl::Set slice(const std::vector<int64_t>& prefix) const;
  Error gave_up(const std::vector<int64_t>& prefix, const char* why) const;
  bool out_of_steps(const Budget& budget) const;
  Attempt<Formula> solve(std::vector<int64_t>& prefix, const Budget& budget);
  Attempt<void> add_slice(const Budget& budget);
  Attempt<Formula> innermost(const std::vector<int64_t>& prefix, const Budget& budget);
  Attempt<Formula> outer(std::vector<int64_t>& prefix, const Budget& budget);
  std::optional<Formula> proved_guess(const Sample& sample, const Sample& test,
                                      const std::vector<int64_t>& prefix, const Budget& budget);
  Formula embedded(const Formula& formula, const std::vector<int64_t>& prefix) const;
  Sample box(const std::vector<Formula>& slices, const std::vector<int64_t>& prefix) const;

  isl::Map moves_;
  std::vector<size_t> order_;
  SlicesLimits limits_;
  isl_ctx* context_;
  isl::Map known_;
  std::optional<Formula> whole_;
  std::vector<Formula> slices_;
  std::string reason_;
};

}  // namespace grundy
