// The commands of the program, run here: their words in, what they write out.
//
// What the face has no type for (quotients, counts, catalogues, tables as text and pictures) is
// asked as on the command line, so that the answers are the program's own. One command at a time.
#include "catalogue/codes.h"
#include "catalogue/family.h"
#include "cli/commands.h"
#include "engine/heap/redundant.h"
#include "face/inside.h"
#include "python/convert.h"
#include "python/worker.h"

namespace grundy::python {
namespace {

struct Ran {
  int status = 0;
  std::string out;
  std::string said;
};

Ran run_command(const std::vector<std::string>& words,
                const std::vector<std::pair<std::string, std::string>>& rules,
                const face::SessionOptions& limits) {
  Ran ran;
  const auto common = std::make_shared<cli::CommonOptions>();
  const Attempt<cli::Command> command = cli::parse(cli::command_table(), words, common);
  common->time_limit = limits.time_limit;
  common->memory_limit = limits.memory_limit;
  common->threads = limits.threads;
  cli::Context context(*common);
  context.capture(ran.out, ran.said);
  context.stop_by(limits.stop, limits.progress);
  ran.status = [&] {
    if (!command) return context.finish(command.error());
    if (auto prepared = context.prepare(); !prepared) return context.finish(prepared.error());
    for (const auto& [name, text] : rules) {
      if (auto loaded = context.face().load_rules(name, text); !loaded)
        return context.finish(loaded.error());
    }
    return command->run(context);
  }();
  return ran;
}

}  // namespace

void define_command(py::module_& module) {
  module.def("command", [](const std::vector<std::string>& words,
                           const std::vector<std::pair<std::string, std::string>>& rules,
                           const py::tuple& limits) {
    Worker worker;
    const Ran ran = worker.ask(Limits::of(limits), [&](const face::SessionOptions& options) {
      try {
        return run_command(words, rules, options);
      } catch (const std::exception& error) {
        return Ran{cli::kInternal, "", error.what()};
      }
    });
    return py::make_tuple(ran.status, py::str(ran.out), py::str(ran.said));
  });
  // Of a family of rules its names, else none; and its games: each as it is written, its code, the
  // simplest code with the same values, the numbers of the names.
  module.def("family_of", [](const std::string& text) {
    py::list games;
    const auto add = [&](const std::string& name, const HeapCode& code,
                         const std::vector<int64_t>& numbers) {
      games.append(py::make_tuple(name, code.text(), heap::without_redundant(code).text(),
                                  py::tuple(py::cast(numbers))));
    };
    if (!catalogue::is_rule_family(text)) {
      const Attempt<std::vector<HeapCode>> codes = catalogue::parse_families(text);
      if (!codes) raise(face::Inside::error(codes.error()));
      for (const HeapCode& code : *codes) add(code.text(), code, {});
      return py::make_tuple(py::list(), games);
    }
    const Attempt<catalogue::RuleFamily> family = catalogue::read_rule_family(text);
    if (!family) raise(face::Inside::error(family.error()));
    for (const catalogue::FamilyGame& game : family->games)
      add(game.text(), game.code(), game.numbers);
    return py::make_tuple(py::list(py::cast(family->names)), games);
  });
}

}  // namespace grundy::python
