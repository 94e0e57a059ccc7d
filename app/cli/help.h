// What `grundy help` says.
#pragma once
#include <string>
#include <vector>

#include "cli/command.h"

namespace grundy::cli {

/// "grundy solve --moves 100 'nim{@heaps.txt}'".
std::string line_of(const Command& command, const Example& example);

/// "grundy solve [OPTIONS] SUM".
std::string usage_line(const Command& command);

/// All commands, a line each.
std::string overview(const std::vector<Command>& commands);

/// The options of a command with their meanings, and examples; of a group its members.
std::string help_text(const Command& command);

}  // namespace grundy::cli
