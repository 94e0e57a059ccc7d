// grundy table GAME: asks for the values of all positions of a box and writes them in one of six forms. The text is kept
// until it is whole, so that no file is half a table; only the packed form, for tables larger than memory, is written as
// it grows.
#include "cli/table.h"

#include <fmt/format.h>

#include "cli/commands.h"

namespace grundy::cli {
namespace {

constexpr uint64_t kTextBytes = 32;  // of a position in the output, which is kept until it is whole

struct TableOptions {
  std::string game;
  std::optional<Natural> upto;
  std::string box;
  std::string format = "text";
  std::string out;
};

/// The last number of each coordinate when neither --upto nor --box is given: the table fits on a page.
uint64_t usual_bound(size_t arity) { return arity == 1 ? 20 : arity == 2 ? 10 : 5; }

Attempt<std::vector<Range>> choose_box(const TableOptions& options, const Rule& rule) {
  if (options.upto && !options.box.empty()) return Error::input("--upto and --box exclude each other");
  if (!options.box.empty()) return parse_box(options.box, rule);
  const Natural bound = options.upto.value_or(usual_bound(rule.arity()));
  return std::vector<Range>(rule.arity(), Range{Natural(0), bound + Natural(1)});
}

/// Fills in the values of all positions of the box; refuses what the memory limit does not allow.
Attempt<Tabulated> fill(Session& session, const Rule& rule, Table& table, Budget& budget) {
  const std::vector<Range>& box = table.box;
  Natural total = 1;
  uint64_t bytes_each = sizeof(Value) + kTextBytes;
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
  return tabulate(session, rule, box, 0, budget, [&](std::vector<Value> values) -> Attempt<void> {
    std::move(values.begin(), values.end(), std::back_inserter(table.values));
    return {};
  });
}

Attempt<void> write(const Table& table, const std::string& format, const Sink& sink) {
  if (format == "bfile") return write_bfile(table, sink);
  if (format == "svg") return write_svg(table, sink);
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
  Attempt<const Rule*> rule = context.session().game(options.game, budget);
  context.show_warnings();
  if (!rule) return std::move(rule).error();
  Attempt<std::vector<Range>> box = choose_box(options, **rule);
  if (!box) return std::move(box).error();
  Table table{(*rule)->full_name, (*rule)->coordinates, *std::move(box), {}};
  if (options.format == "packed") {
    if (options.out.empty()) return Error::input("a packed table goes to a file: --out FILE");
    const Attempt<Tabulated> written = tabulate_to_file(context.session(), **rule, table.box, options.out, budget);
    if (!written) return written.error();
    context.show_stats({written->engine}, written->work);
    return {};
  }
  context.print_to(options.out);
  const Attempt<Tabulated> filled = fill(context.session(), **rule, table, budget);
  if (!filled) return filled.error();
  const Sink sink = [&context](std::string_view text) { context.print(text); };
  if (auto written = write(table, json ? "json" : options.format, sink); !written) return written;
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
  command.choice("--format", "FORMAT",
                 "write text, csv, json, bfile (of the OEIS), svg (a picture) or packed (large tables)",
                 {"text", "csv", "json", "bfile", "svg", "packed"}, options->format);
  command.option("--out", "FILE", "write to this file", into(options->out), Fill::file);
  command.example("kayles --upto 50");
  command.example("wythoff --box 'a=0..10,b=0..10'");
  command.example("--format csv 'subtract[{1, 3, 4}]' --upto 100");
  command.example("--format bfile kayles --upto 10000 --out b002186.txt");
  command.example("--format svg wythoff --box 'a=0..60,b=0..60' --out wythoff.svg");
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
