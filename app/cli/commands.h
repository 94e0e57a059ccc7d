// The table of all commands.
#pragma once
#include <vector>

#include "cli/command.h"
#include "cli/parse.h"

namespace grundy::cli {

Command solve_command();
Command value_command();
Command table_command();
Command count_command();
Command sequence_command();
Command catalogue_command();
Command dataset_command();
Command prove_command();
Command check_command();
Command play_command();
Command worksheet_command();
Command serve_command();
Command mcp_command();
Command games_command();
Command theorems_command();
Command contest_command();
Command stress_command();
Command generate_command();
Command equal_command();
Command code_command();
Command help_command();
Command completion_command();
Command man_command();

/// The names of all games that can be played without a rule file, sorted.
std::vector<std::string> game_names(const face::Session& session);

/// In the order in which help lists them.
const std::vector<CommandEntry>& command_table();

/// All of them, declared; values given to them go nowhere.
std::vector<Command> all_commands();

}  // namespace grundy::cli
