// Reads the command line: finds the command, which may stand behind options, and has CLI11 read the
// rest as the declaration of that command says. The words `--quiet table kayles --upto=50` give the
// command `table` with game "kayles" and upto 50 in its struct, and `quiet` among the options of
// every command. CLI11 is a heavy header, so that only parse.cc includes it.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace grundy::cli {

/// A row of the table of commands. A command is declared when somebody asks for it, since most runs
/// need one only.
struct CommandEntry {
  std::string_view name;
  Command (*declare)();
  std::string_view group = {};  // under which help shows it
};

/// The command with the options of every command, whose values go to `common`.
Command declared(const CommandEntry& entry, const std::shared_ptr<CommonOptions>& common);

/// The command that these words ask for, its options in their places. Options may stand anywhere,
/// in front of the command, too; `--` ends them. With --help or -h among the words it is the
/// command `help`, about the command that they name. Errors, of kind input, say what is wrong, and
/// the name that may have been meant; `common` then tells whether --json was among the words.
Attempt<Command> parse(const std::vector<CommandEntry>& table, std::vector<std::string> words,
                       const std::shared_ptr<CommonOptions>& common);

/// That there is no command of this name: which of the known ones may have been meant, or that
/// `lister` lists them.
Error unknown_command(std::string_view name, const std::vector<std::string>& known,
                      std::string_view lister);

}  // namespace grundy::cli
