#include "cli/commands.h"

#include "cli/quotient.h"

namespace grundy::cli {

const std::vector<CommandEntry>& command_table() {
  static const std::vector<CommandEntry> table = {
      {"solve", solve_command},       {"value", value_command},
      {"table", table_command},       {"count", count_command},
      {"sequence", sequence_command}, {"catalogue", catalogue_command},
      {"prove", prove_command},       {"check", check_command},
      {"play", play_command},         {"worksheet", worksheet_command},
      {"serve", serve_command},       {"games", games_command},
      {"theorems", theorems_command}, {"contest", contest_command},
      {"equal", equal_command},       {"quotient", quotient_command},
      {"code", code_command},         {"completion", completion_command},
      {"man", man_command},           {"help", help_command},
  };
  return table;
}

std::vector<Command> all_commands() {
  const auto nowhere = std::make_shared<CommonOptions>();
  std::vector<Command> result;
  for (const CommandEntry& entry : command_table()) result.push_back(declared(entry, nowhere));
  return result;
}

}  // namespace grundy::cli
