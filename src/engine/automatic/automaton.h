// Automaton: a deterministic, complete automaton whose letters are small numbers.
//
// A letter of an automaton over several tracks is one digit of each: Σ digit(i)·D^i, so that k
// numbers are read in parallel. Two automata in the form that minimal() gives accept the same words
// exactly if they are equal.
// Cost: minimal() refines classes of states until they stay (Moore 1956): rounds × states ×
// letters.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace grundy::automatic {

struct Automaton {
  uint32_t letters = 1;
  uint32_t start = 0;
  std::vector<uint32_t> target;  // states × letters
  std::vector<char> accepting;

  uint32_t states() const { return static_cast<uint32_t>(accepting.size()); }
  uint32_t next(uint32_t state, uint32_t letter) const {
    return target[size_t{state} * letters + letter];
  }
  /// From here nothing is accepted, as its moves show at once.
  bool is_sink(uint32_t state) const;
  friend bool operator==(const Automaton&, const Automaton&) = default;
};

/// The least automaton of the same words, its states numbered as a search from the start in the
/// order of the letters meets them.
Automaton minimal(const Automaton& automaton);

/// The states from which some word is accepted.
std::vector<char> live_states(const Automaton& automaton);

}  // namespace grundy::automatic
