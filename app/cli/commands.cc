#include "cli/commands.h"

#include "cli/quotient.h"

namespace grundy::cli {

const std::vector<CommandEntry>& command_table() {
  static const std::vector<CommandEntry> table = {
      {"solve", solve_command, "Who wins"},
      {"value", value_command, "Who wins"},
      {"equal", equal_command, "Who wins"},
      {"table", table_command, "Many positions"},
      {"count", count_command, "Many positions"},
      {"sequence", sequence_command, "Many positions"},
      {"catalogue", catalogue_command, "Many positions"},
      {"dataset", dataset_command, "Many positions"},
      {"prove", prove_command, "Laws"},
      {"check", check_command, "Laws"},
      {"theorems", theorems_command, "Laws"},
      {"quotient", quotient_command, "Laws"},
      {"stress", stress_command, "Setting problems"},
      {"generate", generate_command, "Setting problems"},
      {"play", play_command, "Playing and teaching"},
      {"worksheet", worksheet_command, "Playing and teaching"},
      {"serve", serve_command, "Playing and teaching"},
      {"games", games_command, "Games and notations"},
      {"code", code_command, "Games and notations"},
      {"contest", contest_command, "Games and notations"},
      {"mcp", mcp_command, "The program in its surroundings"},
      {"completion", completion_command, "The program in its surroundings"},
      {"man", man_command, "The program in its surroundings"},
      {"help", help_command, "The program in its surroundings"},
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
