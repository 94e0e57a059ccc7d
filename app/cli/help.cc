#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/parse.h"

namespace grundy::cli {
namespace {

constexpr size_t kExampleWidth = 70;  // shorter lines have their meanings below each other

struct HelpOptions {
  std::vector<std::string> name;  // of a command, and of a member of a group
};

std::string option_rows(const Command& command, size_t begin, size_t end) {
  const auto spelled = [](const Option& option) {
    const std::string value = option.may_lack_value ? "[" + option.value + "]" : option.value;
    return option.is_flag() ? option.name : option.name + " " + value;
  };
  size_t width = 0;
  for (const Option& option : command.options) width = std::max(width, spelled(option).size());
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const Option& option = command.options[i];
    text += fmt::format("  {:<{}}  {}\n", spelled(option), width, option.meaning);
  }
  return text;
}

std::string example_rows(const Command& command) {
  std::string text;
  for (const Example& example : command.examples) {
    const std::string line = line_of(command, example);
    text += example.meaning.empty()
                ? fmt::format("  {}\n", line)
                : fmt::format("  {:<{}}  {}\n", line, kExampleWidth, example.meaning);
  }
  return text;
}

/// A row for each command; with `groups`, one for each, under headings.
std::string command_rows(const std::vector<Command>& commands,
                         const std::vector<std::string_view>& groups = {}) {
  size_t name_width = 0;
  size_t usage_width = 0;
  for (const Command& command : commands) {
    name_width = std::max(name_width, command.name.size());
    usage_width = std::max(usage_width, command.usage().size());
  }
  std::string text;
  for (size_t i = 0; i < commands.size(); ++i) {
    const Command& command = commands[i];
    if (!groups.empty() && (i == 0 || groups[i] != groups[i - 1]))
      text += fmt::format("{}{}\n", i == 0 ? "" : "\n", groups[i]);
    text += fmt::format("  {:<{}} {:<{}} {}\n", command.name, name_width, command.usage(),
                        usage_width, command.summary);
  }
  return text;
}

std::string group_help(const Command& group) {
  std::string examples;
  for (const Command& member : group.members) {
    for (size_t i = 0; i < member.own_examples; ++i)
      examples += fmt::format("  {}\n", line_of(member, member.examples[i]));
  }
  return fmt::format(
      "grundy {}: {}\n\nUsage: {}\n\n{}\n`grundy help {} WHAT` shows the options of "
      "each.\n\nExamples:\n{}",
      group.name, group.summary, usage_line(group), command_rows(group.members), group.name,
      examples);
}

/// The command of this name among these; null when there is none.
const Command* find_command(const std::vector<Command>& commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

int help(const HelpOptions& options, Context& context) {
  const std::vector<Command> commands = all_commands();
  if (options.name.empty()) {
    context.print(overview(commands));
    return context.finish(kAnswered);
  }
  const Command* command = find_command(commands, options.name[0]);
  if (command != nullptr && options.name.size() > 1) {
    if (command->members.empty())
      return context.finish(
          Error::input(fmt::format("'{0}' has no subcommands; did you mean `grundy {0} {1}`?",
                                   options.name[0], options.name[1])));
    command = find_command(command->members, options.name[0] + " " + options.name[1]);
  }
  if (command == nullptr) {
    std::vector<std::string> known;
    for (const Command& one : commands) {
      known.push_back(one.name);
      for (const Command& member : one.members) known.push_back(member.name);
    }
    return context.finish(
        unknown_command(fmt::format("{}", fmt::join(options.name, " ")), known, "grundy help"));
  }
  context.print(help_text(*command));
  return context.finish(kAnswered);
}

}  // namespace

std::string line_of(const Command& command, const Example& example) {
  return fmt::format("grundy {}{}{}", command.name, example.words.empty() ? "" : " ",
                     example.words);
}

std::string usage_line(const Command& command) {
  const std::string usage = command.usage();
  const bool has_options = !command.options.empty() || !command.members.empty();
  return fmt::format("grundy {}{}{}{}", command.name, has_options ? " [OPTIONS]" : "",
                     usage.empty() ? "" : " ", usage);
}

std::string overview(const std::vector<Command>& commands) {
  std::vector<std::string_view> groups;
  for (const CommandEntry& entry : command_table()) groups.push_back(entry.group);
  return "grundy: who wins an impartial combinatorial game, and why.\n\n"
         "Usage: grundy COMMAND [OPTIONS] ARGUMENTS\n\n" +
         command_rows(commands, groups) +
         "\n"
         "A SUM is written as on paper: 'kayles(10) + 3*nim(4) + *5', 'nim{3, 5, 7}', "
         "'octal[0.137](50)', 'stones[K=2](4, 7)'.\n"
         "`grundy help COMMAND` shows a command's options and examples; `grundy` alone on a "
         "terminal "
         "begins a dialogue.\n";
}

std::string help_text(const Command& command) {
  if (!command.members.empty()) return group_help(command);
  std::string text = fmt::format("grundy {}: {}\n\nUsage: {}\n", command.name, command.summary,
                                 usage_line(command));
  if (command.own > 0) text += "\nOptions:\n" + option_rows(command, 0, command.own);
  if (command.own < command.options.size())
    text +=
        "\nOptions of every command:\n" + option_rows(command, command.own, command.options.size());
  return text + "\nExamples:\n" + example_rows(command);
}

Command help_command() {
  Command command("help", "the options of a command, with examples");
  const auto options = std::make_shared<HelpOptions>();
  command.optional_argument("COMMAND", into(options->name), Fill::command);
  command.optional_argument("WHAT", into(options->name));
  command.takes_common = false;
  command.example("solve");
  command.example("catalogue run");
  command.run = [options](Context& context) { return help(*options, context); };
  return command;
}

}  // namespace grundy::cli
