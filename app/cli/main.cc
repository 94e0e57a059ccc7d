// grundy: reads the command line and hands it to the command.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/help.h"
#include "cli/run.h"
#include "cli/typed_lines.h"

namespace {

using namespace grundy;
using namespace grundy::cli;

int run(const std::vector<std::string>& words) {
  if (!words.empty()) return run_command(words);
  if (isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0) return run_dialogue();
  std::fputs(overview(all_commands()).c_str(), stderr);
  return kWrongInput;
}

}  // namespace

int main(int argc, char** argv) {
  install_signals();
  make_line_editor = make_libedit_editor;
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
