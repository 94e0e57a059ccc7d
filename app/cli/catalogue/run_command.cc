// grundy catalogue run: works games out and keeps the results.
#include <fmt/format.h>

#include <charconv>

#include "base/json.h"
#include "catalogue/codes.h"
#include "catalogue/quotients.h"
#include "catalogue/run.h"
#include "cli/catalogue/members.h"
#include "cli/quantity.h"

namespace grundy::cli {
namespace {

struct RunOptions : FileOptions {
  std::string codes;
  double seconds = 0;  // 0: no bound
  std::optional<uint64_t> upto;
  std::string shard;  // "3/64"; empty: all
  face::Play play = face::Play::normal;
  double each = 0;  // seconds for the quotient of a code
};

constexpr double kSecondsForACode = 5;

Attempt<int> run_misere(const RunOptions& options, const std::vector<HeapCode>& codes,
                        Budget& budget, Context& context) {
  Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::create);
  if (!catalogue) return std::move(catalogue).error();
  const double each = options.each > 0 ? options.each : kSecondsForACode;
  if (auto done = run_quotients(*catalogue, codes, each, options.seconds, budget); !done)
    return std::move(done).error();
  std::vector<CatalogueQuotient> found;
  for (const HeapCode& code : codes) {
    auto one = catalogue->quotients(code.text());
    if (!one) return std::move(one).error();
    found.insert(found.end(), one->begin(), one->end());
  }
  context.print(counts_of_quotients(found, context.json(), codes.size() - found.size()));
  return kAnswered;
}

/// The shard's number and how many there are.
Attempt<std::pair<uint64_t, uint64_t>> parse_shard(const std::string& text) {
  uint64_t shard = 0;
  uint64_t shards = 0;
  const char* end = text.data() + text.size();
  const auto [slash, wrong] = std::from_chars(text.data(), end, shard);
  if (wrong == std::errc() && slash != end && *slash == '/') {
    const auto [rest, error] = std::from_chars(slash + 1, end, shards);
    if (error == std::errc() && rest == end && 1 <= shard && shard <= shards)
      return std::pair(shard, shards);
  }
  return Error::input(fmt::format(
      "--shard is written 3/64, the third of 64 shards, counted from 1, not '{}'", text));
}

Attempt<int> run(const RunOptions& options, Context& context) {
  Attempt<std::vector<HeapCode>> codes = parse_families(options.codes);
  if (!codes) return std::move(codes).error();
  if (!options.shard.empty()) {
    const auto shard = parse_shard(options.shard);
    if (!shard) return shard.error();
    codes = of_shard(*std::move(codes), shard->first, shard->second);
  }
  for (const std::string& note : notes_on_codes(options.codes)) context.tell(note);
  Budget budget;
  context.limit(budget);
  context.allow_saving();
  if (options.play == face::Play::misere) return run_misere(options, *codes, budget, context);
  if (options.upto == 0) return Error::input("--upto is at least 1 here");
  Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::create);
  if (!catalogue) return std::move(catalogue).error();
  const auto note = [&](std::string text) { context.set_goal({.note = std::move(text)}); };
  if (auto done = run_catalogue(*catalogue, *codes, options.upto.value_or(0), options.seconds,
                                budget, note);
      !done)
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
  command.option("--codes", "CODES",
                 "work out these codes and families of codes, such as octal<=3, octal4<=2, hex<=2",
                 into(options->codes));
  command.option("--budget", "TIME", "end after this time, such as 30m",
                 [options](std::string_view option, const std::string& text) -> Attempt<void> {
                   const Attempt<double> seconds = parse_duration(text, option);
                   if (!seconds) return seconds.error();
                   options->seconds = *seconds;
                   return {};
                 });
  command.play(options->play);
  command.option("--each", "TIME",
                 "in misere play look for the quotient of a code for so long at most (5s)",
                 [options](std::string_view option, const std::string& text) -> Attempt<void> {
                   const Attempt<double> seconds = parse_duration(text, option);
                   if (!seconds) return seconds.error();
                   options->each = *seconds;
                   return {};
                 });
  command.option("--upto", "N", "end when all positions up to N are known", into(options->upto));
  command.option("--shard", "SHARD",
                 "work out this part of the games, such as 3/64, the third of 64",
                 into(options->shard));
  add_file(command, *options);
  command.example("--codes 'octal<=3' --budget 30m --file octal3.sqlite");
  command.example("--codes '0.07 0.77 4!.0' --upto 1e6");
  command.example("--codes 'octal<=4' --shard 3/64 --budget 6h --file part3.sqlite",
                  "a machine of many");
  command.example("--codes 'subtract[{a, b}] for a in 1..9, b in a+1..9' --upto 1000");
  command.example("--play misere --codes 'octal<=3' --each 2s",
                  "misere quotients with certificates");
  command.exclude({"--upto"}, {"--play misere"},
                  "it counts values, which misere play has not; --each bounds a quotient");
  command.need("--each", {"--play misere"});
  command.sample = "--codes 'octal<=2'";
  command.own_sample = "--codes 'octal<=2'";
  command.run = runner(options, run);
  return command;
}

}  // namespace grundy::cli
