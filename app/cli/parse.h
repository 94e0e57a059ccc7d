// Reads the command line.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace grundy::cli {

/// A row of the table of commands. A command is declared when it is asked for: to declare all of them takes a tenth of
/// a millisecond.
struct CommandEntry {
  std::string_view name;
  Command (*declare)();
};

/// The command with the options of every command, whose values go to `common`.
Command declared(const CommandEntry& entry, const std::shared_ptr<CommonOptions>& common);

/// The command that these words ask for, its options in their places. Options may stand anywhere, in front of the
/// command, too; `--` ends them. With --help or -h among them it is the command `help`, with --version `version`.
/// Errors, of kind input, say what is wrong, and the name that may have been meant. --json is noticed even then.
Attempt<Command> parse(const std::vector<CommandEntry>& table, std::vector<std::string> words,
                       const std::shared_ptr<CommonOptions>& common);

}  // namespace grundy::cli
