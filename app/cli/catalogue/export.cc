// grundy catalogue export: all games as a table for other programs, a row each.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/codes.h"
#include "catalogue/quotients.h"
#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

struct ExportOptions : FileOptions {
  std::string status;
  std::string format = "csv";
  std::string columns;
  std::string out;
  face::Play play = face::Play::normal;
};

constexpr std::array kColumns = {
    "code",   "same_as",    "status",         "preperiod",   "period",     "saltus", "repeats",
    "rulers", "exceptions", "last_exception", "largest",     "largest_at", "rares",  "last_rare",
    "upto",   "kernel",     "seconds",        "certificate", "words"};
// Unless others are asked for: the words say what the code says.
constexpr size_t kColumnsOfCsv = kColumns.size() - 1;

/// "heap".
std::string certificate_kind(const std::string& certificate) {
  constexpr std::string_view kKind = "\nkind ";
  const size_t begin = certificate.find(kKind);
  if (begin == std::string::npos) return "";
  return certificate.substr(begin + kKind.size(),
                            certificate.find('\n', begin + kKind.size()) - begin - kKind.size());
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
          game.certificate ? certificate_kind(*game.certificate) : "",
          code_in_words(game.code)};
}

/// For people, who read Markdown.
constexpr std::string_view kShortColumns = "code,status,preperiod,period,saltus,largest";

std::string nearest_column(std::string_view name) {
  const std::string known = nearest_name(name, {kColumns.begin(), kColumns.end()});
  return known.empty() ? "" : fmt::format(", did you mean '{}'?", known);
}

/// The places in kColumns of the names in a list "code,period"; those of csv for an empty list.
Attempt<std::vector<size_t>> chosen_columns(std::string_view list) {
  std::vector<size_t> result;
  if (list.empty()) {
    for (size_t i = 0; i < kColumnsOfCsv; ++i) result.push_back(i);
    return result;
  }
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    const std::string_view name = trimmed(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    const auto at = std::find(kColumns.begin(), kColumns.end(), name);
    if (at == kColumns.end())
      return Error::input(fmt::format("there is no column '{}'{}; there are {}", name,
                                      nearest_column(name), fmt::join(kColumns, ", ")));
    result.push_back(static_cast<size_t>(at - kColumns.begin()));
  }
  return result;
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
  const bool csv = options.format == "csv";
  const Attempt<std::vector<size_t>> columns = chosen_columns(
      options.columns.empty() && !csv ? kShortColumns : std::string_view(options.columns));
  if (!columns) return columns.error();
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  if (options.play == face::Play::misere) {
    const Attempt<std::string> text = quotients_csv(*catalogue, options.status);
    if (!text) return text.error();
    context.print(*text);
    return kAnswered;
  }
  const Attempt<std::vector<CatalogueGame>> games = catalogue->games(options.status);
  if (!games) return games.error();
  std::vector<std::string_view> heads;
  for (const size_t column : *columns) heads.emplace_back(kColumns.at(column));
  if (csv) {
    context.print(fmt::format("{}\n", fmt::join(heads, ",")));
  } else {
    context.print(fmt::format("| {} |\n|", fmt::join(heads, " | ")));
    for (size_t i = 0; i < heads.size(); ++i) context.print(" --- |");
    context.print("\n");
  }
  for (const CatalogueGame& game : *games) {
    const auto all = cells(game);
    std::vector<std::string> row;
    for (const size_t column : *columns) row.push_back(all.at(column));
    if (csv) std::transform(row.begin(), row.end(), row.begin(), quoted);
    context.print(csv ? fmt::format("{}\n", fmt::join(row, ","))
                      : fmt::format("| {} |\n", fmt::join(row, " | ")));
  }
  return kAnswered;
}

}  // namespace

Command catalogue_export_command() {
  Command command("catalogue export", "all games as a table");
  const auto options = std::make_shared<ExportOptions>();
  command.choice("--format", "FORMAT", "write csv or markdown", {"csv", "markdown"},
                 options->format);
  add_status(command, options->status);
  command.play(options->play);
  add_file(command, *options);
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("--format csv --file octal3.sqlite --out octal3.csv");
  command.option("--columns", "LIST",
                 "write these columns, 'code,period'; all of them, or a short list in Markdown",
                 into(options->columns));
  command.example("--columns code,period,saltus");
  command.example("--status periodic");
  command.example("--play misere --out misere3.csv", "misere quotients");
  command.refuse(
      "--json",
      "games are exported as csv or Markdown; `grundy catalogue show --json` writes JSON");
  command.exclude({"--format markdown", "--columns"}, {"--play misere"},
                  "quotients are exported as csv, with all columns");
  command.sample = "--format markdown";
  command.own_sample = "--format markdown";
  command.run = runner(options, export_games);
  return command;
}

}  // namespace grundy::cli
