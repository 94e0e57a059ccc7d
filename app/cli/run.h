// One command line from its words to an exit status, and the dialogue in which many are typed.
#pragma once
#include <string>
#include <vector>

namespace grundy::cli {

/// The words behind "grundy". Rules, as texts, are known to the command as if from files.
int run_command(const std::vector<std::string>& words, const std::vector<std::string>& rules = {});

/// Sums, rules and commands are typed one after another, until the end of the input.
int run_dialogue();

/// The signals by which a command is interrupted; a second Ctrl-C ends the program at once.
void install_signals();

}  // namespace grundy::cli
