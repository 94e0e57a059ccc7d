// grundy table GAME: asks for the values of all positions of a box and writes them in one of seven forms. The text of a
// file is kept until it is whole, so that no file is half a table; only the packed form, for tables larger than memory, is written as
// it grows.
#include "cli/table.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "rule/name.h"
#include "session/condition.h"
#include "session/misere_table.h"

namespace grundy::cli {
namespace {

constexpr uint64_t kTextBytes = 32;  // of a position in a file, whose text is kept until it is whole

struct TableOptions {
  std::string game;
  std::optional<Natural> upto;
  std::string box;
  std::string format = "text";
  std::string out;
  std::string where;
  std::string column;
  bool up_to_symmetry = false;
  Play play = Play::normal;
  bool genus = false;
  std::string title;
  bool no_title = false;
  std::string origin;
  bool steps = false;
  bool grey = false;
  bool conjectures = false;
};

/// What misère play has for all positions of the box: outcomes, as values 0 for P and 1 for N, or genera.
Attempt<Tabulated> fill_misere(Session& session, const Rule& rule, bool genus, Table& table, Budget& budget) {
  const MisereCells cells = genus ? MisereCells::genera : MisereCells::outcomes;
  Attempt<MisereTable> found = tabulate_misere(session, rule, table.box, cells, budget);
  if (!found) return std::move(found).error();
  for (const Outcome outcome : found->outcomes) table.values.push_back(outcome == Outcome::P ? 0U : 1U);
  table.genera = std::move(found->genera);
  return std::move(found->how);
}

/// The positions of the table that the condition takes; of two that differ by exchanged coordinates the one whose first
/// of these is not larger, when that is asked for.
Attempt<PositionSet> choose(const TableOptions& options, Session& session, const Rule& rule, const Table& table) {
  PositionSet set;
  set.where = options.where;
  std::optional<PositionCondition> condition;
  if (!options.where.empty()) {
    Attempt<PositionCondition> read = PositionCondition::read(options.where, rule);
    if (!read) return std::move(read).error();
    condition.emplace(*std::move(read));
  }
  const auto& symmetry = session.games().of(rule).facts().symmetry();
  if (options.up_to_symmetry && !symmetry)
    return Error::input(fmt::format("no two coordinates of '{}' are seen to be alike", rule.full_name));
  Coordinates position;
  for (const Range& range : table.box) position.push_back(range.first);
  for (const Value& value : table.values) {
    bool taken = !options.up_to_symmetry || position[symmetry->first] <= position[symmetry->second];
    if (taken && condition) {
      const Attempt<bool> holds = condition->holds(position, value);
      if (!holds) return holds.error();
      taken = *holds;
    }
    if (taken) set.members.emplace_back(position, value);
    for (size_t i = position.size(); i-- > 0;) {
      if (position[i] != table.box[i].last()) {
        position[i] = position[i] + Natural(1);
        break;
      }
      position[i] = table.box[i].first;
    }
  }
  return set;
}

/// Options that ask for different things; nothing when they go together.
std::optional<Error> contradiction(const TableOptions& options) {
  const bool picture = options.format == "svg";
  const bool styled =
      !options.title.empty() || options.no_title || !options.origin.empty() || options.steps || options.grey;
  const bool set = !options.where.empty() || options.up_to_symmetry;
  if (styled && !picture) return Error::input("--title, --no-title, --origin, --steps and --grey are for --format svg");
  if (!options.title.empty() && options.no_title) return Error::input("--title and --no-title exclude each other");
  if (set && options.play == Play::misere)
    return Error::input("--where asks for values, and misère play has outcomes only");
  if (set && (picture || options.format == "packed"))
    return Error::input(fmt::format("--where lists positions, and --format {} takes a whole box", options.format));
  if (!options.column.empty() && (!set || options.format != "bfile"))
    return Error::input("--column tells which coordinate of the positions of --where a b-file lists");
  if (options.genus && options.play == Play::normal) return Error::input("--genus is for --play misere");
  if (options.genus && picture) return Error::input("a picture of misère play shows outcomes; leave --genus out");
  if (options.play == Play::misere && options.format == "packed")
    return Error::input("a packed table holds values, and misère play has outcomes only");
  return {};
}

/// The last number of each coordinate when neither --upto nor --box is given: the table fits on a page.
uint64_t usual_bound(size_t arity) { return arity == 1 ? 20 : arity == 2 ? 10 : 5; }

Attempt<std::vector<Range>> choose_box(const TableOptions& options, const Rule& rule) {
  if (options.upto && !options.box.empty()) return Error::input("--upto and --box exclude each other");
  if (!options.box.empty()) return parse_box(options.box, rule);
  const Natural bound = options.upto.value_or(usual_bound(rule.arity()));
  return std::vector<Range>(rule.arity(), Range{Natural(0), bound + Natural(1)});
}

/// Fills in the values of all positions of the box; refuses what the memory limit does not allow.
Attempt<Tabulated> fill(Session& session, const Rule& rule, Table& table, bool keeps_text, Budget& budget) {
  const std::vector<Range>& box = table.box;
  Natural total = 1;
  uint64_t bytes_each = sizeof(uint32_t) + (keeps_text ? kTextBytes : 0);
  for (const Range& range : box) {
    total = total * range.count;
    if (const Natural last = range.last(); !last.is_small()) bytes_each += last.bit_length() / 4 + 64;
  }
  const uint64_t bytes = (total * Natural(bytes_each)).to_uint64().value_or(UINT64_MAX);
  if (!budget.take_memory(bytes)) {
    const std::string digits = total.to_string();
    const std::string count =
        digits.size() <= 20 ? digits : fmt::format("{}.{}e{}", digits[0], digits.substr(1, 2), digits.size() - 1);
    return budget.too_large(fmt::format("a table of {} positions", count), bytes);
  }
  table.values.reserve(*total.to_uint64());
  return tabulate(session, rule, box, 0, budget, [&](const ValueList& values) -> Attempt<void> {
    table.values.append(values);
    return {};
  });
}

Attempt<void> write(const Table& table, const std::string& format, const TableOptions& options, const Sink& sink) {
  if (format == "bfile") return write_bfile(table, sink);
  if (format == "latex") return write_latex(table, sink);
  if (format == "svg") {
    PictureStyle style{{}, options.origin == "below", options.steps, options.grey};
    if (options.no_title) style.title = "";
    if (!options.title.empty()) style.title = options.title;
    return write_svg(table, style, sink);
  }
  if (format == "csv") {
    write_csv(table, sink);
  } else if (format == "json") {
    write_json(table, sink);
  } else {
    write_text(table, sink);
  }
  return {};
}

Attempt<void> run(const TableOptions& options, Context& context) {
  Budget& budget = context.budget();
  const bool json = context.json() || options.format == "json";
  if (context.json() && options.format != "text" && options.format != "json") {
    return Error::input(fmt::format("--json and --format {} exclude each other", options.format));
  }
  if (auto wrong = contradiction(options)) return *std::move(wrong);
  Attempt<const Rule*> rule = context.session().game(options.game, budget);
  context.show_warnings();
  if (!rule) return std::move(rule).error();
  Attempt<std::vector<Range>> box = choose_box(options, **rule);
  if (!box) return std::move(box).error();
  Table table{
      name_with_parameters(**rule), (*rule)->coordinates, *std::move(box), {}, options.play == Play::misere, {}};
  if (options.format == "packed") {
    if (options.out.empty()) return Error::input("a packed table goes to a file: --out FILE");
    const Attempt<Tabulated> written = tabulate_to_file(context.session(), **rule, table.box, options.out, budget);
    if (!written) return written.error();
    context.show_stats({written->engine}, written->work);
    return {};
  }
  if (options.conjectures) context.session().allow_conjectures();
  context.print_to(options.out);
  const Attempt<Tabulated> filled = table.misere ? fill_misere(context.session(), **rule, options.genus, table, budget)
                                                 : fill(context.session(), **rule, table, !options.out.empty(), budget);
  if (!filled) return filled.error();
  table.conjecture = context.session().solvers().of(context.session().games().of(**rule)).conjecture();
  if (!table.conjecture.empty() && !json)
    context.tell("The table rests on a conjecture, which was tested and not proved: " + table.conjecture + ".");
  const Sink sink = [&context](std::string_view text) { context.print(text); };
  const std::string format = json ? "json" : options.format;
  if (!options.where.empty() || options.up_to_symmetry) {
    const Attempt<PositionSet> set = choose(options, context.session(), **rule, table);
    if (!set) return set.error();
    if (auto written = write_set(table, *set, format, options.column, sink); !written) return written;
  } else if (auto written = write(table, format, options, sink); !written) {
    return written;
  }
  context.show_stats({filled->engine}, filled->work);
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
  command.option("--box", "BOX", "list this range of each coordinate, 'm=0..5,n=0..20'", into(options->box));
  command.choice(
      "--format", "FORMAT",
      "write text, csv, json, bfile (of the OEIS), latex (booktabs), svg (a picture) or packed (large tables)",
      {"text", "csv", "json", "bfile", "latex", "svg", "packed"}, options->format);
  command.option("--where", "CONDITION", "list the positions for which this holds, 'value = 0 and a <= b'",
                 into(options->where));
  command.flag("--up-to-symmetry", options->up_to_symmetry, "list one of two positions that are the same by symmetry");
  command.option("--column", "NAME", "the coordinate that a b-file of positions lists", into(options->column));
  command.flag("--conjectures", options->conjectures,
               "let laws answer that were tested and not proved, where no other way is quick; the table says so");
  command.play(options->play);
  command.flag("--genus", options->genus, "in misere play list genera, not outcomes");
  command.option("--title", "TEXT", "the title of a picture", into(options->title));
  command.flag("--no-title", options->no_title, "draw a picture without a title");
  command.choice("--origin", "WHERE", "in a picture rows grow downwards (above) or upwards (below)", {"above", "below"},
                 options->origin);
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
  command.example("--conjectures --rules my.game mygame --box 'n=1000000000000..1000000000009'");
  command.example("--play misere nim --upto 8", "who can't move wins");
  command.example("--play misere --genus kayles --upto 20");
  command.example("--format svg --title 'Where to move' --origin below --grey wythoff --out wythoff.svg");
  command.example("--format svg --no-title --steps kayles --upto 40 --out kayles.svg");
  command.example("--format packed wythoff --upto 20000 --out wythoff.table");
  command.sample = "kayles --upto 50";
  command.own_sample = "mygame --upto 20";
  command.run = [options](Context& context) { return table(*options, context); };
  return command;
}

std::vector<size_t> Table::axes() const {
  std::vector<size_t> result;
  for (size_t i = 0; i < box.size(); ++i) {
    if (box[i].count > Natural(1)) result.push_back(i);
  }
  if (result.empty()) result.push_back(box.size() - 1);
  return result;
}

std::string Table::cell(size_t i) const {
  std::string text;
  append_cell(i, text);
  return text;
}

void Table::append_cell(size_t i, std::string& text) const {
  const uint32_t number = values.number(i);
  if (!genera.empty()) {
    text += genera[i];
  } else if (misere) {
    text += number == 0 ? 'P' : 'N';
  } else if (number == ValueList::kLarge) {
    text += values[i].to_string();
  } else if (number < 10) {
    text += static_cast<char>('0' + number);
  } else {
    const fmt::format_int digits(number);
    text.append(digits.data(), digits.size());
  }
}

size_t Table::cell_width(size_t i) const {
  uint32_t number = values.number(i);
  if (!genera.empty()) return genera[i].size();
  if (misere) return 1;
  if (number == ValueList::kLarge) return text_width(values[i].to_string());
  size_t width = 1;
  for (; number >= 10; number /= 10) ++width;
  return width;
}

std::string Table::title() const {
  return (!genera.empty() ? "Genera of " : misere ? "Misère outcomes of " : "Grundy values of ") + name();
}

const char* Table::cells() const { return !genera.empty() ? "genus" : misere ? "outcome" : "value"; }

std::string Table::name() const {
  std::string text = game + "(";
  const std::vector<size_t> shown = axes();
  for (size_t i = 0, axis = 0; i < box.size(); ++i) {
    if (i > 0) text += ", ";
    if (axis < shown.size() && shown[axis] == i) {
      text += coordinates[i];
      ++axis;
    } else {
      text += box[i].first.to_string();
    }
  }
  return text + ")";
}

}  // namespace grundy::cli
