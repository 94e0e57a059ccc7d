// An automaton learned from a table of values.
//
// Problem: find the least automaton that tells, digit by digit, the values in a table, and with
// luck those beyond it.
// Idea: Angluin's L* (1987) with the table as the teacher, and one new suffix for each
// counterexample found by Rivest and Schapire (1993). A word that stands for a position beyond the
// table is "unknown" and agrees with everything. The automaton is compared with the whole table:
// the right value is accepted, and no other one.
// Cost: states × letters × suffixes questions; the comparison is some walks of the automaton a
// position.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/automatic/automaton.h"
#include "engine/automatic/law.h"

namespace grundy::automatic {

/// The values of all positions whose coordinates are below `side`, the last coordinate changing
/// fastest.
struct ValueBox {
  /// Of positions that the law is not about; an automaton accepts none of them.
  static constexpr uint32_t kOutside = UINT32_MAX;
  size_t arity = 0;
  int64_t side = 0;
  std::vector<uint32_t> values;
};

/// The part of the box with coordinates below `side`; nothing when some states are too many or the
/// table is too small.
std::optional<Automaton> learn(const Numeration& numeration, const ValueBox& box, int64_t side,
                               LawKind kind, size_t most_states, const Budget& budget);

}  // namespace grundy::automatic
