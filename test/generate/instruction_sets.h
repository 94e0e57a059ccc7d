// The instruction sets of this machine, one after the other, for tests of code that is compiled for
// several.
#pragma once
#include "base/instruction_sets.h"

namespace grundy::generate {

/// Calls visit() for each of them, plain loops among them.
template <class Visit>
void for_each_target(const Visit& visit) {
  for (int64_t rest = instruction_sets(); rest != 0; rest &= rest - 1) {
    limit_instruction_sets(rest & -rest);
    visit();
  }
  limit_instruction_sets(0);
}

}  // namespace grundy::generate
