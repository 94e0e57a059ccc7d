// grundy contest ID: reads a known contest problem's input on standard input and writes what its judge expects.
#include <fmt/format.h>
#include <unistd.h>

#include <array>

#include "cli/command.h"
#include "cli/contest/contests.h"
#include "cli/json.h"

namespace grundy::cli {

int contest(Context& context) {
  const std::string& id = context.arguments().sums[0];
  for (const Contest& one : contests()) {
    if (one.id != id) continue;
    Attempt<std::string> output = one.answer(context.budget());
    if (!output) return context.finish(context.fail(output.error()));
    if (context.arguments().json) {
      JsonWriter json;
      json.begin_object().key("contest").value(one.id).key("output").value(*output).end_object();
      context.print(json.take() + "\n");
    } else {
      context.print(*output);
    }
    return context.finish(kAnswered);
  }
  std::string known;
  for (const Contest& one : contests()) known += fmt::format("\n  {:<10} {}", one.id, one.title);
  return context.finish(
      context.fail(Error::input(fmt::format("unknown contest problem '{}'; there are{}", id, known))));
}

}  // namespace grundy::cli
