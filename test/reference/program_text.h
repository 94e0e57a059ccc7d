// Programs and plans of sweeps as text, for tests and for reading.
//
// In a program, rN is a register, rN* one with lanes of its own, ! an instruction that looks for
// overflow, and `where` names the lanes in which it counts:
//
//   -> kayles(a) + kayles(n - a - 1), strided
//     r4 = r0 - r3
//     for a in r5..r4
//     r6 = r0 - r1
//     give (r1 + j), (r6 - j)
#pragma once
#include <string>

#include "code/program.h"
#include "code/sweep_plan.h"

namespace grundy {

std::string print_program(const Program& program);
std::string print_plan(const SweepPlan& plan);

}  // namespace grundy
