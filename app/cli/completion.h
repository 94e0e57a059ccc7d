// Scripts by which shells complete command lines of grundy: commands, options, values of choices,
// names of games within sums, files and folders. They are made from the declarations of the
// commands and run no program when they complete.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace grundy::cli {

/// The commands and the names of the games.
struct Vocabulary {
  std::vector<Command> commands;
  std::vector<std::string> games;
};

std::string bash_completion(const Vocabulary& vocabulary);
std::string zsh_completion(const Vocabulary& vocabulary);
std::string fish_completion(const Vocabulary& vocabulary);

/// The text as one word of a shell, in single quotes; how these shells write a single quote is the
/// only difference.
std::string quoted_for_sh(std::string_view text);
std::string quoted_for_fish(std::string_view text);

/// A command's name as part of a name of a function: "catalogue_run".
std::string identifier(std::string_view name);

}  // namespace grundy::cli
