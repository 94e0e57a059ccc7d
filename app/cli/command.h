// A command of the program and what it takes, declared once. From the same declarations the command
// line is read (parse.cc), and help (help.cc), the man page (man.cc) and completion for shells
// (completion.cc) are written.
//
// Each command has a struct of its own for what was said to it, and names the place of each value
// in it:
//
//   struct ValueOptions { std::string sum; };
//
//   Command value_command() {
//     Command command("value", "the Grundy value of a sum");
//     const auto options = std::make_shared<ValueOptions>();
//     command.argument("SUM", into(options->sum), Fill::game);
//     command.example("'kayles(100)'");
//     command.run = [options](Context& context) { return value(*options, context); };
//     return command;
//   }
//
// An option more is a member of the struct, a line here and an example.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/context.h"

namespace grundy::cli {

/// Reads the text that was given for `option` into its place; an error tells what texts the option
/// takes.
using Reader = std::function<Attempt<void>(std::string_view option, const std::string& text)>;

Reader into(std::string& place);
Reader into(std::optional<std::string>& place);
/// For an option or argument that may be given again.
Reader into(std::vector<std::string>& place);
/// One of these.
Reader one_of(std::vector<std::string> choices, std::string& place);
/// A number as people write it, 1000000, 1e6 or 10^6, of at most 10^18.
Reader into(uint64_t& place);
Reader into(std::optional<uint64_t>& place);
/// A natural number of any size, in digits.
Reader into(std::optional<face::Value>& place);

/// The texts that a shell offers for a value.
enum class Fill {
  nothing,
  choice,  // one of `choices`
  file,
  folder,
  game,     // the names of games, also within a sum
  command,  // the names of commands
};

struct Option {
  std::string name;     // "--moves"; of an argument "SUM"
  std::string value;    // what help calls its value, "N"; empty for a flag
  std::string meaning;  // "list at most this many moves (16)"; empty for an argument
  Reader read;
  Fill fill = Fill::nothing;
  std::vector<std::string> choices;
  // Then it has the first of the choices; only one of these words is its value.
  bool may_lack_value = false;
  bool repeats = false;
  std::string elsewhere;  // the reason why most commands don't have it

  bool is_flag() const { return value.empty(); }
  bool needs_value() const { return !is_flag() && !may_lack_value; }
  /// Whether the word behind it is its value.
  bool takes(const std::string& word) const;
};

/// A command line without "grundy NAME", and its purpose where the line doesn't show it.
struct Example {
  std::string words;
  std::string meaning;
};

/// Options that can't all be obeyed. An option stands here by its name, or with a value, "--play
/// misere".
struct Exclusion {
  std::vector<std::string> these;
  std::vector<std::string> those;
  std::string why;
};
/// An option that means something only beside one of others.
struct Need {
  std::string option;
  std::vector<std::string> others;
};

struct Command {
  Command(std::string its_name, std::string its_summary)
      : name(std::move(its_name)), summary(std::move(its_summary)) {}

  std::string name;  // "solve"; of a member of a group with the group's, "catalogue run"
  std::string summary;
  std::vector<Option> arguments;  // in order
  size_t required = 0;            // of the arguments, the first ones
  std::vector<Option> options;    // its own, then those of every command
  size_t own = 0;                 // of the options
  std::vector<Example> examples;  // its own, then those of options of every command
  size_t own_examples = 0;
  std::function<int(Context&)> run;  // empty for a group
  std::vector<Command> members;      // of a group
  /// Options that one could expect and the command doesn't have, with the reason.
  std::vector<std::pair<std::string, std::string>> refused;
  std::vector<Exclusion> exclusions;
  std::vector<Need> needs;
  /// Arguments for the examples of options of every command; own_sample names a game of the file
  /// "my.game".
  std::string sample;
  std::string own_sample;
  bool takes_common = true;  // the options of every command

  /// Arguments come in the order in which they are declared, the required ones first.
  Option& argument(std::string what, Reader read, Fill fill = Fill::nothing);
  Option& optional_argument(std::string what, Reader read, Fill fill = Fill::nothing);
  Option& flag(std::string option, bool& place, std::string meaning);
  Option& option(std::string option, std::string value, std::string meaning, Reader read,
                 Fill fill = Fill::nothing);
  /// An option with one of these values.
  Option& choice(std::string option, std::string value, std::string meaning,
                 std::vector<std::string> choices, std::string& place);
  /// A flag that one of these words may follow; the first of them is meant where none does.
  Option& flag_or_choice(std::string option, std::string value, std::string meaning,
                         std::vector<std::string> choices, std::string& place);
  /// --play normal|misere
  Option& play(face::Play& place);
  void example(std::string words, std::string meaning = "");
  void refuse(std::string option, std::string why) {
    refused.emplace_back(std::move(option), std::move(why));
  }

  /// Each of these options is refused beside each of those.
  void exclude(std::vector<std::string> these, std::vector<std::string> those, std::string why) {
    exclusions.push_back({std::move(these), std::move(those), std::move(why)});
  }
  /// Each two of these options are refused together.
  void exclude_each_other(const std::vector<std::string>& these, const std::string& why);
  void need(std::string option, std::vector<std::string> others) {
    needs.push_back({std::move(option), std::move(others)});
  }

  /// "SUM", "CODE [CODE]"; of a group "WHAT".
  std::string usage() const;
  const Option* find_option(std::string_view option) const;
};

/// Adds the options of every command, with examples; their values go to `place`.
void add_common_options(Command& command, const std::shared_ptr<CommonOptions>& place);

}  // namespace grundy::cli
