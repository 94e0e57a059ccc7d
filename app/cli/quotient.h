// grundy quotient, a command of its own file's making (quotient.cc).
#pragma once
#include "cli/command.h"

namespace grundy::cli {

Command quotient_command();

}  // namespace grundy::cli
