// grundy catalogue classes, which games have equal sequences, and grundy catalogue compare, where
// two differ.
#include <fmt/format.h>

#include "base/json.h"
#include "catalogue/classes.h"
#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

struct CompareOptions {
  std::vector<std::string> codes;  // two
  uint64_t upto = 65535;           // the last position
};

Attempt<int> classes(const FileOptions& options, Context& context) {
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  const Attempt<std::vector<CatalogueGame>> games = catalogue->games();
  if (!games) return games.error();
  const Classes found = classes_of(*games);
  Budget budget;
  context.limit(budget);
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
    const Attempt<SequenceComparison> compared = compare_games(*a, *b, near.end - 1, budget);
    if (!compared) return compared.error();
    if (compared->kind != SequenceComparison::Kind::differ)
      return Error::input(
          fmt::format("the catalogue's checksums of {} and {} differ, their values do not",
                      near.a->code, near.b->code));
    text += fmt::format("{} and {} differ first at {}: {} and {}\n", near.a->code, near.b->code,
                        compared->at, compared->values[0], compared->values[1]);
    json.begin_object()
        .key("codes")
        .begin_array()
        .value(near.a->code)
        .value(near.b->code)
        .end_array();
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
  Budget budget;
  context.limit(budget);
  const Attempt<SequenceComparison> compared = compare_games(*a, *b, options.upto, budget);
  if (!compared) return compared.error();
  using Kind = SequenceComparison::Kind;
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
    context.print(fmt::format("{} and {} differ first at {}: {} and {}\n", a->text(), b->text(),
                              compared->at, compared->values[0], compared->values[1]));
  } else if (compared->kind == Kind::same) {
    context.print(
        fmt::format("{} and {} have the same value at every position\n", a->text(), b->text()));
  } else {
    context.print(
        fmt::format("{} and {} have the same values as far as position {}; --upto compares more\n",
                    a->text(), b->text(), compared->at));
  }
  return compared->kind == Kind::same ? kAnswered : kNotKnown;
}

}  // namespace

Command catalogue_classes_command() {
  Command command("catalogue classes", "games with equal sequences, and games that begin alike");
  const auto options = std::make_shared<FileOptions>();
  add_file(command, *options);
  command.example("--file octal3.sqlite");
  command.run = runner(options, classes);
  return command;
}

Command catalogue_compare_command() {
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

}  // namespace grundy::cli
