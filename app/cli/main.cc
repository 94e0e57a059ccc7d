// grundy: reads the command line and hands it to the command.
#include <fmt/format.h>

#include <csignal>
#include <cstdio>

#include "cli/commands.h"
#include "cli/help.h"

namespace {

using namespace grundy;
using namespace grundy::cli;

void on_signal(int) { interrupted = true; }

void install_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // a second Ctrl-C ends the program at once
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // a closed output is an error we report
  std::signal(SIGXFSZ, SIG_IGN);  // and so is a file that may not become so large
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    std::fputs(overview(all_commands()).c_str(), stderr);
    return kWrongInput;
  }
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
  return command->run(context);
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::bad_alloc&) {
    std::fputs("grundy: out of memory; --memory-limit makes the program decline in time\n", stderr);
    return kNotKnown;
  } catch (const std::exception& error) {
    std::fputs(fmt::format("grundy: internal error: {}\n", error.what()).c_str(), stderr);
    return kInternal;
  }
}
