// grundy completion SHELL: a script that makes a shell complete its command lines.
#include "cli/completion.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct CompletionOptions {
  std::string shell;
};

int completion(const CompletionOptions& options, Context& context) {
  const Vocabulary vocabulary{all_commands(), game_names(context.face())};
  context.print(options.shell == "bash"  ? bash_completion(vocabulary)
                : options.shell == "zsh" ? zsh_completion(vocabulary)
                                         : fish_completion(vocabulary));
  return context.finish(kAnswered);
}

std::string quoted(std::string_view text, std::string_view quote) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace

std::string quoted_for_sh(std::string_view text) { return quoted(text, "'\\''"); }
std::string quoted_for_fish(std::string_view text) { return quoted(text, "\\'"); }

std::string identifier(std::string_view name) {
  std::string result(name);
  std::replace(result.begin(), result.end(), ' ', '_');
  return result;
}

Command completion_command() {
  Command command("completion", "a script by which a shell completes command lines");
  const auto options = std::make_shared<CompletionOptions>();
  const std::vector<std::string> shells = {"bash", "zsh", "fish"};
  command.argument("SHELL", one_of(shells, options->shell), Fill::choice).choices = shells;
  command.takes_common = false;
  command.example("bash > ~/.local/share/bash-completion/completions/grundy");
  command.example("zsh > ~/.zfunc/_grundy");
  command.example("fish > ~/.config/fish/completions/grundy.fish");
  command.run = [options](Context& context) { return completion(*options, context); };
  return command;
}

}  // namespace grundy::cli
