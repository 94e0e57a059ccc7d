#include "cli/run.h"

#include <csignal>

#include "cli/commands.h"

namespace grundy::cli {
namespace {

void on_signal(int) { interrupted = true; }

}  // namespace

void install_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed output is an error we report
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not become so large
}

int run_command(const std::vector<std::string>& words, const std::vector<std::string>& rules) {
  const auto common = std::make_shared<CommonOptions>();
  if (words[0] == "--version") {
    Context context(*common);
    context.print("grundy " GRUNDY_VERSION "\n");
    return context.finish(kAnswered);
  }
  const Attempt<Command> command = parse(command_table(), words, common);
  Context context(*common);
  if (!command) return context.finish(command.error());
  if (auto prepared = context.prepare(); !prepared) return context.finish(prepared.error());
  for (const std::string& text : rules) {
    if (auto loaded = context.face().load_rules("typed", text); !loaded)
      return context.finish(loaded.error());
  }
  return command->run(context);
}

}  // namespace grundy::cli
