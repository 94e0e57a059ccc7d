// grundy catalogue run: works games out and keeps the results.
#include <fmt/format.h>

#include "cli/catalogue/codes.h"
#include "cli/catalogue/members.h"
#include "cli/catalogue/run.h"
#include "cli/quantity.h"
#include "session/json.h"

namespace grundy::cli {
namespace {

struct RunOptions : FileOptions {
  std::string codes;
  double seconds = 0;  // 0: no bound
  std::optional<uint64_t> upto;
};

Attempt<int> run(const RunOptions& options, Context& context) {
  const Attempt<std::vector<HeapCode>> codes = parse_families(options.codes);
  if (!codes) return codes.error();
  for (const std::string& note : notes_on_codes(options.codes)) context.tell(note);
  if (options.upto == 0) return Error::input("--upto is at least 1 here");
  Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::create);
  if (!catalogue) return std::move(catalogue).error();
  if (auto done = run_catalogue(*catalogue, *codes, options.upto.value_or(0), options.seconds, context); !done)
    return std::move(done).error();
  StatusCounts counts;
  uint64_t unknown = 0;
  for (const HeapCode& code : *codes) {
    const Attempt<std::optional<CatalogueGame>> game = catalogue->find(code.text());
    if (!game) return game.error();
    if (*game) {
      counts.add(**game);
    } else {
      ++unknown;
    }
  }
  if (context.json()) {
    JsonWriter json;
    json.begin_object().key("games").value(uint64_t{codes->size()});
    json.key("periodic")
        .value(counts.periodic)
        .key("arithmetic")
        .value(counts.arithmetic)
        .key("conjectured")
        .value(counts.conjectured);
    json.key("open").value(counts.open).key("not_begun").value(unknown);
    context.print(json.end_object().take() + "\n");
  } else {
    context.print(fmt::format("{} games: {}{}\n", codes->size(), counts.text(),
                              unknown > 0 ? fmt::format(", {} not begun", unknown) : ""));
  }
  return kAnswered;
}

}  // namespace

Command catalogue_run_command() {
  Command command("catalogue run", "works games out and keeps the results");
  const auto options = std::make_shared<RunOptions>();
  command.option("--codes", "CODES", "work out these codes and families of codes, such as octal<=3, octal4<=2, hex<=2",
                 into(options->codes));
  command.option("--budget", "TIME", "end after this time, such as 30m",
                 [options](std::string_view option, const std::string& text) -> Attempt<void> {
                   const Attempt<double> seconds = parse_duration(text, option);
                   if (!seconds) return seconds.error();
                   options->seconds = *seconds;
                   return {};
                 });
  command.option("--upto", "N", "end when all positions up to N are known", into(options->upto));
  add_file(command, *options);
  command.example("--codes 'octal<=3' --budget 30m --file octal3.sqlite");
  command.example("--codes '0.07 0.77 4!.0' --upto 1e6");
  command.sample = "--codes 'octal<=2'";
  command.own_sample = "--codes 'octal<=2'";
  command.run = runner(options, run);
  return command;
}

}  // namespace grundy::cli
