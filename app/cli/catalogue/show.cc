// grundy catalogue show: all games in short, those of one status, or one game.
#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "catalogue/codes.h"
#include "catalogue/quotients.h"
#include "cli/catalogue/members.h"

namespace grundy::cli {
namespace {

constexpr size_t kShown = 10;  // games in a summary

struct ShowOptions : FileOptions {
  std::optional<std::string> code;
  std::string status;
  face::Play play = face::Play::normal;
};

std::string kind(const heap::Period& period) {
  return period.saltus > 0 ? "arithmetic periodic" : "periodic";
}

std::string theorem(const heap::Period& period) {
  return period.saltus > 0 ? "the residues of its heaps" : "the theorem of Guy and Smith";
}

void add_json(JsonWriter& json, const CatalogueGame& game) {
  json.begin_object();
  json.key("code").value(game.code);
  if (const std::string words = code_in_words(game.code); !words.empty())
    json.key("words").value(words);
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
  if (const std::string words = code_in_words(game.code); !words.empty())
    text += "  " + words + "\n";
  const auto row = [&text](std::string_view name, const std::string& what) {
    text += fmt::format("  {:<11} {}\n", name, what);
  };
  if (game.same_as) row("same as", *game.same_as + ", which has fewer moves");
  row("status",
      game.period  ? fmt::format("{}, proved by {}", kind(*game.period), theorem(*game.period))
      : game.shows ? fmt::format("conjectured, as far as position {}; not proved", game.upto)
                   : "open");
  if (game.period) {
    row("period", law_text(*game.period));
    row("exceptions", game.last_exception
                          ? fmt::format("{}, the last at {}", game.exceptions, *game.last_exception)
                          : std::string("none"));
  }
  if (game.shows) {
    row("period", law_text(*law_of(game)));
    if (const std::string but = heap::describe(*game.shows, "g"); !but.empty())
      row("", "but " + but);
  }
  row("largest", fmt::format("{}, first at {}", game.largest, game.largest_at));
  if (game.rares > 0) row("rares", fmt::format("{}, the last at {}", game.rares, game.last_rare));
  row("computed", fmt::format("positions 0 to {}, in {:.3g} s; kernel: {}", game.upto, game.seconds,
                              game.kernel));
  if (game.certificate)
    row("certificate", fmt::format("kept; `grundy catalogue certificate {}` gives it", game.code));
  return text;
}

/// A table of games as text.
std::string to_text(const std::vector<const CatalogueGame*>& games) {
  std::string text = fmt::format("  {:<8} {:>13} {:>13} {:>11} {:>8} {:>12}\n", "code", "preperiod",
                                 "period", "exceptions", "largest", "computed to");
  for (const CatalogueGame* game : games) {
    const auto law = law_of(*game);
    text += fmt::format("  {:<8} {:>13} {:>13} {:>11} {:>8} {:>12}\n", game->code,
                        number_or(law.has_value(), law ? law->preperiod : 0, "-"),
                        number_or(law.has_value(), law ? law->period : 0, "-"),
                        number_or(game->period.has_value(), game->exceptions, "-"), game->largest,
                        game->upto);
  }
  return text;
}

std::string summary(const std::vector<CatalogueGame>& games) {
  std::vector<const CatalogueGame*> periodic;
  std::vector<const CatalogueGame*> conjectured;
  std::vector<const CatalogueGame*> open;
  StatusCounts counts;
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
  if (!periodic.empty())
    text += "\nThe longest periods with their pre-periods:\n" + to_text(periodic);
  std::stable_sort(conjectured.begin(), conjectured.end(), longest);
  if (conjectured.size() > kShown) conjectured.resize(kShown);
  if (!conjectured.empty())
    text += "\nThe longest periods that are conjectured:\n" + to_text(conjectured);
  std::stable_sort(open.begin(), open.end(), [](const CatalogueGame* a, const CatalogueGame* b) {
    return a->upto > b->upto;
  });
  if (open.size() > kShown) open.resize(kShown);
  if (!open.empty()) text += "\nOpen games, those computed farthest first:\n" + to_text(open);
  return text;
}

Attempt<int> show(const ShowOptions& options, Context& context) {
  if (options.code && !options.status.empty())
    return Error::input("--status lists games, and a CODE is one game");
  const Attempt<Catalogue> catalogue = Catalogue::open(options.file, Catalogue::Open::existing);
  if (!catalogue) return catalogue.error();
  if (options.play == face::Play::misere) {
    const Attempt<std::string> text =
        shown_quotients(*catalogue, options.code, options.status, context.json());
    if (!text) return text.error();
    context.print(*text);
    return kAnswered;
  }
  JsonWriter json;
  if (options.code) {
    const Attempt<HeapCode> code = parse_heap_code(*options.code);
    if (!code) return code.error();
    const Attempt<std::optional<CatalogueGame>> game = catalogue->find(code->text());
    if (!game) return game.error();
    if (!*game)
      return Error::declined(fmt::format("the game {} is not in the catalogue", code->text()));
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

}  // namespace

Command catalogue_show_command() {
  Command command("catalogue show", "a summary, or one game");
  const auto options = std::make_shared<ShowOptions>();
  command.optional_argument("CODE", into(options->code));
  add_status(command, options->status);
  command.play(options->play);
  add_file(command, *options);
  command.example("--file octal3.sqlite");
  command.example("--status open");
  command.example("--play misere 0.77", "its misere quotient");
  command.sample = "0.137";
  command.own_sample = "0.137";
  command.run = runner(options, show);
  return command;
}

}  // namespace grundy::cli
