// grundy table GAME: asks for the values of all positions of a box and writes them in one of seven
// forms. The text of a file is kept until it is whole, so that no file is half a table; only the
// packed form, for tables larger than memory, is written as it grows.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/json.h"
#include "cli/commands.h"

namespace grundy::cli {
namespace {

struct TableOptions {
  std::string game;
  std::optional<face::Value> upto;
  std::string box;
  std::string format = "text";
  std::string out;
  std::string where;
  std::string column;
  bool up_to_symmetry = false;
  bool pieces = false;
  face::Play play = face::Play::normal;
  bool genus = false;
  std::string what = "value";
  std::string title;
  bool no_title = false;
  std::string origin;
  bool steps = false;
  bool grey = false;
  bool conjectures = false;
};

Attempt<face::Box> choose_box(const TableOptions& options, size_t arity, face::Session& session) {
  if (options.box.empty())
    return face::Box(arity, {0, options.upto.value_or(face::usual_bound(arity))});
  face::Result<face::Box> box = session.read_box(options.game, options.box);
  if (!box) return face::inner(box.error());
  return *std::move(box);
}

face::PictureStyle style_of(const TableOptions& options) {
  face::PictureStyle style{{}, options.origin == "below", options.steps, options.grey};
  if (options.no_title) style.title = "";
  if (!options.title.empty()) style.title = options.title;
  return style;
}

/// Of all names but "packed".
face::TableFormat format_of(std::string_view name) {
  constexpr std::array<std::string_view, 6> kNames = {"text",  "csv",   "json",
                                                      "bfile", "latex", "svg"};
  return static_cast<face::TableFormat>(std::find(kNames.begin(), kNames.end(), name) -
                                        kNames.begin());
}

face::Result<face::Table> filled(const TableOptions& options, const face::Box& box,
                                 face::Session& session) {
  using face::Cells;
  const Cells cells = options.genus                  ? Cells::genera
                      : options.what == "outcome"    ? Cells::outcomes
                      : options.what == "remoteness" ? Cells::remoteness
                      : options.what == "suspense"   ? Cells::suspense
                                                     : Cells::values;
  return session.table(options.game, box, {cells, options.play, !options.out.empty()});
}

/// The pieces of one coordinate, a line each.
std::string pieces_text(const std::vector<face::Piece>& pieces) {
  std::array<size_t, 3> width = {4, 2, 5};
  for (const face::Piece& one : pieces)
    width = {std::max(width[0], one.first.text().size()),
             std::max(width[1], one.last.text().size()), std::max(width[2], one.text.size())};
  std::string text;
  const auto add = [&](const std::string& first, const std::string& last,
                       const std::string& value) {
    text +=
        fmt::format("{:>{}}  {:>{}}  {:>{}}\n", first, width[0], last, width[1], value, width[2]);
  };
  add("from", "to", "value");
  for (const face::Piece& one : pieces) add(one.first.text(), one.last.text(), one.text);
  return text;
}

std::string pieces_csv(const std::vector<face::Piece>& pieces) {
  std::string text = "from,to,value\n";
  for (const face::Piece& one : pieces)
    text += fmt::format("{},{},{}\n", one.first.text(), one.last.text(), one.text);
  return text;
}

std::string pieces_json(const std::string& game, const std::vector<face::Piece>& pieces) {
  JsonWriter json;
  json.begin_object().key("game").value(game).key("pieces").begin_array();
  for (const face::Piece& one : pieces) {
    json.begin_array().raw(one.first.number_json()).raw(one.last.number_json());
    const bool is_number = one.text == one.value.text() && one.value.is_finite();
    (is_number ? json.raw(one.value.number_json()) : json.value(one.text)).end_array();
  }
  return json.end_array().end_object().take() + "\n";
}

Attempt<void> write_pieces(const TableOptions& options, const face::Box& box, Context& context) {
  if (box.size() != 1)
    return Error::input(fmt::format("--pieces is for games of one coordinate, and '{}' has {}",
                                    options.game, box.size()));
  const auto pieces = context.face().pieces(options.game, box[0]);
  if (!pieces) return face::inner(pieces.error());
  context.print_to(options.out);
  context.print(context.json() || options.format == "json" ? pieces_json(options.game, *pieces)
                : options.format == "csv"                  ? pieces_csv(*pieces)
                                                           : pieces_text(*pieces));
  return {};
}

Attempt<void> run(const TableOptions& options, Context& context) {
  face::Session& session = context.face();
  const bool json = context.json() || options.format == "json";
  const face::Result<std::vector<std::string>> coordinates = session.coordinates(options.game);
  context.show_warnings();
  if (!coordinates) return face::inner(coordinates.error());
  const Attempt<face::Box> box = choose_box(options, coordinates->size(), session);
  if (!box) return box.error();
  if (options.pieces) return write_pieces(options, *box, context);
  if (options.format == "packed") {
    context.allow_saving();
    if (options.out.empty()) return Error::input("a packed table goes to a file: --out FILE");
    const face::Result<face::FilledFile> written =
        session.table_to_file(options.game, *box, options.out);
    if (!written) return face::inner(written.error());
    context.show_stats({written->engine}, written->work);
    return {};
  }
  if (options.conjectures) session.allow_conjectures();
  context.print_to(options.out);
  const face::Result<face::Table> table = filled(options, *box, session);
  if (!table) return face::inner(table.error());
  if (!table->conjecture().empty() && !json)
    context.tell("The table rests on a conjecture, which was tested and not proved: " +
                 table->conjecture() + ".");
  const face::Sink sink = [&context](std::string_view text) { context.print(text); };
  const face::TableFormat format = format_of(json ? "json" : options.format);
  const bool some = !options.where.empty() || options.up_to_symmetry;
  const face::Result<void> written =
      some ? session.write_where(*table, options.where, options.up_to_symmetry, format, sink,
                                 options.column)
           : table->write(format, sink, style_of(options));
  if (!written) return face::inner(written.error());
  context.show_stats({table->engine()}, table->work());
  return {};
}

int table(const TableOptions& options, Context& context) {
  if (auto done = run(options, context); !done) return context.finish(done.error());
  return context.finish(kAnswered);
}

}  // namespace

Command table_command() {
  Command command("table", "the values of many positions");
  const auto options = std::make_shared<TableOptions>();
  command.argument("GAME", into(options->game), Fill::game);
  command.option("--upto", "N", "list positions with coordinates from 0 to N", into(options->upto));
  command.option("--box", "BOX", "list this range of each coordinate, 'm=0..5,n=0..20'",
                 into(options->box));
  command.choice("--format", "FORMAT",
                 "write text, csv, json, bfile (of the OEIS), latex (booktabs), svg (a picture) or "
                 "packed (large tables)",
                 {"text", "csv", "json", "bfile", "latex", "svg", "packed"}, options->format);
  command.option("--where", "CONDITION",
                 "list the positions for which this holds, 'value = 0 and a <= b' or 'outcome = P'",
                 into(options->where));
  command.flag("--up-to-symmetry", options->up_to_symmetry,
               "list one of two positions that are the same by symmetry");
  command.flag("--pieces", options->pieces,
               "of a game of one coordinate, list where the value is constant");
  command.option("--column", "NAME", "the coordinate that a b-file of positions lists",
                 into(options->column));
  command.flag("--conjectures", options->conjectures,
               "where no other way is quick, answer by a law that was tested but not proved; the "
               "table says so");
  command.play(options->play);
  command.choice("--what", "WHAT",
                 "list values, who wins (outcome), or how many moves play lasts: remoteness when "
                 "the winner hurries, suspense when the winner delays",
                 {"value", "outcome", "remoteness", "suspense"}, options->what);
  command.flag("--genus", options->genus, "in misere play list genera, not outcomes");
  command.option("--title", "TEXT", "the title of a picture", into(options->title));
  command.flag("--no-title", options->no_title, "draw a picture without a title");
  command.choice("--origin", "WHERE", "in a picture rows grow downwards (above) or upwards (below)",
                 {"above", "below"}, options->origin);
  command.flag("--steps", options->steps, "draw one coordinate as steps, with numbers");
  command.flag("--grey", options->grey, "draw without colours, for print");
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("kayles --upto 50");
  command.example("wythoff --box 'a=0..10,b=0..10'");
  command.example("--format csv 'subtract[{1, 3, 4}]' --upto 100");
  command.example("--format bfile kayles --upto 10000 --out b002186.txt");
  command.example("--format svg wythoff --box 'a=0..60,b=0..60' --out wythoff.svg");
  command.example("wythoff --where 'value = 0' --up-to-symmetry --upto 20");
  command.example("wythoff --where 'value = 0 and a <= b' --upto 100 --format bfile --column a");
  command.example("--format latex wythoff --upto 8");
  command.example("kayles --upto 20 --pieces", "from where to where each value goes");
  command.example("--conjectures --rules my.game mygame --box 'n=1000000000000..1000000000009'");
  command.example("--play misere nim --upto 8", "who can't move wins");
  command.example("--play misere --genus kayles --upto 20");
  command.example("--what remoteness grundys --upto 30", "how soon the winner wins");
  command.example("--what outcome --format svg wythoff --box 'a=0..60,b=0..60' --out lost.svg");
  command.example(
      "--format svg --title 'Where to move' --origin below --grey wythoff --out wythoff.svg");
  command.example("--format svg --no-title --steps kayles --upto 40 --out kayles.svg");
  command.example("--format packed wythoff --upto 20000 --out wythoff.table");
  command.exclude({"--upto"}, {"--box"}, "both say of which positions");
  command.exclude({"--json"},
                  {"--format text", "--format csv", "--format bfile", "--format latex",
                   "--format svg", "--format packed"},
                  "both say in which form");
  for (const char* style : {"--title", "--no-title", "--origin", "--steps", "--grey"})
    command.need(style, {"--format svg"});
  command.exclude({"--title"}, {"--no-title"}, "a picture has a title or none");
  command.exclude({"--where", "--up-to-symmetry"}, {"--format svg", "--format packed"},
                  "positions are listed, and this form takes a whole box");
  command.need("--column", {"--where", "--up-to-symmetry"});
  command.need("--column", {"--format bfile"});
  command.need("--genus", {"--play misere"});
  command.exclude({"--what remoteness", "--what suspense"},
                  {"--genus", "--where", "--up-to-symmetry", "--conjectures", "--format packed"},
                  "it is about values, and this table has numbers of moves");
  command.exclude({"--genus"}, {"--where", "--up-to-symmetry", "--what outcome"},
                  "it asks for values or who wins, and genera are neither");
  command.exclude({"--what outcome"}, {"--format packed"}, "a packed table holds values");
  command.exclude({"--genus"}, {"--format svg"}, "a picture of misere play shows outcomes");
  command.exclude({"--format packed", "--conjectures"}, {"--play misere"},
                  "it is about values, and misere play has outcomes only");
  command.exclude({"--conjectures"}, {"--format packed"}, "a packed table holds what is proved");
  command.exclude({"--pieces"},
                  {"--where", "--up-to-symmetry", "--play misere", "--genus", "--conjectures",
                   "--what outcome", "--what remoteness", "--what suspense", "--format bfile",
                   "--format latex", "--format svg", "--format packed"},
                  "pieces are those of values, in text, csv or json");
  command.sample = "kayles --upto 50";
  command.own_sample = "mygame --upto 20";
  command.run = [options](Context& context) { return table(*options, context); };
  return command;
}

}  // namespace grundy::cli
