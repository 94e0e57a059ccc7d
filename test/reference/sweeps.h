// Tables filled by native code against the machine's moves, cell by cell: with running sets and without, on one thread
// and several, on whole boxes and within kept orders, every option checked to lie where values are known.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rule/rule.h"

namespace grundy::reference {

/// What happened in the comparisons, to see that they are not empty.
struct SweepCounts {
  uint64_t tables = 0;
  uint64_t running = 0;
  uint64_t shrinking = 0;
  uint64_t kept = 0;
  uint64_t not_compiled = 0;
  uint64_t faults = 0;
  uint64_t resumed = 0;  // tables in files whose first run ended before them
  uint64_t values = 0;
};

/// The first difference, or nothing. Games that have no table of one game in an order, or one of more than 50,000 cells
/// from this position on, are left out.
std::string compare_sweeps(const Rule& rule, const std::vector<int64_t>& most, SweepCounts& counts);

}  // namespace grundy::reference
