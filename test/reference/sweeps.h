// Tables filled by native code against the machine's moves, cell by cell: with running sets and
// without, in tiles and in order, on one thread and several, on whole boxes and within kept orders,
// in memory and in files, with and without a check that every option lies where values are known.
#pragma once
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "rule/rule.h"

namespace grundy::reference {

/// What happened in the comparisons, to see that they are not empty.
struct SweepCounts {
  uint64_t tables = 0;  // games with one, filled once or more
  uint64_t running = 0;
  uint64_t shrinking = 0;
  uint64_t moved = 0;  // running sets of which whole stretches change
  uint64_t kept = 0;
  uint64_t not_compiled = 0;
  uint64_t faults = 0;
  uint64_t too_long = 0;  // with too many moves for the machine
  uint64_t files = 0;
  uint64_t resumed = 0;  // of them, those whose first run ended before them
  uint64_t values = 0;
};

/// The first difference among all ways to fill the table, or nothing. Games that have no table of
/// one game in an order, or one of more than 50,000 cells from this position on, are left out.
std::string compare_sweeps(const Rule& rule, const std::vector<int64_t>& most, SweepCounts& counts);

/// One way of them, taken at random as the box is: what costs much is rare, so that a rule takes
/// about 2 ms.
std::string compare_some_sweep(const Rule& rule, std::mt19937_64& random, SweepCounts& counts);

}  // namespace grundy::reference
