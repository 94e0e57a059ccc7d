// grundy contest ID: reads a known contest problem's input on standard input and writes what its
// judge expects.
#include <fmt/format.h>

#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct ContestOptions {
  std::string id;
};

int contest(const ContestOptions& options, Context& context) {
  const std::string& id = options.id;
  std::string known;
  for (const face::ContestProblem& one : face::contest_problems()) {
    known += fmt::format("\n  {:<10} {}", one.id, one.title);
    if (one.id != id) continue;
    const face::Result<std::string> output = context.face().answer_contest(id);
    if (!output) return context.finish(output.error());
    if (context.json()) {
      JsonWriter json;
      json.begin_object().key("contest").value(one.id).key("output").value(*output).end_object();
      context.print(json.take() + "\n");
    } else {
      context.print(*output);
    }
    return context.finish(kAnswered);
  }
  return context.finish(
      Error::input(fmt::format("unknown contest problem '{}'; there are{}", id, known)));
}

}  // namespace

Command contest_command() {
  Command command("contest", "answers a known contest problem from standard input");
  const auto options = std::make_shared<ContestOptions>();
  Option& id = command.argument("ID", into(options->id), Fill::choice);
  for (const face::ContestProblem& one : face::contest_problems()) id.choices.push_back(one.id);
  command.example("abc206F < input.txt");
  command.sample = "abc206F < input.txt";
  command.own_sample = "abc206F < input.txt";
  command.run = [options](Context& context) { return contest(*options, context); };
  return command;
}

}  // namespace grundy::cli
