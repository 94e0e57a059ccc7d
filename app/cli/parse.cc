#include "cli/parse.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <deque>

#include "base/text.h"

namespace grundy::cli {
namespace {

using Words = std::vector<std::string>;
using CommandTable = std::vector<CommandEntry>;

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }
bool asks_for_help(const std::string& word) { return word == "--help" || word == "-h"; }

/// Calls visit(command) for each command of the table, a group's members in its place, until it
/// gives true.
template <class Visit>
void for_each_command(const CommandTable& table, Visit&& visit) {
  const auto nowhere = std::make_shared<CommonOptions>();
  for (const CommandEntry& entry : table) {
    const Command command = declared(entry, nowhere);
    if (command.members.empty() && visit(command)) return;
    for (const Command& member : command.members) {
      if (visit(member)) return;
    }
  }
}

/// Whether the word is an option, of any command, that has the next word as its value.
bool takes_next_word(const CommandTable& table, const std::string& word, const std::string& next) {
  bool takes = false;
  for_each_command(table, [&](const Command& command) {
    const Option* const option = command.find_option(word);
    takes = option != nullptr && option->takes(next);
    return option != nullptr;
  });
  return takes;
}

/// Takes the first word that is neither an option nor the value of one out of the words; empty when
/// there is none.
std::string take_name(const CommandTable& table, Words& words) {
  size_t at = 0;
  while (at < words.size() && is_option(words[at]) && !asks_for_help(words[at]))
    at += takes_next_word(table, words[at], at + 1 < words.size() ? words[at + 1] : "") ? 2 : 1;
  if (at >= words.size()) return "";
  std::string name = std::move(words[at]);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  return name;
}

/// Whether the word is a sum and no name: "kayles(10) + nim(3)", "nim{3, 5}".
bool looks_like_sum(std::string_view word) {
  return word.find_first_of("({") != word.npos || (word.starts_with('*') && word.size() > 1);
}

/// Tells that the command has no such option, and why, which one may have been meant, or which
/// commands have it.
Error unknown_option(const CommandTable& table, const Command& command, const std::string& word) {
  const std::string option = word.substr(0, word.find('='));
  const std::string no_option = fmt::format("`grundy {}` has no option {}", command.name, option);
  for (const auto& [refused, why] : command.refused) {
    if (refused == option) return Error::input(why);
  }
  std::vector<std::string> own;
  for (const Option& one : command.options) own.push_back(one.name);
  if (const std::string near = nearest_name(option, own); !near.empty())
    return Error::input(fmt::format("{}; did you mean {}?", no_option, near));
  for (const Option& one : command.options) {
    if (std::find(one.choices.begin(), one.choices.end(), option.substr(2)) != one.choices.end())
      return Error::input(
          fmt::format("{}; did you mean {} {}?", no_option, one.name, option.substr(2)));
  }
  std::string elsewhere;
  std::vector<std::string> others;
  for_each_command(table, [&](const Command& other) {
    const Option* const same = other.find_option(option);
    if (same == nullptr) return false;
    elsewhere = same->elsewhere;
    others.push_back(fmt::format("`grundy {}`", other.name));
    return false;
  });
  if (!elsewhere.empty()) return Error::input(fmt::format("{}: {}", no_option, elsewhere));
  return Error::input(fmt::format(
      "{}; {}", no_option,
      others.empty()
          ? fmt::format("see `grundy help {}`", command.name)
          : fmt::format("{} {}", enumeration(others), others.size() == 1 ? "has it" : "have it")));
}

/// Gives its first choice to each option that may lack a value and has none: "--count=choices".
void add_values_that_lack(const Command& command, Words& words) {
  for (size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const Option* const option = command.find_option(words[i]);
    if (option == nullptr) continue;
    const bool has_value = i + 1 < words.size() && option->takes(words[i + 1]);
    if (option->may_lack_value && !has_value) words[i] += "=" + option->choices[0];
    if (has_value) ++i;
  }
}

/// The texts that were given for an option.
struct OptionUse {
  const Option& option;
  bool raised = false;  // of a flag
  Words texts = {};
};

/// Whether the option was given, with the value where one is named: "--play misere".
bool is_given(const std::deque<OptionUse>& given, const std::string& option) {
  const size_t blank = option.find(' ');
  const std::string name = option.substr(0, blank);
  return std::any_of(given.begin(), given.end(), [&](const OptionUse& one) {
    if (one.option.name != name) return false;
    if (blank == std::string::npos) return one.raised || !one.texts.empty();
    return std::find(one.texts.begin(), one.texts.end(), option.substr(blank + 1)) !=
           one.texts.end();
  });
}

/// Refuses options of which one would be dropped.
Attempt<void> check_that_all_are_obeyed(const Command& command,
                                        const std::deque<OptionUse>& given) {
  for (const Exclusion& exclusion : command.exclusions) {
    for (const std::string& one : exclusion.these) {
      for (const std::string& other : exclusion.those) {
        if (!is_given(given, one) || !is_given(given, other)) continue;
        return Error::input(
            fmt::format("{} and {} exclude each other: {}", other, one, exclusion.why));
      }
    }
  }
  for (const Need& need : command.needs) {
    const bool met = std::any_of(need.others.begin(), need.others.end(),
                                 [&](const std::string& other) { return is_given(given, other); });
    if (is_given(given, need.option) && !met)
      return Error::input(fmt::format("{} is for {}", need.option, enumeration(need.others, "or")));
  }
  return {};
}

/// Reads the words behind the command's name.
Attempt<void> read_words(const CommandTable& table, const Command& command, Words words) {
  const auto wrong = [&command](const std::string& message) {
    const std::string usage = command.usage();
    return Error::input(fmt::format("{} (usage: grundy {}{}{}); see `grundy help {}`", message,
                                    command.name, usage.empty() ? "" : " ", usage, command.name));
  };
  CLI::App program;
  program.set_help_flag();
  program.allow_extras();
  CLI::App* app = &program;
  Words path;
  for (size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = command.name.find(' ', begin);
    path.push_back(command.name.substr(begin, end - begin));
    app->require_subcommand(0, 1);  // a second one of the same name is an argument
    app = app->add_subcommand(path.back());
  }
  std::deque<OptionUse> given;
  for (const Option& option : command.options) {
    OptionUse& one = given.emplace_back(OptionUse{option});
    if (option.is_flag()) {
      app->add_flag(option.name, one.raised);
    } else {
      app->add_option(option.name, one.texts)
          ->type_name(option.value)
          ->take_all()
          ->allow_extra_args(false);
    }
  }
  // One positional option for each argument: CLI11 takes those of a list for missing when there may
  // be none.
  std::deque<std::string> arguments(command.arguments.size());
  std::vector<const CLI::Option*> positional;
  for (size_t i = 0; i < arguments.size(); ++i)
    positional.push_back(app->add_option(fmt::format("argument{}", i), arguments[i]));
  add_values_that_lack(command, words);
  words.insert(words.begin(), path.begin(), path.end());
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the end
  try {
    program.parse(words);
  } catch (const CLI::ParseError& error) {
    const std::string_view message = error.what();
    for (const Option& option : command.options) {
      if (!option.is_flag() && message.starts_with(option.name + ":"))
        return wrong(fmt::format("{} needs a value, {}", option.name, option.value));
    }
    return wrong(std::string(message));
  }
  const bool takes_more = !command.arguments.empty() && command.arguments.back().repeats;
  Words more;
  for (const std::string& word : program.remaining(true)) {
    if (word == "--") continue;
    if (is_option(word)) return unknown_option(table, command, word);
    if (takes_more) {
      more.push_back(word);
      continue;
    }
    const auto file = std::find_if(arguments.begin(), arguments.end(),
                                   [](const std::string& one) { return one.ends_with(".game"); });
    if (file != arguments.end() && command.find_option("--rules") != nullptr)
      return wrong(fmt::format("unexpected argument '{}': a file of rules is given by '--rules {}'",
                               word, *file));
    return wrong(fmt::format("unexpected argument '{}'", word));
  }
  size_t count = 0;
  while (count < arguments.size() && !positional[count]->empty()) ++count;
  if (count < command.required) return wrong(fmt::format("expected {}", command.usage()));

  for (const OptionUse& one : given) {
    if (!one.raised) continue;
    if (auto read = one.option.read(one.option.name, ""); !read) return read;
  }
  for (const OptionUse& one : given) {
    if (one.texts.size() > 1 && !one.option.repeats)
      return wrong(fmt::format("{} is given twice", one.option.name));
    for (const std::string& text : one.texts) {
      if (text.empty() && one.option.fill == Fill::file)
        return wrong(
            fmt::format("{} takes the name of a file, which is empty here", one.option.name));
      if (auto read = one.option.read(one.option.name, text); !read) return read;
    }
  }
  if (auto obeyed = check_that_all_are_obeyed(command, given); !obeyed) return obeyed;
  for (size_t i = 0; i < count; ++i) {
    if (auto read = command.arguments[i].read(command.arguments[i].name, arguments[i]); !read)
      return read;
  }
  for (const std::string& word : more) {
    if (auto read = command.arguments.back().read(command.arguments.back().name, word); !read)
      return read;
  }
  return {};
}

}  // namespace

