// grundy catalogue WHAT: the database of heap games.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/catalogue/classes.h"
#include "cli/catalogue/codes.h"
#include "cli/catalogue/run.h"
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/quantity.h"

namespace grundy::cli {
namespace {

constexpr size_t kShown = 10;  // games in a summary

/// The catalogue's file, which all members of the command read but `compare`.
struct FileOptions {
  std::string file = "catalogue.sqlite";
};
struct RunOptions : FileOptions {
  std::string codes;
  double seconds = 0;  // 0: no bound
  std::optional<uint64_t> upto;
};
struct ShowOptions : FileOptions {
  std::optional<std::string> code;
  std::string status;
};
struct ExportOptions : FileOptions {
  std::string status;
  std::string format = "csv";
  std::string out;
};
struct CertificateOptions : FileOptions {
  std::optional<std::string> code;
  std::string out;
};
struct CompareOptions {
  std::vector<std::string> codes;  // two
  uint64_t upto = 65535;           // the last position
};

std::string number_or(bool known, uint64_t number, const char* otherwise) {
  return known ? fmt::format("{}", number) : otherwise;
}

/// "12 with saltus 3 from 5 on".
std::string law_text(const heap::Period& period) {
  const std::string saltus = period.saltus > 0 ? fmt::format(" with saltus {}", period.saltus) : "";
  return fmt::format("{}{} from {} on", period.period, saltus, period.preperiod);
}

/// The law that is proved, or conjectured.
std::optional<heap::Period> law_of(const CatalogueGame& game) {
  if (game.period || !game.shows) return game.period;
  return heap::Period{game.shows->preperiod, game.shows->period, game.shows->saltus};
}

std::string kind(const heap::Period& period) { return period.saltus > 0 ? "arithmetic periodic" : "periodic"; }

std::string theorem(const heap::Period& period) {
  return period.saltus > 0 ? "the residues of its heaps" : "the theorem of Guy and Smith";
}

// --- show

void add_json(JsonWriter& json, const CatalogueGame& game) {
  json.begin_object();
  json.key("code").value(game.code);
  if (game.same_as) json.key("same_as").value(*game.same_as);
  json.key("status").value(game.status());
  json.key("upto").value(game.upto);
  if (const auto law = law_of(game)) {
    json.key("law").begin_object();
    json.key("kind").value(game.shows ? heap::kind(*game.shows) : "periodic");
    json.key("preperiod").value(law->preperiod);
    json.key("period").value(law->period);
    json.key("saltus").value(law->saltus);
    if (game.shows) {
      json.key("repeats").begin_array();
      for (const uint64_t residue : game.shows->repeats) json.value(residue);
      json.end_array().key("rulers").begin_array();
      for (const auto& [residue, origin] : game.shows->rulers)
        json.begin_object().key("residue").value(residue).key("origin").value(origin).end_object();
      json.end_array();
    } else {
      json.key("exceptions").begin_object();
      json.key("count").value(game.exceptions);
      if (game.last_exception) json.key("last").value(*game.last_exception);
      json.end_object();
    }
    json.end_object();
  }
  json.key("largest").begin_object();
  json.key("value").value(uint64_t{game.largest});
  json.key("at").value(game.largest_at);
  json.end_object();
  json.key("rares");
  if (game.rares > 0) {
    json.begin_object();
    json.key("count").value(game.rares);
    json.key("last").value(game.last_rare);
    json.end_object();
  } else {
    json.null();
  }
  json.key("kernel").value(game.kernel);
  json.key("seconds").value(game.seconds);
  json.key("certificate");
  if (game.certificate) {
    json.value(*game.certificate);
  } else {
    json.null();
  }
  json.end_object();
}

std::string to_text(const CatalogueGame& game) {
  std::string text = game.code + "\n";
  const auto row = [&text](std::string_view name, const std::string& what) {
    text += fmt::format("  {:<11} {}\n", name, what);
  };
  if (game.same_as) row("same as", *game.same_as + ", which has fewer moves");
  row("status", game.period  ? fmt::format("{}, proved by {}", kind(*game.period), theorem(*game.period))
                : game.shows ? fmt::format("conjectured, as far as position {}; not proved", game.upto)
                             : "open");
  if (game.period) {
    row("period", law_text(*game.period));
    row("exceptions", game.last_exception ? fmt::format("{}, the last at {}", game.exceptions, *game.last_exception)
                                          : std::string("none"));
  }
  if (game.shows) {
    row("period", law_text(*law_of(game)));
    if (const std::string but = heap::describe(*game.shows, "g"); !but.empty()) row("", "but " + but);
  }
  row("largest", fmt::format("{}, first at {}", game.largest, game.largest_at));
  if (game.rares > 0) row("rares", fmt::format("{}, the last at {}", game.rares, game.last_rare));
  row("computed", fmt::format("positions 0 to {}, in {:.3g} s; kernel: {}", game.upto, game.seconds, game.kernel));
  if (game.certificate) row("certificate", fmt::format("kept; `grundy catalogue certificate {}` gives it", game.code));
  return text;
}

/// A table of games as text.
std::string to_text(const std::vector<const CatalogueGame*>& games) {
  std::string text = fmt::format("  {:<8} {:>13} {:>13} {:>11} {:>8} {:>12}\n", "code", "preperiod", "period",
                                 "exceptions", "largest", "computed to");
  for (const CatalogueGame* game : games) {
    const auto law = law_of(*game);
    text += fmt::format("  {:<8} {:>13} {:>13} {:>11} {:>8} {:>12}\n", game->code,
                        number_or(law.has_value(), law ? law->preperiod : 0, "-"),
                        number_or(law.has_value(), law ? law->period : 0, "-"),
                        number_or(game->period.has_value(), game->exceptions, "-"), game->largest, game->upto);
  }
  return text;
}

/// Games by their status.
struct Counts {
  uint64_t periodic = 0;
  uint64_t conjectured = 0;
  uint64_t open = 0;

