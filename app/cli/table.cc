// grundy table GAME
#include "cli/table.h"

#include <fmt/format.h>

#include "cli/command.h"

namespace grundy::cli {
namespace {

constexpr uint64_t kEngineBytes = 192;  // what an engine needs at most for each position it is asked about

/// The ranges when neither --upto nor --box is given: what fits on a page.
uint64_t usual_bound(size_t arity) { return arity == 1 ? 20 : arity == 2 ? 10 : 5; }

Result<std::vector<Range>> choose_box(const Arguments& arguments, const Rule& rule) {
  if (!arguments.upto.empty() && !arguments.box.empty()) return Error::input("--upto and --box exclude each other");
  if (!arguments.box.empty()) return parse_box(arguments.box, rule);
  Natural bound = usual_bound(rule.arity());
  if (!arguments.upto.empty()) {
    const std::optional<Natural> number = Natural::parse(arguments.upto);
    if (!number) return Error::input(fmt::format("--upto takes a natural number such as 20, not '{}'", arguments.upto));
    bound = *number;
  }
  return std::vector<Range>(rule.arity(), Range{Natural(0), bound + Natural(1)});
}

/// All positions of the box in their order; refuses what the memory limit does not allow.
Result<std::vector<Coordinates>> positions_of(const std::vector<Range>& box, Budget& budget) {
  Natural total = 1;
  uint64_t bytes_each = sizeof(Coordinates) + sizeof(Ordinal) + kEngineBytes;
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
  Coordinates position;
  for (const Range& range : box) position.push_back(range.first);
  std::vector<Coordinates> positions;
  positions.reserve(*total.to_uint64());
  for (;;) {
    if (positions.size() % 4096 == 0 && budget.spent()) return budget.why();
    positions.push_back(position);
    size_t i = box.size();
    while (i > 0 && position[i - 1] == box[i - 1].last()) {
      position[i - 1] = box[i - 1].first;
      --i;
    }
    if (i == 0) return positions;
    position[i - 1] = position[i - 1] + Natural(1);
  }
}

Result<void> write(const Table& table, const std::string& format, const Sink& sink) {
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

Result<void> run(Context& context) {
  const Arguments& arguments = context.arguments();
  Budget& budget = context.budget();
  const bool json = arguments.json || arguments.format == "json";
  if (arguments.json && arguments.format != "text" && arguments.format != "json") {
    return Error::input(fmt::format("--json and --format {} exclude each other", arguments.format));
  }
  Result<const Rule*> rule = context.session().game(arguments.sums[0], budget);
  context.show_warnings();
  if (!rule) return std::move(rule).error();
  if (arguments.play == Play::misere) {
    return Error::input("a Grundy value is a notion of normal play; `grundy solve --play misere` tells who wins");
  }
  Result<std::vector<Range>> box = choose_box(arguments, **rule);
  if (!box) return std::move(box).error();
  Table table{(*rule)->full_name, (*rule)->coordinates, *std::move(box), {}};
  Result<std::vector<Coordinates>> positions = positions_of(table.box, budget);
  if (!positions) return std::move(positions).error();
  Result<Evaluator*> evaluator = context.session().evaluators().get(**rule);
  if (!evaluator) return std::move(evaluator).error();
  // The farthest position first: an engine that fills tables sees at once how large a one it takes.
  if (auto corner = (*evaluator)->values({&positions->back(), 1}, budget); !corner) return std::move(corner).error();
  Result<std::vector<Ordinal>> values = (*evaluator)->values(*positions, budget);
  if (!values) return std::move(values).error();
  table.values = *std::move(values);
  *positions = {};
  const Sink sink = [&context](std::string_view text) { context.print(text); };
  if (auto written = write(table, json ? "json" : arguments.format, sink); !written) return written;
  context.show_stats({std::string((*evaluator)->engine())}, (*evaluator)->work());
  return {};
}

}  // namespace

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

int table(Context& context) {
  if (auto done = run(context); !done) return context.finish(context.fail(done.error()));
  return context.finish(kAnswered);
}

}  // namespace grundy::cli
