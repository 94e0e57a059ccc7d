// The script for fish: one `complete` for each command, option and kind of argument.
#include <fmt/format.h>

#include "cli/completion.h"

namespace grundy::cli {
namespace {

/// What follows -n for lines of this command.
std::string condition(const Command& command) {
  const size_t blank = command.name.find(' ');
  std::string text = "__fish_seen_subcommand_from " + command.name.substr(0, blank);
  if (blank != std::string::npos)
    text += "; and __fish_seen_subcommand_from " + command.name.substr(blank + 1);
  return quoted_for_fish(text);
}

/// The options of `complete` for a value.
std::string fill_of(const Option& option) {
  switch (option.fill) {
    case Fill::nothing:
      break;
    case Fill::choice:
      return fmt::format(" -x -a {}",
                         quoted_for_fish(fmt::format("{}", fmt::join(option.choices, " "))));
    case Fill::file:
      return " -r -F";
    case Fill::folder:
      return " -x -a '(__fish_complete_directories)'";
    case Fill::game:
      return " -x -a '(__grundy_games)'";
    case Fill::command:
      return " -x -a '(__grundy_commands)'";
  }
  return " -x";
}

std::string completions_of(const Command& command) {
  std::string text;
  const std::string begin = fmt::format("complete -c grundy -n {}", condition(command));
  for (const Option& option : command.options) {
    text +=
        fmt::format("{} -l {}{} -d {}\n", begin, option.name.substr(2),
                    option.needs_value() ? fill_of(option) : "", quoted_for_fish(option.meaning));
  }
  // All arguments of a command are of one kind.
  if (!command.arguments.empty() && command.arguments[0].fill == Fill::file) {
    text += begin + " -F\n";
  } else if (!command.arguments.empty() && command.arguments[0].fill != Fill::nothing) {
    const std::string fill = fill_of(command.arguments[0]);
    text += begin + fill.substr(fill.find(" -a")) + "\n";
  }
  return text;
}

}  // namespace

std::string fish_completion(const Vocabulary& vocabulary) {
  std::vector<std::string> names;
  for (const Command& command : vocabulary.commands) names.push_back(command.name);
  std::string text =
      fmt::format(R"END(# Completion for grundy in fish, written by `grundy completion fish`.

# The name of a game, behind whatever was written before it in the same word: 'kayles(10) + ni
function __grundy_games
  set -l token (commandline -ct)
  string match -q -- '-*' $token; and return
  set -l before (string replace -r '^["\']' '' -- $token | string replace -r '[a-z0-9_]*$' '')
  for game in {}
    printf '%s%s\n' "$before" $game
  end
end

function __grundy_commands
  printf '%s\n' {}
end

complete -c grundy -f
)END",
                  fmt::join(vocabulary.games, " "), fmt::join(names, " "));
  for (const Command& command : vocabulary.commands) {
    text += fmt::format("complete -c grundy -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        quoted_for_fish(command.summary));
  }
  for (const Command& command : vocabulary.commands) {
    text += completions_of(command);
    for (const Command& member : command.members) {
      const std::string name = member.name.substr(command.name.size() + 1);
      std::vector<std::string> members;
      for (const Command& one : command.members)
        members.push_back(one.name.substr(command.name.size() + 1));
      text += fmt::format(
          "complete -c grundy -n '__fish_seen_subcommand_from {}; and not "
          "__fish_seen_subcommand_from {}' -a {} -d {}\n",
          command.name, fmt::join(members, " "), name, quoted_for_fish(member.summary));
      text += completions_of(member);
    }
  }
  return text;
}

}  // namespace grundy::cli