  void add(const CatalogueGame& game) { ++(game.period ? periodic : game.shows ? conjectured : open); }
  std::string text() const {
    return fmt::format("{} periodic, {}{} open", periodic,
                       conjectured > 0 ? fmt::format("{} conjectured, ", conjectured) : "", open);
  }
};

std::string summary(const std::vector<CatalogueGame>& games) {
  std::vector<const CatalogueGame*> periodic;
  std::vector<const CatalogueGame*> conjectured;
  std::vector<const CatalogueGame*> open;
  Counts counts;
  for (const CatalogueGame& game : games) {
    counts.add(game);
    if (!game.same_as) (game.period ? periodic : game.shows ? conjectured : open).push_back(&game);
  }
  std::string text = fmt::format("{} games: {}\n", games.size(), counts.text());
  const auto longest = [](const CatalogueGame* a, const CatalogueGame* b) {
    return law_of(*a)->preperiod + law_of(*a)->period > law_of(*b)->preperiod + law_of(*b)->period;
  };
  std::stable_sort(periodic.begin(), periodic.end(), longest);
  if (periodic.size() > kShown) periodic.resize(kShown);
  if (!periodic.empty()) text += "\nThe longest periods with their pre-periods:\n" + to_text(periodic);
  std::stable_sort(conjectured.begin(), conjectured.end(), longest);
  if (conjectured.size() > kShown) conjectured.resize(kShown);
  if (!conjectured.empty()) text += "\nThe longest periods that are conjectured:\n" + to_text(conjectured);
  std::stable_sort(open.begin(), open.end(),
                   [](const CatalogueGame* a, const CatalogueGame* b) { return a->upto > b->upto; });
  if (open.size() > kShown) open.resize(kShown);
  if (!open.empty()) text += "\nOpen games, those computed farthest first:\n" + to_text(open);
  return text;
}

Attempt<int> show(const ShowOptions& options, Context& context) {
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  JsonWriter json;
  if (options.code) {
    const Attempt<HeapCode> code = parse_heap_code(*options.code);
    if (!code) return code.error();
    const Attempt<std::optional<CatalogueGame>> game = catalogue->find(code->text());
    if (!game) return game.error();
    if (!*game) return Error::declined(fmt::format("the game {} is not in the catalogue", code->text()));
    if (!context.json()) {
      context.print(to_text(**game));
      return kAnswered;
    }
    add_json(json, **game);
    context.print(json.take() + "\n");
    return kAnswered;
  }
  const Attempt<std::vector<CatalogueGame>> games = catalogue->games(options.status);
  if (!games) return games.error();
  if (context.json()) {
    json.begin_object().key("games").begin_array();
    for (const CatalogueGame& game : *games) add_json(json, game);
    context.print(json.end_array().end_object().take() + "\n");
  } else if (options.status.empty()) {
    context.print(summary(*games));
  } else {
    std::vector<const CatalogueGame*> all;
    for (const CatalogueGame& game : *games) all.push_back(&game);
    context.print(to_text(all));
  }
  return kAnswered;
}

// --- export

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

// --- certificate

Attempt<int> certificate(const CertificateOptions& options, Context& context) {
  context.print_to(options.out);
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  std::string text;
  if (options.code) {
    const Attempt<HeapCode> code = parse_heap_code(*options.code);
    if (!code) return code.error();
    const Attempt<std::optional<CatalogueGame>> game = catalogue->find(code->text());
    if (!game) return game.error();
    if (!*game || !(*game)->certificate)
      return Error::declined(fmt::format("the catalogue has no certificate of {}", code->text()));
    text = *(*game)->certificate;
  } else {
    const Attempt<std::vector<CatalogueGame>> games = catalogue->games();
    if (!games) return games.error();
    for (const CatalogueGame& game : *games) text += game.certificate.value_or("");
    if (text.empty()) return Error::declined("the catalogue has no certificates");
  }
  context.print(text);
  return kAnswered;
}

// --- classes and compare

Attempt<int> classes(const FileOptions& options, Context& context) {
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  const Attempt<std::vector<CatalogueGame>> games = catalogue->games();
  if (!games) return games.error();
  const Classes found = classes_of(*games);
  JsonWriter json;
  std::string text;
  json.begin_object().key("equal").begin_array();
  for (const GameClass& one : found.equal) {
    std::vector<std::string> codes;
    for (const CatalogueGame* game : one.games) codes.push_back(game->code);
    const std::optional<heap::Period>& period = one.games[0]->period;
    const std::string where = !one.proved ? fmt::format("as far as position {}", one.upto)
                              : period    ? "period " + law_text(*period)
                                          : std::string("at all positions");
    text += fmt::format("{}: {}\n", fmt::join(codes, " = "), where);
    json.begin_object().key("codes").begin_array();
    for (const std::string& code : codes) json.value(code);
    json.end_array().key("proved").value(one.proved);
    if (!one.proved) json.key("upto").value(one.upto);
    json.end_object();
  }
  json.end_array().key("alike").begin_array();
  for (const NearClasses& near : found.near) {
    const Attempt<HeapCode> a = parse_heap_code(near.a->code);
    const Attempt<HeapCode> b = parse_heap_code(near.b->code);
    if (!a || !b) return Error::input("the catalogue holds what is no code");
    const Attempt<Comparison> compared = compare_games(*a, *b, near.end - 1, context.budget());
    if (!compared) return compared.error();
    if (compared->kind != Comparison::Kind::differ)
      return Error::input(fmt::format("the catalogue's checksums of {} and {} differ, their values do not",
                                      near.a->code, near.b->code));
    text += fmt::format("{} and {} differ first at {}: {} and {}\n", near.a->code, near.b->code, compared->at,
                        compared->values[0], compared->values[1]);
    json.begin_object().key("codes").begin_array().value(near.a->code).value(near.b->code).end_array();
    json.key("differ_at").value(compared->at).end_object();
  }
  json.end_array().end_object();
  if (text.empty()) text = "No two games of the catalogue have equal sequences.\n";
  context.print(context.json() ? json.take() + "\n" : text);
  return kAnswered;
}

Attempt<int> compare(const CompareOptions& options, Context& context) {
  const Attempt<HeapCode> a = parse_heap_code(options.codes[0]);
  if (!a) return a.error();
  const Attempt<HeapCode> b = parse_heap_code(options.codes[1]);
  if (!b) return b.error();
  const Attempt<Comparison> compared = compare_games(*a, *b, options.upto, context.budget());
  if (!compared) return compared.error();
  using Kind = Comparison::Kind;
  const bool differ = compared->kind == Kind::differ;
  if (context.json()) {
    JsonWriter json;
    json.begin_object().key("codes").begin_array().value(a->text()).value(b->text()).end_array();
    json.key("equal");
    if (compared->kind == Kind::alike) {
      json.null().key("upto").value(compared->at);
    } else {
      json.value(!differ);
    }
    if (differ) {
      json.key("differ_at").value(compared->at).key("values").begin_array();
      json.value(uint64_t{compared->values[0]}).value(uint64_t{compared->values[1]}).end_array();
    }
    context.print(json.end_object().take() + "\n");
  } else if (differ) {
    context.print(fmt::format("{} and {} differ first at {}: {} and {}\n", a->text(), b->text(), compared->at,
                              compared->values[0], compared->values[1]));
  } else if (compared->kind == Kind::same) {
    context.print(fmt::format("{} and {} have the same value at every position\n", a->text(), b->text()));
  } else {
    context.print(fmt::format("{} and {} have the same values as far as position {}; --upto compares more\n", a->text(),
                              b->text(), compared->at));
  }
  return compared->kind == Kind::same ? kAnswered : kNotKnown;
}

// --- run

Attempt<int> run(const RunOptions& options, Context& context) {
  const Attempt<std::vector<HeapCode>> codes = parse_families(options.codes);
  if (!codes) return codes.error();
  if (options.upto == 0) return Error::input("--upto is at least 1 here");
  Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::create);
  if (!catalogue) return std::move(catalogue).error();
  if (auto done = run_catalogue(*catalogue, *codes, options.upto.value_or(0), options.seconds, context); !done)
    return std::move(done).error();
  Counts counts;
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
    json.key("periodic").value(counts.periodic).key("conjectured").value(counts.conjectured);
    json.key("open").value(counts.open).key("not_begun").value(unknown);
    context.print(json.end_object().take() + "\n");
  } else {
    context.print(fmt::format("{} games: {}{}\n", codes->size(), counts.text(),
                              unknown > 0 ? fmt::format(", {} not begun", unknown) : ""));
  }
  return kAnswered;
}