Error unknown_command(std::string_view name, const std::vector<std::string>& known,
                      std::string_view lister) {
  const std::string near = nearest_name(name, known);
  return Error::input(fmt::format("unknown command '{}'; {}", name,
                                  near.empty() ? fmt::format("`{}` lists them", lister)
                                               : fmt::format("did you mean '{}'?", near)));
}

Command declared(const CommandEntry& entry, const std::shared_ptr<CommonOptions>& common) {
  Command command = entry.declare();
  for (Command& member : command.members) {
    if (member.takes_common) add_common_options(member, common);
  }
  if (command.members.empty() && command.takes_common) add_common_options(command, common);
  return command;
}

Attempt<Command> parse(const CommandTable& table, Words words,
                       const std::shared_ptr<CommonOptions>& common) {
  common->json = std::find(words.begin(), words.end(), "--json") != words.end();
  std::string name = take_name(table, words);
  if (name.empty()) return Error::input("expected a command; `grundy help` lists them");
  if (asks_for_help(name)) name = "help";
  const auto find = [&](std::string_view wanted) {
    return std::find_if(table.begin(), table.end(),
                        [&](const CommandEntry& entry) { return entry.name == wanted; });
  };
  const auto entry = find(name);
  if (entry == table.end()) {
    std::vector<std::string> known;
    for (const CommandEntry& one : table) known.emplace_back(one.name);
    if (looks_like_sum(name))
      return Error::input(fmt::format("that is a sum: grundy solve '{}'", name));
    return unknown_command(name, known, "grundy help");
  }
  Command command = declared(*entry, common);
  const bool wants_help = std::any_of(words.begin(), words.end(), asks_for_help);
  if (!command.members.empty()) {
    const std::string what = take_name(table, words);
    std::vector<std::string> known;
    for (const Command& member : command.members) known.push_back(member.name);
    const auto member = std::find(known.begin(), known.end(), command.name + " " + what);
    if (member != known.end()) {
      Command chosen = std::move(command.members[static_cast<size_t>(member - known.begin())]);
      command = std::move(chosen);
    } else if (!wants_help && what.empty()) {
      return Error::input(
          fmt::format("expected one of {}; see `grundy help {}`", enumeration(known, "or"), name));
    } else if (!wants_help) {
      return unknown_command(command.name + " " + what, known, "grundy help " + command.name);
    }
  }
  if (wants_help) {
    words = {command.name.substr(0, command.name.find(' '))};
    if (const size_t blank = command.name.find(' '); blank != std::string::npos)
      words.push_back(command.name.substr(blank + 1));
    command = declared(*find("help"), common);
  }
  if (auto read = read_words(table, command, std::move(words)); !read)
    return std::move(read).error();
  return command;
}

}  // namespace grundy::cli
