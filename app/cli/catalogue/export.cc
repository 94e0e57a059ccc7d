// grundy catalogue export: all games as a table for other programs, a row each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

struct ExportOptions : FileOptions {
  std::string status;
  std::string format = "csv";
  std::string out;
};

constexpr std::array kColumns = {"code",    "same_as",   "status",     "preperiod",      "period",  "saltus",
                                 "repeats", "rulers",    "exceptions", "last_exception", "largest", "largest_at",
                                 "rares",   "last_rare", "upto",       "kernel",         "seconds", "certificate"};

/// "heap".
std::string certificate_kind(const std::string& certificate) {
  constexpr std::string_view kKind = "\nkind ";
  const size_t begin = certificate.find(kKind);
  if (begin == std::string::npos) return "";
  return certificate.substr(begin + kKind.size(), certificate.find('\n', begin + kKind.size()) - begin - kKind.size());
}

std::array<std::string, kColumns.size()> cells(const CatalogueGame& game) {
  const bool known = law_of(game).has_value();
  const heap::Period law = law_of(game).value_or(heap::Period{});
  return {game.code,
          game.same_as.value_or(""),
          game.status(),
          number_or(known, law.preperiod, ""),
          number_or(known, law.period, ""),
          number_or(known, law.saltus, ""),
          game.shows ? repeats_text(*game.shows) : "",
          game.shows ? rulers_text(*game.shows) : "",
          number_or(game.period.has_value(), game.exceptions, ""),
          number_or(game.last_exception.has_value(), game.last_exception.value_or(0), ""),
          fmt::format("{}", game.largest),
          fmt::format("{}", game.largest_at),
          number_or(game.rares > 0, game.rares, ""),
          number_or(game.rares > 0, game.last_rare, ""),
          fmt::format("{}", game.upto),
          game.kernel,
          fmt::format("{:.3g}", game.seconds),
          game.certificate ? certificate_kind(*game.certificate) : ""};
}

/// A cell of csv (RFC 4180).
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

Attempt<int> export_games(const ExportOptions& options, Context& context) {
  context.print_to(options.out);
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  const Attempt<std::vector<CatalogueGame>> games = catalogue->games(options.status);
  if (!games) return games.error();
  const bool csv = options.format == "csv";
  if (csv) {
    context.print(fmt::format("{}\n", fmt::join(kColumns, ",")));
  } else {
    context.print(fmt::format("| {} |\n|", fmt::join(kColumns, " | ")));
    for (size_t i = 0; i < kColumns.size(); ++i) context.print(" --- |");
    context.print("\n");
  }
  for (const CatalogueGame& game : *games) {
    auto row = cells(game);
    if (csv) std::transform(row.begin(), row.end(), row.begin(), quoted);
    context.print(csv ? fmt::format("{}\n", fmt::join(row, ",")) : fmt::format("| {} |\n", fmt::join(row, " | ")));
  }
  return kAnswered;
}

}  // namespace

Command catalogue_export_command() {
  Command command("catalogue export", "all games as a table");
  const auto options = std::make_shared<ExportOptions>();
  command.choice("--format", "FORMAT", "write csv or markdown", {"csv", "markdown"}, options->format);
  add_status(command, options->status);
  add_file(command, *options);
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("--format csv --file octal3.sqlite --out octal3.csv");
  command.example("--status periodic");
  command.sample = "--format markdown";
  command.own_sample = "--format markdown";
  command.run = runner(options, export_games);
  return command;
}

}  // namespace grundy::cli
