// The script for zsh: a function for each command that hands its options to _arguments, which shows their meanings, too.
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

/// What _arguments does about a value.
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
      return "_grundy_games";
    case Fill::command:
      return "_grundy_commands";
  }
  return " ";
}

/// "'--moves=[list at most this many moves (16)]:N: '".
std::string specification(const Option& option) {
  std::string text = fmt::format("{}{}{}[{}]", option.repeats ? "*" : "", option.name, option.is_flag() ? "" : "=",
                                 escaped(option.meaning));
  if (!option.is_flag()) text += fmt::format(":{}:{}", escaped(option.value), action_of(option));
  return quoted_for_sh(text);
}

/// The commands with their summaries, for _describe.
std::string descriptions(const std::vector<Command>& commands, size_t group_name) {
  std::string text;
  for (const Command& command : commands)
    text += "    " + quoted_for_sh(fmt::format("{}:{}", command.name.substr(group_name), command.summary)) + "\n";
  return text;
}

std::string function_of(const Command& command) {
  std::vector<std::string> specifications;
  for (const Option& option : command.options) specifications.push_back(specification(option));
  for (size_t i = 0; i < command.arguments.size(); ++i) {
    const Option& argument = command.arguments[i];
    specifications.push_back(quoted_for_sh(
        fmt::format("{}:{}:{}", i < command.required ? "" : ":", escaped(argument.name), action_of(argument))));
  }
  const std::string body = specifications.empty()
                               ? "_message 'no more arguments'"
                               : fmt::format("_arguments \\\n    {}", fmt::join(specifications, " \\\n    "));
  return fmt::format("_grundy_{}() {{\n  {}\n}}\n\n", identifier(command.name), body);
}

/// A function that completes the name of one of these commands, or calls the function of the one that is named.
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
  std::string text = fmt::format(R"END(#compdef grundy
# Completion for grundy in zsh, written by `grundy completion zsh`.

# The name of a game, behind whatever was written before it in the same word: 'kayles(10) + ni
_grundy_games() {{
  local -a games=({})
  compset -P '*[^a-z0-9_]'
  compadd -S '' -- $games
}}

_grundy_commands() {{
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
    const std::string name = "_grundy_" + identifier(command.name);
    text += fmt::format("{}_members() {{\n  local -a members=(\n{}  )\n  _describe command members\n}}\n\n", name,
                        descriptions(command.members, command.name.size() + 1));
    for (const Command& member : command.members) text += function_of(member);
    text += dispatcher(name, name + "_members");
  }
  return text + dispatcher("_grundy", "_grundy_commands") + R"END(if [[ $funcstack[1] == _grundy ]]; then
  _grundy "$@"
else
  compdef _grundy grundy
fi
)END";
}

}  // namespace grundy::cli
