// grundy man: the manual page, as man(7) source.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/help.h"

namespace grundy::cli {
namespace {

/// Text that roff shows as it is: every hyphen one that can be searched for and copied, no quote
/// made a typographic one, no first character of a line taken for a request's mark.
std::string roff(std::string_view text) {
  std::string result = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '-':
        result += "\\-";
        break;
      case '\\':
        result += "\\e";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string sentence(std::string_view text) {
  std::string result = roff(text);
  if (!result.empty())
    result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
  return result + ".\n";
}

std::string option_items(const Command& command, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const Option& option = command.options[i];
    text += fmt::format(".TP\n\\fB{}\\fR", roff(option.name));
    if (option.needs_value()) text += fmt::format(" \\fI{}\\fR", roff(option.value));
    if (option.may_lack_value) text += fmt::format(" [\\fI{}\\fR]", roff(option.value));
    text += "\n" + sentence(option.meaning);
  }
  return text;
}

std::string section(const Command& command) {
  std::string text =
      fmt::format(".SS {}\n{}", roff(usage_line(command)), sentence(command.summary));
  if (!command.members.empty()) {
    for (const Command& member : command.members) text += section(member);
    return text;
  }
  text += option_items(command, 0, command.own);
  text += ".PP\n.RS 4\n.nf\n";
  for (size_t i = 0; i < command.own_examples; ++i)
    text += roff(line_of(command, command.examples[i])) + "\n";
  return text + ".fi\n.RE\n";
}

std::string page(const std::vector<Command>& commands) {
  std::string text =
      ".TH GRUNDY 1 \"\" \"grundy " GRUNDY_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\n"
      "grundy \\- who wins an impartial combinatorial game, and why\n"
      ".SH SYNOPSIS\n"
      "\\fBgrundy\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIARGUMENTS\\fR\n"
      ".br\n"
      "\\fBgrundy help\\fR [\\fICOMMAND\\fR]\n"
      ".SH DESCRIPTION\n"
      "A \\fISUM\\fR of positions is written as on paper: \\(aqkayles(10) + 3*nim(4) + *5\\(aq, "
      "\\(aqnim{3, 5, 7}\\(aq,\n"
      "\\(aqoctal[0.137](50)\\(aq, \\(aqstones[K=2](4, 7)\\(aq.\n"
      "A \\fIGAME\\fR is written without a position: kayles, \\(aqsubtract[{1, 3, 4}]\\(aq.\n"
      "\\fBgrundy games\\fR lists the games that are built in; \\fB\\-\\-rules\\fR reads others "
      "from a file.\n"
      "Options may stand before and behind the arguments.\n"
      ".PP\n"
      "Results go to standard output, progress and messages to standard error.\n"
      "A file written by \\fB\\-\\-out\\fR is whole or not there.\n"
      ".SH COMMANDS\n";
  const Command* with_common = nullptr;
  for (const Command& command : commands) {
    text += section(command);
    if (with_common == nullptr && command.own < command.options.size()) with_common = &command;
  }
  text += ".SH OPTIONS OF EVERY COMMAND\n";
  if (with_common != nullptr)
    text += option_items(*with_common, with_common->own, with_common->options.size());
  return text +
         ".SH EXIT STATUS\n"
         ".TP\n0\nAnswered.\n"
         ".TP\n1\nThe question was understood, and the honest answer is \"not known\" or \"not "
         "so\".\n"
         ".TP\n2\nThe input is wrong.\n"
         ".TP\n3\nAn internal error.\n";
}

}  // namespace

Command man_command() {
  Command command("man", "the manual page, for `man -l`");
  command.takes_common = false;
  command.example("> grundy.1");
  command.run = [](Context& context) {
    context.print(page(all_commands()));
    return context.finish(kAnswered);
  };
  return command;
}

}  // namespace grundy::cli