// --- the commands

template <class Options>
std::function<int(Context&)> runner(std::shared_ptr<Options> options,
                                    Attempt<int> (*function)(const Options&, Context&)) {
  return [options = std::move(options), function](Context& context) {
    const Attempt<int> status = function(*options, context);
    return context.finish(status ? *status : context.fail(status.error()));
  };
}

void add_file(Command& command, FileOptions& options) {
  command.option("--file", "FILE", "use the catalogue in this file (catalogue.sqlite)", into(options.file), Fill::file);
}

void add_status(Command& command, std::string& status) {
  command.choice("--status", "STATUS",
                 "list only games whose law is proved (periodic), or conjectured, or those without one (open)",
                 {"periodic", "conjectured", "open"}, status);
}

Command run_command() {
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

Command show_command() {
  Command command("catalogue show", "a summary, or one game");
  const auto options = std::make_shared<ShowOptions>();
  command.optional_argument("CODE", into(options->code));
  add_status(command, options->status);
  add_file(command, *options);
  command.example("--file octal3.sqlite");
  command.example("--status open");
  command.sample = "0.137";
  command.own_sample = "0.137";
  command.run = runner(options, show);
  return command;
}

Command export_command() {
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

Command certificate_command() {
  Command command("catalogue certificate", "the certificates of all solved games, or of one, for `grundy check`");
  const auto options = std::make_shared<CertificateOptions>();
  command.optional_argument("CODE", into(options->code));
  add_file(command, *options);
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("0.45 --out 0.45.cert");
  command.example("--file octal3.sqlite --out octal3.certs");
  command.sample = "0.45";
  command.own_sample = "0.45";
  command.run = runner(options, certificate);
  return command;
}

Command classes_command() {
  Command command("catalogue classes", "games with equal sequences, and games that begin alike");
  const auto options = std::make_shared<FileOptions>();
  add_file(command, *options);
  command.example("--file octal3.sqlite");
  command.run = runner(options, classes);
  return command;
}

Command compare_command() {
  Command command("catalogue compare", "the first position where two games differ");
  const auto options = std::make_shared<CompareOptions>();
  command.argument("CODE", into(options->codes));
  command.argument("CODE", into(options->codes));
  command.option("--upto", "N", "compare positions from 0 to N (65535)", into(options->upto));
  command.example("0.161 0.36 --upto 1e6");
  command.sample = "0.161 0.36";
  command.own_sample = "0.161 0.36";
  command.run = runner(options, compare);
  return command;
}

}  // namespace

Command catalogue_command() {
  Command command("catalogue", "the database of take-and-break games");
  command.members = {run_command(),         show_command(),    export_command(),
                     certificate_command(), classes_command(), compare_command()};
  return command;
}

}  // namespace grundy::cli
