// The script for zsh: a function _grundy_NAME for each command, which hands its options to
// _arguments, so that their meanings are shown, too. Functions that only list names begin with
// __grundy, since there are commands of the name `games` and others to come.
#include <fmt/format.h>

#include "cli/completion.h"

namespace grundy::cli {
namespace {

/// Text within a specification for _arguments, whose signs these are.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// The action of _arguments that completes a value.
std::string action_of(const Option& option) {
  switch (option.fill) {
    case Fill::nothing:
      break;
    case Fill::choice:
      return fmt::format("({})", fmt::join(option.choices, " "));
    case Fill::file:
      return "_files";
    case Fill::folder:
      return "_files -/";
    case Fill::game:
      return "__grundy_game_names";
    case Fill::command:
      return "__grundy_command_names";
  }
  return " ";
}

/// "'--moves=[list at most this many moves (16)]:N: '".
std::string specification(const Option& option) {
  std::string text = fmt::format("{}{}{}[{}]", option.repeats ? "*" : "", option.name,
                                 option.needs_value() ? "=" : "", escaped(option.meaning));
  if (option.needs_value()) text += fmt::format(":{}:{}", escaped(option.value), action_of(option));
  return quoted_for_sh(text);
}

/// The commands with their summaries, for _describe.
std::string descriptions(const std::vector<Command>& commands, size_t group_name) {
  std::string text;
  for (const Command& command : commands)
    text += "    " +
            quoted_for_sh(fmt::format("{}:{}", command.name.substr(group_name), command.summary)) +
            "\n";
  return text;
}

std::string function_of(const Command& command) {
  std::vector<std::string> specifications;
  for (const Option& option : command.options) specifications.push_back(specification(option));
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Option& argument = command.arguments[i];
    specifications.push_back(quoted_for_sh(fmt::format(
        "{}:{}:{}", i < command.required ? "" : ":", escaped(argument.name), action_of(argument))));
  }
  const std::string body =
      specifications.empty()
          ? "_message 'no more arguments'"
          : fmt::format("_arguments \\\n    {}", fmt::join(specifications, " \\\n    "));
  return fmt::format("_grundy_{}() {{\n  {}\n}}\n\n", identifier(command.name), body);
}

/// A function that completes the name of one of these commands, or calls the function of the one
/// that is named.
std::string dispatcher(std::string_view name, std::string_view lister) {
  return fmt::format(R"END({0}() {{
  local curcontext=$curcontext context state state_descr line
  typeset -A opt_args
  _arguments -C '1:command:{1}' '*::argument:->arguments' && return
  [[ $state == arguments ]] || return 1
  local function={0}_$words[1]
  (( $+functions[$function] )) && $function
}}

)END",
                     name, lister);
}

}  // namespace

std::string zsh_completion(const Vocabulary& vocabulary) {
  std::string text =
      fmt::format(R"END(#compdef grundy
# Completion for grundy in zsh, written by `grundy completion zsh`.

# The name of a game, behind whatever was written before it in the same word: 'kayles(10) + ni
__grundy_game_names() {{
  local -a games=({})
  [[ $PREFIX == -* ]] && return 1
  compset -P '*[^a-z0-9_]'
  compadd -S '' -- $games
}}

__grundy_command_names() {{
  local -a commands=(
{}  )
  _describe command commands
}}

)END",
                  fmt::join(vocabulary.games, " "), descriptions(vocabulary.commands, 0));
  for (const Command& command : vocabulary.commands) {
    if (command.members.empty()) {
      text += function_of(command);
      continue;
    }
    const std::string lister = fmt::format("__grundy_{}_names", identifier(command.name));
    text += fmt::format("{}() {{\n  local -a members=(\n{}  )\n  _describe command members\n}}\n\n",
                        lister, descriptions(command.members, command.name.size() + 1));
    for (const Command& member : command.members) text += function_of(member);
    text += dispatcher("_grundy_" + identifier(command.name), lister);
  }
  return text + dispatcher("_grundy", "__grundy_command_names") +
         R"END(if [[ $funcstack[1] == _grundy ]]; then
  _grundy "$@"
else
  compdef _grundy grundy
fi
)END";
}

}  // namespace grundy::cli
