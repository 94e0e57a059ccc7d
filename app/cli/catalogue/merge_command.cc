// grundy catalogue merge: takes over what other catalogues know better.
#include <fmt/format.h>

#include "base/json.h"
#include "catalogue/merge.h"
#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

struct MergeOptions : FileOptions {
  std::string first;
  std::vector<std::string> parts;
  std::string check = "all";
};

Attempt<int> merge_parts(const MergeOptions& options, Context& context) {
  Attempt<Catalogue> whole = Catalogue::open(options.file, Catalogue::Open::create);
  if (!whole) return std::move(whole).error();
  Budget budget;
  context.limit(budget);
  context.allow_saving();
  Merged all;
  std::vector<std::string> names = {options.first};
  names.insert(names.end(), options.parts.begin(), options.parts.end());
  for (const std::string& name : names) {
    const Attempt<Catalogue> part = Catalogue::open(name, Catalogue::Open::existing);
    if (!part) return part.error();
    const Attempt<Merged> merged =
        merge_catalogue(*whole, *part, name, options.check == "sample", budget);
    if (!merged) return merged.error();
    all.games += merged->games;
    all.taken += merged->taken;
    all.unproved += merged->unproved;
    all.certificates += merged->certificates;
  }
  if (context.json()) {
    JsonWriter json;
    json.begin_object().key("files").value(uint64_t{names.size()}).key("games").value(all.games);
    json.key("taken").value(all.taken).key("unproved").value(all.unproved);
    json.key("certificates").value(all.certificates);
    context.print(json.end_object().take() + "\n");
    return kAnswered;
  }
  context.print(fmt::format(
      "{} of {} games taken over, {} certificates accepted{}\n", all.taken, all.games,
      all.certificates,
      all.unproved > 0 ? fmt::format("; {} periods have no certificate", all.unproved) : ""));
  return kAnswered;
}

}  // namespace

Command catalogue_merge_command() {
  Command command("catalogue merge",
                  "takes over what other catalogues know better, and checks it first");
  const auto options = std::make_shared<MergeOptions>();
  command.argument("PART", into(options->first), Fill::file);
  command.optional_argument("PARTS", into(options->parts), Fill::file).repeats = true;
  add_file(command, *options);
  command.choice("--check", "WHICH",
                 "check the certificates and first values of all games, or of one in sixteen (all)",
                 {"all", "sample"}, options->check);
  command.example("part1.sqlite part2.sqlite --file octal4.sqlite");
  command.example("part*.sqlite --check sample --file octal4.sqlite");
  command.sample = "part1.sqlite";
  command.own_sample = "part1.sqlite";
  command.run = runner(options, merge_parts);
  return command;
}

}  // namespace grundy::cli
