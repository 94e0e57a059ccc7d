// The tuples of a relation in which some numbers are given: found by a walk of the automaton,
// however large they are.
//
// Problem: the value of a position of a million digits, and its winning moves, of which there may
// be too many to list.
// Idea: from the last digit back, the states from which the given digits can still be accepted;
// then, from the first digit on, only these are entered, so that no walk is in vain and the least
// tuples come first.
// Example: V of nim on two heaps with a = 5, b = 3 given has one tuple, (5, 3, 6).
// Cost: digits × states × letters, and digits × letters a tuple.
#pragma once
#include <map>
#include <optional>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"
#include "engine/automatic/relation.h"

namespace grundy::automatic {

struct Walks {
  // Of the tracks that were not given, ascending; the least first.
  std::vector<std::vector<Natural>> tuples;
  bool all = true;  // nothing was left out
};

/// At most `limit` tuples of the relation with these numbers on some tracks. Those are to be
/// finitely many.
Attempt<Walks> tuples_with(const Numeration& numeration, const Relation& relation,
                           const std::map<Track, Natural>& given, size_t limit,
                           const Budget& budget);

}  // namespace grundy::automatic
