// Other programs that are asked: a solver, or the verified checker. Each is a process of its own;
// the budget ends it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/attempt.h"
#include "base/budget.h"

namespace grundy {

struct ProgramAnswer {
  bool found = false;  // whether there is such a program
  std::string output;
  int status = -1;  // its exit status, or -1 if a signal ended it
};

/// Runs the program words[0], found in PATH unless it is a path, with this input. Its messages are
/// dropped. Declined when the budget is spent, or when it writes without end.
Attempt<ProgramAnswer> answer_of(const std::vector<std::string>& words, std::string_view input,
                                 const Budget& budget);

}  // namespace grundy
