// The script for bash. One function finds the command among the words before the cursor, then
// decides by the word in front of the cursor and by the number of arguments what fits there, its
// `fill`:
//
//   games | files | folders | words WORD... | none
//
// A name of a game is completed behind whatever was written before it in the same word, as in
// 'kayles(10) + ni.
#include <fmt/format.h>

#include <algorithm>

#include "cli/completion.h"

namespace grundy::cli {
namespace {

constexpr std::string_view kHead =
    R"END(# Completion for grundy in bash, written by `grundy completion bash`.

_grundy() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
  # --format=csv comes as three words.
  if [[ $cur == '=' ]]; then
    cur=
  elif [[ $prev == '=' ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
)END";

constexpr std::string_view kTail = R"END(
  if [[ -z $fill ]]; then
    if [[ $cur == -* ]]; then fill="words $options --help"; else fill=$argument; fi
  fi
  COMPREPLY=()
  case $fill in
    games)
      cur=${cur#[\'\"]}
      local last=${cur##*[!a-z0-9_]} name
      while IFS= read -r name; do
        COMPREPLY+=("${cur%"$last"}$name")
      done < <(compgen -W "$games" -- "$last")
      compopt -o nospace 2>/dev/null
      ;;
    files)
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      compopt -o filenames 2>/dev/null
      ;;
    folders)
      mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      compopt -o filenames 2>/dev/null
      ;;
    words*)
      mapfile -t COMPREPLY < <(compgen -W "${fill#words}" -- "$cur")
      ;;
  esac
}
complete -F _grundy grundy
)END";

template <class Words>
std::string joined(const Words& words, std::string_view sign) {
  return fmt::format("{}", fmt::join(words, sign));
}

std::string fill_of(const Option& option, const Vocabulary& vocabulary) {
  switch (option.fill) {
    case Fill::nothing:
      break;
    case Fill::choice:
      return "'words " + joined(option.choices, " ") + "'";
    case Fill::file:
      return "files";
    case Fill::folder:
      return "folders";
    case Fill::game:
      return "games";
    case Fill::command: {
      std::vector<std::string> names;
      for (const Command& command : vocabulary.commands) names.push_back(command.name);
      return "'words " + joined(names, " ") + "'";
    }
  }
  return "none";
}

/// "    --out) fill=files ;;" for options that have values.
std::string value_cases(const Command& command, size_t begin, size_t end,
                        const Vocabulary& vocabulary, std::string_view indent) {
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const Option& option = command.options[i];
    if (option.needs_value())
      text += fmt::format("{}{}) fill={} ;;\n", indent, option.name, fill_of(option, vocabulary));
  }
  return text;
}

std::string names_of(const Command& command, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) text += (text.empty() ? "" : " ") + command.options[i].name;
  return text;
}

std::string case_of(const Command& command, const Vocabulary& vocabulary) {
  std::string text = fmt::format("    '{}')\n", command.name);
  const std::string own = names_of(command, 0, command.own);
  const bool common = command.own < command.options.size();
  if (common || !own.empty()) {
    text += fmt::format("      options=\"{}{}{}\"\n", own, common && !own.empty() ? " " : "",
                        !common                                    ? ""
                        : command.find_option("--json") != nullptr ? "--json $common"
                                                                   : "$common");
  }
  if (const std::string cases = value_cases(command, 0, command.own, vocabulary, "        ");
      !cases.empty())
    text += "      case $prev in\n" + cases + "      esac\n";
  if (!command.members.empty()) {
    std::vector<std::string> members;
    for (const Command& member : command.members)
      members.push_back(member.name.substr(command.name.size() + 1));
    text += fmt::format("      argument='words {}'\n", joined(members, " "));
  } else if (!command.arguments.empty()) {
    text += "      case $place in\n";
    for (size_t i = 0; i < command.arguments.size(); ++i)
      text +=
          fmt::format("        {}) argument={} ;;\n", i, fill_of(command.arguments[i], vocabulary));
    text += "      esac\n";
  }
  return text + "      ;;\n";
}

}  // namespace

std::string bash_completion(const Vocabulary& vocabulary) {
  std::vector<const Command*> all;
  std::vector<std::string> names;
  std::vector<std::string> groups;
  for (const Command& command : vocabulary.commands) {
    all.push_back(&command);
    names.push_back(command.name);
    if (!command.members.empty()) groups.push_back(command.name);
    for (const Command& member : command.members) all.push_back(&member);
  }
  std::vector<std::string> with_value;  // options, each once
  const Command* with_common = nullptr;
  for (const Command* command : all) {
    if (command->own < command->options.size() && command->find_option("--json") != nullptr)
      with_common = command;
    for (const Option& option : command->options) {
      const bool known =
          std::find(with_value.begin(), with_value.end(), option.name) != with_value.end();
      if (option.needs_value() && !known) with_value.push_back(option.name);
    }
  }
  std::string common;
  std::string common_cases;
  if (with_common != nullptr) {
    for (size_t i = with_common->own; i < with_common->options.size(); ++i) {
      const std::string& name = with_common->options[i].name;
      if (name != "--json") common += (common.empty() ? "" : " ") + name;
    }
    common_cases = value_cases(*with_common, with_common->own, with_common->options.size(),
                               vocabulary, "    ");
  }
  std::string text(kHead);
  text += fmt::format("  local common='{}'\n  local games='{}'\n", common,
                      joined(vocabulary.games, " "));
  text += fmt::format(R"END(
  # The command, and the number of arguments between it and the cursor.
  local command='' place=0 i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${{COMP_WORDS[i]}} in
      {})
        if [[ ${{COMP_WORDS[i + 1]}} == '=' ]]; then i=$((i + 1)); fi
        i=$((i + 1))
        ;;
      -* | '=') ;;
      *)
        case $command in
          '') command=${{COMP_WORDS[i]}} ;;
          {}) command="$command ${{COMP_WORDS[i]}}" ;;
          *) place=$((place + 1)) ;;
        esac
        ;;
    esac
  done

  local options='' argument='' fill=''
  case $prev in
{}  esac
  case $command in
    '')
      argument='words {}'
      options="--version --json $common"
      ;;
)END",
                      joined(with_value, " | "), joined(groups, " | "), common_cases,
                      joined(names, " "));
  for (const Command* command : all) text += case_of(*command, vocabulary);
  return text + "  esac\n" + std::string(kTail);
}

}  // namespace grundy::cli
